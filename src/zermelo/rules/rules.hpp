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

inline constexpr unsigned max_files = 16;
inline constexpr unsigned max_ranks = 16;

/// Squares of the largest board; square (file, rank) is bit rank × 16 + file, whatever the board's size, so
/// that a region means the same on a smaller board of a child variant.
using Region = std::bitset<max_files * max_ranks>;
constexpr unsigned region_bit(unsigned file, unsigned rank) { return rank * max_files + file; }

/// A kind of piece is known by its letter in upper case, 'A' to 'Z'.
using Letter = char;
/// Letters in the order in which they were named, without repetition.
using Letters = std::string;

inline bool contains(const Letters& letters, Letter letter) { return letters.find(letter) != Letters::npos; }
/// The letters that `to` gives for these; it gives nothing for what is to go.
Letters renamed(const Letters& letters, const auto& to) {
    Letters result;
    for (const Letter letter : letters)
        if (const std::optional<Letter> other = to(letter)) result += *other;
    return result;
}

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

/// How a drop must stand to men that are there, or which men it turns to its own side.
enum class Enclosing : std::uint8_t {
    none,
    reversi,      ///< enemies in a row between it and an own man, along a rank, file or diagonal
    ataxx,        ///< to drop: beside an own man; to flip: all enemies beside it
    quadwrangle,  ///< flips as `ataxx`: after a move always, after a drop only beside an own man
    snort,        ///< not beside an enemy by rank or file
    anyside,      ///< where a man pushed in from an edge comes to stand
    top,          ///< on the lowest empty square of its file
};

/// Who wins by the number of men where an end is counted.
enum class MaterialCounting : std::uint8_t {
    none,
    unweighted,       ///< who has more men on the board
    white_draw_odds,  ///< White
    black_draw_odds,  ///< Black
    janggi,           ///< by weights: 13 a rook, 7 a cannon, 5 a horse, 3 an elephant or wazir, 2 a soldier;
                      ///< White needs two points more, else Black
};

/// Where a move puts a wall: a square that nobody enters from then on.
enum class Walling : std::uint8_t {
    none,
    anywhere,  ///< `static`: on any empty square
    arrow,     ///< where the man that moved could go next without capturing
    past,      ///< where it came from
    edge,      ///< on the edge, or beside a wall by rank or file
    duck,      ///< on any empty square; walls that were there before go
};

/// Whose boards and men pictures show: no rule, and no part of a game's identity.
enum class Look : std::uint8_t { western, shogi, dobutsu, xiangqi, janggi, makruk };

/// Which of the countings of moves with few men, as in Makruk.
enum class CountingRule : std::uint8_t { none, makruk, cambodian, asean };

/// What the history of a game does to it. Nothing of it is part of a position: the games that are played,
/// solved and proved here are the same without it, and who answers for the rule itself asks
/// `history.hpp` what such an answer is worth.
struct HistoryRules {
    unsigned move_rule = 0;  ///< moves of both sides without progress until a draw; 0: no such rule
    std::array<Letters, 2>
        progress_kinds;      ///< by side: whose moves are progress if they cannot be taken back
    unsigned fold_rule = 0;  ///< how often a position comes until the game ends; 0: no such rule
    game::Outcome fold_value = game::Outcome::draw;  ///< the value of that end, for the side to move
    bool fold_value_is_whites = false;               ///< the value is White's instead
    bool perpetual_check_loses = false;              ///< who repeats by checks has lost
    bool moving_to_and_fro_loses = false;            ///< who repeats with one man has lost
    bool chasing_loses = false;                      ///< who repeats by attacking a man has lost
    CountingRule counting = CountingRule::none;      ///< how moves against few men are counted until a draw

    /// Whether history can end a game.
    bool any() const {
        return move_rule != 0 || fold_rule != 0 || moving_to_and_fro_loses || counting != CountingRule::none;
    }
};

/// Rows of men that end the game for who has made one.
struct Rows {
    unsigned in_a_row = 0;   ///< how many side by side end the game; 0: no such end
    unsigned square = 0;     ///< the side of a square full of them that does; 0: no such end
    unsigned collinear = 0;  ///< how many on one line do, whatever stands between; 0: no such end
    bool any_kind = true;
    Letters kinds;  ///< the men that count unless every kind does
    bool vertical = true;
    bool horizontal = true;
    bool diagonal = true;
    game::Outcome value = game::Outcome::win;
};

/// What may differ between the sides.
struct SideRules {
    Region drop_region = Region{}.set();  ///< squares on which men may be dropped
    Region promotion_region;
    Letters promotion_pawns;    ///< kinds that promote on entering the promotion region
    Letters promotion_pieces;   ///< to which kinds; if empty, what must promote cannot enter
    Region double_step_region;  ///< where pawns may step twice and initial moves are allowed; empty: nowhere
    Region triple_step_region;  ///< where pawns may step thrice
    Region en_passant_region;   ///< squares that this side may capture on en passant
    Letters en_passant_pawns;   ///< kinds that capture en passant
    std::optional<Letter> castling_king;  ///< the kind that castles
    Letters castling_rooks;
    bool pass = false;                 ///< may pass at any time, unless its royal piece is attacked
    bool pass_on_stalemate = false;    ///< may pass where it has no other legal move
    bool longest_moves = false;        ///< makes one of the longest of its legal moves
    std::optional<Letter> flag_piece;  ///< nothing: any piece
    Region flag_region;                ///< empty: no such win
    /// Who joins these by a chain of its men wins; empty: no such win.
    std::array<Region, 2> connect_regions;
    /// Kinds with squares that they may stand on; a kind without an entry may stand anywhere.
    std::map<Letter, Region> mobility;
    Region wall_region = Region{}.set();  ///< squares on which it may put walls
};

/// The rules of one game, as plain data: what a section of a rules file says together with its parents.
///
/// Only the reader (rules/reader.hpp) and tests make these; everything in it is consistent (letters name
/// kinds, the board is 1×1 to 16×16). That the start FEN is a legal position is the engine's to say. Its text
/// is `canonical_text`.
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
    bool mandatory_piece_promotion = false;   ///< who may turn so must
    bool piece_demotion = false;              ///< a turned man may turn back in the same way
    bool piece_promotion_on_capture = false;  ///< men turn so, and back, by capturing alone
    /// Pairs of kinds: a man that comes to where it could never move again, and the other of its pair could,
    /// is that other one there. In a hand it is the first. They turn into nothing else.
    std::map<Letter, Letter> turning_kind;
    /// How many men of a kind a side may have on the board by promotion; no entry: any number.
    std::map<Letter, unsigned> promotion_limit;

    bool drops = false;                      ///< men in hand may be put on empty squares
    bool free_drops = false;                 ///< men need not be in hand for that
    bool captures_to_hand = false;           ///< captured men change sides and go to the hand
    bool captures_to_owner = false;          ///< captured men go back to the hand of their own side
    bool drop_loop = false;                  ///< a promoted man stays what it is in the hand
    bool drop_promoted = false;              ///< men may be dropped as what they turn into
    bool first_rank_pawn_drops = false;      ///< the pawn of the rules file, on its side's first rank
    bool promotion_zone_pawn_drops = false;  ///< and in its promotion region
    bool first_rank_rook_drops = false;      ///< rooks on the first rank alone (`sittuyinRookDrop`)
    bool opposite_bishop_drops = false;      ///< half of a side's bishops on either colour of squares
    std::optional<Letter> undoubled_kind;    ///< not dropped on a file that has `undoubled_count` of it
    unsigned undoubled_count = 1;
    bool drop_checks = true;               ///< false: a drop that gives check is illegal
    bool must_drop = false;                ///< who can drop a man of `must_drop_kind` must
    std::optional<Letter> must_drop_kind;  ///< nothing: any kind
    bool castling_with_dropped = false;    ///< a dropped king or rook on its first square may castle
    bool pawn_drop_mate_illegal = false;   ///< the shogi pawn may not mate by its drop
    /// No man goes to where it could never move again, unless it promotes there.
    bool immobility_illegal = false;
    Enclosing enclosing_drop = Enclosing::none;
    Region enclosing_drop_start;  ///< while one of them is empty drops go there, whatever they enclose
    Enclosing flip_enclosed = Enclosing::none;

    bool blast = false;  ///< a capture takes all men beside it, pawns aside, and who captured, off the board
    Letters blast_immune;        ///< kinds that no blast takes
    Letters mutually_immune;     ///< kinds that do not capture their like
    Letters petrifying;          ///< kinds that turn into walls where they capture
    bool petrify_blast = false;  ///< so does what a blast takes
    Walling walling = Walling::none;
    bool wall_or_move = false;  ///< a side puts a wall instead of moving

    /// Rights of men that have not moved are in the castling field of a FEN, by file: a gate.
    bool gating = false;
    bool gates_from_hand = false;     ///< who leaves a gate may put a man from the hand there
    bool first_leaps = false;         ///< `cambodianMoves`: a king and a fers leap from their gates
    bool sittuyin_promotion = false;  ///< pawns promote instead of moving, in place or by the new kind's move

    bool castling = true;
    unsigned castling_kingside_file = 6;  ///< where the king ends, counted from 0
    unsigned castling_queenside_file = 2;
    unsigned castling_rank = 0;                 ///< as each side counts, from 0
    unsigned castling_king_file = 4;            ///< where the castling piece starts
    unsigned castling_rook_kingside_file = 15;  ///< where the rook starts; the board's edge if beyond it
    unsigned castling_rook_queenside_file = 0;
    bool castling_960 = false;       ///< any rook castles, and a FEN may name it by its file
    bool opposite_castling = false;  ///< who castles takes the same wing from the opponent
    /// Rights (KQkq): who castles so has won, who has lost all of its own has lost.
    std::string castling_wins;
    bool flying_general = false;  ///< royal pieces may not face each other along an open rank or file
    unsigned soldier_rank = 0;    ///< from this rank on, as its side counts from 0, a soldier steps sideways
    Region diagonal_lines;        ///< marked squares, along which some kinds go diagonally, as in Janggi
    bool bikjang = false;         ///< who faces the other king must end that, or pass for the end of the game
    bool shatar_mate = false;     ///< mates of Shatar: not by a knight alone, nor by a series of weak checks
    bool makpong = false;         ///< a royal piece does not leave check but by capturing who gives it
    bool must_capture = false;
    /// A move ends beside another man, and so would the capture that a check threatens.
    bool koeko = false;
    /// A man that an enemy of its kind attacks, royal ones aside, neither moves nor captures nor gives check.
    bool madrasi = false;
    bool andernach = false;  ///< who captures changes sides, royal pieces aside
    bool checking = true;    ///< false: a move that gives check is illegal

    /// For the side to move.
    game::Outcome stalemate_value = game::Outcome::draw;
    game::Outcome checkmate_value = game::Outcome::loss;
    /// Stalemate is `stalemate_value` for who has fewer men on the board, its opposite for who has more, else
    /// a draw.
    bool stalemate_count = false;
    /// Decides drawn stalemates, two passes and a full board.
    MaterialCounting material_counting = MaterialCounting::none;
    bool full_board_ends = false;  ///< a board without an empty square ends the game
    /// For the side whose pieces are gone; nothing: no such end.
    std::optional<game::Outcome> extinction_value;
    Letters extinction_kinds;                ///< any one of them gone is enough
    bool extinction_total = false;           ///< `*`: all pieces together count as one more kind
    unsigned extinction_count = 0;           ///< the greatest number of those left that counts as gone
    unsigned extinction_opponent_count = 0;  ///< the least number that the opponent must have then
    bool extinction_claim = false;           ///< the side to move then needs an opponent with one more
    bool extinction_pseudo_royal = false;    ///< the last of them may not be left attacked instead
    bool duple_check = false;                ///< nor all of them at once, where there are more
    unsigned flag_count = 1;                 ///< pieces in the flag region that win
    bool flag_move = false;                  ///< the opponent has one more move
    bool flag_safe = false;                  ///< what stands there wins only if it is not attacked
    bool flag_blocked = false;               ///< fewer win, too, if the region is full of men
    HistoryRules history;
    bool check_counting = false;  ///< who has given as many checks as the FEN says has won
    Rows rows;
    std::string look_name = "fairy";      ///< whose board and men pictures show (`look_of`); no rule
    unsigned pocket_size = 0;             ///< kinds that GUIs show in hand, 0: all of them; no rule
    std::map<Letter, std::string> names;  ///< what players call kinds: "drunk elephant"; no rule

    const SideRules& side(Color c) const { return sides[index(c)]; }
    /// Whether men can be in hand.
    bool has_hands() const { return (drops && !free_drops) || captures_fill_hands() || gates_from_hand; }
    /// Whether captured men go to a hand, whosever it is.
    bool captures_fill_hands() const { return captures_to_hand || captures_to_owner; }
    /// Whether walls can come to be.
    bool has_walls() const { return walling != Walling::none || !petrifying.empty() || petrify_blast; }
    /// Whether a man's former kind matters: where it turns back, or goes to a hand as what it was.
    bool keeps_former_kinds() const { return piece_demotion || (captures_fill_hands() && !drop_loop); }
    /// Whether men can change sides on the board.
    bool changes_sides() const { return andernach || flip_enclosed != Enclosing::none; }
    /// Whether rows or chains of men can end the game.
    bool ends_by_rows() const {
        const auto joins = [](const SideRules& side) {
            return side.connect_regions[0].any() && side.connect_regions[1].any();
        };
        return rows.in_a_row != 0 || rows.square != 0 || rows.collinear != 0 || joins(sides[0]) ||
               joins(sides[1]);
    }
    /// What a kind is called: by players, else in rules files.
    const std::string& name_of(const Kind& kind) const {
        const auto named = names.find(kind.letter);
        return named == names.end() ? kind.name : named->second;
    }
    /// What a promoted pawn of a side turns back into in a hand: where that matters one kind alone promotes
    /// so.
    std::optional<Letter> main_pawn(Color c) const {
        if (side(c).promotion_pawns.empty()) return std::nullopt;
        return side(c).promotion_pawns.back();
    }
    /// The other kind of its pair in `turning_kind`, or nothing.
    std::optional<Letter> turned_round(Letter letter) const {
        for (const auto& [first, second] : turning_kind) {
            if (letter == first) return second;
            if (letter == second) return first;
        }
        return std::nullopt;
    }
    /// The first kind of its pair in `turning_kind`; a kind that is in none is its own.
    Letter before_turning(Letter letter) const {
        const std::optional<Letter> other = turned_round(letter);
        return other && turning_kind.contains(*other) ? *other : letter;
    }
    /// The kind of a letter, or nothing.
    const Kind* kind(std::optional<Letter> letter) const {
        for (const Kind& k : kinds)
            if (k.letter == letter) return &k;
        return nullptr;
    }
};

}  // namespace zermelo::rules
