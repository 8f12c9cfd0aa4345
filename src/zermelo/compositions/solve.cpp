// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/solve.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/thread.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/compositions/battle.hpp"
#include "zermelo/compositions/enumeration.hpp"
#include "zermelo/compositions/lines.hpp"
#include "zermelo/engine/setup_check.hpp"

namespace zermelo::compositions {

namespace {

/// Calls f(moves, introduction) for each length that is looked at, until a limit is reached.
template <typename F>
void each_length(const Stipulation& stipulation, const Spending& spending, const F& f) {
    const unsigned introduction = stipulation.introduction;
    const unsigned least_introduction = stipulation.exact ? introduction : std::min(introduction, 1U);
    const unsigned least = stipulation.exact ? stipulation.moves : stipulation.least_moves();
    for (unsigned moves = least; moves <= stipulation.moves; ++moves)
        for (unsigned intro = least_introduction; intro <= introduction && !spending.over(); ++intro)
            f(moves, intro);
}

/// Adds those in all play after a move, a `Continuation` or a `PostkeyPlay`.
template <typename Play>
void add_duals(Duals& duals, const Play& play) {
    for (const Continuation& threat : play.threats) add_duals(duals, threat);
    for (const Defence& defence : play.defences) {
        if (defence.idle) continue;
        if (defence.continuations.size() > 1)
            ++(defence.continuations.front().length == 1 ? duals.mating : duals.major);
        for (const Continuation& next : defence.continuations) add_duals(duals, next);
    }
}

/// One diagram with one side to begin.
template <typename Bits>
struct Task {
    engine::Game<Bits> game;
    engine::Position<Bits> position;  ///< the side that begins is to move
    /// The diagram, where it has the other side to move, which may have a right to capture en passant.
    std::optional<engine::Position<Bits>> set_position;
    Stipulation stipulation;
    Options options;
};

/// What the threads that solve a task have together: of positions of battle play, or of the other play.
template <typename Bits>
struct AllFindings {
    explicit AllFindings(const Task<Bits>& task) {
        if (task.stipulation.is_battle())
            battle.emplace(task.options.memory);
        else
            lines.emplace(task.options.memory);
    }
    /// From now on there are several threads. False: where there is no memory there is nothing to share.
    bool share() { return battle ? battle->share() : lines->share(); }

    std::optional<Findings<typename Battle<Bits>::Known>> battle;
    std::optional<Findings<LineTable>> lines;
};

/// One thread's way through all that a task asks.
template <typename Bits>
class Solver {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;

    /// All outlive it.
    Solver(const Task<Bits>& task, AllFindings<Bits>& findings, Spending& spending)
        : task_(task), findings_(findings), spending_(spending) {}

    Solution solve() {
        found_.begins = task_.position.to_move();
        if (task_.stipulation.is_battle())
            battle();
        else
            lines();
        return std::move(found_);
    }

  private:
    /// The position as if the side that begins had passed, if it may.
    std::optional<Position> set_position() const {
        if (task_.set_position) return task_.set_position;
        const Position passed = task_.game.passed(task_.position);
        if (!task_.game.guards_its_own(passed)) return std::nullopt;
        return passed;
    }

    void battle() {
        Battle<Bits> battle{task_.game, task_.stipulation, task_.options, *findings_.battle, spending_};
        const unsigned moves = task_.stipulation.moves;
        if (task_.options.postkey) {
            found_.postkey_play = battle.postkey_play(task_.position, moves);
            found_.tree_whole = battle.tree_whole();
            if (!spending_.over()) found_.complete_moves = moves;
            add_duals(found_.duals.emplace(), *found_.postkey_play);
            return;
        }
        const auto keys = battle.keys(task_.position, moves);
        found_.complete_moves = keys.complete_moves;
        for (const auto& [move, length] : keys.found) {
            // To name a move takes long where there are thousands: what is not told is not complete.
            if (spending_.late()) {
                found_.complete_moves = std::min(found_.complete_moves, length - 1);
                break;
            }
            (length == moves ? found_.keys : found_.short_keys)
                .push_back(battle.continuation(task_.position, move, length, task_.options.tree));
        }
        if (task_.options.tree) {
            found_.duals.emplace();
            for (const auto* const keys : {&found_.keys, &found_.short_keys})
                for (const Continuation& key : *keys) add_duals(*found_.duals, key);
        }
        if (task_.options.max_refutations != 0)
            found_.tries =
                battle.tries(task_.position, moves, task_.options.max_refutations, task_.options.tree);
        if (task_.options.set_play && task_.stipulation.play == Play::battle)
            if (const auto passed = set_position())
                found_.set_play = battle.set_play(*passed, moves, task_.options.tree);
        found_.tree_whole = battle.tree_whole();
    }

    void lines() {
        LineSearch<Bits> search{task_.game, task_.stipulation, task_.options, *findings_.lines, spending_};
        each_length(task_.stipulation, spending_, [&](unsigned moves, unsigned introduction) {
            Solutions found = search.lines(task_.position, task_.stipulation.length(moves), introduction);
            const bool longest = introduction == task_.stipulation.introduction;
            if (found.complete && longest) found_.complete_moves = moves;
            if (moves == task_.stipulation.moves && longest)
                found_.solutions = std::move(found);
            else if (found.count != 0)
                found_.short_solutions.push_back(std::move(found));
        });
        if (task_.options.set_play) set_lines(search);
    }

    /// The other side begins, and one move is left out.
    void set_lines(LineSearch<Bits>& search) {
        const auto passed = set_position();
        if (!passed || task_.stipulation.introduction != 0) return;
        const unsigned length = task_.stipulation.length(task_.stipulation.moves);
        const unsigned shortest = task_.stipulation.finish == Finish::reciprocal ? 3 : 2;
        if (task_.stipulation.finish == Finish::help)
            found_.set_solutions = search.goal_moves(*passed);
        else if (task_.stipulation.play == Play::help && length >= shortest)
            found_.set_solutions = search.lines(*passed, length - 1, 0);
    }

    const Task<Bits>& task_;
    AllFindings<Bits>& findings_;
    Spending& spending_;
    Solution found_;
};

/// Solves a task, where it takes long by several threads: they all solve the same, and what one finds out of
/// a position the others need not look at any more.
template <typename Bits>
class Crew {
  public:
    explicit Crew(const Task<Bits>& task) : task_(task), findings_(task) {}

    Solution run() {
        search::Budget budget{task_.options.limits};
        const bool together = task_.options.threads > 1 && !task_.stipulation.asks_for_journey();
        Solution found = together ? solve_together(budget) : solve(budget, {});
        if (task_.options.verify && !budget.stopped()) verify(found, budget);
        found.stop = budget.stopped();
        found.complete = !found.stop;
        found.nodes = budget.nodes_used();
        return found;
    }

  private:
    /// `then`: is called when this has taken long for one thread.
    Solution solve(search::Budget& budget, std::function<void()> then) {
        Spending spending{budget};
        if (then) spending.at(std::chrono::steady_clock::now() + task_.options.time_alone, std::move(then));
        return Solver<Bits>{task_, findings_, spending}.solve();
    }

    Solution solve_together(search::Budget& budget) {
        return budget.share([this](search::SharedBudget& round) {
            Others others{*this, round};
            return round.part(search::Budget::no_end,
                              [&](search::Budget& own) { return solve(own, [&] { others.begin(); }); });
        });
    }
    /// The other threads of a round, which ends with this.
    class Others {
      public:
        Others(Crew& whole, search::SharedBudget& round) : whole_(whole), round_(round) {}
        Others(const Others&) = delete;
        Others& operator=(const Others&) = delete;
        ~Others() { round_.end(); }

        void begin() {
            if (!whole_.findings_.share()) return;
            for (unsigned i = 1; i < whole_.task_.options.threads; ++i)
                threads_.push_back(begin_thread_if_possible([this] { help(); }));
        }

      private:
        /// What it comes to is forgotten, and where it has no memory it helps no more.
        void help() noexcept {
            try {
                round_.part(search::Budget::no_end, [this](search::Budget& own) { whole_.solve(own, {}); });
            } catch (const std::bad_alloc&) {
            }
        }

        Crew& whole_;
        search::SharedBudget& round_;
        std::vector<std::jthread> threads_;
    };

    void verify(Solution& found, search::Budget& budget) {
        Spending spending{budget};
        Enumeration<Bits> enumeration{task_.game, task_.stipulation, task_.options, spending};
        const bool same = task_.stipulation.is_battle() ? has_the_same_keys(enumeration, found)
                                                        : counts_the_same(enumeration, found, spending);
        if (!spending.over()) found.verified = same;
    }

    bool has_the_same_keys(Enumeration<Bits>& enumeration, const Solution& found) const {
        if (found.postkey_play)
            return enumeration.answers_all(task_.position, task_.stipulation.moves) ==
                   found.postkey_play->solves;
        std::vector<std::string> plain, told;
        for (const engine::Move m : enumeration.keys(task_.position, task_.stipulation.moves))
            plain.push_back(engine::uci(m, task_.game.rules()));
        for (const auto* const keys : {&found.keys, &found.short_keys})
            for (const Continuation& key : *keys) told.push_back(key.move.uci);
        std::sort(plain.begin(), plain.end());
        std::sort(told.begin(), told.end());
        return plain == told;
    }

    bool counts_the_same(Enumeration<Bits>& enumeration, const Solution& found,
                         const Spending& spending) const {
        bool same = true;
        each_length(task_.stipulation, spending, [&](unsigned moves, unsigned introduction) {
            const unsigned length = task_.stipulation.length(moves);
            std::uint64_t told = 0;
            if (moves == task_.stipulation.moves && introduction == task_.stipulation.introduction)
                told = found.solutions.count;
            for (const Solutions& shorter : found.short_solutions)
                if (shorter.length == length && shorter.introduction == introduction) told = shorter.count;
            same = same && enumeration.lines(task_.position, length, introduction) == told;
        });
        return same;
    }

    const Task<Bits>& task_;
    AllFindings<Bits> findings_;
};

}  // namespace

Result<Stipulation> with_target_at_end(const engine::AnyGameAt& variant, const engine::Setup& setup,
                                       Stipulation stipulation, Color begins) {
    if (!stipulation.goal.target) return stipulation;
    engine::Setup& target = *stipulation.goal.target;
    const bool beginner_ends =
        stipulation.play == Play::help ? stipulation.half : stipulation.finish != Finish::help;
    target = with_turn(std::move(target), beginner_ends ? !begins : begins);
    if (target.holes != setup.holes || target.barred != setup.barred)
        return failure(ErrorKind::bad_input,
                       "the diagram has other holes or barred squares than where play begins", std::nullopt,
                       "FEN");
    if (const auto at = variant.set_up(target, engine::Waived::missing_royals); !at)
        return failure(ErrorKind::bad_input, engine::words(at.error(), variant.rules()), std::nullopt, "FEN");
    return stipulation;
}

Result<Solution> solve(const engine::AnyGameAt& variant, const engine::Setup& diagram,
                       const Stipulation& asked, const Options& options) {
    ZERMELO_CHECK(check_threads(options.threads));
    if (!options.restriction.none() && asked.play != Play::battle)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{}: a restriction of it, expected one of direct, self or reflex play",
                                   asked.text()));
    if (options.postkey && asked.play != Play::battle)
        return failure(
            ErrorKind::bad_usage,
            fmt::format("{}: postkey play of it, expected one of direct, self or reflex play", asked.text()));
    const Color first = asked.who_begins(options.attacker);
    const Color begins = options.postkey ? !first : first;
    ZERMELO_TRY(const Stipulation stipulation, with_target_at_end(variant, diagram, asked, begins));
    const auto position = variant.set_up(with_turn(diagram, begins), engine::Waived::missing_royals);
    const auto given = variant.set_up(diagram, engine::Waived::missing_royals);
    if (position)
        return std::visit(
            [&]<typename Bits>(const engine::GameAt<Bits>& at) {
                std::optional<engine::Position<Bits>> set_position;
                if (given && diagram.to_move != begins)
                    set_position = std::get<engine::GameAt<Bits>>(*given).position;
                const Task<Bits> task{at.game, at.position, std::move(set_position), stipulation, options};
                return Crew<Bits>{task}.run();
            },
            *position);
    const std::string wrong = engine::words(position.error(), variant.rules());
    // With the other side to move it is a position: then no move could have led to it.
    if (!variant.set_up(with_turn(diagram, !begins), engine::Waived::missing_royals))
        return failure(ErrorKind::bad_input, wrong, std::nullopt, "FEN");
    Solution illegal;
    illegal.begins = begins;
    illegal.illegal = wrong;
    return illegal;
}

}  // namespace zermelo::compositions
