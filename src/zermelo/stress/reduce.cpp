// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/reduce.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "zermelo/puzzles/shrink.hpp"
#include "zermelo/stress/random_games.hpp"

namespace zermelo::stress {

namespace {

using Clock = std::chrono::steady_clock;
using puzzles::Game;
using puzzles::Size;
using Games = std::vector<Game>;

constexpr std::size_t most_together = 200;  // no statement allows fewer games
constexpr std::size_t most_random = 1024;
constexpr std::uint64_t most_sum = 400'000;  // of the first two numbers of their sizes: for boards, n + p

/// How many games of this size may stand in one input.
std::size_t games_together(const Size& size) {
    const std::uint64_t allowed = most_sum / std::max<std::uint64_t>(1, size[0] + size[1]);
    return std::clamp<std::uint64_t>(allowed, 1, most_together);
}

/// Some games with fewer pieces or marks, the smallest first; the same ones for the same size.
Games random_games_below(const puzzles::Puzzle& puzzle, const Game& game) {
    const std::uint64_t pieces = puzzle.size(game).front();
    Random random{pieces};
    const Games all = random_games(puzzle, most_random, random);
    std::vector<std::pair<Size, std::size_t>> below;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const Size size = puzzle.size(all[i]); size.front() < pieces) below.emplace_back(size, i);
    std::sort(below.begin(), below.end());
    Games games;
    for (const auto& [size, i] : below)
        if (games.size() < 2 * most_together) games.push_back(all[i]);
    return games;
}

class Reducer {
  public:
    Reducer(const Examination& examination, WorkerPool& workers, const ReduceOptions& options, Fault fault)
        : examination_(examination), workers_(workers), options_(options), fault_(fault) {}

    Result<Reduced> run(Failing failing) {
        Reduced reduced{std::move(failing)};
        while (true) {
            if (options_.progress) options_.progress(reduced.steps);
            ZERMELO_TRY(auto smaller, step(reduced.failing.games));
            if (!smaller) break;
            reduced.failing = *std::move(smaller);
            ++reduced.steps;
        }
        reduced.minimal = in_time();
        return reduced;
    }

  private:
    bool in_time() const { return Clock::now() - start_ < options_.most_time; }

    bool fails(const Trial& trial) const { return trial.failure && trial.failure->fault == fault_; }

    /// Games one step smaller than this one.
    Games smaller(const Game& game) const {
        const puzzles::Puzzle& puzzle = examination_.puzzle;
        Games games = puzzle.smaller(game);
        assert(std::all_of(games.begin(), games.end(),
                           [&](const Game& each) { return puzzle.size(each) < puzzle.size(game); }));
        return games;
    }

    /// The first smaller input on which the program fails, if there is one.
    Result<std::optional<Failing>> step(const Games& games) {
        if (games.size() == 1) {
            const Games candidates = smaller(games.front());
            if (!can_go_together()) return first_alone(in_lists(candidates));
            auto smaller = first_of(candidates);
            if (!smaller || *smaller) return smaller;
            // No step from here leads on; another place to begin may.
            return first_of(random_games_below(examination_.puzzle, games.front()));
        }
        std::vector<Games> candidates;
        for (const auto& kept : puzzles::fewer(games.size())) {
            Games left;
            for (const std::size_t i : kept) left.push_back(games[i]);
            if (!left.empty()) candidates.push_back(std::move(left));
        }
        auto fewer = first_alone(candidates);
        if (!fewer || *fewer) return fewer;
        candidates.clear();
        for (std::size_t i = 0; i < games.size(); ++i)
            for (Game& each : smaller(games[i])) {
                candidates.push_back(games);
                candidates.back()[i] = std::move(each);
            }
        return first_alone(candidates);
    }

    bool can_go_together() const {
        return !options_.one_per_run && (fault_ == Fault::wrong || fault_ == Fault::unreadable);
    }

    static std::vector<Games> in_lists(std::span<const Game> games) {
        std::vector<Games> lists;
        for (const Game& game : games) lists.push_back({game});
        return lists;
    }

    /// The first of these inputs, each in a run of its own, on which the program fails.
    Result<std::optional<Failing>> first_alone(const std::vector<Games>& candidates) {
        const auto attempt = [&](Runner& runner, std::size_t i,
                                 const auto&) -> Result<std::optional<Failing>> {
            ZERMELO_TRY(auto trial, try_games(examination_, runner, candidates[i]));
            if (!fails(trial)) return std::optional<Failing>{};
            return std::optional{Failing{candidates[i], std::move(trial)}};
        };
        ZERMELO_TRY(auto hit,
                    workers_.lowest<Failing>(candidates.size(), attempt, [&] { return in_time(); }));
        if (!hit) return std::optional<Failing>{};
        return std::optional{std::move(hit->found)};
    }

    /// The first of these games on which the program fails, found by running it on many of them at once.
    Result<std::optional<Failing>> first_of(std::span<const Game> candidates) {
        while (!candidates.empty() && in_time()) {
            const std::size_t together_at_most = games_together(examination_.puzzle.size(candidates.front()));
            const auto chunk = candidates.first(std::min(together_at_most, candidates.size()));
            candidates = candidates.subspan(chunk.size());
            ZERMELO_TRY(const auto together, try_games(examination_, workers_.first(), chunk));
            if (!together.failure) continue;
            if (fails(together) && together.failure->game) {
                const std::size_t game = *together.failure->game;
                auto alone = first_alone(in_lists(chunk.subspan(game, 1)));
                if (!alone || *alone) return alone;
            }
            // It failed in another way, or only in company: each game must speak for itself.
            auto one_by_one = first_alone(in_lists(chunk));
            if (!one_by_one || *one_by_one) return one_by_one;
        }
        return std::optional<Failing>{};
    }

    const Examination& examination_;
    WorkerPool& workers_;
    const ReduceOptions& options_;
    Fault fault_;
    Clock::time_point start_ = Clock::now();
};

}  // namespace

Result<Reduced> reduce(const Examination& examination, WorkerPool& workers, Failing failing,
                       const ReduceOptions& options) {
    const Fault fault = failing.trial.failure->fault;
    return Reducer{examination, workers, options, fault}.run(std::move(failing));
}

}  // namespace zermelo::stress
