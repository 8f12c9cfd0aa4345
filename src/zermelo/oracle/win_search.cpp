// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/win_search.hpp"

#include <chrono>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "zermelo/certificate/check.hpp"
#include "zermelo/certificate/from_strategy.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/move_looks.hpp"
#include "zermelo/oracle/text_game.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/outcome_search.hpp"
#include "zermelo/search/strategy.hpp"

namespace zermelo::oracle {

namespace {

constexpr std::chrono::milliseconds time_for_a_line{50};  ///< after the limit of time

}  // namespace

/// Hands on what a checker finds good so far.
class CheckedSink : public Sink {
  public:
    CheckedSink(certificate::Checker& checker, Sink& sink) : checker_(checker), sink_(sink) {}
    Result<void> write(std::string_view bytes) override {
        if (const auto good = checker_.write(bytes); !good) return refused(good.error());
        const auto written = sink_.write(bytes);
        lost_ = lost_ || !written;
        return written;
    }
    Result<void> finish() {
        if (const auto good = checker_.finish(); !good) return refused(good.error());
        return {};
    }
    /// Whether what failed is the other sink.
    bool lost() const { return lost_; }

  private:
    static tl::unexpected<Error> refused(const Error& error) {
        return failure(ErrorKind::io,
                       "the certificate does not prove what was found, which is an error in this program "
                       "that should be reported: " +
                           error.message);
    }

    certificate::Checker& checker_;
    Sink& sink_;
    bool lost_ = false;
};

template <typename Bits>
WinSearch<Bits>::WinSearch(const Asking<Bits>& asking, const HistoryRules& history, search::Budget& whole,
                           Prover& prover)
    : Searching<Bits>(asking), history_(history), whole_(whole), prover_(prover) {
    if (asking.report) whole.watch(std::chrono::seconds{1}, [this] { tell(); });
}

template <typename Bits>
Result<Answer> WinSearch<Bits>::search(search::Budget& budget) {
    begin(this->asking_.game, this->question().memory);
    auto answer = ask(budget);
    if (budget.ended()) prover_.reset();
    return answer;
}

template <typename Bits>
void WinSearch<Bits>::unfinished(Answer& answer, const search::Budget& budget) {
    if (open_) answer.stopped_by = budget.stopped();
    if (spare_.text().empty()) return;
    auto written = this->question().certificate->write(spare_.text());
    answer.certified = written.has_value();
    if (!written) answer.uncertified = std::move(written.error());
}

template <typename Bits>
Result<Answer> WinSearch<Bits>::look_up(std::unique_ptr<tablebase::Prober<Bits>> tables, std::size_t memory,
                                        search::Budget& budget) {
    if (this->question().certificate == nullptr)
        return Searching<Bits>::look_up(std::move(tables), memory, budget);
    // A certificate is a strategy, which is searched for.
    begin(Game{this->asking_.game, std::move(tables)}, memory);
    auto answer = ask(budget);
    prover_.reset();
    return answer;
}

template <typename Bits>
void WinSearch<Bits>::begin(const Game& game, std::size_t memory) {
    if (prover_) return prover_->forget();
    const bool certifies = this->question().certificate != nullptr;
    prover_.emplace(certifies ? game.with_distances() : game, memory, std::max(this->question().threads, 1U));
}

template <typename Bits>
void WinSearch<Bits>::tell() const {
    const auto& root = this->asking_.root;
    Progress progress;
    progress.nodes = whole_.nodes_used();
    progress.bounds = search::bounds_of(prover_->remembered(root, search::Role::attacker));
    progress.depth = progress.bounds.no_win_within();
    progress.win_search = prover_->numbers(root, search::Role::attacker);
    this->asking_.report(progress);
}

/// `own`: all of the budget, or the part of the search that goes on.
template <typename Bits>
Result<Answer> WinSearch<Bits>::ask(search::Budget& own) {
    const auto& root = this->asking_.root;
    const auto limit = this->question().plies;
    spare_ = {};
    Answer answer;
    const auto found = prover_->prove(root, limit, &own);
    answer.nodes = whole_.nodes_used();
    const auto over = game().end(root);
    answer.bounds = over ? game::Bounds{game::ended(*over)} : search::bounds_of(found);
    if (over) answer.source = ValueSource::rules;
    // Where the attacker makes no move, all is as without a restriction.
    if (game().restricted() && limit != Plies{0} && !over) {
        answer.restricted = answer.bounds;
        answer.bounds = game::Bounds::not_over();
        if (found.length) answer.bounds.add(game::Bounds::won_within(*found.length));
    }
    open_ = found.stop.has_value();
    if (open_ && !own.ended()) {
        answer.stopped_by = found.stop;
        if (found.verdict == Verdict::unknown && !game().restricted()) look_at_moves(answer);
    }
    if (found.verdict == Verdict::unknown && answer.bounds.win_within(limit) == Verdict::unknown) {
        answer.complete = false;
        return answer;
    }
    search::Budget* rest = &own;
    if (wants_certificate(answer)) {
        answer.uncertified.reset();
        if (own.ended()) {
            ZERMELO_CHECK(certify(answer, spare_));
        } else {
            ZERMELO_TRY(answer.certified, certify(answer, *this->question().certificate));
            rest = &whole_;  // what is written is not written again
        }
    }
    if (this->question().moves) explain(answer, found.first, *rest);
    return answer;
}

/// Adds what follows from the moves.
template <typename Bits>
void WinSearch<Bits>::look_at_moves(Answer& answer) {
    const auto& root = this->asking_.root;
    engine::MoveList moves;
    game().moves(root, moves);
    answer.bounds.add(game::Bounds::from_moves(
        oracle::look_at_moves<Bits>(*prover_, root, moves, this->question(), whole_, true)));
    const Verdict verdict = answer.bounds.win_within(this->question().plies);
    if (verdict == Verdict::no_win || answer.bounds.exact()) answer.stopped_by.reset();
}

/// `first`: a move that begins a win that was found.
template <typename Bits>
void WinSearch<Bits>::explain(Answer& answer, const std::optional<engine::Move>& first,
                              search::Budget& budget) {
    const auto& root = this->asking_.root;
    const auto limit = this->question().plies;
    const bool won = answer.bounds.won();
    if (answer.bounds.is_unlimited()) {
        answer.complete = false;  // a table on the way has outcomes alone
        if (first) answer.moves.push_back({*first, answer.bounds, std::nullopt});
        return;
    }
    if (won) {
        // What is known of a win that a limit left without its least length needs no search.
        search::Budget spare{whole_.beside(nodes_for_a_line, time_for_a_line)};
        const Plies length = *answer.bounds.at_most();
        const bool least = answer.bounds.exact() || (answer.restricted && answer.restricted->exact());
        auto line = least ? search::principal_line(*prover_, root, length, &budget)
                          : search::winning_line(*prover_, root, length, &spare);
        answer.line = std::move(line.moves);
        answer.complete = line.complete;
    }
    if (game().end(root)) return;
    if (!limit || answer.restricted || (won && !answer.bounds.exact())) {
        if (answer.line && !answer.line->empty())
            answer.moves.push_back(
                {answer.line->front(), game::Bounds::won_within(*answer.bounds.at_most()), std::nullopt});
        return;
    }
    if (*limit < Plies{1}) return;
    for (const auto& tried : search::first_moves(*prover_, root, *limit, &budget)) {
        MoveAnswer move{tried.move, game::Bounds::not_over(), tried.refutation};
        if (tried.length) move.bounds = game::Bounds{game::Value{game::Outcome::win, tried.length}};
        if (tried.verdict == Verdict::no_win) move.bounds.add(game::Bounds::not_won_within(*limit));
        answer.complete = answer.complete && tried.verdict != Verdict::unknown;
        answer.moves.push_back(move);
    }
    answer.sort_moves();
}

template <typename Bits>
bool WinSearch<Bits>::wants_certificate(const Answer& answer) const {
    const auto& question = this->question();
    if (question.certificate == nullptr) return false;
    if (!answer.bounds.won() && (question.plies || answer.restricted)) return false;
    Answer left = answer;
    history_.apply(left, question);
    return left.bounds.win_within(question.plies) == answer.bounds.win_within(question.plies);
}

/// Whether a certificate was written: a limit may come before, or the sink fail, which is noted. Errors: it
/// would not prove what was found.
template <typename Bits>
Result<bool> WinSearch<Bits>::certify(Answer& answer, Sink& sink) {
    const auto& question = this->question();
    const auto& root = this->asking_.root;
    // Under the same limits anew: little is left to search.
    search::Budget budget{limits_of(question.time, question.nodes, question.stop)};
    const auto text_of_position = [&](const auto& position, certificate::Side) {
        return engine::position_text(game().setup(position));
    };
    const auto text_of_move = [&](const auto&, engine::Move m) { return engine::uci(m, game().rules()); };
    const std::string& variant = game().rules().name;
    const std::string rules = rules::hash_text(game().rules());
    certificate::Checker checker{
        [&](const certificate::Header&) -> Result<std::unique_ptr<const certificate::TextGame>> {
            return text_game(engine::GameAt<Bits>{game(), root});
        }};
    CheckedSink checked{checker, sink};
    const auto written = [&](Result<void> result) -> Result<bool> {
        if (result) result = checked.finish();
        if (result) return true;
        if (!checked.lost()) return tl::make_unexpected(std::move(result.error()));
        answer.uncertified = std::move(result.error());
        return false;
    };
    if (!answer.bounds.won()) {
        const auto set = prover_->closed_set(root, &budget);
        if (!set) return false;  // the verdict is worth more
        return written(certificate::write_closed_set(variant, rules,
                                                     engine::position_text(game().setup(root)), **set,
                                                     text_of_position, text_of_move, checked));
    }
    const Plies length = *answer.bounds.at_most();
    const auto strategy =
        search::StrategyBuilder<Game, search::Prover<Game>>{*prover_}.build(root, length, &budget);
    if (!strategy) {
        answer.uncertified =
            Error{ErrorKind::bad_usage,
                  fmt::format("the win in {} plies is proved, but a limit ({}) was reached before "
                              "its certificate was finished",
                              length.count(), name_of_limit(strategy.error()))};
        return false;
    }
    return written(
        certificate::write_strategy(variant, rules, *strategy, text_of_position, text_of_move, checked));
}

template class WinSearch<std::uint64_t>;
template class WinSearch<Bits256>;

}  // namespace zermelo::oracle
