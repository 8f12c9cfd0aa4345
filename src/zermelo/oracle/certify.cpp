// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/certify.hpp"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "zermelo/certificate/check.hpp"
#include "zermelo/certificate/from_strategy.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/answer.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/text_game.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/search/strategy.hpp"

namespace zermelo::oracle {

namespace {

using search::Role;

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

/// One certificate at work.
template <typename Bits>
class Writing {
  public:
    using Game = GameWithTables<Bits>;
    using Prover = search::Prover<Game>;
    using Position = engine::Position<Bits>;

    Writing(Prover& prover, const Position& root, const Question& question, Sink& sink)
        : prover_(prover),
          root_(root),
          budget_(limits_of(question.time, question.nodes, question.stop)),
          checker_(
              [this](const certificate::Header&) -> Result<std::unique_ptr<const certificate::TextGame>> {
                  return text_game(engine::GameAt<Bits>{game(), root_});
              }),
          sink_(checker_, sink) {}

    /// The limit that came before the strategy was built.
    std::optional<search::Stop> win(Role role, Plies length) {
        const auto strategy =
            search::StrategyBuilder<Game, Prover>{prover_}.build(root_, role, length, &budget_);
        if (!strategy) return strategy.error();
        note(certificate::write_strategy(name(), hash(), *strategy, position_text(), move_text(), sink_));
        return std::nullopt;
    }
    std::optional<search::Stop> no_win(Role role) {
        const auto set = prover_.closed_set(root_, role, &budget_);
        if (!set) return set.error();
        note(certificate::write_closed_set(name(), hash(), engine::position_text(game().setup(root_)), **set,
                                           position_text(), move_text(), sink_));
        return std::nullopt;
    }
    /// What came of all.
    Result<void> finish() {
        if (written_) note(sink_.finish());
        return std::move(written_);
    }
    /// Whether what failed is the caller's sink.
    bool lost() const { return sink_.lost(); }

  private:
    const Game& game() const { return prover_.game(); }
    const std::string& name() const { return game().rules().name; }
    std::string hash() const { return rules::hash_text(game().rules()); }
    auto position_text() const {
        return [this](const auto& position, certificate::Side) {
            return engine::position_text(game().setup(position));
        };
    }
    auto move_text() const {
        return [this](const auto&, engine::Move m) { return engine::uci(m, game().rules()); };
    }
    void note(Result<void> result) {
        if (written_) written_ = std::move(result);
    }

    Prover& prover_;
    const Position& root_;
    search::Budget budget_;
    certificate::Checker checker_;
    CheckedSink sink_;
    Result<void> written_;
};

}  // namespace

template <typename Bits>
bool Certifier<Bits>::is_due(const Answer& answer) const {
    if (question_.certificate == nullptr) return false;
    const bool of_win = question_.asked == Asked::win;
    if (of_win && !answer.bounds.won() && (question_.plies || answer.restricted)) return false;
    const auto claim = [&](const game::Bounds& bounds) {
        return of_win ? std::pair{bounds.win_within(question_.plies) != Verdict::unknown, bounds.won()}
                      : std::pair{bounds.outcome().has_value(), bounds.won()};
    };
    Answer left = answer;
    history_.apply(left, question_);
    return claim(answer.bounds).first && claim(left.bounds) == claim(answer.bounds);
}

template <typename Bits>
Result<bool> Certifier<Bits>::write(search::Prover<GameWithTables<Bits>>& prover,
                                    const engine::Position<Bits>& root, Answer& answer, Sink& sink) const {
    const game::Bounds& bounds = answer.bounds;
    Writing<Bits> writing{prover, root, question_, sink};
    std::optional<search::Stop> stop;
    const bool of_win = question_.asked == Asked::win;
    if (bounds.won() || (bounds.lost() && !of_win)) {
        stop = writing.win(bounds.won() ? Role::attacker : Role::defender, *bounds.at_most());
    } else {
        stop = writing.no_win(Role::attacker);
        // A draw has two, one after the other.
        if (!stop && !of_win) stop = writing.no_win(Role::defender);
    }
    if (stop) {
        if (bounds.won() || bounds.lost())
            answer.uncertified = Error{
                ErrorKind::bad_usage,
                fmt::format("the {} in {} plies is proved, but a limit ({}) was reached before "
                            "its certificate was finished",
                            bounds.won() ? "win" : "loss", bounds.at_most()->count(), name_of_limit(*stop))};
        return false;  // that there is no win is worth more than its certificate
    }
    auto written = writing.finish();
    if (written) return true;
    if (!writing.lost()) return tl::make_unexpected(std::move(written.error()));
    answer.uncertified = std::move(written.error());
    return false;
}

template class Certifier<std::uint64_t>;
template class Certifier<Bits256>;

}  // namespace zermelo::oracle
