// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/game.hpp"
#include "zermelo/engine/notation.hpp"

#include "reference/engine.hpp"

/// The laws of the general game at one position: the engine of compiled rules and bits against the reference.
namespace zermelo::testing {

using engine::Game;
using engine::Hand;
using engine::Move;
using engine::MoveList;
using engine::Setup;
using engine::uci;

/// Moves as text, in one order.
template <typename List>
std::vector<std::string> names(const List& list, const rules::Rules& rules) {
    std::vector<std::string> result;
    for (const Move& m : list)
        result.push_back(uci(m, rules) + " " + std::to_string(static_cast<int>(m.type)) + " " +
                         std::to_string(m.from.index()) + ">" + std::to_string(m.to.index()));
    std::sort(result.begin(), result.end());
    return result;
}

/// Without the counters, which the rules do not look at.
inline Setup plain(Setup setup) {
    setup.half_moves = 0;
    setup.full_moves = 1;
    return setup;
}

inline bool slow_wins_at_once(const Setup& setup, const rules::Rules& rules) {
    const auto moves = reference::moves(setup, rules);
    return std::any_of(moves.begin(), moves.end(), [&](const Move& m) {
        return reference::end(reference::play(setup, rules, m), rules) == game::Outcome::loss;
    });
}

/// How many moves there are, of the drops one for each square.
inline std::size_t replies(const std::vector<Move>& moves) {
    std::set<unsigned> squares;
    std::size_t others = 0;
    for (const Move& m : moves) {
        if (m.is_drop())
            squares.insert(m.to.index());
        else
            ++others;
    }
    return others + squares.size();
}

/// What is left to be used up by moves of a game that never repeats: fewer of the first that differs. Of
/// passes there are two in a row at most.
inline std::array<std::size_t, 4> left(const Setup& setup, const rules::Rules& rules) {
    const std::size_t passes = 2 - setup.passes;
    std::size_t men = 0;
    std::size_t ranks_ahead = 0;
    for (unsigned at = 0; at < setup.men.size(); ++at) {
        if (!setup.men[at]) continue;
        ++men;
        const unsigned rank = at / rules::max_files;
        ranks_ahead += setup.men[at]->color == Color::white ? rules::max_ranks - rank : rank;
    }
    const std::size_t squares = std::size_t{rules::max_files} * rules::max_ranks;
    if (rules.walling != rules::Walling::none) return {squares - setup.walls.count(), 0, 0, passes};
    if (rules.free_drops) return {squares - men, 0, 0, passes};
    std::size_t in_hand = 0;
    if (setup.hands)
        for (const Hand& hand : *setup.hands)
            for (const auto& [letter, count] : hand) in_hand += count;
    return {men + in_hand, in_hand, ranks_ahead, passes};
}

/// Every law at one position. The setup is as the engine prints it.
template <typename Bits>
void expect_laws(const Game<Bits>& game, const Setup& setup, const rules::Rules& rules, bool deep) {
    SCOPED_TRACE(print_fen(setup));
    const auto made = game.position(setup);
    ASSERT_TRUE(made) << made.error().front().message;
    const auto& p = *made;
    ASSERT_EQ(game.setup(p), setup);
    const std::vector<Move> slow = reference::moves(setup, rules);
    MoveList list;
    game.moves(p, list);
    ASSERT_EQ(names(list, rules), names(slow, rules));
    EXPECT_EQ(game.count(p), slow.size());
    EXPECT_EQ(game.replies(p), replies(slow));
    EXPECT_EQ(game.has_move(p), !slow.empty());
    const auto is_listed = [&](Move m) { return std::find(list.begin(), list.end(), m) != list.end(); };
    const auto some = game.some_move(p);
    EXPECT_TRUE(some ? is_listed(*some) : slow.empty());
    MoveList pseudo_legal;
    game.pseudo_legal_moves(p, pseudo_legal);
    for (const MoveList& candidates : {list, pseudo_legal})
        for (const Move m : candidates) EXPECT_EQ(game.is_legal(p, m), is_listed(m)) << uci(m, rules);
    const auto end = reference::end(setup, rules);
    EXPECT_EQ(game.end(p), end);
    EXPECT_EQ(game.lost(p), end == game::Outcome::loss);
    EXPECT_EQ(game.in_check(p), reference::attacked(setup, rules, setup.to_move));
    EXPECT_TRUE(!end || slow.empty());
    const auto plies_left = game.plies_left(p);
    EXPECT_EQ(plies_left.has_value(), game.never_repeats());
    for (const Move& m : list) {
        const Setup slow_next = plain(reference::play(setup, rules, m));
        ASSERT_EQ(print_fen(game.setup(game.play(p, m))), print_fen(slow_next)) << uci(m, rules);
        ASSERT_EQ(game.setup(game.play(p, m)), slow_next);
        EXPECT_EQ(engine::find_move(game, p, uci(m, rules)), m);
        const auto next = game.position(slow_next);
        ASSERT_TRUE(next) << uci(m, rules) << ": " << next.error().front().message;
        EXPECT_EQ(game.key(*next), game.key(game.play(p, m))) << uci(m, rules);
        if (game.never_repeats()) {
            EXPECT_LT(left(slow_next, rules), left(setup, rules)) << uci(m, rules);
            EXPECT_LT(game.plies_left(*next), plies_left) << uci(m, rules);
        }
        EXPECT_TRUE(game.wins_unmoved() || game.end(game.play(p, m)) != game::Outcome::win);
    }
    if (deep) {
        EXPECT_EQ(game.wins_at_once(p), slow_wins_at_once(setup, rules));
    }
    MoveList attacks;
    MoveList checks;
    MoveList defences;
    game.attacks(p, attacks);
    game.checks(p, checks);
    game.defences(p, defences);
    EXPECT_EQ(names(attacks, rules), names(slow, rules));
    EXPECT_EQ(names(defences, rules), names(slow, rules));
    for (const Move& m : list) {
        const auto next = game.play(p, m);
        if (!game.in_check(next) && !game.lost(next)) continue;
        EXPECT_NE(std::find(checks.begin(), checks.end(), m), checks.end()) << uci(m, rules);
    }
    const auto read = engine::parse_fen(print_fen(setup), rules);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, reference::told_by_fen(setup));
}

}  // namespace zermelo::testing
