// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/board/square.hpp"
#include "zermelo/color.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/indices.hpp"

/// What set-wise retrograde analysis asks of a tier: slices of positions that it treats as one set of
/// squares.
namespace zermelo::tablebase {

/// Which of the up to 64 squares of a slice: square i is bit i.
using SliceSquares = std::uint64_t;

/// A move that leads from all squares of a slice but the `blocked` ones to the squares of another slice,
/// mapped by a symmetry.
struct SliceMove {
    SliceIndex slice{};
    SymmetryIndex symmetry{};
    SliceSquares blocked = 0;
};

/// Captures that take one man on some squares of a slice: what they lead to stands in a slice without that
/// man.
struct SliceCapture {
    ManIndex taken{};
    SliceIndex slice{};
    SymmetryIndex symmetry{};
    SliceSquares squares = 0;
    std::optional<Square> ends;  ///< the square after the capture, if it was the varying man that took
};

/// A tier cut into slices: positions that differ in the square of one man only, the *varying* one. A move of
/// another man takes whole slices to whole slices, so an algorithm can treat 64 positions at a time: some ten
/// times as fast as `Reversible`. The two sides to move have the same slices. See `SlicedTier` for the
/// functions. All wins are an odd number of plies long and all losses an even one, and no move is unindexed.
template <typename S>
concept Sliced =
    requires(const S& s, const typename S::Slice& slice, Square square, ManIndex man, SliceIndex index) {
        { s.slices() } -> std::same_as<std::uint32_t>;
        { s.squares() } -> std::same_as<unsigned>;
        { s.slice(index) } -> std::same_as<typename S::Slice>;
        { s.positions(Color::white, slice) } -> std::same_as<SliceSquares>;
        { s.end(Color::white, slice, square) } -> std::same_as<std::optional<game::Outcome>>;
        { s.stored(Color::white) } -> std::same_as<bool>;
        s.each_slot(slice, Color::white, SliceSquares{}, [](Square, Slot) {});
        { s.weight(slice) } -> std::same_as<unsigned>;
        { s.ordered(slice) } -> std::same_as<SliceSquares>;
        { s.least(slice) } -> std::same_as<SliceSquares>;
        { s.mapped(SymmetryIndex{}, SliceSquares{}) } -> std::same_as<SliceSquares>;
        { s.turned_back(SymmetryIndex{}, SliceSquares{}) } -> std::same_as<SliceSquares>;
        s.each_move(slice, Color::white, [](const SliceMove&) { return true; });
        s.each_unmove(slice, Color::white, [](const SliceMove&) {});
        { s.varying_side() } -> std::same_as<Color>;
        { s.varying_moves(slice, square) } -> std::same_as<SliceSquares>;
        { s.varying_unmoves(slice, square) } -> std::same_as<SliceSquares>;
        { s.capturable(man) } -> std::same_as<bool>;
        { s.slices_without(man) } -> std::same_as<std::uint32_t>;
        { s.squares_without(man) } -> std::same_as<unsigned>;
        s.each_position_without(man, index, [](Square, const typename S::Position&) {});
        s.each_capture(slice, Color::white, [](const SliceCapture&) {});
    };

/// Squares of a row of bytes that is worked on as a whole, wherever the board has fewer.
inline constexpr unsigned max_slice_squares = 64;

constexpr SliceSquares square_bit(Square square) { return SliceSquares{1} << square.index(); }
/// Removes and returns the first square. Precondition: there is one.
constexpr Square take_square(SliceSquares& squares) {
    const Square square{static_cast<unsigned>(std::countr_zero(squares))};
    squares &= squares - 1;
    return square;
}

/// Calls f(index) for the index of each of `slices` slices, on all threads of the task arena, until a stop is
/// asked for.
template <typename F>
void each_slice(std::uint32_t slices, const StopToken& stop, const F& f) {
    each_part(slices, 1024, stop, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t n = first; n < end; ++n) f(SliceIndex{static_cast<std::uint32_t>(n)});
    });
}

/// Bytes that it takes at most to solve a tier set-wise and to verify it, with its `entries` as they are
/// written: values and words for both sides, then the entries beside the values; or they and the values of
/// one side.
template <Sliced S>
std::uint64_t setwise_memory(const S& tier, std::uint64_t entries) {
    const std::uint64_t slices = tier.slices();
    std::uint64_t captures = 0;
    for (ManIndex man; man.number() < tier.men(); ++man)
        if (tier.capturable(man))
            captures += std::uint64_t{tier.slices_without(man)} * tier.squares_without(man);
    const std::uint64_t words = 2 * slices * (4 * sizeof(SliceSquares) + 1);
    const std::uint64_t solving = 2 * slices * tier.squares() + std::max(words + captures, entries);
    const std::uint64_t verifying = entries + slices * max_slice_squares + captures;
    return std::max(solving, verifying);
}

}  // namespace zermelo::tablebase
