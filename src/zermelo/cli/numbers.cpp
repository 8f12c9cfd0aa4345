// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::cli {
namespace {

/// The end of the number that a text begins with; nothing if it begins with none or one that is too large.
template <typename Number>
const char* end_of(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} ? end : nullptr;
}

std::string refused(const std::string& text, const std::string& expected) {
    return quoted(text, 60, Unprintable::hex) + ", expected " + expected;
}

/// The power of two that a unit means: 10 for "k", "KB" or "KiB".
std::optional<unsigned> power_of(std::string_view unit) {
    constexpr std::string_view letters = "KMGTPE";
    constexpr unsigned a_step = 10;
    if (unit.empty() || (unit.size() == 1 && upper(unit[0]) == 'B')) return 0;
    const std::size_t letter = letters.find(upper(unit[0]));
    if (letter == std::string_view::npos) return std::nullopt;
    unit.remove_prefix(1);
    if (unit.size() == 2 && upper(unit[0]) == 'I') unit.remove_prefix(1);
    if (unit.size() > 1 || (unit.size() == 1 && upper(unit[0]) != 'B')) return std::nullopt;
    return a_step * static_cast<unsigned>(letter + 1);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return {[least, most](std::string& text) {
                std::uint64_t number = 0;
                const bool good =
                    end_of(text, number) == text.data() + text.size() && number >= least && number <= most;
                if (!good) return refused(text, fmt::format("a whole number from {} to {}", least, most));
                text = std::to_string(number);
                return std::string{};
            },
            ""};
}

CLI::Validator positive_number() {
    return {[](std::string& text) {
                double number = 0;
                const bool good =
                    end_of(text, number) == text.data() + text.size() && number > 0 && std::isfinite(number);
                return good ? std::string{} : refused(text, "a number above 0");
            },
            ""};
}

CLI::Validator positive_number(double least, double most) {
    return {[least, most](std::string& text) {
                double number = 0;
                const bool good =
                    end_of(text, number) == text.data() + text.size() && number >= least && number <= most;
                return good ? std::string{}
                            : refused(text, fmt::format("a number from {} to {:.0f}", least, most));
            },
            ""};
}

CLI::Validator size_with_unit() {
    return {
        [](std::string& text) {
            std::uint64_t number = 0;
            if (const char* end = end_of(text, number); end != nullptr) {
                const std::string_view unit{end, static_cast<std::size_t>(text.data() + text.size() - end)};
                const auto power = power_of(unit);
                if (power && number <= std::numeric_limits<std::uint64_t>::max() >> *power) {
                    text = std::to_string(number << *power);
                    return std::string{};
                }
            }
            return refused(text, "a size as 512M or 2G, below 16E");
        },
        ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
    return {[words = std::move(words)](std::string& text) {
                return std::find(words.begin(), words.end(), text) != words.end()
                           ? std::string{}
                           : refused(text, fmt::format("{}", fmt::join(words, " or ")));
            },
            ""};
}

CLI::Validator file_name() {
    return {[](std::string& text) { return text.empty() ? refused(text, "a file name") : std::string{}; },
            ""};
}

CLI::Validator file_to_write() {
    return {[](std::string& text) {
                if (text.empty()) return refused(text, "a file name");
                if (text == "-") return refused(text, "a file name, as './-'");
                return std::string{};
            },
            ""};
}

}  // namespace zermelo::cli
