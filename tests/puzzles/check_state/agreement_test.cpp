// SPDX-License-Identifier: GPL-3.0-or-later
// The published samples, symmetries, and the several ways that must give one answer.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unordered_set>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/interpositions.hpp"
#include "zermelo/puzzles/check_state/random.hpp"

#include "puzzles/check_state/boards.hpp"
#include "reference/check_state.hpp"
#include "support/scale.hpp"

namespace zermelo::check_state {

namespace {

std::string line_of(const CheckState& state) {
    if (state.verdict == CheckState::Verdict::safe) return "Safe";
    if (state.verdict == CheckState::Verdict::impossible) return "Impossible";
    const std::string color(name(state.threatened));
    if (state.is_mate()) return color + " Checkmate";
    return color + " Check - " + std::to_string(state.evasions.count()) + " Plausible Moves";
}

CheckState swapped(CheckState state) {
    if (state.verdict == CheckState::Verdict::check) state.threatened = !state.threatened;
    return state;
}

PlainBoard upside_down(PlainBoard board) {
    for (Piece& piece : board.pieces) {
        piece.color = !piece.color;
        piece.row = Row{board.n + 1 - piece.row.number()};
    }
    return board;
}
PlainBoard mirrored(PlainBoard board) {
    for (Piece& piece : board.pieces) piece.column = Column{board.n + 1 - piece.column.number()};
    return board;
}

CheckState state_of(const PlainBoard& board, unsigned buffers = 1) {
    PieceList list;
    fill(list, board, buffers);
    EXPECT_FALSE(list.has_defect());
    return decide_all_ways(list);
}

/// White's king checked from far along `step`, with `count` more pieces on random squares off the line.
struct LongCheck {
    PlainBoard board;
    CheckRay ray;
};
LongCheck long_check(Random& random, Step step, std::uint64_t n, std::uint64_t length, std::size_t count) {
    // The king stands far enough from every edge for both, so that the board may also be called larger.
    const std::uint64_t x = step.x < 0 ? n - 3 : step.x > 0 ? 3 : n / 2;
    const std::uint64_t y = step.y < 0 ? n - 3 : step.y > 0 ? 3 : n / 2;
    LongCheck result;
    result.ray = {{static_cast<std::int64_t>(x) - 1, static_cast<std::int64_t>(y) - 1, 0}, step, length};
    result.board.n = n;
    std::unordered_set<std::uint64_t> used;
    const auto put = [&](Color color, Kind kind, std::uint64_t column, std::uint64_t row) {
        if (used.insert(column * (n + 1) + row).second)
            result.board.pieces.push_back({color, kind, Column{column}, Row{row}});
    };
    const auto signed_length = static_cast<std::int64_t>(length);
    const auto along = [&](std::uint64_t v, int s, std::int64_t i) {
        return v + static_cast<std::uint64_t>(s * i);
    };
    for (std::int64_t i = 1; i < signed_length; ++i)
        used.insert(along(x, step.x, i) * (n + 1) + along(y, step.y, i));
    put(Color::white, Kind::king, x, y);
    put(Color::black, Kind::queen, along(x, step.x, signed_length), along(y, step.y, signed_length));
    // Black's king in a corner that the line avoids, walled in.
    const bool bottom = step.y > 0 || (step.y == 0 && step.x > 0);
    for (std::uint64_t column = 1; column <= 3; ++column)
        for (std::uint64_t k = 0; k < 3; ++k)
            put(Color::black, column == 1 && k == 0 ? Kind::king : Kind::pawn, column,
                bottom ? n - k : 1 + k);
    while (result.board.pieces.size() < count) {
        std::uint64_t column = 1 + random.below(n);
        std::uint64_t row = 1 + random.below(n);
        if (random.one_in(4)) {  // close to the line
            const auto i = static_cast<std::int64_t>(4 + random.below(length - 3));
            column = along(x, step.x, i) + random.below(5) - 2;
            row = along(y, step.y, i) + random.below(5) - 2;
        }
        // No second check: on the king's own lines all are White's.
        const bool on_line = column == x || row == y || column + row == x + y || column + y == row + x;
        const Color color = on_line || !random.one_in(4) ? Color::white : Color::black;
        put(color, static_cast<Kind>(1 + random.below(5)), column, row);
    }
    return result;
}

}  // namespace

TEST(Agreement, PublishedSamples) {
    std::ifstream in(ZERMELO_SOURCE_DIR "/examples/cstate2.in");
    std::ifstream answers(ZERMELO_SOURCE_DIR "/examples/cstate2.ans");
    int boards = 0;
    ASSERT_TRUE(in >> boards);
    ASSERT_EQ(boards, 7);
    for (int i = 0; i < boards; ++i) {
        PlainBoard board;
        std::size_t count = 0;
        ASSERT_TRUE(in >> board.n >> count);
        for (std::size_t k = 0; k < count; ++k) {
            std::uint64_t x = 0;
            std::uint64_t y = 0;
            unsigned char letter = 0;
            ASSERT_TRUE(in >> x >> y >> letter);
            const Code code = code_of_letter[letter];
            ASSERT_NE(code, Code::invalid);
            board.pieces.push_back({color_of(code), kind_of(code), Column{x}, Row{y}});
        }
        std::string expected;
        std::getline(answers, expected);
        EXPECT_EQ(line_of(state_of(board)), expected);
        EXPECT_EQ(line_of(explain(board, 0)), expected);
        EXPECT_EQ(line_of(decide_by_playing(board)), expected);
        EXPECT_EQ(line_of(decide_by_formula(board)), expected);
    }
}

TEST(Agreement, SymmetricBoards) {
    Random random(4);
    const std::uint64_t rounds = zermelo::testing::scaled(20000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t sides[] = {2 + random.below(15), 17 + random.below(100), largest_board};
        const PlainBoard board = random_board(random, sides[random.below(3)], 2 + random.below(30));
        const CheckState state = state_of(board);
        ASSERT_EQ(state_of(mirrored(board)), state) << board;
        ASSERT_EQ(state_of(upside_down(board)), swapped(state)) << board;
        ASSERT_EQ(state_of(mirrored(upside_down(board))), swapped(state)) << board;
    }
}

TEST(Agreement, BuffersOfSmallBoards) {
    Random random(5);
    const std::uint64_t rounds = zermelo::testing::scaled(2000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t sides[] = {2 + random.below(15), 17 + random.below(100), largest_board};
        const PlainBoard board = random_board(random, sides[random.below(3)], 2 + random.below(60));
        const CheckState state = state_of(board);
        for (const unsigned buffers : {2U, 7U}) ASSERT_EQ(state_of(board, buffers), state) << board;
    }
}

// Long lines with thousands of pieces against the formula.
TEST(Agreement, LongChecksAgreeWithFormula) {
    Random random(6);
    const std::uint64_t rounds = zermelo::testing::scaled(8);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const LongCheck check = long_check(random, queen_steps[i % 8], 2000, 900 + random.below(90), 400);
        ASSERT_EQ(state_of(check.board), decide_by_formula(check.board)) << check.board;
    }
}

/// Captures of the checker by sliders that do not come along its own line.
std::uint64_t slider_captures(const Reasons& reasons, Step along) {
    std::uint64_t count = 0;
    for (const Move& move : reasons.captures) {
        const Spot from = spot_of(move.piece);
        const Spot to = spot_of(*move.captured);
        const auto step = direction(from.x - to.x, from.y - to.y);
        if (move.piece.kind != Kind::pawn && step && step != along) ++count;
    }
    return count;
}

// Every way to count against the formula, on boards with pins and several pieces on a line.
TEST(Agreement, AllWaysToCountAgreeWithFormula) {
    Random random(8);
    const std::uint64_t rounds = zermelo::testing::scaled(5000);
    std::uint64_t long_checks = 0;
    PieceList list;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t sides[] = {17 + random.below(100), 3000, Narrow::largest_n, largest_board};
        const std::uint64_t n = sides[random.below(4)];
        const PlainBoard board = random_board(random, n, 2 + random.below(60));
        const std::size_t expected_sizes[] = {0, 5000, 20000, 3000000};
        fill(list, board, 1, expected_sizes[random.below(4)]);
        const CheckState state = explain(board, 1000);
        if (state.verdict != CheckState::Verdict::check) continue;
        const Color own = state.threatened;
        if (state.reasons->checkers[index(own)].size() != 1) continue;
        const Spot king = list.king(own);
        const Spot checker = spot_of(state.reasons->checkers[index(own)][0]);
        const auto step = direction(checker.x - king.x, checker.y - king.y);
        if (!step) continue;
        const auto distance =
            static_cast<std::uint64_t>(std::max(std::abs(checker.x - king.x), std::abs(checker.y - king.y)));
        if (distance < 2) continue;
        ++long_checks;
        std::vector<Spot> pinned;
        for (const Pin& pin : state.reasons->pins[index(own)]) pinned.push_back(spot_of(pin.pinned));
        std::uint64_t expected = decide_by_formula(board).evasions.interpositions;
        for (const Move& move : state.reasons->interpositions)
            if (move.piece.kind == Kind::knight || move.piece.kind == Kind::pawn) --expected;
        const std::uint64_t captures = slider_captures(*state.reasons, *step);
        for (const Counting counting : {Counting::automatic, Counting::nearest, Counting::direct_prefilter,
                                        Counting::prefilter, Counting::crowded_prefilter})
            for (const Isa isa : {Isa::portable, best_isa()}) {
                const bool by_line = counting == Counting::nearest || counting == Counting::direct_prefilter;
                if (by_line && (list.wide() || distance > 10000)) continue;
                const CheckRay ray{king, *step, distance};
                const SliderMoves moves = count_slider_moves(list, ray, own, pinned, isa, counting);
                ASSERT_EQ(moves.captures, captures) << board;
                ASSERT_EQ(moves.interpositions, expected) << board;
            }
    }
    EXPECT_GT(long_checks, rounds / 20);
}

// Both ways of the prefilter find the pieces near both squares, and only these.
TEST(Agreement, PrefilterBothWays) {
    Random random(9);
    const std::uint64_t rounds = zermelo::testing::scaled(2000);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t sides[] = {Narrow::largest_n, 40, largest_board};
        const std::uint64_t n = sides[random.below(3)];
        const auto anywhere = [&](std::int64_t near) {
            return random.one_in(2)
                       ? static_cast<std::int64_t>(random.below(n))
                       : std::clamp<std::int64_t>(near + static_cast<std::int64_t>(random.below(11)) - 5, 0,
                                                  static_cast<std::int64_t>(n) - 1);
        };
        const Spot a{anywhere(0), anywhere(0), 0};
        const Spot b{anywhere(static_cast<std::int64_t>(n)), anywhere(a.y), 0};
        using Place = std::pair<std::int64_t, std::int64_t>;
        std::vector<Place> expected;
        PieceList list;
        list.begin(n, random.one_in(2) ? 300 : 30'000);
        for (std::uint64_t i = 0; i <= random.below(300); ++i) {
            const Spot& near = random.one_in(2) ? a : b;
            const std::int64_t x = anywhere(near.x);
            const std::int64_t y = anywhere(random.one_in(2) ? near.y : near.y + x - near.x);
            list.buffer(0).add(Column{static_cast<std::uint64_t>(x) + 1},
                               Row{static_cast<std::uint64_t>(y) + 1}, code_of(Color::white, Kind::bishop));
            const auto is_near = [&](const Spot& square) {
                const std::int64_t dx = x - square.x;
                const std::int64_t dy = y - square.y;
                return std::abs(dx) <= 2 || std::abs(dy) <= 2 || std::abs(dx - dy) <= 3 ||
                       std::abs(dx + dy) <= 3;
            };
            if (is_near(a) || is_near(b)) expected.emplace_back(x, y);
        }
        std::sort(expected.begin(), expected.end());
        for (const Isa isa : {Isa::portable, best_isa()}) {
            std::vector<Place> found;
            for (const Spot& spot : pieces_near(list, {a, b}, isa)) found.emplace_back(spot.x, spot.y);
            std::sort(found.begin(), found.end());
            ASSERT_EQ(found, expected);
        }
    }
}

// Many parts: tables of nearest pieces, prefilters, few slots in which all collide, one thread and several,
// 8 bytes a piece and 16, with vectors and without.
TEST(Agreement, ThoroughLargeBoardsAllWays) {
    Random random(7);
    for (const Step step : queen_steps) {
        const LongCheck check = long_check(random, step, 200000, 90000, 60000);
        const CheckState state = explain(check.board, 1'000'000);
        ASSERT_EQ(state.reasons->checkers[0].size(), 1U);
        EXPECT_GT(state.evasions.interpositions, 1000U);
        std::vector<Spot> pinned;
        for (const Pin& pin : state.reasons->pins[0]) pinned.push_back(spot_of(pin.pinned));
        std::uint64_t sliders = state.evasions.interpositions;
        for (const Move& move : state.reasons->interpositions)
            if (move.piece.kind == Kind::knight || move.piece.kind == Kind::pawn) --sliders;
        for (const unsigned buffers : {1U, 3U}) {
            PieceList list;
            const std::size_t expected_size = random.one_in(2) ? 60000 : 3000000;
            fill(list, check.board, buffers, expected_size);
            ASSERT_FALSE(list.has_defect());
            EXPECT_EQ(decide_all_ways(list), state);
            PlainBoard wider = check.board;  // the king is off the edges: its steps stay the same
            wider.n = Narrow::largest_n + 1;
            PieceList wide_list;
            fill(wide_list, wider, buffers, expected_size);
            EXPECT_EQ(decide_all_ways(wide_list), state);
            for (const Counting counting :
                 {Counting::automatic, Counting::nearest, Counting::direct_prefilter, Counting::prefilter,
                  Counting::crowded_prefilter})
                for (const Isa isa : {Isa::portable, best_isa()})
                    for (const PieceList* each : {&list, &wide_list}) {
                        const bool by_line =
                            counting == Counting::nearest || counting == Counting::direct_prefilter;
                        if (by_line && each->wide()) continue;
                        const SliderMoves moves =
                            count_slider_moves(*each, check.ray, Color::white, pinned, isa, counting);
                        EXPECT_EQ(moves.interpositions, sliders);
                        EXPECT_EQ(moves.captures, slider_captures(*state.reasons, step));
                    }
        }
    }
}

TEST(Agreement, ReasonsNameThePieces) {
    // The white king on (5, 5): the rook on (5, 9) checks, the bishop on (3, 3) pins the pawn on (4, 4).
    const auto piece = [](char letter, std::uint64_t x, std::uint64_t y) {
        const Code code = code_of_letter[static_cast<unsigned char>(letter)];
        return Piece{color_of(code), kind_of(code), Column{x}, Row{y}};
    };
    for (const std::uint64_t n : {std::uint64_t{12}, largest_board}) {
        const PlainBoard board{n,
                               {piece('k', 5, 5), piece('R', 5, 9), piece('B', 3, 3), piece('p', 4, 4),
                                piece('K', 12, 12), piece('r', 1, 9), piece('h', 4, 6)}};
        const CheckState state = explain(board, 0);
        const Reasons& reasons = *state.reasons;
        EXPECT_EQ(reasons.checkers[0], std::vector<Piece>{piece('R', 5, 9)});
        ASSERT_EQ(reasons.pins[0].size(), 1U);
        EXPECT_EQ(reasons.pins[0][0].pinned, piece('p', 4, 4));
        EXPECT_EQ(reasons.pins[0][0].pinner, piece('B', 3, 3));
        EXPECT_TRUE(reasons.checkers[1].empty() && reasons.pins[1].empty());
        EXPECT_EQ(state.evasions.captures, 1U);        // the rook
        EXPECT_EQ(state.evasions.interpositions, 1U);  // the knight to (5, 8)
        EXPECT_EQ(state, state_of(board));
    }
}

}  // namespace zermelo::check_state
