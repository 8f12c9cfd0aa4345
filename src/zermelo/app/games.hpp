// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/judge/dialect.hpp"

namespace zermelo::app {

/// A game that can be judged, as `zermelo games` tells of it.
struct Game {
    std::string_view name;    ///< as `zermelo judge` takes it
    std::string_view source;  ///< the problem that it comes from
    std::string_view question;
    std::string_view rules;   ///< in words, several lines
    std::string_view format;  ///< of the input, several lines
};

/// All of them, in the order in which they are listed. Every name is a dialect of `judge/`.
std::span<const Game> games();

/// The dialect of a game as the user names it. Error: `ErrorKind::bad_usage`, with the names that there are.
Result<const judge::Dialect*> dialect_of(std::string_view game);

}  // namespace zermelo::app
