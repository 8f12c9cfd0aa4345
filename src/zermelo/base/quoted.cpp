// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/quoted.hpp"

#include <fmt/format.h>

namespace zermelo {

std::string quoted(std::string_view text, std::size_t most, Unprintable unprintable) {
    std::string result = "'";
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            result += c;
        } else if (unprintable == Unprintable::question_mark) {
            result += '?';
        } else {
            result += fmt::format("\\x{:02x}", byte);
        }
    }
    return result + (text.size() > most ? "...'" : "'");
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
