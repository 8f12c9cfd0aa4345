// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "zermelo/export.hpp"

/// What went wrong, as a value. No function of this library throws for an error, prints anything, or ends the
/// program. What does come through are `std::bad_alloc` and what a caller's own functions throw. Messages
/// name options as the command line has them.
namespace zermelo {

/// A place in a text: line and column, both counted from 1; a column counts bytes.
struct Location {
    std::uint64_t line = 1;
    std::uint64_t column = 1;

    friend constexpr bool operator==(Location, Location) = default;
    friend constexpr auto operator<=>(Location, Location) = default;
};

/// What went wrong, in the only classes that a caller has to distinguish.
enum class ErrorKind {
    bad_input,  ///< the text that was read breaks its format or the rules
    bad_usage,  ///< the call itself asks for something that does not exist
    io,         ///< the system failed: a file cannot be read, a disk is full, a pipe is closed
    stopped,    ///< the caller asked to stop before all was done
};

/// An error as a value. `message` says what is wrong and what was expected, without the place; `where` is the
/// place in the text, if there is one; `input` names the text that the error is about, where a call reads
/// several: it is the file's name, or says what the text is ("FEN").
struct Error {
    ErrorKind kind = ErrorKind::bad_input;
    std::string message;
    std::optional<Location> where = std::nullopt;
    std::string input = {};
};

/// An error as the command line tells it, in one line without a line end: `FILE:LINE:COLUMN: error: …` where
/// it has a place in a text, else `zermelo: error: …`.
ZERMELO_API std::string text_of(const Error& error);

/// A `T` or the reason why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

}  // namespace zermelo
