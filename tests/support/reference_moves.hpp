// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup.hpp"

#include "reference/engine.hpp"

/// What the reference says, as text: for examples that are checked by hand.
namespace zermelo::testing {

inline engine::Setup setup_of(const std::string& fen, const rules::Rules& rules) {
    const auto setup = engine::parse_fen(fen, rules);
    EXPECT_TRUE(setup) << fen << ": " << (setup ? "" : setup.error().message);
    return setup.value_or(engine::Setup{});
}

/// The legal moves in alphabetical order, those that begin with a text only if one is given.
inline std::string moves(const std::string& fen, const rules::Rules& rules, const std::string& from = "") {
    std::vector<std::string> names;
    for (const engine::Move move : reference::moves(setup_of(fen, rules), rules))
        if (const std::string text = engine::uci(move, rules); text.starts_with(from)) names.push_back(text);
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
}

/// The FEN after a move that must be legal.
inline std::string after(const std::string& fen, const rules::Rules& rules, const std::string& name) {
    const auto setup = setup_of(fen, rules);
    for (const engine::Move move : reference::moves(setup, rules))
        if (engine::uci(move, rules) == name) return print_fen(reference::play(setup, rules, move));
    return "no such move";
}

inline std::optional<game::Outcome> end(const std::string& fen, const rules::Rules& rules,
                                        unsigned passes = 0) {
    auto setup = setup_of(fen, rules);
    setup.passes = passes;
    const auto outcome = reference::end(setup, rules);
    EXPECT_EQ(outcome.has_value(), reference::moves(setup, rules).empty()) << fen;
    return outcome;
}

}  // namespace zermelo::testing
