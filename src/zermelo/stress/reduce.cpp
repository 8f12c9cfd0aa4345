// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/reduce.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "zermelo/stress/random_case.hpp"
#include "zermelo/stress/shrink.hpp"

namespace zermelo::stress {

namespace {

using Clock = std::chrono::steady_clock;
using Games = std::vector<Case>;

constexpr std::size_t most_together = 200;  // no statement allows fewer games
constexpr std::size_t most_random = 1024;
constexpr std::uint64_t most_sum = 400'000;  // of n + p over an input, within the bound of CSTATE2

/// How many games of this size may stand in one input.
std::size_t games_together(const Case& game) {
    const auto* board = std::get_if<check_state::PlainBoard>(&game);
    if (board == nullptr) return most_together;
    const std::uint64_t allowed = most_sum / (board->n + board->pieces.size());
    return std::clamp<std::uint64_t>(allowed, 1, most_together);
}

/// Some games with fewer pieces or marks, the smallest first; the same ones for the same size.
Games random_games_below(const judge::Dialect& dialect, const Case& game) {
    const std::uint64_t pieces = size_of(game).front();
    Random random{pieces};
    const Games all = random_cases(dialect, most_random, random);
    std::vector<std::pair<Size, std::size_t>> below;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const Size size = size_of(all[i]); size.front() < pieces) below.emplace_back(size, i);
    std::sort(below.begin(), below.end());
    Games games;
    for (const auto& [size, i] : below)
        if (games.size() < 2 * most_together) games.push_back(all[i]);
    return games;
}

class Reducer {
  public:
    Reducer(const Examination& examination, Crew& crew, const ReduceOptions& options, Fault fault)
        : examination_(examination), crew_(crew), options_(options), fault_(fault) {}

    Result<Reduced> run(Failing failing) {
        Reduced reduced{std::move(failing)};
        while (true) {
            if (options_.progress) options_.progress(reduced.steps);
            auto smaller = step(reduced.failing.games);
            if (!smaller) return tl::make_unexpected(smaller.error());
            if (!*smaller) break;
            reduced.failing = **std::move(smaller);
            ++reduced.steps;
        }
        reduced.minimal = in_time();
        return reduced;
    }

  private:
    bool in_time() const { return Clock::now() - start_ < options_.most_time; }

    bool fails(const Trial& trial) const { return trial.failure && trial.failure->fault == fault_; }

    /// The first smaller input on which the program fails, if there is one.
    Result<std::optional<Failing>> step(const Games& games) {
        if (games.size() == 1) {
            const Games candidates = smaller_games(examination_.format(), games.front());
            if (!can_go_together()) return first_alone(in_lists(candidates));
            auto smaller = first_of(candidates);
            if (!smaller || *smaller) return smaller;
            // No step from here leads on; another place to begin may.
            return first_of(random_games_below(examination_.dialect, games.front()));
        }
        std::vector<Games> candidates;
        for (const auto& kept : shrink_detail::fewer(games.size())) {
            Games left;
            for (const std::size_t i : kept) left.push_back(games[i]);
            if (!left.empty()) candidates.push_back(std::move(left));
        }
        auto fewer = first_alone(candidates);
        if (!fewer || *fewer) return fewer;
        candidates.clear();
        for (std::size_t i = 0; i < games.size(); ++i)
            for (Case& each : smaller_games(examination_.format(), games[i])) {
                candidates.push_back(games);
                candidates.back()[i] = std::move(each);
            }
        return first_alone(candidates);
    }

    bool can_go_together() const {
        return !options_.one_per_run && (fault_ == Fault::wrong || fault_ == Fault::unreadable);
    }

    static std::vector<Games> in_lists(std::span<const Case> games) {
        std::vector<Games> lists;
        for (const Case& game : games) lists.push_back({game});
        return lists;
    }

    /// The first of these inputs, each in a run of its own, on which the program fails.
    Result<std::optional<Failing>> first_alone(const std::vector<Games>& candidates) {
        const auto attempt = [&](Runner& runner, std::size_t i,
                                 const auto&) -> Result<std::optional<Failing>> {
            auto trial = try_games(examination_, runner, candidates[i]);
            if (!trial) return tl::make_unexpected(trial.error());
            if (!fails(*trial)) return std::optional<Failing>{};
            return std::optional{Failing{candidates[i], *std::move(trial)}};
        };
        auto hit = crew_.lowest<Failing>(candidates.size(), attempt, [&] { return in_time(); });
        if (!hit) return tl::make_unexpected(hit.error());
        if (!*hit) return std::optional<Failing>{};
        return std::optional{std::move((**hit).found)};
    }

    /// The first of these games on which the program fails, found by running it on many of them at once.
    Result<std::optional<Failing>> first_of(std::span<const Case> candidates) {
        while (!candidates.empty() && in_time()) {
            const std::size_t together_at_most = games_together(candidates.front());
            const auto chunk = candidates.first(std::min(together_at_most, candidates.size()));
            candidates = candidates.subspan(chunk.size());
            const auto together = try_games(examination_, crew_.first(), chunk);
            if (!together) return tl::make_unexpected(together.error());
            if (!together->failure) continue;
            if (fails(*together) && together->failure->game) {
                const std::size_t game = *together->failure->game;
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
    Crew& crew_;
    const ReduceOptions& options_;
    Fault fault_;
    Clock::time_point start_ = Clock::now();
};

}  // namespace

Result<Reduced> reduce(const Examination& examination, Crew& crew, Failing failing,
                       const ReduceOptions& options) {
    const Fault fault = failing.trial.failure->fault;
    return Reducer{examination, crew, options, fault}.run(std::move(failing));
}

}  // namespace zermelo::stress
