// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/hash128.hpp"

namespace zermelo::tablebase::file {

/// What an entry says: 0 is a draw, other even numbers are wins and odd ones losses of the side to move
/// (docs/table-format.md).
enum class Encoding : std::uint8_t {
    parity = 0,   ///< number − 1 plies: wins have odd lengths, losses even ones
    outcome = 1,  ///< (number − 1) / 2 plies, rounded down: any outcome at any length
    alone = 2,    ///< 1 a loss, 2 a win: the outcome alone, in two bits
};

/// What a table says of itself. Nothing in it is interpreted by this room.
struct Header {
    Hash128 rules;        ///< the hash of the rules: a table of other rules is refused
    std::string variant;  ///< the name of the game; at most 65,535 bytes
    std::string tier;     ///< the material, as the solver names it; at most 65,535 bytes
    Encoding encoding = Encoding::parity;
    std::string record;  ///< what the solver found: longest distance, counts, …; at most 1 MiB

    friend bool operator==(const Header&, const Header&) = default;
};

}  // namespace zermelo::tablebase::file
