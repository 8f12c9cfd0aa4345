// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/win_search.hpp"

#include <chrono>
#include <utility>

#include "zermelo/oracle/move_looks.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/outcome_search.hpp"

namespace zermelo::oracle {

namespace {

constexpr std::chrono::milliseconds time_for_a_line{50};  ///< after the limit of time

}  // namespace

template <typename Bits>
WinSearch<Bits>::WinSearch(const Asking<Bits>& asking, const HistoryRules& history, search::Budget& whole,
                           Prover& prover)
    : Searching<Bits>(asking), certifier_(asking.question, history), whole_(whole), prover_(prover) {
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
    if (certifier_.is_due(answer)) {
        answer.uncertified.reset();
        if (own.ended()) {
            ZERMELO_CHECK(certifier_.write(*prover_, root, answer, spare_));
        } else {
            ZERMELO_TRY(answer.certified,
                        certifier_.write(*prover_, root, answer, *this->question().certificate));
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

template class WinSearch<std::uint64_t>;
template class WinSearch<Bits256>;

}  // namespace zermelo::oracle
