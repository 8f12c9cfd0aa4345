// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/progress.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/tier_audit.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// Whether blunders need not be looked at to verify a tier: the game knows them, and who makes one loses in
/// two plies, sooner than by any other move, since nothing but a move ends a game.
template <typename T>
inline constexpr bool skips_blunders = IndexesChildren<T> && SkipsEveryBlunder<T> && !game::Ends<T>;

/// Counts the positions of a table from `first` up to `end`: `number(index, position)` is their number, but
/// for those that `wins_at_once`.
template <Indexed T, typename F>
void count_positions(const T& tier, ValueEncoding encoding, std::uint32_t table, std::uint64_t first,
                     std::uint64_t end, const F& number, TableCounts& counts) {
    each_open_position(
        tier, table, first, end,
        [&](std::uint64_t index, const typename T::Position& position, const auto& cursor) {
            counts.add(number(index, position), index, cursor.weight(), cursor.is_least(index));
        },
        [&](std::uint64_t index, std::uint64_t count, const auto& cursor) {
            counts.add(*encoding.win(1), index, cursor.weight(), cursor.is_least(index), count);
        });
}

/// Checks a tier against the definition: every position is worth what the best of its moves leads to, the
/// winner hastening and the loser delaying. All wins and losses that pass are proved by induction on their
/// distance; what is left and passes is a draw, since each side has a move that keeps it so.
///
/// `entry(slot)` is a table's entry, of 8 bits or of 16, `sub_tier(child)` the number of a position out of
/// the tier, both called by many threads at once. With an encoding of outcomes alone there is no such
/// induction: what passes follows from its successors, and wins that rest on each other pass, too. Shares
/// nothing with `Retrograde` but the tier and the encoding: all moves are listed, none is skipped, and all
/// are played, unless moves may be taken `by_index` where the tier `IndexesChildren`, at half the price; then
/// blunders are skipped, too, if that can be
/// (`skips_blunders`). Cost: O(positions × moves).
template <Indexed T, typename Entry, typename SubTier>
class TierVerifier {
  public:
    using Position = typename T::Position;
    enum class Moves { played, by_index };

    /// `one_in`: only one of this number of blocks of 1024 entries is looked at, and counted. Precondition:
    /// not 0. `stop`: asked before each block; what `run` returns after a stop says nothing.
    TierVerifier(const T& tier, ValueEncoding encoding, Entry entry, SubTier sub_tier,
                 Moves how = Moves::played, std::uint64_t one_in = 1, StopToken stop = {})
        : tier_(tier),
          encoding_(encoding),
          entry_(std::move(entry)),
          sub_tier_(std::move(sub_tier)),
          how_(how),
          one_in_(one_in),
          stop_(std::move(stop)) {}

    /// `progress`: in entries of all tables.
    TierAudit run(const Progress& progress = {}) {
        TierAudit audit;
        std::uint64_t total = 0;
        std::uint64_t done = 0;
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) total += tier_.table_size(t);
        std::atomic<bool> found = false;
        std::mutex mutex;
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            TableCounts sum;
            const std::uint64_t size = tier_.table_size(t);
            each_part((size + block - 1) / block, 16, stop_, [&](std::uint64_t first, std::uint64_t end) {
                TableCounts counts;
                const auto expected_of = [&](std::uint64_t index, const Position& p) {
                    const Number expected = value(p);
                    const Number stored = entry_(Slot{t, index});
                    if (stored != expected) {
                        const std::lock_guard lock(mutex);
                        if (!audit.fault) audit.fault = {{t, index}, stored, expected};
                        found = true;
                    }
                    return expected;
                };
                for (std::uint64_t b = first; b < end && !found && !stop_.stop_requested(); ++b)
                    if (b % one_in_ == 0)
                        count_positions(tier_, encoding_, t, b * block, std::min(size, (b + 1) * block),
                                        expected_of, counts);
                const std::lock_guard lock{mutex};
                sum.add(counts);
                done += std::min(size, end * block) - first * block;
                if (progress) progress(done, total);
            });
            audit.tables.push_back(std::move(sum));
        }
        return audit;
    }

    /// What a position must be worth: the best that its moves lead to, by the entries.
    Number value(const Position& p) const {
        if constexpr (skips_blunders<T>)
            if (how_ == Moves::by_index) return value_by_safe_moves(p);
        typename T::MoveList moves;
        tier_.moves(p, moves);
        if constexpr (game::Ends<T>)
            if (moves.size() == 0)
                if (const auto outcome = game::end_unmoved(tier_, p)) return encoding_.ended(*outcome);
        constexpr unsigned none = std::numeric_limits<Number>::max() + 1U;
        unsigned win = none;
        unsigned loss = 0;
        bool open = moves.size() == 0;
        const auto worth = [&](const auto& move, [[maybe_unused]] const auto& children) -> Number {
            if constexpr (IndexesChildren<T> && !game::SeesWins<T>)
                if (children && tier_.stays_in_tier(p, move)) return entry_(children->slot_after(move));
            return child_value(p, move);
        };
        const auto children = child_index_of(p);
        for (const auto& move : moves) {
            const Number number = worth(move, children);
            if (number == ValueEncoding::draw)
                open = true;
            else if (ValueEncoding::is_loss(number))
                win = std::min(win, encoding_.parent(number));
            else
                loss = std::max(loss, encoding_.parent(number));
        }
        const unsigned best = win < none ? win : open ? ValueEncoding::draw : loss;
        return static_cast<Number>(best);
    }

  private:
    static constexpr std::uint64_t block = 1024;

    bool sees_win(const Position& p) const {
        if constexpr (game::SeesWins<T>) return tier_.wins_at_once(p);
        return false;
    }

    Number child_value(const Position& p, const typename T::Move& move) const {
        const Position child = tier_.play(p, move);
        if constexpr (!game::Ends<T>)
            if (tier_.lost(child)) return *encoding_.loss(0);
        if (sees_win(child)) return *encoding_.win(1);
        switch (tier_.leads_to(p, move, child)) {
            case LeadsTo::tier:
                return entry_(tier_.slot(child));
            case LeadsTo::sub_tier:
                return sub_tier_(child);
            case LeadsTo::unindexed:
                break;
        }
        return value(child);
    }

    /// From where moves that stay are looked at, if they are not played.
    auto child_index_of([[maybe_unused]] const Position& p) const {
        if constexpr (IndexesChildren<T>)
            return how_ == Moves::by_index ? std::optional{tier_.child_index(p)} : std::nullopt;
        else
            return std::nullopt;
    }

    /// By moves that are no blunders; all others lose in two, which is the shortest loss of all.
    Number value_by_safe_moves(const Position& p) const
        requires skips_blunders<T>
    {
        BestOf best{encoding_};
        bool any = false;
        const auto children = tier_.child_index(p);
        tier_.any_safe_move(p, [&](const auto& move) {
            any = true;
            best.add(tier_.stays_in_tier(p, move) ? entry_(children.slot_after(move))
                                                  : sub_tier_(tier_.play(p, move)));
            return false;
        });
        if (any) return static_cast<Number>(best.value());
        typename T::MoveList moves;
        tier_.moves(p, moves);
        return moves.size() == 0 ? Number{ValueEncoding::draw} : *encoding_.loss(2);
    }

    const T& tier_;
    ValueEncoding encoding_;
    Entry entry_;
    SubTier sub_tier_;
    Moves how_;
    std::uint64_t one_in_;
    StopToken stop_;
};

}  // namespace zermelo::tablebase
