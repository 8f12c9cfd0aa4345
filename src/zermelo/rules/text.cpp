// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/ascii.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo::rules {
namespace {

std::string text_of(bool value) { return value ? "true" : "false"; }

std::string text_of(game::Outcome outcome) {
    switch (outcome) {
        case game::Outcome::win:
            return "win";
        case game::Outcome::loss:
            return "loss";
        case game::Outcome::draw:
            break;
    }
    return "draw";
}

std::string text_of(const Letters& letters) { return letters.empty() ? "-" : lower(letters); }

class Writer {
  public:
    explicit Writer(const Rules& rules) : rules_(rules) {}

    std::string write() {
        text_ = "[" + rules_.name + "]\n";
        line("maxFile", std::to_string(rules_.files));
        line("maxRank", std::to_string(rules_.ranks));
        pieces();
        line("startFen", rules_.start_fen);
        pawns();
        drops();
        castling();
        line("mustCapture", text_of(rules_.must_capture));
        line("checking", text_of(rules_.checking));
        other("oppositeCastling", rules_.opposite_castling, false);
        other("blastOnCapture", rules_.blast, false);
        if (!rules_.blast_immune.empty()) line("blastImmuneTypes", text_of(rules_.blast_immune));
        if (!rules_.mutually_immune.empty()) line("mutuallyImmuneTypes", text_of(rules_.mutually_immune));
        other("flyingGeneral", rules_.flying_general, false);
        if (rules_.soldier_rank != 0) line("soldierPromotionRank", std::to_string(rules_.soldier_rank + 1));
        other("makpongRule", rules_.makpong, false);
        walls();
        other("gating", rules_.gating, false);
        other("seirawanGating", rules_.gates_from_hand, false);
        other("cambodianMoves", rules_.first_leaps, false);
        other("sittuyinPromotion", rules_.sittuyin_promotion, false);
        if (on_board(rules_.diagonal_lines, rules_).any())
            line("diagonalLines", region_text(rules_.diagonal_lines, rules_));
        other("bikjangRule", rules_.bikjang, false);
        other("shatarMateRule", rules_.shatar_mate, false);
        for (const Color side : both_colors) {
            line("pass" + std::string(name(side)), text_of(rules_.side(side).pass));
            line("passOnStalemate" + std::string(name(side)), text_of(rules_.side(side).pass_on_stalemate));
        }
        ends();
        return std::move(text_);
    }

  private:
    void line(std::string_view key, std::string_view value) {
        text_ += key;
        text_ += " = ";
        text_ += value;
        text_ += '\n';
    }

    void side_line(std::string_view key, Color side, std::string_view value) {
        line(std::string(key) + std::string(name(side)), value);
    }

    void pieces() {
        for (const Kind& kind : rules_.kinds) {
            const bool with_notation = kind.royal || is_custom(piece_of_key(kind.name));
            line(kind.name, lower({&kind.letter, 1}) + (with_notation ? ":" + kind.betza : std::string{}));
        }
        for (const Color side : both_colors)
            for (const auto& [letter, region] : rules_.side(side).mobility)
                line(mobility_key_name(side, piece_of_key(rules_.kind(letter)->name)),
                     region_text(region, rules_));
    }

    void pawns() {
        const auto steps = [&](Color side) {
            return on_board(rules_.side(side).double_step_region, rules_).any();
        };
        for (const Color side : both_colors) {
            const SideRules& own = rules_.side(side);
            side_line("promotionRegion", side, region_text(own.promotion_region, rules_));
            side_line("promotionPawnTypes", side, text_of(own.promotion_pawns));
            side_line("promotionPieceTypes", side, text_of(own.promotion_pieces));
        }
        std::string pairs;
        for (const auto& [from, to] : rules_.promoted_kind) {
            if (!pairs.empty()) pairs += ' ';
            pairs += lower({&from, 1}) + ":" + lower({&to, 1});
        }
        if (!pairs.empty()) line("promotedPieceType", pairs);
        line("mandatoryPawnPromotion", text_of(rules_.mandatory_pawn_promotion));
        const bool any = steps(Color::white) || steps(Color::black);
        line("doubleStep", text_of(any));
        for (const Color side : both_colors) {
            const SideRules& own = rules_.side(side);
            if (any) side_line("doubleStepRegion", side, region_text(own.double_step_region, rules_));
            if (on_board(own.triple_step_region, rules_).any())
                side_line("tripleStepRegion", side, region_text(own.triple_step_region, rules_));
            side_line("enPassantRegion", side, region_text(own.en_passant_region, rules_));
            side_line("enPassantTypes", side, text_of(own.en_passant_pawns));
        }
    }

    /// A rule that is not asked for is not written: texts of games without it stay as they were.
    template <typename Value>
    void other(std::string_view key, const Value& value, const Value& neutral) {
        if (value != neutral) line(key, text_of(value));
    }

    /// The same for a way out of a table, whose first way is the neutral one.
    template <typename Way, std::size_t N>
    void other_way(std::string_view key, const WayNames<Way, N>& ways, Way way) {
        if (way != ways.front().second) line(key, name_of(ways, way));
    }

    void drops() {
        const Rules& r = rules_;
        other("mandatoryPiecePromotion", r.mandatory_piece_promotion, false);
        other("pieceDemotion", r.piece_demotion, false);
        other("piecePromotionOnCapture", r.piece_promotion_on_capture, false);
        std::string limits;
        for (const auto& [letter, limit] : r.promotion_limit)
            limits += (limits.empty() ? "" : " ") + lower({&letter, 1}) + ":" + std::to_string(limit);
        if (!limits.empty()) line("promotionLimit", limits);
        other("pieceDrops", r.drops, false);
        other("freeDrops", r.free_drops, false);
        other("capturesToHand", r.captures_to_hand, false);
        other("dropLoop", r.drop_loop, false);
        other("dropPromoted", r.drop_promoted, false);
        other("firstRankPawnDrops", r.first_rank_pawn_drops, false);
        other("promotionZonePawnDrops", r.promotion_zone_pawn_drops, false);
        other("sittuyinRookDrop", r.first_rank_rook_drops, false);
        other("dropOppositeColoredBishop", r.opposite_bishop_drops, false);
        for (const Color side : both_colors)
            if (on_board(~r.side(side).drop_region, r).any())
                side_line("dropRegion", side, region_text(r.side(side).drop_region, r));
        if (r.undoubled_kind != 0) line("dropNoDoubled", lower({&r.undoubled_kind, 1}));
        if (r.undoubled_count != 1) line("dropNoDoubledCount", std::to_string(r.undoubled_count));
        other("dropChecks", r.drop_checks, true);
        other("mustDrop", r.must_drop, false);
        if (r.must_drop_kind != 0) line("mustDropType", lower({&r.must_drop_kind, 1}));
        other("castlingDroppedPiece", r.castling_with_dropped, false);
        other("shogiPawnDropMateIllegal", r.pawn_drop_mate_illegal, false);
        other("immobilityIllegal", r.immobility_illegal, false);
        other_way("enclosingDrop", enclosing_drop_ways, r.enclosing_drop);
        if (on_board(r.enclosing_drop_start, r).any())
            line("enclosingDropStart", region_text(r.enclosing_drop_start, r));
        other_way("flipEnclosedPieces", flip_enclosed_ways, r.flip_enclosed);
    }

    void walls() {
        if (!rules_.petrifying.empty()) line("petrifyOnCaptureTypes", text_of(rules_.petrifying));
        other("petrifyBlastPieces", rules_.petrify_blast, false);
        if (rules_.walling == Walling::none) return;
        other_way("wallingRule", walling_ways, rules_.walling);
        other("wallOrMove", rules_.wall_or_move, false);
        for (const Color side : both_colors)
            if (on_board(~rules_.side(side).wall_region, rules_).any())
                side_line("wallingRegion", side, region_text(rules_.side(side).wall_region, rules_));
    }

    void castling() {
        line("castling", text_of(rules_.castling));
        if (!rules_.castling) return;
        other("chess960", rules_.castling_960, false);
        for (const Color side : both_colors) {
            const SideRules& own = rules_.side(side);
            side_line("castlingKingPiece", side,
                      own.castling_king == 0 ? "-" : lower({&own.castling_king, 1}));
            side_line("castlingRookPieces", side, text_of(own.castling_rooks));
        }
        if (!may_castle(rules_)) return;
        line("castlingKingsideFile", std::to_string(rules_.castling_kingside_file + 1));
        line("castlingQueensideFile", std::to_string(rules_.castling_queenside_file + 1));
        line("castlingRank", std::to_string(rules_.castling_rank + 1));
        line("castlingKingFile", std::to_string(rules_.castling_king_file + 1));
        line("castlingRookKingsideFile",
             std::to_string(std::min(rules_.castling_rook_kingside_file + 1, rules_.files)));
        line("castlingRookQueensideFile", std::to_string(rules_.castling_rook_queenside_file + 1));
    }

    void ends() {
        line("stalemateValue", text_of(rules_.stalemate_value));
        line("checkmateValue", text_of(rules_.checkmate_value));
        other("stalematePieceCount", rules_.stalemate_count, false);
        other_way("materialCounting", material_counting_ways, rules_.material_counting);
        other("adjudicateFullBoard", rules_.full_board_ends, false);
        line("extinctionValue", rules_.extinction_value ? text_of(*rules_.extinction_value) : "none");
        const std::string kinds = lower(rules_.extinction_kinds) + (rules_.extinction_total ? "*" : "");
        line("extinctionPieceTypes", kinds.empty() ? "-" : kinds);
        line("extinctionPieceCount", std::to_string(rules_.extinction_count));
        line("extinctionOpponentPieceCount", std::to_string(rules_.extinction_opponent_count));
        line("extinctionClaim", text_of(rules_.extinction_claim));
        line("extinctionPseudoRoyal", text_of(rules_.extinction_pseudo_royal));
        for (const Color side : both_colors) {
            const SideRules& own = rules_.side(side);
            side_line("flagPiece", side, own.flag_piece == 0 ? "*" : lower({&own.flag_piece, 1}));
            side_line("flagRegion", side, region_text(own.flag_region, rules_));
        }
        line("flagPieceCount", std::to_string(rules_.flag_count));
        line("flagMove", text_of(rules_.flag_move));
        other("flagPieceSafe", rules_.flag_safe, false);
        other("flagPieceBlockedWin", rules_.flag_blocked, false);
        other("dupleCheck", rules_.duple_check, false);
        other("checkCounting", rules_.check_counting, false);
        if (!rules_.castling_wins.empty()) line("castlingWins", rules_.castling_wins);
        rows();
        history();
    }

    void history() {
        const HistoryRules& h = rules_.history;
        if (h.move_rule != 0) {
            line("nMoveRule", std::to_string(h.move_rule));
            for (const Color side : both_colors)
                side_line("nMoveRuleTypes", side, text_of(h.progress_kinds[static_cast<unsigned>(side)]));
        }
        if (h.fold_rule != 0) line("nFoldRule", std::to_string(h.fold_rule));
        other("nFoldValue", h.fold_value, game::Outcome::draw);
        other("nFoldValueAbsolute", h.fold_value_is_whites, false);
        other("perpetualCheckIllegal", h.perpetual_check_loses, false);
        other("moveRepetitionIllegal", h.moving_to_and_fro_loses, false);
        if (h.chasing_loses) line("chasingRule", "axf");
        other_way("countingRule", counting_ways, h.counting);
    }

    void rows() {
        const Rows& rows = rules_.rows;
        if (rows.in_a_row != 0) line("connectN", std::to_string(rows.in_a_row));
        if (rows.square != 0) line("connectNxN", std::to_string(rows.square));
        if (rows.collinear != 0) line("collinearN", std::to_string(rows.collinear));
        if (!rows.any_kind) line("connectPieceTypes", text_of(rows.kinds));
        other("connectVertical", rows.vertical, true);
        other("connectHorizontal", rows.horizontal, true);
        other("connectDiagonal", rows.diagonal, true);
        other("connectValue", rows.value, game::Outcome::win);
        for (const Color side : both_colors)
            for (std::size_t i = 0; i < 2; ++i)
                if (const Region& region = rules_.side(side).connect_regions[i];
                    on_board(region, rules_).any())
                    side_line("connectRegion" + std::to_string(i + 1), side, region_text(region, rules_));
    }

    const Rules& rules_;
    std::string text_;
};

}  // namespace

std::string canonical_text(const Rules& rules) { return Writer(rules).write(); }

}  // namespace zermelo::rules
