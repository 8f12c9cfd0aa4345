// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/known_values.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "zermelo/engine/notation.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::oracle {
namespace {

/// The position where no table holds it: what its end, and the tables for its moves, say, as far as these
/// can be read.
template <typename Bits>
Result<KnownValues> known_without_table(OpenTables& tables, const engine::GameAt<Bits>& at) {
    KnownValues known;
    if (const auto outcome = at.game.end(at.position)) {
        known.bounds = game::Bounds{game::ended(*outcome)};
        known.source = ValueSource::rules;
        return known;
    }
    ZERMELO_CHECK(check_move_count(at.game.count(at.position)));
    engine::MoveList moves;
    at.game.moves(at.position, moves);
    bool looked_up = false;
    for (const engine::Move& move : moves) {
        const engine::GameAt<Bits> after{at.game, at.game.play(at.position, move)};
        const auto value = tables.value(after);
        if (!value) known.error = value.error();
        const bool is_known = value && *value;
        looked_up = looked_up || (is_known && !at.game.end(after.position));
        known.moves.push_back({move, (is_known ? game::Bounds{**value} : game::Bounds::not_over()).turned()});
    }
    known.conclude();
    if (known.bounds.outcome()) known.source = looked_up ? ValueSource::tables : ValueSource::search;
    return known;
}

}  // namespace

void KnownValues::conclude() {
    std::stable_sort(moves.begin(), moves.end(),
                     [](const KnownMove& a, const KnownMove& b) { return precedes(a.bounds, b.bounds); });
    std::vector<game::Bounds> all;
    for (const KnownMove& move : moves) all.push_back(move.bounds);
    if (!all.empty()) bounds.add(game::Bounds::from_moves(all));
}

namespace {

template <typename Bits>
Result<KnownValues> known_of(tablebase::Prober<Bits>& prober, const engine::Position<Bits>& position,
                             bool moves, bool line) {
    ZERMELO_TRY(const auto value, about("FEN", prober.value(position)));
    KnownValues known;
    known.bounds = game::Bounds{value};
    known.source = prober.game().end(position) ? ValueSource::rules : ValueSource::tables;
    if (moves) {
        ZERMELO_TRY(const auto all, prober.moves(position));
        for (const auto& move : all) known.moves.push_back({move.move, game::Bounds{move.value}});
    }
    if (line) {
        ZERMELO_TRY(const auto best, prober.line(position));
        known.line = engine::ucis(best, prober.game().rules());
    }
    return known;
}

}  // namespace

template <typename Bits>
Result<KnownValues> all_known(tablebase::Prober<Bits>& prober, const engine::Position<Bits>& position,
                              bool line) {
    return known_of(prober, position, true, line);
}

template Result<KnownValues> all_known(tablebase::Prober<std::uint64_t>&,
                                       const engine::Position<std::uint64_t>&, bool);
template Result<KnownValues> all_known(tablebase::Prober<Bits256>&, const engine::Position<Bits256>&, bool);

Result<KnownValues> known_values(OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<KnownValues> {
            const auto all = [&](tablebase::Prober<Bits>& prober) {
                return all_known(prober, at.position, line);
            };
            auto known = tables.first(at, all);
            if (known && *known) return **std::move(known);
            ZERMELO_TRY(KnownValues others, known_without_table(tables, at));
            if (!known) others.error = std::move(known.error());
            // The position's own table may be good, and that of a move not.
            if (const auto value = tables.value(at); value && *value) {
                others.bounds.add(game::Bounds{**value});
                if (!at.game.end(at.position)) others.source = ValueSource::tables;
            }
            if (const auto moves = line ? tables.line(at) : std::nullopt; moves && *moves)
                others.line = engine::ucis(**moves, at.game.rules());
            return others;
        },
        position);
}

Result<KnownValues> values_or_error(OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    ZERMELO_TRY(KnownValues known, known_values(tables, position, line));
    if (known.error) return tl::make_unexpected(*std::move(known.error));
    return known;
}

FolderTables::FolderTables(const engine::AnyGameAt& start, const tablebase::TableFolder& folder)
    : folder_(folder) {
    std::visit([&](const auto& at) { prober_ = puzzles::make_prober(at.game, folder_); }, start);
}

Result<KnownValues> FolderTables::known(const engine::AnyGameAt& position, bool moves, bool line) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            auto& own = *std::get<OpenTables::ProberPointer<Bits>>(prober_);
            if (&at.game.tables() == &own.game().tables()) return known_of(own, at.position, moves, line);
            return known_of(*puzzles::make_prober(at.game, folder_), at.position, moves, line);
        },
        position);
}

}  // namespace zermelo::oracle
