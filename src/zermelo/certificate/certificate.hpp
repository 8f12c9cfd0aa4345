// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

/// A proof that can be checked without searching, as data and as text. `docs/certificates.md` has the format.
namespace zermelo::certificate {

/// Who is to move: the attacker, of whose win there is a proof or of whose lack of one, or the other side.
enum class Side : std::uint8_t { attacker, defender };

struct Edge {
    std::string move;
    std::size_t node = 0;  ///< the number of the node that it leads to
    friend bool operator==(const Edge&, const Edge&) = default;
};

/// A position of a strategy: one move of the side whose strategy it is, every move of the other side, none
/// where the game is over. A win is the attacker's strategy, and without cycles; no win is the defender's,
/// which holds for ever.
struct Node {
    Side to_move = Side::attacker;
    /// Of a win: until the game is won, if the defender delays as long as this strategy allows.
    std::uint64_t plies = 0;
    std::string position;
    std::vector<Edge> edges;
    friend bool operator==(const Node&, const Node&) = default;
};

/// Plain data: nothing about it is checked. Texts hold no line breaks, moves no spaces, positions no '|'.
struct Certificate {
    std::string variant;
    std::string rules;     ///< the hash of the rules
    std::string position;  ///< that of node 0, where the attacker is to move
    /// It wins within so many plies, those of node 0; nothing: it has no win of any length.
    std::optional<std::uint64_t> plies;
    std::vector<Node> nodes;
    friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// How every certificate begins; the version stands behind it.
inline constexpr std::string_view beginning = "zermelo certificate ";
inline constexpr std::string_view first_line_of_win = "zermelo certificate 1";
inline constexpr std::string_view first_line_of_no_win = "zermelo certificate 2";
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
