// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/setup_check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"
#include "support/chess.hpp"
#include "support/scale.hpp"

namespace zermelo::engine {
namespace {

using testing::kind;
using testing::plain_rules;

engine::Setup setup_of(const std::string& fen, const rules::Rules& rules) {
    const auto setup = parse_fen(fen, rules);
    EXPECT_TRUE(setup) << fen << ": " << (setup ? "" : setup.error().message);
    return setup.value_or(engine::Setup{});
}

/// One violation a line, after the square where it is.
std::string texts(const std::vector<Violation>& all) {
    std::string text;
    for (const Violation& violation : all)
        text += (violation.place ? name(*violation.place) + ": " : "") + violation.message + "\n";
    return text;
}
std::string wrong(const engine::Setup& setup, const rules::Rules& rules) {
    return texts(violations(setup, rules));
}

std::string wrong(const std::string& fen, const rules::Rules& rules = testing::chess_rules()) {
    return wrong(setup_of(fen, rules), rules);
}

TEST(SetupCheck, NothingIsWrongWithGoodPositions) {
    EXPECT_EQ(wrong(testing::chess_rules().start_fen), "");
    EXPECT_EQ(wrong("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), "");
    EXPECT_EQ(wrong("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2"), "");
    EXPECT_EQ(wrong("8/8/8/8/8/k1K5/8/7R b"), "");
}

TEST(SetupCheck, OffTheBoard) {
    const rules::Rules rules = plain_rules(3, 3, {testing::king()}, "2k/3/K2 w");
    auto setup = setup_of("2k/3/K2 w - d4 ~K:a4,k1", rules);
    setup.men[rules::region_bit(3, 0)] = Man{Color::white, 'K'};
    setup.holes.set(rules::region_bit(4, 4));
    EXPECT_EQ(wrong(setup, rules),
              "d1: a piece off the board\n"
              "k1: a barred square off the board\n"
              "a4: a barred square off the board\n"
              "e5: a hole off the board\n"
              "d4: an en passant square off the board\n");
}

TEST(SetupCheck, SizeOfTheBoard) {
    const rules::Rules rules = plain_rules(3, 3, {testing::king()}, "2k/3/K2 w");
    auto setup = setup_of("2k/3/K2 w", rules);
    setup.files = 40;
    EXPECT_EQ(wrong(setup, rules), "a board of 40 files and 3 ranks, expected 3 and 3\n");
}

TEST(SetupCheck, LettersHolesAndBarredSquares) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('W', "wazir", "W")}, "2k/3/K2 w");
    rules.sides[1].mobility['W'] = testing::rank_region(0);
    auto setup = setup_of("2k/1wW/K1W w ~W:c1;w:c2", rules);
    setup.men[rules::region_bit(0, 2)] = Man{Color::white, 'X'};
    setup.holes.set(rules::region_bit(2, 1));
    EXPECT_EQ(wrong(setup, rules),
              "c1: 'W' of White may not stand here\n"
              "b2: 'W' of Black may not stand here\n"
              "c2: a piece on a hole\n"
              "a3: 'X' is no piece of this variant\n");
}

TEST(SetupCheck, RoyalPieces) {
    EXPECT_EQ(wrong("k7/8/8/8/8/8/8/8 w"), "White has 0 royal pieces, expected 1\n");
    EXPECT_EQ(wrong("k1k1k3/8/8/8/8/8/8/K7 w"),
              "c8: Black has 3 royal pieces, expected 1\ne8: Black has 3 royal pieces, expected 1\n");
}

TEST(SetupCheck, PawnsThatMustHavePromoted) {
    EXPECT_EQ(wrong("P3k2p/8/8/8/8/8/8/4K2P w"), "a8: 'P' of White must have promoted here\n");
    rules::Rules rules = testing::chess_rules();
    rules.mandatory_pawn_promotion = false;
    EXPECT_EQ(wrong("P3k3/8/8/8/8/8/8/4K3 w", rules), "");
    rules.mandatory_pawn_promotion = true;
    rules.sides[0].promotion_pieces.clear();
    EXPECT_EQ(wrong("P3k3/8/8/8/8/8/8/4K3 w", rules), "");
    // Who captures en passant in the region does not promote.
    rules = testing::chess_rules();
    rules.sides[0].promotion_region |= testing::rank_region(5) | testing::rank_region(6);
    EXPECT_EQ(wrong("4k3/P7/P7/8/8/8/8/4K3 w", rules), "a7: 'P' of White must have promoted here\n");
}

// Castling is no move into the promotion region: rook and king stay what they are where it puts them.
TEST(SetupCheck, WhoHasCastledNeedNotHavePromoted) {
    rules::Rules rules = testing::chess_rules();
    rules.kinds.push_back(kind('M', "commoner", "K"));
    for (auto& side : rules.sides) {
        side.castling_king = 'M';
        side.promotion_pawns = "PRM";
        side.promotion_pieces = "Q";
    }
    rules.sides[0].promotion_region |= testing::rank_region(0);
    rules.sides[0].promotion_region.reset(rules::region_bit(4, 0));
    rules.sides[0].promotion_region.reset(rules::region_bit(7, 0));
    const auto before = setup_of("k7/8/8/8/8/8/K7/4M2R w K", rules);
    EXPECT_EQ(wrong(before, rules), "");
    const auto moves = reference::moves(before, rules);
    const auto castling = std::find_if(moves.begin(), moves.end(), [](const Move& move) {
        return move.type == Move::Type::castle_kingside;
    });
    ASSERT_NE(castling, moves.end());
    const auto after = reference::play(before, rules, *castling);
    EXPECT_EQ(print_fen(after), "k7/8/8/8/8/8/K7/5RM1 b - - 1 1");
    EXPECT_EQ(wrong(after, rules), "");
    EXPECT_EQ(wrong("k7/8/8/8/8/8/K7/2MR4 w", rules), "");
    EXPECT_EQ(wrong("k7/8/8/8/8/8/K7/2RM4 w", rules),
              "c1: 'R' of White must have promoted here\nd1: 'M' of White must have promoted here\n");
    EXPECT_EQ(wrong("k5M1/8/8/8/8/8/K7/8 w", rules), "g8: 'M' of White must have promoted here\n");
    rules.castling = false;
    EXPECT_EQ(wrong(after, rules),
              "f1: 'R' of White must have promoted here\ng1: 'M' of White must have promoted here\n");
}

TEST(SetupCheck, TheSideNotToMoveIsAttacked) {
    EXPECT_EQ(wrong("4k3/8/8/8/8/8/8/K3R3 w"),
              "the royal piece of Black, who is not to move, can be captured at once\n");
    EXPECT_EQ(wrong("4k3/8/8/8/8/8/8/K3R3 b"), "");
    rules::Rules rules = plain_rules(3, 3, {kind('W', "wazir", "W")}, "2w/3/W2 w");
    rules.extinction_kinds = "W";
    rules.extinction_pseudo_royal = true;
    EXPECT_EQ(wrong("w2/W2/3 b", rules),
              "a last piece of White, who is not to move, can be captured at once\n");
    EXPECT_EQ(wrong("w2/W2/2W b", rules), "");
}

// The side that captures a last piece may leave its own attacked; where that does not end the game, it is a
// position.
TEST(SetupCheck, ALastPieceIsLeftAttackedForAnother) {
    rules::Rules rules = plain_rules(3, 3, {kind('W', "wazir", "W"), kind('F', "ferz", "F")}, "1fw/3/WF1 w");
    rules.extinction_kinds = "WF";
    rules.extinction_pseudo_royal = true;
    EXPECT_EQ(wrong("3/w2/W2 b", rules), "");
    const auto before = parse_fen("f2/wF1/W2 w", rules);
    ASSERT_TRUE(before);
    const auto moves = reference::moves(*before, rules);
    const auto captures = [&](const Move& m) { return m.from == Square{4} && m.to == Square{6}; };
    const auto capture = std::find_if(moves.begin(), moves.end(), captures);
    ASSERT_NE(capture, moves.end());
    const auto after = reference::play(*before, rules, *capture);
    EXPECT_EQ(print_fen(after), "F2/w2/W2 b - - 0 1");
    EXPECT_EQ(wrong(after, rules), "");
    EXPECT_EQ(wrong("F1f/w2/W2 b", rules),
              "a last piece of White, who is not to move, can be captured at once\n");
}

// A man is believed to have come unpromoted only where it can have come so.
TEST(SetupCheck, WaysToStandUnpromotedWhereOthersPromote) {
    rules::Rules rules = plain_rules(4, 4, {kind('W', "wazir", "W"), kind('F', "fers", "F")}, "");
    testing::add_promotion(rules, "F");
    rules.sides[0].promotion_pawns = "W";
    rules.sides[0].promotion_region = testing::rank_region(0) | testing::rank_region(3);
    const std::string a4 = "a4: 'W' of White must have promoted here\n";
    EXPECT_EQ(wrong("W3/4/4/W3 w", rules), "a1: 'W' of White must have promoted here\n" + a4);
    // Through a gate men come to the rank of gates alone.
    rules.gating = rules.gates_from_hand = true;
    EXPECT_EQ(wrong("W3/4/4/W3[] w", rules), a4);
    // Who changed sides must have been allowed there before.
    rules.gating = rules.gates_from_hand = false;
    rules.flip_enclosed = rules::Enclosing::ataxx;
    EXPECT_EQ(wrong("W3/4/4/W3 w", rules), "");
    rules.sides[1] = rules.sides[0];
    EXPECT_EQ(wrong("W3/4/4/4 w", rules), a4);
    // A fers that promotes leaps from its gate two ranks ahead, and a king one.
    rules.flip_enclosed = rules::Enclosing::none;
    rules.sides[0].promotion_pawns = "F";
    rules.sides[0].promotion_pieces = "W";
    rules.sides[0].promotion_region |= testing::rank_region(2);
    rules.gating = rules.first_leaps = true;
    EXPECT_EQ(wrong("F3/F3/4/4 w", rules), "a4: 'F' of White must have promoted here\n");
}

TEST(SetupCheck, WhatPawnsCannotHaveBecome) {
    rules::Rules rules = testing::chess_rules();
    rules.drops = rules.captures_to_hand = true;
    EXPECT_EQ(wrong("4k3/Q~7/8/8/8/8/8/4K3[] w", rules), "");
    EXPECT_EQ(wrong("4k3/P~7/8/8/8/8/8/4K~3[] w", rules),
              "e1: 'K' of White cannot be a promoted pawn\na7: 'P' of White cannot be a promoted pawn\n");
    // Where nothing promotes nothing has become what could never move.
    rules = plain_rules(3, 3, {kind('P', "shogiPawn", "fW"), kind('W', "wazir", "W")}, "");
    rules.immobility_illegal = true;
    rules.sides[0].promotion_pieces = "P";
    EXPECT_EQ(wrong("P2/3/3 w", rules), "a3: 'P' of White could never move again here\n");
    rules.sides[0].promotion_pawns = "W";
    EXPECT_EQ(wrong("P2/3/3 w", rules), "");
}

TEST(SetupCheck, ChecksThatNobodyNeeds) {
    rules::Rules rules = testing::chess_rules();
    rules.check_counting = true;
    auto setup = setup_of("4k3/8/8/8/8/8/8/4K3 w - - 99+1 0 1", rules);
    EXPECT_EQ(wrong(setup, rules), "");
    setup.checks_left = {1, 100};
    EXPECT_EQ(wrong(setup, rules), "Black needs 100 checks, expected at most 99\n");
}

// Men become kings where the rules say so, also those whose kind the start does not have.
TEST(SetupCheck, MenThatBecomeKings) {
    rules::Rules rules = testing::chess_rules();
    rules.promoted_kind['N'] = 'K';
    EXPECT_EQ(wrong("k2K4/8/8/8/8/8/8/K7 w", rules), "");
    rules.start_fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";  // a pawn may become a knight
    EXPECT_EQ(wrong("N3k3/8/8/8/8/8/8/4K3 w", rules), "");
    EXPECT_EQ(wrong("4k3/8/8/8/8/8/8/8 w", rules), "White has 0 royal pieces, expected 1\n");
}

// Rights are those of king and rook where the rules, or the start, have them at home.
TEST(SetupCheck, CastlingLetters) {
    const auto not_at_home = [](char letter, const char* side, const char* king, const char* rook) {
        return std::string("castling letter '") + letter + "', but " + side + " has no king on " + king +
               " with a rook on " + rook + ", expected both there or the letter left out\n";
    };
    EXPECT_EQ(wrong("4k2r/8/8/8/8/8/8/R3K3 w KQkq"),
              not_at_home('K', "White", "e1", "h1") + not_at_home('q', "Black", "e8", "a8"));
    EXPECT_EQ(wrong("4k2r/8/8/8/8/4K3/8/R7 w Qk"), not_at_home('Q', "White", "e1", "a1"));
    EXPECT_EQ(wrong("4k1r1/8/8/8/8/8/8/R4K2 w Qk"),
              not_at_home('Q', "White", "e1", "a1") + not_at_home('k', "Black", "e8", "h8"));
    rules::Rules rules = testing::chess_rules();
    rules.start_fen = "r2k1r2/8/8/8/8/8/8/R2K1R2 w KQkq - 0 1";
    EXPECT_EQ(wrong("r2k1r2/8/8/8/8/8/8/R2K1R2 w KQkq", rules), "");
    EXPECT_EQ(wrong("r3k2r/8/8/8/8/8/8/R2K3R w Kq", rules),
              not_at_home('K', "White", "d1", "f1") + not_at_home('q', "Black", "d8", "a8"));
    // Without rights in the start the rules' own files count; the king's is that of the other right.
    rules.start_fen = "3k4/8/8/8/8/8/8/R2K3R w Q - 0 1";
    EXPECT_EQ(wrong("r3k2r/8/8/8/8/8/8/R2K3R w KQkq", rules), "");
    EXPECT_EQ(wrong("3k4/8/8/8/8/8/8/R3K2R w K", rules), not_at_home('K', "White", "d1", "h1"));
    rules.castling_960 = true;
    EXPECT_EQ(wrong("1k2r3/8/8/8/8/8/8/3K2R1 w Kk", rules), "");
    EXPECT_EQ(wrong("1k2r3/8/8/8/8/8/8/3K2R1 w Q", rules),
              "castling letter 'Q', but White has no king and rook to castle queenside\n");
    rules = testing::chess_rules();
    auto setup = setup_of("4k2r/8/8/8/8/8/8/R3K3 w Q", rules);
    setup.castling = "QxQ";
    EXPECT_EQ(wrong(setup, rules), "castling letter 'x', expected one of KQkq\ncastling letter 'Q' twice\n");
    rules.castling = false;
    EXPECT_EQ(wrong("4k2r/8/8/8/8/8/8/R3K3 w Q", rules),
              "castling letter 'Q', but there is no castling in this variant\n");
}

TEST(SetupCheck, EnPassantSquares) {
    EXPECT_EQ(wrong("4k3/8/4P3/4p3/8/8/8/4K3 w - e6"), "e6: an en passant square that is not empty\n");
    EXPECT_EQ(wrong("4k3/8/4p3/4p3/8/8/8/4K3 w - e6"),
              "e6: the square of a piece that cannot just have passed over another\n");
    EXPECT_EQ(wrong("4k3/8/8/8/8/8/8/4K3 w - e6"),
              "e6: an en passant square without an enemy piece behind it\n");
    const std::string cannot = "an en passant square that the piece behind it cannot just have passed over\n";
    EXPECT_EQ(wrong("4k3/8/8/8/4p3/8/8/4K3 w - e6"), "e6: " + cannot);
    EXPECT_EQ(wrong("4k3/4p3/8/4p3/8/8/8/4K3 w - e6"), "e6: " + cannot);
    EXPECT_EQ(wrong("4k3/8/8/4r3/8/8/8/3K4 w - e6"), "e6: " + cannot);
    EXPECT_EQ(wrong("4k3/8/8/4p3/8/8/8/4K3 b - e6"),
              "e6: an en passant square without an enemy piece behind it\n");
    EXPECT_EQ(wrong("4k3/8/8/2p1p3/8/8/8/4K3 w - c6e6"),
              "e6: an en passant square of a second piece, expected those of one\n");
    rules::Rules rules = testing::chess_rules();
    rules.sides[0].en_passant_region.reset();
    EXPECT_EQ(wrong("4k3/8/8/4p3/8/8/8/4K3 w - e6", rules), "e6: White may not capture en passant here\n");
}

// Else a capture en passant would leave a right without its rook.
TEST(SetupCheck, WhoHasPassedHasNoRightToCastle) {
    rules::Rules rules = testing::chess_rules();
    rules.castling_rank = 3;
    rules.sides[0].castling_rooks = "P";
    rules.start_fen = "4k3/8/8/8/Pp2K3/8/8/8 w Q - 0 1";
    EXPECT_EQ(wrong("4k3/8/8/8/Pp2K3/8/8/8 b Q a3", rules),
              "castling letter 'Q', but the piece on a4 has just moved\n");
    EXPECT_EQ(wrong("4k3/8/8/8/Pp2K3/8/8/8 b - a3", rules), "");
    EXPECT_EQ(wrong("4k3/8/8/8/Pp2K3/8/8/8 b Q -", rules), "");
}

// The piece that passed may be named by its square; where it is not the nearest behind it must be.
TEST(SetupCheck, EnPassantSquaresWithTheSquareOfThePieceThatPassed) {
    EXPECT_EQ(wrong("4k3/8/8/4p3/8/8/8/4K3 w - e5e6"), "");
    EXPECT_EQ(wrong("4k3/8/8/2p1p3/8/8/8/4K3 w - c5e5e6"),
              "e5: an en passant square that is not empty\n"
              "e6: an en passant square that the piece behind it cannot just have passed over\n");
    rules::Rules rules = testing::chess_rules();
    rules.kinds.push_back(kind('X', "customPiece1", "WimfnAimsR"));
    EXPECT_EQ(wrong("4k3/8/8/8/2X5/8/8/4K3 b - d3c4", rules), "");
    rules.kinds.push_back(kind('Y', "customPiece2", "iW"));  // passes over nothing
    EXPECT_EQ(wrong("4k3/8/8/8/8/2Y5/8/4K3 b - c3", rules),
              "c3: the square of a piece that cannot just have passed over another\n");
    EXPECT_EQ(wrong("4k3/8/8/8/2X5/8/8/4K3 b - d3", rules),
              "d3: an en passant square without an enemy piece behind it\n");
    EXPECT_EQ(wrong("4k3/8/8/8/2X5/8/4P3/4K3 b - d3c4", rules),
              "d3: an en passant square that the piece behind it cannot just have passed over\n");
    EXPECT_EQ(wrong("4k3/8/8/8/8/8/1X6/4K3 b - b2c2d2e2", rules), "");
    EXPECT_EQ(wrong("4k3/8/8/8/8/8/3X4/4K3 b - c2d2e2", rules),
              "e2: an en passant square that was not passed over together with those before it\n");
}

TEST(SetupCheck, EverythingAtOnce) {
    EXPECT_EQ(
        wrong("P3k3/8/8/8/8/8/8/R3R3 w K e6 0 1 ~R:a1"),
        "a1: 'R' of White may not stand here\n"
        "a8: 'P' of White must have promoted here\n"
        "White has 0 royal pieces, expected 1\n"
        "the royal piece of Black, who is not to move, can be captured at once\n"
        "castling letter 'K', but White has no king on e1 with a rook on h1, expected both there or the "
        "letter left out\n"
        "e6: an en passant square without an enemy piece behind it\n");
}

/// What setups of some games alone have: walls, gates, named rooks, checks, and what no FEN says.
void spoil_extras(Random& random, engine::Setup& setup, unsigned bit, unsigned number) {
    switch (random.below(7)) {
        case 0:
            setup.passes = number % 4;
            break;
        case 5:
            setup.castled = true;
            setup.strong_checks = number % 4;
            break;
        case 6:
            setup.walls.flip(bit);
            break;
        case 1:
        case 2:
            setup.gates.both[random.below(2)].flip(bit);
            break;
        case 3:
            setup.castling_files[random.below(4)] = static_cast<std::uint8_t>(number);
            break;
        default:
            setup.checks_left.reset();
            if (!random.one_in(3)) setup.checks_left = {number, max_checks - 2 + number};
    }
}

void spoil_hands(Random& random, engine::Setup& setup, rules::Letter letter) {
    if (random.one_in(8)) {
        setup.hands = setup.hands ? std::nullopt : std::optional{ByColor<Hand>{}};
    } else if (setup.hands) {
        setup.hands->both[random.below(2)][letter] = random.one_in(10) ? max_in_hand : 1;
    }
}

/// A setup with some things wrong, as nobody would type it: only that it is of some rules is sure.
engine::Setup spoilt(Random& random, engine::Setup setup, const rules::Rules& rules) {
    const auto anywhere = [&](bool on_board) {
        const unsigned files = on_board ? rules.files : rules::max_files;
        const unsigned ranks = on_board ? rules.ranks : rules::max_ranks;
        return Place{static_cast<std::uint8_t>(random.below(files)),
                     static_cast<std::uint8_t>(random.below(ranks))};
    };
    const auto bit = [](Place place) { return rules::region_bit(place.file, place.rank); };
    for (std::uint64_t changes = random.below(8); changes > 0; --changes) {
        const Place place = anywhere(!random.one_in(20));
        rules::Letter letter = rules.kinds[random.below(rules.kinds.size())].letter;
        const Color color = random.one_in(2) ? Color::white : Color::black;
        switch (random.below(10)) {
            case 0:
                if (random.one_in(4)) setup.to_move = !setup.to_move;
                break;
            case 1:
                setup.castling += std::string_view{"KQkqx"}[random.below(random.one_in(10) ? 5 : 4)];
                break;
            case 2:
            case 3:
                setup.en_passant.push_back(anywhere(!setup.men[bit(place)] || !random.one_in(20)));
                break;
            case 4:
                setup.holes.flip(bit(place));
                break;
            case 5:
                setup.barred.push_back({random.one_in(3) ? "*" : std::string{letter}, {}});
                setup.barred.back().squares.set(bit(place));
                setup.barred.back().squares.set(bit(anywhere(true)));
                break;
            case 6:
                setup.men[bit(place)].reset();
                break;
            default:
                if (random.one_in(20)) letter = static_cast<rules::Letter>('A' + random.below(26));
                setup.men[bit(place)] = Man{color, letter};
        }
        if (random.one_in(4)) spoil_hands(random, setup, letter);
        if (random.one_in(6)) spoil_extras(random, setup, bit(place), place.file);
        if (auto& man = setup.men[bit(place)]; man && random.one_in(6)) {
            man->turned_from = random.one_in(2) ? std::optional{letter} : std::nullopt;
            man->promoted_pawn = random.one_in(2);
        }
        setup.walls &= ~setup.holes;  // nobody asks what a square is that is both
        if (random.one_in(100)) setup.files = 1 + static_cast<unsigned>(random.below(20));
    }
    return setup;
}

/// The lines of a text, each as often as there, in an order that says nothing.
std::string in_any_order(const std::string& text) {
    std::multiset<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.insert(line + "\n");
    return std::accumulate(lines.begin(), lines.end(), std::string{});
}

// The same reasons as those of the reference, which has an order of its own.
TEST(SetupCheck, SaysWhatTheReferenceSays) {
    Random random{14};
    std::uint64_t found = 0;
    for (std::uint64_t i = testing::scaled(300); i > 0; --i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        for (unsigned positions = 0; positions < 4; ++positions) {
            const engine::Setup position = zermelo::reference::random_setup(random, rules);
            for (unsigned j = 0; j < 5; ++j) {
                const engine::Setup setup = spoilt(random, position, rules);
                const auto slow = zermelo::reference::violations(setup, rules);
                const auto fast = violations(setup, rules);
                ASSERT_EQ(in_any_order(texts(fast)), in_any_order(texts(slow)))
                    << rules::canonical_text(rules) << print_fen(setup);
                found += slow.size();
            }
        }
    }
    EXPECT_GT(found, testing::scaled(300) * 20);
}

}  // namespace
}  // namespace zermelo::engine
