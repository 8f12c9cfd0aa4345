// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/trial.hpp"

#include <utility>

#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/verdict_reader.hpp"

namespace zermelo::stress {

using puzzles::Game;

Result<std::vector<std::string>> verdicts(const puzzles::Puzzle& puzzle, std::span<const Game> games) {
    std::string text;
    for (const Game& game : games) puzzle.write(game, text);
    puzzles::Options options;
    options.threads = 1;
    puzzles::Batch batch;
    batch.text = text;
    batch.readable_end = text.data() + text.size();
    batch.games = games.size();
    puzzles::Output output;
    puzzle.decider(options)->decide(batch, output);
    if (output.error) return tl::make_unexpected(*output.error);
    const auto lines = lines_of(output.text);
    return std::vector<std::string>{lines.begin(), lines.end()};
}

Result<Trial> try_games(const Examination& examination, Runner& runner, std::span<const Game> games,
                        std::optional<Seconds> max_wait) {
    ZERMELO_TRY(auto expected, verdicts(examination.puzzle, games));
    ZERMELO_TRY(auto ended,
                runner.run(puzzles::input_of(examination.puzzle, games), max_wait, examination.stop));
    auto failure = compare(examination.puzzle, expected, ended, examination.limits);
    return Trial{std::move(expected), std::move(ended), std::move(failure)};
}

}  // namespace zermelo::stress
