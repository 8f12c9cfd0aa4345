// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/numbers.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace zermelo::cli {
namespace {

/// The end of the number that a text begins with; nothing if it begins with none or one that is too large.
template <typename Number>
const char* end_of(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} ? end : nullptr;
}

std::string refused(const std::string& text, const char* expected) {
    return "'" + text + "', expected " + expected;
}

}  // namespace

CLI::Validator whole_number() {
    return {[](std::string& text) {
                std::uint64_t number = 0;
                const bool good = end_of(text, number) == text.data() + text.size();
                return good ? std::string{} : refused(text, "a number");
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

CLI::Validator size_with_unit() {
    return {[](std::string& text) {
                std::uint64_t number = 0;
                const char* end = end_of(text, number);
                const bool good =
                    end != nullptr &&
                    text.find_first_not_of("BKMGTPEIbkmgtpei", static_cast<std::size_t>(end - text.data())) ==
                        std::string::npos;
                return good ? std::string{} : refused(text, "a size as 512M or 2G");
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
