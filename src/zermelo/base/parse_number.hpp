// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace zermelo {

/// The number that a text is: digits, and nothing else. Nothing if it is none, or does not fit.
template <typename Number = std::uint64_t>
std::optional<Number> parse_number(std::string_view text) {
    Number value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc{} || end != last) return std::nullopt;
    return value;
}

}  // namespace zermelo
