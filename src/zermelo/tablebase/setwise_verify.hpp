// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include "zermelo/base/large_pages.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/scale.hpp"
#include "zermelo/tablebase/setwise_captures.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_verify.hpp"

namespace zermelo::tablebase {

/// `TierVerifier` for tiers of lines: the same definition, checked for every lane of a line with the best of
/// what its moves lead to, forwards, values and not words. Shares with `LineRetrograde` the tier, what
/// captures lead to (fetched anew) and nothing else.
///
/// Memory: `line_memory`. Cost: O(moves × lines × lanes / 16).
template <game::Lined L, typename Byte, typename Below>
class LineVerifier {
  public:
    using Line = typename L::Line;
    using Lanes = game::Lanes;

    /// `byte` and `below`: as of `TierVerifier`. The tier must outlive it.
    LineVerifier(const L& tier, Scale scale, Byte byte, Below below)
        : tier_(tier),
          scale_(scale),
          byte_(std::move(byte)),
          below_(std::move(below)),
          captures_(tier, below_) {}

    TierAudit run() {
        TierAudit audit;
        for (const Color color : {Color::white, Color::black}) {
            if (!tier_.stored(color)) break;
            rank_children(!color);
            tbb::enumerable_thread_specific<TableCounts> local;
            std::mutex mutex;
            std::atomic<bool> stop = false;
            each_line(tier_.lines(), [&](std::uint32_t n) {
                if (stop) return;
                const Line line = tier_.line(n);
                const Lanes all = tier_.positions(color, line);
                if (all == 0) return;
                Row expected;
                best(line, color, all, expected);
                if (const auto fault = compare(line, color, all, expected, local.local())) {
                    const std::lock_guard lock(mutex);
                    if (!audit.fault) audit.fault = fault;
                    stop = true;
                }
            });
            TableCounts sum;
            for (const TableCounts& part : local) sum.add(part);
            audit.tables.push_back(sum);
        }
        return audit;
    }

  private:
    /// How good a child is for who moved there, best first: the shortest loss (byte 1 is 0), …, `open_rank`,
    /// …, the shortest win; then `nothing`, which is no child.
    using Row = std::array<std::uint8_t, most_lanes>;
    static constexpr std::uint8_t open_rank = 127;
    static constexpr std::uint8_t nothing = 255;

    static std::uint8_t rank(std::uint8_t byte) {
        if (byte == Scale::open) return open_rank;
        return static_cast<std::uint8_t>(Scale::is_loss(byte) ? byte / 2 : 255 - byte / 2);
    }
    /// The byte of a position by the best rank of its children. Precondition: it is the rank of a byte.
    std::uint8_t parent(std::uint8_t rank) const {
        if (rank == open_rank) return Scale::open;
        const unsigned child = rank < open_rank ? 2U * rank + 1U : 2U * (255U - rank);
        return static_cast<std::uint8_t>(scale_.parent(static_cast<std::uint8_t>(child)));
    }

    /// Ranks of all lanes with this side to move.
    void rank_children(Color color) {
        children_.clear();
        children_.reserve(tier_.lines());
        prefer_large_pages(children_.data(), children_.capacity() * sizeof(Row));
        children_.resize(tier_.lines());
        each_line(tier_.lines(), [&](std::uint32_t n) {
            const Line line = tier_.line(n);
            Row& row = children_[n];
            row.fill(nothing);
            tier_.each_slot(line, color, tier_.positions(color, line),
                            [&](unsigned lane, game::Slot slot) { row[lane] = rank(byte_(slot)); });
        });
    }

    /// The ranks of the best that moves of the lanes lead to.
    void best(const Line& line, Color color, Lanes all, Row& row) const {
        row.fill(nothing);
        tier_.each_step(line, color, [&](const game::LineStep& step) {
            const Row& child = children_[step.line];
            std::array<std::uint8_t, most_lanes> kept;
            // Few lanes are blocked: they are taken in, and then as they were.
            unsigned count = 0;
            for (Lanes left = step.blocked; left != 0;) kept[count++] = row[take_lane(left)];
            if (step.symmetry == 0) {
                for (unsigned i = 0; i < most_lanes; ++i) row[i] = std::min(row[i], child[i]);
            } else {
                for (unsigned i = 0; i < tier_.lanes(); ++i)
                    row[i] = std::min(row[i], child[tier_.turned_lane(step.symmetry, i)]);
            }
            count = 0;
            for (Lanes left = step.blocked; left != 0;) row[take_lane(left)] = kept[count++];
            return false;
        });
        if (tier_.runner_side() == color) {
            const Row& child = children_[line.number];
            for (Lanes left = all; left != 0;) {
                const unsigned lane = take_lane(left);
                std::uint8_t least = row[lane];
                for (Lanes to = tier_.runner_steps(line, lane); to != 0;)
                    least = std::min(least, child[take_lane(to)]);
                row[lane] = least;
            }
        }
        captures_.each(line, color, [&](unsigned lane, std::uint8_t byte) {
            row[lane] = std::min(row[lane], rank(byte));
        });
    }

    /// Compares a line with what it must be, and counts it.
    std::optional<TierAudit::Fault> compare(const Line& line, Color color, Lanes all, const Row& ranks,
                                            TableCounts& counts) const {
        std::optional<TierAudit::Fault> fault;
        const Lanes ordered = tier_.ordered(line);
        const Lanes least = tier_.least(line);
        const unsigned weight = tier_.weight(line);
        tier_.each_slot(line, color, all, [&](unsigned lane, game::Slot slot) {
            std::uint8_t expected = Scale::open;
            if (ranks[lane] != nothing)
                expected = parent(ranks[lane]);
            else if (const auto outcome = tier_.end(color, line, lane))
                expected = scale_.ended(*outcome);
            const std::uint8_t stored = byte_(slot);
            if (stored != expected && !fault) fault = {slot, stored, expected};
            if ((ordered & lane_bit(lane)) == 0) return;
            counts.add(expected, slot.index, weight, (least & lane_bit(lane)) != 0);
        });
        return fault;
    }

    const L& tier_;
    Scale scale_;
    Byte byte_;
    Below below_;
    LineCaptures<L> captures_;
    std::vector<Row> children_;
};

}  // namespace zermelo::tablebase
