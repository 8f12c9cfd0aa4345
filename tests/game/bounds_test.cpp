// SPDX-License-Identifier: GPL-3.0-or-later
// What is proved stands for all values that it leaves open: everything is held to those sets, all of them.
#include "zermelo/bounds.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {
namespace {

constexpr int longest = 3;    // plies of the values that are looked at
constexpr int unending = 99;  // no number of plies

/// A value by the plies in which one side wins, or the other.
struct Both {
    int win = unending;
    int loss = unending;
    auto operator<=>(const Both&) const = default;
};
using Values = std::set<Both>;

Values all_values() {
    Values all{Both{}};
    for (int plies = 0; plies <= longest; ++plies) {
        all.insert({plies, unending});
        all.insert({unending, plies});
    }
    return all;
}

Value value_of(Both v) {
    if (v.win != unending) return {Outcome::win, Plies{static_cast<std::uint64_t>(v.win)}};
    if (v.loss != unending) return {Outcome::loss, Plies{static_cast<std::uint64_t>(v.loss)}};
    return {};
}

/// The least bounds that leave all these values open.
Bounds around(const Values& values) {
    Bounds bounds;
    const auto plies = [](int n) { return Plies{static_cast<std::uint64_t>(n)}; };
    const auto [fastest, slowest] = std::minmax_element(
        values.begin(), values.end(), [](const Both& a, const Both& b) { return a.win < b.win; });
    const auto [sooner, later] = std::minmax_element(
        values.begin(), values.end(), [](const Both& a, const Both& b) { return a.loss < b.loss; });
    if (fastest->win == unending)
        bounds.add(Bounds::never_won());
    else if (fastest->win > 0)
        bounds.add(Bounds::not_won_within(plies(fastest->win - 1)));
    if (slowest->win != unending) bounds.add(Bounds::won_within(plies(slowest->win)));
    if (sooner->loss == unending)
        bounds.add(Bounds::never_lost());
    else if (sooner->loss > 0)
        bounds.add(Bounds::not_lost_within(plies(sooner->loss - 1)));
    if (later->loss != unending) bounds.add(Bounds::lost_within(plies(later->loss)));
    return bounds;
}

/// A pair of intervals, and the values in both.
struct Case {
    Values values;
    Bounds bounds;
};

std::vector<Case> all_cases() {
    const std::vector<int> lengths{0, 1, 2, longest, unending};
    std::vector<Case> cases;
    for (const int win_from : lengths)
        for (const int win_to : lengths)
            for (const int loss_from : lengths)
                for (const int loss_to : lengths) {
                    Values values;
                    for (const Both& v : all_values())
                        if (v.win >= win_from && v.win <= win_to && v.loss >= loss_from && v.loss <= loss_to)
                            values.insert(v);
                    if (values.empty()) continue;
                    const Bounds bounds = around(values);
                    const auto is_same = [&](const Case& each) { return each.bounds == bounds; };
                    if (std::none_of(cases.begin(), cases.end(), is_same)) cases.push_back({values, bounds});
                }
    return cases;
}

TEST(Bounds, TellWhatAllValuesHaveInCommon) {
    for (const auto& [values, bounds] : all_cases()) {
        const Both first = *values.begin();
        std::set<Outcome> outcomes;
        for (const Both& v : values) outcomes.insert(value_of(v).outcome);
        EXPECT_EQ(bounds.outcome(), outcomes.size() == 1 ? std::optional{*outcomes.begin()} : std::nullopt);
        EXPECT_EQ(bounds.exact(), values.size() == 1);
        EXPECT_EQ(bounds.value(), values.size() == 1 ? std::optional{value_of(first)} : std::nullopt);
        EXPECT_EQ(bounds.won(), outcomes == std::set{Outcome::win});
        EXPECT_EQ(bounds.lost(), outcomes == std::set{Outcome::loss});
        EXPECT_EQ(bounds.is_never_won(), !outcomes.contains(Outcome::win));
        EXPECT_EQ(bounds.is_never_lost(), !outcomes.contains(Outcome::loss));
        for (int limit = 0; limit <= longest + 1; ++limit) {
            const auto wins = [&](const Both& v) { return v.win <= limit; };
            const Verdict verdict = std::all_of(values.begin(), values.end(), wins)    ? Verdict::win
                                    : std::none_of(values.begin(), values.end(), wins) ? Verdict::no_win
                                                                                       : Verdict::unknown;
            EXPECT_EQ(bounds.win_within(Plies{static_cast<std::uint64_t>(limit)}), verdict);
        }
        EXPECT_EQ(bounds.win_within(std::nullopt), outcomes == std::set{Outcome::win} ? Verdict::win
                                                   : outcomes.contains(Outcome::win)  ? Verdict::unknown
                                                                                      : Verdict::no_win);
        for (const Both& v : values) {
            if (v.win != unending && v.win > 0) {
                EXPECT_LT(bounds.no_win_within().value().count(), static_cast<std::uint64_t>(v.win));
            }
            if (v.loss != unending && v.loss > 0) {
                EXPECT_LT(bounds.no_loss_within().value().count(), static_cast<std::uint64_t>(v.loss));
            }
            if (const auto most = bounds.at_most()) {
                EXPECT_LE(value_of(v).distance.value(), *most);
            }
        }
    }
    for (const Both& v : all_values()) EXPECT_EQ(Bounds{value_of(v)}, around({v}));
    Values going_on = all_values();
    std::erase_if(going_on, [](const Both& v) { return v.win == 0 || v.loss == 0; });
    EXPECT_EQ(Bounds::not_over(), around(going_on));
}

TEST(Bounds, WhatTwoSayIsWhatBothLeaveOpen) {
    const auto cases = all_cases();
    for (const Case& one : cases)
        for (const Case& other : cases) {
            Values common;
            std::set_intersection(one.values.begin(), one.values.end(), other.values.begin(),
                                  other.values.end(), std::inserter(common, common.begin()));
            if (common.empty()) continue;  // not both are true
            Bounds sum = one.bounds;
            sum.add(other.bounds);
            EXPECT_EQ(sum, around(common));
        }
}

TEST(Bounds, TurnAsValuesDo) {
    for (const auto& [values, bounds] : all_cases()) {
        Values moved;
        for (const Both& v : values) {
            const auto later = [](int plies) { return plies == unending ? unending : plies + 1; };
            moved.insert({later(v.loss), later(v.win)});
        }
        // Beyond the longest there are others, which are not looked at.
        const Bounds expected = around(moved);
        EXPECT_EQ(bounds.of_the_move(), expected);
        EXPECT_EQ(bounds.of_the_other().of_the_other(), bounds);
    }
    EXPECT_EQ(Bounds{game::of_the_move(Value{Outcome::loss, Plies{4}})},
              Bounds(Value{Outcome::loss, Plies{4}}).of_the_move());
}

/// What a position is worth whose moves have these values, for who makes them.
Both best_of(const std::vector<Both>& moves) {
    Both best = moves.front();
    for (const Both& move : moves)
        if (game::better(value_of(move), value_of(best))) best = move;
    return best;
}

/// Calls `look` with every way in which these can turn out.
template <typename Look>
void each_choice(const std::vector<Case>& moves, const Look& look, std::vector<Both> chosen = {}) {
    if (chosen.size() == moves.size()) return look(chosen);
    for (const Both& v : moves[chosen.size()].values) {
        chosen.push_back(v);
        each_choice(moves, look, chosen);
        chosen.pop_back();
    }
}

/// Holds a position to its moves.
void expect_position(const std::vector<Case>& moves) {
    std::vector<Bounds> bounds;
    for (const Case& move : moves) bounds.push_back(move.bounds);
    const Bounds position = Bounds::from_moves(bounds);
    Values values;
    std::set<bool> keeps;
    std::set<bool> optimal;
    each_choice(moves, [&](const std::vector<Both>& chosen) {
        const Both best = best_of(chosen);
        values.insert(best);
        keeps.insert(value_of(chosen[0]).outcome == value_of(best).outcome);
        optimal.insert(chosen[0] == best);
        // What follows for the moves from any bounds of the position is true of each, and so adds nothing to
        // it.
        for (const Bounds& known : {position, Bounds{value_of(best)}})
            for (const Both& each : chosen) {
                Bounds move{value_of(each)};
                move.add(known.of_every_move());
                EXPECT_EQ(move, Bounds{value_of(each)});
            }
    });
    ASSERT_EQ(position, around(values));
    const auto kept = bounds[0].keeps_result(position);
    const auto is_best = bounds[0].is_optimal(position);
    if (kept) {
        EXPECT_EQ(keeps, std::set{*kept});
    }
    if (is_best) {
        EXPECT_EQ(optimal, std::set{*is_best});
    }
    // Where all is known all is told.
    if (std::all_of(bounds.begin(), bounds.end(), [](const Bounds& each) { return each.exact(); })) {
        EXPECT_TRUE(kept && is_best);
    }
    if (position.outcome() && bounds[0].outcome()) {
        EXPECT_TRUE(kept);
    }
}

TEST(Bounds, OfAPositionFollowFromItsMoves) {
    const auto cases = all_cases();
    for (const Case& one : cases) {
        expect_position({one});
        for (const Case& other : cases) expect_position({one, other});
    }
    Random random{1};
    for (int i = 0; i < 2000; ++i) {
        std::vector<Case> moves;
        for (int n = 0; n < 3; ++n) moves.push_back(cases[random.below(cases.size())]);
        expect_position(moves);
    }
}

// A win or a loss of which only the outcome is known.
TEST(Bounds, AnOutcomeAloneHasNoLength) {
    const Value won{Outcome::win, std::nullopt};
    const Value lost{Outcome::loss, std::nullopt};
    for (const Value& value : {won, lost}) {
        const Bounds bounds{value};
        EXPECT_TRUE(bounds.is_unlimited());
        EXPECT_FALSE(bounds.exact());
        EXPECT_FALSE(bounds.at_most());
        EXPECT_EQ(bounds.outcome(), value.outcome);
        EXPECT_EQ(bounds.value(), value);
        EXPECT_EQ(bounds.of_the_move().value(), game::of_the_move(value));
    }
    Bounds bounds{won};
    EXPECT_EQ(bounds.win_within(std::nullopt), Verdict::win);
    EXPECT_EQ(bounds.win_within(Plies{1'000'000}), Verdict::unknown);
    bounds.add(Bounds::not_won_within(Plies{5}));
    EXPECT_EQ(bounds.win_within(Plies{5}), Verdict::no_win);
    EXPECT_EQ(bounds.value(), won);
    // A length that is found takes its place.
    bounds.add(Bounds::won_within(Plies{6}));
    EXPECT_FALSE(bounds.is_unlimited());
    EXPECT_EQ(bounds, (Bounds{Value{Outcome::win, Plies{6}}}));
    // Among the moves it is one that wins, and nobody knows whether another one is quicker.
    const std::vector<Bounds> moves{Bounds{won}, Bounds{Value{Outcome::win, Plies{7}}}, Bounds::draw()};
    const Bounds all = Bounds::from_moves(moves);
    EXPECT_EQ(all.at_most(), Plies{7});
    EXPECT_FALSE(all.exact());
    EXPECT_EQ(moves[0].keeps_result(all), true);
    EXPECT_FALSE(moves[0].is_optimal(all));
    EXPECT_EQ(moves[2].is_optimal(all), false);
    EXPECT_TRUE(precedes(moves[1], moves[0]) && precedes(moves[0], moves[2]));
    EXPECT_TRUE(
        Bounds::from_moves(std::vector{Bounds{lost}, Bounds{Value{Outcome::loss, Plies{4}}}}).is_unlimited());
    EXPECT_TRUE(Bounds{lost}.of_every_move().is_unlimited());
}

TEST(Bounds, OrderIsThatOfValuesWhereTheyAreKnown) {
    const auto cases = all_cases();
    for (const Case& a : cases)
        for (const Case& b : cases) {
            if (a.values.size() == 1 && b.values.size() == 1) {
                EXPECT_EQ(precedes(a.bounds, b.bounds),
                          game::better(value_of(*a.values.begin()), value_of(*b.values.begin())));
            }
            EXPECT_FALSE(precedes(a.bounds, b.bounds) && precedes(b.bounds, a.bounds));
            for (const Case& c : cases) {
                if (precedes(a.bounds, b.bounds) && precedes(b.bounds, c.bounds)) {
                    EXPECT_TRUE(precedes(a.bounds, c.bounds));
                }
            }
        }
}

}  // namespace
}  // namespace zermelo
