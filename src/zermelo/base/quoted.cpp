// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/quoted.hpp"

#include <fmt/format.h>

#include "zermelo/base/utf8.hpp"

namespace zermelo {

namespace {

void add_hex(std::string& text, std::string_view bytes) {
    for (const char c : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

std::string quoted(std::string_view text, std::size_t most, Unprintable unprintable) {
    std::string result = "'";
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            result += c;
        } else if (unprintable == Unprintable::question_mark) {
            result += '?';
        } else {
            add_hex(result, {&c, 1});
        }
    }
    return result + (text.size() > most ? "...'" : "'");
}

std::string in_one_line(std::string_view message) {
    std::string line;
    while (!message.empty()) {
        const Character character = character_at(message);
        const std::string_view bytes = message.substr(0, character.bytes);
        message.remove_prefix(character.bytes);
        if (bytes == "\n" || bytes == "\t") {
            line += ' ';
        } else if (!character.whole || steers(code_point(bytes))) {
            add_hex(line, bytes);
        } else {
            line += bytes;
        }
    }
    return line;
}

std::string shell_word(std::string_view text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string{text};
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
    return word + "'";
}

}  // namespace zermelo
