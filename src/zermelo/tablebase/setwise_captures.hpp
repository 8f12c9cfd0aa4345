// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_table.hpp"

namespace zermelo::tablebase {

/// What captures out of a sliced tier lead to: of every slice without one of the men the bytes
/// (`ValueEncoding`) of its squares, fetched once, since many captures lead to each.
template <Sliced L>
class SetwiseCaptures {
  public:
    using Slice = typename L::Slice;

    /// `sub_tier(position)`: as of `Retrograde`, of a byte at most. The tier must outlive it. After a stop
    /// bytes are missing. Memory: a byte an entry of the tier's slices, divided by the squares of the board,
    /// a man that may be taken. Cost: a call of `sub_tier` for each.
    template <typename SubTier>
    SetwiseCaptures(const L& tier, const SubTier& sub_tier, const StopToken& stop = {})
        : tier_(tier), values_(tier.men()) {
        for (ManIndex man; man.number() < tier.men(); ++man) {
            if (!tier.capturable(man)) continue;
            auto& values = values_[man.number()];
            const unsigned width = tier.squares_without(man);
            values.resize(std::size_t{tier.slices_without(man)} * width, dont_care);
            each_slice(tier.slices_without(man), stop, [&](SliceIndex n) {
                tier.each_position_without(man, n, [&](Square square, const auto& position) {
                    values[std::size_t{n.number()} * width + square.index()] =
                        static_cast<std::uint8_t>(sub_tier(position));
                });
            });
        }
    }

    /// Calls f(square, byte) for every legal capture of a side and every square in which it can be made.
    template <typename F>
    void each(const Slice& slice, Color side, F&& f) const {
        tier_.each_capture(slice, side, [&](const SliceCapture& capture) {
            const unsigned width = tier_.squares_without(capture.taken);
            const std::uint8_t* const row =
                values_[capture.taken.number()].data() + std::size_t{capture.slice.number()} * width;
            for (SliceSquares left = capture.squares; left != 0;) {
                const Square square = take_square(left);
                const unsigned end =
                    width == 1 ? 0
                               : tier_.turned_square(capture.symmetry, capture.ends.value_or(square)).index();
                if (row[end] != dont_care) f(square, row[end]);
            }
        });
    }

  private:
    const L& tier_;
    std::vector<std::vector<std::uint8_t>> values_;  ///< by man, slice without it, and square
};

}  // namespace zermelo::tablebase
