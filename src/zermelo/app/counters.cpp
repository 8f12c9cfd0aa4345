// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/counters.hpp"

#include <limits>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/notation.hpp"

namespace zermelo::app {

template <typename Bits>
bool is_progress(const engine::Game<Bits>& game, const engine::Position<Bits>& position, engine::Move move) {
    using Type = engine::Move::Type;
    if (move.is_drop() || engine::captures(position, move)) return true;
    if (move.type != Type::normal) return false;
    if (move.promotion != 0) return true;
    const engine::Tables<Bits>& tables = game.tables();
    const Color us = position.to_move();
    const rules::PieceKind kind = position.kind_on(move.from);
    if (!rules::contains(game.rules().history.progress_kinds[static_cast<unsigned>(us)], tables.letter(kind)))
        return false;
    return !engine::targets<false>(tables, tables.piece_moves(us, kind), move.to, {}, tables.board, {})
                .contains(move.from);
}

void count_move(const engine::Setup& before, bool progress, engine::Setup& after) {
    const auto next = [](auto count) {  // a FEN may say the largest number there is
        return count == std::numeric_limits<decltype(count)>::max() ? count : count + 1;
    };
    after.half_moves = progress ? 0 : next(before.half_moves);
    after.full_moves = before.to_move == Color::black ? next(before.full_moves) : before.full_moves;
    if (!progress) after.counting_limit = before.counting_limit;
}

template bool is_progress(const engine::Game<std::uint64_t>&, const engine::Position<std::uint64_t>&,
                          engine::Move);
template bool is_progress(const engine::Game<Bits256>&, const engine::Position<Bits256>&, engine::Move);

}  // namespace zermelo::app
