// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/layout.hpp"

#include <cstdint>
#include <string>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/parse_number.hpp"

namespace zermelo::stress {

namespace {

class Scanner {
  public:
    Scanner(const puzzles::Puzzle& puzzle, std::string_view input) : puzzle_(puzzle), left_(input) {}

    std::optional<Error> scan() {
        const auto first = line();
        if (error_) return error_;
        const auto games = first ? parse_number(*first) : std::nullopt;
        if (!games) return std::nullopt;
        if (!puzzle_.blank_line_after_game()) {
            while (line()) {
            }
            return error_;
        }
        for (std::uint64_t i = 0; i < *games; ++i)
            if (!game()) return error_;
        line();  // there is none: if there is, it may at least not be blank
        return error_;
    }

  private:
    /// A game and its blank line; false if the input is to be looked at no further.
    bool game() {
        std::uint64_t lines = puzzle_.fixed_lines();
        if (lines == 0) {
            const auto first = line();
            const auto shape = first ? puzzle_.shape(*first) : std::nullopt;
            if (!shape) return false;
            lines = shape->lines - 1;
        }
        for (std::uint64_t i = 0; i < lines; ++i)
            if (!line()) return false;
        return blank_line();
    }

    /// The next line without its end; nothing at the end of the input, or if there is an error in it.
    std::optional<std::string_view> line() {
        if (left_.empty() || error_) return std::nullopt;
        ++number_;
        const std::size_t end = left_.find('\n');
        const std::string_view line = left_.substr(0, end);
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (const auto wrong = wrong_at(line, i)) {
                fail(i, std::string{*wrong});
                return std::nullopt;
            }
        }
        if (end == std::string_view::npos) {
            fail(line.size(), "the last line has no end, expected a line end (LF)");
            return std::nullopt;
        }
        if (line.empty()) {
            fail(0, puzzle_.blank_line_after_game()
                        ? "a blank line, expected a single one after each board and no other"
                        : "a blank line, expected none");
            return std::nullopt;
        }
        left_.remove_prefix(end + 1);
        return line;
    }

    bool blank_line() {
        ++number_;
        if (!left_.starts_with('\n')) {
            fail(0, "no blank line, expected one after each board");
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

    void fail(std::size_t column, std::string message) {
        error_ = Error{ErrorKind::bad_input, std::move(message), Location{number_, column + 1}};
    }

    const puzzles::Puzzle& puzzle_;
    std::string_view left_;
    std::uint64_t number_ = 0;  // the line that was read last
    std::optional<Error> error_;
};

}  // namespace

std::optional<Error> layout_error(const puzzles::Puzzle& puzzle, std::string_view input) {
    return Scanner{puzzle, input}.scan();
}

}  // namespace zermelo::stress
