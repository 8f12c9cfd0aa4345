// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/puzzle.hpp"

#include <algorithm>
#include <bit>

#include "zermelo/draw/text.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/diagram.hpp"
#include "zermelo/puzzles/check_state/explanation.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/random.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Game;

constexpr std::uint64_t few = 14;      // pieces, of most random boards
constexpr std::uint64_t many = 64;     // the most pieces of one in eight
constexpr std::uint64_t crowd = 1000;  // the most pieces of one in thirty-two
/// CSTATE2's bound on the sum of n + p over an input, less what small boards may still add.
constexpr std::uint64_t max_sum = 300'000;

std::uint64_t random_side(std::uint64_t least, std::uint64_t largest, Random& random) {
    if (random.one_in(2)) return least;
    if (!random.one_in(8)) return std::min(largest, least + random.below(least));
    // Each power of two is as likely.
    const std::uint64_t range = std::uint64_t{1}
                                << random.below(static_cast<std::uint64_t>(std::bit_width(largest)));
    return std::min(largest, least + random.below(2 * range));
}

}  // namespace

Result<std::string> CheckSolver::verdict(const Game& game) {
    pieces_.assign(game.as<PlainBoard>());
    return verdict_of(decide(pieces_, isa_), count_);
}

Result<Json> CheckSolver::members(const Game& game) {
    return judgement_of(check_state::explain(game.as<PlainBoard>(), 0), count_);
}

Result<std::string> CheckSolver::picture(const Game& game) {
    const auto& board = game.as<PlainBoard>();
    pieces_.assign(board);
    const CheckState state = decide(pieces_, isa_);
    return draw::beside(board_text(board, state), verdict_of(state, count_));
}

Result<puzzles::Explanation> CheckSolver::explain(const Game& game) {
    const auto& board = game.as<PlainBoard>();
    return explanation_of(board, check_state::explain(board, max_listed), count_);
}

std::unique_ptr<puzzles::Solver> CheckPuzzle::solver(const puzzles::Options& options) const {
    return std::make_unique<CheckSolver>(bounds_, count_, options.isa);
}

puzzles::VerdictMatch CheckPuzzle::match_verdict(std::string_view words) const {
    return check_state::match_verdict(words, count_);
}

/// Half of the boards are 8×8, some are as large as the statement allows; small ones where the sum of sizes
/// leaves no room for others.
Game CheckPuzzle::random_game(Random& random, const puzzles::GameBounds& bounds) const {
    const bool full = bounds_.load_counts_n && bounds.load > max_sum;
    const std::uint64_t largest = std::min(bounds.most[0], full ? 2 * bounds_.least_n : bounds_.max_n);
    const std::uint64_t side = any_size() ? random_side(bounds_.least_n, largest, random) : bounds_.least_n;
    const std::uint64_t wanted = random.one_in(32) ? crowd : random.one_in(8) ? many : few;
    const std::uint64_t most = std::min(bounds.most[1], wanted);
    const std::uint64_t squares = side < crowd ? std::min(most, side * side) : most;
    return Game{random_board(random, side, 2 + random.below(squares - 1))};
}

puzzles::Measures CheckPuzzle::measures() const {
    const puzzles::Measure side{any_size() ? std::string_view{"n"} : std::string_view{}, bounds_.least_n};
    return {side, {"men", 2}};
}

std::uint64_t CheckPuzzle::load(const Game& game) const {
    const auto& board = game.as<PlainBoard>();
    return board.pieces.size() + (bounds_.load_counts_n ? board.n : 0);
}

}  // namespace zermelo::check_state
