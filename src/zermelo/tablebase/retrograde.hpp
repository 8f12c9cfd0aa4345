// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <oneapi/tbb/concurrent_vector.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/huge_pages.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
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
/// `sub_tier(child)` is the number (see `ValueEncoding`) of a position that a move out of the tier leads to;
/// it is not called for a child that `wins_at_once`, and by many threads at once. Positions with unindexed
/// moves are rechecked at every level.
/// `stop` is asked every some thousand entries.
/// Errors: (bad_usage) a distance does not fit into an entry; (stopped) a stop was asked for.
/// Memory: an entry (`Entry`, of 8 bits or of 16) and a bit for each. Cost: O(positions × moves + levels ×
/// entries).
/// Source: Ströhlein 1970, the counting too; rechecked parents are as in Syzygy's generator.
template <Reversible T, typename SubTier, typename Entry = std::uint8_t>
class Retrograde {
  public:
    using Entries = std::vector<std::vector<Entry>>;
    using Position = typename T::Position;
    using Move = typename T::Move;

    /// Called before each level with the plies that it is about. Called by one thread at a time.
    using Progress = std::function<void(Plies)>;

    /// From which number on entries count remaining moves, as long as no distance comes near it.
    static constexpr Entry usual_first_count =
        sizeof(Entry) == 1 ? Entry{160} : static_cast<Entry>(last_value<Entry> - 94U);

    Retrograde(const T& tier, ValueEncoding encoding, SubTier sub_tier, Progress progress = {},
               std::type_identity_t<Entry> first_count = usual_first_count, StopToken stop = {})
        : tier_(tier),
          encoding_(encoding),
          sub_tier_(std::move(sub_tier)),
          progress_(std::move(progress)),
          first_count_(first_count),
          most_counted_(first_count > last_value<Entry> ? 0 : last_value<Entry> - first_count + 1U),
          stop_(std::move(stop)) {}

    /// Precondition of this and of `run_wider`: nothing was run before.
    Result<TierTable<T>> run()
        requires std::same_as<Entry, std::uint8_t>
    {
        begin();
        while (more()) next_level();
        return end().map([&](Entries&& bytes) { return TierTable<T>{tier_, encoding_, std::move(bytes)}; });
    }

    /// The numbers of all entries; goes on with 16 bits an entry where distances come to what bytes hold, or
    /// begins again so if what sub-tiers are worth does at once. `may_widen(bytes)`: an error if it may not
    /// take `bytes` bytes for that.
    template <typename MayWiden>
    Result<TierValues> run_wider(const MayWiden& may_widen)
        requires std::same_as<Entry, std::uint8_t>
    {
        using Wider = Retrograde<T, SubTier, std::uint16_t>;
        begin();
        while (more()) {
            if (!encoding_.win(level_ + 2) || !encoding_.loss(level_ + 2)) break;
            next_level();
        }
        if (!more()) {
            if (stop_.stop_requested()) return stopped();
            if (!too_long_) return end().map([](Entries&& bytes) { return TierValues{std::move(bytes)}; });
        }
        std::uint64_t entries = 0;
        for (const auto& table : values_) entries += table.size();
        if (Result<void> may = may_widen(3 * entries); !may)
            return tl::make_unexpected(std::move(may.error()));
        Wider wider{tier_, encoding_, sub_tier_, progress_, Wider::usual_first_count, stop_};
        if (too_long_) {
            values_ = {};
            marks_ = {};
        } else {
            wider.take_over(*this);
        }
        return wider.run();
    }

    /// The same with 16 bits an entry from the beginning.
    Result<TierValues> run()
        requires std::same_as<Entry, std::uint16_t>
    {
        if (values_.empty()) begin();
        while (more()) next_level();
        return end().map([](Entries&& numbers) { return narrowed(std::move(numbers)); });
    }

  private:
    template <Reversible, typename, typename>
    friend class Retrograde;

    // While it works, an entry is `ValueEncoding::draw`: undecided; `cannot_lose`: no move wins so far, and
    // one leads to a draw in a sub-tier; `unused`; a win of more plies than the level: one is known, perhaps
    // not the shortest; while it counts, from `first_count_` to `last`: undecided, with 1, 2, … remaining
    // moves, which stay in the tier and are not known to lose (all others lose); anything else is final.
    static constexpr Entry cannot_lose = cannot_lose_mark<Entry>;
    static constexpr Entry unused = dont_care_mark<Entry>;
    static constexpr Entry last = last_value<Entry>;
    static constexpr std::size_t grain = std::size_t{1} << 14U;
    static constexpr unsigned mark_bits = 64;
    static constexpr bool indexes_children =
        IndexesChildren<T> && (!game::SeesWins<T> || SkipsEveryBlunder<T>);
    static constexpr bool counts = indexes_children && CountsParents<T>;

    void begin() {
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            auto& table = values_.emplace_back();
            table.reserve(tier_.table_size(t));
            prefer_huge_pages(table.data(), table.capacity() * sizeof(Entry));
            table.resize(tier_.table_size(t), unused);
            marks_.emplace_back(tier_.table_size(t) / mark_bits + 1);
        }
        initialise();
    }
    bool more() const { return level_ <= highest_ && !too_long_ && !stop_.stop_requested(); }
    void next_level() {
        if (progress_) progress_(Plies{level_});
        // What this level makes known is at most two plies longer.
        if (counting_ && encoding_.win<Entry>(level_ + 2).value_or(first_count_) >= first_count_)
            drop_counts();
        for (const auto entry : {encoding_.loss<Entry>(level_), encoding_.win<Entry>(level_)}) {
            if (!entry) continue;
            // By parity only one of the two is a value: the same number.
            propagate(*entry);
            if (ValueEncoding::is_win(*entry)) recheck_marked();
            if (encoding_.by_parity()) break;
        }
        recheck_unindexed();
        ++level_;
    }
    Result<Entries> end() {
        if (stop_.stop_requested()) return stopped();
        if (too_long_)
            return failure(ErrorKind::bad_usage, "a forced win of over " +
                                                     std::to_string(encoding_.longest<Entry>()) +
                                                     " plies, expected at most that many");
        finish();
        if (stop_.stop_requested()) return stopped();
        return std::move(values_);
    }
    /// Goes on where another of the same tier is between two levels.
    void take_over(Retrograde<T, SubTier, std::uint8_t>& other) {
        if (other.counting_) other.drop_counts();
        counting_ = false;
        for (auto& bytes : other.values_) {
            auto& table = values_.emplace_back();
            table.reserve(bytes.size());
            prefer_huge_pages(table.data(), table.capacity() * sizeof(Entry));
            for (const std::uint8_t byte : bytes)
                table.push_back(byte == Retrograde<T, SubTier, std::uint8_t>::unused        ? unused
                                : byte == Retrograde<T, SubTier, std::uint8_t>::cannot_lose ? cannot_lose
                                                                                            : Entry{byte});
            bytes = {};
        }
        marks_ = std::move(other.marks_);
        unindexed_ = std::move(other.unindexed_);
        level_ = other.level_;
        highest_ = other.highest_.load();
    }

    Entry load(Slot slot) {
        return std::atomic_ref{values_[slot.table][slot.index]}.load(std::memory_order_relaxed);
    }
    void store(Slot slot, Entry entry) {
        std::atomic_ref{values_[slot.table][slot.index]}.store(entry, std::memory_order_relaxed);
        if (entry != ValueEncoding::draw && entry <= last) reach(encoding_.plies(entry));
    }
    /// Levels go on at least to this one.
    void reach(unsigned level) {
        unsigned known = highest_.load(std::memory_order_relaxed);
        while (known < level && !highest_.compare_exchange_weak(known, level)) {
        }
    }
    Entry parent(Number child) { return fitting(encoding_.parent(child)); }
    /// A number as it is stored; one that does not fit ends the run.
    Entry fitting(unsigned number) {
        if (number <= last) return static_cast<Entry>(number);
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
                        const Entry value = initial_value(position, slot, left);
                        store(slot, value);
                        if constexpr (counts)
                            if (counting_ && value == ValueEncoding::draw && left != 0 &&
                                left <= most_counted_ && cursor.symmetries() == 1)
                                values_[t][index] = static_cast<Entry>(first_count_ + left - 1);
                    });
            });
    }

    /// `left`: the remaining moves, or 0 where these are not all that is left to be known.
    Entry initial_value(const Position& position, Slot slot, unsigned& left) {
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
        if (sub_tiers.loss() != 0) return delayed(position, fitting(sub_tiers.loss()));
        if constexpr (game::SeesWins<T>)
            if (has_move(position)) return *encoding_.loss(2);
        return cannot_lose;  // no move, and not over: nobody's win
    }

    /// Propagates what is final at this level with this number to the parents.
    void propagate(Entry number) {
        for (std::uint32_t t = 0; t < values_.size(); ++t)
            each_part(values_[t].size(), grain, stop_,
                      [&](std::size_t first, std::size_t end) { propagate(number, t, first, end); });
    }

    void propagate(Entry number, std::uint32_t t, std::uint64_t first, std::uint64_t end) {
        const Entry* const table = values_[t].data();
        for (std::uint64_t index = first; index < end; ++index) {
            const Entry* const found = find(table + index, table + end, number);
            if (found == nullptr) return;
            index = static_cast<std::uint64_t>(found - table);
            tier_.each_position(t, index, index + 1, [&](auto, const Position& position, const auto& cursor) {
                propagate(number, index, position, cursor);
            });
        }
    }
    /// The first such entry, or null.
    static const Entry* find(const Entry* first, const Entry* end, Entry number) {
        if constexpr (sizeof(Entry) == 1) {
            return static_cast<const Entry*>(
                std::memchr(first, number, static_cast<std::size_t>(end - first)));
        } else {
            // Some at a time, by vector operations: most levels are in few entries.
            constexpr std::ptrdiff_t some = 64;
            for (; end - first >= some; first += some) {
                unsigned found = 0;
                for (std::ptrdiff_t i = 0; i < some; ++i) found |= first[i] == number ? 1U : 0U;
                if (found != 0) break;
            }
            const Entry* const at = std::find(first, end, number);
            return at == end ? nullptr : at;
        }
    }

    template <typename Cursor>
    void propagate(Entry number, std::uint64_t index, const Position& position, const Cursor& cursor) {
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
        const std::atomic_ref entry{values_[slot.table][slot.index]};
        Entry known = entry.load(std::memory_order_relaxed);
        while (counts && counting_ && known >= first_count_ && known <= last) {
            const bool looks = known == first_count_ || !once;
            const Entry next = looks ? Entry{ValueEncoding::draw} : static_cast<Entry>(known - 1);
            if (!entry.compare_exchange_weak(known, next, std::memory_order_relaxed)) continue;
            if (looks) mark(slot);
            return;
        }
        if (known == ValueEncoding::draw) mark(slot);
    }

    /// From here on entries are rechecked instead.
    void drop_counts() {
        for (auto& table : values_)
            replace(table, [&](Entry entry) { return entry >= first_count_ && entry <= last; });
        counting_ = false;
    }

    /// Makes what a condition holds of undecided.
    template <typename Condition>
    void replace(std::vector<Entry>& table, const Condition& condition) const {
        each_part(table.size(), 4 * grain, stop_, [&](std::size_t first, std::size_t end) {
            std::replace_if(table.data() + first, table.data() + end, condition, Entry{ValueEncoding::draw});
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
                        if (const Entry lost = loss_of(*tier_.position(slot))) store(slot, lost);
                    }
            });
    }

    void offer(Slot slot, Entry win) {
        const Entry known = load(slot);
        if (known == unused || (known <= last && known != ValueEncoding::draw && known <= win)) return;
        store(slot, win);
    }

    /// An entry if it is final at this level, or `ValueEncoding::draw`.
    Entry finalised(Slot slot) {
        const Entry entry = load(slot);
        return entry <= last && entry != ValueEncoding::draw && encoding_.plies(entry) <= level_
                   ? entry
                   : Entry{ValueEncoding::draw};
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
    Entry loss_of(const Position& position) {
        Entry loss = 0;
        [[maybe_unused]] const auto children = child_index_of(position);
        each_move(position, [&](const Move& move) {
            Number number = ValueEncoding::draw;
            bool found = false;
            if constexpr (indexes_children)
                if (tier_.stays_in_tier(position, move)) {
                    number = finalised(children.slot_after(move));
                    found = true;
                }
            if (!found) {
                const Position child = tier_.play(position, move);
                if constexpr (game::SeesWins<T>)
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
        return loss == cannot_lose ? Entry{0} : delayed(position, loss);
    }

    /// The number of a loss by moves that are no blunders. Where those lose in one ply, because the other
    /// side has then won without a move, a blunder after which it still has to make one loses later.
    Entry delayed([[maybe_unused]] const Position& position, Entry loss) const {
        if constexpr (game::SeesWins<T>) {
            if (encoding_.by_parity() || loss != encoding_.loss<Entry>(1)) return loss;
            typename T::MoveList moves;
            tier_.moves(position, moves);
            for (const Move& move : moves)
                if (tier_.wins_at_once(tier_.play(position, move))) return *encoding_.loss<Entry>(2);
        }
        return loss;
    }

    /// The value of any position as far as it is final at this level.
    Entry evaluate(const Position& position) {
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
        const Entry value = fitting(best.value());
        return value == cannot_lose ? Entry{ValueEncoding::draw} : value;
    }

    void recheck_unindexed() {
        each_part(unindexed_.size(), 1, stop_, [&](std::size_t i, std::size_t) {
            const Slot slot = unindexed_[i];
            const Entry known = load(slot);
            if (known != ValueEncoding::draw && known <= last && encoding_.plies(known) <= level_ + 1) return;
            const Entry entry = evaluate(*tier_.position(slot));
            if (entry != ValueEncoding::draw) store(slot, entry);
        });
    }

    void finish() {
        if (counting_) drop_counts();
        for (auto& table : values_) replace(table, [](Entry entry) { return entry == cannot_lose; });
    }

    const T& tier_;
    ValueEncoding encoding_;
    SubTier sub_tier_;
    Progress progress_;
    Entries values_;
    std::vector<std::vector<std::uint64_t>> marks_;  ///< a bit an entry
    tbb::concurrent_vector<Slot> unindexed_;
    Entry first_count_;
    unsigned most_counted_;
    StopToken stop_;
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    bool counting_ = counts;
    std::atomic<bool> crowded_ = false;  ///< a value from a sub-tier is as great as a count
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
