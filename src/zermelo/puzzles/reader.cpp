// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"

namespace zermelo::puzzles {

namespace {

std::string expected_number(std::string_view name, std::uint64_t least, std::uint64_t most) {
    if (least == most) return fmt::format("{}, which must be {}", name, least);
    return fmt::format("{}, a number from {} to {}", name, least, most);
}

}  // namespace

Location Reader::location(const char* position) const {
    const auto lines = static_cast<std::uint64_t>(std::count(begin_, position, '\n'));
    const char* line = position;
    while (line != begin_ && line[-1] != '\n') --line;
    const std::uint64_t before = line == begin_ && lines == 0 ? first_.column : 1;
    return {first_.line + lines, static_cast<std::uint64_t>(position - line) + before};
}

bool Reader::line_ends(const char* p, const char*& next) const {
    if (p != end_ && *p == '\r') ++p;
    if (p != end_ && *p != '\n') return false;
    next = p == end_ ? end_ : p + 1;
    return true;
}

bool Reader::skip_blank_lines() {
    while (at_ != end_) {
        const char* const line = at_;
        skip_blanks();
        if (!line_ends(at_, at_)) {
            at_ = line;
            return true;
        }
    }
    return false;
}

Result<void> Reader::open_line(std::string_view expected) {
    if (skip_blank_lines()) return {};
    return error_at(end_, fmt::format("the input ends too early, expected {}", expected));
}

Result<void> Reader::next_line(std::string_view expected) {
    const char* const line = at_;
    ZERMELO_CHECK(open_line(expected));
    if (at_ == line) return {};
    return error_at(line, fmt::format("a blank line inside a game, expected {}", expected));
}

std::string_view Reader::word() {
    skip_blanks();
    const char* const start = at_;
    while (at_ != end_ && *at_ != ' ' && *at_ != '\t' && *at_ != '\r' && *at_ != '\n') ++at_;
    return {start, static_cast<std::size_t>(at_ - start)};
}

Result<std::string_view> Reader::word(std::string_view expected) {
    const std::string_view found = word();
    if (!found.empty()) return found;
    const char* next = nullptr;
    if (!line_ends(at_, next)) return error_at(at_, fmt::format("unexpected '\\x0d', expected {}", expected));
    const char* const what = next == end_ && (next == at_ || next[-1] != '\n') ? "input" : "line";
    return error_at(at_, fmt::format("the {} ends too early, expected {}", what, expected));
}

Result<std::uint64_t> Reader::number(std::string_view name, std::uint64_t least, std::uint64_t most) {
    const char* const before = at_;
    const std::string_view digits = word();
    if (digits.empty()) {
        at_ = before;
        return word(expected_number(name, least, most)).map([](std::string_view) {
            return std::uint64_t{0};
        });
    }
    if (!std::all_of(digits.begin(), digits.end(), is_digit)) {
        return error_at(digits.data(), fmt::format("{} is not a number, expected {}", quoted(digits),
                                                   expected_number(name, least, most)));
    }
    std::uint64_t value = 0;
    bool overflow = false;
    for (const char c : digits) {
        overflow |= __builtin_mul_overflow(value, std::uint64_t{10}, &value);
        overflow |= __builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value);
    }
    if (overflow || value < least || value > most) {
        return error_at(digits.data(), fmt::format("{} is out of range, expected {}", quoted(digits),
                                                   expected_number(name, least, most)));
    }
    return value;
}

Result<std::uint64_t> Reader::game_count(std::uint64_t least, std::uint64_t most) {
    ZERMELO_CHECK(open_line("the number of games"));
    const auto count = number("the number of games", least, most);
    if (!count) return count;
    ZERMELO_CHECK(close_line());
    return count;
}

Result<void> Reader::close_input() {
    if (!skip_blank_lines()) return {};
    const std::string_view extra = word();
    return error_at(at_ - extra.size(),
                    fmt::format("unexpected {} after the last game, expected the end of the input",
                                quoted(extra.empty() ? std::string_view{"\r"} : extra)));
}

Result<void> Reader::close_line() {
    skip_blanks();
    if (line_ends(at_, at_)) return {};
    const char* const start = at_;
    const std::string_view extra = word();
    return error_at(start, fmt::format("unexpected {}, expected the end of the line",
                                       extra.empty() ? quoted("\r") : quoted(extra)));
}

}  // namespace zermelo::puzzles
