// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/reduce.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <optional>
#include <utility>

#include "zermelo/puzzles/shrink.hpp"
#include "zermelo/stress/random_games.hpp"
#include "zermelo/stress/run_times.hpp"

namespace zermelo::stress {

namespace {

using puzzles::Game;
using puzzles::Size;
using Games = std::vector<Game>;

constexpr std::size_t max_random = 1024;
constexpr std::size_t max_together = 4096;

/// Random smaller games, the smallest first; the same ones for the same size. As hard as any, but with less
/// of one thing, where the puzzle lets that be chosen.
Games random_games_below(const puzzles::Puzzle& puzzle, const Size& size) {
    const puzzles::Measures measures = puzzle.measures();
    const std::size_t count = std::min<std::uint64_t>(max_random, puzzle.max_games());
    Random random{size[0] + size[1]};
    Games all;
    const auto draw = [&](const puzzles::GameBounds& room) {
        for (Game& game : random_games(puzzle, count, random, room)) all.push_back(std::move(game));
    };
    for (std::size_t i = 0; i < measures.size(); ++i) {
        puzzles::GameBounds room;
        for (std::size_t j = 0; j < measures.size(); ++j)
            if (!measures[j].name.empty()) room.most[j] = size[j];
        if (measures[i].name.empty() || size[i] <= measures[i].least) continue;
        --room.most[i];
        draw(room);
    }
    if (measures[0].name.empty() && measures[1].name.empty()) draw({});
    std::vector<std::pair<Size, std::size_t>> below;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const Size each = puzzle.size(all[i]); each < size) below.emplace_back(each, i);
    std::sort(below.begin(), below.end());
    Games games;
    for (const auto& [each, i] : below) games.push_back(all[i]);
    return games;
}

/// Games on their way into inputs, as many in each as the statement and the program's pace allow.
class Inputs {
  public:
    Inputs(const puzzles::Puzzle& puzzle, std::size_t most) : puzzle_(puzzle), max_(most) {}

    /// How many inputs are full.
    std::size_t full() const { return inputs_.empty() ? 0 : inputs_.size() - 1; }
    void add(Game game) {
        const std::uint64_t load = puzzle_.load(game);
        if (inputs_.empty() || inputs_.back().size() >= max_ || load > puzzle_.max_load() - load_) {
            inputs_.emplace_back();
            load_ = 0;
        }
        load_ += load;
        inputs_.back().push_back(std::move(game));
    }
    std::vector<Games> take_full() {
        std::vector<Games> full = take_all();
        if (!full.empty()) {
            inputs_.push_back(std::move(full.back()));
            full.pop_back();
        }
        return full;
    }
    std::vector<Games> take_all() { return std::exchange(inputs_, {}); }
    void set_max(std::size_t most) { max_ = most; }

  private:
    const puzzles::Puzzle& puzzle_;
    std::size_t max_;  ///< games in each
    std::uint64_t load_ = 0;
    std::vector<Games> inputs_;
};

class Reducer {
  public:
    Reducer(const Examination& examination, WorkerPool& workers, const ReduceOptions& options, Fault fault)
        : examination_(examination),
          workers_(workers),
          options_(options),
          fault_(fault),
          run_times_(examination.limits) {}

    Result<Reduced> run(const Failing& failing) {
        // A program that is late at the end is waited for once more: as long as it took now, and a little.
        constexpr double a_little = 1.25;
        if (fault_ == Fault::time)
            deadline_ = deadline_.before(Seconds{failing.trial.ended.clock_seconds * a_little});
        Reduced reduced{failing};
        while (true) {
            tell(reduced);
            ZERMELO_TRY(auto smaller, step(reduced.failing.games));
            if (!smaller) break;
            reduced.failing = *std::move(smaller);
            ++reduced.steps;
        }
        if (reduced.failing.games.size() == 1) {
            ZERMELO_CHECK(try_all_smaller(reduced));
        }
        if (fault_ != Fault::time || reduced.steps == 0) return reduced;
        ZERMELO_TRY(auto trial, try_games(examination_, workers_.first(), reduced.failing.games,
                                          options_.deadline.left()));
        if (!trial.is_late()) return Reduced{failing};
        reduced.failing.trial = std::move(trial);
        return reduced;
    }

  private:
    bool in_time() const { return !deadline_.is_over(); }
    void tell(const Reduced& reduced) const {
        if (options_.progress) options_.progress(reduced.steps, tried_);
    }

    Result<Trial> try_now(Runner& runner, std::span<const Game> games) {
        const auto wait = fault_ == Fault::time
                              ? std::optional{deadline_.left(run_times_.patience(games.size()))}
                              : deadline_.left();
        ZERMELO_TRY(auto trial, try_games(examination_, runner, games, wait));
        if (!trial.is_unknown() && !trial.is_late()) run_times_.add(trial.ended, games.size());
        return trial;
    }

    /// Whether a run failed in the way that counts. One that is late already may be in time after all.
    bool fails(const Trial& trial) const {
        if (fault_ == Fault::time && trial.is_unknown()) return in_time();
        return trial.failure && trial.failure->fault == fault_;
    }

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
            auto smaller = first_of(this->smaller(games.front()));
            if (!smaller || *smaller) return smaller;
            // No step from here leads on; another place to begin may.
            return first_of(random_games_below(examination_.puzzle, examination_.puzzle.size(games.front())));
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

    /// The first of these inputs, each in a run of its own, on which the program fails.
    Result<std::optional<Failing>> first_alone(const std::vector<Games>& candidates) {
        const auto attempt = [&](Runner& runner, std::size_t i,
                                 const auto&) -> Result<std::optional<Failing>> {
            ZERMELO_TRY(auto trial, try_now(runner, candidates[i]));
            if (!fails(trial)) return std::optional<Failing>{};
            return std::optional{Failing{candidates[i], std::move(trial)}};
        };
        return lowest(candidates.size(), attempt);
    }

    template <typename Attempt>
    Result<std::optional<Failing>> lowest(std::size_t count, const Attempt& attempt) {
        ZERMELO_TRY(auto hit, workers_.lowest<Failing>(count, attempt, [&] { return in_time(); }));
        if (!hit) return std::optional<Failing>{};
        return std::optional{std::move(hit->found)};
    }

    /// The first of these games on which the program fails alone, found by running it on many of them at
    /// once.
    Result<std::optional<Failing>> first_of(const Games& games) {
        // Games a run: most steps fail early or not at all. To wait for the late one among many is dear.
        std::size_t most = fault_ == Fault::time ? 1 : 50;
        Inputs inputs{examination_.puzzle, together(most)};
        for (const Game& game : games) {
            inputs.add(game);
            if (inputs.full() < workers_.size()) continue;
            auto found = first_in(inputs.take_full());
            if (!found || *found || !in_time()) return found;
            most *= 2;
            inputs.set_max(together(most));
        }
        return first_in(inputs.take_all());
    }

    /// How many games one input may have.
    std::size_t together(std::size_t most) const {
        if (options_.one_per_run) return 1;
        return std::min({most, run_times_.games_a_run(),
                         static_cast<std::size_t>(
                             std::min<std::uint64_t>(max_together, examination_.puzzle.max_games()))});
    }

    /// The first game of these inputs on which the program fails alone.
    Result<std::optional<Failing>> first_in(const std::vector<Games>& inputs) {
        return lowest(inputs.size(), [&](Runner& runner, std::size_t i, const auto& wanted) {
            return first_in(runner, inputs[i], wanted);
        });
    }

    template <typename Wanted>
    Result<std::optional<Failing>> first_in(Runner& runner, std::span<const Game> games,
                                            const Wanted& wanted) {
        std::size_t count = games.size();
        while (!games.empty() && wanted() && in_time()) {
            const auto tried = games.first(count);
            ZERMELO_TRY(auto trial, try_now(runner, tried));
            tried_ += trial.is_right() ? count : 0;
            if (count == 1 && fails(trial))
                return std::optional{Failing{{tried.begin(), tried.end()}, std::move(trial)}};
            if (trial.is_right() || count == 1) {
                games = games.subspan(count);
                count = games.size();
            } else if (trial.failure && trial.failure->game) {
                // Those before are answered rightly; this one must speak for itself.
                games = games.subspan(*trial.failure->game);
                count = 1;
            } else {
                count /= 2;
            }
        }
        return std::optional<Failing>{};
    }

    /// Tries every smaller game, from the smallest on, and takes the first on which the program fails.
    Result<void> try_all_smaller(Reduced& reduced) {
        const puzzles::Puzzle& puzzle = examination_.puzzle;
        const Size size = puzzle.size(reduced.failing.games.front());
        std::size_t most = 64;  // games a run: more in each round
        Inputs inputs{puzzle, together(most)};
        std::uint64_t shown = 0;
        Result<std::optional<Failing>> found = std::optional<Failing>{};
        const auto run_full = [&] {
            found = first_in(inputs.take_full());
            tell(reduced);
            most = std::min(most * 2, max_together);
            inputs.set_max(together(most));
            return found && !*found && in_time();
        };
        bool all = false;
        puzzle.each_by_size([&](Game game) {
            all = puzzle.size(game) >= size;
            if (all || shown++ == options_.max_games) return false;
            inputs.add(std::move(game));
            return inputs.full() < workers_.size() || run_full();
        });
        if (found && !*found) found = first_in(inputs.take_all());
        if (!found) return tl::make_unexpected(std::move(found).error());
        reduced.smallest = in_time() && (all || *found);
        if (*found) {
            reduced.failing = **std::move(found);
            ++reduced.steps;
        }
        return {};
    }

    const Examination& examination_;
    WorkerPool& workers_;
    const ReduceOptions& options_;
    Fault fault_;
    Deadline deadline_ = options_.deadline;
    RunTimes run_times_;
    std::atomic<std::uint64_t> tried_ = 0;
};

}  // namespace

Result<Reduced> reduce(const Examination& examination, WorkerPool& workers, Failing failing,
                       const ReduceOptions& options) {
    const Fault fault = failing.trial.failure->fault;
    return Reducer{examination, workers, options, fault}.run(failing);
}

}  // namespace zermelo::stress
