// SPDX-License-Identifier: GPL-3.0-or-later
// The puzzles of check states: every way and layout gives the slow reference's verdicts.
#include <algorithm>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/random.hpp"

#include "reference/check_state.hpp"
#include "support/judging.hpp"
#include "support/layout.hpp"
#include "support/scale.hpp"

namespace zermelo::check_state {
namespace {

using testing::all_ways;
using testing::judge_text;
using testing::Lines;

std::string words(const CheckState& state, bool counted) {
    if (state.verdict == CheckState::Verdict::safe) return "Safe\n";
    if (state.verdict == CheckState::Verdict::impossible) return "Impossible\n";
    const std::string who{name(state.threatened)};
    if (state.evasions.count() == 0) return who + " Checkmate\n";
    return who + (counted ? " Check - " + std::to_string(state.evasions.count()) + " Plausible Moves\n"
                          : " Check\n");
}

Lines lines_of_list(const PlainBoard& board) {
    Lines lines{std::to_string(board.n) + " " + std::to_string(board.pieces.size())};
    for (const check_state::Piece& p : board.pieces) {
        lines.push_back(std::to_string(p.column.number()) + " " + std::to_string(p.row.number()) + " " +
                        letter_of(p.color, p.kind));
    }
    return lines;
}

Lines rows_of(const PlainBoard& board) {
    Lines lines(board.n, std::string(board.n, '.'));
    for (const check_state::Piece& p : board.pieces)
        lines[p.row.number() - 1][p.column.number() - 1] = letter_of(p.color, p.kind);
    return lines;
}

/// A size that reaches every path: bit boards, 8 bytes a piece, 16 bytes a piece, numbers of every length.
std::uint64_t random_n(Random& random) {
    switch (random.below(4)) {
        case 0:
            return 2 + random.below(15);
        case 1:
            return 17 + random.below(24);
        case 2:
            return 2 + random.below(std::uint64_t{1} << (4 + random.below(30)));
        default:
            return check_state::largest_board / (1 + random.below(3) * random.below(1000));
    }
}

void expect_everywhere(std::string_view puzzle, const std::vector<Lines>& games, const std::string& verdicts,
                       Random& random) {
    const std::string plain = testing::plain_text(games);
    const std::string wild = testing::wild_text(games, random);
    for (const auto& way : all_ways()) {
        for (const std::string* text : {&plain, &wild}) {
            const auto judged = judge_text(puzzle, *text, way.options, way.delivery, random());
            ASSERT_FALSE(judged.error) << judged.error->message;
            ASSERT_EQ(judged.output, verdicts);
        }
    }
}

TEST(Cstate2, EveryWayAndLayoutGivesTheReferencesVerdicts) {
    Random random{21};
    for (std::uint64_t i = 0; i < testing::scaled(15); ++i) {
        std::vector<Lines> games;
        std::string verdicts;
        for (std::uint64_t game = random.below(random.one_in(3) ? 1500 : 20); game > 0; --game) {
            const PlainBoard board =
                check_state::random_board(random, random_n(random), 2 + random.below(30));
            games.push_back(lines_of_list(board));
            verdicts += words(decide_by_formula(board), true);
        }
        expect_everywhere(random.one_in(2) ? "cstate2" : "cstate3", games, verdicts, random);
    }
}

TEST(Cstate1, EveryWayAndLayoutGivesTheReferencesVerdicts) {
    Random random{22};
    for (std::uint64_t i = 0; i < testing::scaled(15); ++i) {
        std::vector<Lines> games;
        std::string verdicts;
        for (std::uint64_t game = random.below(random.one_in(3) ? 4000 : 20); game > 0; --game) {
            const PlainBoard board = check_state::random_board(random, 8, 2 + random.below(50));
            games.push_back(rows_of(board));
            verdicts += words(decide_by_playing(board), false);
        }
        expect_everywhere("cstate1", games, verdicts, random);
    }
}

// A board large enough to be read by several threads at once, whole and damaged.
TEST(Cstate2, OneLargeBoardIsReadInParts) {
    const std::uint64_t n = 1'000'000;
    const std::uint64_t count = testing::scaled(150'000);
    std::string lines;
    for (std::uint64_t i = 1; i <= count; ++i)
        lines += std::to_string(i + 1) + " " + std::to_string(i % count + 2) + " r\n";
    const std::string head = "1\n" + std::to_string(n) + " " + std::to_string(count + 3) + "\n1 1 k\n" +
                             std::to_string(n) + " " + std::to_string(n) + " B\n" + std::to_string(n) +
                             " 1 K\n";
    const std::string verdict = "White Check - " + std::to_string(2 * count + 2) + " Plausible Moves\n";
    for (const auto& way : all_ways()) {
        const auto whole = judge_text("cstate2", head + lines, way.options, way.delivery);
        EXPECT_FALSE(whole.error);
        EXPECT_EQ(whole.output, verdict);
        const auto clash =
            judge_text("cstate2", head + lines.substr(0, lines.rfind('\n', lines.size() - 2) + 1) + "2 3 r\n",
                       way.options, way.delivery);
        if (count == 150'000) {
            ASSERT_TRUE(clash.error.has_value());
            EXPECT_EQ(clash.error->message.substr(0, 14), "a second piece");
            EXPECT_EQ(clash.error->where->line, count + 5);
        }
        const auto cut =
            judge_text("cstate2", head + lines.substr(0, lines.size() / 2), way.options, way.delivery);
        EXPECT_TRUE(cut.error.has_value());
    }
}

// Found in a review: while a thread waits for the parts of its board it must not turn to another board.
TEST(Cstate2, ManyLargeBoardsAreReadInPartsEach) {
    const std::uint64_t boards = 16;
    const std::uint64_t count = testing::scaled(110'000);
    std::string text = std::to_string(boards) + "\n";
    std::string verdicts;
    for (std::uint64_t board = 0; board < boards; ++board) {
        const std::uint64_t rooks = count - board * (count / 100);
        text += "1000000 " + std::to_string(rooks + 3) + "\n1 1 k\n1000000 1000000 B\n1000000 1 K\n";
        for (std::uint64_t i = 1; i <= rooks; ++i)
            text += std::to_string(i + 1) + " " + std::to_string(i % rooks + 2) + " r\n";
        text += "\n";
        verdicts += "White Check - " + std::to_string(2 * rooks + 2) + " Plausible Moves\n";
    }
    for (const unsigned threads : {2U, 3U, 8U}) {
        for (const auto delivery : {testing::Delivery::mapped, testing::Delivery::piped}) {
            puzzles::Options options;
            options.threads = threads;
            const auto judged = judge_text("cstate2", text, options, delivery);
            ASSERT_FALSE(judged.error) << judged.error->message;
            ASSERT_EQ(judged.output, verdicts);
        }
    }
}

// Blank lines and runs of blanks may be as long as they like, carriage returns stand only before line ends; a
// file and a pipe are told the same.
TEST(Blanks, ThoroughFilesAndPipesAreReadAlike) {
    const std::string game = "8 2\n1 1 k\n8 8 K\n";
    const std::string lines(2'500'000, '\n');
    const std::string blanks(2'500'000, ' ');
    struct Sample {
        std::string text;
        std::string verdicts;
        std::optional<Location> error_at;
    };
    const std::vector<Sample> samples{
        {"2\n" + game + lines + game + lines, "Safe\nSafe\n", {}},
        {lines + "1" + blanks + "\n" + game, "Safe\n", {}},
        {"1\n8 2" + blanks + "\n1 1 k\n8 8" + blanks + "K\n", "Safe\n", {}},
        {"1\n" + game + "\r\r\n", "Safe\n", Location{5, 1}},
        {"1\n" + game + "\n \r \n\n", "Safe\n", Location{6, 2}},
        {"2\n" + game + "\r\r\n" + game, "Safe\n", Location{5, 1}},
        {"2\n" + game + "8 2\n1 1 k\n8 8 K", "Safe\nSafe\n", {}},
        {"3\n" + game + "8 2\n1 1 k\n8 8 K", "Safe\nSafe\n", Location{7, 6}},
    };
    for (const Sample& sample : samples) {
        for (const puzzles::AnswerFormat format :
             {puzzles::AnswerFormat::verdict, puzzles::AnswerFormat::json}) {
            puzzles::Options asked;
            asked.format = format;
            for (const auto& way : all_ways(asked)) {
                const auto judged = judge_text("cstate2", sample.text, way.options, way.delivery);
                ASSERT_EQ(judged.error.has_value(), sample.error_at.has_value());
                if (judged.error) {
                    ASSERT_EQ(judged.error->where, sample.error_at);
                }
                if (format == puzzles::AnswerFormat::verdict) {
                    ASSERT_EQ(judged.output, sample.verdicts);
                }
            }
        }
    }
}

// Found by a fuzz target: what follows the last game may reach a pipe's reader in pieces, and its first word
// must be told whole.
TEST(Trailing, TheFirstWordIsToldWhole) {
    const std::string text = "0\n\n\n  \n" + std::string(20, 'x') + " y\nz";
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto judged = judge_text("cstate2", text, {}, testing::Delivery::piped, seed);
        ASSERT_TRUE(judged.error.has_value());
        EXPECT_EQ(judged.error->message, "unexpected '" + std::string(20, 'x') +
                                             "' after the last game, expected the end of the input");
        EXPECT_EQ(judged.error->where, (Location{5, 1}));
    }
}

// A stream that never ends a line must not fill the memory.
TEST(Streams, AnEndlessLineIsRefused) {
    for (const std::string& start :
         {std::string{}, std::string{"1\n"}, std::string{"1\n8 2\n1 1 k\n"}, std::string{"0\n"}}) {
        const auto judged =
            judge_text("cstate2", start + std::string(3'000'000, '7'), {}, testing::Delivery::piped);
        ASSERT_TRUE(judged.error.has_value());
        EXPECT_EQ(judged.error->kind, ErrorKind::bad_input);
        const auto line = static_cast<std::uint64_t>(1 + std::count(start.begin(), start.end(), '\n'));
        EXPECT_EQ(judged.error->where, (Location{line, 1})) << judged.error->message;
    }
}

}  // namespace
}  // namespace zermelo::check_state
