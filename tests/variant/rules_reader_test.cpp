// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant/rules_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::variant {
namespace {

std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The shipped variants by name; chess first, since others are its children.
const std::map<std::string, Rules, std::less<>>& shipped() {
    static const auto all = [] {
        std::map<std::string, Rules, std::less<>> rules;
        const std::filesystem::path folder = std::filesystem::path(ZERMELO_SOURCE_DIR) / "games";
        const FindRules find = [&](std::string_view name) {
            const auto found = rules.find(name);
            return found == rules.end() ? nullptr : &found->second;
        };
        std::vector<std::filesystem::path> files{folder / "chess.ini"};
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().filename() != "chess.ini") files.push_back(entry.path());
        for (const auto& path : files) {
            auto read = read_rules(file_text(path), find);
            EXPECT_TRUE(read.has_value()) << path << ":" << read.error().where->line << ":"
                                          << read.error().where->column << ": " << read.error().message;
            if (!read) continue;
            for (Rules& r : *read) {
                const std::string name = r.name;
                EXPECT_TRUE(rules.emplace(name, std::move(r)).second) << name << " twice";
            }
        }
        return rules;
    }();
    return all;
}

const Rules* find_shipped(std::string_view name) {
    const auto found = shipped().find(name);
    return found == shipped().end() ? nullptr : &found->second;
}

TEST(RulesReader, ReadsAllShippedGames) {
    for (const char* name : {"chess", "losalamos", "knightmate", "amazon", "nightrider", "grasshopper",
                             "breakthrough", "shatranj", "gardner", "small3x3", "small3x4", "small4x4",
                             "small10x10", "simplified", "simplified-pawns", "cheesy", "slovak"})
        EXPECT_NE(find_shipped(name), nullptr) << name;
}

TEST(RulesReader, ItsTextReadsBackToTheSameText) {
    for (const auto& [name, rules] : shipped()) {
        const std::string text = canonical_text(rules);
        const auto read = read_rules(text, {});
        ASSERT_TRUE(read.has_value()) << text << read.error().message;
        EXPECT_EQ(canonical_text(read->front()), text);
    }
}

/// The one variant of a text, read with the shipped games as parents.
Rules one(const std::string& text) {
    auto read = read_rules(text, find_shipped);
    EXPECT_TRUE(read.has_value()) << text << (read ? "" : read.error().message);
    EXPECT_TRUE(!read || !read->empty());
    return read && !read->empty() ? read->back() : Rules{};
}

Rules child_of_chess(const std::string& lines) { return one("[x:chess]\n" + lines + "\n"); }

/// A child that has pieces which the start of chess has not, or the other way round.
Rules empty_child_of_chess(const std::string& lines) {
    return child_of_chess("startFen = 8/8/8/8/8/8/8/8\n" + lines);
}

/// A region of a large board from its squares.
Region squares(std::string_view text, unsigned files = 16, unsigned ranks = 16) {
    Region result;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        const std::string_view word = text.substr(i, 2);
        for (unsigned file = 0; file < files; ++file)
            for (unsigned rank = 0; rank < ranks; ++rank)
                if ((word[0] == '*' || word[0] - 'a' == static_cast<int>(file)) &&
                    (word[1] == '*' || word[1] - '1' == static_cast<int>(rank)))
                    result.set(region_bit(file, rank));
    }
    return result;
}

TEST(RulesReader, ChessIsWhatTheDefaultsAre) {
    const Rules& chess = *find_shipped("chess");
    EXPECT_EQ(chess.name, "chess");
    EXPECT_EQ(chess.files, 8U);
    EXPECT_EQ(chess.ranks, 8U);
    ASSERT_EQ(chess.kinds.size(), 6U);
    EXPECT_TRUE(chess.kind('K')->royal);
    EXPECT_TRUE(chess.kind('P')->pawn);
    EXPECT_EQ(chess.kind('P')->betza, "fmWfcF");
    EXPECT_EQ(chess.kind('N')->name, "knight");
    EXPECT_EQ(chess.kind('N')->movements.size(), 8U);
    EXPECT_FALSE(chess.kind('Q')->royal || chess.kind('Q')->pawn);
    EXPECT_EQ(chess.kind('X'), nullptr);
    const SideRules& white = chess.side(Color::white);
    const SideRules& black = chess.side(Color::black);
    EXPECT_EQ(white.promotion_region, squares("*8"));
    EXPECT_EQ(black.promotion_region, squares("*1"));
    EXPECT_EQ(white.double_step_region, squares("*2"));
    EXPECT_EQ(black.double_step_region, squares("*7"));
    for (const SideRules* side : {&white, &black}) {
        EXPECT_EQ(side->promotion_pawns, "P");
        EXPECT_EQ(side->promotion_pieces, "QRBN");
        EXPECT_EQ(side->en_passant_pawns, "P");
        EXPECT_TRUE(side->en_passant_region.all());
        EXPECT_EQ(side->castling_king, 'K');
        EXPECT_EQ(side->castling_rooks, "R");
        EXPECT_EQ(side->flag_piece, 0);
        EXPECT_TRUE(side->flag_region.none());
        EXPECT_TRUE(side->mobility.empty());
        EXPECT_FALSE(side->pass || side->pass_on_stalemate);
    }
    EXPECT_TRUE(chess.castling && chess.checking && chess.mandatory_pawn_promotion);
    EXPECT_EQ(chess.stalemate_value, game::Outcome::open);
    EXPECT_EQ(chess.checkmate_value, game::Outcome::loss);
    EXPECT_FALSE(chess.extinction_value.has_value());
}

TEST(RulesReader, ReadsTheBoard) {
    const Rules wide = one(
        "[x]\nmaxFile = p\nmaxRank=16\nking=k\nstartFen=16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/k14K\n");
    EXPECT_EQ(wide.files, 16U);
    EXPECT_EQ(wide.ranks, 16U);
    EXPECT_EQ(one("[x]\nmaxFile = 1\nmaxRank = 1\nwazir = w\nstartFen = W\n").files, 1U);
    EXPECT_EQ(one("[x]\nmaxFile = 12\nmaxRank = 2\nking = k\nstartFen = k11/*10K b\n").start_fen,
              "k11/*10K b");
}

TEST(RulesReader, ToleratesLayouts) {
    const Rules x =
        one("\r\n  # a comment\r\n; another\r\n[x:chess]\t\r\n\tmustCapture\t=\ttrue \t\r\n\r\n pass=true");
    EXPECT_TRUE(x.must_capture);
    EXPECT_TRUE(x.side(Color::black).pass);
    EXPECT_EQ(one("[ y : chess ]").name, "y");
    EXPECT_TRUE(read_rules("", {})->empty());
    EXPECT_TRUE(read_rules("# nothing\n", {})->empty());
}

TEST(RulesReader, SkipsAByteOrderMark) {
    EXPECT_EQ(one("\xEF\xBB\xBF[x:chess]\r\n").name, "x");
    EXPECT_TRUE(read_rules("\xEF\xBB\xBF", {}).value().empty());
    const auto broken = read_rules("\xEF\xBB\xBF[x?]\n", {});
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().where, (Location{1, 6}));
    EXPECT_FALSE(read_rules("[x]\n\xEF\xBB\xBFking = k\n", {}));
}

TEST(RulesReader, OlderNamesAreToldTheNewOnes) {
    for (const auto& [older, now] :
         {std::pair{"whiteFlag", "flagRegionWhite"},
          {"blackFlag", "flagRegionBlack"},
          {"castlingRookPiece", "castlingRookPieces"},
          {"promotionRank", "promotionRegionWhite and promotionRegionBlack"},
          {"doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack"},
          {"doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack"}}) {
        const auto refused = read_rules(std::string("[x]\n ") + older + " = 1\n", {});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message, std::string(older) + " is an older name, expected " + now);
        EXPECT_EQ(refused.error().where, (Location{2, 2}));
    }
}

TEST(RulesReader, ReadsPieces) {
    const Rules x =
        empty_child_of_chess("knight = -\nqueen = M\ncustomPiece25 = n:mRcN\ncustomPiece2 = z:\nking = k:KN");
    EXPECT_EQ(x.kind('N')->name, "customPiece25");
    EXPECT_EQ(x.kind('N')->betza, "mRcN");
    EXPECT_EQ(x.kind('M')->name, "queen");
    EXPECT_EQ(x.kind('Q'), nullptr);
    EXPECT_TRUE(x.kind('Z')->movements.empty());
    EXPECT_TRUE(x.kind('K')->royal);
    EXPECT_EQ(x.kind('K')->movements.size(), 16U);
    // The knight's role as a promotion is gone, the queen's has gone with it to its new letter.
    EXPECT_EQ(x.side(Color::white).promotion_pieces, "MRB");
}

TEST(RulesReader, ALetterGoesToTheNewPiece) {
    const Rules x = empty_child_of_chess("alfil = b");
    EXPECT_EQ(x.kind('B')->name, "alfil");
    EXPECT_EQ(x.kinds.size(), 6U);
    EXPECT_EQ(x.side(Color::black).promotion_pieces, "QRN");
    // Two pieces that change letters keep their roles; the one whose letter was taken promotes no more.
    const Rules y = empty_child_of_chess("rook = p\npawn = r");
    EXPECT_EQ(y.kind('P')->name, "rook");
    EXPECT_EQ(y.side(Color::white).promotion_pawns, "R");
    EXPECT_EQ(y.side(Color::white).castling_rooks, "P");
}

TEST(RulesReader, RolesWaitForTheirPieces) {
    const auto read = read_rules(
        "[a]\nking = k\nstartFen = k7/8/8/8/8/8/8/7K\n"
        "[b:a]\npawn = p\nrook = r\npromotionPieceTypes = r\n",
        {});
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->front().side(Color::white).promotion_pawns, "");
    EXPECT_EQ(read->front().side(Color::white).castling_king, 'K');
    EXPECT_EQ(read->back().side(Color::white).promotion_pawns, "P");
    EXPECT_EQ(read->back().side(Color::white).en_passant_pawns, "P");
    EXPECT_EQ(read->back().side(Color::white).castling_rooks, "R");
}

TEST(RulesReader, ReadsPromotion) {
    const Rules x = child_of_chess(
        "promotionRegionWhite = a8 h* *7\npromotionRegionBlack = -\nsilver = s\ngold = g\n"
        "promotionPawnTypes = ps\npromotionPawnTypesBlack = -\npromotionPieceTypesWhite = q r\n"
        "promotionPieceTypesBlack = N\nmandatoryPawnPromotion = false\npromotedPieceType = s:g g:q g:-");
    EXPECT_EQ(x.side(Color::white).promotion_region, squares("a8 h* *7"));
    EXPECT_TRUE(x.side(Color::black).promotion_region.none());
    EXPECT_EQ(x.side(Color::white).promotion_pawns, "PS");
    EXPECT_EQ(x.side(Color::black).promotion_pawns, "");
    EXPECT_EQ(x.side(Color::white).promotion_pieces, "QR");
    EXPECT_EQ(x.side(Color::black).promotion_pieces, "N");
    EXPECT_FALSE(x.mandatory_pawn_promotion);
    EXPECT_EQ(x.promoted_kind, (std::map<Letter, Letter>{{'S', 'G'}}));
    const Rules y = child_of_chess("soldier = s\npawnTypes = s\nenPassantTypesBlack = p");
    EXPECT_EQ(y.side(Color::white).promotion_pawns, "S");
    EXPECT_EQ(y.side(Color::white).en_passant_pawns, "S");
    EXPECT_EQ(y.side(Color::black).en_passant_pawns, "P");
}

TEST(RulesReader, ReadsDoubleStepsAndEnPassant) {
    const Rules x = child_of_chess(
        "doubleStepRegionWhite = *2 c3\nenPassantRegionWhite = c3\nenPassantRegion = d4\nenPassantTypes = "
        "pn\n"
        "enPassantTypesWhite = -");
    EXPECT_EQ(x.side(Color::white).double_step_region, squares("*2 c3"));
    EXPECT_EQ(x.side(Color::black).double_step_region, squares("*7"));
    EXPECT_EQ(x.side(Color::white).en_passant_region, squares("c3"));
    EXPECT_EQ(x.side(Color::black).en_passant_region, squares("d4"));
    EXPECT_EQ(x.side(Color::white).en_passant_pawns, "");
    EXPECT_EQ(x.side(Color::black).en_passant_pawns, "PN");
    const Rules none = child_of_chess("doubleStep = false");
    EXPECT_TRUE(none.side(Color::white).double_step_region.none());
    const Rules again =
        one("[x:chess]\ndoubleStep = false\n[y:x]\ndoubleStep = true\ndoubleStepRegionWhite = *2\n");
    EXPECT_EQ(again.side(Color::white).double_step_region, squares("*2"));
}

TEST(RulesReader, ReadsCastling) {
    const Rules x = empty_child_of_chess(
        "castlingKingsideFile = f\ncastlingQueensideFile = 2\ncastlingRank = 2\ncastlingKingFile = 4\n"
        "castlingKingPiece = q\ncastlingKingPieceBlack = -\ncastlingRookPieces = rb\n"
        "castlingRookPiecesBlack = n\ncastlingRookKingsideFile = g\ncastlingRookQueensideFile = b");
    EXPECT_EQ(x.castling_kingside_file, 5U);
    EXPECT_EQ(x.castling_queenside_file, 1U);
    EXPECT_EQ(x.castling_rank, 1U);
    EXPECT_EQ(x.castling_king_file, 3U);
    EXPECT_EQ(x.castling_rook_kingside_file, 6U);
    EXPECT_EQ(x.castling_rook_queenside_file, 1U);
    EXPECT_EQ(x.side(Color::white).castling_king, 'Q');
    EXPECT_EQ(x.side(Color::black).castling_king, 0);
    EXPECT_EQ(x.side(Color::white).castling_rooks, "RB");
    EXPECT_EQ(x.side(Color::black).castling_rooks, "N");
    const Rules y = empty_child_of_chess("castlingKingPieceWhite = n\ncastlingRookPiecesWhite = -");
    EXPECT_EQ(y.side(Color::white).castling_king, 'N');
    EXPECT_EQ(y.side(Color::white).castling_rooks, "");
    EXPECT_FALSE(empty_child_of_chess("castling = false").castling);
}

TEST(RulesReader, ReadsMobilityAndDuties) {
    const Rules x = child_of_chess(
        "customPiece1 = x:W\nmobilityRegionWhiteKing = *1\nmobilityRegionBlackCustomPiece1 = a1 b2\n"
        "mustCapture = true\nchecking = false\npassWhite = true\npassOnStalemate = true\n"
        "passOnStalemateBlack = false");
    EXPECT_EQ(x.side(Color::white).mobility, (std::map<Letter, Region>{{'K', squares("*1")}}));
    EXPECT_EQ(x.side(Color::black).mobility, (std::map<Letter, Region>{{'X', squares("a1 b2")}}));
    EXPECT_TRUE(x.must_capture);
    EXPECT_FALSE(x.checking);
    EXPECT_TRUE(x.side(Color::white).pass);
    EXPECT_FALSE(x.side(Color::black).pass);
    EXPECT_TRUE(x.side(Color::white).pass_on_stalemate);
    EXPECT_FALSE(x.side(Color::black).pass_on_stalemate);
    const Rules free = one("[x:chess]\nmobilityRegionWhiteKing = *1\n[y:x]\nmobilityRegionWhiteKing = -\n");
    EXPECT_TRUE(free.side(Color::white).mobility.empty());
}

TEST(RulesReader, ReadsEnds) {
    const Rules x = child_of_chess(
        "stalemateValue = win\ncheckmateValue = draw\nextinctionValue = draw\nextinctionPieceTypes = q*r\n"
        "extinctionPieceCount = 2\nextinctionOpponentPieceCount = 3\nextinctionClaim = true\n"
        "extinctionPseudoRoyal = true\nflagPiece = k\nflagPieceBlack = *\nflagRegion = *4\n"
        "flagRegionWhite = e5 d5\nflagPieceCount = 2\nflagMove = true\nnMoveRule = 0\nnFoldRule = 0");
    EXPECT_EQ(x.stalemate_value, game::Outcome::win);
    EXPECT_EQ(x.checkmate_value, game::Outcome::open);
    EXPECT_EQ(x.extinction_value, game::Outcome::open);
    EXPECT_EQ(x.extinction_kinds, "QR");
    EXPECT_TRUE(x.extinction_total);
    EXPECT_EQ(x.extinction_count, 2U);
    EXPECT_EQ(x.extinction_opponent_count, 3U);
    EXPECT_TRUE(x.extinction_claim && x.extinction_pseudo_royal && x.flag_move);
    EXPECT_EQ(x.side(Color::white).flag_piece, 'K');
    EXPECT_EQ(x.side(Color::black).flag_piece, 0);
    EXPECT_EQ(x.side(Color::white).flag_region, squares("e5 d5"));
    EXPECT_EQ(x.side(Color::black).flag_region, squares("*4"));
    EXPECT_EQ(x.flag_count, 2U);
    const Rules y = one("[x:shatranj]\nextinctionValue = none\nextinctionPieceTypes = -\n");
    EXPECT_FALSE(y.extinction_value.has_value());
    EXPECT_FALSE(y.extinction_total);
}

TEST(RulesReader, TakesKeysWithoutInfluence) {
    const std::string plain = canonical_text(child_of_chess(""));
    EXPECT_EQ(
        canonical_text(child_of_chess(
            "variantTemplate = shogi\npieceToCharTable = PNBRQ....Kpnbrq....k\npocketSize = 0\n"
            "pieceValueMg = p:100 n:300\npieceValueEg = q:900\nnMoveRuleTypes = pn\nnMoveRuleTypesWhite = -\n"
            "nMoveRuleTypesBlack = p\npieceDrops = false\ndropChecks = true\nmustDropType = *\n"
            "soldierPromotionRank = 1\nconnectValue = win\ncountingRule = none")),
        plain);
}

TEST(RulesReader, ALargerChildHasWholeRanks) {
    const Rules x = one("[x:chess]\nmaxFile = 10\nstartFen = rnbqkbnrrr/10/10/10/10/10/10/RNBQKBNRRR\n");
    EXPECT_TRUE(x.side(Color::white).promotion_region[region_bit(9, 7)]);
}

struct Offending {
    std::string text;
    Location where;
    std::string word;  ///< something that the message says
};

void expect_refused(const Offending& o) {
    const auto read = read_rules(o.text, find_shipped);
    ASSERT_FALSE(read.has_value()) << o.text;
    EXPECT_EQ(read.error().kind, ErrorKind::bad_input);
    ASSERT_TRUE(read.error().where.has_value()) << o.text;
    EXPECT_EQ(read.error().where->line, o.where.line) << o.text << read.error().message;
    EXPECT_EQ(read.error().where->column, o.where.column) << o.text << read.error().message;
    EXPECT_NE(read.error().message.find(o.word), std::string::npos) << o.text << read.error().message;
}

TEST(RulesReader, RefusesBadSyntax) {
    const std::vector<Offending> cases{
        {"castling = false\n", {1, 1}, "before the first section"},
        {"[x\n", {1, 3}, "']'"},
        {"  [x] y\n", {1, 7}, "behind the section"},
        {"[]\n", {1, 2}, "no name"},
        {"[x:]\n", {1, 4}, "no name"},
        {"[x/y]\n", {1, 3}, "'/'"},
        {"[x:y:z]\n", {1, 5}, "':'"},
        {"[x:none]\n", {1, 4}, "no variant 'none'"},
        {"[x:x]\n", {1, 4}, "no variant"},
        {"[x:chess]\n\n[x:chess]\n", {3, 2}, "was there before"},
        {"[x:chess]\ncastling\n", {2, 1}, "no line"},
        {"[x:chess]\n = false\n", {2, 2}, "no key"},
        {"[x:chess]\npass = true\n  pass = true\n", {3, 3}, "there before"},
        {"[x:chess]\npass =\n", {2, 7}, "no value"},
        {"[x:chess]\r\nPass = true\r\n", {2, 1}, "perhaps pass"},
        {"[x:chess]\nmaxRanks = 8\n", {2, 1}, "perhaps maxRank"},
        {"[x:chess]\nmobilityRegionWhiteKnigth = a1\n", {2, 1}, "mobilityRegionWhiteKnight"},
        {"[x:chess]\nxyzzyplugh = 8\n", {2, 1}, "unknown key 'xyzzyplugh'"},
        {"[x:chess]\ncustomPiece26 = a:W\n", {2, 1}, "unknown key"},
        {std::string("[x:chess]\n\0\x80 = 1\n", 16), {2, 1}, "'?\?'"},
    };
    for (const Offending& o : cases) expect_refused(o);
}

TEST(RulesReader, RefusesBadValues) {
    // Lines of a child of chess; the column is that of the offence in the line.
    struct Line {
        std::string text;
        std::uint64_t column;
        std::string word;
    };
    const std::vector<Line> cases{
        {"maxFile = 17", 11, "out of range"},
        {"maxFile = q", 11, "from a to p"},
        {"maxRank = 0", 11, "out of range"},
        {"maxRank = a", 11, "out of range"},
        {"castling = yes", 12, "neither true nor false"},
        {"castling = True", 12, "neither true nor false"},
        {"stalemateValue = none", 18, "no result"},
        {"extinctionValue = lose", 19, "or none"},
        {"flagPieceCount = -1", 18, "from 0 to 256"},
        {"flagPieceCount = 257", 18, "from 0 to 256"},
        {"flagPieceCount = 99999999999999999999", 18, "from 0 to 256"},
        {"flagPieceCount = 0", 18, "at least 1"},
        {"nMoveRule = 50", 13, "endless game is a draw"},
        {"nFoldRule = 3", 13, "endless game is a draw"},
        {"pocketSize = 1", 14, "in hand"},
        {"knight = 5", 10, "no letter"},
        {"knight = n:N", 11, "customPiece1 = n:N"},
        {"customPiece1 = a", 17, "no movement"},
        {"customPiece1 = a;W", 17, "':'"},
        {"customPiece1 = a:WXF", 19, "'X'"},
        {"customPiece1 = p:fmWfceF", 23, "enPassantTypes"},
        {"customPiece1 =  a:nR", 19, "single steps"},
        {"king = k:Wm", 12, "before nothing"},
        {"janggiCannon = j", 16, "not supported"},
        {"queen = q", 9, "promotionPieceTypes"},
        {"alfil = a\nfers = a", 8, "names two pieces"},
        {"promotionPieceTypes = qx", 24, "no piece"},
        {"promotionPieceTypes = qk", 24, "royal king"},
        {"pawnTypes = k", 13, "royal king"},
        {"promotedPieceType = q-r", 21, "no pair"},
        {"promotedPieceType = q:r n:z", 27, "no piece"},
        {"promotedPieceType = x:r", 21, "no piece"},
        {"promotedPieceType = q:k", 23, "royal king"},
        {"promotedPieceType = -", 21, "no pair"},
        {"promotionRegionWhite = *9", 24, "outside the board"},
        {"promotionRegionWhite = a1 i8", 27, "outside the board"},
        {"promotionRegionWhite = a1,b1", 24, "no square"},
        {"promotionRegionWhite = a1 -", 27, "no square"},
        {"promotionRegionWhite = **", 24, "no square"},
        {"promotionRegionWhite = a0", 24, "outside the board"},
        {"promotionRegionWhite = z1", 24, "no square"},
        {"promotionRegionWhite = a", 24, "no square"},
        {"flagRegion = *", 14, "no square"},
        {"flagPiece = kq", 14, "one piece"},
        {"flagPiece = -", 13, "no piece"},
        {"flagPiece = z", 13, "no piece"},
        {"castlingKingPiece = *", 21, "no piece"},
        {"castlingKingsideFile = i", 24, "from a to h"},
        {"castlingRank = 9", 16, "from 1 to 8"},
        {"castlingRookKingsideFile = 17", 28, "out of range"},
        {"castlingQueensideFile = h", 25, "to the right"},
        {"mobilityRegionWhiteWazir = a1", 28, "no wazir"},
        {"mobilityRegionWhiteKing = i1", 27, "outside the board"},
        {"doubleStep = false\ndoubleStepRegionWhite = *3", 25, "contradicts"},
        {"doubleStepRegionWhite = -\ndoubleStepRegionBlack = -\ndoubleStep = true", 14, "nowhere"},
        {"extinctionValue = loss", 19, "expected extinctionPieceTypes"},
        {"extinctionPseudoRoyal = true", 25, "expected extinctionPieceTypes"},
        {"extinctionPieceTypes = q*x", 26, "no piece"},
        {"pieceDrops = true", 14, "known but not supported"},
        {"promotionLimit = q:1", 1, "left out"},
        {"whiteFlag = *8", 1, "flagRegionWhite"},
        {"wallingRule = duck", 15, "walls"},
        {"chess960 = true", 12, "960"},
        {"variantTemplate = Fairy", 19, "template"},
        {"pieceToCharTable = PN BR", 22, "table"},
        {"pieceValueMg = p:x", 16, "value"},
        {"pieceValueMg = p:1 z:5", 20, "no piece"},
        {"nMoveRuleTypes = z", 18, "no piece"},
        {"startFen = 8/8/8/8/8/8/8/7X w", 27, "'X'"},
        {"startFen = 8/8/8/8/8/8/8/9 w", 26, "too long"},
        {"startFen = 8/8/8/8/8/8/8/7 w", 27, "has 7 squares"},
        {"startFen = 8/8/8/8/8/8/8 w", 25, "7 ranks"},
        {"startFen = 8/8/8/8/8/8/8/8/8 w", 27, "more than 8 ranks"},
        {"startFen = 8/8/8/8/8/8/8/0 w", 26, "run of 0"},
        {"startFen = 8/8/8/8/8/8/8/8[] w", 27, "in hand"},
        {"startFen = 8/8/8/8/8/8/8/7+P w", 27, "does not promote"},
        {"startFen = 8/8/8/8/8/8/8/8 x", 28, "side to move"},
        {"startFen = 8/8/8/8/8/8/8/8 w K", 12, "no king and rook"},
        {"startFen = kK6/8/8/8/8/8/8/8 w", 12, "captured at once"},
        {"castling = false\nstartFen = 8/8/8/8/8/8/8/8 w K", 12, "no castling"},
    };
    for (const Line& c : cases) {
        const auto lines = static_cast<std::uint64_t>(std::count(c.text.begin(), c.text.end(), '\n'));
        expect_refused({"[x:chess]\n" + c.text + "\n", {2 + lines, c.column}, c.word});
    }
}

TEST(RulesReader, RefusesWhatTheParentLeavesOpen) {
    const std::vector<Offending> cases{
        {"[x]\n", {1, 2}, "without pieces"},
        {"[x]\nking = k\n", {1, 2}, "no startFen"},
        {"[x:chess]\nmaxFile = 10\n", {1, 2}, "does not fit"},
        {"[x:chess]\nmaxFile = 5\nstartFen = 5/5/5/5/5/5/5/5\n", {2, 11}, "castlingKingsideFile"},
        {"[x:breakthrough]\nbreakthrough = -\npawn = p\n", {1, 2}, "flagPiece"},
        {"[x:simplified]\nqueen = -\nstartFen = 4/4/4/4\n", {1, 2}, "extinctionPieceTypes"},
        {"[y:chess]\npromotedPieceType = n:q\n[x:y]\nqueen = -\nstartFen = 8/8/8/8/8/8/8/8\n",
         {3, 2},
         "promotedPieceType"},
        {"[y:chess]\nmobilityRegionWhiteKing = h8\nstartFen = 8/8/8/8/8/8/8/8\n[x:y]\nmaxFile = 7\ncastling "
         "= false\nstartFen = "
         "7/7/7/7/7/7/7/7\n",
         {4, 2},
         "outside this board"},
        {"[y:chess]\ndoubleStep = false\n[x:y]\ndoubleStepRegionWhite = *2\n", {4, 25}, "doubleStep = true"},
    };
    for (const Offending& o : cases) expect_refused(o);
}

TEST(RulesReader, TellsTheFirstOffenceOfALayer) {
    expect_refused({"[x:chess]\npass = 1\nchecking = 2\n", {2, 8}, "'1'"});
    expect_refused({"[x:chess]\nchecking = 2\npass = 1\n", {2, 12}, "'2'"});
    expect_refused({"[x:chess]\npass = 1\nnonsense = 2\n", {3, 1}, "unknown"});
    expect_refused({"[x:chess]\npass = true\n[y:chess]\npass = 0\n[z\n", {5, 3}, "']'"});
}

TEST(RulesReader, RulesOfAllKindsReadBack) {
    const std::vector<std::string> children{
        "promotedPieceType = n:q b:r\npromotionRegionWhite = a8 h* *7\nstartFen = 8/8/8/8/8/8/8/8",
        "mobilityRegionWhiteKing = *1 c5\nmobilityRegionBlackPawn = a*\nstartFen = 8/8/8/8/8/8/8/8",
        "doubleStepRegionWhite = a2\nenPassantRegion = -\nstartFen = 8/8/8/8/8/8/8/8",
        "castlingKingPieceBlack = -\ncastlingRookKingsideFile = g\nstartFen = 8/8/8/8/8/8/8/8",
        "extinctionValue = win\nextinctionPieceTypes = q*n\nextinctionPieceCount = 3\nflagMove = "
        "true\nstartFen = 8/8/8/8/8/8/8/8",
        "castlingRookPieces = -\ncastlingKingsideFile = h\nstartFen = 8/8/8/8/8/8/8/8",
        "castling = false\nmaxFile = 3\nmaxRank = 1\nstartFen = k1K",
        "rook = -\nmaxFile = 3\nmaxRank = 1\nstartFen = k1K",
        "customPiece7 = a:\ncustomPiece3 = c:nNpRimF2\nking = k:KAD\nstartFen = 8/8/8/8/8/8/8/8",
    };
    for (const std::string& lines : children) {
        const std::string text = canonical_text(one("[x:chess]\n" + lines + "\n"));
        EXPECT_EQ(canonical_text(one(text)), text) << lines;
    }
}

TEST(RulesReader, WordsTellEveryRule) {
    const std::string words = describe(empty_child_of_chess(
        "customPiece1 = x:nNpRgBR2imF\nmobilityRegionWhiteKing = *1\nmustCapture = true\nchecking = false\n"
        "passWhite = true\npassOnStalemateBlack = true\npromotedPieceType = n:q\nmandatoryPawnPromotion = "
        "false\n"
        "promotionRegionWhite = h8\ndoubleStepRegionBlack = -\nenPassantTypesWhite = -\nenPassantRegionBlack "
        "= c3\n"
        "castlingKingPieceBlack = -\ncastlingRookPieces = b\ncastlingKingsideFile = f\nstalemateValue = win\n"
        "checkmateValue = draw\nextinctionValue = loss\nextinctionPieceTypes = qn*\nextinctionPieceCount = "
        "2\n"
        "extinctionOpponentPieceCount = 4\nextinctionClaim = true\nextinctionPseudoRoyal = true\n"
        "flagPieceWhite = k\nflagRegion = *4\nflagRegionWhite = e5\nflagPieceCount = 2\nflagMove = true"));
    for (const char* part :
         {"8 files and 8 ranks",
          "Start: 8/8/8",
          "king (K), royal, Betza K",
          "nNpRgBR2imF",
          "(1,2)",
          "a piece on the way blocks",
          "hops over a piece",
          "right behind a piece",
          "at most 2 steps",
          "its first move",
          "White's king (K) may stand on *1 only",
          "Who can capture must",
          "No move may give check",
          "White: may pass unless in check",
          "Black: may pass where there is no other move",
          "knight (N) may turn into queen (Q)",
          "promotion region is h8",
          "may promote there to queen (Q), rook (R)",
          "double steps and initial moves from *2",
          "Black: no double steps",
          "White: no captures en passant",
          "pawn (P) may capture en passant on c3",
          "White: castling of king (K) with bishop (B)",
          "Black: no castling",
          "to f with",
          "is not attacked and has no move, has won",
          "is attacked and has no move, has drawn",
          "The last of one of queen (Q), knight (N) and all pieces together may not be left attacked",
          "2 or fewer left",
          "the opponent has 4 or more, has lost",
          "one more of them",
          "White wins with 2 pieces of king (K) on e5",
          "Black wins with 2 pieces of any kind on *4",
          "He wins when it is his turn again: the opponent has one more move.",
          "An opponent who comes there in that move is too late.",
          "An endless game is a draw"})
        EXPECT_NE(words.find(part), std::string::npos) << part << "\n" << words;
    for (const auto& [name, rules] : shipped()) EXPECT_TRUE(describe(rules).starts_with(name + ": "));
}

TEST(RulesReader, WordsTellHowARaceEnds) {
    const std::string race = "[x:chess]\nflagPiece = k\nflagMove = true\nflagRegionWhite = *8\n";
    const std::string draw =
        "If Black's king comes there in that move the game is a draw; White's would be too late.";
    const std::string both = describe(one(race + "flagRegionBlack = *8\n"));
    EXPECT_NE(both.find(draw), std::string::npos) << both;
    EXPECT_EQ(both.find("An opponent who"), std::string::npos);
    const std::string alone = describe(one(race));
    EXPECT_EQ(alone.find("in that move"), std::string::npos) << alone;
}

TEST(RulesReader, EveryExampleOfTheDocumentIsRead) {
    const std::string text = file_text(std::filesystem::path(ZERMELO_SOURCE_DIR) / "docs" / "rules.md");
    const std::string fence = "```ini\n";
    std::size_t blocks = 0;
    for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
        at += fence.size();
        const std::size_t end = text.find("```", at);
        const std::string block = text.substr(at, end - at);
        const auto read = read_rules(block, find_shipped);
        EXPECT_TRUE(read.has_value()) << block << read.error().message;
        if (read)
            for (const Rules& rules : *read) {
                const std::string canonical = canonical_text(rules);
                EXPECT_EQ(canonical_text(one(canonical)), canonical);
            }
        ++blocks;
        at = end;
    }
    EXPECT_GE(blocks, 12U);
}

}  // namespace
}  // namespace zermelo::variant
