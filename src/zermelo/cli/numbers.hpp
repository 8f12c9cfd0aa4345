// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

/// What numbers on the command line look like. The parser alone takes `-1` for the largest number there is,
/// cuts off what is too large, and takes `0x3`, ` 1` and `nan`.
namespace zermelo::cli {

namespace numbers_detail {

/// The end of the number that a text begins with; nothing if it begins with none or one that is too large.
template <typename Number>
const char* end_of(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} ? end : nullptr;
}

inline std::string refused(const std::string& text, const char* expected) {
    return "'" + text + "', expected " + expected;
}

}  // namespace numbers_detail

/// Nothing but decimal digits, below 2^64.
inline CLI::Validator whole_number() {
    return {[](std::string& text) {
                std::uint64_t number = 0;
                const bool good = numbers_detail::end_of(text, number) == text.data() + text.size();
                return good ? std::string{} : numbers_detail::refused(text, "a number");
            },
            ""};
}

/// A finite number above zero.
inline CLI::Validator positive_number() {
    return {[](std::string& text) {
                double number = 0;
                const bool good = numbers_detail::end_of(text, number) == text.data() + text.size() &&
                                  number > 0 && std::isfinite(number);
                return good ? std::string{} : numbers_detail::refused(text, "a number above 0");
            },
            ""};
}

/// Digits, and a unit of letters behind them if need be: what `CLI::AsSizeValue` may read.
inline CLI::Validator size_with_unit() {
    return {[](std::string& text) {
                std::uint64_t number = 0;
                const char* end = numbers_detail::end_of(text, number);
                const bool good =
                    end != nullptr &&
                    text.find_first_not_of("BKMGTPEIbkmgtpei", static_cast<std::size_t>(end - text.data())) ==
                        std::string::npos;
                return good ? std::string{} : numbers_detail::refused(text, "a size as 512M or 2G");
            },
            ""};
}

/// A file to read or to write, of which `-` may be one.
inline CLI::Validator file_name() {
    return {[](std::string& text) {
                return text.empty() ? numbers_detail::refused(text, "a file name") : std::string{};
            },
            ""};
}

/// A file to write; standard output has the answer of the command already.
inline CLI::Validator file_to_write() {
    return {[](std::string& text) {
                if (text.empty()) return numbers_detail::refused(text, "a file name");
                if (text == "-") return numbers_detail::refused(text, "a file name, as './-'");
                return std::string{};
            },
            ""};
}

}  // namespace zermelo::cli
