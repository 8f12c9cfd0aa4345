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
#include "zermelo/tablebase/setwise_exits.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/tier_verify.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// `TierVerifier` for tiers of slices: the same definition, checked for every square of a slice with the best
/// of what its moves lead to, forwards, values and not words; where a move may be unindexed, by
/// `TierVerifier`. Shares with `SetwiseRetrograde` the tier, what moves out of it lead to (fetched anew) and
/// nothing else.
///
/// Memory: `setwise_memory`. Cost: O(moves × slices × squares / 16).
template <Sliced L, typename SubTier>
class SetwiseVerifier {
  public:
    using Slice = typename L::Slice;

    /// `sub_tier` and `stop`: as of `TierVerifier`. The tier and its tables must outlive it.
    SetwiseVerifier(const L& tier, ValueEncoding encoding, const TierBytes& tables, SubTier sub_tier,
                    StopToken stop = {})
        : tier_(tier),
          encoding_(encoding),
          tables_(tables),
          sub_tier_(std::move(sub_tier)),
          stop_(std::move(stop)),
          exits_(tier, sub_tier_, stop_),
          by_position_(tier.tier(), encoding, Entry{tables}, sub_tier_) {
        for (unsigned rank = 0; rank < no_child; ++rank)
            parents_[rank] =
                static_cast<std::uint8_t>(encoding.parent_of_rank(static_cast<std::uint8_t>(rank)));
    }

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
                    SliceRow expected;
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
    struct Entry {
        const TierBytes& tables;
        Number operator()(Slot slot) const { return tables[slot.table][slot.index]; }
    };

    /// Ranks of all squares with this side to move.
    void rank_children(Color color) {
        children_.clear();
        children_.reserve(tier_.slices());
        prefer_huge_pages(children_.data(), children_.capacity() * sizeof(SliceRow));
        children_.resize(tier_.slices());
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            const Slice slice = tier_.slice(n);
            SliceRow& row = children_[n.number()];
            row.fill(ValueEncoding::draw);
            const SliceSquares all = tier_.positions(color, slice);
            tier_.each_slot(slice, color, all, [&](Square square, Slot slot, unsigned count) {
                std::copy_n(tables_[slot.table].data() + slot.index, count, row.data() + square.index());
            });
            const SliceRow positions = row_of(all);
            for (unsigned i = 0; i < max_slice_squares; ++i)
                row[i] = positions[i] == 0 ? no_child : child_rank(row[i]);
        });
    }

    /// The ranks of the best that moves of the squares lead to.
    void best(const Slice& slice, Color color, SliceSquares all, SliceRow& row) const {
        row.fill(no_child);
        tier_.each_move(slice, color, [&](const SliceMove& step) {
            const SliceRow& child = children_[step.slice.number()];
            if (step.symmetry == identity) {
                SetwiseExits<L>::lower(row, child.data(), max_slice_squares, step.blocked);
                return false;
            }
            for (SliceSquares left = all & ~step.blocked; left != 0;) {
                const Square square = take_square(left);
                row[square.index()] =
                    std::min(row[square.index()], child[tier_.turned_square(step.symmetry, square).index()]);
            }
            return false;
        });
        if (tier_.varying_side() == color) {
            const SliceRow& child = children_[slice.index.number()];
            for (SliceSquares left = all; left != 0;) {
                const Square square = take_square(left);
                std::uint8_t least = row[square.index()];
                for (SliceSquares to = tier_.varying_moves(slice, square); to != 0;)
                    least = std::min(least, child[take_square(to).index()]);
                row[square.index()] = least;
            }
        }
        exits_.best(slice, color, row);
    }

    /// Compares a slice with what it must be, and counts it.
    std::optional<TierAudit::Fault> compare(const Slice& slice, Color color, SliceSquares all,
                                            const SliceRow& ranks, TableCounts& counts) const {
        SliceRow expected;
        for (unsigned i = 0; i < max_slice_squares; ++i) expected[i] = parents_[ranks[i]];
        const SliceSquares unindexed = tier_.unindexed(slice, color);
        for (SliceSquares left = all; left != 0;) {
            const Square square = take_square(left);
            std::uint8_t& byte = expected[square.index()];
            if ((unindexed & square_bit(square)) != 0) {
                byte = static_cast<std::uint8_t>(by_position_.value(tier_.position(color, slice, square)));
            } else if (ranks[square.index()] == no_child) {
                const auto outcome = tier_.end(color, slice, square);
                byte = outcome ? encoding_.ended(*outcome) : ValueEncoding::draw;
            }
        }
        const SliceRow positions = row_of(all);
        const SliceSquares ordered = tier_.ordered(slice) & all;
        const SliceSquares least = tier_.least(slice);
        const unsigned weight = tier_.weight(slice);
        SliceSquares counted = 0;
        std::optional<TierAudit::Fault> fault;
        tier_.each_slot(slice, color, all, [&](Square square, Slot slot, unsigned count) {
            const unsigned first = square.index();
            const std::uint8_t* const stored = tables_[slot.table].data() + slot.index;
            unsigned differences = 0;
            for (unsigned i = 0; i < count; ++i)
                differences |= static_cast<unsigned>(stored[i] ^ expected[first + i]) & positions[first + i];
            for (unsigned i = 0; differences != 0 && !fault; ++i)
                if (((stored[i] ^ expected[first + i]) & positions[first + i]) != 0)
                    fault = {{slot.table, slot.index + i}, stored[i], expected[first + i]};
            const SliceSquares here = (~SliceSquares{0} >> (max_slice_squares - count)) << first & ordered;
            // One position may have several entries: the first is counted, and all are met.
            const SliceSquares counts_here = here & ~counted;
            counted |= here;
            for (SliceSquares left = here; left != 0;) {
                const Square at = take_square(left);
                counts.add(expected[at.index()], slot.index + at.index() - first,
                           (counts_here & square_bit(at)) != 0 ? weight : 0,
                           (counts_here & least & square_bit(at)) != 0);
            }
        });
        return fault;
    }

    const L& tier_;
    ValueEncoding encoding_;
    const TierBytes& tables_;
    SubTier sub_tier_;
    StopToken stop_;
    SetwiseExits<L> exits_;
    TierVerifier<typename L::Tier, Entry, const SubTier&> by_position_;
    std::array<std::uint8_t, 256> parents_{};  ///< by the rank of the best child
    std::vector<SliceRow> children_;
};

}  // namespace zermelo::tablebase
