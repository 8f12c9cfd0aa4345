// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

/// A proof that can be checked without searching, as data and as text. `docs/certificates.md` has the format.
namespace zermelo::certificate {

/// Who is to move: the side that wins, or the other one.
enum class Side : std::uint8_t { winner, loser };

struct Edge {
    std::string move;
    std::size_t node = 0;  ///< the number of the node that it leads to
    friend bool operator==(const Edge&, const Edge&) = default;
};

/// A position of the strategy: one move where the winner is to move, every move where the loser is, none
/// where the game is over.
struct Node {
    Side to_move = Side::winner;
    std::uint64_t plies = 0;  ///< until the game is won, if the loser delays as long as this strategy allows
    std::string position;
    std::vector<Edge> edges;
    friend bool operator==(const Node&, const Node&) = default;
};

/// Plain data: nothing about it is checked. Texts hold no line breaks, moves no spaces, positions no '|'.
struct Certificate {
    std::string variant;
    std::string rules;        ///< the hash of the rules
    std::string position;     ///< where the side to move wins: that of node 0
    std::uint64_t plies = 0;  ///< within so many plies: that of node 0
    std::vector<Node> nodes;
    friend bool operator==(const Certificate&, const Certificate&) = default;
};

inline constexpr std::string_view first_line = "zermelo certificate 1";
inline constexpr std::size_t header_lines = 6;
/// Numbers in the text have at most so many digits.
inline constexpr std::size_t most_digits = 9;

/// Writes the text of a certificate. Errors: the sink's.
Result<void> write(const Certificate& certificate, Sink& sink);

/// Reads the text of a certificate. It only reads: whether it proves anything is for `check` to say.
///
/// Errors (bad_input, with the line): anything that `write` would not have written in this way, byte by byte;
/// so `write` of what was read gives the text again. Cost: O(text).
Result<Certificate> parse(std::string_view text);

}  // namespace zermelo::certificate
