// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "zermelo/base/quoted.hpp"
#include "zermelo/base/result.hpp"

namespace zermelo::puzzles {

/// A word of an input, for a message.
inline std::string quoted(std::string_view text) { return zermelo::quoted(text, 24, Unprintable::hex); }

/// The careful reader that every puzzle falls back to: words and numbers on lines, and errors that say
/// the place, what is wrong and what was expected.
///
/// Blanks are spaces and tabs, and lines end with LF, CRLF or the end of the text. Between games blank lines
/// count for nothing; inside a game one is an error. It looks at one byte at a time; the fast paths of the
/// puzzles read what is written plainly and leave everything else to it.
class Reader {
  public:
    /// Reads `text`, whose first byte stands at `first` in the input.
    explicit Reader(std::string_view text, Location first = {})
        : begin_(text.data()), end_(text.data() + text.size()), at_(text.data()), first_(first) {}

    /// The next byte to be read; a fast path may move it to another line start of the same text.
    const char* position() const { return at_; }
    const char* end() const { return end_; }
    void move_to(const char* position) { at_ = position; }

    /// Where a byte of the text stands in the input. Cost: O(the text before it); for errors only.
    Location location(const char* position) const;
    /// An error with this message, at `position`.
    tl::unexpected<Error> error_at(const char* position, std::string message) const {
        return failure(ErrorKind::bad_input, std::move(message), location(position));
    }

    /// Skips blank lines; false if the text ends there. Precondition: at a line start.
    bool skip_blank_lines();
    /// Goes to the first line that is not blank: a game begins. Error: the text ends; `expected` says what
    /// should come.
    Result<void> open_line(std::string_view expected);
    /// Goes on to the next line of the same game. Errors: the text ends; the line is blank, which is allowed
    /// only before, between and after games. Precondition: at a line start.
    Result<void> next_line(std::string_view expected);
    /// Where the next word of the line starts, or where the line ends.
    const char* next_word() {
        skip_blanks();
        return at_;
    }
    /// The next word of the line, empty at its end. Cost: O(its length).
    std::string_view word();
    /// Like `word`, but its absence is an error; `expected` says what should be there.
    Result<std::string_view> word(std::string_view expected);
    /// The next word as a decimal number from `least` to `most`; `name` says what it is in messages.
    Result<std::uint64_t> number(std::string_view name, std::uint64_t least, std::uint64_t most);
    /// The input's first line, the number of games. Errors: as of `open_line`, `number` and `close_line`.
    Result<std::uint64_t> game_count(std::uint64_t least, std::uint64_t most);
    /// Goes to the end of the input. Error: something other than blank lines is left.
    Result<void> close_input();
    /// Leaves the line. Error: something other than blanks stands before its end.
    Result<void> close_line();

  private:
    void skip_blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    }
    /// Whether the line ends at `p`; `next` is then the next line's start.
    bool line_ends(const char* p, const char*& next) const;

    const char* begin_;
    const char* end_;
    const char* at_;
    Location first_;
};

}  // namespace zermelo::puzzles
