// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// What moves out of a sliced tier lead to: of every slice of an exit the ranks (`child_rank`) of its
/// columns, fetched once, since many moves lead to each; where a man may turn into several kinds, the best.
template <Sliced L>
class SetwiseExits {
  public:
    using Slice = typename L::Slice;

    /// `sub_tier(position)`: as of `Retrograde`, of a byte at most. The tier must outlive it. After a stop
    /// ranks are missing. Memory: a byte a column of the exits' slices. Cost: a call of `sub_tier` for each,
    /// and kind.
    template <typename SubTier>
    SetwiseExits(const L& tier, const SubTier& sub_tier, const StopToken& stop = {})
        : tier_(tier), ranks_(tier.exits()) {
        for (ExitIndex exit; exit.number() < tier.exits(); ++exit) {
            auto& ranks = ranks_[exit.number()];
            const unsigned columns = tier.exit_columns(exit);
            ranks.resize(std::size_t{tier.exit_slices(exit)} * columns, no_child);
            each_slice(tier.exit_slices(exit), stop, [&](SliceIndex n) {
                tier.each_exit_position(exit, n, [&](unsigned column, const auto& position) {
                    std::uint8_t& rank = ranks[std::size_t{n.number()} * columns + column];
                    rank = std::min(rank, child_rank(static_cast<std::uint8_t>(sub_tier(position))));
                });
            });
        }
    }

    /// Lowers the bytes of a row to the best rank of what legal moves of a side out of the tier lead to from
    /// each square.
    void best(const Slice& slice, Color side, SliceRow& row) const {
        tier_.each_move_out(slice, side, [&](const SliceExit& move) {
            const unsigned columns = tier_.exit_columns(move.exit);
            const std::uint8_t* const ranks =
                ranks_[move.exit.number()].data() + std::size_t{move.slice.number()} * columns;
            const bool row_wise = move.symmetry == identity && !move.ends && columns == tier_.squares();
            if (row_wise && std::popcount(move.squares) > few) {
                lower(row, ranks, columns, slice.free & ~move.squares);
                return;
            }
            for (SliceSquares left = move.squares; left != 0;) {
                const Square square = take_square(left);
                const Square end = tier_.turned_square(move.symmetry, move.ends.value_or(square));
                std::uint8_t& rank = row[square.index()];
                rank = std::min(rank, ranks[tier_.exit_column(move.exit, end)]);
            }
        });
    }

    /// Lowers the bytes of a row to those of another, but not those of a few squares.
    static void lower(SliceRow& row, const std::uint8_t* other, unsigned squares, SliceSquares but) {
        SliceRow kept;
        unsigned count = 0;
        for (SliceSquares left = but; left != 0;) kept[count++] = row[take_square(left).index()];
        SliceRow lesser = row;
        std::copy_n(other, squares, lesser.begin());
        for (unsigned i = 0; i < max_slice_squares; ++i) row[i] = row[i] < lesser[i] ? row[i] : lesser[i];
        count = 0;
        for (SliceSquares left = but; left != 0;) row[take_square(left).index()] = kept[count++];
    }

  private:
    static constexpr int few = 4;
    const L& tier_;
    std::vector<std::vector<std::uint8_t>> ranks_;  ///< by exit, slice and column
};

}  // namespace zermelo::tablebase
