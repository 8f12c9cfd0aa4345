// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>
#include <utility>

#include "zermelo/puzzles/check_state/kernels.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

// Vectors of 32 bytes go from function to function here, but only where these are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

#define ZERMELO_INLINE [[gnu::always_inline]] inline
#define ZERMELO_INLINE_LAMBDA __attribute__((always_inline))

namespace zermelo::check_state {

namespace {

using Verdict = CheckState::Verdict;

/// Squares of a 16 × 16 board: a 16-bit lane a row, a bit a column.
using Set = std::uint16_t __attribute__((vector_size(32)));

template <int Rows, std::size_t... Lane>
ZERMELO_INLINE Set moved_down(Set set, std::index_sequence<Lane...>) {
    constexpr auto source = [](std::size_t lane) {  // 16..31: that row of `set`; 0: an empty row
        const int from = static_cast<int>(lane) - Rows;
        return from >= 0 && from < 16 ? from + 16 : 0;
    };
    return __builtin_shufflevector(Set{}, set, source(Lane)...);
}

/// The set moved by `X` columns and `Y` rows; what leaves the 16 × 16 squares is gone.
template <int X, int Y>
ZERMELO_INLINE Set moved(Set set) {
    if constexpr (X > 0) set = set << X;
    if constexpr (X < 0) set = set >> -X;
    if constexpr (Y != 0) set = moved_down<Y>(set, std::make_index_sequence<16>());
    return set;
}

template <Step step>
ZERMELO_INLINE Set moved(Set set) {
    return moved<step.x, step.y>(set);
}

/// `from` and all that it reaches over `empty` squares in one direction, doubling the reach four times.
template <Step step>
ZERMELO_INLINE Set filled(Set from, Set empty) {
    from |= empty & moved<step>(from);
    empty &= moved<step>(empty);
    from |= empty & moved<2 * step.x, 2 * step.y>(from);
    empty &= moved<2 * step.x, 2 * step.y>(empty);
    from |= empty & moved<4 * step.x, 4 * step.y>(from);
    empty &= moved<4 * step.x, 4 * step.y>(empty);
    return from | (empty & moved<8 * step.x, 8 * step.y>(from));
}

template <Step step>
ZERMELO_INLINE Set rays(Set from, Set empty) {
    return moved<step>(filled<step>(from, empty));
}

using Words = std::array<std::uint64_t, 4>;
ZERMELO_INLINE Words words(Set set) { return std::bit_cast<Words>(set); }
ZERMELO_INLINE bool any(Set set) {
    const Words w = words(set);
    return (w[0] | w[1] | w[2] | w[3]) != 0;
}
ZERMELO_INLINE std::uint64_t count(Set set) {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words(set)) sum += static_cast<std::uint64_t>(std::popcount(word));
    return sum;
}

/// Calls `visit` with each of the steps as a template argument.
template <const std::array<Step, 8>& steps, typename Visit>
ZERMELO_INLINE void for_each(Visit&& visit) {
    [&]<std::size_t... i>(std::index_sequence<i...>) ZERMELO_INLINE_LAMBDA {
        (visit.template operator()<steps[i]>(), ...);
    }(std::make_index_sequence<8>());
}

struct Army {
    Set king, straight, diagonal, knights, pawns, all;

    template <Step step>
    ZERMELO_INLINE Set sliders_along() const {
        return step.diagonal() ? diagonal : straight;
    }
};

ZERMELO_INLINE Set around(Set king) {
    const Set row = king | moved<1, 0>(king) | moved<-1, 0>(king);
    return row | moved<0, 1>(row) | moved<0, -1>(row);
}
ZERMELO_INLINE Set knight_steps_from(Set from) {
    Set reached{};
    for_each<knight_steps>([&]<Step step>() ZERMELO_INLINE_LAMBDA { reached |= moved<step>(from); });
    return reached;
}

/// Every square on which an army would capture, when `empty` squares are so.
template <int Forward>
ZERMELO_INLINE Set attacks(const Army& army, Set empty) {
    Set attacked = around(army.king) | knight_steps_from(army.knights) | moved<1, Forward>(army.pawns) |
                   moved<-1, Forward>(army.pawns);
    for_each<queen_steps>([&]<Step step>() ZERMELO_INLINE_LAMBDA {
        attacked |= rays<step>(army.sliders_along<step>(), empty);
    });
    return attacked;
}

/// The evasions of `own`, whose king is threatened; `danger` as `attacks` of the enemy without that king.
template <int Forward>
ZERMELO_INLINE Evasions evasions(const Army& own, const Army& enemy, Set board, Set danger) {
    Evasions moves{count(around(own.king) & board & ~own.all & ~danger), 0, 0};
    const Set empty = board & ~(own.all | enemy.all);
    Set checkers = (knight_steps_from(own.king) & enemy.knights) |
                   ((moved<1, Forward>(own.king) | moved<-1, Forward>(own.king)) & enemy.pawns);
    Set between{};
    Set pinned{};
    for_each<queen_steps>([&]<Step step>() ZERMELO_INLINE_LAMBDA {
        const Set sliders = enemy.sliders_along<step>();
        const Set path = filled<step>(own.king, empty);
        const Set first = moved<step>(path) & ~path;
        const Set checker = first & sliders;
        checkers |= checker;
        if (any(checker)) between |= path & ~own.king;
        const Set mine = first & own.all;
        if (any(mine) && any(rays<step>(mine, empty) & sliders)) pinned |= mine;
    });
    if (count(checkers) != 1) return moves;
    const auto add = [&](Set reached) ZERMELO_INLINE_LAMBDA {
        if (!any(reached & (checkers | between))) return;
        moves.captures += count(reached & checkers);
        moves.interpositions += count(reached & between);
    };
    const Set knights = own.knights & ~pinned;
    const Set pawns = own.pawns & ~pinned;
    for_each<queen_steps>([&]<Step step>() ZERMELO_INLINE_LAMBDA {
        add(rays<step>(own.sliders_along<step>() & ~pinned, empty));
    });
    for_each<knight_steps>([&]<Step step>() ZERMELO_INLINE_LAMBDA { add(moved<step>(knights)); });
    add(moved<0, Forward>(pawns) & between);
    add(moved<1, Forward>(pawns) & checkers);
    add(moved<-1, Forward>(pawns) & checkers);
    return moves;
}

ZERMELO_INLINE CheckState decide_sets(const PieceList& list) {
    std::array<Set, 16> sets;  // by code
#pragma GCC unroll 16
    for (Set& each : sets) each = Set{};
    list.for_each_run([&](const Run& run) ZERMELO_INLINE_LAMBDA {
        for (std::size_t i = 0; i < run.count; ++i) {
            const Spot spot = Narrow::read(run.words + i);
            sets[spot.code][static_cast<std::size_t>(spot.y)] |= static_cast<std::uint16_t>(1U << spot.x);
        }
    });
    const auto army = [&](Color color) ZERMELO_INLINE_LAMBDA {
        const auto set = [&](Kind kind) ZERMELO_INLINE_LAMBDA {
            return sets[static_cast<std::size_t>(code_of(color, kind))];
        };
        const Set queens = set(Kind::queen);
        Army a{set(Kind::king),   queens | set(Kind::rook), queens | set(Kind::bishop),
               set(Kind::knight), set(Kind::pawn),          {}};
        a.all = a.king | a.straight | a.diagonal | a.knights | a.pawns;
        return a;
    };
    const Army white = army(Color::white);
    const Army black = army(Color::black);
    Set board{};
    for (std::size_t y = 0; y < list.n(); ++y) board[y] = static_cast<std::uint16_t>((1U << list.n()) - 1);
    const Set empty = board & ~(white.all | black.all);
    const Set danger_to_white = attacks<-1>(black, empty | white.king);
    const Set danger_to_black = attacks<1>(white, empty | black.king);
    const bool white_threatened = any(danger_to_white & white.king);
    const bool black_threatened = any(danger_to_black & black.king);
    if (white_threatened && black_threatened) return {Verdict::impossible, Color::white, {}, {}};
    if (white_threatened)
        return {Verdict::check, Color::white, evasions<1>(white, black, board, danger_to_white), {}};
    if (black_threatened)
        return {Verdict::check, Color::black, evasions<-1>(black, white, board, danger_to_black), {}};
    return {};
}

#if ZERMELO_X86
ZERMELO_TARGET_AVX2 CheckState decide_avx2(const PieceList& list) { return decide_sets(list); }
#endif

}  // namespace

CheckState decide_small(const PieceList& list, [[maybe_unused]] Isa isa) {
#if ZERMELO_X86
    if (isa == Isa::avx2) return decide_avx2(list);
#endif
    return decide_sets(list);
}

}  // namespace zermelo::check_state
