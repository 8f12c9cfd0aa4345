// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/search.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "zermelo/stress/generate.hpp"
#include "zermelo/stress/random_games.hpp"

namespace zermelo::stress {

namespace {

using Clock = std::chrono::steady_clock;
using puzzles::Game;
using Games = std::vector<Game>;

constexpr std::uint64_t most_a_batch = 1024;

/// The cut of all games into batches.
class Batches {
  public:
    Batches(const puzzles::Puzzle& puzzle, const SearchOptions& options)
        : puzzle_(puzzle), options_(options), most_(std::min(most_a_batch, puzzle.most_games())) {}

    std::size_t size(std::size_t index) const {
        return index < 63 ? std::min(most_, std::uint64_t{1} << index) : most_;
    }
    /// How many games all batches before this one have.
    std::uint64_t before(std::size_t index) const {
        std::uint64_t games = 0;
        std::size_t i = 0;
        for (; i < index && size(i) < most_; ++i) games += size(i);
        return games + (index - i) * most_;
    }
    Result<Games> games(std::size_t index) const {
        Random seeds{options_.seed};
        Random random{seeds() ^ Random{index}()};
        if (options_.family) return generate(puzzle_, {random(), *options_.family, size(index), {}});
        return random_games(puzzle_, size(index), random);
    }

  private:
    const puzzles::Puzzle& puzzle_;
    const SearchOptions& options_;
    std::uint64_t most_;
};

/// A part of a batch that failed.
struct Part {
    std::size_t begin = 0;
    Failing failing;
};

class Searcher {
  public:
    Searcher(const Examination& examination, WorkerPool& workers, const SearchOptions& options)
        : examination_(examination),
          workers_(workers),
          options_(options),
          batches_(examination.puzzle, options),
          most_together_(options.one_per_run ? 1 : most_a_batch) {}

    Result<Searched> run() {
        const auto attempt = [&](Runner& runner, std::size_t index, const auto& wanted) {
            return run_batch(runner, index, [&] { return in_time() && wanted(); });
        };
        ZERMELO_TRY(auto hit, workers_.lowest<Part>(count(), attempt, [&] { return in_time(); }));
        Covered covered{games_, runs_, std::nullopt};
        if (!options_.one_per_run && most_together_ < most_a_batch) covered.most_together = most_together_;
        if (!hit) return Searched{covered, std::nullopt};
        ZERMELO_TRY(auto found, locate(batches_.before(hit->index), std::move(hit->found)));
        return Searched{covered, std::optional{std::move(found)}};
    }

  private:
    bool in_time() const { return !options_.most_time || Clock::now() - start_ < *options_.most_time; }

    /// How many batches there are to run.
    std::size_t count() const {
        if (!options_.games) return std::numeric_limits<std::size_t>::max();
        std::size_t index = 0;
        while (batches_.before(index) < *options_.games) ++index;
        return index;
    }

    template <typename GoOn>
    Result<std::optional<Part>> run_batch(Runner& runner, std::size_t index, const GoOn& go_on) {
        ZERMELO_TRY(Games games, batches_.games(index));
        if (options_.games)
            games.erase(games.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(
                                            games.size(), *options_.games - batches_.before(index))),
                        games.end());
        for (std::size_t begin = 0; begin < games.size() && (begin == 0 || go_on());) {
            const std::size_t count = std::min<std::size_t>(most_together_, games.size() - begin);
            const auto part = std::span{games}.subspan(begin, count);
            ZERMELO_TRY(auto trial, try_games(examination_, runner, part));
            ++runs_;
            const bool slow = trial.failure && trial.failure->fault == Fault::time;
            if (slow && count > 1) {
                // The whole may take longer than a run may, without any game being at fault.
                for (std::size_t known = most_together_;
                     known > count / 2 && !most_together_.compare_exchange_weak(known, count / 2);) {
                }
                continue;
            }
            if (trial.failure)
                return std::optional{Part{begin, {{part.begin(), part.end()}, std::move(trial)}}};
            games_ += count;
            if (options_.progress) options_.progress(games_);
            begin += count;
        }
        return std::optional<Part>{};
    }

    bool same(const Trial& trial, Fault fault) const {
        return trial.failure && trial.failure->fault == fault;
    }

    /// The game at fault, alone if it fails alone. `before` games come before the part's batch.
    Result<Found> locate(std::uint64_t before, Part part) {
        const Fault fault = part.failing.trial.failure->fault;
        const Games& games = part.failing.games;
        std::size_t end = games.size();
        if (part.failing.trial.failure->game) {
            end = *part.failing.trial.failure->game + 1;
        } else if (auto shortest = shortest_beginning(games, fault); shortest) {
            end = *shortest;
        } else {
            return tl::make_unexpected(shortest.error());
        }
        const std::uint64_t number = before + part.begin + end;
        for (const std::size_t begin : {end - 1, std::size_t{0}}) {
            const auto tried = std::span{games}.subspan(begin, end - begin);
            ZERMELO_TRY(auto trial, try_games(examination_, workers_.first(), tried));
            if (same(trial, fault)) return Found{number, {{tried.begin(), tried.end()}, std::move(trial)}};
        }
        ZERMELO_TRY(auto whole, try_games(examination_, workers_.first(), games));
        const bool again = same(whole, fault);
        if (again) part.failing.trial = std::move(whole);
        return Found{before + part.begin + games.size(), std::move(part.failing), again};
    }

    /// How many games from the start of the input it takes for the program to fail: one fewer, and it does
    /// not. (There may be shorter beginnings for which it fails, too.)
    Result<std::size_t> shortest_beginning(std::span<const Game> games, Fault fault) {
        std::size_t good = 0;
        std::size_t bad = games.size();
        while (bad - good > 1) {
            const std::size_t middle = good + (bad - good) / 2;
            ZERMELO_TRY(const auto trial, try_games(examination_, workers_.first(), games.first(middle)));
            (same(trial, fault) ? bad : good) = middle;
        }
        return bad;
    }

    const Examination& examination_;
    WorkerPool& workers_;
    const SearchOptions& options_;
    Batches batches_;
    std::atomic<std::size_t> most_together_;
    std::atomic<std::uint64_t> games_ = 0;
    std::atomic<std::uint64_t> runs_ = 0;
    Clock::time_point start_ = Clock::now();
};

}  // namespace

Result<Searched> search(const Examination& examination, WorkerPool& workers, const SearchOptions& options) {
    return Searcher{examination, workers, options}.run();
}

}  // namespace zermelo::stress
