// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/composition.hpp"

#include <algorithm>

#include "zermelo/base/utf8.hpp"
#include "zermelo/compositions/castling_rights.hpp"

namespace zermelo::compositions {

void castle_by_convention(engine::Setup& setup, const std::vector<engine::Place>& never,
                          const rules::Rules& rules) {
    setup.castling.clear();
    if (!castles_from_home(rules)) return;
    const auto moved = [&](engine::Place at) {
        return std::find(never.begin(), never.end(), at) != never.end();
    };
    for (const CastlingRight& right : castling_rights)
        if (stand_at_home(setup, right) && !moved(right.king) && !moved(right.rook))
            setup.castling += right.letter;
}

void keep_gates_of_kings(engine::Setup& setup, const std::vector<engine::Place>& never) {
    for (const CastlingRight& right : castling_rights) {
        const unsigned bit = rules::region_bit(right.king.file, right.king.rank);
        const auto castles = [&](const CastlingRight& other) {
            return other.color == right.color && setup.castling.find(other.letter) != std::string::npos;
        };
        if (setup.men[bit] == engine::Man{right.color, 'K'} &&
            std::find(never.begin(), never.end(), right.king) == never.end() &&
            std::none_of(castling_rights.begin(), castling_rights.end(), castles))
            setup.gates[right.color].set(bit);
    }
}

engine::Setup empty_board(const rules::Rules& rules) {
    engine::Setup setup = engine::parse_fen(rules.start_fen, rules).value_or(engine::Setup{});
    setup.men.fill(std::nullopt);
    setup.to_move = Color::white;
    setup.castling.clear();
    setup.en_passant.clear();
    return setup;
}

std::string utf8_of(std::string_view bytes) {
    const bool already = is_utf8(bytes);
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            text += ' ';
        } else if (already || byte < 0x80) {
            text += c;
        } else {
            append_character(text, byte);
        }
    }
    return text;
}

}  // namespace zermelo::compositions
