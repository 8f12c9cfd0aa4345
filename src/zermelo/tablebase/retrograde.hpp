// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/raise_to.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/tier_moves.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"
#include "zermelo/tablebase/working_entries.hpp"

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
/// `sub_tier(child)` is the number (see `ValueEncoding`) of a position that a move out of the tier leads to;
/// it is not called for a child that `wins_at_once`, and by many threads at once. Positions with unindexed
/// moves are rechecked at every level.
/// `stop` is asked every some thousand entries.
/// Errors: (bad_usage) a distance does not fit into an entry; (stopped) a stop was asked for.
/// Memory: an entry (of 8 bits, or of 16) and a bit for each. Cost: O(positions × moves + levels ×
/// entries).
/// Source: Ströhlein 1970, the counting too; rechecked parents are as in Syzygy's generator.
template <Reversible T, typename SubTier>
class Retrograde {
  public:
    using Position = typename T::Position;
    using Move = typename T::Move;

    /// Called before each level with the plies that it is about. Called by one thread at a time.
    using Progress = std::function<void(Plies)>;

    /// From which number on bytes count remaining moves, as long as no distance comes near it.
    static constexpr std::uint8_t usual_first_count = 160;

    Retrograde(const T& tier, ValueEncoding encoding, SubTier sub_tier, Progress progress = {},
               std::uint8_t first_count = usual_first_count, StopToken stop = {})
        : tier_(tier),
          moves_(tier, encoding),
          encoding_(encoding),
          sub_tier_(std::move(sub_tier)),
          progress_(std::move(progress)),
          first_count_(first_count),
          stop_(std::move(stop)) {}

    /// With 8 bits an entry. Precondition of this and of `run_wider`: nothing was run before.
    Result<TierTable<T>> run() {
        begin(false);
        while (more()) next_level();
        ZERMELO_CHECK(end());
        return TierTable<T>{tier_, encoding_, entries_.take_bytes()};
    }

    /// The numbers of all entries. Goes on with 16 bits an entry where distances come to what bytes hold, or
    /// begins again so if what sub-tiers are worth does at once; `wide`: begins so. `may_widen(bytes)`: an
    /// error if it may not take `bytes` bytes for that.
    template <typename MayWiden>
    Result<TierValues> run_wider(const MayWiden& may_widen, bool wide = false) {
        begin(wide);
        while (more() && (wide || bytes_suffice())) next_level();
        if (!wide && (more() || too_long_) && !stop_.stop_requested()) {
            std::uint64_t entries = 0;
            for (std::uint32_t t = 0; t < entries_.tables(); ++t) entries += entries_.size(t);
            ZERMELO_CHECK(may_widen(3 * entries));
            if (too_long_) {
                begin(true);
            } else {
                drop_counts();
                entries_.widen();
            }
            while (more()) next_level();
        }
        ZERMELO_CHECK(end());
        return entries_.take();
    }

  private:
    // While it works, an entry is `ValueEncoding::draw`: undecided; `cannot_lose()`: no move wins so far, and
    // one leads to a draw in a sub-tier; `unused()`; a win of more plies than the level: one is known,
    // perhaps not the shortest; while it counts, from `first_count_` to `last()`: undecided, with 1, 2, …
    // remaining moves, which stay in the tier and are not known to lose (all others lose); anything else is
    // final.
    static constexpr Number first_wide_count = last_value<Number> - 94U;
    static constexpr std::size_t grain = std::size_t{1} << 14U;
    static constexpr unsigned mark_bits = 64;
    static constexpr bool indexes_children = TierMoves<T>::indexes_children;
    static constexpr bool counts = indexes_children && CountsParents<T>;

    void begin(bool wide) {
        std::vector<std::uint64_t> sizes;
        marks_.clear();
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            sizes.push_back(tier_.table_size(t));
            marks_.emplace_back(sizes.back() / mark_bits + 1);
        }
        entries_.begin(sizes, wide);
        if (wide) first_count_ = first_wide_count;
        max_counted_ = first_count_ > entries_.last() ? 0 : entries_.last() - first_count_ + 1U;
        unindexed_.clear();
        counting_ = counts;
        crowded_ = too_long_ = false;
        highest_ = level_ = 0;
        initialise();
    }
    bool more() const { return level_ <= highest_ && !too_long_ && !stop_.stop_requested(); }
    std::optional<Number> win(unsigned plies) const {
        return entries_.wide() ? encoding_.win<Number>(plies) : std::optional<Number>{encoding_.win(plies)};
    }
    std::optional<Number> loss(unsigned plies) const {
        return entries_.wide() ? encoding_.loss<Number>(plies) : std::optional<Number>{encoding_.loss(plies)};
    }
    /// Whether what a level makes known fits into bytes: it is at most two plies longer.
    bool bytes_suffice() const { return encoding_.win(level_ + 2) && encoding_.loss(level_ + 2); }
    void next_level() {
        if (progress_) progress_(Plies{level_});
        if (counting_ && win(level_ + 2).value_or(first_count_) >= first_count_) drop_counts();
        for (const auto number : {loss(level_), win(level_)}) {
            if (!number) continue;
            // By parity only one of the two is a value: the same number.
            propagate(*number);
            if (ValueEncoding::is_win(*number)) recheck_marked();
            if (encoding_.by_parity()) break;
        }
        recheck_unindexed();
        ++level_;
    }
    /// What was undecided is a draw. Errors: as of the class.
    Result<void> end() {
        if (!stop_.stop_requested()) {
            if (too_long_)
                return too_long(entries_.wide() ? encoding_.longest<Number>() : encoding_.longest());
            drop_counts();
            entries_.make_draws(entries_.cannot_lose(), entries_.cannot_lose(), stop_);
        }
        if (stop_.stop_requested()) return stopped();
        return {};
    }

    void store(Slot slot, Number number) {
        entries_.store(slot, number);
        if (number != ValueEncoding::draw && number <= entries_.last()) reach(encoding_.plies(number));
    }
    /// Levels go on at least to this one.
    void reach(unsigned level) { raise_to(highest_, level); }
    Number parent(Number child) { return fitting(encoding_.parent(child)); }
    /// A number as it is stored; one that does not fit ends the run.
    Number fitting(unsigned number) {
        if (number <= entries_.last()) return static_cast<Number>(number);
        too_long_ = true;
        return entries_.cannot_lose();
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
        for (std::uint32_t t = 0; t < entries_.tables(); ++t)
            each_part(entries_.size(t), grain, stop_, [&](std::size_t first, std::size_t end) {
                std::vector<Slot> unindexed;
                each_open_position(
                    tier_, t, first, end,
                    [&](std::uint64_t index, const Position& position, const auto& cursor) {
                        const Slot slot{t, index};
                        unsigned left = 0;
                        const Number value = initial_value(position, slot, left, unindexed);
                        store(slot, value);
                        if constexpr (counts)
                            if (counting_ && value == ValueEncoding::draw && left != 0 &&
                                left <= max_counted_ && cursor.symmetries() == 1)
                                entries_.store(slot, static_cast<Number>(first_count_ + left - 1));
                    },
                    [](auto, auto, const auto&) {});
                const std::lock_guard lock{unindexed_mutex_};
                unindexed_.insert(unindexed_.end(), unindexed.begin(), unindexed.end());
            });
    }

    /// `left`: as of `FirstLook`. `unindexed` gets the slot if a move is.
    Number initial_value(const Position& position, Slot slot, unsigned& left, std::vector<Slot>& unindexed) {
        const auto look = moves_.first_look(position, sub_tier_);
        left = look.left;
        if (counting_ && look.greatest >= first_count_) crowded_ = true;
        if (look.unindexed) {
            unindexed.push_back(slot);
            reach(1);
        }
        return look.cannot_lose ? entries_.cannot_lose() : fitting(look.number);
    }

    /// Propagates what is final at this level with this number to the parents.
    void propagate(Number number) {
        for (std::uint32_t t = 0; t < entries_.tables(); ++t)
            each_part(entries_.size(t), grain, stop_, [&](std::uint64_t first, std::uint64_t end) {
                const auto next = [&] {
                    const auto found = entries_.find(t, first, end, number);
                    if (found) first = *found + 1;
                    return found;
                };
                each_found(tier_, t, next,
                           [&](std::uint64_t index, const Position& position, const auto& cursor) {
                               propagate(number, index, position, cursor);
                           });
            });
    }
    template <typename Cursor>
    void propagate(Number number, std::uint64_t index, const Position& position, const Cursor& cursor) {
        // The entries of symmetric copies have the same parents.
        if (!cursor.is_least(index)) return;
        if (ValueEncoding::is_loss(number)) {
            tier_.each_parent(position, [&](const Position&, Slot slot) { offer(slot, parent(number)); });
            return;
        }
        bool once = true;
        if constexpr (counts) once = cursor.symmetries() == 1;
        tier_.each_parent(position, [&](const Position&, Slot slot) { count_down(slot, once); });
    }

    /// Notes that one move of an entry was found to lose, or (`once` is false) one or some that are alike.
    void count_down(Slot slot, bool once) {
        Number known = entries_.load(slot);
        while (counts && counting_ && known >= first_count_ && known <= entries_.last()) {
            // Without remaining moves it stays what it is: it is lost.
            if (once && known == first_count_) return mark(slot);
            const Number next = once ? static_cast<Number>(known - 1) : Number{ValueEncoding::draw};
            if (!entries_.exchange(slot, known, next)) continue;
            if (!once) mark(slot);
            return;
        }
        if (known == ValueEncoding::draw) mark(slot);
    }

    /// From here on entries are rechecked instead.
    void drop_counts() {
        if (counting_) entries_.make_draws(first_count_, entries_.last(), stop_);
        counting_ = false;
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
                std::uint64_t word = 0;
                const auto next = [&]() -> std::optional<std::uint64_t> {
                    for (; word == 0 && first < end; ++first) word = std::exchange(marks_[t][first], 0);
                    if (word == 0) return std::nullopt;
                    const auto bit = static_cast<unsigned>(std::countr_zero(word));
                    word &= word - 1;
                    return (first - 1) * mark_bits + bit;
                };
                each_found(tier_, t, next, [&](std::uint64_t index, const Position& position, const auto&) {
                    const Slot slot{t, index};
                    const bool counted = counts && counting_ && entries_.load(slot) == first_count_;
                    if (const Number lost = counted ? counted_loss(position) : loss_of(position))
                        store(slot, lost);
                });
            });
    }

    void offer(Slot slot, Number win) {
        const Number known = entries_.load(slot);
        if (known == entries_.unused() ||
            (known <= entries_.last() && known != ValueEncoding::draw && known <= win))
            return;
        store(slot, win);
    }

    /// A number if it is final at this level, or `ValueEncoding::draw`.
    Number finalised(Slot slot) {
        const Number number = entries_.load(slot);
        return number <= entries_.last() && number != ValueEncoding::draw && encoding_.plies(number) <= level_
                   ? number
                   : Number{ValueEncoding::draw};
    }

    /// What a child is known to be worth at this level; `ValueEncoding::draw` if that is not final.
    Number known(const Position& position, const Move& move, const Position& child) {
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

    /// The number of a loss if every move is known to lead to a win; 0 otherwise.
    /// Precondition: there is a move, and not all of them let the other side win at once.
    Number loss_of(const Position& position) {
        Number loss = 0;
        [[maybe_unused]] const auto children = moves_.child_index_of(position);
        moves_.each_move(position, [&](const Move& move) {
            Number number = ValueEncoding::draw;
            bool found = false;
            if constexpr (indexes_children)
                if (tier_.stays_in_tier(position, move)) {
                    number = finalised(children.slot_after(move));
                    found = true;
                }
            if (!found) {
                const Position child = tier_.play(position, move);
                if constexpr (game::SeesWins<T> && !SkipsEveryBlunder<T>)
                    if (tier_.wins_at_once(child)) return false;
                number = known(position, move, child);
            }
            if (!ValueEncoding::is_win(number)) {
                loss = 0;
                return true;
            }
            loss = std::max(loss, parent(number));
            return false;
        });
        return loss == entries_.cannot_lose() ? Number{0}
                                              : static_cast<Number>(moves_.delayed(position, loss));
    }

    /// The same where the last of the moves that stay in the tier was found to lose at this level: all others
    /// lose, too.
    Number counted_loss(const Position& position) {
        Number loss = parent(*win(level_));
        if constexpr (counts)
            moves_.each_move(position, [&](const Move& move) {
                if (!tier_.stays_in_tier(position, move))
                    loss = std::max(loss, parent(sub_tier_(tier_.play(position, move))));
                return false;
            });
        return loss == entries_.cannot_lose() ? Number{0}
                                              : static_cast<Number>(moves_.delayed(position, loss));
    }

    /// The value of any position as far as it is final at this level.
    Number evaluate(const Position& position) {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        if constexpr (game::Ends<T>)
            if (moves.size() == 0)
                if (const auto outcome = game::end_unmoved(tier_, position)) return encoding_.ended(*outcome);
        BestOf best{encoding_};
        for (const Move& move : moves) {
            const Position child = tier_.play(position, move);
            Number number = known(position, move, child);
            if (number != ValueEncoding::draw && encoding_.plies(number) > level_) {
                reach(encoding_.plies(number));
                number = ValueEncoding::draw;
            }
            best.add(number);
        }
        const Number value = fitting(best.value());
        return value == entries_.cannot_lose() ? Number{ValueEncoding::draw} : value;
    }

    void recheck_unindexed() {
        each_part(unindexed_.size(), 1, stop_, [&](std::size_t i, std::size_t) {
            const Slot slot = unindexed_[i];
            const Number known = entries_.load(slot);
            if (known != ValueEncoding::draw && known <= entries_.last() &&
                encoding_.plies(known) <= level_ + 1)
                return;
            const Number number = evaluate(*tier_.position(slot));
            if (number != ValueEncoding::draw) store(slot, number);
        });
    }

    const T& tier_;
    TierMoves<T> moves_;
    ValueEncoding encoding_;
    SubTier sub_tier_;
    Progress progress_;
    WorkingEntries entries_;
    std::vector<std::vector<std::uint64_t>> marks_;  ///< a bit an entry
    std::mutex unindexed_mutex_;
    std::vector<Slot> unindexed_;
    Number first_count_;
    unsigned max_counted_ = 0;
    StopToken stop_;
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    bool counting_ = counts;
    std::atomic<bool> crowded_ = false;  ///< a value from a sub-tier is as great as a count
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
