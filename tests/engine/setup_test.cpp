// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/setup.hpp"

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"

#include "support/chess.hpp"
#include "support/shipped.hpp"

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
    for (unsigned file = 0; file < rules::max_files; ++file)
        for (unsigned rank = 0; rank < rules::max_ranks; ++rank) {
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
    EXPECT_EQ(setup.men[rules::region_bit(1, 1)], (Man{Color::black, 'G', std::nullopt, true}));
    EXPECT_EQ(setup.men[rules::region_bit(2, 1)], (Man{Color::white, 'G'}));
    EXPECT_EQ((*setup.hands)[Color::white], (Hand{{'K', 1}, {'S', 1}}));
    EXPECT_EQ((*setup.hands)[Color::black], (Hand{{'K', 1}, {'S', 2}}));
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
        {"2k/3/+", 6, "a '+' without a letter after it"},
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

/// What people paste who have a position from elsewhere, game by game: what is read is read right, and
/// printed as the text written beside it; what is not is refused in the words beside it. Nothing is read as
/// another position.
TEST(ParseFen, NotationsOfOtherProgramsAreReadRightOrRefusedByName) {
    const std::string chess = "r3k2r/8/8/8/8/8/8/R3K2R";
    const std::string xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    const std::string shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    const std::string makruk = "8/3k4/8/3m~4/3M~4/8/3K4/8";
    const struct {
        const char* what;
        const char* variant;
        std::string fen;
        std::string expected;  ///< the FEN that we print, or how an error begins
    } rows[] = {
        // Chess and its kin.
        {"EPD", "chess", chess + " w KQkq -", chess + " w KQkq - 0 1"},
        {"EPD with operations", "chess", chess + " w KQkq - bm O-O; id \"x\";",
         "unexpected 'bm', expected the number of half moves"},
        {"EPD with counters", "chess", chess + " w KQkq - hmvc 3; fmvn 9;",
         "unexpected 'hmvc', expected the number of half moves"},
        {"Shredder-FEN", "chess", chess + " w HAha - 0 1", "unexpected 'HAha', expected castling"},
        {"Shredder-FEN", "fischerandom", chess + " w HAha - 0 1", chess + " w KQkq - 0 1"},
        {"X-FEN, an inner rook", "fischerandom", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
         "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"},
        {"X-FEN, the outer rook", "fischerandom", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1",
         "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"},
        {"a promoted pawn", "chess", "4k3/8/8/8/8/8/8/Q~3K2n~ w - - 0 1",
         "4k3/8/8/8/8/8/8/Q~3K2n~ w - - 0 1"},
        {"what no pawn becomes", "chess", "4k~3/8/8/8/8/8/8/4K3 w - - 0 1",
         "'~' marks a promoted pawn, but no pawn turns into 'k' here"},
        {"crazyhouse's hands after a '/'", "crazyhouse", chess + "/QNp w KQkq - 0 1",
         chess + "[NQp] w KQkq - 0 1"},
        {"crazyhouse's empty hands", "crazyhouse", chess + "[] w KQkq - 0 1", chess + "[] w KQkq - 0 1"},
        {"crazyhouse's promoted queen", "crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1",
         "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"},
        {"counted hands", "crazyhouse", chess + "[2P] w KQkq - 0 1", "'2' is no piece of crazyhouse"},
        {"hands where there are none", "chess", chess + "[Q] w KQkq - 0 1", "this game has no men in hand"},
        {"the checks that are left", "3check", chess + " w KQkq - 2+3 0 1", chess + " w KQkq - 2+3 0 1"},
        {"the checks that were given", "3check", chess + " w KQkq - 0 1 +1+0", chess + " w KQkq - 2+3 0 1"},
        {"all of them", "3check", chess + " w KQkq - 0 1 +3+2", chess + " w KQkq - 0+1 0 1"},
        {"of five", "5check", chess + " w KQkq - 0 1 +4+0", chess + " w KQkq - 1+5 0 1"},
        {"of one", "karouk", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+1", "4k3/8/8/8/8/8/8/4K3 w - - 1+0 0 1"},
        {"too many", "3check", chess + " w KQkq - 0 1 +4+0",
         "4 checks given by White, expected 0 to 3, the checks that win"},
        {"too many", "3check", chess + " w KQkq - 0 1 +1+4",
         "4 checks given by Black, expected 0 to 3, the checks that win"},
        {"too many", "3check", chess + " w KQkq - 0 1 +9+9",
         "9 checks given by White, expected 0 to 3, the checks that win"},
        {"too many of five", "5check", chess + " w KQkq - 0 1 +0+6",
         "6 checks given by Black, expected 0 to 5"},
        {"no numbers", "3check", chess + " w KQkq - 0 1 +x+0",
         "'+x+0' does not tell the checks that were given"},
        {"both ways", "3check", chess + " w KQkq - 3+3 0 1 +0+0", "the checks are there twice"},
        {"checks in chess", "chess", chess + " w KQkq - 3+3 0 1",
         "'3+3' tells checks, but this game does not count them"},
        {"checks in chess", "chess", chess + " w KQkq - 0 1 +0+0",
         "'+0+0' tells checks, but this game does not count them"},
        {"Seirawan's gates, the king's too", "seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[EHeh] w KQAEHkqaeh - 0 1",
         "r3k2r/8/8/8/8/8/8/R3K2R[EHeh] w KQAEHkqaeh - 0 1"},
        {"gates without men", "seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQBkqb - 0 1",
         "a gate 'B' where no man of White stands"},
        {"the duck", "duck", "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1"},
        {"another duck", "duck", "4k3/8/8/3^4/8/8/8/4K3 w - - 0 1", "'^' is no piece of duck"},
        // Makruk and its kin.
        {"promoted pawns", "makruk", makruk + " w - - 0 1", makruk + " w - - 0 1"},
        {"a counting", "makruk", makruk + " w - 128 97 60", makruk + " w - 128 97 60"},
        {"a counting in sittuyin", "sittuyin", "8/3k4/8/8/8/8/3K4/R7[] b - 32 0 1",
         "8/3k4/8/8/8/8/3K4/R7[] b - 32 0 1"},
        {"a counting in cambodian", "cambodian", "8/3k4/8/8/8/8/3K4/R7 w - 126 3 1",
         "8/3k4/8/8/8/8/3K4/R7 w - 126 3 1"},
        {"a counting beside gates", "cambodian", "3k4/8/8/8/8/8/8/R2K4 w Dd 126 3 1",
         "3k4/8/8/8/8/8/8/R2K4 w Dd 126 3 1"},
        {"a counting and checks", "karouk", "8/3k4/8/8/8/8/3K4/R7 w - 126 1+1 3 1",
         "8/3k4/8/8/8/8/3K4/R7 w - 126 1+1 3 1"},
        {"a counting in chess", "chess", chess + " w - 128 97 1",
         "'128' before two numbers is the limit of a counting of moves, but this game counts none"},
        {"a counting after en passant", "makruk", makruk + " w - - 128 97 1",
         "unexpected '1', expected nothing"},
        {"castling in cambodian", "cambodian", "3k4/8/8/8/8/8/8/3K4 w KQkq - 0 1",
         "castling letter 'K', but there is no castling in this variant, expected the files of gates"},
        {"letters of chess", "makruk", "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBKQBNR w - - 0 1",
         "'b' is no piece of makruk"},
        {"sittuyin's start", "sittuyin", "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
         "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[FKNNRRSSfknnrrss] w - - 0 1"},
        // Xiangqi and janggi.
        {"WXF's letters", "xiangqi", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
         xiangqi + " w - - 0 1"},
        {"red moves", "xiangqi", xiangqi + " r - - 0 1", xiangqi + " w - - 0 1"},
        {"UCCI's b", "xiangqi", xiangqi + " b - - 0 1", xiangqi + " b - - 0 1"},
        {"minixiangqi", "minixiangqi", "rchkhcr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR r",
         "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1"},
        {"janggi", "janggi", "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1",
         "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"},
        {"janggi's red, who moves second", "janggi",
         "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR r - - 0 1",
         "the side to move is 'r', expected 'w' or 'b'"},
        {"red in chess", "chess", chess + " r KQkq - 0 1", "the side to move is 'r', expected 'w' or 'b'"},
        {"jieqi's covered men", "xiangqi",
         "r~n~b~a~ka~b~n~r~/9/1c~5c~1/p~1p~1p~1p~1p~/9/9/P~1P~1P~1P~1P~/1C~5C~1/9/R~N~B~A~KA~B~N~R~ w - - 0 "
         "1",
         "'~' marks a promoted pawn, but no pawn turns into 'r' here, expected the letter alone: the covered "
         "pieces of jieqi are not supported"},
        {"jieqi's covered men", "xiangqi",
         "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX r - - 0 1",
         "'x' is no piece of xiangqi, expected one of KRACPNB: the covered pieces of jieqi are not "
         "supported"},
        // Shogi and its kin: in an SFEN b is the first player, who is White here.
        {"SFEN without men in hand", "shogi", "4k4/9/3GG4/9/9/9/9/9/4K4 b - 1",
         "an SFEN, in which 'b' is the first player, White here, expected the FEN "
         "4k4/9/3GG4/9/9/9/9/9/4K4[] w - - 0 1"},
        {"the second player moves", "shogi", shogi + " w - 2",
         "an SFEN, in which 'w' is the second player, Black here, expected the FEN " + shogi +
             "[] b - - 0 1"},
        {"SFEN with men in hand", "shogi",
         "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
         "an SFEN, in which 'w' is the second player, Black here, expected the FEN "
         "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L[Sbgnppp] b - - 0 62"},
        {"many in hand", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b R10P2b 7",
         "an SFEN, in which 'b' is the first player, White here, expected the FEN "
         "4k4/9/9/9/9/9/9/9/4K4[PPPPPPPPPPRbb] w - - 0 4"},
        {"without the number of the move", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b -", "an SFEN, in which 'b' is"},
        {"without it, with hands", "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P", "an SFEN, in which 'b' is"},
        {"a FEN with counters", "shogi", shogi + "[-] w 0 1", shogi + "[] w - - 0 1"},
        {"a FEN, all of it", "shogi", shogi + " b - - 0 1", shogi + "[] b - - 0 1"},
        {"a FEN with one number", "shogi", shogi + "[] b - 1", shogi + "[] b - - 1 1"},
        {"minishogi", "minishogi", "rbsgk/4p/5/P4/KGSBR b - 1",
         "an SFEN, in which 'b' is the first player, White here, expected the FEN rbsgk/4p/5/P4/KGSBR[] w - "
         "- 0 1"},
        {"goro goro", "gorogoro", "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1", "an SFEN, in which 'b' is"},
        {"tori shogi", "torishogi", "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
         "an SFEN, in which 'b' is the first player, White here, expected the FEN "
         "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[] w - - 0 1"},
        {"dobutsu", "dobutsu", "gle/1c1/1C1/ELG b - 1", "an SFEN, in which 'b' is"},
        {"without drops", "shoshogi", "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
         "an SFEN, in which 'b' is the first player, White here, expected the FEN "
         "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL w - - 0 1"},
        {"kyoto shogi's letters here", "kyotoshogi", "p+nks+l/5/5/5/+LSK+NP b - 1",
         "an SFEN, in which 'b' is the first player, White here, expected the FEN p+nks+l/5/5/5/+LSK+NP[] w "
         "- - 0 1"},
        {"and elsewhere", "kyotoshogi", "p1k2/5/5/5/2KRP b gs 3",
         "an SFEN, in which 'b' is the first player, White here, expected a FEN with '+' and the letter of "
         "what the "
         "'R' of White was"},
        {"and elsewhere", "kyotoshogi", "pgkst/5/5/5/TSKGP b - 1", "'t' is no piece of kyotoshogi"},
        {"no SFEN in chess", "crazyhouse", chess + " w KQkq - 0 1", chess + "[] w KQkq - 0 1"},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(std::string{row.what} + ", " + row.variant + ": " + row.fen);
        const rules::Rules& rules = testing::shipped(row.variant);
        const auto setup = parse_fen(row.fen, rules);
        if (!setup) {
            EXPECT_TRUE(setup.error().message.starts_with(row.expected)) << setup.error().message;
            EXPECT_LE(setup.error().where.value().column, row.fen.size() + 1);
            continue;
        }
        EXPECT_EQ(print_fen(*setup), row.expected);
        EXPECT_EQ(parsed(print_fen(*setup), rules), *setup);
    }
}

/// The FEN that stands in for an SFEN is one.
TEST(ParseFen, WhatIsExpectedForAnSfenCanBeRead) {
    const rules::Rules& shogi = testing::shipped("shogi");
    const auto refused = parse_fen("4k4/9/3GG4/9/9/9/9/9/4K4 b 2P2p 1", shogi);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, (Location{1, 26}));
    const std::string& message = refused.error().message;
    const auto setup = parsed(message.substr(message.find("FEN 4") + 4), shogi);
    EXPECT_EQ(setup.to_move, Color::white);
    EXPECT_EQ((*setup.hands)[Color::white], (Hand{{'P', 2}}));
    EXPECT_EQ((*setup.hands)[Color::black], (Hand{{'P', 2}}));
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
