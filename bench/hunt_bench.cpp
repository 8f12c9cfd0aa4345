// SPDX-License-Identifier: GPL-3.0-or-later
// The queen hunt: the prover against the plain recursion, games as a file has them, and tables.
// Every benchmark asserts its answers.
#include <cstdint>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/queen_hunt/decide.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/search/forced_win.hpp"

#include "reference/minimax.hpp"

namespace {

using namespace zermelo;
using queen_hunt::Position;

/// Five men a side, and nothing to be captured at once that ends it.
std::vector<Position> full_armies(std::size_t count) {
    Random random{2024};
    std::vector<Position> result;
    while (result.size() < count) {
        const Position position = queen_hunt::random_position(queen_hunt::random_army(5, random),
                                                              queen_hunt::random_army(5, random), random);
        if (!queen_hunt::wins_at_once(position)) result.push_back(position);
    }
    return result;
}

/// Games as `simplified` states them: one to five men a side, one to six plies.
std::vector<std::pair<Position, Plies>> file_games(std::size_t count) {
    Random random{2025};
    std::vector<std::pair<Position, Plies>> result;
    while (result.size() < count) {
        const Position position = queen_hunt::random_position(random);
        result.emplace_back(position, Plies{1 + random.below(6)});
    }
    return result;
}

void report(benchmark::State& state, std::uint64_t games, std::uint64_t wins, std::uint64_t expected) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(games));
    if (wins != expected) state.SkipWithError("wrong answers");
}

// How many of them can be won, as the plain recursion counts.
constexpr std::uint64_t full_wins = 1'059;
constexpr std::uint64_t file_wins = 150'555;

void full_armies_in_six_plies(benchmark::State& state) {
    const auto positions = full_armies(10'000);
    search::ForcedWin<queen_hunt::Rules> prover;
    std::uint64_t wins = 0;
    for (auto _ : state) {
        wins = 0;
        for (const Position& position : positions) wins += prover.wins_within(position, Plies{6});
    }
    report(state, positions.size(), wins, full_wins);
}
BENCHMARK(full_armies_in_six_plies)->Unit(benchmark::kMillisecond);

void full_armies_in_six_plies_plain_recursion(benchmark::State& state) {
    const auto positions = full_armies(10'000);
    const queen_hunt::Rules rules;
    std::uint64_t wins = 0;
    for (auto _ : state) {
        wins = 0;
        for (const Position& position : positions) wins += reference::wins_within(rules, position, Plies{6});
    }
    report(state, positions.size(), wins, full_wins);
}
BENCHMARK(full_armies_in_six_plies_plain_recursion)->Unit(benchmark::kMillisecond);

void games_as_in_a_file(benchmark::State& state) {
    const auto games = file_games(200'000);
    search::ForcedWin<queen_hunt::Rules> prover;
    std::uint64_t wins = 0;
    for (auto _ : state) {
        wins = 0;
        for (const auto& [position, bound] : games) wins += prover.wins_within(position, bound);
    }
    report(state, games.size(), wins, file_wins);
}
BENCHMARK(games_as_in_a_file)->Unit(benchmark::kMillisecond);

void games_as_in_a_file_plain_recursion(benchmark::State& state) {
    const auto games = file_games(200'000);
    const queen_hunt::Rules rules;
    std::uint64_t wins = 0;
    for (auto _ : state) {
        wins = 0;
        for (const auto& [position, bound] : games) wins += reference::wins_within(rules, position, bound);
    }
    report(state, games.size(), wins, file_wins);
}
BENCHMARK(games_as_in_a_file_plain_recursion)->Unit(benchmark::kMillisecond);

/// More plies than the statement allows, nothing remembered from one game to the next.
void full_armies_deeper(benchmark::State& state) {
    const auto positions = full_armies(100);
    const auto [bound, expected] = std::pair{Plies{static_cast<std::uint64_t>(state.range(0))},
                                             static_cast<std::uint64_t>(state.range(1))};
    search::ForcedWin<queen_hunt::Rules> prover;
    std::uint64_t wins = 0;
    for (auto _ : state) {
        wins = 0;
        for (const Position& position : positions) {
            state.PauseTiming();
            prover.forget();
            state.ResumeTiming();
            wins += prover.wins_within(position, bound);
        }
    }
    report(state, positions.size(), wins, expected);
}
// The wins are the prover's own count: beyond six plies the plain recursion is out of reach.
BENCHMARK(full_armies_deeper)->Args({7, 15})->Args({11, 20})->Args({15, 40})->Unit(benchmark::kMillisecond);

/// A queen and a rook against a queen and two knights (longest win: 57 plies), and the same with a rook more,
/// with all the tiers below.
void a_table_from_nothing(benchmark::State& state) {
    Random random{1};
    const auto extra = static_cast<std::uint8_t>(state.range(0) - 5);
    const Position position = queen_hunt::random_position({1, 0, 0}, {extra, 0, 2}, random);
    std::uint64_t longest = 0;
    for (auto _ : state) {
        tablebase::TierCache<queen_hunt::Tiers> tables;
        longest = tables.table(position).value()->longest().count();
    }
    if (longest != static_cast<std::uint64_t>(state.range(1))) state.SkipWithError("wrong answers");
}
BENCHMARK(a_table_from_nothing)->Args({5, 57})->Args({6, 58})->Unit(benchmark::kMillisecond);

}  // namespace
