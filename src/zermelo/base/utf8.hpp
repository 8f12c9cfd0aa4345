// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zermelo {

/// How many bytes at the beginning of a text are a character of UTF-8 or the begin of one, and whether it is
/// whole. It is not where a shorter form says the same, and surrogates and what lies beyond Unicode are none.
struct Character {
    std::size_t bytes;
    bool whole;
};
/// Precondition: the text is not empty.
Character character_at(std::string_view text);

/// The number of a whole character.
char32_t code_point(std::string_view character);

/// Adds a character to a text.
void append_character(std::string& text, char32_t number);

/// Whether a text has whole characters alone.
bool is_utf8(std::string_view text);

/// Whether a terminal obeys it instead of showing it: control characters, and what turns the direction of the
/// text or ends its line.
bool steers(char32_t character);

}  // namespace zermelo
