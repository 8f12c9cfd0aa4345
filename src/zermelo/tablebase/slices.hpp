// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
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

/// A move out of the tier from some squares of a slice. What it leads to stands in a slice of its exit.
struct SliceExit {
    ExitIndex exit{};
    SliceIndex slice{};
    SymmetryIndex symmetry{};
    SliceSquares squares = 0;
    std::optional<Square> ends;  ///< the square after the move, if it was the varying man that moved
};

/// A tier cut into slices: positions that differ in the square of one man only, the *varying* one. A move of
/// another man takes whole slices to whole slices, so an algorithm can treat 64 positions at a time: some ten
/// times as fast as `Reversible`. The two sides to move have the same slices. See `SlicedTier` for the
/// functions. All wins are an odd number of plies long and all losses an even one.
///
/// Moves out of the tier have *exits*: what is left of the tier's men without one that was taken, or with
/// another kind in the place of one that has turned, or both. An exit has slices, too, each with a column
/// for every square that the varying man may have there.
///
/// `unindexed` names the squares that may have unindexed moves. Such a move is one of those of the tier, too,
/// as if nothing but its men mattered: what takes it back is an unmove, but what it is worth is another
/// question.
template <typename S>
concept Sliced = requires(const S& s, const typename S::Slice& slice, const typename S::Position& p,
                          Square square, ExitIndex exit, SliceIndex index) {
    { s.slices() } -> std::same_as<std::uint32_t>;
    { s.squares() } -> std::same_as<unsigned>;
    { s.slice(index) } -> std::same_as<typename S::Slice>;
    { s.positions(Color::white, slice) } -> std::same_as<SliceSquares>;
    { s.position(Color::white, slice, square) } -> std::same_as<typename S::Position>;
    { s.place(p) } -> std::same_as<typename S::Place>;
    { s.end(Color::white, slice, square) } -> std::same_as<std::optional<game::Outcome>>;
    { s.stored(Color::white) } -> std::same_as<bool>;
    s.each_slot(slice, Color::white, SliceSquares{}, [](Square, Slot, unsigned) {});
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
    { s.has_unindexed() } -> std::same_as<bool>;
    { s.unindexed(slice, Color::white) } -> std::same_as<SliceSquares>;
    { s.exits() } -> std::same_as<std::uint32_t>;
    { s.exit_slices(exit) } -> std::same_as<std::uint32_t>;
    { s.exit_columns(exit) } -> std::same_as<unsigned>;
    { s.exit_column(exit, square) } -> std::same_as<unsigned>;
    s.each_exit_position(exit, index, [](unsigned, const typename S::Position&) {});
    s.each_move_out(slice, Color::white, [](const SliceExit&) {});
};

/// Squares of a row of bytes that is worked on as a whole, wherever the board has fewer.
inline constexpr unsigned max_slice_squares = 64;
/// A byte a square.
using SliceRow = std::array<std::uint8_t, max_slice_squares>;

/// Eight bits as as many bytes, 255 where there is a one.
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> bytes_of_bits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (unsigned bits = 0; bits < 256; ++bits)
        for (unsigned i = 0; i < 8; ++i) table[bits][i] = (bits >> i & 1U) != 0 ? 255 : 0;
    return table;
}();

constexpr SliceSquares square_bit(Square square) { return SliceSquares{1} << square.index(); }
/// Removes and returns the first square. Precondition: there is one.
constexpr Square take_square(SliceSquares& squares) {
    const Square square{static_cast<unsigned>(std::countr_zero(squares))};
    squares &= squares - 1;
    return square;
}

/// A row with 255 at the squares of a set, and 0 elsewhere.
inline SliceRow row_of(SliceSquares squares) {
    SliceRow row;
    for (unsigned rank = 0; rank < 8; ++rank)
        std::copy_n(bytes_of_bits[squares >> 8 * rank & 255].begin(), 8, row.begin() + 8 * rank);
    return row;
}

/// Calls f(index) for the index of each of `slices` slices, on all threads of the task arena, until a stop is
/// asked for.
template <typename F>
void each_slice(std::uint32_t slices, const StopToken& stop, const F& f) {
    each_part(slices, 1024, stop, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t n = first; n < end; ++n) f(SliceIndex{static_cast<std::uint32_t>(n)});
    });
}

/// Bytes that it takes at most to solve a tier set-wise and to verify it, with its entries as they are
/// written: values and words for both sides; then the tables beside the values, each instead of its side's;
/// or the tables and the values of one side.
template <Sliced S>
std::uint64_t setwise_memory(const S& tier) {
    const std::uint64_t slices = tier.slices();
    std::uint64_t exits = 0;
    for (ExitIndex exit; exit.number() < tier.exits(); ++exit)
        exits += std::uint64_t{tier.exit_slices(exit)} * tier.exit_columns(exit);
    const std::uint64_t values = slices * tier.squares();
    const std::uint64_t words = 2 * slices * (5 * sizeof(SliceSquares) + 1);
    std::uint64_t most = 2 * values + words + exits;
    std::uint64_t entries = 0;
    for (std::uint32_t table = 0; table < tier.tier().tables(); ++table) {
        entries += tier.tier().table_size(table);
        most = std::max(most, (2 - table) * values + entries);
    }
    return std::max(most, entries + slices * max_slice_squares + exits);
}

}  // namespace zermelo::tablebase
