// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/raise_to.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/system/huge_pages.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/setwise_exits.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// `Retrograde` for sliced tiers, level by level as there, but the squares of a slice at a time: an unmove
/// from the squares that a level has decided marks squares of another slice by one operation on words, and
/// whether all moves of a slice lead to wins is found for all its squares together.
///
/// Positions with unindexed moves are looked at one by one, with all their moves and what follows an
/// unindexed one, whenever news comes that may decide them.
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
    using Position = typename L::Position;
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
            fill(side.values, std::size_t{tier_.slices()} * squares_, dont_care);
            fill(side.news, tier_.slices(), News{});
            for (auto* words : {&side.open, &side.not_won, &side.decided})
                fill(*words, tier_.slices(), SliceSquares{0});
            side.noted.resize(tier_.slices());
        }
        initialise();
        for (level_ = 0; level_ <= highest_ && !too_long_ && !stop_.stop_requested(); ++level_) {
            if (progress_) progress_(Plies{level_});
            for (const Color side : both_colors) finalise(side);
            for (const Color side : both_colors) propagate(side);
        }
        if (stop_.stop_requested()) return stopped();
        if (too_long_) return tablebase::too_long(encoding_.longest());
        TierBytes tables = collect();
        if (stop_.stop_requested()) return stopped();
        return tables;
    }

    /// Whether it failed because a distance does not fit into a byte.
    bool too_long() const { return too_long_; }

  private:
    /// No move wins so far, and one leads to a draw in a sub-tier.
    static constexpr std::uint8_t cannot_lose = cannot_lose_mark<std::uint8_t>;

    /// Side by side, since each unmove asks for both.
    struct News {
        SliceSquares undecided = 0;  ///< neither won nor lost so far
        SliceSquares pending = 0;    ///< to be rechecked, or won, at the next level
    };
    /// What is known with one side to move. A square that is undecided has a byte of `ValueEncoding::draw`,
    /// `cannot_lose`, or a *note*: a win or loss to which moves out of the tier lead, due when its level
    /// comes. The note of a square that is `unindexed` says of which level it is to be looked at.
    struct Side {
        std::vector<std::uint8_t> values;   ///< by slice and square
        std::vector<News> news;             ///< by slice, and so are all others
        std::vector<SliceSquares> open;     ///< undecided, with the byte of a draw
        std::vector<SliceSquares> not_won;  ///< not won so far
        std::vector<SliceSquares> decided;  ///< decided at this level
        std::vector<std::uint8_t> noted;    ///< the least byte noted that is still to come
    };

    template <typename T>
    static void fill(std::vector<T>& all, std::size_t size, T value) {
        all.reserve(size);
        prefer_huge_pages(all.data(), size * sizeof(T));
        all.resize(size, value);
    }

    Side& of(Color side) { return sides_[side]; }
    const Side& of(Color side) const { return sides_[side]; }
    SliceSquares undecided(Color side, SliceIndex slice) const {
        return of(side).news[slice.number()].undecided;
    }
    std::uint8_t* row(Side& side, SliceIndex slice) {
        return side.values.data() + std::size_t{slice.number()} * squares_;
    }

    /// Levels go on at least to this one.
    void reach(unsigned level) { raise_to(highest_, level); }

    void initialise() {
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            const Slice slice = tier_.slice(n);
            if (slice.free == 0) return;
            for (const Color side : both_colors)
                of(side).news[n.number()].undecided = of(side).not_won[n.number()] =
                    tier_.positions(side, slice);
        });
        const SetwiseExits<L> exits{tier_, sub_tier_, stop_};
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            if ((undecided(Color::white, n) | undecided(Color::black, n)) == 0) return;
            const Slice slice = tier_.slice(n);
            for (const Color side : both_colors)
                if (undecided(side, n) != 0) initial_values(exits, slice, side);
        });
    }

    void initial_values(const SetwiseExits<L>& exits, const Slice& slice, Color color) {
        Side& side = of(color);
        const SliceSquares all = undecided(color, slice.index);
        const SliceSquares unindexed = tier_.unindexed(slice, color);
        SliceRow ranks;
        ranks.fill(no_child);
        exits.best(slice, color, ranks);
        SliceSquares bound = 0;  // to stay in the tier, or without a move
        for (SliceSquares left = all; left != 0;) {
            const Square square = take_square(left);
            if (ranks[square.index()] == no_child) bound |= square_bit(square);
        }
        const SliceSquares open = with_safe_move(slice, color, bound) & ~unindexed;
        side.open[slice.index.number()] = open;
        std::uint8_t* const bytes = row(side, slice.index);
        for (SliceSquares left = open; left != 0;) bytes[take_square(left).index()] = ValueEncoding::draw;
        for (SliceSquares left = all & ~open; left != 0;) {
            const Square square = take_square(left);
            std::uint8_t& byte = bytes[square.index()];
            const std::uint8_t rank = ranks[square.index()];
            if ((unindexed & square_bit(square)) != 0) {
                byte = *encoding_.loss(0);
            } else if (rank != no_child) {
                byte = rank == draw_rank ? cannot_lose : fitting(encoding_.parent_of_rank(rank));
            } else {
                const auto outcome = tier_.end(color, slice, square);
                byte = outcome && *outcome != game::Outcome::draw ? encoding_.ended(*outcome) : cannot_lose;
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

    /// The squares, out of some, from which a move that stays in the tier leads to a position that the other
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
            News& news = side.news[n.number()];
            const bool noted = byte && side.noted[n.number()] == *byte;
            if (news.pending == 0 && !noted) return;
            SliceSquares squares = std::exchange(news.pending, 0) & news.undecided;
            if (!byte) {
                // A longer win than there are bytes for; losses are found to be too long from their wins.
                if (squares != 0) too_long_ = true;
                return;
            }
            std::uint8_t* const bytes = row(side, n);
            SliceSquares due = noted ? take_notes(side, n, *byte) : 0;
            if (tier_.has_unindexed()) {
                const SliceSquares unindexed = (squares | due) & tier_.unindexed(tier_.slice(n), color);
                news.pending = unindexed;
                squares &= ~unindexed;
                due &= ~unindexed;
            }
            if (winning) {
                squares |= due;
            } else {
                squares = (squares & side.open[n.number()]) | due;
                if (squares != 0) squares = lost(tier_.slice(n), color, squares);
                // A loss by moves out of the tier that is none, because another move does not lose yet.
                side.open[n.number()] |= due & ~squares;
                for (SliceSquares left = due & ~squares; left != 0;)
                    bytes[take_square(left).index()] = ValueEncoding::draw;
            }
            if (squares == 0) return;
            for (SliceSquares left = squares; left != 0;) bytes[take_square(left).index()] = *byte;
            decide(side, n, squares);
        });
        if (tier_.has_unindexed() && byte) finalise_unindexed(color, *byte);
    }

    void decide(Side& side, SliceIndex n, SliceSquares squares) {
        side.news[n.number()].undecided &= ~squares;
        side.open[n.number()] &= ~squares;
        if (level_ % 2 == 1) side.not_won[n.number()] &= ~squares;
        side.decided[n.number()] |= squares;
        if (highest_.load(std::memory_order_relaxed) <= level_) reach(level_ + 1);
    }

    /// The same for the squares that are left as pending: all are looked at before any is decided.
    void finalise_unindexed(Color color, std::uint8_t decided) {
        Side& side = of(color);
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            SliceSquares left = side.news[n.number()].pending;
            if (left == 0) return;
            const Slice slice = tier_.slice(n);
            while (left != 0) {
                const Square square = take_square(left);
                row(side, n)[square.index()] = look_at(tier_.position(color, slice, square));
            }
        });
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            SliceSquares squares = 0;
            for (SliceSquares left = std::exchange(side.news[n.number()].pending, 0); left != 0;) {
                const Square square = take_square(left);
                const std::uint8_t byte = row(side, n)[square.index()];
                if (byte == decided)
                    squares |= square_bit(square);
                else
                    note(side, n, byte);
            }
            if (squares != 0) decide(side, n, squares);
        });
    }

    /// The byte of a position that this level decides; else the note of the next level at which a value that
    /// is known already may do so, if there is one.
    std::uint8_t look_at(const Position& position) {
        unsigned next = 0;
        const std::uint8_t byte = fitting(evaluate(position, next));
        if (byte != ValueEncoding::draw || next == 0) return byte;
        return fitting(
            *(next % 2 == 1 ? encoding_.template win<Number>(next) : encoding_.template loss<Number>(next)));
    }

    /// What a position is known to be worth at this level, or a draw; `next` becomes the least later level at
    /// which more will be known, if it was not less.
    unsigned evaluate(const Position& position, unsigned& next) {
        const auto& tier = tier_.tier();
        typename L::Tier::MoveList moves;
        tier.moves(position, moves);
        if (moves.size() == 0) {
            const auto outcome = game::end_unmoved(tier, position);
            return outcome ? encoding_.ended(*outcome) : ValueEncoding::draw;
        }
        BestOf best{encoding_};
        for (const auto& move : moves) {
            unsigned number = known(position, move, next);
            if (number != ValueEncoding::draw) {
                const unsigned due = encoding_.plies(static_cast<Number>(number)) + 1;
                if (due > level_) {
                    next = next == 0 ? due : std::min(next, due);
                    number = ValueEncoding::draw;
                }
            }
            best.add(static_cast<Number>(number));
        }
        return best.value();
    }

    /// The same of what a move leads to.
    unsigned known(const Position& position, const typename L::Tier::Move& move, unsigned& next) {
        const auto& tier = tier_.tier();
        const Position child = tier.play(position, move);
        switch (tier.leads_to(position, move, child)) {
            case LeadsTo::sub_tier:
                return sub_tier_(child);
            case LeadsTo::unindexed:
                return evaluate(child, next);
            case LeadsTo::tier:
                break;
        }
        const auto [n, square] = tier_.place(child);
        Side& side = of(child.to_move());
        const bool decided = (side.news[n.number()].undecided & square_bit(square)) == 0;
        return decided ? row(side, n)[square.index()] : ValueEncoding::draw;
    }

    /// The undecided squares with this note; finds the next one.
    SliceSquares take_notes(Side& side, SliceIndex n, std::uint8_t byte) {
        const std::uint8_t* const bytes = row(side, n);
        SliceSquares due = 0;
        std::uint8_t next = 0;
        for (SliceSquares left = side.news[n.number()].undecided & ~side.open[n.number()]; left != 0;) {
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
            News& news = before.news[slice.number()];
            const std::atomic_ref pending{news.pending};
            squares &= news.undecided;
            if ((squares & ~pending.load(std::memory_order_relaxed)) != 0)
                pending.fetch_or(squares, std::memory_order_relaxed);
        };
        each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
            if (side.decided[n.number()] == 0) return;
            const SliceSquares squares = std::exchange(side.decided[n.number()], 0);
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
        for (Side& side : sides_) {
            side.news = std::vector<News>();
            for (auto* words : {&side.open, &side.not_won, &side.decided})
                *words = std::vector<SliceSquares>();
        }
        TierBytes tables;
        for (const Color color : both_colors) {
            if (!tier_.stored(color)) break;
            Side& side = of(color);
            auto& table = tables.emplace_back(
                tier_.tier().table_size(static_cast<std::uint32_t>(tables.size())), dont_care);
            each_slice(tier_.slices(), stop_, [&](SliceIndex n) {
                const Slice slice = tier_.slice(n);
                const SliceSquares all = tier_.positions(color, slice) & tier_.ordered(slice);
                if (all == 0) return;
                std::uint8_t* const bytes = row(side, n);
                std::replace(bytes, bytes + squares_, cannot_lose, std::uint8_t{ValueEncoding::draw});
                tier_.each_slot(slice, color, all, [&](Square square, Slot slot, unsigned count) {
                    // Copies of one entry are written by many threads: all write the same.
                    if (count == 1)
                        std::atomic_ref{table[slot.index]}.store(bytes[square.index()],
                                                                 std::memory_order_relaxed);
                    else
                        std::copy_n(bytes + square.index(), count, table.data() + slot.index);
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
