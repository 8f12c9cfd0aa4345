// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace zermelo {

// Letters and digits of ASCII, whatever the locale. Other bytes are neither, and stay as they are.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower(std::string_view word) {
    std::string text{word};
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return lower(c); });
    return text;
}

inline std::string capitalised(std::string text) {
    if (!text.empty()) text.front() = upper(text.front());
    return text;
}

}  // namespace zermelo
