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

/// Whether a king that may not be attacked starts, passes and arrives in safety, as the board stands now; a
/// last one that is safe where it starts may have hidden what it passes. What the move leaves attacked is
/// seen when it is made.
bool way_is_safe(const Setup& setup, const rules::Rules& rules, Color side, At from, At to) {
    const bool royal = contains(royals(setup, rules, side), from);
    const bool last = contains(pseudo_royals(setup, rules, side), from);
    Setup without = setup;
    without.men[from.bit()].reset();
    for (int file = std::min(from.file, to.file); file <= std::max(from.file, to.file); ++file) {
        const At square{file, from.rank};
        if (royal && (rules.koeko || rules.madrasi)) {
            if (square == to && square != from) continue;  // where it ends the rook has come, too
            Setup there = without;
            there.men[square.bit()] = man_on(setup, from);
            there.to_move = !side;
            there.en_passant.clear();
            if (is_attacked(there, rules, square, !side)) return false;
            continue;
        }
        if (royal && is_attacked(setup, rules, square, !side)) return false;
        if (last && (square == from || square != to) && last_man_in_danger(setup, rules, square, side))
            return false;
        if (last && square != to && square != from && last_man_in_danger(without, rules, square, side))
            return false;
        if (!royal || !rules.flying_general) continue;
        for (const At king : royals(setup, rules, !side))
            if (see_each_other(without, king, square)) return false;
    }
    return true;
}

/// The pair on the castling rank that one finds from the rook's file, or from the edge where any rook
/// castles.
std::optional<CastlingPair> search(const Setup& setup, const rules::Rules& rules, Color side, bool kingside) {
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

}  // namespace

std::optional<CastlingPair> castling_home(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside) {
    if (!rules.castling || rules.castling_960 || rules.castling_rank >= setup.ranks) return std::nullopt;
    const int rank = castling_rank(setup, rules, side);
    CastlingPair pair{
        {static_cast<int>(rules.castling_king_file), rank},
        {static_cast<int>(kingside ? rules.castling_rook_kingside_file : rules.castling_rook_queenside_file),
         rank}};
    pair.rook.file = std::min(pair.rook.file, static_cast<int>(setup.files) - 1);
    if (const auto start = engine::parse_fen(rules.start_fen, rules))
        for (const bool wing : {!kingside, kingside}) {
            if (start->castling.find(castling_letter(side, wing)) == std::string::npos) continue;
            const auto found = search(*start, rules, side, wing);
            if (!found) continue;
            pair.king = found->king;
            if (wing == kingside) pair.rook = found->rook;
        }
    const int files = static_cast<int>(setup.files);
    if (pair.king.file >= files || pair.rook.file >= files) return std::nullopt;
    if (kingside ? pair.rook.file <= pair.king.file : pair.rook.file >= pair.king.file) return std::nullopt;
    return pair;
}

std::optional<CastlingPair> castling_pair(const Setup& setup, const rules::Rules& rules, Color side,
                                          bool kingside) {
    if (rules.castling_960) {
        auto pair = search(setup, rules, side, kingside);
        const std::size_t right = (side == Color::white ? 0U : 2U) + (kingside ? 0U : 1U);
        if (const auto file = setup.castling_files[right]; file && pair)
            pair->rook.file = static_cast<int>(*file);
        return pair;
    }
    const auto pair = castling_home(setup, rules, side, kingside);
    if (!pair) return std::nullopt;
    const rules::SideRules& own = rules.side(side);
    if (!is_own(setup, pair->king, side) || !is_own(setup, pair->rook, side)) return std::nullopt;
    if (man_on(setup, pair->king)->letter != own.castling_king) return std::nullopt;
    if (own.castling_rooks.find(man_on(setup, pair->rook)->letter) == std::string::npos) return std::nullopt;
    return pair;
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
    if (is_paralysed(setup, rules, pair->king)) return std::nullopt;
    if (!way_is_safe(setup, rules, side, pair->king, ends->king)) return std::nullopt;
    const bool looks_otherwise = rules.castling_960 ||
                                 rules.castling_kingside_file == rules.castling_queenside_file ||
                                 std::abs(ends->king.file - pair->king.file) <= 1 ||
                                 contains(quiet_targets(setup, rules, pair->king), ends->king);
    return Move{index(setup, pair->king), index(setup, looks_otherwise ? pair->rook : ends->king), 0,
                kingside ? Move::Type::castle_kingside : Move::Type::castle_queenside};
}

}  // namespace zermelo::reference
