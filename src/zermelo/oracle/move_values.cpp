// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/move_values.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/search_or_tables.hpp"
#include "zermelo/oracle/value_search.hpp"
#include "zermelo/search/outcome_search.hpp"

namespace zermelo::oracle {

namespace {

/// What a search has proved, and tables in memory.
template <typename Bits>
class MoveValues {
  public:
    MoveValues(const engine::GameAt<Bits>& at, const MovesRequest& request)
        : root_(at.position), game_(at.game), request_(request) {}

    Result<KnownValues> run(const MovesReport& progress) {
        if (const auto end = game_.end(root_)) {
            KnownValues known;
            known.bounds = game::Bounds{game::ended(*end)};
            known.source = ValueSource::rules;
            return known;
        }
        // Half of what it may take is for who wins at any length.
        nodes_left_ = request_.nodes;
        if (nodes_left_) *nodes_left_ /= parts();
        search::Budget budget{limits_of(request_.time, nodes_left_, request_.stop)};
        TablesOnDemand<Bits> demand{game_, root_, request_.memory, 1};
        const auto search = [&](search::Budget& own) -> Result<KnownValues> {
            return searched(own, progress);
        };
        const auto unfinished = [](KnownValues known) -> Result<KnownValues> { return known; };
        const auto look_up = [&](const std::unique_ptr<tablebase::Prober<Bits>>& tables) {
            return oracle::all_known(*tables, root_, true);
        };
        return search_or_tables(demand, budget, {}, search, unfinished, look_up);
    }

  private:
    std::uint64_t parts() const { return request_.plies ? 1 : 2; }

    KnownValues searched(search::Budget& budget, const MovesReport& progress) {
        ProofMemory memory{request_.memory / parts()};
        ValueSearch<Bits> search{{game_, root_}, {.budget = &budget}, memory};
        AnyLength any_length{game_, root_, request_.memory / 2};
        std::uint64_t nodes = request_.plies ? search::Budget::no_end : first_turn;
        for (Plies depth{1}; depth <= request_.plies.value_or(max_plies); depth = depth + Plies{1}) {
            bool done = false;
            for (;; nodes *= 2) {
                search::Budget turn{budget, nodes};
                done = search.search(depth, &turn);
                if (done || !turn.ended()) break;
                const bool found = look_for_any_length(search, any_length, budget, nodes);
                if (found && progress) progress(depth - Plies{1}, known(search));
                if (all_known(search)) break;
            }
            if (search.value() && !line_) find_line(search);
            if (!done) break;
            if (progress) progress(depth, known(search));
            if (all_known(search)) break;
        }
        for (; !request_.plies && !budget.over() && !all_known(search) && nodes_left_ != 0; nodes *= 2)
            if (look_for_any_length(search, any_length, budget, nodes) && progress)
                progress(max_plies, known(search));
        return known(search);
    }

    using AnyLength = search::OutcomeSearch<GameWithTables<Bits>>;
    static constexpr std::uint64_t first_turn = 50'000;

    /// A turn of the search for who wins at any length: of the position first, then of the moves of which
    /// that is not known. Returns whether something new is known of the position.
    bool look_for_any_length(const ValueSearch<Bits>& search, AnyLength& any_length,
                             const search::Budget& whole, std::uint64_t turn) {
        const auto before = root_bounds_;
        any_length.add(root_bounds_);
        search::Budget budget{whole.beside(std::min(turn, nodes_left_.value_or(turn)))};
        if (!any_length.bounds().exact()) any_length.run(budget);
        root_bounds_ = any_length.bounds();
        if (nodes_left_) *nodes_left_ -= budget.nodes_used();
        const auto& moves = search.moves();
        move_bounds_.resize(moves.size());
        search::Budget for_moves{whole.beside(search::Budget::no_end)};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (budget.over()) break;
            const bool open = root_bounds_.outcome() && !known_of(moves[i], i).outcome();
            std::uint64_t nodes = open ? turn / moves.size() : 0;
            if (nodes_left_) *nodes_left_ -= nodes = std::min(nodes, *nodes_left_);
            move_bounds_[i].add(any_length.after(moves[i].move, nodes, for_moves));
        }
        return root_bounds_ != before;
    }

    /// What both searches have proved of a move.
    game::Bounds known_of(const RootMove<Bits>& move, std::size_t number) const {
        game::Bounds bounds = move.bounds();
        if (number < move_bounds_.size()) bounds.add(move_bounds_[number]);
        return bounds;
    }
    bool all_known(const ValueSearch<Bits>& search) const {
        const auto& moves = search.moves();
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (!known_of(moves[i], i).exact()) return false;
        return true;
    }

    /// Precondition: the value is known.
    void find_line(ValueSearch<Bits>& search) {
        const RootMove<Bits>& first = *search.best();
        if (!first.value->distance) {
            line_.emplace();
            return;
        }
        const auto moves = search.line(first);
        if (moves) line_ = engine::ucis(*moves, game_.rules());
    }

    KnownValues known(const ValueSearch<Bits>& search) const {
        KnownValues known;
        known.line = line_;
        known.bounds = root_bounds_;
        for (std::size_t i = 0; i < search.moves().size(); ++i)
            known.moves.push_back({search.moves()[i].move, known_of(search.moves()[i], i)});
        known.conclude();
        if (known.bounds.outcome()) known.source = ValueSource::search;
        return known;
    }

    engine::Position<Bits> root_;
    engine::Game<Bits> game_;
    const MovesRequest& request_;
    std::optional<std::vector<std::string>> line_;
    // Proved at any length:
    game::Bounds root_bounds_;
    std::optional<std::uint64_t> nodes_left_;
    std::vector<game::Bounds> move_bounds_;
};

}  // namespace

Result<KnownValues> move_values(const engine::AnyGameAt& position, const MovesRequest& request,
                                const MovesReport& progress) {
    ZERMELO_CHECK(check_limit(request.plies));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<KnownValues> {
            ZERMELO_CHECK(check_move_count(at.game.count(at.position)));
            return MoveValues<Bits>{at, request}.run(progress);
        },
        position);
}

}  // namespace zermelo::oracle
