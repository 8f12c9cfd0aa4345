// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/reader.hpp"

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
        castling();
        line("mustCapture", text_of(rules_.must_capture));
        line("checking", text_of(rules_.checking));
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
            side_line("enPassantRegion", side, region_text(own.en_passant_region, rules_));
            side_line("enPassantTypes", side, text_of(own.en_passant_pawns));
        }
    }

    void castling() {
        line("castling", text_of(rules_.castling));
        if (!rules_.castling) return;
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
    }

    const Rules& rules_;
    std::string text_;
};

}  // namespace

std::string canonical_text(const Rules& rules) { return Writer(rules).write(); }

}  // namespace zermelo::rules
