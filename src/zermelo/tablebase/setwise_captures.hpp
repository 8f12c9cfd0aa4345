// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_table.hpp"

namespace zermelo::tablebase {

/// What captures out of a tier of lines lead to: of every line without one of the men the bytes (`Scale`) of
/// its lanes, fetched once, since many captures lead to each.
template <game::Lined L>
class LineCaptures {
  public:
    using Line = typename L::Line;

    /// `below(position)`: as of `Retrograde`. The tier must outlive it. Memory: a byte an entry of the tier's
    /// lines, divided by the squares of the board, a man that may be taken. Cost: a call of `below` for each.
    template <typename Below>
    LineCaptures(const L& tier, const Below& below) : tier_(tier), values_(tier.men()) {
        for (unsigned man = 0; man < tier.men(); ++man) {
            if (!tier.takeable(man)) continue;
            auto& values = values_[man];
            values.resize(std::size_t{tier.lines_without(man)} * lanes_of(man), gap);
            each_line(tier.lines_without(man), [&](std::uint32_t n) {
                tier.each_without(man, n, [&](unsigned lane, const auto& position) {
                    values[std::size_t{n} * lanes_of(man) + lane] = below(position);
                });
            });
        }
    }

    /// Calls f(lane, byte) for every legal capture of a side and every lane in which it can be made.
    template <typename F>
    void each(const Line& line, Color side, F&& f) const {
        tier_.each_capture(line, side, [&](const game::LineCapture& capture) {
            const unsigned width = lanes_of(capture.taken);
            const std::uint8_t* const row = values_[capture.taken].data() + std::size_t{capture.line} * width;
            for (game::Lanes left = capture.lanes; left != 0;) {
                const unsigned lane = take_lane(left);
                const unsigned end =
                    width == 1 ? 0 : tier_.turned_lane(capture.symmetry, capture.ends.value_or(lane));
                if (row[end] != gap) f(lane, row[end]);
            }
        });
    }

  private:
    unsigned lanes_of(unsigned man) const { return man + 1 == tier_.men() ? 1 : tier_.lanes(); }

    const L& tier_;
    std::vector<std::vector<std::uint8_t>> values_;  ///< by man, line without him, and lane
};

}  // namespace zermelo::tablebase
