// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/searched_values.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "zermelo/app/library.hpp"
#include "zermelo/app/position.hpp"
#include "zermelo/app/probe.hpp"
#include "zermelo/app/prove.hpp"
#include "zermelo/app/tables_on_demand.hpp"
#include "zermelo/app/value_search.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/search/outcome_search.hpp"

namespace zermelo::app {

namespace {

/// The answer as JSON, from what a search has proved.
template <typename Bits>
class SearchedPosition {
  public:
    SearchedPosition(const engine::GameAt<Bits>& at, const SearchRequest& request)
        : root_(at.position), game_(at.game), request_(request) {}

    Result<Json> run(const SearchProgress& progress) {
        if (const auto end = game_.end(root_)) {
            KnownValues known;
            known.bounds = game::Bounds{game::ended(*end)};
            known.source = ValueSource::rules;
            return position_object(game_, root_, known);
        }
        TablesOnDemand<Bits> demand{game_, root_, request_.memory, 1};
        search::Budget budget;
        const Json found = searched(progress, &demand, budget);
        if (!budget.halted()) return found;
        auto made = demand.make(budget, {});
        if (made && *made) return of_tables(**made);
        if (made) return searched(progress, nullptr, budget);  // under the limits anew
        if (made.error().kind == ErrorKind::stopped) return found;
        return tl::make_unexpected(std::move(made.error()));
    }

  private:
    /// `demand`: halts it, unless that is null. `used`: what is left of its limits.
    Json searched(const SearchProgress& progress, TablesOnDemand<Bits>* demand, search::Budget& used) {
        // Half of what it may take is for who wins at any length.
        const std::uint64_t parts = request_.plies ? 1 : 2;
        auto nodes = request_.nodes;
        if (nodes) *nodes /= parts;
        nodes_left_ = nodes;
        ProofMemory memory{request_.memory / parts};
        ValueSearch<Bits> search{{game_, root_}, {limits_of(request_.time, nodes, request_.stop)}, memory};
        AnyLength any_length{game_, root_, request_.memory / 2};
        if (demand != nullptr) demand->watch(search.budget());
        std::uint64_t turn = request_.plies ? search::Budget::no_slice : first_turn;
        for (Plies depth{1}; depth <= request_.plies.value_or(most_plies); depth = depth + Plies{1}) {
            search.budget().begin_turn(turn);
            bool done = search.search(depth);
            while (!done && search.budget().turn_over()) {
                const bool found = look_for_any_length(search, any_length, turn);
                if (found && progress) progress(depth - Plies{1}, object(search));
                if (all_known(search)) break;
                turn *= 2;
                search.budget().begin_turn(turn);
                done = search.search(depth);
            }
            if (search.value() && !line_) find_line(search);
            if (!done) break;
            if (progress) progress(depth, object(search));
            if (all_known(search)) break;
        }
        for (; !request_.plies && !search.budget().over() && !all_known(search) && nodes_left_ != 0;
             turn *= 2)
            if (look_for_any_length(search, any_length, turn) && progress)
                progress(most_plies, object(search));
        used = search.budget();
        return object(search);
    }

    using AnyLength = search::OutcomeSearch<engine::Game<Bits>>;
    static constexpr std::uint64_t first_turn = 50'000;

    /// A turn of the search for who wins at any length: of the position first, then of the moves of which
    /// that is not known. Returns whether something new is known of the position.
    bool look_for_any_length(const ValueSearch<Bits>& search, AnyLength& any_length, std::uint64_t turn) {
        const auto before = root_bounds_;
        any_length.add(root_bounds_);
        search::Budget budget{search.budget().limits_left(std::min(turn, nodes_left_.value_or(turn)))};
        if (!any_length.bounds().exact()) any_length.run(budget);
        root_bounds_ = any_length.bounds();
        if (nodes_left_) *nodes_left_ -= budget.nodes_used();
        const auto& moves = search.moves();
        move_bounds_.resize(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (budget.over()) break;
            const bool open = root_bounds_.outcome() && !known_of(moves[i], i).outcome();
            std::uint64_t nodes = open ? turn / moves.size() : 0;
            if (nodes_left_) *nodes_left_ -= nodes = std::min(nodes, *nodes_left_);
            move_bounds_[i].add(any_length.after(moves[i].move, nodes));
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

    Result<Json> of_tables(tablebase::Prober<Bits>& prober) const {
        ZERMELO_TRY(const KnownValues known, app::all_known(prober, root_, true));
        return position_object(game_, root_, known);
    }

    /// Precondition: the value is known.
    void find_line(ValueSearch<Bits>& search) {
        const RootMove<Bits>& first = *search.best();
        if (!first.value->distance) {
            line_.emplace();
            return;
        }
        const auto moves = search.line(first);
        if (!moves) return;
        line_.emplace();
        for (const engine::Move& move : *moves) line_->push_back(engine::uci(move, game_.rules()));
    }

    Json object(const ValueSearch<Bits>& search) const {
        KnownValues known;
        known.line = line_;
        known.bounds = root_bounds_;
        for (std::size_t i = 0; i < search.moves().size(); ++i)
            known.moves.push_back({search.moves()[i].move, known_of(search.moves()[i], i)});
        known.conclude();
        if (known.bounds.outcome()) known.source = ValueSource::search;
        return position_object(game_, root_, known);
    }

    engine::Position<Bits> root_;
    engine::Game<Bits> game_;
    const SearchRequest& request_;
    std::optional<std::vector<std::string>> line_;
    // Proved at any length:
    game::Bounds root_bounds_;
    std::optional<std::uint64_t> nodes_left_;
    std::vector<game::Bounds> move_bounds_;
};

}  // namespace

Result<Json> searched_values(const rules::Rules& rules, const std::optional<std::string>& fen,
                             const SearchRequest& request, const SearchProgress& progress) {
    ZERMELO_CHECK(check_limit(request.plies));
    ZERMELO_TRY(const engine::AnyGameAt start, position_of(rules, fen));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<Json> {
            ZERMELO_CHECK(check_move_count(at.game.count(at.position)));
            return SearchedPosition<Bits>{at, request}.run(progress);
        },
        start);
}

}  // namespace zermelo::app
