// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/game/game.hpp"
#include "zermelo/solve/tier_table.hpp"

namespace zermelo::solve {

/// Lanes of a row of bytes that is worked on as a whole, wherever the board has fewer.
inline constexpr unsigned most_lanes = 64;

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
            tbb::parallel_for(tbb::blocked_range<std::uint32_t>{0, tier.lines_without(man), 256},
                              [&](const auto& range) {
                                  for (std::uint32_t n = range.begin(); n < range.end(); ++n)
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
            for (game::Lanes left = capture.lanes; left != 0; left &= left - 1) {
                const auto lane = static_cast<unsigned>(std::countr_zero(left));
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

/// Bytes that it takes at most to solve a tier of lines and to verify it, with its `entries` as they are
/// written: lanes and words for both sides, then the entries beside the lanes; or they and the lanes of one
/// side.
template <game::Lined L>
std::uint64_t line_memory(const L& tier, std::uint64_t entries) {
    const std::uint64_t lines = tier.lines();
    std::uint64_t captures = 0;
    for (unsigned man = 0; man < tier.men(); ++man)
        if (tier.takeable(man))
            captures += std::uint64_t{tier.lines_without(man)} * (man + 1 == tier.men() ? 1 : tier.lanes());
    const std::uint64_t words = 2 * lines * (4 * sizeof(game::Lanes) + 1);
    const std::uint64_t solving = 2 * lines * tier.lanes() + std::max(words + captures, entries);
    const std::uint64_t verifying = entries + lines * most_lanes + captures;
    return std::max(solving, verifying);
}

}  // namespace zermelo::solve
