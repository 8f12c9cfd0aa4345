// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/betza.hpp"

namespace zermelo::rules {

inline constexpr unsigned most_files = 16;
inline constexpr unsigned most_ranks = 16;

/// Squares of the largest board; square (file, rank) is bit rank × 16 + file, whatever the board's size, so
/// that a region means the same on a smaller board of a child variant.
using Region = std::bitset<most_files * most_ranks>;
constexpr unsigned region_bit(unsigned file, unsigned rank) { return rank * most_files + file; }

/// A kind of piece is known by its letter in upper case, 'A' to 'Z'.
using Letter = char;
/// Letters in the order in which they were named, without repetition.
using Letters = std::string;

inline bool contains(const Letters& letters, Letter letter) { return letters.find(letter) != Letters::npos; }

/// A kind of piece.
struct Kind {
    Letter letter = 'P';
    std::string name;   ///< the rules file's: "pawn", "knight", "customPiece1"
    std::string betza;  ///< the notation that `movements` was read from; of a pawn, without its double step
    std::vector<Movement> movements;
    bool royal = false;  ///< the king: may not be left attacked
    bool pawn = false;   ///< the pawn of the rules file: double step and en passant

    /// Whether it has moves that it makes only where it begins (the double step among them).
    bool has_initial_moves() const {
        return pawn ||
               std::any_of(movements.begin(), movements.end(), [](const Movement& m) { return m.initial; });
    }
};

/// What may differ between the sides.
struct SideRules {
    Region promotion_region;
    Letters promotion_pawns;    ///< kinds that promote on entering the promotion region
    Letters promotion_pieces;   ///< to which kinds; if empty, what must promote cannot enter
    Region double_step_region;  ///< where pawns may step twice and initial moves are allowed; empty: nowhere
    Region en_passant_region;   ///< squares that this side may capture on en passant
    Letters en_passant_pawns;   ///< kinds that capture en passant
    Letter castling_king = 0;   ///< the kind that castles; 0: none
    Letters castling_rooks;
    bool pass = false;               ///< may pass at any time, unless its royal piece is attacked
    bool pass_on_stalemate = false;  ///< may pass where it has no other legal move
    Letter flag_piece = 0;           ///< 0: any piece
    Region flag_region;              ///< empty: no such win
    /// Kinds with squares that they may stand on; a kind without an entry may stand anywhere.
    std::map<Letter, Region> mobility;
};

/// The rules of one game, as plain data: what a section of a rules file says together with its parents.
///
/// Only `read_rules` makes these; everything in it is consistent (letters name kinds, the board is 1×1 to
/// 16×16). That the start FEN is a legal position is the engine's to say. Its text is `canonical_text`.
struct Rules {
    std::string name;
    unsigned files = 8;
    unsigned ranks = 8;
    std::vector<Kind> kinds;  ///< each letter once, at most 26
    std::string start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::array<SideRules, 2> sides;  ///< White's, Black's
    bool mandatory_pawn_promotion = true;
    /// The kind that a kind may turn into when it moves into, within or out of the promotion region.
    std::map<Letter, Letter> promoted_kind;
    bool castling = true;
    unsigned castling_kingside_file = 6;  ///< where the king ends, counted from 0
    unsigned castling_queenside_file = 2;
    unsigned castling_rank = 0;                 ///< as each side counts, from 0
    unsigned castling_king_file = 4;            ///< where the castling piece starts
    unsigned castling_rook_kingside_file = 15;  ///< where the rook starts; the board's edge if beyond it
    unsigned castling_rook_queenside_file = 0;
    bool must_capture = false;
    bool checking = true;  ///< false: a move that gives check is illegal

    /// For the side to move.
    game::Outcome stalemate_value = game::Outcome::draw;
    game::Outcome checkmate_value = game::Outcome::loss;
    /// For the side whose pieces are gone; nothing: no such end.
    std::optional<game::Outcome> extinction_value;
    Letters extinction_kinds;                ///< any one of them gone is enough
    bool extinction_total = false;           ///< `*`: all pieces together count as one more kind
    unsigned extinction_count = 0;           ///< gone means: so many left or fewer,
    unsigned extinction_opponent_count = 0;  ///< while the opponent has so many or more
    bool extinction_claim = false;           ///< then the side to move needs an opponent with one more
    bool extinction_pseudo_royal = false;    ///< the last of them may not be left attacked instead
    unsigned flag_count = 1;                 ///< pieces in the flag region that win
    bool flag_move = false;                  ///< the opponent has one more move

    const SideRules& side(Color c) const { return sides[static_cast<unsigned>(c)]; }
    /// The kind of a letter, or nothing.
    const Kind* kind(Letter letter) const {
        for (const Kind& k : kinds)
            if (k.letter == letter) return &k;
        return nullptr;
    }
};

}  // namespace zermelo::rules
