// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "zermelo/error.hpp"

namespace zermelo {

/// `return failure(ErrorKind::io, "…");` in a function that returns a `Result`.
inline tl::unexpected<Error> failure(ErrorKind kind, std::string message,
                                     std::optional<Location> where = std::nullopt, std::string input = {}) {
    return tl::make_unexpected(Error{kind, std::move(message), where, std::move(input)});
}

/// What ends with a `std::stop_token` whose stop was asked for.
inline tl::unexpected<Error> stopped() { return failure(ErrorKind::stopped, "stopped before it was done"); }

/// The same result, but its error says that it is about `input`, unless it says already what it is about.
template <typename T>
Result<T> about(std::string_view input, Result<T> result) {
    if (!result && result.error().input.empty()) result.error().input = input;
    return result;
}

}  // namespace zermelo

/// `ZERMELO_TRY(const auto text, read_file(path));` declares `text` and gives it the value of the expression,
/// a `tl::expected`; where that holds an error, the function returns it. Precondition: the function returns a
/// `tl::expected` with the same kind of error (a lambda says so: `-> Result<…>`). Two statements: not for the
/// branch of an `if` without braces. The value is moved, and so is the error.
#define ZERMELO_TRY(declaration, ...)                                                            \
    auto&& ZERMELO_TRIED = (__VA_ARGS__);                                                        \
    if (!ZERMELO_TRIED)                                                                          \
        return tl::make_unexpected(static_cast<decltype(ZERMELO_TRIED)>(ZERMELO_TRIED).error()); \
    declaration = *static_cast<decltype(ZERMELO_TRIED)>(ZERMELO_TRIED)

/// `ZERMELO_CHECK(sink.write(text));` does the same with an expression that is wanted for its success alone.
#define ZERMELO_CHECK(...)                                                                           \
    do {                                                                                             \
        if (auto&& ZERMELO_TRIED = (__VA_ARGS__); !ZERMELO_TRIED)                                    \
            return tl::make_unexpected(static_cast<decltype(ZERMELO_TRIED)>(ZERMELO_TRIED).error()); \
    } while (false)

// A name for each line: two of them in one block, or one within the other, are different variables.
#define ZERMELO_TRIED ZERMELO_TRIED_JOINED(zermelo_tried_, __LINE__)
#define ZERMELO_TRIED_JOINED(name, line) ZERMELO_TRIED_JOINED_NOW(name, line)
#define ZERMELO_TRIED_JOINED_NOW(name, line) name##line
