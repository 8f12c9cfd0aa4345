// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/games.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace zermelo::app {

namespace {

constexpr std::string_view check_rules =
    "An n×n board, square (x,y), (1,1) at the upper left. k q r b h p are White's king, queen, rook, "
    "bishop,\n"
    "knight (\"horse\") and pawn, K Q R B H P are Black's. White's pawns move towards greater y, Black's "
    "towards\n"
    "lesser y. Basic moves only: no castling, en passant, double step or promotion; a pawn on its last row "
    "stays\n"
    "a pawn and has no move. One king each; otherwise any number of pieces anywhere. A king is threatened if "
    "an\n"
    "enemy piece could capture on its square now.";

constexpr std::array<Game, 5> all{{
    {"simplified", "HackerRank, \"Simplified Chess Engine\"",
     "Can White force the capture of Black's queen within m plies, however Black plays?",
     "A 4×4 board, files A-D, ranks 1-4. No kings, no pawns. Each side has one queen, at most two rooks and "
     "at\n"
     "most two minor pieces (bishops and knights). Pieces move and capture as in chess. White moves first.\n"
     "Capturing the enemy queen wins at once. There is no check: a queen may be left or put where it can be\n"
     "taken. No draw by repetition, no passing. Every move by either side counts 1 (a ply), so an even m is\n"
     "worth the same as m-1.",
     "g, then g games: a line `w b m`, w lines with White's pieces and b lines with Black's, each `t c r`\n"
     "(t in QNBR, c in ABCD, r in 1234). Verdict: YES or NO."},
    {"cstate1", "SPOJ CSTATE1, \"Chessboard State 1\"",
     "Is a king threatened on this 8×8 board, and is it mate?", check_rules,
     "t, then t boards of eight lines of eight characters out of .kqrbhpKQRBHP, the row y = 1 first.\n"
     "Verdict: Safe (no king threatened), Impossible (both), {White|Black} Check or {White|Black} "
     "Checkmate."},
    {"cstate2", "SPOJ CSTATE2, \"Chessboard State 2\"",
     "Is a king threatened on this n×n board, and how many moves rescue it?", check_rules,
     "t, then t boards: a line `n p`, p lines `x y c`, n up to 10^18. Verdict: Safe, Impossible,\n"
     "{White|Black} Check - m Plausible Moves or {White|Black} Checkmate."},
    {"cstate3", "SPOJ CSTATE3, \"Chessboard State 3\"", "As cstate2; only the bounds of --limits differ.",
     check_rules, "As cstate2."},
    {"cheesy", "BAPC 2006 preliminary and POJ 3455, \"Cheesy Chess\"",
     "Who wins king against pawn if White plays best?",
     "An 8×8 board. White has a king, Black a pawn; White moves first, nobody may pass. The king moves one "
     "step in\n"
     "any direction; the pawn moves exactly one step down and never captures. Squares are open, forbidden "
     "(nobody\n"
     "may enter) or dangerous (the pawn may enter, the king may not). The two squares diagonally below the "
     "pawn are\n"
     "dangerous too while it stands there. White wins by capturing the pawn, which needs the pawn's square "
     "to be\n"
     "open. If White is to move and has no move, Black wins. If the pawn is to move and cannot, Black wins "
     "on the\n"
     "bottom line and White elsewhere.",
     "The number of games; each game: 8 lines of 8 characters out of . F D, the top line first; `x y` of "
     "the\n"
     "king; `x y` of the pawn; x from the left and y from below, from 1. Verdict: White or Black."},
}};

}  // namespace

std::span<const Game> games() { return all; }

Result<const judge::Dialect*> find_game(std::string_view name) {
    if (const judge::Dialect* dialect = judge::find_dialect(name)) return dialect;
    std::string known;
    for (const Game& each : all) known += fmt::format("{}{}", known.empty() ? "" : ", ", each.name);
    return failure(ErrorKind::bad_usage, fmt::format("unknown game '{}', expected one of {}", name, known));
}

}  // namespace zermelo::app
