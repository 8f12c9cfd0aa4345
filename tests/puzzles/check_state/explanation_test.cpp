// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/explanation.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/random.hpp"

#include "reference/check_state.hpp"
#include "support/scale.hpp"

namespace zermelo::check_state {
namespace {

using puzzles::Explanation;

std::string square(std::uint64_t x, std::uint64_t y) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + ")";
}

/// The moves that the lines between two headings begin with.
std::vector<std::string> moves_below(const std::vector<std::string>& lines, const std::string& heading) {
    std::vector<std::string> moves;
    bool below = false;
    for (const std::string& line : lines) {
        if (!line.starts_with("- ")) below = line.find(heading) != std::string::npos;
        if (below && line.starts_with("- ")) moves.push_back(line.substr(2, line.find(": ") - 2));
    }
    std::sort(moves.begin(), moves.end());
    return moves;
}

std::vector<std::string> moves_by_playing(const check_state::PlainBoard& board) {
    std::vector<std::string> moves;
    for (const check_state::Move& move : check_state::evasions_by_playing(board))
        moves.push_back(std::string{letter_of(move.piece.color, move.piece.kind)} + " " +
                        square(move.piece.column.number(), move.piece.row.number()) +
                        (move.captured ? "x" : "-") + square(move.column.number(), move.row.number()));
    std::sort(moves.begin(), moves.end());
    return moves;
}

TEST(ExplainCheck, TheMovesInWordsAreThoseOfTheReference) {
    Random random{1};
    int checks = 0;
    const auto games = testing::scaled(10'000);
    for (std::uint64_t i = 0; i < games && !::testing::Test::HasFailure(); ++i) {
        const check_state::PlainBoard board =
            check_state::random_board(random, 2 + random.below(10), 2 + random.below(20));
        const CheckState state = check_state::decide_by_playing(board);
        const CheckState reasons = explain(board, max_listed);
        ASSERT_EQ(reasons, state);
        const Explanation words = explanation_of(board, reasons, MoveCount::shown);
        EXPECT_EQ(words.verdict, verdict_of(state, MoveCount::shown));
        const std::string all = text_of(words);
        for (const char* wrong : {" 1 captures", " 1 moves", "\n1 moves", ": .", "{}", "  -"})
            EXPECT_EQ(all.find(wrong), std::string::npos) << all;
        if (state.verdict != CheckState::Verdict::check) continue;
        ++checks;
        const auto moves = moves_by_playing(board);
        EXPECT_EQ(moves_below(words.details, "Plausible move"), moves) << all;
        for (const std::string& miss : moves_below(words.details, "Not plausible"))
            EXPECT_FALSE(std::binary_search(moves.begin(), moves.end(), miss)) << all;
    }
    if (games < 10'000) return;
    EXPECT_GT(checks, 500);
}

TEST(ExplainCheck, WhatIsNotListedIsCounted) {
    // Ten rooks can each step between; eight moves are listed.
    check_state::PlainBoard board{
        20,
        {{Color::white, check_state::Kind::king, check_state::Column{1}, check_state::Row{1}},
         {Color::black, check_state::Kind::rook, check_state::Column{20}, check_state::Row{1}},
         {Color::black, check_state::Kind::king, check_state::Column{20}, check_state::Row{20}}}};
    for (std::uint64_t x = 5; x < 15; ++x)
        board.pieces.push_back(
            {Color::white, check_state::Kind::rook, check_state::Column{x}, check_state::Row{5 + x % 3}});
    const CheckState state = explain(board, 8);
    const Explanation words = explanation_of(board, state, MoveCount::shown);
    EXPECT_EQ(state.reasons->interpositions.size(), 8U);
    EXPECT_EQ(state.evasions.interpositions, 10U);
    EXPECT_EQ(words.verdict, "White Check - 12 Plausible Moves");
    EXPECT_NE(text_of(words).find("- and 2 more moves between, which are not listed"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::check_state
