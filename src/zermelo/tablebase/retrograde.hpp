// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/tbb/concurrent_vector.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/huge_pages.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// Solves a tier backwards, level by level, on all threads of the task arena that it is called in.
///
///  - *Initialisation*: every position is looked at once: whether the game is over, and what the moves out of
///    the tier are worth.
///  - *Propagation*, by unmoves: what is lost in n makes its parents won in n + 1; what is won in n takes one
///    from the remaining moves of its parents, where the tier `CountsParents`.
///  - *Recheck*: a parent without remaining moves, or any parent of a win where they are not counted, has all
///    its moves looked at once more: is it lost?
///  - *Finalisation*: an entry whose value is as long as the level is final; what never gets one is a draw.
///
/// `sub_tier(child)` is the byte (see `ValueEncoding`) of a position that a move out of the tier leads to; it
/// is not called for a child that `wins_at_once`, and by many threads at once. Positions with unindexed moves
/// are rechecked at every level.
/// `stop` is asked every some thousand entries.
/// Errors: (bad_usage) a distance does not fit the encoding; (stopped) a stop was asked for.
/// Memory: a byte and a bit an entry. Cost: O(positions × moves + levels × entries).
/// Source: Ströhlein 1970, the counting too; rechecked parents are as in Syzygy's generator.
template <Reversible T, typename SubTier>
class Retrograde {
  public:
    using Position = typename T::Position;
    using Move = typename T::Move;

    /// Called before each level with the plies that it is about. Called by one thread at a time.
    using Progress = std::function<void(Plies)>;

    /// From which byte on bytes count remaining moves, as long as no distance comes near it.
    static constexpr std::uint8_t usual_first_count = 160;

    Retrograde(const T& tier, ValueEncoding encoding, SubTier sub_tier, Progress progress = {},
               std::uint8_t first_count = usual_first_count, std::stop_token stop = {})
        : tier_(tier),
          encoding_(encoding),
          sub_tier_(std::move(sub_tier)),
          progress_(std::move(progress)),
          first_count_(first_count),
          most_counted_(first_count > ValueEncoding::last ? 0 : ValueEncoding::last - first_count + 1U),
          stop_(std::move(stop)) {}

    Result<TierTable<T>> run() {
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            auto& table = values_.emplace_back();
            table.reserve(tier_.table_size(t));
            prefer_huge_pages(table.data(), table.capacity());
            table.resize(tier_.table_size(t), dont_care);
            marks_.emplace_back(tier_.table_size(t) / mark_bits + 1);
        }
        initialise();
        for (level_ = 0; level_ <= highest_ && !too_long_ && !stop_.stop_requested(); ++level_) {
            if (progress_) progress_(Plies{level_});
            // What this level makes known is at most two plies longer.
            if (counting_ && encoding_.win(level_ + 2).value_or(first_count_) >= first_count_) drop_counts();
            for (const auto byte : {encoding_.loss(level_), encoding_.win(level_)}) {
                if (!byte) continue;
                // By parity only one of the two is a value: the same byte.
                propagate(*byte);
                if (ValueEncoding::is_win(*byte)) recheck_marked();
                if (encoding_.by_parity()) break;
            }
            recheck_unindexed();
        }
        if (stop_.stop_requested()) return stopped();
        if (too_long_)
            return failure(ErrorKind::bad_usage, "a forced win of over " +
                                                     std::to_string(encoding_.longest()) +
                                                     " plies, expected at most that many");
        finish();
        if (stop_.stop_requested()) return stopped();
        return TierTable<T>{tier_, encoding_, std::move(values_)};
    }

  private:
    // While it works, an entry is `ValueEncoding::draw`: undecided; `cannot_lose`: no move wins so far, and
    // one leads to a draw in a sub-tier; `dont_care`; a win of more plies than the level: one is known,
    // perhaps not the shortest; while it counts, from `first_count_` to `ValueEncoding::last`: undecided,
    // with 1, 2, … remaining moves, which stay in the tier and are not known to lose (all others lose);
    // anything else is final.
    static constexpr std::uint8_t cannot_lose = 255;
    static constexpr std::size_t grain = std::size_t{1} << 14U;
    static constexpr unsigned mark_bits = 64;
    static constexpr bool indexes_children =
        IndexesChildren<T> && (!game::SeesWins<T> || SkipsEveryBlunder<T>);
    static constexpr bool counts = indexes_children && CountsParents<T>;

    std::uint8_t load(Slot slot) {
        return std::atomic_ref{values_[slot.table][slot.index]}.load(std::memory_order_relaxed);
    }
    void store(Slot slot, std::uint8_t byte) {
        std::atomic_ref{values_[slot.table][slot.index]}.store(byte, std::memory_order_relaxed);
        if (byte != ValueEncoding::draw && byte <= ValueEncoding::last) reach(encoding_.plies(byte));
    }
    /// Levels go on at least to this one.
    void reach(unsigned level) {
        unsigned known = highest_.load(std::memory_order_relaxed);
        while (known < level && !highest_.compare_exchange_weak(known, level)) {
        }
    }
    std::uint8_t parent(std::uint8_t child) { return fitting(encoding_.parent(child)); }
    /// A byte as it is stored; one that does not fit ends the run.
    std::uint8_t fitting(unsigned byte) {
        if (byte <= ValueEncoding::last) return static_cast<std::uint8_t>(byte);
        too_long_ = true;
        return cannot_lose;
    }

    /// Calls f for the moves of a position, but perhaps not for those after which the other side wins at
    /// once, until f says true.
    template <typename F>
    void each_move(const Position& position, F&& f) const {
        if constexpr (game::SkipsBlunders<T>) {
            tier_.any_safe_move(position, f);
        } else {
            typename T::MoveList moves;
            tier_.moves(position, moves);
            for (const Move& move : moves)
                if (f(move)) return;
        }
    }
    /// The children of moves that stay in the tier, where they need not be played.
    auto child_index_of([[maybe_unused]] const Position& position) const {
        if constexpr (indexes_children)
            return tier_.child_index(position);
        else
            return nullptr;
    }
    bool has_move(const Position& position) const {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        return moves.size() != 0;
    }

    void initialise() {
        give_initial_values();
        if (crowded_) {
            counting_ = false;
            unindexed_.clear();
            give_initial_values();
        }
        // What unindexed moves are worth comes from levels that are not reached yet.
        if (counting_ && !unindexed_.empty()) drop_counts();
    }

    void give_initial_values() {
        for (std::uint32_t t = 0; t < values_.size(); ++t)
            each_part(values_[t].size(), grain, stop_, [&](std::size_t first, std::size_t end) {
                tier_.each_position(
                    t, first, end, [&](std::uint64_t index, const Position& position, const auto& cursor) {
                        if constexpr (game::SeesWins<T>)
                            if (tier_.wins_at_once(position)) return;
                        const Slot slot{t, index};
                        unsigned left = 0;
                        const std::uint8_t value = initial_value(position, slot, left);
                        store(slot, value);
                        if constexpr (counts)
                            if (counting_ && value == ValueEncoding::draw && left != 0 &&
                                left <= most_counted_ && cursor.symmetries() == 1)
                                values_[t][index] = static_cast<std::uint8_t>(first_count_ + left - 1);
                    });
            });
    }

    /// `left`: the remaining moves, or 0 where these are not all that is left to be known.
    std::uint8_t initial_value(const Position& position, Slot slot, unsigned& left) {
        BestOf sub_tiers{encoding_};
        bool stays = false;
        bool unindexed = false;
        bool counted = true;
        [[maybe_unused]] bool moves = false;
        each_move(position, [&](const Move& move) {
            moves = true;
            if constexpr (indexes_children)
                if (tier_.stays_in_tier(position, move)) {
                    stays = true;
                    ++left;
                    return false;
                }
            const Position child = tier_.play(position, move);
            if constexpr (game::SeesWins<T>) {
                if (tier_.wins_at_once(child)) return false;
            }
            switch (tier_.leads_to(position, move, child)) {
                case LeadsTo::tier:
                    stays = true;
                    counted = false;
                    break;
                case LeadsTo::unindexed:
                    unindexed = true;
                    break;
                case LeadsTo::sub_tier:
                    sub_tiers.add(sub_tier_(child));
                    break;
            }
            return false;
        });
        if constexpr (game::Ends<T> && game::SkipsBlunders<T>) moves = moves || has_move(position);
        if constexpr (game::Ends<T>)
            if (!moves)
                if (const auto outcome = game::end_unmoved(tier_, position);
                    outcome && *outcome != game::Outcome::draw)
                    return encoding_.ended(*outcome);
        if (!counted || unindexed) left = 0;
        if (counting_ && std::max(sub_tiers.win(), sub_tiers.loss()) >= first_count_) crowded_ = true;
        if (unindexed) {
            unindexed_.push_back(slot);
            reach(1);
            return ValueEncoding::draw;
        }
        if (sub_tiers.win() != 0) return fitting(sub_tiers.win());
        if (sub_tiers.draw()) return cannot_lose;
        if (stays) return ValueEncoding::draw;
        if (sub_tiers.loss() != 0) return fitting(sub_tiers.loss());
        if constexpr (game::SeesWins<T>)
            if (has_move(position)) return *encoding_.loss(2);
        return cannot_lose;  // no move, and not over: nobody's win
    }

    /// Propagates what is final at this level with this byte to the parents.
    void propagate(std::uint8_t byte) {
        for (std::uint32_t t = 0; t < values_.size(); ++t)
            each_part(values_[t].size(), grain, stop_,
                      [&](std::size_t first, std::size_t end) { propagate(byte, t, first, end); });
    }

    void propagate(std::uint8_t byte, std::uint32_t t, std::uint64_t first, std::uint64_t end) {
        const std::uint8_t* const table = values_[t].data();
        for (std::uint64_t index = first; index < end; ++index) {
            const void* found = std::memchr(table + index, byte, end - index);
            if (found == nullptr) return;
            index = static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(found) - table);
            tier_.each_position(t, index, index + 1, [&](auto, const Position& position, const auto& cursor) {
                propagate(byte, index, position, cursor);
            });
        }
    }

    template <typename Cursor>
    void propagate(std::uint8_t byte, std::uint64_t index, const Position& position, const Cursor& cursor) {
        // The entries of symmetric copies have the same parents.
        if (!cursor.is_least(index)) return;
        if (ValueEncoding::is_loss(byte)) {
            tier_.each_parent(position, [&](const Position&, Slot slot) { offer(slot, parent(byte)); });
            return;
        }
        bool once = true;
        if constexpr (counts) once = cursor.symmetries() == 1;
        tier_.each_parent(position, [&](const Position&, Slot slot) { count_down(slot, once); });
    }

    /// Of the moves of an entry one was found to lose, or (`once` is false) one or some that are alike.
    void count_down(Slot slot, bool once) {
        const std::atomic_ref entry{values_[slot.table][slot.index]};
        std::uint8_t known = entry.load(std::memory_order_relaxed);
        while (counts && counting_ && known >= first_count_ && known <= ValueEncoding::last) {
            const bool looks = known == first_count_ || !once;
            const std::uint8_t next = looks ? ValueEncoding::draw : static_cast<std::uint8_t>(known - 1);
            if (!entry.compare_exchange_weak(known, next, std::memory_order_relaxed)) continue;
            if (looks) mark(slot);
            return;
        }
        if (known == ValueEncoding::draw) mark(slot);
    }

    /// From here on entries are rechecked instead.
    void drop_counts() {
        for (auto& table : values_)
            replace(table,
                    [&](std::uint8_t byte) { return byte >= first_count_ && byte <= ValueEncoding::last; });
        counting_ = false;
    }

    /// Makes what a condition holds of undecided.
    template <typename Condition>
    void replace(std::vector<std::uint8_t>& table, const Condition& condition) const {
        each_part(table.size(), 4 * grain, stop_, [&](std::size_t first, std::size_t end) {
            std::replace_if(table.data() + first, table.data() + end, condition, ValueEncoding::draw);
        });
    }

    /// Marks an entry to be rechecked once when the level is done.
    void mark(Slot slot) {
        const std::atomic_ref word{marks_[slot.table][slot.index / mark_bits]};
        const std::uint64_t bit = std::uint64_t{1} << slot.index % mark_bits;
        if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
    }

    void recheck_marked() {
        for (std::uint32_t t = 0; t < marks_.size(); ++t)
            each_part(marks_[t].size(), grain / mark_bits, stop_, [&](std::size_t first, std::size_t end) {
                for (std::size_t i = first; i < end; ++i)
                    for (std::uint64_t word = std::exchange(marks_[t][i], 0); word != 0; word &= word - 1) {
                        const Slot slot{t, i * mark_bits + static_cast<unsigned>(std::countr_zero(word))};
                        if (const std::uint8_t lost = loss_of(*tier_.position(slot))) store(slot, lost);
                    }
            });
    }

    void offer(Slot slot, std::uint8_t win) {
        const std::uint8_t known = load(slot);
        if (known == dont_care ||
            (known <= ValueEncoding::last && known != ValueEncoding::draw && known <= win))
            return;
        store(slot, win);
    }

    /// An entry's byte if it is final at this level, or `ValueEncoding::draw`.
    std::uint8_t finalised(Slot slot) {
        const std::uint8_t byte = load(slot);
        return byte <= ValueEncoding::last && byte != ValueEncoding::draw && encoding_.plies(byte) <= level_
                   ? byte
                   : ValueEncoding::draw;
    }

    /// What a child is known to be worth at this level; `ValueEncoding::draw` if that is not final.
    std::uint8_t known(const Position& position, const Move& move, const Position& child) {
        switch (tier_.leads_to(position, move, child)) {
            case LeadsTo::tier:
                return finalised(tier_.slot(child));
            case LeadsTo::unindexed:
                return evaluate(child);
            case LeadsTo::sub_tier:
                break;
        }
        return sub_tier_(child);
    }

    /// The byte of a loss if every move is known to lead to a win; 0 otherwise.
    /// Precondition: there is a move, and not all of them let the other side win at once.
    std::uint8_t loss_of(const Position& position) {
        std::uint8_t loss = 0;
        [[maybe_unused]] const auto children = child_index_of(position);
        each_move(position, [&](const Move& move) {
            std::uint8_t byte = ValueEncoding::draw;
            bool found = false;
            if constexpr (indexes_children)
                if (tier_.stays_in_tier(position, move)) {
                    byte = finalised(children.slot_after(move));
                    found = true;
                }
            if (!found) {
                const Position child = tier_.play(position, move);
                if constexpr (game::SeesWins<T>)
                    if (tier_.wins_at_once(child)) return false;
                byte = known(position, move, child);
            }
            if (!ValueEncoding::is_win(byte)) {
                loss = 0;
                return true;
            }
            loss = std::max(loss, parent(byte));
            return false;
        });
        return loss == cannot_lose ? std::uint8_t{0} : loss;
    }

    /// The value of any position as far as it is final at this level.
    std::uint8_t evaluate(const Position& position) {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        if constexpr (game::Ends<T>)
            if (moves.size() == 0)
                if (const auto outcome = game::end_unmoved(tier_, position)) return encoding_.ended(*outcome);
        BestOf best{encoding_};
        for (const Move& move : moves) {
            const Position child = tier_.play(position, move);
            std::uint8_t byte = known(position, move, child);
            if (byte != ValueEncoding::draw && encoding_.plies(byte) > level_) {
                reach(encoding_.plies(byte));
                byte = ValueEncoding::draw;
            }
            best.add(byte);
        }
        const std::uint8_t value = fitting(best.value());
        return value == cannot_lose ? ValueEncoding::draw : value;
    }

    void recheck_unindexed() {
        tbb::parallel_for(std::size_t{0}, unindexed_.size(), [&](std::size_t i) {
            if (stop_.stop_requested()) return;
            const Slot slot = unindexed_[i];
            const std::uint8_t known = load(slot);
            if (known != ValueEncoding::draw && known <= ValueEncoding::last &&
                encoding_.plies(known) <= level_ + 1)
                return;
            const std::uint8_t byte = evaluate(*tier_.position(slot));
            if (byte != ValueEncoding::draw) store(slot, byte);
        });
    }

    void finish() {
        if (counting_) drop_counts();
        for (auto& table : values_) replace(table, [](std::uint8_t byte) { return byte == cannot_lose; });
    }

    const T& tier_;
    ValueEncoding encoding_;
    SubTier sub_tier_;
    Progress progress_;
    TierBytes values_;
    std::vector<std::vector<std::uint64_t>> marks_;  ///< a bit an entry
    tbb::concurrent_vector<Slot> unindexed_;
    std::uint8_t first_count_;
    unsigned most_counted_;
    std::stop_token stop_;
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    bool counting_ = counts;
    std::atomic<bool> crowded_ = false;  ///< a value from a sub-tier is as great as a count
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
