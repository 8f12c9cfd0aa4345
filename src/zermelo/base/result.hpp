// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "zermelo/base/location.hpp"

namespace zermelo {

/// What went wrong, in the only classes that a face has to tell apart.
enum class ErrorKind {
    bad_input,  ///< the text that was read breaks its format or the rules
    bad_usage,  ///< the call itself asks for something that there is not
    io,         ///< the world: a file that cannot be read, a full disk, a closed pipe
};

/// An error as a value. `message` says what is wrong and what was expected, without the place;
/// `where` is the place in the text, if there is one. Only a face turns it into text or a status.
struct Error {
    ErrorKind kind = ErrorKind::bad_input;
    std::string message;
    std::optional<Location> where = std::nullopt;
};

/// A `T` or the reason why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

/// `return failure(ErrorKind::io, "…");` in a function that returns a `Result`.
inline tl::unexpected<Error> failure(ErrorKind kind, std::string message,
                                     std::optional<Location> where = std::nullopt) {
    return tl::make_unexpected(Error{kind, std::move(message), where});
}

}  // namespace zermelo
