// SPDX-License-Identifier: GPL-3.0-or-later
// The general engine with the shipped rules files gives the answers of the kernels that were made for one
// game.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/random.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/king_pawn/random.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"
#include "zermelo/search/forced_win.hpp"

#include "puzzles/check_state/boards.hpp"
#include "reference/minimax.hpp"
#include "reference/random_variants.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/slow_game.hpp"

namespace zermelo::library {
namespace {

using Game64 = engine::Game<std::uint64_t>;
using Prover = search::ForcedWin<Game64>;

engine::GameAt<std::uint64_t> small_game(const rules::Rules& rules, const std::string& fen) {
    return std::get<engine::GameAt<std::uint64_t>>(position_of(rules, fen).value());
}

engine::Setup setup_of(const queen_hunt::Position& position, Color mover) {
    engine::Setup setup;
    setup.files = 4;
    setup.ranks = 4;
    setup.to_move = mover;
    for (const queen_hunt::Piece& piece : position.pieces(mover))
        setup.men[rules::region_bit(piece.square.file().index(), piece.square.rank().index())] =
            engine::Man{piece.color, queen_hunt::letter(piece.kind)};
    return setup;
}

// Every verdict, every least length, every move, whoever is to move. The counts at the end say that each
// length of win was met often.
TEST(Kernels, SimplifiedIsTheQueenHunt) {
    Random random{41};
    const rules::Rules& rules = testing::shipped("simplified");
    Prover prover{small_game(rules, rules.start_fen).game};
    queen_hunt::HuntSolver kernel;
    std::map<std::uint64_t, std::uint64_t> lengths;
    const std::uint64_t positions = testing::scaled(4'000);
    for (std::uint64_t i = 0; i < positions; ++i) {
        queen_hunt::Position position = queen_hunt::random_position(random);
        while (i % 4 != 0 && queen_hunt::wins_at_once(position))
            position = queen_hunt::random_position(random);
        const engine::Setup setup = setup_of(position, random.one_in(2) ? Color::white : Color::black);
        SCOPED_TRACE(print_fen(setup));
        const auto general = prover.game().position(setup).value();
        std::vector<std::string> moves;
        queen_hunt::MoveList hunt_moves;
        queen_hunt::Rules{}.moves(position, hunt_moves);
        for (const queen_hunt::Move& move : hunt_moves) moves.push_back(queen_hunt::text(move));
        std::vector<std::string> general_moves;
        engine::MoveList list;
        prover.game().moves(general, list);
        for (const engine::Move& move : list) general_moves.push_back(engine::uci(move, rules));
        std::sort(moves.begin(), moves.end());
        std::sort(general_moves.begin(), general_moves.end());
        ASSERT_EQ(general_moves, moves);
        const Plies bound{1 + random.below(position.men() <= 6 ? 7 : 5)};
        const auto expected = kernel.prove(position, bound).value();
        const auto answer = prover.prove(general, bound);
        ASSERT_EQ(answer.verdict == search::Verdict::win, expected.has_value()) << bound.count();
        if (!expected) continue;
        ASSERT_EQ(answer.length, expected->plies);
        ++lengths[expected->plies.count()];
        ASSERT_TRUE(prover.wins_within(general, expected->plies));
        ASSERT_FALSE(prover.wins_within(general, expected->plies - Plies{1}));
    }
    if (testing::scaled_down()) return;
    for (const std::uint64_t length : {1U, 3U, 5U}) EXPECT_GE(lengths[length], positions / 100) << length;
}

TEST(Kernels, SimplifiedPawnsWithoutPawnsIsSimplified) {
    Random random{42};
    const rules::Rules& rules = testing::shipped("simplified-pawns");
    Prover prover{small_game(rules, rules.start_fen).game};
    queen_hunt::HuntSolver kernel;
    for (std::uint64_t i = testing::scaled(2'000); i > 0; --i) {
        const queen_hunt::Position position = queen_hunt::random_position(random);
        const engine::Setup setup = setup_of(position, random.one_in(2) ? Color::white : Color::black);
        const Plies bound{1 + random.below(5)};
        const auto expected = kernel.prove(position, bound).value();
        const auto answer = prover.prove(prover.game().position(setup).value(), bound);
        ASSERT_EQ(answer.verdict == search::Verdict::win, expected.has_value()) << print_fen(setup);
        if (expected) {
            ASSERT_EQ(answer.length, expected->plies) << print_fen(setup);
        }
    }
}

/// A queen a side, up to two other pieces, and one or two pawns that have not arrived.
engine::Setup with_pawns(Random& random) {
    engine::Setup setup;
    setup.files = 4;
    setup.ranks = 4;
    setup.to_move = random.one_in(2) ? Color::white : Color::black;
    const auto put = [&](Color color, char letter) {
        while (true) {
            const auto rank = static_cast<unsigned>(random.below(4));
            if (letter == 'P' && rank == (color == Color::white ? 3 : 0)) continue;
            auto& man = setup.men[rules::region_bit(static_cast<unsigned>(random.below(4)), rank)];
            if (man) continue;
            man = engine::Man{color, letter};
            return;
        }
    };
    for (const Color color : both_colors) {
        put(color, 'Q');
        for (std::uint64_t n = random.below(3); n > 0; --n) put(color, "RBN"[random.below(3)]);
        for (std::uint64_t n = 1 + random.below(2); n > 0; --n) put(color, 'P');
    }
    return setup;
}

TEST(Kernels, SimplifiedPawnsIsTheSlowReference) {
    Random random{43};
    const rules::Rules& rules = testing::shipped("simplified-pawns");
    Prover prover{small_game(rules, rules.start_fen).game};
    const testing::SlowGame slow{rules};
    std::uint64_t wins = 0;
    for (std::uint64_t i = testing::scaled(250); i > 0; --i) {
        const engine::Setup setup = with_pawns(random);
        SCOPED_TRACE(print_fen(setup));
        const auto position = prover.game().position(setup);
        ASSERT_TRUE(position) << position.error().front().message;
        for (const Plies bound : {Plies{1}, Plies{2}, Plies{3}}) {
            const bool expected = reference::wins_within(slow, setup, bound);
            ASSERT_EQ(prover.prove(*position, bound).verdict == search::Verdict::win, expected)
                << bound.count();
            wins += expected ? 1 : 0;
        }
    }
    EXPECT_GE(wins, testing::scaled(35));
}

/// The puzzle's F squares are holes, its D squares barred for the king.
std::string fen_of(const king_pawn::Position& position) {
    engine::Setup setup;
    engine::Barred barred{"K", {}};
    for (unsigned rank = 0; rank < 8; ++rank)
        for (unsigned file = 0; file < 8; ++file) {
            const king_pawn::Square square{File{file}, Rank{rank}};
            const unsigned bit = rules::region_bit(file, rank);
            setup.holes[bit] = position.marks().forbidden.contains(square);
            barred.squares[bit] = position.marks().dangerous.contains(square);
            if (square == position.king()) setup.men[bit] = engine::Man{Color::white, 'K'};
            if (square == position.pawn()) setup.men[bit] = engine::Man{Color::black, 'P'};
        }
    if (barred.squares.any()) setup.barred.push_back(barred);
    return print_fen(setup);
}

// Both verdicts, each proved for the side that wins, in as many plies as the kernel's best game has; and no
// win for the other side, however long.
TEST(Kernels, CheesyIsThePursuit) {
    Random random{44};
    const rules::Rules& rules = testing::shipped("cheesy");
    std::map<king_pawn::End, std::uint64_t> ends;
    const std::uint64_t positions = testing::scaled(1'500);
    for (std::uint64_t i = 0; i < positions; ++i) {
        const king_pawn::Position position = king_pawn::random_position(random);
        const std::string fen = fen_of(position);
        const king_pawn::BestGame best = king_pawn::best_game(position);
        ++ends[best.end];
        const auto at = small_game(rules, fen);
        Prover prover{at.game, std::size_t{1} << 16U};
        constexpr Plies bound{40};
        const auto white = prover.prove(at.position, bound);
        const auto black = prover.prove_loss(at.position, bound);
        const bool white_wins = king_pawn::winner(position) == Color::white;
        ASSERT_EQ(white.verdict, white_wins ? search::Verdict::win : search::Verdict::no_win) << fen;
        ASSERT_EQ(black.verdict, white_wins ? search::Verdict::no_win : search::Verdict::win) << fen;
        ASSERT_EQ(white_wins ? white.length : black.length, best.length) << fen;
    }
    if (testing::scaled_down()) return;
    for (const auto end :
         {king_pawn::End::pawn_captured, king_pawn::End::pawn_obstructed, king_pawn::End::pawn_at_forbidden,
          king_pawn::End::king_without_move, king_pawn::End::pawn_at_bottom})
        EXPECT_GE(ends[end], positions / 200) << static_cast<int>(end);
}

/// The puzzle's (x, y) is file x and rank y.
engine::Setup setup_of(const check_state::PlainBoard& board, Color mover) {
    engine::Setup setup;
    setup.to_move = mover;
    for (const check_state::Piece& piece : board.pieces)
        setup.men[rules::region_bit(static_cast<unsigned>(piece.column.number() - 1),
                                    static_cast<unsigned>(piece.row.number() - 1))] =
            engine::Man{piece.color, check_state::letter_of(Color::black, piece.kind)};
    return setup;
}

TEST(Kernels, SlovakIsTheCheckStates) {
    Random random{45};
    const rules::Rules& rules = testing::shipped("slovak");
    const Game64 game = small_game(rules, rules.start_fen).game;
    std::array<std::uint64_t, 4> met{};  // safe, impossible, check, mate
    const std::uint64_t boards = testing::scaled(20'000);
    for (std::uint64_t i = 0; i < boards; ++i) {
        const check_state::PlainBoard board = check_state::random_board(random, 8, 2 + random.below(31));
        check_state::PieceList list;
        fill(list, board);
        const check_state::CheckState state = check_state::decide(list, best_isa());
        SCOPED_TRACE(print_fen(setup_of(board, state.threatened)));
        ++met[state.is_mate() ? 3 : static_cast<unsigned>(state.verdict)];
        const auto mover = game.position(setup_of(board, state.threatened));
        const auto other = game.position(setup_of(board, !state.threatened));
        // Who is not to move must not be in check: that decides which kings are.
        using Verdict = check_state::CheckState::Verdict;
        ASSERT_EQ(mover.has_value(), state.verdict != Verdict::impossible);
        ASSERT_EQ(other.has_value(), state.verdict == Verdict::safe);
        if (!mover) continue;
        ASSERT_EQ(game.in_check(*mover), state.verdict == Verdict::check);
        if (other) {
            ASSERT_FALSE(game.in_check(*other));
            continue;
        }
        ASSERT_EQ(game.count(*mover), state.evasions.count());
        ASSERT_EQ(game.lost(*mover), state.is_mate());
        engine::MoveList moves;
        game.moves(*mover, moves);
        ASSERT_EQ(moves.size(), state.evasions.count());
    }
    if (testing::scaled_down()) return;
    for (const std::uint64_t count : met) EXPECT_GE(count, boards / 100);
}

}  // namespace
}  // namespace zermelo::library
