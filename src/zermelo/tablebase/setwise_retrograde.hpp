// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/system/huge_pages.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/setwise_captures.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// `Retrograde` for sliced tiers, level by level as there, but the squares of a slice at a time: an unmove
/// from the squares that a level has decided marks squares of another slice by one operation on words, and
/// whether all moves of a slice lead to wins is found for all its squares together.
///
/// Every copy of a slice that a symmetry makes is an entry of its own here, and comes to the same by itself.
/// Errors: as of `Retrograde`. Memory: `setwise_memory`. Cost: O(moves × slices × levels at which
/// a slice decides something).
/// Source: sets of positions moved as a whole, as in bitbase generators (Thompson; Wu and Beal 2001);
/// Ströhlein 1970 for the levels.
template <Sliced L, typename SubTier>
class SetwiseRetrograde {
  public:
    using Slice = typename L::Slice;
    using Progress = std::function<void(Plies)>;

    /// `sub_tier`, `stop`: as of `Retrograde`, but sub-tiers are worth a byte at most. The tier must outlive
    /// it.
    SetwiseRetrograde(const L& tier, ValueEncoding encoding, SubTier sub_tier, Progress progress = {},
                      StopToken stop = {})
        : tier_(tier),
          encoding_(encoding),
          sub_tier_(std::move(sub_tier)),
          progress_(std::move(progress)),
          stop_(std::move(stop)),
          squares_(tier.squares()) {}

    /// The bytes of all entries that are positions, `dont_care` elsewhere: as of `Retrograde`.
    Result<TierBytes> run() {
        for (Side& side : sides_) {
            side.values.reserve(std::size_t{tier_.slices()} * squares_);
            prefer_huge_pages(side.values.data(), side.values.capacity());
            side.values.resize(std::size_t{tier_.slices()} * squares_, dont_care);
            for (auto* words : {&side.undecided, &side.not_won, &side.decided, &side.pending})
                words->resize(tier_.slices());
            side.noted.resize(tier_.slices());
        }
        initialise();
        for (level_ = 0; level_ <= highest_ && !too_long_ && !stop_.stop_requested(); ++level_) {
            if (progress_) progress_(Plies{level_});
            for (const Color side : both_colors) finalise(side);
            for (const Color side : both_colors) propagate(side);
        }
        if (stop_.stop_requested()) return stopped();
        if (too_long_)
            return failure(ErrorKind::bad_usage, "a forced win of over " +
                                                     std::to_string(encoding_.longest()) +
                                                     " plies, expected at most that many");
        TierBytes tables = collect();
        if (stop_.stop_requested()) return stopped();
        return tables;
    }

    /// Whether it failed because a distance does not fit into a byte.
    bool too_long() const { return too_long_; }

  private:
    /// No move wins so far, and one leads to a draw in a sub-tier.
    static constexpr std::uint8_t cannot_lose = cannot_lose_mark<std::uint8_t>;

    /// What is known with one side to move. A square that is undecided has a byte of `ValueEncoding::draw`,
    /// `cannot_lose`, or a *note*: a win or loss to which captures lead, due when its level comes.
    struct Side {
        std::vector<std::uint8_t> values;     ///< by slice and square
        std::vector<SliceSquares> undecided;  ///< neither won nor lost so far
        std::vector<SliceSquares> not_won;    ///< not won so far
        std::vector<SliceSquares> decided;    ///< decided at this level
        std::vector<SliceSquares> pending;    ///< to be rechecked, or won, at the next level
        std::vector<std::uint8_t> noted;      ///< by slice: the least byte noted that is still to come
    };

    Side& of(Color side) { return sides_[side]; }
    const Side& of(Color side) const { return sides_[side]; }
    std::uint8_t* row(Side& side, const Slice& slice) { return row(side, slice.index); }
    std::uint8_t* row(Side& side, SliceIndex slice) {
        return side.values.data() + std::size_t{slice.number()} * squares_;
    }

    /// Levels go on at least to this one.
    void reach(unsigned level) {
        unsigned known = highest_.load(std::memory_order_relaxed);
        while (known < level && !highest_.compare_exchange_weak(known, level)) {
        }
    }

    void initialise() {
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            const Slice slice = tier_.slice(n);
            if (slice.free == 0) return;
            for (const Color side : both_colors)
                of(side).undecided[n.number()] = of(side).not_won[n.number()] = tier_.positions(side, slice);
        });
        const SetwiseCaptures<L> captures{tier_, sub_tier_, stop_};
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            if ((of(Color::white).undecided[n.number()] | of(Color::black).undecided[n.number()]) == 0)
                return;
            const Slice slice = tier_.slice(n);
            for (const Color side : both_colors)
                if (of(side).undecided[n.number()] != 0) initial_values(captures, slice, side);
        });
    }

    void initial_values(const SetwiseCaptures<L>& captures, const Slice& slice, Color color) {
        Side& side = of(color);
        const SliceSquares all = side.undecided[slice.index.number()];
        std::array<unsigned, 64> win;
        std::array<unsigned, 64> loss;
        SliceSquares captured = 0;
        SliceSquares drawn = 0;
        captures.each(slice, color, [&](Square square, std::uint8_t byte) {
            if ((all & square_bit(square)) == 0) return;
            if ((captured & square_bit(square)) == 0) win[square.index()] = loss[square.index()] = 0;
            captured |= square_bit(square);
            if (byte == ValueEncoding::draw)
                drawn |= square_bit(square);
            else if (ValueEncoding::is_loss(byte))
                win[square.index()] = win[square.index()] == 0
                                          ? encoding_.parent(byte)
                                          : std::min(win[square.index()], encoding_.parent(byte));
            else
                loss[square.index()] = std::max(loss[square.index()], encoding_.parent(byte));
        });
        const SliceSquares stays = with_safe_move(slice, color, all);
        std::uint8_t* const bytes = row(side, slice);
        for (SliceSquares left = all; left != 0;) {
            const Square square = take_square(left);
            std::uint8_t& byte = bytes[square.index()];
            if ((captured & square_bit(square)) == 0) {
                byte = ValueEncoding::draw;
                if ((stays & square_bit(square)) != 0) continue;
                // No move: over.
                const auto outcome = tier_.end(color, slice, square);
                byte = outcome && *outcome != game::Outcome::draw ? encoding_.ended(*outcome) : cannot_lose;
            } else if (win[square.index()] != 0) {
                byte = fitting(win[square.index()]);
            } else if ((drawn & square_bit(square)) != 0) {
                byte = cannot_lose;
            } else {
                byte = fitting(loss[square.index()]);
            }
            note(side, slice.index, byte);
        }
    }

    std::uint8_t fitting(unsigned byte) {
        if (byte <= last_value<std::uint8_t>) return static_cast<std::uint8_t>(byte);
        too_long_ = true;
        return cannot_lose;
    }

    void note(Side& side, SliceIndex slice, std::uint8_t byte) {
        if (byte == ValueEncoding::draw || byte > last_value<std::uint8_t>) return;
        reach(encoding_.plies(byte));
        std::uint8_t& noted = side.noted[slice.number()];
        if (noted == 0 || byte < noted) noted = byte;
    }

    /// The squares, out of some, from which a move that captures nothing leads to a position that the other
    /// side does not win.
    SliceSquares with_safe_move(const Slice& slice, Color color, SliceSquares among) const {
        const Side& other = of(!color);
        SliceSquares left = among;
        tier_.each_move(slice, color, [&](const SliceMove& step) {
            const SliceSquares from = left & ~step.blocked;
            if (from == 0) return false;
            const SliceSquares to = tier_.mapped(step.symmetry, from) & other.not_won[step.slice.number()];
            left &= ~tier_.turned_back(step.symmetry, to);
            return left == 0;
        });
        if (tier_.varying_side() == color)
            for (SliceSquares rest = left; rest != 0;) {
                const Square square = take_square(rest);
                if ((tier_.varying_moves(slice, square) & other.not_won[slice.index.number()]) != 0)
                    left &= ~square_bit(square);
            }
        return among & ~left;
    }

    /// Decides what this level does for a side to move: losses at even ones, wins at odd ones.
    void finalise(Color color) {
        const bool winning = level_ % 2 == 1;
        const auto byte = winning ? encoding_.win(level_) : encoding_.loss(level_);
        Side& side = of(color);
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            SliceSquares squares = std::exchange(side.pending[n.number()], 0) & side.undecided[n.number()];
            if (!byte) {
                // A longer win than there are bytes for; losses are found to be too long from their wins.
                if (squares != 0) too_long_ = true;
                return;
            }
            const bool noted = side.noted[n.number()] == *byte;
            if (squares == 0 && !noted) return;
            std::uint8_t* const bytes = row(side, n);
            const SliceSquares due = noted ? take_notes(side, n, *byte) : 0;
            if (winning) {
                squares |= due;
            } else {
                for (SliceSquares left = squares; left != 0;) {
                    const Square square = take_square(left);
                    if (bytes[square.index()] != ValueEncoding::draw) squares &= ~square_bit(square);
                }
                squares |= due;
                if (squares != 0) squares = lost(tier_.slice(n), color, squares);
                // A loss by captures that is none, because another move does not lose yet.
                for (SliceSquares left = due & ~squares; left != 0;)
                    bytes[take_square(left).index()] = ValueEncoding::draw;
            }
            if (squares == 0) return;
            for (SliceSquares left = squares; left != 0;) bytes[take_square(left).index()] = *byte;
            side.undecided[n.number()] &= ~squares;
            if (winning) side.not_won[n.number()] &= ~squares;
            side.decided[n.number()] = squares;
            if (highest_.load(std::memory_order_relaxed) <= level_) reach(level_ + 1);
        });
    }

    /// The undecided squares with this note; finds the next one.
    SliceSquares take_notes(Side& side, SliceIndex n, std::uint8_t byte) {
        const std::uint8_t* const bytes = row(side, n);
        SliceSquares due = 0;
        std::uint8_t next = 0;
        for (SliceSquares left = side.undecided[n.number()]; left != 0;) {
            const Square square = take_square(left);
            const std::uint8_t known = bytes[square.index()];
            if (known == byte) due |= square_bit(square);
            if (known > byte && known <= last_value<std::uint8_t> && (next == 0 || known < next))
                next = known;
        }
        side.noted[n.number()] = next;
        return due;
    }

    /// Those of some squares all of whose moves in the tier lead to wins of the other side.
    SliceSquares lost(const Slice& slice, Color color, SliceSquares squares) const {
        return squares & ~with_safe_move(slice, color, squares);
    }

    /// Propagates what this level has decided to the parents.
    void propagate(Color color) {
        Side& side = of(color);
        Side& before = of(!color);
        const auto touch = [&](SliceIndex slice, SliceSquares squares) {
            const std::atomic_ref pending{before.pending[slice.number()]};
            squares &= before.undecided[slice.number()];
            if ((squares & ~pending.load(std::memory_order_relaxed)) != 0)
                pending.fetch_or(squares, std::memory_order_relaxed);
        };
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            const SliceSquares squares = std::exchange(side.decided[n.number()], 0);
            if (squares == 0) return;
            const Slice slice = tier_.slice(n);
            tier_.each_unmove(slice, !color, [&](const SliceMove& step) {
                if (const SliceSquares from = squares & ~step.blocked; from != 0)
                    touch(step.slice, tier_.mapped(step.symmetry, from));
            });
            if (tier_.varying_side() == color) return;
            SliceSquares from = 0;
            for (SliceSquares left = squares; left != 0;)
                from |= tier_.varying_unmoves(slice, take_square(left));
            touch(n, from);
        });
    }

    /// The tables as they are to be written.
    TierBytes collect() {
        for (Side& side : sides_)
            for (auto* words : {&side.undecided, &side.not_won, &side.decided, &side.pending})
                *words = std::vector<SliceSquares>();
        TierBytes tables;
        for (const Color color : both_colors) {
            if (!tier_.stored(color)) break;
            Side& side = of(color);
            auto& table = tables.emplace_back(
                tier_.tier().table_size(static_cast<std::uint32_t>(tables.size())), dont_care);
            each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
                const std::uint8_t* const bytes = row(side, n);
                if (std::all_of(bytes, bytes + squares_, [](std::uint8_t byte) { return byte == dont_care; }))
                    return;
                const Slice slice = tier_.slice(n);
                tier_.each_slot(slice, color, tier_.positions(color, slice), [&](Square square, Slot slot) {
                    // Copies of an entry are written by many threads: all write the same.
                    std::atomic_ref{table[slot.index]}.store(
                        bytes[square.index()] == cannot_lose ? ValueEncoding::draw : bytes[square.index()],
                        std::memory_order_relaxed);
                });
            });
            side.values = std::vector<std::uint8_t>();
        }
        return tables;
    }

    const L& tier_;
    ValueEncoding encoding_;
    SubTier sub_tier_;
    Progress progress_;
    StopToken stop_;
    unsigned squares_;
    ByColor<Side> sides_;
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
