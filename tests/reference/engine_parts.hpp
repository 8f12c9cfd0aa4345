// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/engine/move.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

#include "reference/engine.hpp"

/// What the parts of the engine's reference share.
namespace zermelo::reference {

/// A square by signed numbers, so that a step may leave the board; `bit` only of squares on the board.
struct At {
    int file = 0;
    int rank = 0;
    unsigned bit() const {
        return rules::region_bit(static_cast<unsigned>(file), static_cast<unsigned>(rank));
    }
    Place place() const { return {static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)}; }
    friend constexpr bool operator==(const At&, const At&) = default;
};
inline At at(Place place) { return {place.file, place.rank}; }
inline bool contains(const std::string& letters, char letter) {
    return letters.find(letter) != std::string::npos;
}
inline bool contains(const std::vector<At>& list, At square) {
    return std::find(list.begin(), list.end(), square) != list.end();
}

/// The squares of the board, holes left out, in the order of their indices.
std::vector<At> squares(const Setup& setup);
bool on_board(const Setup& setup, At square);
const std::optional<Man>& man_on(const Setup& setup, At square);
inline bool is_of(const Setup& setup, At square, Color side) {
    return on_board(setup, square) && man_on(setup, square) && man_on(setup, square)->color == side;
}
Square index(const Setup& setup, At square);
At square_of(const Setup& setup, Square square);

/// Whether the square is neither barred to the man nor outside its mobility region.
bool may_stand(const Setup& setup, const rules::Rules& rules, Man man, At square);
/// The direction in which this side's men look.
constexpr int forward(Color side) { return side == Color::white ? 1 : -1; }

/// Empty squares to which the man on `from` may go, promotions, castling and must-capture not considered.
std::vector<At> quiet_targets(const Setup& setup, const rules::Rules& rules, At from);
/// Squares on which the man on `from` could capture, whatever stands there now.
std::vector<At> attacked(const Setup& setup, const rules::Rules& rules, At from);
/// Whether a man of `by` could capture on the square, whatever stands there now.
bool is_attacked(const Setup& setup, const rules::Rules& rules, At square, Color by);
/// Whether a man stands on one of the squares around this one.
bool has_company(const Setup& setup, At square);
/// Whether an enemy of its kind attacks the man on the square, or may capture it en passant now, where that
/// keeps it from everything.
bool is_paralysed(const Setup& setup, const rules::Rules& rules, At square);

/// How many men of a side on the board have the letter, or any.
unsigned count(const Setup& setup, Color side, std::optional<rules::Letter> letter = {});
/// How many it has in hand, and altogether.
unsigned in_hand(const Setup& setup, Color side, std::optional<rules::Letter> letter = {});
unsigned count_with_hand(const Setup& setup, Color side, std::optional<rules::Letter> letter = {});
/// The squares of the royal men of a side.
std::vector<At> royals(const Setup& setup, const rules::Rules& rules, Color side);
/// The squares of men that may not be left attacked because too few like them are left.
std::vector<At> pseudo_royals(const Setup& setup, const rules::Rules& rules, Color side);

/// Whether a last man of a side would be attacked on a square, as the others stand. Where captures explode,
/// it is not beside an enemy's last man.
bool last_man_in_danger(const Setup& setup, const rules::Rules& rules, At square, Color side);
/// Whether a side's last men are attacked, one of them, or all at once where that counts.
bool last_men_attacked(const Setup& setup, const rules::Rules& rules, Color side);
/// Whether two squares lie on one rank or file with nobody and no hole between them.
bool see_each_other(const Setup& setup, At one, At other);
/// Whether royal men of both sides see each other along a rank or file; and the same where they may not.
bool royals_see(const Setup& setup, const rules::Rules& rules);
bool royals_face(const Setup& setup, const rules::Rules& rules);
/// Whether a move leads a royal man out of check other than by capturing who gives it, where that is illegal.
bool flees_from_check(const Setup& setup, const rules::Rules& rules, Move move);
/// Takes away what a capture on a square blasts; `petrifies`: who captured turns into a wall.
void explode(Setup& setup, const rules::Rules& rules, At square, bool petrifies);
/// Whether a side has made a row, or a chain from one of its regions to the other.
bool has_row(const Setup& setup, const rules::Rules& rules, Color side);

/// The squares strictly between two of one rank, file or diagonal, from the first on; of two others none.
std::vector<At> between(At from, At to);
/// Whether the man, alone on the board, goes from one square to the other by an initial move and by no other.
bool is_initial(const Setup& setup, const rules::Rules& rules, Man man, At from, At to);
/// The nearest man of the side not to move behind a square, on its file.
std::optional<At> nearest_behind(const Setup& setup, At target);
/// The man that a capture on an en passant square takes: the one whose square stands among the en passant
/// squares, or else the nearest behind.
std::optional<At> taken_en_passant(const Setup& setup, At target);
/// Where the man on `from` could capture en passant if all the `squares` were en passant squares.
std::vector<At> en_passant_targets(const Setup& setup, const rules::Rules& rules, At from);

/// Who castles: the king and the rook of one wing, where the rules look for them.
struct CastlingPair {
    At king;
    At rook;
    friend constexpr bool operator==(const CastlingPair&, const CastlingPair&) = default;
};
std::optional<CastlingPair> castling_pair(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside);
/// The squares from which a side castles to one wing, unless any rook does: where its men have that right in
/// the start, else those of the rules; but the king's is that of the start, too, if it has the other right
/// there.
std::optional<CastlingPair> castling_home(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside);
/// Where they end, if that is on the board.
std::optional<CastlingPair> castling_ends(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside);
/// The castling move, if nothing stands in its way and the king does not pass an attacked square.
std::optional<Move> castling_move(const Setup& setup, const rules::Rules& rules, Color side, bool kingside);
/// The letter of a right to castle.
constexpr char castling_letter(Color side, bool kingside) {
    return side == Color::white ? (kingside ? 'K' : 'Q') : (kingside ? 'k' : 'q');
}

/// Whether the rules care, and the man could never move again from the square: alone on the board, without
/// initial moves, wherever others may not stand. A hop needs a square behind another.
bool is_stuck(const Setup& setup, const rules::Rules& rules, Man man, At square);
/// What a man is on a square that it comes to: where it could never move again, and the other of its pair
/// could, it is that one.
Man arrived(const Setup& setup, const rules::Rules& rules, Man man, At square);
/// All drops that one may make if it does not matter what they leave attacked.
std::vector<Move> drops(const Setup& setup, const rules::Rules& rules);
/// The man that a drop puts on the board.
Man dropped(const Setup& setup, const rules::Rules& rules, Move move);
void take_from_hand(Setup& setup, const rules::Rules& rules, Color side, rules::Letter letter);
/// A captured man, into the hand of the other side or of its own, if the rules want it there.
void put_into_hand(Setup& setup, const rules::Rules& rules, Man captured);
/// Men that change sides where a man has come to stand.
void flip(Setup& setup, const rules::Rules& rules, At to, bool is_drop);
/// The rights to castle that a king or rook brings when it is dropped on the square.
std::string rights_by_drop(const Setup& after, const rules::Rules& rules, At to);

/// The same quiet targets but those of initial moves.
std::vector<At> quiet_targets_without_start(const Setup& setup, const rules::Rules& rules, At from);
/// A pseudo-legal move with each wall that it may put.
std::vector<Move> with_walls(const Setup& setup, const rules::Rules& rules, Move move);
/// Walls that are put instead of moving.
std::vector<Move> walls_instead(const Setup& setup, const rules::Rules& rules);
/// The gates of a side: those that are named, and those of king and rooks with rights to castle.
std::vector<At> gates(const Setup& setup, const rules::Rules& rules, Color side);
/// A legal move, and the same with each man from the hand that may come into a gate which it leaves.
std::vector<Move> with_gated(const Setup& setup, const rules::Rules& rules, Move move);
/// Whether the rules let a kind of a side come from the hand to a square, whatever stands there.
bool may_be_dropped(const Setup& setup, const rules::Rules& rules, Color side, const rules::Kind& kind,
                    At to);
/// Puts what a move brings from the hand into the gate.
void bring_in(Setup& setup, const rules::Rules& rules, Color side, Move move);
/// The gates that are left after a move; rights to castle are settled already.
void settle_gates(const Setup& before, Setup& after, const rules::Rules& rules, Move move);
/// Leaps of king and fers from their gates.
std::vector<Move> first_leaps(const Setup& setup, const rules::Rules& rules);
/// Promotions as in Sittuyin.
std::vector<Move> promotions_in_place(const Setup& setup, const rules::Rules& rules);

/// What `moves` says if the game is not over before one looks for moves.
std::vector<Move> legal_moves(const Setup& setup, const rules::Rules& rules);
/// The outcome for the side to move if the game is over before one looks for moves.
std::optional<game::Outcome> immediate_end(const Setup& setup, const rules::Rules& rules);

}  // namespace zermelo::reference
