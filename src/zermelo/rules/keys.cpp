// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/keys.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "zermelo/base/ascii.hpp"
#include "zermelo/rules/values.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo::rules {
namespace {

// Which sides a key speaks of, as bits.
constexpr unsigned white = 1;
constexpr unsigned black = 2;
constexpr unsigned both = 3;

/// A key whose value is read by `Read` and stored in one member of the rules.
template <auto Member, auto Read>
Result<void> set(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(auto value, Read(builder, text));
    builder.rules.*Member = std::move(value);
    return {};
}

/// The same for a member of a part of the rules.
template <auto Part, auto Member, auto Read>
Result<void> set(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(auto value, Read(builder, text));
    builder.rules.*Part.*Member = std::move(value);
    return {};
}

/// The same for a member of one side or both.
template <auto Member, auto Read, unsigned Sides>
Result<void> set_side(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(auto value, Read(builder, text));
    for (unsigned side = 0; side < 2; ++side)
        if ((Sides >> side & 1U) != 0) builder.rules.sides[side].*Member = value;
    return {};
}

Result<void> pawn_types(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(const auto value, values::common_letters(builder, text));
    for (SideRules& side : builder.rules.sides) side.promotion_pawns = side.en_passant_pawns = value;
    builder.rules.history.progress_kinds = {value, value};
    return {};
}

Result<void> start_fen(RulesBuilder& builder, const IniText& text) {
    builder.rules.start_fen = text.text;
    return {};
}

/// Pairs of letters as in `p:g b:-`; a pair changes only its own piece.
Result<void> promoted_piece_type(RulesBuilder& builder, const IniText& text) {
    for (const IniText& word : words(text)) {
        if (word.text.size() != 3 || word.text[1] != ':')
            return error_at(word.where,
                            quoted(word.text) + " is no pair of pieces, expected pairs like p:g or p:-");
        std::array<unsigned, 2> pieces{};
        for (std::size_t i = 0; i < 2; ++i) {
            if (i == 1 && word.text[2] == '-') continue;
            ZERMELO_TRY(const auto found, values::piece(builder, word, 2 * i));
            if (i == 0 && found == king_piece)
                return error_at(word.at(0), "the royal king does not turn into another piece");
            pieces[i] = found;
        }
        if (word.text[2] == '-') {
            builder.rules.promoted_kind.erase(code_of(pieces[0]));
        } else {
            builder.rules.promoted_kind[code_of(pieces[0])] = code_of(pieces[1]);
        }
    }
    return {};
}

Result<void> double_step(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(const bool value, values::boolean(builder, text));
    if (!value)
        for (SideRules& side : builder.rules.sides) side.double_step_region.reset();
    return {};
}

/// '*' is all pieces together, counted as one more kind.
Result<void> extinction_types(RulesBuilder& builder, const IniText& text) {
    // Each '*' is blanked out; the places of the letters stay as they are.
    std::string without(text.text);
    std::replace(without.begin(), without.end(), '*', ' ');
    ZERMELO_TRY(const auto value, values::letters(builder, {without, text.where}));
    builder.rules.extinction_kinds = value;
    builder.rules.extinction_total = text.text.find('*') != std::string_view::npos;
    return {};
}

template <unsigned Sides>
Result<void> progress_kinds(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(const auto value, values::letters(builder, text));
    for (unsigned side = 0; side < 2; ++side)
        if ((Sides >> side & 1U) != 0) builder.rules.history.progress_kinds[side] = value;
    return {};
}

/// Keys whose value must make sense and changes nothing here.
Result<void> checked_count(RulesBuilder& builder, const IniText& text) {
    ZERMELO_CHECK(values::count(builder, text));
    return {};
}

Result<void> checked_word(RulesBuilder& /*builder*/, const IniText& text) {
    const auto is_odd = [](char c) { return !is_lower(c) && !is_digit(c) && c != '-'; };
    const auto odd = std::find_if(text.text.begin(), text.text.end(), is_odd);
    if (odd != text.text.end())
        return error_at(text.at(static_cast<std::size_t>(odd - text.text.begin())),
                        "no name of a template, expected small letters, digits and '-'");
    return {};
}

Result<void> checked_table(RulesBuilder& /*builder*/, const IniText& text) {
    const auto is_odd = [](char c) { return c < 0x21 || c > 0x7e; };
    const auto odd = std::find_if(text.text.begin(), text.text.end(), is_odd);
    if (odd != text.text.end())
        return error_at(text.at(static_cast<std::size_t>(odd - text.text.begin())),
                        "no table of pieces, expected letters, dots and signs without blanks");
    return {};
}

Result<void> checked_worths(RulesBuilder& builder, const IniText& text) {
    for (const IniText& word : words(text)) {
        ZERMELO_CHECK(values::piece(builder, word, 0));
        const std::string_view digits = word.text.size() > 2 ? word.text.substr(2) : std::string_view{};
        if (word.text.size() < 3 || word.text[1] != ':' || digits.size() > 7 ||
            digits.find_first_not_of("0123456789") != std::string_view::npos)
            return error_at(word.where,
                            quoted(word.text) + " is no piece's value, expected pairs like n:800");
    }
    return {};
}

/// The number of men of a kind, as in `q:1 r:2`, within a size_t's worth of sense.
Result<void> promotion_limits(RulesBuilder& builder, const IniText& text) {
    for (const IniText& word : words(text)) {
        ZERMELO_TRY(const unsigned found, values::piece(builder, word, 0));
        if (word.text.size() < 3 || word.text[1] != ':')
            return error_at(word.where,
                            quoted(word.text) + " is no limit of a piece, expected pairs like q:1");
        ZERMELO_TRY(const unsigned limit, values::count(builder, word.part(2)));
        if (limit == 0) {
            builder.rules.promotion_limit.erase(code_of(found));
        } else {
            builder.rules.promotion_limit[code_of(found)] = limit;
        }
    }
    return {};
}

/// A rule that has a name for each of its ways.
template <const auto& Ways>
auto one_of(const RulesBuilder& /*builder*/, const IniText& text) {
    using Way = typename std::remove_cvref_t<decltype(Ways)>::value_type::second_type;
    std::string expected;
    for (const auto& [name, way] : Ways) {
        if (name == text.text) return Result<Way>{way};
        expected += (expected.empty() ? "" : ", ") + std::string(name);
    }
    return Result<Way>{
        error_at(text.where, quoted(text.text) + " is not known here, expected one of " + expected)};
}

/// Rights to castle, as in a FEN; - for none.
Result<std::string> castling_rights(const RulesBuilder& /*builder*/, const IniText& text) {
    std::string rights;
    if (text.text == "-") return rights;
    constexpr std::string_view all = "KQkq";
    for (std::size_t i = 0; i < text.text.size(); ++i)
        if (all.find(text.text[i]) == std::string_view::npos || text.text.find(text.text[i]) < i)
            return error_at(text.at(i), quoted(text.text.substr(i, 1)) +
                                            " is no right to castle, expected letters out of KQkq, or -");
    for (const char right : all)
        if (text.text.find(right) != std::string_view::npos) rights += right;
    return rights;
}

Result<void> row_kinds(RulesBuilder& builder, const IniText& text) {
    builder.rules.rows.any_kind = text.text.find('*') != std::string_view::npos;
    if (builder.rules.rows.any_kind && text.text != "*")
        return error_at(text.where, "'*' is every piece, expected it alone");
    if (builder.rules.rows.any_kind) return {};
    return set<&Rules::rows, &Rows::kinds, values::letters>(builder, text);
}

/// A region that a chain of men begins (0) or ends (1) at.
template <unsigned Which, unsigned Side>
Result<void> connect_region(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(const auto value, values::region(builder, text));
    builder.rules.sides[Side].connect_regions[Which] = value;
    return {};
}

constexpr auto sizes = std::to_array<Key>({
    {"maxRank", set<&Rules::ranks, values::ranks>},
    {"maxFile", set<&Rules::files, values::files>},
});

constexpr auto keys = std::to_array<Key>({
    {"pawnTypes", pawn_types, Needs::pieces},
    {"startFen", start_fen},
    {"promotionRegionWhite", set_side<&SideRules::promotion_region, values::region, white>, Needs::board},
    {"promotionRegionBlack", set_side<&SideRules::promotion_region, values::region, black>, Needs::board},
    {"promotionPawnTypes", set_side<&SideRules::promotion_pawns, values::common_letters, both>,
     Needs::pieces},
    {"promotionPawnTypesWhite", set_side<&SideRules::promotion_pawns, values::common_letters, white>,
     Needs::pieces},
    {"promotionPawnTypesBlack", set_side<&SideRules::promotion_pawns, values::common_letters, black>,
     Needs::pieces},
    {"promotionPieceTypes", set_side<&SideRules::promotion_pieces, values::common_letters, both>,
     Needs::pieces},
    {"promotionPieceTypesWhite", set_side<&SideRules::promotion_pieces, values::common_letters, white>,
     Needs::pieces},
    {"promotionPieceTypesBlack", set_side<&SideRules::promotion_pieces, values::common_letters, black>,
     Needs::pieces},
    {"promotedPieceType", promoted_piece_type, Needs::pieces},
    {"mandatoryPawnPromotion", set<&Rules::mandatory_pawn_promotion, values::boolean>},
    {"mandatoryPiecePromotion", set<&Rules::mandatory_piece_promotion, values::boolean>},
    {"pieceDemotion", set<&Rules::piece_demotion, values::boolean>},
    {"piecePromotionOnCapture", set<&Rules::piece_promotion_on_capture, values::boolean>},
    {"promotionLimit", promotion_limits, Needs::pieces},
    {"pieceDrops", set<&Rules::drops, values::boolean>},
    {"freeDrops", set<&Rules::free_drops, values::boolean>},
    {"capturesToHand", set<&Rules::captures_to_hand, values::boolean>},
    {"dropLoop", set<&Rules::drop_loop, values::boolean>},
    {"dropPromoted", set<&Rules::drop_promoted, values::boolean>},
    {"firstRankPawnDrops", set<&Rules::first_rank_pawn_drops, values::boolean>},
    {"promotionZonePawnDrops", set<&Rules::promotion_zone_pawn_drops, values::boolean>},
    {"sittuyinRookDrop", set<&Rules::first_rank_rook_drops, values::boolean>},
    {"dropOppositeColoredBishop", set<&Rules::opposite_bishop_drops, values::boolean>},
    {"dropRegionWhite", set_side<&SideRules::drop_region, values::region, white>, Needs::board},
    {"dropRegionBlack", set_side<&SideRules::drop_region, values::region, black>, Needs::board},
    {"dropNoDoubled", set<&Rules::undoubled_kind, values::letter_or_none>, Needs::pieces},
    {"dropNoDoubledCount", set<&Rules::undoubled_count, values::count>},
    {"dropChecks", set<&Rules::drop_checks, values::boolean>},
    {"mustDrop", set<&Rules::must_drop, values::boolean>},
    {"mustDropType", set<&Rules::must_drop_kind, values::letter_or_any>, Needs::pieces},
    {"castlingDroppedPiece", set<&Rules::castling_with_dropped, values::boolean>},
    {"shogiPawnDropMateIllegal", set<&Rules::pawn_drop_mate_illegal, values::boolean>},
    {"immobilityIllegal", set<&Rules::immobility_illegal, values::boolean>},
    {"enclosingDrop", set<&Rules::enclosing_drop, one_of<enclosing_drop_ways>>},
    {"enclosingDropStart", set<&Rules::enclosing_drop_start, values::region>, Needs::board},
    {"flipEnclosedPieces", set<&Rules::flip_enclosed, one_of<flip_enclosed_ways>>},
    {"doubleStepRegionWhite", set_side<&SideRules::double_step_region, values::region, white>, Needs::board},
    {"doubleStepRegionBlack", set_side<&SideRules::double_step_region, values::region, black>, Needs::board},
    {"doubleStep", double_step},
    {"tripleStepRegionWhite", set_side<&SideRules::triple_step_region, values::region, white>, Needs::board},
    {"tripleStepRegionBlack", set_side<&SideRules::triple_step_region, values::region, black>, Needs::board},
    {"enPassantRegion", set_side<&SideRules::en_passant_region, values::region, both>, Needs::board},
    {"enPassantRegionWhite", set_side<&SideRules::en_passant_region, values::region, white>, Needs::board},
    {"enPassantRegionBlack", set_side<&SideRules::en_passant_region, values::region, black>, Needs::board},
    {"enPassantTypes", set_side<&SideRules::en_passant_pawns, values::letters, both>, Needs::pieces},
    {"enPassantTypesWhite", set_side<&SideRules::en_passant_pawns, values::letters, white>, Needs::pieces},
    {"enPassantTypesBlack", set_side<&SideRules::en_passant_pawns, values::letters, black>, Needs::pieces},
    {"petrifyOnCaptureTypes", set<&Rules::petrifying, values::letters>, Needs::pieces},
    {"petrifyBlastPieces", set<&Rules::petrify_blast, values::boolean>},
    {"wallingRule", set<&Rules::walling, one_of<walling_ways>>},
    {"wallOrMove", set<&Rules::wall_or_move, values::boolean>},
    {"wallingRegion", set_side<&SideRules::wall_region, values::region, both>, Needs::board},
    {"wallingRegionWhite", set_side<&SideRules::wall_region, values::region, white>, Needs::board},
    {"wallingRegionBlack", set_side<&SideRules::wall_region, values::region, black>, Needs::board},
    {"gating", set<&Rules::gating, values::boolean>},
    {"seirawanGating", set<&Rules::gates_from_hand, values::boolean>},
    {"cambodianMoves", set<&Rules::first_leaps, values::boolean>},
    {"sittuyinPromotion", set<&Rules::sittuyin_promotion, values::boolean>},
    {"diagonalLines", set<&Rules::diagonal_lines, values::region>, Needs::board},
    {"bikjangRule", set<&Rules::bikjang, values::boolean>},
    {"shatarMateRule", set<&Rules::shatar_mate, values::boolean>},
    {"chess960", set<&Rules::castling_960, values::boolean>},
    {"castling", set<&Rules::castling, values::boolean>},
    {"castlingKingsideFile", set<&Rules::castling_kingside_file, values::file>, Needs::board},
    {"castlingQueensideFile", set<&Rules::castling_queenside_file, values::file>, Needs::board},
    {"castlingRank", set<&Rules::castling_rank, values::rank>, Needs::board},
    {"castlingKingFile", set<&Rules::castling_king_file, values::file>, Needs::board},
    {"castlingKingPiece", set_side<&SideRules::castling_king, values::letter_or_none, both>, Needs::pieces},
    {"castlingKingPieceWhite", set_side<&SideRules::castling_king, values::letter_or_none, white>,
     Needs::pieces},
    {"castlingKingPieceBlack", set_side<&SideRules::castling_king, values::letter_or_none, black>,
     Needs::pieces},
    {"castlingRookKingsideFile", set<&Rules::castling_rook_kingside_file, values::rook_file>},
    {"castlingRookQueensideFile", set<&Rules::castling_rook_queenside_file, values::rook_file>},
    {"castlingRookPieces", set_side<&SideRules::castling_rooks, values::letters, both>, Needs::pieces},
    {"castlingRookPiecesWhite", set_side<&SideRules::castling_rooks, values::letters, white>, Needs::pieces},
    {"castlingRookPiecesBlack", set_side<&SideRules::castling_rooks, values::letters, black>, Needs::pieces},
    {"oppositeCastling", set<&Rules::opposite_castling, values::boolean>},
    {"castlingWins", set<&Rules::castling_wins, castling_rights>},
    {"blastOnCapture", set<&Rules::blast, values::boolean>},
    {"blastImmuneTypes", set<&Rules::blast_immune, values::letters>, Needs::pieces},
    {"mutuallyImmuneTypes", set<&Rules::mutually_immune, values::letters>, Needs::pieces},
    {"flyingGeneral", set<&Rules::flying_general, values::boolean>},
    {"soldierPromotionRank", set<&Rules::soldier_rank, values::rank>, Needs::board},
    {"makpongRule", set<&Rules::makpong, values::boolean>},
    {"checking", set<&Rules::checking, values::boolean>},
    {"mustCapture", set<&Rules::must_capture, values::boolean>},
    {"pass", set_side<&SideRules::pass, values::boolean, both>},
    {"passWhite", set_side<&SideRules::pass, values::boolean, white>},
    {"passBlack", set_side<&SideRules::pass, values::boolean, black>},
    {"passOnStalemate", set_side<&SideRules::pass_on_stalemate, values::boolean, both>},
    {"passOnStalemateWhite", set_side<&SideRules::pass_on_stalemate, values::boolean, white>},
    {"passOnStalemateBlack", set_side<&SideRules::pass_on_stalemate, values::boolean, black>},
    {"stalemateValue", set<&Rules::stalemate_value, values::outcome>},
    {"checkmateValue", set<&Rules::checkmate_value, values::outcome>},
    {"stalematePieceCount", set<&Rules::stalemate_count, values::boolean>},
    {"materialCounting", set<&Rules::material_counting, one_of<material_counting_ways>>},
    {"adjudicateFullBoard", set<&Rules::full_board_ends, values::boolean>},
    {"extinctionValue", set<&Rules::extinction_value, values::outcome_or_none>},
    {"extinctionClaim", set<&Rules::extinction_claim, values::boolean>},
    {"extinctionPseudoRoyal", set<&Rules::extinction_pseudo_royal, values::boolean>},
    {"dupleCheck", set<&Rules::duple_check, values::boolean>},
    {"extinctionPieceTypes", extinction_types, Needs::pieces},
    {"extinctionPieceCount", set<&Rules::extinction_count, values::count>},
    {"extinctionOpponentPieceCount", set<&Rules::extinction_opponent_count, values::count>},
    {"flagPiece", set_side<&SideRules::flag_piece, values::letter_or_any, both>, Needs::pieces},
    {"flagPieceWhite", set_side<&SideRules::flag_piece, values::letter_or_any, white>, Needs::pieces},
    {"flagPieceBlack", set_side<&SideRules::flag_piece, values::letter_or_any, black>, Needs::pieces},
    {"flagRegion", set_side<&SideRules::flag_region, values::region, both>, Needs::board},
    {"flagRegionWhite", set_side<&SideRules::flag_region, values::region, white>, Needs::board},
    {"flagRegionBlack", set_side<&SideRules::flag_region, values::region, black>, Needs::board},
    {"flagPieceCount", set<&Rules::flag_count, values::count>},
    {"flagMove", set<&Rules::flag_move, values::boolean>},
    {"flagPieceSafe", set<&Rules::flag_safe, values::boolean>},
    {"flagPieceBlockedWin", set<&Rules::flag_blocked, values::boolean>},
    {"checkCounting", set<&Rules::check_counting, values::boolean>},
    {"connectN", set<&Rules::rows, &Rows::in_a_row, values::count>},
    {"connectNxN", set<&Rules::rows, &Rows::square, values::count>},
    {"collinearN", set<&Rules::rows, &Rows::collinear, values::count>},
    {"connectPieceTypes", row_kinds, Needs::pieces},
    {"connectVertical", set<&Rules::rows, &Rows::vertical, values::boolean>},
    {"connectHorizontal", set<&Rules::rows, &Rows::horizontal, values::boolean>},
    {"connectDiagonal", set<&Rules::rows, &Rows::diagonal, values::boolean>},
    {"connectValue", set<&Rules::rows, &Rows::value, values::outcome>},
    {"connectRegion1White", connect_region<0, 0>, Needs::board},
    {"connectRegion2White", connect_region<1, 0>, Needs::board},
    {"connectRegion1Black", connect_region<0, 1>, Needs::board},
    {"connectRegion2Black", connect_region<1, 1>, Needs::board},
    {"nMoveRule", set<&Rules::history, &HistoryRules::move_rule, values::count>},
    {"nMoveRuleTypes", progress_kinds<both>, Needs::pieces},
    {"nMoveRuleTypesWhite", progress_kinds<white>, Needs::pieces},
    {"nMoveRuleTypesBlack", progress_kinds<black>, Needs::pieces},
    {"nFoldRule", set<&Rules::history, &HistoryRules::fold_rule, values::count>},
    {"nFoldValue", set<&Rules::history, &HistoryRules::fold_value, values::outcome>},
    {"nFoldValueAbsolute", set<&Rules::history, &HistoryRules::fold_value_is_whites, values::boolean>},
    {"perpetualCheckIllegal", set<&Rules::history, &HistoryRules::perpetual_check_loses, values::boolean>},
    {"moveRepetitionIllegal", set<&Rules::history, &HistoryRules::moving_to_and_fro_loses, values::boolean>},
    {"chasingRule", set<&Rules::history, &HistoryRules::chasing_loses, one_of<chasing_ways>>},
    {"countingRule", set<&Rules::history, &HistoryRules::counting, one_of<counting_ways>>},
    {"variantTemplate", checked_word},
    {"pieceToCharTable", checked_table},
    {"pocketSize", checked_count},
    {"pieceValueMg", checked_worths, Needs::pieces},
    {"pieceValueEg", checked_worths, Needs::pieces},
});

constexpr std::string_view mobility = "mobilityRegion";

}  // namespace

std::span<const Key> size_keys() { return sizes; }
std::span<const Key> rule_keys() { return keys; }

std::string mobility_key_name(Color side, unsigned piece) {
    return std::string(mobility) + std::string(name(side)) + capitalised(key_of_piece(piece));
}

std::optional<MobilityKey> mobility_key(std::string_view key) {
    if (!key.starts_with(mobility)) return std::nullopt;
    for (const Color side : both_colors)
        for (unsigned piece = 0; piece < count_of_pieces(); ++piece)
            if (mobility_key_name(side, piece) == key) return MobilityKey{side, piece};
    return std::nullopt;
}

Result<void> apply_mobility(RulesBuilder& builder, MobilityKey key, const IniText& value) {
    if (builder.letters[key.piece] == 0)
        return error_at(value.where,
                        "this variant has no " + key_of_piece(key.piece) + " whose squares to name");
    ZERMELO_TRY(auto region, values::region(builder, value));
    auto& mobility_of = builder.rules.sides[static_cast<unsigned>(key.side)].mobility;
    // As in Fairy-Stockfish, naming no square takes the limits away.
    if (region.none()) {
        mobility_of.erase(code_of(key.piece));
    } else {
        mobility_of[code_of(key.piece)] = region;
    }
    return {};
}

std::vector<std::string> all_keys() {
    std::vector<std::string> names;
    for (const Key& key : sizes) names.emplace_back(key.name);
    for (const Key& key : keys) names.emplace_back(key.name);
    for (unsigned piece = 0; piece < count_of_pieces(); ++piece) names.push_back(key_of_piece(piece));
    for (const ForeignKey& key : foreign_keys()) names.emplace_back(key.name);
    for (const Color side : both_colors)
        for (unsigned piece = 0; piece < count_of_pieces(); ++piece)
            names.push_back(mobility_key_name(side, piece));
    return names;
}

}  // namespace zermelo::rules
