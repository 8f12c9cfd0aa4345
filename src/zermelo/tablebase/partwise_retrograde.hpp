// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
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
#include "zermelo/tablebase/partwise_values.hpp"
#include "zermelo/tablebase/slot_store.hpp"
#include "zermelo/tablebase/tier_moves.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// `Retrograde` for a tier that does not fit into memory: two bits an entry say what is known of it, and what
/// each level decides goes to the disk, from where the next level reads it and, in the end, the tables are
/// put together window by window. Comes to the same numbers.
///
/// A level that all entries of n plies are known of:
///  - marks the parents of what is won in n, and rechecks what is marked: lost in n + 1 is what has no move
///    left that is not known to lose, or later, where a move out of the tier delays it;
///  - makes the parents of what is lost in n won in n + 1.
/// What moves out of the tier promise is *due* at its level, and decided then if nothing else was sooner.
///
/// Positions with unindexed moves are evaluated at every level; what is known of the positions without an
/// entry that they lead to is remembered.
///
/// Errors: as of `Retrograde`, of distances that do not fit into 16 bits; those of `SlotStore`. Memory: two
/// bits an entry, and what `PartSizes` says: some 20 bytes an entry of a grain for each thread. Disk: two to
/// three bytes an entry, in one file. Cost: as of `Retrograde` without counting.
template <Reversible T, typename SubTier>
class PartwiseRetrograde {
  public:
    using Position = typename T::Position;
    using Move = typename T::Move;
    using Progress = std::function<void(Plies)>;

    /// `sub_tier`, `progress`, `stop`: as of `Retrograde`. `store`: empty.
    PartwiseRetrograde(const T& tier, ValueEncoding encoding, SubTier sub_tier, SlotStore store,
                       PartSizes sizes, Progress progress = {}, StopToken stop = {})
        : tier_(tier),
          moves_(tier, encoding),
          encoding_(encoding),
          sub_tier_(std::move(sub_tier)),
          progress_(std::move(progress)),
          stop_(std::move(stop)),
          sizes_(sizes),
          states_(table_sizes(tier)),
          store_(std::move(store)) {}

    /// Precondition: nothing was run before.
    Result<PartwiseValues> run() {
        initialise();
        for (level_ = 0; level_ <= highest_ && !over(); ++level_) {
            if (progress_) progress_(Plies{level_});
            next_level();
        }
        ZERMELO_CHECK(store_.error());
        if (stop_.stop_requested()) return stopped();
        if (too_long_) return too_long(encoding_.longest<Number>());
        return PartwiseValues{std::move(states_), std::move(store_), sizes_.window};
    }

  private:
    using Pile = SlotStore::Pile;
    using State = EntryStates::State;
    /// Indices within a window, by number.
    using Found = std::map<Number, std::vector<std::uint32_t>>;

    /// A position with unindexed moves, and what is known of the positions to which moves from it and after
    /// its unindexed ones lead, in the order in which they are met, but for those of the tier.
    struct Unindexed {
        Slot slot;
        std::vector<Number> known;
    };
    /// What is not known yet, of a position that is remembered. No value: see `last_value`.
    static constexpr Number not_known = dont_care_mark<Number>;

    static std::vector<std::uint64_t> table_sizes(const T& tier) {
        std::vector<std::uint64_t> sizes;
        for (std::uint32_t t = 0; t < tier.tables(); ++t) sizes.push_back(tier.table_size(t));
        return sizes;
    }
    bool over() const { return stop_.stop_requested() || too_long_ || !store_.error(); }

    /// The number of a win, or of a loss, in this number of plies, if that can be; one that does not fit ends
    /// the run.
    std::optional<Number> number(game::Outcome outcome, unsigned plies) {
        const bool wins = outcome == game::Outcome::win;
        if (encoding_.by_parity() && wins != (plies % 2 == 1)) return std::nullopt;
        const auto number =
            wins ? encoding_.template win<Number>(plies) : encoding_.template loss<Number>(plies);
        if (!number) too_long_ = true;
        return number;
    }
    /// Levels go on at least to this one.
    void reach(unsigned level) { raise_to(highest_, level); }
    void add(Pile pile, Number number, std::uint32_t table, std::uint64_t first,
             const std::vector<std::uint32_t>& indices) {
        if (indices.empty()) return;
        reach(encoding_.plies(number));
        store_.add(pile, number, table, static_cast<std::uint32_t>(first / sizes_.window), indices);
    }
    std::uint32_t in_window(std::uint64_t index) const {
        return static_cast<std::uint32_t>(index % sizes_.window);
    }

    /// Calls f(first, end) for the grains of a table, on all threads.
    template <typename F>
    void each_grain(std::uint32_t table, const F& f) {
        const std::uint64_t size = states_.size(table);
        each_part((size + sizes_.grain - 1) / sizes_.grain, 1, stop_, [&](std::uint64_t n, std::uint64_t) {
            f(n * sizes_.grain, std::min(size, (n + 1) * sizes_.grain));
        });
    }

    void initialise() {
        for (std::uint32_t t = 0; t < states_.tables(); ++t)
            each_grain(t, [&](std::uint64_t first, std::uint64_t end) {
                Found found;
                std::vector<Unindexed> unindexed;
                each_open_position(
                    tier_, t, first, end,
                    [&](std::uint64_t index, const Position& position, const auto&) {
                        states_.open({t, index});
                        const auto look = moves_.first_look(position, sub_tier_);
                        if (look.unindexed)
                            unindexed.push_back({{t, index}, {}});
                        else if (look.number > last_value<Number>)
                            too_long_ = true;
                        else if (look.number != ValueEncoding::draw)
                            found[static_cast<Number>(look.number)].push_back(in_window(index));
                    },
                    [](auto, auto, const auto&) {});
                for (const auto& [number, indices] : found) add(Pile::due, number, t, first, indices);
                const std::lock_guard lock{mutex_};
                std::move(unindexed.begin(), unindexed.end(), std::back_inserter(unindexed_));
            });
    }

    void next_level() {
        const auto win = number(game::Outcome::win, level_);
        const auto loss = number(game::Outcome::loss, level_);
        for (const auto& now : {win, loss})
            if (now) decide_due(*now);
        evaluate_unindexed();
        if (win) {
            propagate(*win, [&](Slot parent, auto&) { states_.mark(parent); });
            recheck_marked();
        }
        if (loss && number(game::Outcome::win, level_ + 1))
            propagate(*loss, [&](Slot parent, auto& buffers) {
                if (states_.win(parent)) buffers.add(parent);
            });
        decide_unindexed();
    }

    /// Decides what is due at this level, and undecided.
    void decide_due(Number number) {
        const SlotStore::Chunks chunks = store_.take(Pile::due, number);
        each_part(chunks.size(), 1, stop_, [&](std::uint64_t i, std::uint64_t) {
            const SlotStore::Chunk& chunk = chunks[i];
            std::vector<std::uint32_t> indices = store_.read(chunk);
            const std::uint64_t first = chunk.window * sizes_.window;
            std::erase_if(indices, [&](std::uint32_t index) {
                const Slot slot{chunk.table, first + index};
                return !(ValueEncoding::is_win(number) ? states_.win(slot) : states_.close(slot));
            });
            add(Pile::decided, number, chunk.table, first, indices);
        });
    }

    /// What a thread has decided to be of one number, until there is enough of it to be put away.
    class Buffers {
      public:
        Buffers(PartwiseRetrograde& of, Number number)
            : of_(of), number_(number), slots_(of.states_.tables()) {}
        void add(Slot slot) {
            slots_[slot.table].push_back(slot.index);
            if (slots_[slot.table].size() >= of_.sizes_.grain) flush(slot.table);
        }
        void flush() {
            for (std::uint32_t t = 0; t < slots_.size(); ++t) flush(t);
        }

      private:
        void flush(std::uint32_t table) {
            auto& slots = slots_[table];
            std::sort(slots.begin(), slots.end());
            std::vector<std::uint32_t> indices;
            for (std::size_t i = 0; i < slots.size(); ++i) {
                indices.push_back(of_.in_window(slots[i]));
                if (i + 1 < slots.size() && slots[i + 1] / of_.sizes_.window == slots[i] / of_.sizes_.window)
                    continue;
                of_.add(Pile::decided, number_, table, slots[i], indices);
                indices.clear();
            }
            slots.clear();
        }
        PartwiseRetrograde& of_;
        Number number_;
        std::vector<std::vector<std::uint64_t>> slots_;
    };

    /// Calls f(slot, buffers) for the entries of the parents of all that has this number. What f puts into
    /// the buffers is of their number.
    template <typename F>
    void propagate(Number number, const F& f) {
        const SlotStore::Chunks chunks = store_.of_number(Pile::decided, number);
        // Small chunks go together, so that what comes of them is not many times as many.
        std::vector<std::size_t> begins;
        std::uint64_t together = sizes_.grain;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            if (together >= sizes_.grain / 4) {
                begins.push_back(i);
                together = 0;
            }
            together += chunks[i].count;
        }
        begins.push_back(chunks.size());
        const auto parent = static_cast<Number>(encoding_.parent(number));
        each_part(begins.size() - 1, 1, stop_, [&](std::uint64_t part, std::uint64_t) {
            Buffers buffers{*this, parent};
            for (std::size_t i = begins[part]; i < begins[part + 1]; ++i) {
                const std::vector<std::uint32_t> indices = store_.read(chunks[i]);
                const std::uint64_t first = chunks[i].window * sizes_.window;
                auto at = indices.begin();
                const auto next = [&]() -> std::optional<std::uint64_t> {
                    return at == indices.end() ? std::nullopt : std::optional{first + *at++};
                };
                each_found(tier_, chunks[i].table, next,
                           [&](std::uint64_t index, const Position& position, const auto& cursor) {
                               // The entries of symmetric copies have the same parents.
                               if (cursor.is_least(index))
                                   tier_.each_parent(position,
                                                     [&](const Position&, Slot slot) { f(slot, buffers); });
                           });
            }
            buffers.flush();
        });
    }

    void recheck_marked() {
        for (std::uint32_t t = 0; t < states_.tables(); ++t)
            each_grain(t, [&](std::uint64_t first, std::uint64_t end) {
                std::vector<std::uint64_t> marked;
                states_.each_marked(t, first, end, [&](std::uint64_t index) { marked.push_back(index); });
                auto at = marked.begin();
                const auto next = [&]() -> std::optional<std::uint64_t> {
                    return at == marked.end() ? std::nullopt : std::optional{*at++};
                };
                Found found;
                each_found(tier_, t, next, [&](std::uint64_t index, const Position& position, const auto&) {
                    const Slot slot{t, index};
                    states_.unmark(slot);
                    const unsigned lost = loss_of(position);
                    if (lost > last_value<Number>)
                        too_long_ = true;
                    else if (lost != 0)
                        found[static_cast<Number>(lost)].push_back(in_window(index));
                });
                for (const auto& [number, indices] : found) {
                    const bool now = encoding_.plies(number) <= level_ + 1;
                    if (now)
                        for (const std::uint32_t index : indices)
                            states_.close({t, first / sizes_.window * sizes_.window + index});
                    add(now ? Pile::decided : Pile::due, number, t, first, indices);
                }
            });
    }

    /// The number of a loss if every move is known to lead to a win, the last ones since this level; 0
    /// otherwise.
    unsigned loss_of(const Position& position) {
        bool lost = true;
        [[maybe_unused]] const auto children = moves_.child_index_of(position);
        // What is in memory first: most have a move there that is not known to lose.
        moves_.each_move(position, [&](const Move& move) {
            if (const auto slot = stays(position, move, children)) lost = states_.is_won(*slot);
            return !lost;
        });
        if (!lost) return 0;
        unsigned loss = encoding_.parent(*number(game::Outcome::win, level_));
        moves_.each_move(position, [&](const Move& move) {
            if (stays(position, move, children)) return false;
            const Position child = tier_.play(position, move);
            if constexpr (game::SeesWins<T> && !SkipsEveryBlunder<T>)
                if (tier_.wins_at_once(child)) return false;
            // Who has an unindexed move is evaluated at every level.
            const Number value = tier_.leads_to(position, move, child) == LeadsTo::unindexed
                                     ? Number{ValueEncoding::draw}
                                     : sub_tier_(child);
            lost = ValueEncoding::is_win(value);
            if (lost) loss = std::max(loss, encoding_.parent(value));
            return !lost;
        });
        return lost ? moves_.delayed(position, loss) : 0;
    }

    /// Where a move leads that stays in the tier.
    template <typename Children>
    std::optional<Slot> stays(const Position& position, const Move& move,
                              [[maybe_unused]] const Children& children) const {
        if constexpr (TierMoves<T>::indexes_children)
            if (tier_.stays_in_tier(position, move)) return children.slot_after(move);
        const Position child = tier_.play(position, move);
        if constexpr (game::SeesWins<T> && !SkipsEveryBlunder<T>)
            if (tier_.wins_at_once(child)) return std::nullopt;
        if (tier_.leads_to(position, move, child) != LeadsTo::tier) return std::nullopt;
        return tier_.slot(child);
    }

    /// Finds out what of the positions with unindexed moves is known now: to be decided at the next level.
    void evaluate_unindexed() {
        std::erase_if(unindexed_,
                      [&](const Unindexed& entry) { return states_.load(entry.slot) != State::undecided; });
        each_part(unindexed_.size(), 64, stop_, [&](std::uint64_t first, std::uint64_t end) {
            for (std::uint64_t i = first; i < end; ++i) {
                Unindexed& entry = unindexed_[i];
                std::size_t next = 0;
                const auto outcome = evaluate(*tier_.position(entry.slot), entry.known, next);
                if (!outcome) continue;
                const auto found = number(*outcome, level_ + 1);
                if (!found) continue;
                const std::lock_guard lock{mutex_};
                decided_.emplace_back(entry.slot, *found);
            }
        });
    }
    void decide_unindexed() {
        std::sort(decided_.begin(), decided_.end(), [](const auto& a, const auto& b) {
            return std::pair{a.first.table, a.first.index} < std::pair{b.first.table, b.first.index};
        });
        for (const auto& outcome : {game::Outcome::win, game::Outcome::loss}) {
            if (decided_.empty()) break;
            const auto now = number(outcome, level_ + 1);
            if (!now) continue;
            Buffers buffers{*this, *now};
            for (const auto& [slot, found] : decided_)
                if (found == *now &&
                    (outcome == game::Outcome::win ? states_.win(slot) : states_.close(slot)))
                    buffers.add(slot);
            buffers.flush();
        }
        decided_.clear();
    }

    /// What a position is known to be at this level, but since when is another question: who is asked at
    /// every level is decided a ply after this one. `known` remembers what stands outside the tier, from
    /// `next` on.
    std::optional<game::Outcome> evaluate(const Position& position, std::vector<Number>& known,
                                          std::size_t& next) {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        bool won = false;
        bool lost = moves.size() != 0;
        for (const Move& move : moves) {
            const Position child = tier_.play(position, move);
            const auto outcome = known_outcome(position, move, child, known, next);
            won = won || outcome == game::Outcome::loss;
            lost = lost && outcome == game::Outcome::win;
        }
        return won    ? std::optional{game::Outcome::win}
               : lost ? std::optional{game::Outcome::loss}
                      : std::nullopt;
    }
    std::optional<game::Outcome> known_outcome(const Position& position, const Move& move,
                                               const Position& child, std::vector<Number>& known,
                                               std::size_t& next) {
        const LeadsTo leads = tier_.leads_to(position, move, child);
        if (leads == LeadsTo::tier) {
            const State state = states_.load(tier_.slot(child));
            if (state == State::won) return game::Outcome::win;
            if (state == State::closed) return game::Outcome::loss;
            return std::nullopt;
        }
        const std::size_t place = next++;
        if (place == known.size())
            known.push_back(leads == LeadsTo::unindexed ? first_known(child) : sub_tier_(child));
        if (leads == LeadsTo::unindexed && known[place] == not_known) {
            const auto outcome = evaluate(child, known, next);
            const auto found = outcome ? number(*outcome, level_ + 1) : std::nullopt;
            if (found) known[place] = *found;
        } else if (leads == LeadsTo::unindexed) {
            pass_over(child, next);
        }
        const Number value = known[place];
        if (value == not_known || value == ValueEncoding::draw) return std::nullopt;
        const unsigned plies = encoding_.plies(value);
        if (plies <= level_) return encoding_.value(value).outcome;
        reach(plies);
        return std::nullopt;
    }
    /// What is known of a position without an entry before any of its moves is: whether the game is over.
    Number first_known(const Position& position) const {
        if constexpr (game::Ends<T>) {
            typename T::MoveList moves;
            tier_.moves(position, moves);
            if (moves.size() == 0)
                if (const auto outcome = game::end_unmoved(tier_, position)) return encoding_.ended(*outcome);
        }
        return not_known;
    }
    /// Passes over what is remembered of the positions to which a position leads.
    void pass_over(const Position& position, std::size_t& next) const {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        for (const Move& move : moves) {
            const Position child = tier_.play(position, move);
            const LeadsTo leads = tier_.leads_to(position, move, child);
            if (leads == LeadsTo::tier) continue;
            ++next;
            if (leads == LeadsTo::unindexed) pass_over(child, next);
        }
    }

    const T& tier_;
    TierMoves<T> moves_;
    ValueEncoding encoding_;
    SubTier sub_tier_;
    Progress progress_;
    StopToken stop_;
    PartSizes sizes_;
    EntryStates states_;
    SlotStore store_;
    std::mutex mutex_;
    std::vector<Unindexed> unindexed_;
    std::vector<std::pair<Slot, Number>> decided_;  ///< those that the next level decides
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
