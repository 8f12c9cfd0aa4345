// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/compositions/twin.hpp"
#include "zermelo/problem.hpp"

namespace zermelo::compositions {

/// What a problem in a file asks for beside its stipulation.
struct Asked {
    Color attacker = Color::white;
    bool duplex = false;
    bool quodlibet = false;
    bool set_play = false;
    bool tree = false;
    bool postkey = false;
    unsigned max_refutations = 0;                   ///< as in `Options`
    std::optional<std::size_t> max_lines = {};      ///< as in `Options`
    std::optional<std::uint64_t> intended = {};     ///< how many solutions there are to be
    std::optional<std::chrono::seconds> time = {};  ///< for the whole problem
    friend bool operator==(const Asked&, const Asked&) = default;
};

using zermelo::Heading;

/// A problem of a file: what stands over the diagram, the diagram with its twins, what is asked.
struct Composition {
    Heading heading;
    std::vector<Diagram> diagrams;  ///< as of `with_twins`
    /// The diagram where it is a zeroposition, which is but what its twins are made of.
    std::optional<Diagram> zeroposition = {};
    Asked asked;
    /// The shipped variant that a condition of the file means; empty: the one in which the file is read.
    std::string variant = {};
    std::uint64_t line = 1;  ///< where it begins in its file, counted from 1

    /// What is drawn of it: the zeroposition, or the first diagram.
    const Diagram& drawn() const { return zeroposition ? *zeroposition : diagrams.front(); }
};

/// What the Codex takes for granted where nobody says more: who stands at home may castle, but for men on
/// these squares. Nothing in variants that are not played on eight files and ranks, or without castling.
void castle_by_convention(engine::Setup& setup, const std::vector<engine::Place>& never,
                          const rules::Rules& rules);

/// And in Andernach chess: a king at home that has no right to castle has its gate still, but on these
/// squares.
void keep_gates_of_kings(engine::Setup& setup, const std::vector<engine::Place>& never);

/// An empty board of the variant, White to move.
engine::Setup empty_board(const rules::Rules& rules);

/// The bytes as UTF-8 without control characters: where they are none already, as Latin-1, as older files
/// have it.
std::string utf8_of(std::string_view bytes);

}  // namespace zermelo::compositions
