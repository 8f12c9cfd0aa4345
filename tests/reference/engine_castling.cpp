// SPDX-License-Identifier: GPL-3.0-or-later
// Castling, one square after the other.
#include <algorithm>
#include <cstdlib>

#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

int castling_rank(const Setup& setup, const rules::Rules& rules, Color side) {
    const auto rank = static_cast<int>(rules.castling_rank);
    return side == Color::white ? rank : static_cast<int>(setup.ranks) - 1 - rank;
}

bool is_own(const Setup& setup, At square, Color side) {
    return on_board(setup, square) && man_on(setup, square) && man_on(setup, square)->color == side;
}

/// Whether nobody but king and rook stands on the way from one square of the rank to the other, both ends
/// included, and the rank has no hole there.
bool way_is_free(const Setup& setup, At from, At to, const CastlingPair& pair) {
    for (int file = std::min(from.file, to.file); file <= std::max(from.file, to.file); ++file) {
        const At square{file, from.rank};
        if (!on_board(setup, square)) return false;
        if (man_on(setup, square) && square != pair.king && square != pair.rook) return false;
    }
    return true;
}

bool contains(const std::vector<At>& list, At square) {
    return std::find(list.begin(), list.end(), square) != list.end();
}

/// Whether a king that may not be attacked starts, passes and arrives in safety, as the board stands now.
/// What the move leaves attacked is seen when it is made.
bool way_is_safe(const Setup& setup, const rules::Rules& rules, Color side, At from, At to) {
    if (!contains(royals(setup, rules, side), from) && !contains(pseudo_royals(setup, rules, side), from))
        return true;
    for (int file = std::min(from.file, to.file); file <= std::max(from.file, to.file); ++file)
        if (is_attacked(setup, rules, {file, from.rank}, !side)) return false;
    return true;
}

}  // namespace

std::optional<CastlingPair> castling_pair(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside) {
    const int rank = castling_rank(setup, rules, side);
    const auto files = static_cast<int>(setup.files);
    const rules::SideRules& own = rules.side(side);
    std::vector<At> kings;
    for (At square{0, rank}; square.file < files; ++square.file)
        if (is_own(setup, square, side) && man_on(setup, square)->letter == own.castling_king)
            kings.push_back(square);
    if (kings.size() > 1) {
        std::erase_if(kings,
                      [&](At square) { return square.file != static_cast<int>(rules.castling_king_file); });
    }
    if (kings.size() != 1) return std::nullopt;
    const At king = kings.front();
    const std::size_t right = (side == Color::white ? 0U : 2U) + (kingside ? 0U : 1U);
    if (const auto file = setup.castling_files[right]) return CastlingPair{king, {*file, rank}};
    const int inwards = kingside ? -1 : 1;
    const unsigned any = kingside ? setup.files : 0;
    const auto first = static_cast<int>(rules.castling_960 ? any
                                        : kingside         ? rules.castling_rook_kingside_file
                                                           : rules.castling_rook_queenside_file);
    for (At square{std::min(first, files - 1), rank};
         kingside ? square.file > king.file : square.file < king.file; square.file += inwards)
        if (is_own(setup, square, side) &&
            own.castling_rooks.find(man_on(setup, square)->letter) != std::string::npos)
            return CastlingPair{king, square};
    return std::nullopt;
}

std::optional<CastlingPair> castling_ends(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside) {
    const int rank = castling_rank(setup, rules, side);
    const auto file =
        static_cast<int>(kingside ? rules.castling_kingside_file : rules.castling_queenside_file);
    const CastlingPair ends{{file, rank}, {file + (kingside ? -1 : 1), rank}};
    if (!on_board(setup, ends.king) || !on_board(setup, ends.rook)) return std::nullopt;
    return ends;
}

std::optional<Move> castling_move(const Setup& setup, const rules::Rules& rules, Color side, bool kingside) {
    if (!rules.castling || setup.castling.find(castling_letter(side, kingside)) == std::string::npos)
        return std::nullopt;
    const auto pair = castling_pair(setup, rules, side, kingside);
    const auto ends = castling_ends(setup, rules, side, kingside);
    if (!pair || !ends) return std::nullopt;
    if (!way_is_free(setup, pair->king, ends->king, *pair) ||
        !way_is_free(setup, pair->rook, ends->rook, *pair))
        return std::nullopt;
    if (!may_stand(setup, rules, *man_on(setup, pair->king), ends->king) ||
        !may_stand(setup, rules, *man_on(setup, pair->rook), ends->rook))
        return std::nullopt;
    if (!way_is_safe(setup, rules, side, pair->king, ends->king)) return std::nullopt;
    const bool looks_otherwise = rules.castling_960 ||
                                 rules.castling_kingside_file == rules.castling_queenside_file ||
                                 std::abs(ends->king.file - pair->king.file) <= 1 ||
                                 contains(quiet_targets(setup, rules, pair->king), ends->king);
    return Move{index(setup, pair->king), index(setup, looks_otherwise ? pair->rook : ends->king), 0,
                kingside ? Move::Type::castle_kingside : Move::Type::castle_queenside};
}

}  // namespace zermelo::reference
