// SPDX-License-Identifier: GPL-3.0-or-later
// How long a game can still last.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "zermelo/base/by_color.hpp"
#include "zermelo/engine/game.hpp"

namespace zermelo::engine {

namespace {

/// What is left for moves to use up (`RuleFacts::Uses`): for those of each side, and for those of both
/// together.
struct Supply {
    ByColor<std::uint64_t> own{};
    std::uint64_t together = 0;
};

/// A wall comes to a square without one, in the region of who puts it. Where nobody captures, no man goes,
/// and as many squares as there are men never get a wall.
template <typename Bits>
Supply squares_for_walls(const CompiledRules<Bits>& compiled, const Position<Bits>& p) {
    const SquareSet<Bits> free = compiled.board & ~p.walls();
    Supply supply;
    SquareSet<Bits> either;
    for (const Color c : both_colors) {
        const SquareSet<Bits> squares = free & compiled.sides[c].wall_region;
        supply.own[c] = squares.size();
        either |= squares;
    }
    const auto captures = [](const rules::Kind& kind) {
        return std::any_of(kind.movements.begin(), kind.movements.end(),
                           [](const rules::Movement& m) { return m.captures; });
    };
    supply.together = either.size();
    if (std::none_of(compiled.rules.kinds.begin(), compiled.rules.kinds.end(), captures))
        supply.together = std::min<std::uint64_t>(supply.together, free.size() - p.men().size());
    return supply;
}

/// A drop comes to an empty square where a kind may be dropped that the side has in hand, or needs not have.
template <typename Bits>
Supply empty_squares(const CompiledRules<Bits>& compiled, const Position<Bits>& p) {
    const SquareSet<Bits> empty = compiled.board & ~p.occupied();
    Supply supply;
    SquareSet<Bits> either;
    for (const Color c : both_colors) {
        SquareSet<Bits> squares;
        std::uint64_t in_hand = 0;
        for (const rules::PieceKind kind : compiled.kinds()) {
            if (compiled.rules.free_drops ? compiled.is_royal(kind) : p.in_hand(c, kind) == 0) continue;
            squares |= empty & compiled.piece_moves(c, kind).drop_squares;
            in_hand += p.in_hand(c, kind);
        }
        either |= squares;
        std::uint64_t& own = supply.own[c];
        own = squares.size();
        if (!compiled.rules.free_drops) own = std::min(own, in_hand);
    }
    supply.together = either.size();
    return supply;
}

/// A side's moves to empty squares use up the ranks that its men have before them, those in hand all of the
/// board's; its captures use up enemies, and give it back what `RuleFacts::capture_moves` says; its drops
/// use up its hand. Nothing else gives a side ranks, enemies or men in hand.
template <typename Bits>
Supply men_and_ranks(const CompiledRules<Bits>& compiled, const Position<Bits>& p) {
    Supply supply;
    for (const Color c : both_colors) {
        std::uint64_t& own = supply.own[c];
        std::uint64_t enemies = p.men(!c).size();
        for (const rules::PieceKind kind : compiled.kinds()) {
            const bool endless = compiled.facts.endless[c][kind.index()];
            own += std::uint64_t{p.in_hand(c, kind)} * (endless ? compiled.ranks : 1);
            enemies += p.in_hand(!c, kind);
            for (SquareSet<Bits> men = endless ? p.men(c, kind) : SquareSet<Bits>{}; men.any();) {
                const unsigned rank = compiled.place(men.take_first()).rank;
                own += c == Color::white ? compiled.ranks - 1 - rank : rank;
            }
        }
        own += compiled.facts.capture_moves[c] * enemies;
    }
    supply.together = supply.own[Color::white] + supply.own[Color::black];
    return supply;
}

}  // namespace

template <typename Bits>
std::optional<Plies> Game<Bits>::plies_left(const Position& p) const {
    Supply supply;
    switch (compiled_->facts.uses) {
        case RuleFacts::Uses::nothing:
            return std::nullopt;
        case RuleFacts::Uses::squares_for_walls:
            supply = squares_for_walls(*compiled_, p);
            break;
        case RuleFacts::Uses::empty_squares:
            supply = empty_squares(*compiled_, p);
            break;
        case RuleFacts::Uses::men_and_ranks:
            supply = men_and_ranks(*compiled_, p);
            break;
    }
    const std::uint64_t own = supply.own[p.to_move()];
    const std::uint64_t other = supply.own[!p.to_move()];
    const std::uint64_t moves = std::min(supply.together, own + other);
    // Before each of these moves one pass at most, and after the last one two, which end the game.
    if (compiled_->sides[Color::white].may_pass || compiled_->sides[Color::black].may_pass)
        return Plies{p.passes() >= 2 ? 0 : 2 * moves + 2 - p.passes()};
    // Otherwise the sides move in turn, and who has nothing left to use up does not move.
    return Plies{std::min({moves, 2 * own, 2 * other + 1})};
}

template std::optional<Plies> Game<std::uint64_t>::plies_left(const Position&) const;
template std::optional<Plies> Game<Bits256>::plies_left(const Position&) const;

}  // namespace zermelo::engine
