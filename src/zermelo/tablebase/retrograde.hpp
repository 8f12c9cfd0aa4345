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
#include <string>
#include <utility>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/concurrent_vector.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/base/large_pages.hpp"
#include "zermelo/base/plies.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/scale.hpp"
#include "zermelo/tablebase/tier_table.hpp"

namespace zermelo::tablebase {

/// Solves a tier backwards, level by level, on all threads of the task arena that it is called in: what is
/// lost in n makes its parents won in n + 1; what is won in n makes its parents look again whether all their
/// moves lead to wins. Where the tier `CountsParents`, most entries count the moves that are left instead,
/// and look once, when there are none.
///
/// `below(child)` is the byte (see `Scale`) of a position that a move out of the tier leads to; it is not
/// called for a child that `wins_at_once`, and by many threads at once. Positions with moves that stray are
/// looked at again at every level.
/// Errors: `too_long`, if a distance does not fit the scale.
/// Memory: a byte and a bit an entry. Cost: O(positions × moves + levels × entries).
/// Source: Ströhlein 1970, and with him the counting; parents that look again are as in Syzygy's generator.
template <game::Reversible T, typename Below>
class Retrograde {
  public:
    using Position = typename T::Position;
    using Move = typename T::Move;

    /// Told before each level how many plies it is about. Called by one thread at a time.
    using Progress = std::function<void(Plies)>;

    /// From which byte on bytes count moves, as long as no distance comes near it.
    static constexpr std::uint8_t usual_first_count = 160;

    Retrograde(const T& tier, Scale scale, Below below, Progress progress = {},
               std::uint8_t first_count = usual_first_count)
        : tier_(tier),
          scale_(scale),
          below_(std::move(below)),
          progress_(std::move(progress)),
          first_count_(first_count),
          most_counted_(first_count > Scale::last ? 0 : Scale::last - first_count + 1U) {}

    Result<TierTable<T>> run() {
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            auto& table = values_.emplace_back();
            table.reserve(tier_.table_size(t));
            prefer_large_pages(table.data(), table.capacity());
            table.resize(tier_.table_size(t), gap);
            marks_.emplace_back(tier_.table_size(t) / mark_bits + 1);
        }
        begin();
        for (level_ = 0; level_ <= highest_ && !too_long_; ++level_) {
            if (progress_) progress_(Plies{level_});
            // What this level makes known is at most two plies longer.
            if (counting_ && scale_.win(level_ + 2).value_or(first_count_) >= first_count_) drop_counts();
            for (const auto byte : {scale_.loss(level_), scale_.win(level_)}) {
                if (!byte) continue;
                // By parity only one of the two is a value: the same byte.
                pass(*byte);
                if (Scale::is_win(*byte)) look_at_marks();
                if (scale_.by_parity()) break;
            }
            look_at_strays();
        }
        if (too_long_)
            return failure(ErrorKind::bad_usage, "a forced win of over " + std::to_string(scale_.longest()) +
                                                     " plies, expected at most that many");
        finish();
        return TierTable<T>{tier_, scale_, std::move(values_)};
    }

  private:
    // While it works, an entry is `Scale::open`: nothing known; `cannot_lose`: no move wins so far, and one
    // leads to an open position below; `gap`; a win of more plies than the level: one is known, perhaps not
    // the shortest; while it counts, from `first_count_` to `Scale::last`: open, with 1, 2, … moves that stay
    // and are not known to lose (all others lose); anything else is settled.
    static constexpr std::uint8_t cannot_lose = 255;
    static constexpr std::size_t grain = std::size_t{1} << 14U;
    static constexpr unsigned mark_bits = 64;
    static constexpr bool sees_stays = game::SeesStays<T> && !game::SeesWins<T>;
    static constexpr bool counts = sees_stays && game::CountsParents<T>;

    std::uint8_t load(game::Slot slot) {
        return std::atomic_ref{values_[slot.table][slot.index]}.load(std::memory_order_relaxed);
    }
    void store(game::Slot slot, std::uint8_t byte) {
        std::atomic_ref{values_[slot.table][slot.index]}.store(byte, std::memory_order_relaxed);
        if (byte != Scale::open && byte <= Scale::last) reach(scale_.plies(byte));
    }
    /// Levels go on at least to this one.
    void reach(unsigned level) {
        unsigned known = highest_.load(std::memory_order_relaxed);
        while (known < level && !highest_.compare_exchange_weak(known, level)) {
        }
    }
    std::uint8_t parent(std::uint8_t child) { return fitting(scale_.parent(child)); }
    /// A byte as it is stored; one that does not fit ends the run.
    std::uint8_t fitting(unsigned byte) {
        if (byte <= Scale::last) return static_cast<std::uint8_t>(byte);
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
    /// From where `stays` and what follows are asked, if they are.
    auto seat_of([[maybe_unused]] const Position& position) const {
        if constexpr (sees_stays)
            return tier_.seat(position);
        else
            return nullptr;
    }
    bool has_move(const Position& position) const {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        return moves.size() != 0;
    }

    void begin() {
        give_first_values();
        if (crowded_) {
            counting_ = false;
            strays_.clear();
            give_first_values();
        }
        // What strays is worth comes from levels that are not reached yet.
        if (counting_ && !strays_.empty()) drop_counts();
    }

    void give_first_values() {
        for (std::uint32_t t = 0; t < values_.size(); ++t)
            tbb::parallel_for(
                tbb::blocked_range<std::uint64_t>{0, values_[t].size(), grain}, [&](const auto& range) {
                    tier_.each_position(
                        t, range.begin(), range.end(),
                        [&](std::uint64_t index, const Position& position, const auto& place) {
                            if constexpr (game::SeesWins<T>)
                                if (tier_.wins_at_once(position)) return;
                            const game::Slot slot{t, index};
                            unsigned left = 0;
                            const std::uint8_t value = first_value(position, slot, left);
                            store(slot, value);
                            if constexpr (counts)
                                if (counting_ && value == Scale::open && left != 0 && left <= most_counted_ &&
                                    place.symmetries() == 1)
                                    values_[t][index] = static_cast<std::uint8_t>(first_count_ + left - 1);
                        });
                });
    }

    /// `left`: the moves that stay, or 0 where these are not all that is left to be known.
    std::uint8_t first_value(const Position& position, game::Slot slot, unsigned& left) {
        BestOf below{scale_};
        bool stays = false;
        bool strays = false;
        bool counted = true;
        [[maybe_unused]] bool moves = false;
        each_move(position, [&](const Move& move) {
            moves = true;
            if constexpr (sees_stays)
                if (tier_.stays(position, move)) {
                    stays = true;
                    ++left;
                    return false;
                }
            const Position child = tier_.play(position, move);
            if constexpr (game::SeesWins<T>) {
                if (tier_.wins_at_once(child)) return false;
            }
            switch (tier_.lead(position, move, child)) {
                case game::Lead::stays:
                    stays = true;
                    counted = false;
                    break;
                case game::Lead::strays:
                    strays = true;
                    break;
                case game::Lead::leaves:
                    below.add(below_(child));
                    break;
            }
            return false;
        });
        if constexpr (game::Ends<T>)
            if (!moves)
                if (const auto outcome = game::end_unmoved(tier_, position);
                    outcome && *outcome != game::Outcome::draw)
                    return scale_.ended(*outcome);
        if (!counted || strays) left = 0;
        if (counting_ && std::max(below.win(), below.loss()) >= first_count_) crowded_ = true;
        if (strays) {
            strays_.push_back(slot);
            reach(1);
            return Scale::open;
        }
        if (below.win() != 0) return fitting(below.win());
        if (below.open()) return cannot_lose;
        if (stays) return Scale::open;
        if (below.loss() != 0) return fitting(below.loss());
        if constexpr (game::SeesWins<T>)
            if (has_move(position)) return *scale_.loss(2);
        return cannot_lose;  // no move, and not over: nobody's win
    }

    /// Hands on what is settled at this level with this byte.
    void pass(std::uint8_t byte) {
        for (std::uint32_t t = 0; t < values_.size(); ++t)
            tbb::parallel_for(tbb::blocked_range<std::uint64_t>{0, values_[t].size(), 4 * grain},
                              [&](const auto& range) { pass(byte, t, range.begin(), range.end()); });
    }

    void pass(std::uint8_t byte, std::uint32_t t, std::uint64_t first, std::uint64_t end) {
        const std::uint8_t* const table = values_[t].data();
        for (std::uint64_t index = first; index < end; ++index) {
            const void* found = std::memchr(table + index, byte, end - index);
            if (found == nullptr) return;
            index = static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(found) - table);
            tier_.each_position(t, index, index + 1, [&](auto, const Position& position, const auto& place) {
                hand_on(byte, index, position, place);
            });
        }
    }

    template <typename Place>
    void hand_on(std::uint8_t byte, std::uint64_t index, const Position& position, const Place& place) {
        // The entries of symmetric copies have the same parents.
        if (!place.is_least(index)) return;
        if (Scale::is_loss(byte)) {
            tier_.each_parent(position, [&](const Position&, game::Slot slot) { offer(slot, parent(byte)); });
            return;
        }
        bool once = true;
        if constexpr (counts) once = place.symmetries() == 1;
        tier_.each_parent(position, [&](const Position&, game::Slot slot) { count_down(slot, once); });
    }

    /// Of the moves of an entry one was found to lose, or (`once` is false) one or some that are alike.
    void count_down(game::Slot slot, bool once) {
        const std::atomic_ref entry{values_[slot.table][slot.index]};
        std::uint8_t known = entry.load(std::memory_order_relaxed);
        while (counts && counting_ && known >= first_count_ && known <= Scale::last) {
            const bool looks = known == first_count_ || !once;
            const std::uint8_t next = looks ? Scale::open : static_cast<std::uint8_t>(known - 1);
            if (!entry.compare_exchange_weak(known, next, std::memory_order_relaxed)) continue;
            if (looks) mark(slot);
            return;
        }
        if (known == Scale::open) mark(slot);
    }

    /// From here on entries look again instead.
    void drop_counts() {
        for (auto& table : values_)
            replace(table, [&](std::uint8_t byte) { return byte >= first_count_ && byte <= Scale::last; });
        counting_ = false;
    }

    /// Makes what a condition holds of open.
    template <typename Condition>
    static void replace(std::vector<std::uint8_t>& table, const Condition& condition) {
        tbb::parallel_for(tbb::blocked_range<std::size_t>{0, table.size(), 4 * grain},
                          [&](const auto& range) {
                              std::replace_if(table.data() + range.begin(), table.data() + range.end(),
                                              condition, Scale::open);
                          });
    }

    /// Marks an entry to be looked at once when the level is done.
    void mark(game::Slot slot) {
        const std::atomic_ref word{marks_[slot.table][slot.index / mark_bits]};
        const std::uint64_t bit = std::uint64_t{1} << slot.index % mark_bits;
        if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
    }

    void look_at_marks() {
        for (std::uint32_t t = 0; t < marks_.size(); ++t)
            tbb::parallel_for(tbb::blocked_range<std::uint64_t>{0, marks_[t].size(), grain / mark_bits},
                              [&](const auto& range) {
                                  for (std::uint64_t i = range.begin(); i < range.end(); ++i)
                                      for (std::uint64_t word = std::exchange(marks_[t][i], 0); word != 0;
                                           word &= word - 1) {
                                          const game::Slot slot{
                                              t,
                                              i * mark_bits + static_cast<unsigned>(std::countr_zero(word))};
                                          if (const std::uint8_t lost = loss_of(*tier_.position(slot)))
                                              store(slot, lost);
                                      }
                              });
    }

    void offer(game::Slot slot, std::uint8_t win) {
        const std::uint8_t known = load(slot);
        if (known == gap || (known <= Scale::last && known != Scale::open && known <= win)) return;
        store(slot, win);
    }

    /// An entry's byte if it is settled at this level, or `Scale::open`.
    std::uint8_t settled(game::Slot slot) {
        const std::uint8_t byte = load(slot);
        return byte <= Scale::last && byte != Scale::open && scale_.plies(byte) <= level_ ? byte
                                                                                          : Scale::open;
    }

    /// What a child is known to be worth at this level; `Scale::open` if that is not settled.
    std::uint8_t known(const Position& position, const Move& move, const Position& child) {
        switch (tier_.lead(position, move, child)) {
            case game::Lead::stays:
                return settled(tier_.slot(child));
            case game::Lead::strays:
                return evaluate(child);
            case game::Lead::leaves:
                break;
        }
        return below_(child);
    }

    /// The byte of a loss if every move is known to lead to a win; 0 otherwise.
    /// Precondition: there is a move, and not all of them let the other side win at once.
    std::uint8_t loss_of(const Position& position) {
        std::uint8_t loss = 0;
        [[maybe_unused]] const auto seat = seat_of(position);
        each_move(position, [&](const Move& move) {
            std::uint8_t byte = Scale::open;
            bool found = false;
            if constexpr (sees_stays)
                if (tier_.stays(position, move)) {
                    byte = settled(seat.slot_after(move));
                    found = true;
                }
            if (!found) {
                const Position child = tier_.play(position, move);
                if constexpr (game::SeesWins<T>)
                    if (tier_.wins_at_once(child)) return false;
                byte = known(position, move, child);
            }
            if (!Scale::is_win(byte)) {
                loss = 0;
                return true;
            }
            loss = std::max(loss, parent(byte));
            return false;
        });
        return loss == cannot_lose ? std::uint8_t{0} : loss;
    }

    /// The value of any position as far as it is settled at this level.
    std::uint8_t evaluate(const Position& position) {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        if constexpr (game::Ends<T>)
            if (moves.size() == 0)
                if (const auto outcome = game::end_unmoved(tier_, position)) return scale_.ended(*outcome);
        BestOf best{scale_};
        for (const Move& move : moves) {
            const Position child = tier_.play(position, move);
            std::uint8_t byte = known(position, move, child);
            if (byte != Scale::open && scale_.plies(byte) > level_) {
                reach(scale_.plies(byte));
                byte = Scale::open;
            }
            best.add(byte);
        }
        const std::uint8_t value = fitting(best.value());
        return value == cannot_lose ? Scale::open : value;
    }

    void look_at_strays() {
        tbb::parallel_for(std::size_t{0}, strays_.size(), [&](std::size_t i) {
            const game::Slot slot = strays_[i];
            const std::uint8_t known = load(slot);
            if (known != Scale::open && known <= Scale::last && scale_.plies(known) <= level_ + 1) return;
            const std::uint8_t byte = evaluate(*tier_.position(slot));
            if (byte != Scale::open) store(slot, byte);
        });
    }

    void finish() {
        if (counting_) drop_counts();
        for (auto& table : values_) replace(table, [](std::uint8_t byte) { return byte == cannot_lose; });
    }

    const T& tier_;
    Scale scale_;
    Below below_;
    Progress progress_;
    TierBytes values_;
    std::vector<std::vector<std::uint64_t>> marks_;  ///< a bit an entry
    tbb::concurrent_vector<game::Slot> strays_;
    std::uint8_t first_count_;
    unsigned most_counted_;
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    bool counting_ = counts;
    std::atomic<bool> crowded_ = false;  ///< a value from below is as great as a count
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
