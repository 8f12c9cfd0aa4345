// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/search.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <stop_token>
#include <unordered_set>
#include <utility>

#include <xxhash.h>

#include "zermelo/base/raise_to.hpp"
#include "zermelo/stress/generate.hpp"
#include "zermelo/stress/random_games.hpp"
#include "zermelo/stress/run_times.hpp"

namespace zermelo::stress {

namespace {

using puzzles::Game;
using Games = std::vector<Game>;

constexpr std::uint64_t max_a_batch = 1024;

/// Which games there have been, by prints of what is written of them.
class GamesDrawn {
  public:
    explicit GamesDrawn(const puzzles::Puzzle& puzzle) : puzzle_(puzzle) {}

    /// Notes a game. Whether it is new, as far as that is known: nobody asks it of a large game, nor when
    /// there have been very many.
    bool add(const Game& game) {
        constexpr std::size_t small = 100;
        constexpr std::size_t most = std::size_t{1} << 20U;
        if (puzzle_.size(game).front() > small || prints_.size() >= most) return true;
        std::string text;
        puzzle_.write(game, text);
        return prints_.insert(XXH3_64bits(text.data(), text.size())).second;
    }
    std::size_t count() const { return prints_.size(); }

  private:
    const puzzles::Puzzle& puzzle_;
    std::unordered_set<std::uint64_t> prints_;
};

/// The cut of all games into batches. Serves several threads.
class Batches {
  public:
    Batches(const puzzles::Puzzle& puzzle, const SearchOptions& options, std::stop_token stop)
        : puzzle_(puzzle),
          options_(options),
          stop_(std::move(stop)),
          max_(std::min(max_a_batch, puzzle.max_games())),
          narrow_(options.most[0] != puzzles::GameBounds::any || options.most[1] != puzzles::GameBounds::any),
          drawn_(puzzle) {}

    /// How many games all batches before this one have.
    std::uint64_t before(std::size_t index) const {
        std::uint64_t games = 0;
        std::size_t i = 0;
        for (; i < index && size(i) < max_; ++i) games += size(i);
        return games + (index - i) * max_;
    }
    /// How many batches there are.
    std::size_t count() const {
        if (!options_.games) return std::numeric_limits<std::size_t>::max();
        std::size_t index = 0;
        while (before(index) < *options_.games) ++index;
        return index;
    }
    /// The games of a batch; of the last one those that are asked for, or that there are. None where a stop
    /// is asked for while they are drawn.
    Result<Games> games(std::size_t index) {
        auto batch = narrow_ ? new_games(index) : drawn(index, index, 0);
        if (!batch && batch.error().kind == ErrorKind::stopped) return Games{};
        ZERMELO_TRY(Games all, std::move(batch));
        const std::uint64_t wanted = options_.games ? *options_.games - before(index) : all.size();
        if (wanted < all.size()) all.erase(all.begin() + static_cast<std::ptrdiff_t>(wanted), all.end());
        return all;
    }
    /// Whether there are no more games than those that the batches so far have.
    bool is_exhausted() const { return exhausted_; }

  private:
    static constexpr std::size_t all_sizes = 10;  // from this batch on

    std::size_t size(std::size_t index) const {
        return index < 63 ? std::min(max_, std::uint64_t{1} << index) : max_;
    }
    /// The games of a batch as they are drawn first, or once more, with the room of some batch.
    Result<Games> drawn(std::size_t index, std::size_t room_of, std::uint64_t again) const {
        Random seeds{options_.seed};
        Random random{seeds() ^ Random{index}()};
        if (again != 0) random = Random{random() + again};
        if (options_.family) return generate(puzzle_, {random(), *options_.family, size(index), {}, stop_});
        return random_games(puzzle_, size(index), random, room(room_of));
    }

    /// Batches are made one after the other, whoever asks, so that each has what none before it has.
    Result<Games> new_games(std::size_t index) {
        const std::lock_guard lock{mutex_};
        while (next_ <= index) {
            ZERMELO_TRY(auto games, new_games());
            made_.emplace(next_++, std::move(games));
        }
        return std::move(made_.extract(index).mapped());
    }

    /// The next batch, of games that no batch before it has. Where it seems that there are none, larger ones
    /// are drawn, up to the largest.
    Result<Games> new_games() {
        constexpr std::uint64_t patience = 8;  // draws for each game that is known
        constexpr std::uint64_t least = 1000;
        Games games;
        std::uint64_t load = 0;
        std::uint64_t in_vain = 0;
        room_of_ = std::max(room_of_, next_);
        for (std::uint64_t again = 0; games.size() < size(next_) && !exhausted_; ++again) {
            if (options_.deadline.is_over()) break;
            ZERMELO_TRY(Games all, drawn(next_, room_of_, again));
            for (Game& game : all) {
                const std::uint64_t more = puzzle_.load(game);
                if (games.size() == size(next_) || load + more > puzzle_.max_load()) break;
                ++in_vain;
                if (!drawn_.add(game)) continue;
                in_vain = 0;
                load += more;
                games.push_back(std::move(game));
            }
            if (in_vain < least + patience * drawn_.count()) continue;
            in_vain = 0;
            exhausted_ = room_of_ >= all_sizes;
            ++room_of_;
        }
        return games;
    }

    /// What the games of a batch may have: little in the first ones, more in each after that.
    puzzles::GameBounds room(std::size_t index) const {
        puzzles::GameBounds room;
        for (std::size_t i = 0; i < room.most.size(); ++i) {
            const std::uint64_t small =
                index < all_sizes ? std::uint64_t{4} << index / 2 : puzzles::GameBounds::any;
            room.most[i] = std::min(options_.most[i], std::max(small, puzzle_.measures()[i].least));
        }
        return room;
    }

    const puzzles::Puzzle& puzzle_;
    const SearchOptions& options_;
    std::stop_token stop_;
    std::uint64_t max_;
    bool narrow_;  ///< there may be so few games that the same ones come again and again
    std::mutex mutex_;
    GamesDrawn drawn_;
    std::size_t next_ = 0;
    std::size_t room_of_ = 0;            ///< the batch whose room the next one has, or more
    std::map<std::size_t, Games> made_;  ///< those that nobody has asked for yet
    std::atomic<bool> exhausted_ = false;
};

/// A part of a batch that failed, or of which nothing is known: the end of the time cut its run short.
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
          batches_(examination.puzzle, options, examination.stop),
          run_times_(examination.limits),
          max_together_(options.one_per_run ? 1 : max_a_batch) {}

    Result<Searched> run() {
        const auto attempt = [&](Runner& runner, std::size_t index, const auto& wanted) {
            return run_batch(runner, index, wanted);
        };
        ZERMELO_TRY(auto hit, workers_.lowest<Part>(batches_.count(), attempt, [&] { return goes_on(); }));
        Covered covered{games_, runs_, {largest_[0], largest_[1]}, std::nullopt, batches_.is_exhausted()};
        if (!options_.one_per_run && max_together_ < max_a_batch) covered.max_together = max_together_;
        if (!hit && open_) return Searched{covered, std::move(open_)};
        if (!hit) return Searched{covered, std::nullopt, undecided_};
        ZERMELO_TRY(auto found, locate(batches_.before(hit->index), std::move(hit->found)));
        return Searched{covered, std::optional{std::move(found)}};
    }

  private:
    bool goes_on() { return !batches_.is_exhausted() && has_time_for_a_run(); }

    /// The first run is always begun, however little time there is. Others are where it is most likely that
    /// they come to an end.
    bool has_time_for_a_run() {
        return !begun_.exchange(true) || !options_.deadline.before(run_times_.longest() * 2).is_over();
    }

    /// A run, which the end of all time cuts short.
    Result<Trial> try_part(Runner& runner, std::span<const Game> games, std::optional<Seconds> max_wait) {
        const auto wait =
            max_wait ? std::optional{options_.deadline.left(*max_wait)} : options_.deadline.left();
        ZERMELO_TRY(auto trial, try_games(examination_, runner, games, wait));
        ++runs_;
        if (!trial.is_unknown() && !trial.is_late()) run_times_.add(trial.ended, games.size());
        return trial;
    }

    /// How many games make a run; one while nothing is known of the program's run_times.
    std::size_t together() const {
        return run_times_.is_known() ? std::min<std::size_t>(max_together_, run_times_.games_a_run()) : 1;
    }

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
                if (failed->failing.trial.is_unknown()) {
                    keep_undecided(batches_.before(index) + failed->end, failed->failing.games.size());
                    break;
                }
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
            for (std::size_t i = 0; i < largest_.size(); ++i) raise_to<std::uint64_t>(largest_[i], size[i]);
        }
        if (options_.progress) options_.progress(games_);
    }

    static Part part_of(std::span<const Game> games, std::size_t end, Trial trial) {
        const bool narrowed = games.size() == 1 && trial.is_late();
        return {end, {{games.begin(), games.end()}, std::move(trial)}, narrowed};
    }

    /// Whether it was the end of the time that cut a run short.
    bool was_cut(const Trial& trial) const { return trial.is_unknown() && options_.deadline.is_over(); }

    /// What fails of some games, or is cut short: of several that take much longer than is likely smaller
    /// parts are looked at before anything is said.
    template <typename Wanted>
    Result<std::optional<Part>> try_patiently(Runner& runner, std::span<const Game> games,
                                              const Wanted& wanted) {
        std::optional<Seconds> wait;  // with little time left the run goes on to the limit
        const Seconds patience = run_times_.patience(games.size()) * 2;
        if (games.size() > 1 && !options_.deadline.before(patience + examination_.limits.time * 2).is_over())
            wait = patience;
        ZERMELO_TRY(auto trial, try_part(runner, games, wait));
        if (trial.is_right()) return std::optional<Part>{};
        const bool late = trial.is_unknown() || trial.is_late();
        if (games.size() == 1 || !late || was_cut(trial))
            return std::optional{part_of(games, games.size(), std::move(trial))};
        constexpr double a_little = 1.1;  // so that a run to the limit is over before all time is
        const Deadline deadline = options_.deadline.before(run_times_.to_the_limit(trial.ended) * a_little);
        ZERMELO_TRY(auto narrowed, try_in_parts(runner, games, deadline, wanted));
        if (narrowed.failed) return std::move(narrowed.failed);
        if (!wanted() || is_open()) return std::optional<Part>{};
        if (narrowed.all && narrowed.least_together(run_times_) > examination_.limits.time / 2) {
            for (std::size_t known = max_together_;
                 known > games.size() / 2 && !max_together_.compare_exchange_weak(known, games.size() / 2);) {
            }
            return std::optional<Part>{};
        }
        // Either it is late with all of them and quick with some, or there is no time to know more than which
        // of them seem to be late.
        std::size_t end = games.size();
        if (!trial.is_late()) {
            const auto last = games.subspan(narrowed.right, narrowed.suspects);
            ZERMELO_TRY(auto again, try_part(runner, narrowed.all ? games : last, std::nullopt));
            if (again.is_right() && narrowed.all) return std::optional<Part>{};
            if (!again.is_right()) {
                trial = std::move(again);
                if (!narrowed.all) {
                    games = last;
                    end = narrowed.right + last.size();
                }
            }
        }
        Part failed = part_of(games, end, std::move(trial));
        failed.narrowed = failed.narrowed || (narrowed.all && failed.failing.trial.is_late());
        return std::optional{std::move(failed)};
    }

    /// What came of the parts of an input.
    struct Parts {
        std::optional<Part> failed{};
        bool all = false;      ///< all of them are right
        Seconds time{0};       ///< the time that they took
        std::size_t runs = 0;  ///< and the number of runs
        // Where time is over: how many are right, and of how many after them one or more seem to be late.
        std::size_t right = 0;
        std::size_t suspects = 0;

        /// What they take in one run, whatever of their time the program's start was, as far as that is
        /// known.
        Seconds least_together(const RunTimes& run_times) const {
            return time - run_times.least_start() * static_cast<double>(runs - 1);
        }
    };

    /// Looks for a game that is late alone, or that fails otherwise. Nothing, and not all, when time is over;
    /// what runs then may take as long as a run may.
    template <typename Wanted>
    Result<Parts> try_in_parts(Runner& runner, std::span<const Game> games, const Deadline& deadline,
                               const Wanted& wanted) {
        Parts parts;
        std::size_t& right = parts.right;
        std::size_t& suspects = parts.suspects;  // the next ones, among which a late one is looked for
        suspects = games.size();
        while (right < games.size()) {
            const std::size_t count = std::max<std::size_t>(1, suspects / 2);
            const auto tried = games.subspan(right, count);
            // A game alone has the whole time. For several an answer in haste will do: it accuses nobody.
            std::optional<Seconds> wait;
            if (count > 1) wait = run_times_.patience(count);
            if (!wanted() || deadline.before(wait.value_or(Seconds{0})).is_over()) return parts;
            ZERMELO_TRY(auto trial, try_part(runner, tried, wait));
            if (trial.is_right()) {
                parts.time += RunTimes::time_of(trial.ended);
                ++parts.runs;
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

    /// The end of the time cut a run short. The first such games count if nothing is found.
    void keep_undecided(std::uint64_t last, std::size_t games) {
        const std::lock_guard lock{mutex_};
        if (!undecided_ || last < undecided_->last_game) undecided_ = Undecided{last + 1 - games, last};
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
    RunTimes run_times_;
    std::atomic<bool> begun_ = false;
    std::atomic<std::size_t> max_together_;
    std::atomic<std::uint64_t> games_ = 0;
    std::atomic<std::uint64_t> runs_ = 0;
    std::array<std::atomic<std::uint64_t>, 2> largest_{};
    std::mutex mutex_;
    std::optional<Found> open_;
    std::optional<Undecided> undecided_;
};

}  // namespace

Result<Searched> search(const Examination& examination, WorkerPool& workers, const SearchOptions& options) {
    return Searcher{examination, workers, options}.run();
}

}  // namespace zermelo::stress
