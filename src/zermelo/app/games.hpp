// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
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

/// The dialect that a user calls so. Errors: `bad_usage`, with the names of all that there are.
Result<const judge::Dialect*> find_game(std::string_view name);

}  // namespace zermelo::app
