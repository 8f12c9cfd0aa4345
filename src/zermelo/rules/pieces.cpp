// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/pieces.hpp"

#include <array>

namespace zermelo::rules {
namespace {

// The notations are those of Fairy-Stockfish; the pawn's en passant is a rule of its own here.
constexpr std::array<NamedPiece, 37> named{{
    {"king", "K"},
    {"pawn", "fmWfcF"},
    {"knight", "N"},
    {"bishop", "B"},
    {"rook", "R"},
    {"queen", "Q"},
    {"fers", "F"},
    {"alfil", "A"},
    {"fersAlfil", "FA"},
    {"silver", "FfW"},
    {"aiwok", "RNF"},
    {"bers", "RF"},
    {"archbishop", "BN"},
    {"chancellor", "RN"},
    {"amazon", "QN"},
    {"knibis", "mNcB"},
    {"biskni", "mBcN"},
    {"kniroo", "mNcR"},
    {"rookni", "mRcN"},
    {"shogiPawn", "fW"},
    {"lance", "fR"},
    {"shogiKnight", "fN"},
    {"gold", "WfF"},
    {"dragonHorse", "BW"},
    {"clobber", "cW"},
    {"breakthrough", "fmWfF"},
    {"immobile", ""},
    {"cannon", "mRcpR"},
    {"janggiCannon", "pR"},
    {"soldier", "fsW"},
    {"horse", "nN"},
    {"elephant", "nA"},
    {"janggiElephant", "nZ"},
    {"banner", "RcpRnN"},
    {"wazir", "W"},
    {"commoner", "K"},
    {"centaur", "KN"},
}};
static_assert(named[king_piece].key == "king" && named[pawn_piece].key == "pawn" &&
              named[rook_piece].key == "rook");

constexpr std::string_view custom = "customPiece";

}  // namespace

std::span<const NamedPiece> named_pieces() { return named; }

unsigned count_of_pieces() { return static_cast<unsigned>(named.size()) + custom_pieces; }

bool is_custom(unsigned piece) { return piece >= named.size(); }

std::string key_of_piece(unsigned piece) {
    if (!is_custom(piece)) return std::string(named[piece].key);
    return std::string(custom) + std::to_string(piece - named.size() + 1);
}

unsigned piece_of_key(std::string_view key) {
    for (unsigned piece = 0; piece < named.size(); ++piece)
        if (named[piece].key == key) return piece;
    if (key.starts_with(custom))
        for (unsigned piece = static_cast<unsigned>(named.size()); piece < count_of_pieces(); ++piece)
            if (key_of_piece(piece) == key) return piece;
    return count_of_pieces();
}

}  // namespace zermelo::rules
