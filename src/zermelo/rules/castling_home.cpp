// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/castling_home.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "zermelo/base/ascii.hpp"

namespace zermelo::rules {
namespace {

/// A field of a FEN, counted from 0; empty if there are not as many.
std::string_view field_of(std::string_view fen, unsigned which) {
    while (true) {
        fen.remove_prefix(std::min(fen.find_first_not_of(' '), fen.size()));
        const std::size_t end = std::min(fen.find(' '), fen.size());
        if (which == 0 || fen.empty()) return fen.substr(0, end);
        fen.remove_prefix(end);
        --which;
    }
}

/// A rank of a board, counted from the top; empty if there are not as many.
std::string_view rank_of(std::string_view board, unsigned from_top) {
    for (; from_top > 0; --from_top) {
        const std::size_t next = board.find('/');
        if (next == std::string_view::npos) return {};
        board.remove_prefix(next + 1);
    }
    return board.substr(0, board.find_first_of("/["));
}

/// The letters of a side's men on its castling rank in the start FEN, by file; 0 where none stands.
std::string men_on_castling_rank(const Rules& rules, Color side) {
    const unsigned from_top =
        side == Color::white ? rules.ranks - 1 - rules.castling_rank : rules.castling_rank;
    std::string men;
    unsigned empty = 0;  // the digits that were read last
    bool turned = false;
    const auto end_run = [&] {
        men.append(std::min(empty, max_files), '\0');
        empty = 0;
    };
    for (const char c : rank_of(field_of(rules.start_fen, 0), from_top)) {
        if (is_digit(c)) {
            empty = std::min(empty * 10 + static_cast<unsigned>(c - '0'), max_files);
            continue;
        }
        end_run();
        if (c == '*') men += '\0';
        if (is_letter(c)) {
            const auto into = rules.promoted_kind.find(upper(c));
            const Letter letter = turned && into != rules.promoted_kind.end() ? into->second : upper(c);
            men += is_upper(c) == (side == Color::white) ? letter : '\0';
        }
        turned = c == '+';
    }
    end_run();
    men.resize(rules.files, '\0');
    return men;
}

/// The pair that the rules find for a right of the start.
std::optional<CastlingHome> found_in_start(const Rules& rules, Color side, bool kingside) {
    const SideRules& own = rules.side(side);
    const char right = side == Color::white ? (kingside ? 'K' : 'Q') : (kingside ? 'k' : 'q');
    if (field_of(rules.start_fen, 2).find(right) == std::string_view::npos) return std::nullopt;
    const std::string men = men_on_castling_rank(rules, side);
    if (!own.castling_king) return std::nullopt;
    const std::size_t first = men.find(*own.castling_king);
    if (first == std::string::npos) return std::nullopt;
    auto king = static_cast<unsigned>(first);
    if (men.find(*own.castling_king, first + 1) != std::string::npos) king = rules.castling_king_file;
    if (king >= rules.files || men[king] != own.castling_king) return std::nullopt;
    const auto castles = [&](unsigned file) {
        return men[file] != 0 && contains(own.castling_rooks, men[file]);
    };
    if (kingside) {
        for (unsigned file = std::min(rules.castling_rook_kingside_file, rules.files - 1); file > king;
             --file)
            if (castles(file)) return CastlingHome{king, file};
    } else {
        for (unsigned file = rules.castling_rook_queenside_file; file < king; ++file)
            if (castles(file)) return CastlingHome{king, file};
    }
    return std::nullopt;
}

}  // namespace

std::optional<CastlingHome> castling_home(const Rules& rules, Color side, bool kingside) {
    if (!rules.castling || rules.castling_960 || rules.castling_rank >= rules.ranks) return std::nullopt;
    if (const auto found = found_in_start(rules, side, kingside)) return found;
    CastlingHome home{rules.castling_king_file,
                      kingside ? std::min(rules.castling_rook_kingside_file, rules.files - 1)
                               : rules.castling_rook_queenside_file};
    if (const auto other = found_in_start(rules, side, !kingside)) home.king = other->king;
    const bool on_board = home.king < rules.files && home.rook < rules.files;
    const bool on_its_side = kingside ? home.rook > home.king : home.rook < home.king;
    if (!on_board || !on_its_side) return std::nullopt;
    return home;
}

}  // namespace zermelo::rules
