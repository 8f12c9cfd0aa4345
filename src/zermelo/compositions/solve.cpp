// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/solve.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "zermelo/compositions/battle.hpp"
#include "zermelo/compositions/enumeration.hpp"
#include "zermelo/compositions/lines.hpp"
#include "zermelo/engine/setup_check.hpp"

namespace zermelo::compositions {

namespace {

/// One diagram with one side to begin.
template <typename Bits>
class Solver {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;

    /// `at`: the side that begins is to move. `set_position`: the diagram, where it has the other side to
    /// move, which may have a right to capture en passant.
    Solver(const engine::GameAt<Bits>& at, std::optional<Position> set_position,
           const Stipulation& stipulation, const Options& options)
        : game_(at.game),
          position_(at.position),
          set_position_(std::move(set_position)),
          stipulation_(stipulation),
          options_(options),
          spending_(options.limits) {}

    Solution run() {
        found_.begins = position_.to_move();
        if (stipulation_.is_battle())
            battle();
        else
            lines();
        if (options_.verify && !spending_.over()) verify();
        found_.stop = spending_.why();
        found_.complete = !found_.stop;
        found_.nodes = spending_.used();
        return std::move(found_);
    }

  private:
    /// The position as if the side that begins had passed, if it may.
    std::optional<Position> set_position() const {
        if (set_position_) return set_position_;
        const Position passed = game_.passed(position_);
        if (!game_.guards_its_own(passed)) return std::nullopt;
        return passed;
    }

    void battle() {
        Battle<Bits> battle{game_, stipulation_, options_, spending_};
        const unsigned moves = stipulation_.moves;
        const auto keys = battle.keys(position_, moves);
        found_.complete_moves = keys.complete_moves;
        for (const auto& [move, length] : keys.found)
            (length == moves ? found_.keys : found_.short_keys)
                .push_back(battle.continuation(position_, move, length, options_.tree));
        if (options_.max_refutations != 0)
            found_.tries = battle.tries(position_, moves, options_.max_refutations);
        if (options_.set_play && stipulation_.play == Play::battle)
            if (const auto passed = set_position()) found_.set_play = battle.set_play(*passed, moves);
        found_.tree_whole = battle.tree_whole();
    }

    void lines() {
        LineSearch<Bits> search{game_, stipulation_, options_, spending_};
        each_length([&](unsigned moves, unsigned introduction) {
            Solutions found = search.lines(position_, stipulation_.length(moves), introduction);
            const bool longest = introduction == stipulation_.introduction;
            if (found.complete && longest) found_.complete_moves = moves;
            if (moves == stipulation_.moves && longest)
                found_.solutions = std::move(found);
            else if (found.count != 0)
                found_.short_solutions.push_back(std::move(found));
        });
        if (options_.set_play) set_lines(search);
    }

    /// The other side begins, and one move is left out.
    void set_lines(LineSearch<Bits>& search) {
        const auto passed = set_position();
        if (!passed || stipulation_.introduction != 0) return;
        const unsigned length = stipulation_.length(stipulation_.moves);
        const unsigned shortest = stipulation_.finish == Finish::reciprocal ? 3 : 2;
        if (stipulation_.finish == Finish::help)
            found_.set_solutions = search.goal_moves(*passed);
        else if (stipulation_.play == Play::help && length >= shortest)
            found_.set_solutions = search.lines(*passed, length - 1, 0);
    }

    /// Calls f(moves, introduction) for each length that is looked at, until a limit is reached.
    template <typename F>
    void each_length(const F& f) const {
        const unsigned introduction = stipulation_.introduction;
        const unsigned least_introduction = stipulation_.exact ? introduction : std::min(introduction, 1U);
        const unsigned least = stipulation_.exact ? stipulation_.moves : stipulation_.least_moves();
        for (unsigned moves = least; moves <= stipulation_.moves; ++moves)
            for (unsigned intro = least_introduction; intro <= introduction && !spending_.over(); ++intro)
                f(moves, intro);
    }

    void verify() {
        Enumeration<Bits> enumeration{game_, stipulation_, options_, spending_};
        const bool same =
            stipulation_.is_battle() ? has_the_same_keys(enumeration) : counts_the_same(enumeration);
        if (!spending_.over()) found_.verified = same;
    }

    bool has_the_same_keys(Enumeration<Bits>& enumeration) const {
        std::vector<std::string> plain, told;
        for (const engine::Move m : enumeration.keys(position_, stipulation_.moves))
            plain.push_back(engine::uci(m, game_.rules()));
        for (const auto* const keys : {&found_.keys, &found_.short_keys})
            for (const Continuation& key : *keys) told.push_back(key.move.uci);
        std::sort(plain.begin(), plain.end());
        std::sort(told.begin(), told.end());
        return plain == told;
    }

    bool counts_the_same(Enumeration<Bits>& enumeration) const {
        bool same = true;
        each_length([&](unsigned moves, unsigned introduction) {
            const unsigned length = stipulation_.length(moves);
            std::uint64_t told = 0;
            if (moves == stipulation_.moves && introduction == stipulation_.introduction)
                told = found_.solutions.count;
            for (const Solutions& found : found_.short_solutions)
                if (found.length == length && found.introduction == introduction) told = found.count;
            same = same && enumeration.lines(position_, length, introduction) == told;
        });
        return same;
    }

    const Game& game_;
    Position position_;
    std::optional<Position> set_position_;
    Stipulation stipulation_;
    const Options& options_;
    Spending spending_;
    Solution found_;
};

}  // namespace

Result<Solution> solve(const engine::AnyGameAt& variant, const engine::Setup& diagram,
                       const Stipulation& stipulation, const Options& options) {
    if (!options.restriction.none() && stipulation.play != Play::battle)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{}: a restriction of it, expected one of direct, self or reflex play",
                                   stipulation.text()));
    const Color begins = stipulation.attacker_begins() ? options.attacker : !options.attacker;
    const auto position = variant.set_up(with_turn(diagram, begins), engine::Waived::missing_royals);
    const auto given = variant.set_up(diagram, engine::Waived::missing_royals);
    if (position)
        return std::visit(
            [&]<typename Bits>(const engine::GameAt<Bits>& at) {
                std::optional<engine::Position<Bits>> set_position;
                if (given && diagram.to_move != begins)
                    set_position = std::get<engine::GameAt<Bits>>(*given).position;
                return Solver<Bits>{at, std::move(set_position), stipulation, options}.run();
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
