// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/search.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>

#include "zermelo/stress/generate.hpp"
#include "zermelo/stress/pace.hpp"
#include "zermelo/stress/random_games.hpp"

namespace zermelo::stress {

namespace {

using puzzles::Game;
using Games = std::vector<Game>;

constexpr std::uint64_t most_a_batch = 1024;

/// The cut of all games into batches.
class Batches {
  public:
    Batches(const puzzles::Puzzle& puzzle, const SearchOptions& options)
        : puzzle_(puzzle), options_(options), most_(std::min(most_a_batch, puzzle.most_games())) {}

    /// How many games all batches before this one have.
    std::uint64_t before(std::size_t index) const {
        std::uint64_t games = 0;
        std::size_t i = 0;
        for (; i < index && size(i) < most_; ++i) games += size(i);
        return games + (index - i) * most_;
    }
    /// How many batches there are.
    std::size_t count() const {
        if (!options_.games) return std::numeric_limits<std::size_t>::max();
        std::size_t index = 0;
        while (before(index) < *options_.games) ++index;
        return index;
    }
    /// The games of a batch; of the last one those that are asked for.
    Result<Games> games(std::size_t index) const {
        ZERMELO_TRY(Games all, drawn(index));
        const std::uint64_t wanted = options_.games ? *options_.games - before(index) : all.size();
        if (wanted < all.size()) all.erase(all.begin() + static_cast<std::ptrdiff_t>(wanted), all.end());
        return all;
    }

  private:
    std::size_t size(std::size_t index) const {
        return index < 63 ? std::min(most_, std::uint64_t{1} << index) : most_;
    }
    Result<Games> drawn(std::size_t index) const {
        Random seeds{options_.seed};
        Random random{seeds() ^ Random{index}()};
        if (options_.family) return generate(puzzle_, {random(), *options_.family, size(index), {}});
        return random_games(puzzle_, size(index), random, room(index));
    }
    /// What the games of a batch may have: little in the first ones, more in each after that.
    puzzles::Room room(std::size_t index) const {
        constexpr std::size_t all_sizes = 10;  // from this batch on
        puzzles::Room room;
        for (std::size_t i = 0; i < room.most.size(); ++i) {
            const std::uint64_t small =
                index < all_sizes ? std::uint64_t{4} << index / 2 : puzzles::Room::any;
            room.most[i] = std::min(options_.most[i], std::max(small, puzzle_.measures()[i].least));
        }
        return room;
    }

    const puzzles::Puzzle& puzzle_;
    const SearchOptions& options_;
    std::uint64_t most_;
};

/// A part of a batch that failed.
struct Part {
    std::size_t end = 0;  ///< how many games of the batch come before its end
    Failing failing;
    /// Whether it is known which games it takes to fail.
    bool narrowed = false;
};

class Searcher {
  public:
    Searcher(const Examination& examination, WorkerPool& workers, const SearchOptions& options)
        : examination_(examination),
          workers_(workers),
          options_(options),
          batches_(examination.puzzle, options),
          pace_(examination.limits),
          most_together_(options.one_per_run ? 1 : most_a_batch) {}

    Result<Searched> run() {
        const auto attempt = [&](Runner& runner, std::size_t index, const auto& wanted) {
            return run_batch(runner, index, wanted);
        };
        ZERMELO_TRY(auto hit,
                    workers_.lowest<Part>(batches_.count(), attempt, [&] { return has_time_for_a_run(); }));
        Covered covered{games_, runs_, {largest_[0], largest_[1]}, std::nullopt};
        if (!options_.one_per_run && most_together_ < most_a_batch) covered.most_together = most_together_;
        if (!hit) return Searched{covered, std::move(open_)};
        ZERMELO_TRY(auto found, locate(batches_.before(hit->index), std::move(hit->found)));
        return Searched{covered, std::optional{std::move(found)}};
    }

  private:
    /// There is always time for the first run, or nothing would be known.
    bool has_time_for_a_run() {
        return !begun_.exchange(true) || !options_.deadline.before(pace_.longest()).is_over();
    }

    Result<Trial> try_part(Runner& runner, std::span<const Game> games, std::optional<Seconds> most_wait) {
        ZERMELO_TRY(auto trial, try_games(examination_, runner, games, most_wait));
        ++runs_;
        if (!trial.is_unknown() && !trial.is_late()) pace_.add(trial.ended, games.size());
        return trial;
    }

    std::size_t together() const { return std::min<std::size_t>(most_together_, pace_.games_a_run()); }

    template <typename Wanted>
    Result<std::optional<Part>> run_batch(Runner& runner, std::size_t index, const Wanted& wanted) {
        ZERMELO_TRY(const Games games, batches_.games(index));
        for (std::size_t begin = 0; begin < games.size();) {
            if (begin > 0 && (!wanted() || !has_time_for_a_run())) break;
            const std::size_t end = std::min(games.size(), begin + together());
            const auto part = std::span{games}.subspan(begin, end - begin);
            ZERMELO_TRY(auto failed, try_patiently(runner, part, wanted));
            if (failed) {
                failed->end += begin;
                if (failed->narrowed || !failed->failing.trial.is_late()) return failed;
                keep_open(batches_.before(index), *std::move(failed));
                break;
            }
            if (!wanted() || is_open()) break;  // then not every part is known to be right
            count(part);
            begin = end;
        }
        return std::optional<Part>{};
    }

    void count(std::span<const Game> right) {
        games_ += right.size();
        for (const Game& game : right) {
            const puzzles::Size size = examination_.puzzle.size(game);
            for (std::size_t i = 0; i < largest_.size(); ++i)
                for (std::uint64_t known = largest_[i];
                     known < size[i] && !largest_[i].compare_exchange_weak(known, size[i]);) {
                }
        }
        if (options_.progress) options_.progress(games_);
    }

    static Part part_of(std::span<const Game> games, std::size_t end, Trial trial) {
        const bool narrowed = games.size() == 1 && trial.is_late();
        return {end, {{games.begin(), games.end()}, std::move(trial)}, narrowed};
    }

    /// What fails of some games: of several that take much longer than is likely smaller parts are looked at
    /// before anything is said.
    template <typename Wanted>
    Result<std::optional<Part>> try_patiently(Runner& runner, std::span<const Game> games,
                                              const Wanted& wanted) {
        std::optional<Seconds> wait;  // with little time left the run goes on to the limit
        if (games.size() > 1 && !options_.deadline.before(examination_.limits.time * 2).is_over())
            wait = pace_.patience(games.size()) * 2;
        ZERMELO_TRY(auto trial, try_part(runner, games, wait));
        if (trial.is_right()) return std::optional<Part>{};
        const bool late = trial.is_unknown() || trial.is_late();
        if (games.size() == 1 || !late) return std::optional{part_of(games, games.size(), std::move(trial))};
        const Deadline deadline = options_.deadline.before(pace_.to_the_limit(trial.ended));
        ZERMELO_TRY(auto narrowed, try_in_parts(runner, games, deadline, wanted));
        if (narrowed.failed) return std::move(narrowed.failed);
        if (!wanted() || is_open()) return std::optional<Part>{};
        if (narrowed.all && narrowed.time > examination_.limits.time / 2) {
            for (std::size_t known = most_together_;
                 known > games.size() / 2 &&
                 !most_together_.compare_exchange_weak(known, games.size() / 2);) {
            }
            return std::optional<Part>{};
        }
        // Either it is late with all of them and quick with some, or there is no time to know more.
        if (!trial.is_late()) {
            ZERMELO_TRY(auto whole, try_part(runner, games, std::nullopt));
            trial = std::move(whole);
        }
        if (trial.is_right()) return std::optional<Part>{};
        Part failed = part_of(games, games.size(), std::move(trial));
        failed.narrowed = narrowed.all && failed.failing.trial.is_late();
        return std::optional{std::move(failed)};
    }

    /// What came of the parts of an input.
    struct Parts {
        std::optional<Part> failed{};
        bool all = false;  ///< all of them are right
        Seconds time{0};   ///< in so much time, without what the program's start takes
    };

    /// Looks for a game that is late alone, or that fails otherwise. Nothing, and not all, when time is over;
    /// what runs then may take as long as a run may.
    template <typename Wanted>
    Result<Parts> try_in_parts(Runner& runner, std::span<const Game> games, const Deadline& deadline,
                               const Wanted& wanted) {
        Parts parts;
        std::size_t right = 0;
        std::size_t suspects = games.size();  // the next ones, among which a late one is looked for
        while (right < games.size()) {
            if (!wanted() || deadline.is_over()) return parts;
            const std::size_t count = std::max<std::size_t>(1, suspects / 2);
            const auto tried = games.subspan(right, count);
            // A game alone has the whole time. Of several an answer in haste will do: it accuses nobody.
            std::optional<Seconds> wait;
            if (count > 1) wait = pace_.patience(count);
            ZERMELO_TRY(auto trial, try_part(runner, tried, wait));
            if (trial.is_right()) {
                parts.time += pace_.of_games(trial.ended);
                right += count;
                suspects = suspects > count ? suspects - count : games.size() - right;
            } else if (trial.is_unknown() || (trial.is_late() && count > 1)) {
                suspects = count;
            } else {
                parts.failed = part_of(tried, right + count, std::move(trial));
                return parts;
            }
        }
        parts.all = true;
        return parts;
    }

    /// Whether time ran out over some part, so that no other one is needed.
    bool is_open() {
        const std::lock_guard lock{mutex_};
        return open_.has_value();
    }

    /// Time ran out over this part. It counts if nothing else is found.
    void keep_open(std::uint64_t before, Part part) {
        const std::lock_guard lock{mutex_};
        const std::uint64_t number = before + part.end;
        if (!open_ || number < open_->game) open_ = Found{number, std::move(part.failing), true, false};
    }

    /// The game at fault, alone if it fails alone. `before` games come before the part's batch.
    Result<Found> locate(std::uint64_t before, Part part) {
        const std::uint64_t number = before + part.end;
        if (part.narrowed) return Found{number, std::move(part.failing)};
        const Fault fault = part.failing.trial.failure->fault;
        const Games& games = part.failing.games;
        const std::uint64_t before_part = number - games.size();
        std::size_t end = games.size();
        if (part.failing.trial.failure->game) {
            end = *part.failing.trial.failure->game + 1;
        } else {
            ZERMELO_TRY(const std::size_t shortest, shortest_beginning(games, fault));
            end = shortest;
        }
        for (const std::size_t begin : {end - 1, std::size_t{0}}) {
            const auto tried = std::span{games}.subspan(begin, end - begin);
            ZERMELO_TRY(auto trial, try_first(tried));
            if (is_same(trial, fault))
                return Found{before_part + end, {{tried.begin(), tried.end()}, std::move(trial)}};
        }
        ZERMELO_TRY(auto whole, try_first(games));
        const bool again = is_same(whole, fault);
        if (again) part.failing.trial = std::move(whole);
        const bool narrowed = again || games.size() == 1 || !options_.deadline.is_over();
        return Found{number, std::move(part.failing), again || !narrowed, narrowed};
    }

    /// A run while there is time.
    Result<Trial> try_first(std::span<const Game> games) {
        return try_games(examination_, workers_.first(), games, options_.deadline.left());
    }

    static bool is_same(const Trial& trial, Fault fault) {
        return trial.failure && trial.failure->fault == fault;
    }

    /// How many games from the start of the input it takes for the program to fail: one fewer, and it does
    /// not. (There may be shorter beginnings for which it fails, too.)
    Result<std::size_t> shortest_beginning(std::span<const Game> games, Fault fault) {
        std::size_t good = 0;
        std::size_t bad = games.size();
        while (bad - good > 1) {
            const std::size_t middle = good + (bad - good) / 2;
            ZERMELO_TRY(const auto trial, try_first(games.first(middle)));
            (is_same(trial, fault) ? bad : good) = middle;
        }
        return bad;
    }

    const Examination& examination_;
    WorkerPool& workers_;
    const SearchOptions& options_;
    Batches batches_;
    Pace pace_;
    std::atomic<bool> begun_ = false;
    std::atomic<std::size_t> most_together_;
    std::atomic<std::uint64_t> games_ = 0;
    std::atomic<std::uint64_t> runs_ = 0;
    std::array<std::atomic<std::uint64_t>, 2> largest_{};
    std::mutex mutex_;
    std::optional<Found> open_;
};

}  // namespace

Result<Searched> search(const Examination& examination, WorkerPool& workers, const SearchOptions& options) {
    return Searcher{examination, workers, options}.run();
}

}  // namespace zermelo::stress
