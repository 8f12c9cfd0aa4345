// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/random_case.hpp"

#include <algorithm>
#include <bit>

#include "zermelo/judge/simplified.hpp"
#include "zermelo/puzzles/check_state/random.hpp"
#include "zermelo/puzzles/king_pawn/random.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

namespace zermelo::stress {

namespace {

constexpr std::uint64_t few = 14;      // pieces, of most boards
constexpr std::uint64_t many = 64;     // of one in eight
constexpr std::uint64_t crowd = 1000;  // of one in thirty-two
/// CSTATE2's bound on the sum of n + p over an input, less what small boards may still add.
constexpr std::uint64_t most_sum = 300'000;

std::uint64_t random_side(std::uint64_t least, std::uint64_t largest, Random& random) {
    if (random.one_in(2)) return least;
    if (!random.one_in(8)) return least + random.below(least);
    // Each power of two is as likely.
    const std::uint64_t range = std::uint64_t{1} << random.below(std::bit_width(largest));
    return std::min(largest, least + random.below(2 * range));
}

/// A board of that side with some number of pieces, a few most of the time.
check_state::PlainBoard random_board(std::uint64_t side, Random& random) {
    const std::uint64_t most = random.one_in(32) ? crowd : random.one_in(8) ? many : few;
    const std::uint64_t room = side < crowd ? std::min(most, side * side) : most;
    return check_state::random_board(random, side, 2 + random.below(room - 1));
}

/// `largest`: side of a board.
Case random_case(Format format, const judge::CheckBounds& bounds, std::uint64_t largest, Random& random) {
    switch (format) {
        case Format::hunt:
            return HuntCase{queen_hunt::random_position(random),
                            Plies{1 + random.below(judge::most_statement_plies.count())}};
        case Format::rows:
            return random_board(bounds.least_n, random);
        case Format::pieces:
            return random_board(random_side(bounds.least_n, largest, random), random);
        case Format::marks:
            break;
    }
    return king_pawn::random_position(random);
}

}  // namespace

Case random_case(const judge::Dialect& dialect, Random& random) {
    const judge::CheckBounds& bounds = bounds_of(dialect);
    return random_case(format_of(dialect), bounds, bounds.most_n, random);
}

std::vector<Case> random_cases(const judge::Dialect& dialect, std::size_t count, Random& random) {
    const Format format = format_of(dialect);
    const judge::CheckBounds& bounds = bounds_of(dialect);
    std::uint64_t sum = 0;
    std::vector<Case> games;
    games.reserve(count);
    while (games.size() < count) {
        const bool full = bounds.load_counts_n && sum > most_sum;
        games.push_back(random_case(format, bounds, full ? 2 * bounds.least_n : bounds.most_n, random));
        if (const auto* board = std::get_if<check_state::PlainBoard>(&games.back()))
            sum += bounds.load_counts_n ? board->n + board->pieces.size() : 0;
    }
    return games;
}

}  // namespace zermelo::stress
