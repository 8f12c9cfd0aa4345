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
            known.value = game::ended(*end);
            known.source = ValueSource::rules;
            return position_object(game_, root_, known);
        }
        TablesOnDemand<Bits> demand{game_, root_, request_.memory};
        search::Budget budget;
        const Json found = searched(progress, &demand, budget);
        if (!budget.halted()) return found;
        auto made = demand.make(budget, 1, {});
        if (made && *made) return of_tables(**made);
        if (made) return searched(progress, nullptr, budget);  // under the limits anew
        if (made.error().kind == ErrorKind::stopped) return found;
        return tl::make_unexpected(std::move(made.error()));
    }

  private:
    /// `demand`: halts it, unless that is null. `used`: what is left of its limits.
    Json searched(const SearchProgress& progress, TablesOnDemand<Bits>* demand, search::Budget& used) {
        ProofMemory memory{request_.memory};
        ValueSearch<Bits> search{
            {game_, root_}, {limits_of(request_.time, request_.nodes, request_.stop)}, memory};
        if (demand != nullptr) demand->watch(search.budget());
        for (Plies depth{1}; depth <= request_.plies; depth = depth + Plies{1}) {
            const bool done = search.search(depth);
            if (search.value() && !line_) find_line(search);
            if (!done) break;
            if (progress) progress(depth, object(search));
            if (search.decided()) break;
        }
        used = search.budget();
        return object(search);
    }

    Result<Json> of_tables(tablebase::Prober<Bits>& prober) const {
        ZERMELO_TRY(const KnownValues known, all_known(prober, root_, true));
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
        known.value = search.value();
        if (known.value) known.source = ValueSource::search;
        known.line = line_;
        const RootMove<Bits>* const found = search.best();
        for (const RootMove<Bits>& each : search.moves()) {
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
        return position_object(game_, root_, known);
    }

    engine::Position<Bits> root_;
    engine::Game<Bits> game_;
    const SearchRequest& request_;
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
            return SearchedPosition<Bits>{at, request}.run(progress);
        },
        start);
}

}  // namespace zermelo::app
