// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/searched_values.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "zermelo/app/library.hpp"
#include "zermelo/app/position.hpp"
#include "zermelo/app/prove.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/forced_win.hpp"

namespace zermelo::app {

namespace {

/// The search from one position.
template <typename Bits>
class ValueSearch {
  public:
    ValueSearch(const engine::GameAt<Bits>& at, const SearchRequest& request)
        : root_(at.position),
          solver_(at.game, request.memory),
          budget_(limits_of(request.time, request.nodes, request.stop)) {
        engine::MoveList moves;
        game().moves(root_, moves);
        tries_.reserve(moves.size());
        for (const engine::Move move : moves) {
            Try next{move, game().play(root_, move)};
            if (const auto end = game().end(next.child)) next.value = game::turned(game::ended(*end));
            tries_.push_back(next);
        }
    }

    Json run(Plies deepest, const SearchProgress& progress) {
        if (const auto end = game().end(root_)) {
            KnownValues known;
            known.value = game::ended(*end);
            known.source = ValueSource::rules;
            return position_object(game(), root_, known);
        }
        for (Plies depth{1}; depth <= deepest; depth = depth + Plies{1}) {
            const bool done = search(depth);
            if (value() && !line_) find_line();
            if (!done) break;
            if (progress) progress(depth, object());
            if (decided()) break;
        }
        return object();
    }

  private:
    struct Try {
        engine::Move move;
        engine::Position<Bits> child;
        std::optional<game::Value> value = std::nullopt;  ///< for who makes the move
        // Proved where the value is not known, counted from the child:
        Plies not_lost_within{};
        Plies not_won_within{};
    };

    const engine::Game<Bits>& game() const { return solver_.game(); }

    /// Looks for wins and losses of exactly so many plies, the move included; false: a limit came first.
    bool search(Plies depth) {
        const Plies left = depth - Plies{1};
        for (Try& each : tries_) {
            if (each.value) continue;
            const auto lost = solver_.prove_loss(each.child, left, &budget_, each.not_lost_within);
            if (lost.verdict == Verdict::unknown) return false;
            if (lost.length) {
                each.value = game::Value{game::Outcome::win, *lost.length + Plies{1}};
                continue;
            }
            each.not_lost_within = left;
            const auto won = solver_.prove(each.child, left, &budget_, each.not_won_within);
            if (won.verdict == Verdict::unknown) return false;
            if (won.length) each.value = game::Value{game::Outcome::loss, *won.length + Plies{1}};
            each.not_won_within = left;
        }
        return true;
    }

    bool decided() const {
        return std::all_of(tries_.begin(), tries_.end(), [](const Try& each) { return each.value; });
    }

    /// The best of the moves whose value is known.
    const Try* best() const {
        const Try* best = nullptr;
        for (const Try& each : tries_)
            if (each.value && (best == nullptr || game::better(*each.value, *best->value))) best = &each;
        return best;
    }

    /// The position's value. All moves are searched to the same depth, so the first win is a shortest one.
    std::optional<game::Value> value() const {
        const Try* const found = best();
        const bool known = found != nullptr && (found->value->outcome == game::Outcome::win || decided());
        return known ? found->value : std::nullopt;
    }

    /// Precondition: the value is known.
    void find_line() {
        const Try& first = *best();
        if (!first.value->distance) {
            line_.emplace();
            return;
        }
        const bool attacks = first.value->outcome == game::Outcome::loss;
        const auto rest = search::principal_line(solver_, first.child, *first.value->distance - Plies{1},
                                                 &budget_, attacks);
        if (!rest.complete) return;
        line_.emplace({engine::uci(first.move, game().rules())});
        for (const engine::Move& move : rest.moves) line_->push_back(engine::uci(move, game().rules()));
    }

    Json object() const {
        KnownValues known;
        known.value = value();
        if (known.value) known.source = ValueSource::search;
        known.line = line_;
        const Try* const found = best();
        for (const Try& each : tries_) {
            KnownMove move{each.move, each.value};
            if (each.value && each.value->outcome < found->value->outcome) {
                move.optimal = move.keeps_result = false;
            } else if (each.value && known.value) {
                move.optimal = !game::better(*known.value, *each.value);
                move.keeps_result = true;
            } else if (known.value && each.not_lost_within + Plies{1} >= *known.value->distance) {
                move.optimal = false;  // of a won position: it is no win of so few plies
            }
            known.moves.push_back(move);
        }
        std::stable_sort(known.moves.begin(), known.moves.end(), comes_before);
        return position_object(game(), root_, known);
    }

    engine::Position<Bits> root_;
    search::ForcedWin<engine::Game<Bits>> solver_;
    search::Budget budget_;
    std::vector<Try> tries_;
    std::optional<std::vector<std::string>> line_;
};

}  // namespace

Result<Json> searched_values(const rules::Rules& rules, const std::optional<std::string>& fen,
                             const SearchRequest& request, const SearchProgress& progress) {
    ZERMELO_CHECK(check_limit(request.plies));
    ZERMELO_TRY(const engine::AnyGameAt start, position_of(rules, fen));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<Json> {
            ZERMELO_CHECK(check_move_count(at.game.count(at.position)));
            return ValueSearch<Bits>{at, request}.run(request.plies, progress);
        },
        start);
}

}  // namespace zermelo::app
