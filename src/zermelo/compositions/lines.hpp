// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/saturating.hpp"
#include "zermelo/compositions/diagram_outlook.hpp"
#include "zermelo/compositions/goal_test.hpp"
#include "zermelo/compositions/line_table.hpp"
#include "zermelo/compositions/mate_outlook.hpp"
#include "zermelo/compositions/names.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/spending.hpp"
#include "zermelo/compositions/work_marks.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Help play, and series in which nobody has a choice against the other. What follows from a position depends
/// on it and on what is left to play alone: so solutions are counted once a position, and then told along the
/// moves that lead to some.
template <typename Bits>
class LineSearch {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using MoveList = engine::MoveList;
    using Step = typename Journey<Bits>::Step;
    using Prospect = typename MateOutlook<Bits>::Prospect;

    /// All outlive it.
    LineSearch(const Game& game, const Stipulation& stipulation, const Options& options,
               Findings<LineTable>& findings, Spending& spending)
        : game_(game),
          journey_(game, stipulation.asks_for_journey()),
          goal_(game, stipulation.goal, journey_, spending),
          own_goal_(game, stipulation.own_goal.value_or(stipulation.goal), journey_, spending),
          names_(game, stipulation.goal, journey_, spending),
          own_names_(game, stipulation.own_goal.value_or(stipulation.goal), journey_, spending),
          finish_(stipulation.finish),
          play_(stipulation.play),
          max_lines_(options.max_lines),
          max_plain_(options.max_plain),
          max_patterns_(options.max_patterns),
          many_patterns_(many_patterns(options)),
          room_(options.max_line_moves),
          counts_(findings.table),
          marks_(findings.marks),
          spending_(spending) {
        const bool stalemates = stipulation.goal.aim == Goal::Aim::stalemate;
        if ((stalemates || stipulation.goal.aim == Goal::Aim::mate) && finish_ != Finish::reciprocal)
            outlook_.emplace(game, attacker_is_mated() ? options.attacker : !options.attacker, stalemates,
                             spending);
        // Patterns of stalemates take longer to build than many a search.
        effort_ = stalemates ? Effort::plain : Effort::patterns;
    }

    /// The solutions of a length (`Stipulation::length`) from `p`, after an introduction of some moves. They
    /// are complete only while `spending` is not over; after that those that are told are solutions all the
    /// same.
    Solutions lines(const Position& p, unsigned length, unsigned introduction) {
        Solutions found;
        found.introduction = introduction;
        found.length = length;
        if (outlook_ && !outlook_->applies(p)) outlook_.reset();
        if (goal_.target() && !way_ && DiagramOutlook<Bits>::applies(game_))
            way_.emplace(game_, p, *goal_.target());
        if (way_ && !way_->is_open(p, moves_of_each(p, length))) return found;
        Prospect prospect = attempt(p, length, introduction);
        while (found.count = introduced(p, introduction, length, prospect), attempt_ == 0) {
            effort_ = Effort::many_patterns;
            prospect = attempt(p, length, introduction);
        }
        std::vector<HalfMove> before;
        found.complete = !spending_.over();
        tell_introduced(p, introduction, length, prospect, before, found.lines);
        if (late_) found.complete = false;
        return found;
    }

    /// The moves of the side to move that reach the goal at once, as solutions of length 1.
    Solutions goal_moves(const Position& p) {
        Solutions found;
        found.length = 1;
        goal_.any_move(p, [&](Move m, const Position&) {
            ++found.count;
            if (!is_full(found.lines)) found.lines.push_back({{names_.half_move(p, m)}, {}});
            return false;
        });
        return found;
    }

  private:
    /// Where less is left to play, several threads may do the same.
    static constexpr unsigned least_shared = 3;
    static constexpr std::uint64_t never_ends = ~std::uint64_t{0};
    /// What is left to play after a series, in the table.
    static constexpr unsigned after_series = 2 * Stipulation::max_moves + 2;

    /// What is built to search a length. Where it does not suffice to end soon, more is.
    enum class Effort : std::uint8_t { plain, patterns, many_patterns };
    /// Times as many positions, where patterns are too many.
    static constexpr std::uint64_t rather_plain = 30;

    /// As many as there is memory for, and some times as many as there are at first at least; none where
    /// there are to be none.
    static std::size_t many_patterns(const Options& options) {
        constexpr std::size_t bytes_of_one = 256, at_least = 8;
        if (options.max_patterns == 0) return 0;
        return std::max(at_least * options.max_patterns,
                        options.memory / bytes_of_one / std::max(options.threads, 1U));
    }

    /// Builds what the effort is, and says how many positions may be looked at with it.
    Prospect attempt(const Position& p, unsigned length, unsigned introduction) {
        attempt_ = never_ends;
        if (!outlook_) return {};
        if (effort_ == Effort::plain) {
            attempt_ = std::max<std::uint64_t>(max_plain_, 1);
            return {};
        }
        const bool few = effort_ == Effort::patterns;
        const Prospect prospect =
            outlook_->begin(p, moves_left(p, length, introduction), few ? max_patterns_ : many_patterns_);
        if (few && !outlook_->has_patterns())
            attempt_ = std::max<std::uint64_t>(rather_plain * max_plain_, 1);
        return prospect;
    }

    /// Whether no more lines are to be told.
    bool is_full(const std::vector<Line>& told) const { return told.size() >= max_lines_ || room_ == 0; }
    bool in_series() const { return play_ != Play::help; }
    bool reflex() const { return finish_ == Finish::reflex; }
    /// How much is left to play where the last moves are looked at as one.
    unsigned last() const { return finish_ == Finish::reciprocal ? 2 : 1; }
    /// Whether the side that makes the last move of the solution is to move.
    bool at_turn(unsigned left) const {
        return finish_ != Finish::reciprocal && (in_series() || left % 2 == 1);
    }
    bool forbidden(const Position& p) const { return reflex() && goal_.can_be_reached(p); }

    /// Whether play cannot go on after a move at that side's turn, since it has come to what is asked.
    bool must_end(const Position& p, Move m, const Position& q) {
        if (finish_ == Finish::direct) return goal_.reached(p, m, q);
        if (!attacker_is_mated()) return false;
        const Step step{journey_, p, m};
        return has_to_reach(q);
    }
    /// In self and reflex play: whether the other side, to move, is to reach the goal at once.
    bool has_to_reach(const Position& q) const {
        return finish_ == Finish::self ? goal_.is_forced(q) : reflex() && goal_.can_be_reached(q);
    }
    /// Whether no play can begin, as it has come to what is asked already.
    bool is_over(const Position& p, unsigned left) const {
        return !in_series() && !at_turn(left) && has_to_reach(p);
    }
    /// Whether `must_end` need not be asked, as there is no play after it anyway.
    bool ends_by_itself() const {
        return play_ == Play::help && finish_ == Finish::direct && goal_.ends_play();
    }

    /// Calls f(move, reply, position) for each way to play on where `left` is left to play: the move and, in
    /// a series, the parry of the other side, if there is one, and the position where the next move is made.
    /// Until a limit is reached.
    template <typename F>
    void each_step(const Position& p, unsigned left, const F& f) {
        MoveList list;
        game_.moves(p, list);
        for (const Move m : list) {
            if (spending_.due() || over()) return;
            const Position q = game_.play(p, m);
            if (!ends_by_itself() && at_turn(left) && must_end(p, m, q)) continue;
            const Step step{journey_, p, m};
            if (!in_series()) {
                f(m, q, std::nullopt, q);
            } else if (!game_.in_check(q)) {
                f(m, q, std::nullopt, game_.passed(q));
            } else if (play_ == Play::parry_help) {
                MoveList parries;
                game_.moves(q, parries);
                for (const Move parry : parries) {
                    const Step parried{journey_, q, parry};
                    f(m, q, std::optional{parry}, game_.play(q, parry));
                }
            }
        }
    }

    /// Whether the rest of what was found is not told, since nobody waits for it any longer.
    bool late() {
        late_ = late_ || spending_.late();
        return late_;
    }
    /// Whether what is found is not complete.
    bool over() const { return attempt_ == 0 || spending_.over(); }
    /// Takes one position. False: `over`.
    bool one() {
        if (attempt_ != never_ends && --attempt_ == 0) return false;
        return spending_.one();
    }

    /// Whether what is asked for may still come about after a move from `p`, with its parry, to `next`.
    bool leads_on(const Position& p, Move m, const Position& next, unsigned left) {
        if (!way_) return true;
        const auto moves = moves_of_each(next, left);
        // A series leaves the other side a parry less with each move.
        const bool own_alone = play_ != Play::parry_help && !engine::captures(p, m);
        return own_alone ? way_->is_open_to(next, p.to_move(), moves) : way_->is_open(next, moves);
    }

    /// The moves that are left to each side where `left` is left to play and this side is to move.
    ByColor<unsigned> moves_of_each(const Position& p, unsigned left) const {
        ByColor<unsigned> moves{};
        const unsigned others = play_ == Play::parry_help ? left : 0;
        moves[p.to_move()] = in_series() ? left : (left + 1) / 2;
        moves[!p.to_move()] = in_series() ? others + (finish_ == Finish::help ? 1 : 0) : left / 2;
        return moves;
    }

    bool attacker_is_mated() const { return finish_ == Finish::self || finish_ == Finish::reflex; }

    /// The moves that are left to each side where `left` is left to play.
    MovesToMate moves_left(unsigned left) const {
        const unsigned parries = play_ == Play::parry_help ? left : 0;
        // Who makes the last move of the solution, and the other one.
        const unsigned own = in_series() ? left : (left + 1) / 2;
        const unsigned others = in_series() ? parries : left / 2;
        if (finish_ == Finish::direct) return {own, others};
        return {others + 1, own};
    }

    /// The same before an introduction of some moves.
    MovesToMate moves_left(const Position& p, unsigned left, unsigned introduction) const {
        MovesToMate moves = moves_left(left);
        (p.to_move() == outlook_->mated() ? moves.mated : moves.mating) += introduction;
        return moves;
    }

    /// The prospect after a legal move, from `p` to `q`.
    Prospect after(const Prospect& before, const Position& p, Move m, const Position& q) {
        return outlook_ ? outlook_->after(before, p, m, q) : before;
    }

    /// What the outlook remembers of a position is forgotten with this.
    class Remembering {
      public:
        explicit Remembering(std::optional<MateOutlook<Bits>>& outlook)
            : outlook_(outlook), mark_(outlook ? outlook->mark() : 0) {}
        Remembering(const Remembering&) = delete;
        Remembering& operator=(const Remembering&) = delete;
        ~Remembering() {
            if (outlook_) outlook_->forget(mark_);
        }

      private:
        std::optional<MateOutlook<Bits>>& outlook_;
        std::size_t mark_;
    };

    /// How many solutions there are where `left` is left to play. `prospect`: what is known of the position.
    std::uint64_t count(const Position& p, unsigned left, Prospect prospect) {
        const Remembering remembering{outlook_};
        if (outlook_ && !outlook_->narrow(prospect, p, moves_left(left))) return 0;
        if (at_turn(left) && forbidden(p)) return 0;
        const auto key = journey_.key(p);
        if (const auto known = counts_.find(key, left)) return *known;
        if (!one()) return 0;
        if (left == last()) {
            const std::uint64_t ends = count_ends(p, prospect);
            if (!over()) counts_.add(key, left, ends);
            return ends;
        }
        const WorkMarks::Mark mark{marks_, key, left};
        std::uint64_t total = 0;
        const auto count_steps = [&](const auto& is_left_out) {
            std::size_t step = 0;
            each_step(p, left,
                      [&](Move m, const Position& q, std::optional<Move> parry, const Position& next) {
                          if (over() || is_left_out(step++, next)) return;
                          if (!leads_on(p, m, next, left - 1)) return;
                          Prospect then = after(prospect, p, m, q);
                          if (parry) then = after(then, q, *parry, next);
                          total = saturating_add(total, count(next, left - 1, then));
                      });
        };
        std::vector<std::size_t> later;
        count_steps([&](std::size_t step, const Position& next) {
            const bool is_busy =
                marks_.several() && left > least_shared && marks_.has(journey_.key(next), left - 1);
            if (is_busy) later.push_back(step);
            return is_busy;
        });
        if (!later.empty())
            count_steps([&](std::size_t step, const Position&) {
                return !std::binary_search(later.begin(), later.end(), step);
            });
        if (!over()) counts_.add(key, left, total);
        return total;
    }

    std::uint64_t count_ends(const Position& p, const Prospect& prospect) {
        if (finish_ == Finish::direct) return goal_.count(p);
        if (finish_ == Finish::reciprocal) {
            const bool both = own_goal_.can_be_reached(p) && any_help(p);
            return both ? 1 : 0;
        }
        std::uint64_t total = 0;
        MoveList list;
        game_.moves(p, list);
        for (const Move m : list) {
            if (spending_.due()) break;
            const Position q = game_.play(p, m);
            if (!may_end(q, after(prospect, p, m, q))) continue;
            const Step step{journey_, p, m};
            if (finish_ == Finish::help)
                total += count_goal_moves(q);
            else if (finish_ == Finish::self ? goal_.is_forced(q) : goal_.can_be_reached(q))
                ++total;
        }
        return total;
    }

    /// How many moves reach the goal, after the last one of a series: one position after many of those
    /// before it.
    std::uint64_t count_goal_moves(const Position& q) {
        const auto key = journey_.key(q);
        if (const auto known = counts_.find(key, after_series)) return *known;
        const std::uint64_t total = goal_.count(q);
        if (!over()) counts_.add(key, after_series, total);
        return total;
    }

    /// Whether the next move may mate, as far as the outlook knows.
    bool may_end(const Position& q, Prospect prospect) {
        const Remembering remembering{outlook_};
        ByColor<unsigned> moves{};
        moves[q.to_move()] = 1;
        return (!outlook_ || outlook_->narrow(prospect, q, {1, 0})) && (!way_ || way_->is_open(q, moves));
    }

    bool any_help(const Position& p) {
        MoveList list;
        game_.moves(p, list);
        return std::any_of(list.begin(), list.end(), [&](Move m) {
            const Step step{journey_, p, m};
            return goal_.can_be_reached(game_.play(p, m));
        });
    }

    /// The same with an introduction of `moves` moves before what is left to play.
    std::uint64_t introduced(const Position& p, unsigned moves, unsigned left, Prospect prospect) {
        if (moves == 0) return is_over(p, left) ? 0 : count(p, left, prospect);
        const Remembering remembering{outlook_};
        if (outlook_ && !outlook_->narrow(prospect, p, moves_left(p, left, moves))) return 0;
        std::uint64_t total = 0;
        each_introduction(p, moves, [&](Move m, const Position& q, const Position& next) {
            if (over()) return;
            total = saturating_add(total, introduced(next, moves - 1, left, after(prospect, p, m, q)));
        });
        return total;
    }

    /// Calls f(move, position after it, position of the next move) for each move of an introduction of which
    /// `moves` are left.
    template <typename F>
    void each_introduction(const Position& p, unsigned moves, const F& f) {
        MoveList list;
        game_.moves(p, list);
        for (const Move m : list) {
            const Position q = game_.play(p, m);
            const Step step{journey_, p, m};
            if (moves == 1)
                f(m, q, q);
            else if (!game_.in_check(q))
                f(m, q, game_.passed(q));
        }
    }

    void tell_introduced(const Position& p, unsigned moves, unsigned left, Prospect prospect,
                         std::vector<HalfMove>& before, std::vector<Line>& told) {
        if (moves == 0) {
            if (!is_over(p, left)) tell(p, left, prospect, before, told);
            return;
        }
        const Remembering remembering{outlook_};
        if (outlook_ && !outlook_->narrow(prospect, p, moves_left(p, left, moves))) return;
        each_introduction(p, moves, [&](Move m, const Position& q, const Position& next) {
            const Prospect then = after(prospect, p, m, q);
            if (is_full(told) || late() || introduced(next, moves - 1, left, then) == 0) return;
            before.push_back(names_.half_move(p, m));
            tell_introduced(next, moves - 1, left, then, before, told);
            before.pop_back();
        });
    }

    /// Appends the solutions that begin with what was played before, as many as are wanted.
    void tell(const Position& p, unsigned left, Prospect prospect, std::vector<HalfMove>& before,
              std::vector<Line>& told) {
        if (is_full(told) || (at_turn(left) && forbidden(p))) return;
        const Remembering remembering{outlook_};
        if (outlook_ && !outlook_->narrow(prospect, p, moves_left(left))) return;
        if (left == last()) return tell_ends(p, before, told);
        each_step(p, left, [&](Move m, const Position& q, std::optional<Move> parry, const Position& next) {
            Prospect then = after(prospect, p, m, q);
            if (parry) then = after(then, q, *parry, next);
            if (is_full(told) || count(next, left - 1, then) == 0) return;
            const std::size_t size = before.size();
            before.push_back(names_.half_move(p, m));
            if (parry) before.push_back(names_.half_move(q, *parry));
            tell(next, left - 1, then, before, told);
            before.resize(size);
        });
    }

    void tell_ends(const Position& p, const std::vector<HalfMove>& before, std::vector<Line>& told) {
        const auto add = [&](std::vector<HalfMove> moves, std::vector<std::vector<HalfMove>> ends) {
            Line line{before, std::move(ends)};
            line.moves.insert(line.moves.end(), moves.begin(), moves.end());
            room_ -= std::min(room_, line.moves.size() + line.ends.size());
            told.push_back(std::move(line));
            return is_full(told);
        };
        if (finish_ == Finish::direct) {
            goal_.any_move(p, [&](Move m, const Position&) { return add({names_.half_move(p, m)}, {}); });
            return;
        }
        if (finish_ == Finish::reciprocal) {
            if (own_goal_.can_be_reached(p) && any_help(p)) add({}, reciprocal_ends(p));
            return;
        }
        MoveList list;
        game_.moves(p, list);
        for (const Move m : list) {
            if (late()) return;
            const Position q = game_.play(p, m);
            const HalfMove first = names_.half_move(p, m);
            const Step step{journey_, p, m};
            if (finish_ == Finish::help) {
                if (goal_.any_move(q, [&](Move last, const Position&) {
                        return add({first, names_.half_move(q, last)}, {});
                    }))
                    return;
            } else if (finish_ == Finish::self ? goal_.is_forced(q) : goal_.can_be_reached(q)) {
                std::vector<std::vector<HalfMove>> ends;
                goal_.any_move(q, [&](Move last, const Position&) {
                    ends.push_back({names_.half_move(q, last)});
                    return ends.size() >= room_;
                });
                if (add({first}, std::move(ends))) return;
            }
        }
    }

    std::vector<std::vector<HalfMove>> reciprocal_ends(const Position& p) {
        std::vector<std::vector<HalfMove>> ends;
        own_goal_.any_move(p, [&](Move m, const Position&) {
            ends.push_back({own_names_.half_move(p, m)});
            return ends.size() >= room_;
        });
        MoveList list;
        game_.moves(p, list);
        for (const Move m : list) {
            if (late()) break;
            if (ends.size() >= room_) break;
            const Position q = game_.play(p, m);
            const Step step{journey_, p, m};
            goal_.any_move(q, [&](Move last, const Position&) {
                ends.push_back({names_.half_move(p, m), names_.half_move(q, last)});
                return ends.size() >= room_;
            });
        }
        return ends;
    }

    const Game& game_;
    Journey<Bits> journey_;
    GoalTest<Bits> goal_, own_goal_;
    Names<Bits> names_, own_names_;
    Finish finish_;
    Play play_;
    std::size_t max_lines_;
    std::uint64_t max_plain_;
    std::size_t max_patterns_;
    std::size_t many_patterns_;
    std::size_t room_;  ///< half-moves that may yet be told
    LineTable& counts_;
    WorkMarks& marks_;
    std::optional<MateOutlook<Bits>> outlook_;  ///< where mate is the goal, and it applies
    std::optional<DiagramOutlook<Bits>> way_;   ///< where a diagram is the goal, and it applies
    Spending& spending_;
    bool late_ = false;
    Effort effort_ = Effort::plain;       ///< for this length, and longer ones
    std::uint64_t attempt_ = never_ends;  ///< positions that are left to this attempt
};

}  // namespace zermelo::compositions
