// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/layout.hpp"

#include <charconv>
#include <cstdint>
#include <string>

namespace zermelo::stress {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The number that a word is, if it is one.
std::optional<std::uint64_t> number(std::string_view word) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

class Scanner {
  public:
    Scanner(Format format, std::string_view input) : format_(format), left_(input) {}

    std::optional<Error> scan() {
        const auto first = line();
        if (offence_) return offence_;
        const auto games = first ? number(*first) : std::nullopt;
        if (!games) return std::nullopt;
        const bool boards = format_ == Format::rows || format_ == Format::pieces;
        if (!boards) {
            while (line()) {
            }
            return offence_;
        }
        for (std::uint64_t game = 0; game < *games; ++game)
            if (!board()) return offence_;
        line();  // there is none: if there is, it may at least not be blank
        return offence_;
    }

  private:
    /// A board and its blank line; false if the input is to be looked at no further.
    bool board() {
        std::uint64_t lines = 8;
        if (format_ == Format::pieces) {
            const auto header = line();
            if (!header) return false;
            const std::size_t blank = header->find(' ');
            const auto pieces =
                blank == std::string_view::npos ? std::nullopt : number(header->substr(blank + 1));
            if (!pieces) return false;
            lines = *pieces;
        }
        for (std::uint64_t i = 0; i < lines; ++i)
            if (!line()) return false;
        return blank_line();
    }

    /// The next line without its end; nothing at the end of the input, or if it offends.
    std::optional<std::string_view> line() {
        if (left_.empty() || offence_) return std::nullopt;
        ++number_;
        const std::size_t end = left_.find('\n');
        const std::string_view line = left_.substr(0, end);
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (const auto wrong = wrong_at(line, i)) {
                offend(i, std::string{*wrong});
                return std::nullopt;
            }
        }
        if (end == std::string_view::npos) {
            offend(line.size(), "the last line has no end, expected a line end (LF)");
            return std::nullopt;
        }
        if (line.empty()) {
            const bool boards = format_ == Format::rows || format_ == Format::pieces;
            offend(0, boards ? "a blank line, expected a single one after each board and no other"
                             : "a blank line, expected none");
            return std::nullopt;
        }
        left_.remove_prefix(end + 1);
        return line;
    }

    bool blank_line() {
        ++number_;
        if (!left_.starts_with('\n')) {
            offend(0, "no blank line, expected one after each board");
            return false;
        }
        left_.remove_prefix(1);
        return true;
    }

    static std::optional<std::string_view> wrong_at(std::string_view line, std::size_t i) {
        const char c = line[i];
        const bool first = i == 0 || line[i - 1] == ' ';
        if (c == ' ') {
            if (i == 0) return "a space at the start of the line, expected none";
            if (line[i - 1] == ' ') return "a second space, expected one";
            if (i + 1 == line.size()) return "a space at the end of the line, expected none";
        } else if (c == '\t') {
            return "a tab, expected one space";
        } else if (c == '\r') {
            return "a carriage return, expected lines that end with LF alone";
        } else if (c == '0' && first && i + 1 < line.size() && is_digit(line[i + 1])) {
            return "a leading zero, expected none";
        }
        return std::nullopt;
    }

    void offend(std::size_t column, std::string message) {
        offence_ = Error{ErrorKind::bad_input, std::move(message), Location{number_, column + 1}};
    }

    Format format_;
    std::string_view left_;
    std::uint64_t number_ = 0;  // of the line that was read last
    std::optional<Error> offence_;
};

}  // namespace

std::optional<Error> layout_offence(Format format, std::string_view input) {
    return Scanner{format, input}.scan();
}

}  // namespace zermelo::stress
