// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "zermelo/color.hpp"
#include "zermelo/export.hpp"
#include "zermelo/value.hpp"

namespace zermelo {

/// A key of rules files that says something of the game, and the type of its values.
template <typename T>
struct RuleKey {
    std::string_view name;  ///< as rules files have it
};
/// A key of either side: in rules files `…White` and `…Black`.
template <typename T>
struct SideRuleKey {
    std::string_view name;  ///< without the side
};
/// A key of both sides, or of either one.
template <typename T>
struct SharedRuleKey {
    std::string_view name;  ///< without a side
};

// --- types of values besides bool, numbers, `Outcome`, letters of files and texts

/// Squares of a board. Kept as they are said: whether the board has them is seen when the variant is built.
class ZERMELO_API Squares {
  public:
    /// None.
    Squares() = default;
    /// By names, as rules files have them: squares ("e4"), ranks ("*8") and files ("a*").
    Squares(std::initializer_list<std::string_view> names);
    /// A whole rank, counted from 1.
    static Squares rank(unsigned number);
    /// A whole file, 'a' to 'p'.
    static Squares file(char letter);

    /// The squares of both.
    friend ZERMELO_API Squares operator|(const Squares& a, const Squares& b);
    /// As rules files have them: "e4 *8"; "-" for none.
    std::string text() const;

  private:
    std::string names_;
};

/// Kinds of pieces, by their letters in either case: "qrbn"; "" for none. Where a rule takes all of them
/// together (`extinctionPieceTypes`, `connectPieceTypes`), "*" says so.
class ZERMELO_API Kinds {
  public:
    Kinds(const char* letters) : letters_(letters) {}
    Kinds(std::string letters) : letters_(std::move(letters)) {}
    /// As rules files have them: "qrbn"; "-" for none.
    std::string text() const;

  private:
    std::string letters_;
};

/// A kind of piece by its letter, or what stands for no single one, which is written as `Other`.
template <char Other>
class KindOr {
  public:
    KindOr(char letter) : letter_(letter) {}
    KindOr(std::nullopt_t) {}
    /// As rules files have it.
    std::string text() const { return std::string(1, letter_); }

  private:
    char letter_ = Other;
};
using KindOrNone = KindOr<'-'>;  ///< `std::nullopt` is no kind
using KindOrAny = KindOr<'*'>;   ///< `std::nullopt` is any kind

/// What kinds of pieces turn into: {{'p', 'g'}, {'b', std::nullopt}}; nothing takes a pair away that the
/// parent has. Pairs of other kinds stay.
class ZERMELO_API KindPairs {
  public:
    KindPairs(std::initializer_list<std::pair<char, std::optional<char>>> pairs);
    /// As rules files have them: "p:g b:-".
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

/// Numbers of kinds of pieces: {{'q', 1}, {'r', 2}}.
class ZERMELO_API KindNumbers {
  public:
    KindNumbers(std::initializer_list<std::pair<char, unsigned>> numbers);
    /// As rules files have them: "q:1 r:2".
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

/// What players call kinds of pieces: {{'e', "drunk elephant"}}.
class ZERMELO_API KindNames {
  public:
    KindNames(std::initializer_list<std::pair<char, std::string_view>> names);
    /// As rules files have them: "e:drunk-elephant".
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

/// How a drop must stand to the men that are there.
enum class EnclosingDrop : std::uint8_t { none, reversi, ataxx, snort, anyside, top };
/// Which enemies a move or a drop turns to its own side.
enum class FlipEnclosed : std::uint8_t { none, reversi, ataxx, quadwrangle };
/// Where each move puts a wall; `anywhere` is `static` in rules files.
enum class WallingRule : std::uint8_t { none, anywhere, arrow, past, edge, duck };
/// Who wins a game that would be drawn, by the men on the board.
enum class MaterialRule : std::uint8_t { none, unweighted, white_draw_odds, black_draw_odds, janggi };
/// Who loses by attacking one man all the time.
enum class ChasingRule : std::uint8_t { none, axf };
/// Whose numbers of moves are counted against few men.
enum class CountingTradition : std::uint8_t { none, makruk, cambodian, asean };

/// As rules files have them.
ZERMELO_API std::string_view name(EnclosingDrop rule);
ZERMELO_API std::string_view name(FlipEnclosed rule);
ZERMELO_API std::string_view name(WallingRule rule);
ZERMELO_API std::string_view name(MaterialRule rule);
ZERMELO_API std::string_view name(ChasingRule rule);
ZERMELO_API std::string_view name(CountingTradition rule);

/// The keys of rules files by which `VariantBuilder::set` sets rules, all but those of the board's size, the
/// start and pieces. What each means stands in docs/rules.md under its name there. Ranks are counted from 1,
/// files are letters, numbers go from 0 to 256.
namespace keys {

inline constexpr RuleKey<Kinds> pawn_types{"pawnTypes"};
inline constexpr SideRuleKey<Squares> promotion_region{"promotionRegion"};
inline constexpr SharedRuleKey<Kinds> promotion_pawn_types{"promotionPawnTypes"};
inline constexpr SharedRuleKey<Kinds> promotion_piece_types{"promotionPieceTypes"};
inline constexpr RuleKey<KindPairs> promoted_piece_type{"promotedPieceType"};
inline constexpr RuleKey<KindPairs> turning_piece_type{"turningPieceType"};
inline constexpr RuleKey<bool> mandatory_pawn_promotion{"mandatoryPawnPromotion"};
inline constexpr RuleKey<bool> double_step{"doubleStep"};
inline constexpr SideRuleKey<Squares> double_step_region{"doubleStepRegion"};
inline constexpr SideRuleKey<Squares> triple_step_region{"tripleStepRegion"};
inline constexpr SharedRuleKey<Squares> en_passant_region{"enPassantRegion"};
inline constexpr SharedRuleKey<Kinds> en_passant_types{"enPassantTypes"};
inline constexpr RuleKey<bool> mandatory_piece_promotion{"mandatoryPiecePromotion"};
inline constexpr RuleKey<bool> piece_demotion{"pieceDemotion"};
inline constexpr RuleKey<bool> piece_promotion_on_capture{"piecePromotionOnCapture"};
inline constexpr RuleKey<KindNumbers> promotion_limit{"promotionLimit"};
inline constexpr RuleKey<bool> piece_drops{"pieceDrops"};
inline constexpr RuleKey<bool> free_drops{"freeDrops"};
inline constexpr RuleKey<bool> captures_to_hand{"capturesToHand"};
inline constexpr RuleKey<bool> captures_to_owner{"capturesToOwner"};
inline constexpr RuleKey<bool> drop_loop{"dropLoop"};
inline constexpr RuleKey<bool> drop_promoted{"dropPromoted"};
inline constexpr RuleKey<bool> first_rank_pawn_drops{"firstRankPawnDrops"};
inline constexpr RuleKey<bool> promotion_zone_pawn_drops{"promotionZonePawnDrops"};
inline constexpr RuleKey<bool> sittuyin_rook_drop{"sittuyinRookDrop"};
inline constexpr RuleKey<bool> drop_opposite_colored_bishop{"dropOppositeColoredBishop"};
inline constexpr SideRuleKey<Squares> drop_region{"dropRegion"};
inline constexpr RuleKey<KindOrNone> drop_no_doubled{"dropNoDoubled"};
inline constexpr RuleKey<unsigned> drop_no_doubled_count{"dropNoDoubledCount"};
inline constexpr RuleKey<bool> drop_checks{"dropChecks"};
inline constexpr RuleKey<bool> must_drop{"mustDrop"};
inline constexpr RuleKey<KindOrAny> must_drop_type{"mustDropType"};
inline constexpr RuleKey<bool> castling_dropped_piece{"castlingDroppedPiece"};
inline constexpr RuleKey<bool> shogi_pawn_drop_mate_illegal{"shogiPawnDropMateIllegal"};
inline constexpr RuleKey<bool> immobility_illegal{"immobilityIllegal"};
inline constexpr RuleKey<EnclosingDrop> enclosing_drop{"enclosingDrop"};
inline constexpr RuleKey<Squares> enclosing_drop_start{"enclosingDropStart"};
inline constexpr RuleKey<FlipEnclosed> flip_enclosed_pieces{"flipEnclosedPieces"};
inline constexpr RuleKey<bool> castling{"castling"};
inline constexpr RuleKey<bool> chess960{"chess960"};
inline constexpr SharedRuleKey<KindOrNone> castling_king_piece{"castlingKingPiece"};
inline constexpr SharedRuleKey<Kinds> castling_rook_pieces{"castlingRookPieces"};
inline constexpr RuleKey<char> castling_kingside_file{"castlingKingsideFile"};
inline constexpr RuleKey<char> castling_queenside_file{"castlingQueensideFile"};
inline constexpr RuleKey<unsigned> castling_rank{"castlingRank"};
inline constexpr RuleKey<char> castling_king_file{"castlingKingFile"};
inline constexpr RuleKey<char> castling_rook_kingside_file{"castlingRookKingsideFile"};
inline constexpr RuleKey<char> castling_rook_queenside_file{"castlingRookQueensideFile"};
inline constexpr RuleKey<bool> must_capture{"mustCapture"};
inline constexpr RuleKey<bool> checking{"checking"};
inline constexpr SharedRuleKey<bool> longest_moves{"longestMoves"};
inline constexpr RuleKey<bool> koeko_rule{"koekoRule"};
inline constexpr RuleKey<bool> madrasi_rule{"madrasiRule"};
inline constexpr RuleKey<bool> andernach_rule{"andernachRule"};
inline constexpr RuleKey<bool> opposite_castling{"oppositeCastling"};
inline constexpr RuleKey<bool> blast_on_capture{"blastOnCapture"};
inline constexpr RuleKey<Kinds> blast_immune_types{"blastImmuneTypes"};
inline constexpr RuleKey<Kinds> mutually_immune_types{"mutuallyImmuneTypes"};
inline constexpr RuleKey<bool> flying_general{"flyingGeneral"};
inline constexpr RuleKey<unsigned> soldier_promotion_rank{"soldierPromotionRank"};
inline constexpr RuleKey<bool> makpong_rule{"makpongRule"};
inline constexpr RuleKey<Kinds> petrify_on_capture_types{"petrifyOnCaptureTypes"};
inline constexpr RuleKey<bool> petrify_blast_pieces{"petrifyBlastPieces"};
inline constexpr RuleKey<WallingRule> walling_rule{"wallingRule"};
inline constexpr RuleKey<bool> wall_or_move{"wallOrMove"};
inline constexpr SharedRuleKey<Squares> walling_region{"wallingRegion"};
inline constexpr RuleKey<bool> gating{"gating"};
inline constexpr RuleKey<bool> seirawan_gating{"seirawanGating"};
inline constexpr RuleKey<bool> cambodian_moves{"cambodianMoves"};
inline constexpr RuleKey<bool> sittuyin_promotion{"sittuyinPromotion"};
inline constexpr RuleKey<Squares> diagonal_lines{"diagonalLines"};
inline constexpr RuleKey<bool> bikjang_rule{"bikjangRule"};
inline constexpr RuleKey<bool> shatar_mate_rule{"shatarMateRule"};
inline constexpr SharedRuleKey<bool> pass{"pass"};
inline constexpr SharedRuleKey<bool> pass_on_stalemate{"passOnStalemate"};
inline constexpr RuleKey<Outcome> stalemate_value{"stalemateValue"};
inline constexpr RuleKey<Outcome> checkmate_value{"checkmateValue"};
inline constexpr RuleKey<bool> stalemate_piece_count{"stalematePieceCount"};
inline constexpr RuleKey<MaterialRule> material_counting{"materialCounting"};
inline constexpr RuleKey<bool> adjudicate_full_board{"adjudicateFullBoard"};
inline constexpr RuleKey<std::optional<Outcome>> extinction_value{"extinctionValue"};
inline constexpr RuleKey<Kinds> extinction_piece_types{"extinctionPieceTypes"};
inline constexpr RuleKey<unsigned> extinction_piece_count{"extinctionPieceCount"};
inline constexpr RuleKey<unsigned> extinction_opponent_piece_count{"extinctionOpponentPieceCount"};
inline constexpr RuleKey<bool> extinction_claim{"extinctionClaim"};
inline constexpr RuleKey<bool> extinction_pseudo_royal{"extinctionPseudoRoyal"};
inline constexpr SharedRuleKey<KindOrAny> flag_piece{"flagPiece"};
inline constexpr SharedRuleKey<Squares> flag_region{"flagRegion"};
inline constexpr RuleKey<unsigned> flag_piece_count{"flagPieceCount"};
inline constexpr RuleKey<bool> flag_move{"flagMove"};
inline constexpr RuleKey<bool> flag_piece_safe{"flagPieceSafe"};
inline constexpr RuleKey<bool> flag_piece_blocked_win{"flagPieceBlockedWin"};
inline constexpr RuleKey<bool> duple_check{"dupleCheck"};
inline constexpr RuleKey<bool> check_counting{"checkCounting"};
inline constexpr RuleKey<std::string> castling_wins{"castlingWins"};
inline constexpr RuleKey<unsigned> connect_n{"connectN"};
inline constexpr RuleKey<unsigned> connect_n_by_n{"connectNxN"};
inline constexpr RuleKey<unsigned> collinear_n{"collinearN"};
inline constexpr RuleKey<Kinds> connect_piece_types{"connectPieceTypes"};
inline constexpr RuleKey<bool> connect_vertical{"connectVertical"};
inline constexpr RuleKey<bool> connect_horizontal{"connectHorizontal"};
inline constexpr RuleKey<bool> connect_diagonal{"connectDiagonal"};
inline constexpr RuleKey<Outcome> connect_value{"connectValue"};
inline constexpr SideRuleKey<Squares> connect_region1{"connectRegion1"};
inline constexpr SideRuleKey<Squares> connect_region2{"connectRegion2"};
inline constexpr RuleKey<unsigned> n_move_rule{"nMoveRule"};
inline constexpr SharedRuleKey<Kinds> n_move_rule_types{"nMoveRuleTypes"};
inline constexpr RuleKey<unsigned> n_fold_rule{"nFoldRule"};
inline constexpr RuleKey<Outcome> n_fold_value{"nFoldValue"};
inline constexpr RuleKey<bool> n_fold_value_absolute{"nFoldValueAbsolute"};
inline constexpr RuleKey<bool> perpetual_check_illegal{"perpetualCheckIllegal"};
inline constexpr RuleKey<bool> move_repetition_illegal{"moveRepetitionIllegal"};
inline constexpr RuleKey<ChasingRule> chasing_rule{"chasingRule"};
inline constexpr RuleKey<CountingTradition> counting_rule{"countingRule"};
inline constexpr RuleKey<std::string> variant_template{"variantTemplate"};
inline constexpr RuleKey<KindNames> piece_names{"pieceNames"};
inline constexpr RuleKey<std::string> piece_to_char_table{"pieceToCharTable"};
inline constexpr RuleKey<unsigned> pocket_size{"pocketSize"};
inline constexpr RuleKey<KindNumbers> piece_value_mg{"pieceValueMg"};
inline constexpr RuleKey<KindNumbers> piece_value_eg{"pieceValueEg"};

}  // namespace keys
}  // namespace zermelo
