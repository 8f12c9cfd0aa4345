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

#include "zermelo/base/large_pages.hpp"
#include "zermelo/base/plies.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/scale.hpp"
#include "zermelo/tablebase/setwise_captures.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/tier_table.hpp"

namespace zermelo::tablebase {

/// `Retrograde` for tiers of lines, level by level as there, but the lanes of a line at a time: a step back
/// from the lanes that a level has decided marks lanes of another line by one operation on words, and whether
/// all steps of a line lead to wins is found for all its lanes together.
///
/// Every copy of a line that a symmetry makes is an entry of its own here, and comes to the same by itself.
/// Errors: `too_long`, as of `Retrograde`. Memory: `line_memory`. Cost: O(steps × lines × levels at which a
/// line decides something).
/// Source: sets of positions moved as a whole, as in bitbase generators; Ströhlein 1970 for the levels.
template <game::Lined L, typename Below>
class LineRetrograde {
  public:
    using Line = typename L::Line;
    using Lanes = game::Lanes;
    using Progress = std::function<void(Plies)>;

    /// `below`: as of `Retrograde`. The tier must outlive it.
    LineRetrograde(const L& tier, Scale scale, Below below, Progress progress = {})
        : tier_(tier),
          scale_(scale),
          below_(std::move(below)),
          progress_(std::move(progress)),
          lanes_(tier.lanes()) {}

    /// The bytes of all entries that are positions, `gap` elsewhere: as of `Retrograde`.
    Result<TierBytes> run() {
        for (Side& side : sides_) {
            side.values.reserve(std::size_t{tier_.lines()} * lanes_);
            prefer_large_pages(side.values.data(), side.values.capacity());
            side.values.resize(std::size_t{tier_.lines()} * lanes_, gap);
            for (auto* words : {&side.open, &side.safe, &side.fresh, &side.touched})
                words->resize(tier_.lines());
            side.noted.resize(tier_.lines());
        }
        begin();
        for (level_ = 0; level_ <= highest_ && !too_long_; ++level_) {
            if (progress_) progress_(Plies{level_});
            for (const Color side : colors) settle(side);
            for (const Color side : colors) hand_on(side);
        }
        if (too_long_)
            return failure(ErrorKind::bad_usage, "a forced win of over " + std::to_string(scale_.longest()) +
                                                     " plies, expected at most that many");
        return collect();
    }

  private:
    static constexpr std::array<Color, 2> colors{Color::white, Color::black};
    /// No move wins so far, and one leads to an open position below.
    static constexpr std::uint8_t cannot_lose = 255;

    /// What is known with one side to move. A lane that is open has a byte of `Scale::open`, `cannot_lose`,
    /// or a *note*: a win or loss to which captures lead, to be looked at when its level comes.
    struct Side {
        std::vector<std::uint8_t> values;  ///< by line and lane
        std::vector<Lanes> open;           ///< neither won nor lost so far
        std::vector<Lanes> safe;           ///< not won so far
        std::vector<Lanes> fresh;          ///< decided at this level
        std::vector<Lanes> touched;        ///< to be looked at, or won, at the next level
        std::vector<std::uint8_t> noted;   ///< by line: the least byte noted that is still to come
    };

    Side& of(Color side) { return sides_[static_cast<unsigned>(side)]; }
    const Side& of(Color side) const { return sides_[static_cast<unsigned>(side)]; }
    std::uint8_t* row(Side& side, const Line& line) { return row(side, line.number); }
    std::uint8_t* row(Side& side, std::uint32_t line) {
        return side.values.data() + std::size_t{line} * lanes_;
    }

    /// Levels go on at least to this one.
    void reach(unsigned level) {
        unsigned known = highest_.load(std::memory_order_relaxed);
        while (known < level && !highest_.compare_exchange_weak(known, level)) {
        }
    }

    void begin() {
        each_line(tier_.lines(), [&](std::uint32_t n) {
            const Line line = tier_.line(n);
            if (line.free == 0) return;
            for (const Color side : colors) of(side).open[n] = of(side).safe[n] = tier_.positions(side, line);
        });
        const LineCaptures<L> captures{tier_, below_};
        each_line(tier_.lines(), [&](std::uint32_t n) {
            if ((of(Color::white).open[n] | of(Color::black).open[n]) == 0) return;
            const Line line = tier_.line(n);
            for (const Color side : colors)
                if (of(side).open[n] != 0) first_values(captures, line, side);
        });
    }

    void first_values(const LineCaptures<L>& captures, const Line& line, Color color) {
        Side& side = of(color);
        const Lanes all = side.open[line.number];
        std::array<unsigned, 64> win;
        std::array<unsigned, 64> loss;
        Lanes captured = 0;
        Lanes opened = 0;
        captures.each(line, color, [&](unsigned lane, std::uint8_t byte) {
            if ((all & lane_bit(lane)) == 0) return;
            if ((captured & lane_bit(lane)) == 0) win[lane] = loss[lane] = 0;
            captured |= lane_bit(lane);
            if (byte == Scale::open)
                opened |= lane_bit(lane);
            else if (Scale::is_loss(byte))
                win[lane] = win[lane] == 0 ? scale_.parent(byte) : std::min(win[lane], scale_.parent(byte));
            else
                loss[lane] = std::max(loss[lane], scale_.parent(byte));
        });
        const Lanes stays = staying(line, color, all);
        std::uint8_t* const bytes = row(side, line);
        for (Lanes left = all; left != 0;) {
            const unsigned lane = take_lane(left);
            std::uint8_t& byte = bytes[lane];
            if ((captured & lane_bit(lane)) == 0) {
                byte = Scale::open;
                if ((stays & lane_bit(lane)) != 0) continue;
                // No move: over.
                const auto outcome = tier_.end(color, line, lane);
                byte = outcome && *outcome != game::Outcome::draw ? scale_.ended(*outcome) : cannot_lose;
            } else if (win[lane] != 0) {
                byte = fitting(win[lane]);
            } else if ((opened & lane_bit(lane)) != 0) {
                byte = cannot_lose;
            } else {
                byte = fitting(loss[lane]);
            }
            note(side, line.number, byte);
        }
    }

    std::uint8_t fitting(unsigned byte) {
        if (byte <= Scale::last) return static_cast<std::uint8_t>(byte);
        too_long_ = true;
        return cannot_lose;
    }

    void note(Side& side, std::uint32_t line, std::uint8_t byte) {
        if (byte == Scale::open || byte > Scale::last) return;
        reach(scale_.plies(byte));
        std::uint8_t& noted = side.noted[line];
        if (noted == 0 || byte < noted) noted = byte;
    }

    /// The lanes, out of some, from which a move that captures nothing leads to a position.
    Lanes staying(const Line& line, Color color, Lanes among) const {
        const Side& other = of(!color);
        Lanes left = among;
        tier_.each_step(line, color, [&](const game::LineStep& step) {
            const Lanes from = left & ~step.blocked;
            if (from == 0) return false;
            const Lanes to = tier_.turned(step.symmetry, from) & other.safe[step.line];
            left &= ~tier_.turned_back(step.symmetry, to);
            return left == 0;
        });
        if (tier_.runner_side() == color)
            for (Lanes rest = left; rest != 0;) {
                const unsigned lane = take_lane(rest);
                if ((tier_.runner_steps(line, lane) & other.safe[line.number]) != 0) left &= ~lane_bit(lane);
            }
        return among & ~left;
    }

    /// Decides what this level does for a side to move: losses at even ones, wins at odd ones.
    void settle(Color color) {
        const bool winning = level_ % 2 == 1;
        const auto byte = winning ? scale_.win(level_) : scale_.loss(level_);
        Side& side = of(color);
        each_line(tier_.lines(), [&](std::uint32_t n) {
            Lanes lanes = std::exchange(side.touched[n], 0) & side.open[n];
            if (!byte) {
                // A longer win than there are bytes for; losses are found to be too long from their wins.
                if (lanes != 0) too_long_ = true;
                return;
            }
            const bool noted = side.noted[n] == *byte;
            if (lanes == 0 && !noted) return;
            std::uint8_t* const bytes = row(side, n);
            const Lanes due = noted ? take_notes(side, n, *byte) : 0;
            if (winning) {
                lanes |= due;
            } else {
                for (Lanes left = lanes; left != 0;) {
                    const unsigned lane = take_lane(left);
                    if (bytes[lane] != Scale::open) lanes &= ~lane_bit(lane);
                }
                lanes |= due;
                if (lanes != 0) lanes = lost(tier_.line(n), color, lanes);
                // A loss by captures that is none, because another move does not lose yet.
                for (Lanes left = due & ~lanes; left != 0;) bytes[take_lane(left)] = Scale::open;
            }
            if (lanes == 0) return;
            for (Lanes left = lanes; left != 0;) bytes[take_lane(left)] = *byte;
            side.open[n] &= ~lanes;
            if (winning) side.safe[n] &= ~lanes;
            side.fresh[n] = lanes;
            if (highest_.load(std::memory_order_relaxed) <= level_) reach(level_ + 1);
        });
    }

    /// The open lanes with this note; finds the next one.
    Lanes take_notes(Side& side, std::uint32_t n, std::uint8_t byte) {
        const std::uint8_t* const bytes = row(side, n);
        Lanes due = 0;
        std::uint8_t next = 0;
        for (Lanes left = side.open[n]; left != 0;) {
            const unsigned lane = take_lane(left);
            const std::uint8_t known = bytes[lane];
            if (known == byte) due |= lane_bit(lane);
            if (known > byte && known <= Scale::last && (next == 0 || known < next)) next = known;
        }
        side.noted[n] = next;
        return due;
    }

    /// Those of some lanes all of whose moves that stay lead to wins of the other side.
    Lanes lost(const Line& line, Color color, Lanes lanes) const {
        return lanes & ~staying(line, color, lanes);
    }

    /// Tells the lines before of what this level has decided.
    void hand_on(Color color) {
        Side& side = of(color);
        Side& before = of(!color);
        const auto touch = [&](std::uint32_t line, Lanes lanes) {
            const std::atomic_ref touched{before.touched[line]};
            lanes &= before.open[line];
            if ((lanes & ~touched.load(std::memory_order_relaxed)) != 0)
                touched.fetch_or(lanes, std::memory_order_relaxed);
        };
        each_line(tier_.lines(), [&](std::uint32_t n) {
            const Lanes lanes = std::exchange(side.fresh[n], 0);
            if (lanes == 0) return;
            const Line line = tier_.line(n);
            tier_.each_step_back(line, !color, [&](const game::LineStep& step) {
                if (const Lanes from = lanes & ~step.blocked; from != 0)
                    touch(step.line, tier_.turned(step.symmetry, from));
            });
            if (tier_.runner_side() == color) return;
            Lanes from = 0;
            for (Lanes left = lanes; left != 0;) from |= tier_.runner_steps_back(line, take_lane(left));
            touch(n, from);
        });
    }

    /// The tables as they are to be written.
    TierBytes collect() {
        for (Side& side : sides_)
            for (auto* words : {&side.open, &side.safe, &side.fresh, &side.touched})
                *words = std::vector<Lanes>();
        TierBytes tables;
        for (const Color color : colors) {
            if (!tier_.stored(color)) break;
            Side& side = of(color);
            auto& table =
                tables.emplace_back(tier_.tier().table_size(static_cast<std::uint32_t>(tables.size())), gap);
            each_line(tier_.lines(), [&](std::uint32_t n) {
                const std::uint8_t* const bytes = row(side, n);
                if (std::all_of(bytes, bytes + lanes_, [](std::uint8_t byte) { return byte == gap; })) return;
                const Line line = tier_.line(n);
                tier_.each_slot(line, color, tier_.positions(color, line),
                                [&](unsigned lane, game::Slot slot) {
                                    // Copies of an entry are written by many threads: all write the same.
                                    std::atomic_ref{table[slot.index]}.store(
                                        bytes[lane] == cannot_lose ? Scale::open : bytes[lane],
                                        std::memory_order_relaxed);
                                });
            });
            side.values = std::vector<std::uint8_t>();
        }
        return tables;
    }

    const L& tier_;
    Scale scale_;
    Below below_;
    Progress progress_;
    unsigned lanes_;
    std::array<Side, 2> sides_;
    unsigned level_ = 0;
    std::atomic<unsigned> highest_ = 0;
    std::atomic<bool> too_long_ = false;
};

}  // namespace zermelo::tablebase
