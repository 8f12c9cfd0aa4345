// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/utf8.hpp"

namespace zermelo {

Character character_at(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {1, true};
    if (lead < 0xC2 || lead > 0xF4) return {1, false};
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    // Neither what a shorter form says, nor surrogates, nor what lies beyond Unicode.
    const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    std::size_t good = 1;
    for (; good < length && good < text.size(); ++good) {
        const bool first = good == 1;
        if (byte(good) < (first ? least : 0x80) || byte(good) > (first ? most : 0xBF)) break;
    }
    return {good, good == length};
}

char32_t code_point(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0);
    constexpr unsigned six_bits = 0x3F;
    char32_t number = byte(0) & (0x7FU >> character.size());
    for (std::size_t i = 1; i < character.size(); ++i) number = number << 6U | (byte(i) & six_bits);
    return number;
}

void append_character(std::string& text, char32_t number) {
    const auto add = [&](unsigned byte) { text += static_cast<char>(byte); };
    const auto follow = [&](unsigned shift) { add(0x80U | (number >> shift & 0x3FU)); };
    if (number < 0x80) return add(number);
    if (number < 0x800) {
        add(0xC0U | number >> 6U);
    } else if (number < 0x10000) {
        add(0xE0U | number >> 12U);
        follow(6);
    } else {
        add(0xF0U | number >> 18U);
        follow(12);
        follow(6);
    }
    follow(0);
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const Character character = character_at(text);
        if (!character.whole) return false;
        text.remove_prefix(character.bytes);
    }
    return true;
}

bool steers(char32_t character) {
    const auto within = [&](char32_t first, char32_t last) {
        return character >= first && character <= last;
    };
    return character < 0x20 || within(0x7F, 0x9F) || character == 0x061C || within(0x200E, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2066, 0x2069);
}

}  // namespace zermelo
