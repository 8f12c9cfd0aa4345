// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/setup.hpp"

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"

#include "support/chess.hpp"

namespace zermelo::engine {
namespace {

constexpr const char* kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

rules::Rules small() {
    auto rules = testing::plain_rules(
        3, 3, {testing::king(), testing::kind('S', "silver", "FfW"), testing::kind('G', "gold", "WfF")},
        "2k/3/K2 w");
    rules.promoted_kind['S'] = 'G';
    return rules;
}

Setup parsed(const std::string& fen, const rules::Rules& rules) {
    const auto setup = parse_fen(fen, rules);
    EXPECT_TRUE(setup) << fen << ": " << (setup ? "" : setup.error().message);
    return setup.value_or(Setup{});
}

TEST(PlaceName, GoesUpToP16) {
    EXPECT_EQ(name(Place{0, 0}), "a1");
    EXPECT_EQ(name(Place{15, 15}), "p16");
    for (unsigned file = 0; file < rules::most_files; ++file)
        for (unsigned rank = 0; rank < rules::most_ranks; ++rank) {
            const Place place{static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)};
            EXPECT_EQ(place_of(name(place)), place);
        }
    for (const char* text :
         {"", "a", "1", "a0", "a01", "a17", "q1", "A1", "a1 ", " a1", "a1b", "a111", "a1111"})
        EXPECT_EQ(place_of(text), std::nullopt) << text;
}

TEST(ParseFen, ReadsTheBoardFromTheTop) {
    const rules::Rules rules = testing::chess_rules();
    const auto setup = parsed(rules.start_fen, rules);
    EXPECT_EQ(setup.files, 8U);
    EXPECT_EQ(setup.ranks, 8U);
    EXPECT_EQ(setup.men[rules::region_bit(4, 0)], (Man{Color::white, 'K'}));
    EXPECT_EQ(setup.men[rules::region_bit(3, 7)], (Man{Color::black, 'Q'}));
    EXPECT_EQ(setup.men[rules::region_bit(0, 6)], (Man{Color::black, 'P'}));
    EXPECT_FALSE(setup.men[rules::region_bit(0, 5)]);
    EXPECT_EQ(setup.to_move, Color::white);
    EXPECT_EQ(setup.castling, "KQkq");
    EXPECT_TRUE(setup.en_passant.empty());
    EXPECT_EQ(setup.full_moves, 1U);
}

TEST(ParseFen, FieldsBehindTheBoardAreOptional) {
    const rules::Rules rules = small();
    const auto bare = parsed("2k/3/K2", rules);
    EXPECT_EQ(bare, parsed("2k/3/K2 w - - 0 1", rules));
    EXPECT_EQ(bare, parsed("2k/3/K2 w 0 1", rules));
    EXPECT_EQ(bare, parsed("2k/3/K2  w  ", rules));
    EXPECT_EQ(parsed("2k/3/K2 b", rules).to_move, Color::black);
    EXPECT_EQ(parsed("2k/3/K2 w qK", rules).castling, "Kq");
    EXPECT_EQ(parsed("2k/3/K2 w a3b2a2", rules).en_passant, (std::vector<Place>{{0, 1}, {1, 1}, {0, 2}}));
    EXPECT_EQ(parsed("2k/3/K2 w - k16", rules).en_passant, (std::vector<Place>{{10, 15}}));
    EXPECT_EQ(parsed("2k/3/K2 w 12", rules).half_moves, 12U);
    EXPECT_EQ(parsed("2k/3/K2 w - 3 18446744073709551615", rules).full_moves, ~std::uint64_t{0});
}

TEST(ParseFen, HolesPromotedPiecesAndLongRuns) {
    const rules::Rules rules = small();
    const auto setup = parsed("*1k/+s*+S/K2", rules);
    EXPECT_TRUE(setup.holes[rules::region_bit(0, 2)]);
    EXPECT_TRUE(setup.holes[rules::region_bit(1, 1)]);
    EXPECT_EQ(setup.holes.count(), 2U);
    EXPECT_EQ(setup.men[rules::region_bit(0, 1)], (Man{Color::black, 'G'}));
    EXPECT_EQ(setup.men[rules::region_bit(2, 1)], (Man{Color::white, 'G'}));
    EXPECT_EQ(print_fen(setup), "*1k/g*G/K2 w - - 0 1");
    const rules::Rules wide = testing::plain_rules(16, 1, {testing::king()}, "k14K");
    EXPECT_EQ(print_fen(parsed("k14K b", wide)), "k14K b - - 0 1");
    EXPECT_EQ(parsed("k014K b", wide), parsed("k14K b", wide));
}

TEST(ParseFen, BarredSquaresHaveOneForm) {
    const rules::Rules rules = small();
    const char* fens[] = {"2k/3/K2 w ~k:a1,b2;*:c3;S:b2", "2k/3/K2 w ~*:c3;Sk:b2;k:a1 - - 0 1",
                          "2k/3/K2 w - ~k:a1 - 0 ~*:c3;S:c3,b2 1 ~k:b2"};
    for (const char* fen : fens) {
        const auto setup = parsed(fen, rules);
        EXPECT_EQ(print_fen(setup), "2k/3/K2 w - - 0 1 ~*:c3;Sk:b2;k:a1");
        EXPECT_EQ(setup, parsed(fens[0], rules));
    }
    EXPECT_EQ(parsed("2k/3/K2 w ~S:p16", rules).barred.front().squares.count(), 1U);
}

TEST(ParseFen, PrintedAndParsedIsTheSame) {
    const rules::Rules chess = testing::chess_rules();
    for (const std::string& fen :
         {chess.start_fen, std::string{kiwipete}, std::string{"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2"}}) {
        const auto setup = parsed(fen, chess);
        EXPECT_EQ(print_fen(setup), fen);
        EXPECT_EQ(parsed(print_fen(setup), chess), setup);
    }
}

TEST(ParseFen, MenInHandAndFormerKinds) {
    rules::Rules rules = small();
    rules.drops = rules.captures_to_hand = true;
    rules.sides[1].promotion_pawns = "S";
    const auto setup = parsed("2k/+sg~G/K2[sSKsk] b", rules);
    EXPECT_EQ(setup.men[rules::region_bit(0, 1)], (Man{Color::black, 'G', 'S', false}));
    EXPECT_EQ(setup.men[rules::region_bit(1, 1)], (Man{Color::black, 'G', 0, true}));
    EXPECT_EQ(setup.men[rules::region_bit(2, 1)], (Man{Color::white, 'G'}));
    EXPECT_EQ((*setup.hands)[0], (Hand{{'K', 1}, {'S', 1}}));
    EXPECT_EQ((*setup.hands)[1], (Hand{{'K', 1}, {'S', 2}}));
    EXPECT_EQ(print_fen(setup), "2k/+sg~G/K2[KSkss] b - - 0 1");
    EXPECT_EQ(parsed(print_fen(setup), rules), setup);
    EXPECT_EQ(parsed("2k/+sg~G/K2/SKssk b", rules), setup);
    for (const char* fen : {"2k/3/K2[] w", "2k/3/K2[-] w", "2k/3/K2 w"})
        EXPECT_EQ(print_fen(parsed(fen, rules)), "2k/3/K2[] w - - 0 1");
    // A man that stays promoted in the hand has no past.
    rules.drop_loop = true;
    EXPECT_EQ(print_fen(parsed("2k/+s2/K2[S] w", rules)), "2k/g2/K2[S] w - - 0 1");
}

TEST(ParseFen, ViolationsHaveAColumn) {
    const struct {
        const char* fen;
        std::uint64_t column;
        const char* message;
    } rows[] = {
        {"", 1, "rank 3 has 0 squares, expected 3"},
        {"2k/3/K1", 8, "rank 1 has 2 squares, expected 3"},
        {"2k/4/K2", 4, "rank 2 is too long, expected 3 squares"},
        {"2kK/3/K2", 3, "rank 3 is too long, expected 3 squares"},
        {"2*1/3/K2", 3, "rank 3 is too long, expected 3 squares"},
        {"99999999999999999999/3/K2", 1, "rank 3 is too long, expected 3 squares"},
        {"2k/0K2/3", 4, "a run of 0 empty squares, expected a number from 1"},
        {"2k/0/K2", 4, "a run of 0 empty squares, expected a number from 1"},
        {"2k/3", 5, "2 ranks, expected 3"},
        {"2k/3/K2/3", 8, "more than 3 ranks, expected as many as the variant has"},
        {"2x/3/K2", 2, "'x' is no piece of plain, expected one of KSG"},
        {"2k/3/\tK2", 6, "byte 0x09 is no piece of plain, expected one of KSG"},
        {"2k/3/+K2", 6, "'+K': this piece does not promote"},
        {"2k/3/+", 6, "a '+' without a letter behind it"},
        {"2k/3/++S", 7, "'+' is no piece of plain, expected one of KSG"},
        {"2k/3/K2[]", 8, "this game has no men in hand, expected none"},
        {"2k/3/K2[S] w", 8, "this game has no men in hand, expected none"},
        {"2k/3/K2 x", 9, "the side to move is 'x', expected 'w' or 'b'"},
        {"2k/3/K2 - w", 9, "the side to move is '-', expected 'w' or 'b'"},
        {"2k/3/K2 ~k:a1", 9, "the side to move is '~k:a1', expected 'w' or 'b'"},
        {"2k/3/K2 w KK", 12, "castling letter 'K' twice"},
        {"2k/3/K2 w KA", 11, "unexpected 'KA', expected castling: '-' or letters out of KQkq"},
        {"2k/3/K2 w - a1a", 15, "'a' does not begin with a square, expected one of a1 to p16"},
        {"2k/3/K2 w - a1a1", 15, "en passant square a1 twice"},
        {"2k/3/K2 w - a1 KQ", 16, "unexpected 'KQ', expected the number of half moves"},
        {"2k/3/K2 w - - -", 15, "unexpected '-', expected the number of half moves"},
        {"2k/3/K2 w - - 1x", 16, "'x' in a number, expected a digit"},
        {"2k/3/K2 w 18446744073709551616", 11, "the number is too large, expected less than 2^64"},
        {"2k/3/K2 w - - 0 1 2", 19, "unexpected '2', expected nothing more"},
        {"2k/3/K2 w - - 0 1 text", 19, "unexpected 'text', expected nothing more"},
        {"2k/3/K2 w ~", 12, "expected the pieces that may not enter, then ':' and squares"},
        {"2k/3/K2 w ~:a1", 12, "expected the pieces that may not enter, then ':' and squares"},
        {"2k/3/K2 w ~K", 13, "expected the pieces that may not enter, then ':' and squares"},
        {"2k/3/K2 w ~x:a1", 12, "'x' is no piece, expected one of KSG in either case, or '*'"},
        {"2k/3/K2 w ~K*:a1", 13, "'*' is every piece, expected it alone"},
        {"2k/3/K2 w ~*K:a1", 13, "'*' is every piece, expected it alone"},
        {"2k/3/K2 w ~K:", 14, "expected a square of a1 to p16"},
        {"2k/3/K2 w ~K:a1,", 17, "expected a square of a1 to p16"},
        {"2k/3/K2 w ~K:a1b1", 16, "unexpected 'b', expected ',' or ';'"},
        {"2k/3/K2 w ~K:a1;", 17, "expected the pieces that may not enter, then ':' and squares"},
    };
    const rules::Rules rules = small();
    for (const auto& row : rows) {
        const auto setup = parse_fen(row.fen, rules);
        ASSERT_FALSE(setup) << row.fen;
        EXPECT_EQ(setup.error().kind, ErrorKind::bad_input);
        EXPECT_EQ(setup.error().message, row.message) << row.fen;
        EXPECT_EQ(setup.error().where, (Location{1, row.column})) << row.fen;
    }
}

TEST(Uci, WritesMovesAsTheFieldDoes) {
    rules::Rules rules = testing::chess_rules();
    EXPECT_EQ(uci(Move{Square{12}, Square{28}, 0, Move::Type::normal}, rules), "e2e4");
    EXPECT_EQ(uci(Move{Square{52}, Square{60}, 'Q', Move::Type::normal}, rules), "e7e8q");
    EXPECT_EQ(uci(Move{Square{4}, Square{6}, 0, Move::Type::castle_kingside}, rules), "e1g1");
    EXPECT_EQ(uci(Move{Square{4}, Square{4}, 0, Move::Type::pass}, rules), "e1e1");
    EXPECT_EQ(uci(Move{Square{0}, Square{8}, 'G', Move::Type::normal}, small()), "a1c3+");
    rules.files = rules.ranks = 16;
    EXPECT_EQ(uci(Move{Square{0}, Square{255}, 0, Move::Type::normal}, rules), "a1p16");
}

}  // namespace
}  // namespace zermelo::engine
