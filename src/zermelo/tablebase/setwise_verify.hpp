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

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/system/huge_pages.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/setwise_captures.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_verify.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// `TierVerifier` for tiers of slices: the same definition, checked for every square of a slice with the best
/// of what its moves lead to, forwards, values and not words. Shares with `SetwiseRetrograde` the tier, what
/// captures lead to (fetched anew) and nothing else.
///
/// Memory: `setwise_memory`. Cost: O(moves × slices × squares / 16).
template <Sliced L, typename Byte, typename SubTier>
class SetwiseVerifier {
  public:
    using Slice = typename L::Slice;

    /// `byte`, `sub_tier` and `stop`: as of `TierVerifier`. The tier must outlive it.
    SetwiseVerifier(const L& tier, ValueEncoding encoding, Byte byte, SubTier sub_tier, StopToken stop = {})
        : tier_(tier),
          encoding_(encoding),
          byte_(std::move(byte)),
          sub_tier_(std::move(sub_tier)),
          stop_(std::move(stop)),
          captures_(tier, sub_tier_, stop_) {}

    TierAudit run() {
        TierAudit audit;
        for (const Color color : both_colors) {
            if (!tier_.stored(color)) break;
            rank_children(!color);
            TableCounts sum;
            std::mutex mutex;
            std::atomic<bool> found = false;
            each_part(tier_.slices(), 1024, stop_, [&](std::uint64_t first, std::uint64_t end) {
                TableCounts counts;
                std::optional<TierAudit::Fault> fault;
                for (std::uint64_t n = first; n < end && !found; ++n) {
                    const Slice slice = tier_.slice(SliceIndex{static_cast<std::uint32_t>(n)});
                    const SliceSquares all = tier_.positions(color, slice);
                    if (all == 0) continue;
                    Row expected;
                    best(slice, color, all, expected);
                    fault = compare(slice, color, all, expected, counts);
                    if (fault) found = true;
                }
                const std::lock_guard lock{mutex};
                if (fault) audit.fault = fault;
                sum.add(counts);
            });
            audit.tables.push_back(std::move(sum));
        }
        return audit;
    }

  private:
    /// How good a child is for the side that moved there, best first: the shortest loss (byte 1 is 0), …,
    /// `draw_rank`, …, the shortest win; then `nothing`, which is no child.
    using Row = std::array<std::uint8_t, max_slice_squares>;
    static constexpr std::uint8_t draw_rank = 127;
    static constexpr std::uint8_t nothing = 255;

    static std::uint8_t rank(std::uint8_t byte) {
        if (byte == ValueEncoding::draw) return draw_rank;
        return static_cast<std::uint8_t>(ValueEncoding::is_loss(byte) ? byte / 2 : 255 - byte / 2);
    }
    /// The byte of a position by the best rank of its children. Precondition: it is the rank of a byte.
    std::uint8_t parent(std::uint8_t rank) const {
        if (rank == draw_rank) return ValueEncoding::draw;
        const unsigned child = rank < draw_rank ? 2U * rank + 1U : 2U * (255U - rank);
        return static_cast<std::uint8_t>(encoding_.parent(static_cast<std::uint8_t>(child)));
    }

    /// Ranks of all squares with this side to move.
    void rank_children(Color color) {
        children_.clear();
        children_.reserve(tier_.slices());
        prefer_huge_pages(children_.data(), children_.capacity() * sizeof(Row));
        children_.resize(tier_.slices());
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            const Slice slice = tier_.slice(n);
            Row& row = children_[n.number()];
            row.fill(nothing);
            tier_.each_slot(slice, color, tier_.positions(color, slice),
                            [&](Square square, Slot slot) { row[square.index()] = rank(byte_(slot)); });
        });
    }

    /// The ranks of the best that moves of the squares lead to.
    void best(const Slice& slice, Color color, SliceSquares all, Row& row) const {
        row.fill(nothing);
        tier_.each_move(slice, color, [&](const SliceMove& step) {
            const Row& child = children_[step.slice.number()];
            std::array<std::uint8_t, max_slice_squares> kept;
            // Few squares are blocked: they are taken in, and then as they were.
            unsigned count = 0;
            for (SliceSquares left = step.blocked; left != 0;) kept[count++] = row[take_square(left).index()];
            if (step.symmetry == identity) {
                for (unsigned i = 0; i < max_slice_squares; ++i) row[i] = std::min(row[i], child[i]);
            } else {
                for (unsigned i = 0; i < tier_.squares(); ++i)
                    row[i] = std::min(row[i], child[tier_.turned_square(step.symmetry, Square{i}).index()]);
            }
            count = 0;
            for (SliceSquares left = step.blocked; left != 0;) row[take_square(left).index()] = kept[count++];
            return false;
        });
        if (tier_.varying_side() == color) {
            const Row& child = children_[slice.index.number()];
            for (SliceSquares left = all; left != 0;) {
                const Square square = take_square(left);
                std::uint8_t least = row[square.index()];
                for (SliceSquares to = tier_.varying_moves(slice, square); to != 0;)
                    least = std::min(least, child[take_square(to).index()]);
                row[square.index()] = least;
            }
        }
        captures_.each(slice, color, [&](Square square, std::uint8_t byte) {
            row[square.index()] = std::min(row[square.index()], rank(byte));
        });
    }

    /// Compares a slice with what it must be, and counts it.
    std::optional<TierAudit::Fault> compare(const Slice& slice, Color color, SliceSquares all,
                                            const Row& ranks, TableCounts& counts) const {
        std::optional<TierAudit::Fault> fault;
        const SliceSquares ordered = tier_.ordered(slice);
        const SliceSquares least = tier_.least(slice);
        const unsigned weight = tier_.weight(slice);
        tier_.each_slot(slice, color, all, [&](Square square, Slot slot) {
            std::uint8_t expected = ValueEncoding::draw;
            if (ranks[square.index()] != nothing)
                expected = parent(ranks[square.index()]);
            else if (const auto outcome = tier_.end(color, slice, square))
                expected = encoding_.ended(*outcome);
            const std::uint8_t stored = byte_(slot);
            if (stored != expected && !fault) fault = {slot, stored, expected};
            if ((ordered & square_bit(square)) == 0) return;
            counts.add(expected, slot.index, weight, (least & square_bit(square)) != 0);
        });
        return fault;
    }

    const L& tier_;
    ValueEncoding encoding_;
    Byte byte_;
    SubTier sub_tier_;
    StopToken stop_;
    SetwiseCaptures<L> captures_;
    std::vector<Row> children_;
};

}  // namespace zermelo::tablebase
