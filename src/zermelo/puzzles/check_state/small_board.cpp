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

/// The set moved by so many columns and rows; what leaves the 16 × 16 squares is gone.
template <int X, int Y>
ZERMELO_INLINE Set moved(Set set) {
    if constexpr (X > 0) set = set << X;
    if constexpr (X < 0) set = set >> -X;
    if constexpr (Y != 0) set = moved_down<Y>(set, std::make_index_sequence<16>());
    return set;
}

/// `from` and all that it reaches over `empty` squares in one direction, doubling the reach four times.
template <int X, int Y>
ZERMELO_INLINE Set filled(Set from, Set empty) {
    from |= empty & moved<X, Y>(from);
    empty &= moved<X, Y>(empty);
    from |= empty & moved<2 * X, 2 * Y>(from);
    empty &= moved<2 * X, 2 * Y>(empty);
    from |= empty & moved<4 * X, 4 * Y>(from);
    empty &= moved<4 * X, 4 * Y>(empty);
    return from | (empty & moved<8 * X, 8 * Y>(from));
}

template <int X, int Y>
ZERMELO_INLINE Set rays(Set from, Set empty) {
    return moved<X, Y>(filled<X, Y>(from, empty));
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

/// How many of the sets added so far have each square: a binary number a square, so that all are counted once
/// at the end.
struct Counter {
    std::array<Set, 5> planes{};
    ZERMELO_INLINE void add(Set set) {
        for (Set& plane : planes) {
            const Set carry = plane & set;
            plane ^= set;
            set = carry;
        }
    }
    ZERMELO_INLINE std::uint64_t total(Set squares) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < planes.size(); ++i) sum += count(planes[i] & squares) << i;
        return sum;
    }
};

struct Army {
    Set king, straight, diagonal, knights, pawns, all;
};

template <typename Visit>
ZERMELO_INLINE void for_each_straight(Visit&& visit) {
    visit.template operator()<1, 0>();
    visit.template operator()<-1, 0>();
    visit.template operator()<0, 1>();
    visit.template operator()<0, -1>();
}
template <typename Visit>
ZERMELO_INLINE void for_each_diagonal(Visit&& visit) {
    visit.template operator()<1, 1>();
    visit.template operator()<-1, 1>();
    visit.template operator()<1, -1>();
    visit.template operator()<-1, -1>();
}
template <typename Visit>
ZERMELO_INLINE void for_each_knight_step(Visit&& visit) {
    visit.template operator()<1, 2>();
    visit.template operator()<-1, 2>();
    visit.template operator()<2, 1>();
    visit.template operator()<-2, 1>();
    visit.template operator()<1, -2>();
    visit.template operator()<-1, -2>();
    visit.template operator()<2, -1>();
    visit.template operator()<-2, -1>();
}

ZERMELO_INLINE Set around(Set king) {
    const Set row = king | moved<1, 0>(king) | moved<-1, 0>(king);
    return row | moved<0, 1>(row) | moved<0, -1>(row);
}
ZERMELO_INLINE Set knight_steps_from(Set from) {
    Set reached{};
    for_each_knight_step([&]<int X, int Y>() ZERMELO_INLINE_LAMBDA { reached |= moved<X, Y>(from); });
    return reached;
}

/// Every square on which an army would capture, when `empty` squares are so.
template <int Forward>
ZERMELO_INLINE Set attacks(const Army& army, Set empty) {
    Set attacked = around(army.king) | knight_steps_from(army.knights) | moved<1, Forward>(army.pawns) |
                   moved<-1, Forward>(army.pawns);
    for_each_straight([&]<int X, int Y>()
                          ZERMELO_INLINE_LAMBDA { attacked |= rays<X, Y>(army.straight, empty); });
    for_each_diagonal([&]<int X, int Y>()
                          ZERMELO_INLINE_LAMBDA { attacked |= rays<X, Y>(army.diagonal, empty); });
    return attacked;
}

/// The evasions of `own`, whose king is threatened; `danger` as `attacks` of the enemy without that king.
template <int Forward>
ZERMELO_INLINE Evasions evasions(const Army& own, const Army& enemy, Set board, Set danger) {
    const std::uint64_t steps = count(around(own.king) & board & ~own.king & ~own.all & ~danger);
    const Set empty = board & ~(own.all | enemy.all);
    Set checkers = (knight_steps_from(own.king) & enemy.knights) |
                   ((moved<1, Forward>(own.king) | moved<-1, Forward>(own.king)) & enemy.pawns);
    Set between{};
    Set pinned{};
    const auto look = [&]<int X, int Y>(Set sliders) ZERMELO_INLINE_LAMBDA {
        const Set path = filled<X, Y>(own.king, empty);
        const Set first = moved<X, Y>(path) & ~path;
        const Set checker = first & sliders;
        checkers |= checker;
        if (any(checker)) between |= path & ~own.king;
        const Set mine = first & own.all;
        if (any(mine) && any(rays<X, Y>(mine, empty) & sliders)) pinned |= mine;
    };
    for_each_straight([&]<int X, int Y>()
                          ZERMELO_INLINE_LAMBDA { look.template operator()<X, Y>(enemy.straight); });
    for_each_diagonal([&]<int X, int Y>()
                          ZERMELO_INLINE_LAMBDA { look.template operator()<X, Y>(enemy.diagonal); });
    if (count(checkers) != 1) return {steps, 0, 0};
    const Set targets = between | checkers;
    Counter moves;
    const Set straight = own.straight & ~pinned;
    const Set diagonal = own.diagonal & ~pinned;
    const Set knights = own.knights & ~pinned;
    const Set pawns = own.pawns & ~pinned;
    for_each_straight([&]<int X, int Y>()
                          ZERMELO_INLINE_LAMBDA { moves.add(rays<X, Y>(straight, empty) & targets); });
    for_each_diagonal([&]<int X, int Y>()
                          ZERMELO_INLINE_LAMBDA { moves.add(rays<X, Y>(diagonal, empty) & targets); });
    for_each_knight_step([&]<int X, int Y>()
                             ZERMELO_INLINE_LAMBDA { moves.add(moved<X, Y>(knights) & targets); });
    moves.add(moved<0, Forward>(pawns) & between);
    moves.add(moved<1, Forward>(pawns) & checkers);
    moves.add(moved<-1, Forward>(pawns) & checkers);
    return {steps, moves.total(checkers), moves.total(between)};
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
    const auto set = [&](Color color, Kind kind) ZERMELO_INLINE_LAMBDA {
        return sets[static_cast<std::size_t>(code_of(color, kind))];
    };
    const auto army = [&](Color color) ZERMELO_INLINE_LAMBDA {
        const Set queens = set(color, Kind::queen);
        Army a{set(color, Kind::king),   queens | set(color, Kind::rook), queens | set(color, Kind::bishop),
               set(color, Kind::knight), set(color, Kind::pawn),          {}};
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
    if (white_threatened && black_threatened) return {CheckState::Verdict::impossible, Color::white, {}, {}};
    if (white_threatened)
        return {
            CheckState::Verdict::check, Color::white, evasions<1>(white, black, board, danger_to_white), {}};
    if (black_threatened)
        return {
            CheckState::Verdict::check, Color::black, evasions<-1>(black, white, board, danger_to_black), {}};
    return {};
}

CheckState decide_portable(const PieceList& list) { return decide_sets(list); }
#if ZERMELO_X86
ZERMELO_TARGET_AVX2 CheckState decide_avx2(const PieceList& list) { return decide_sets(list); }
#endif

}  // namespace

CheckState decide_small(const PieceList& list, [[maybe_unused]] Isa isa) {
#if ZERMELO_X86
    if (isa == Isa::avx2) return decide_avx2(list);
#endif
    return decide_portable(list);
}

}  // namespace zermelo::check_state
