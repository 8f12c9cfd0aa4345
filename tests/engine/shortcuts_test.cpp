// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine takes for granted makes it quicker, and changes no game.
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "zermelo/engine/game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/random_variants.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::engine {
namespace {

std::string shortcuts_of(const RuleFacts& facts) {
    std::string text;
    const auto add = [&](bool has, const char* name) {
        text += has ? std::string{text.empty() ? "" : " "} + name : "";
    };
    add(facts.plain_moves, "moves");
    add(facts.plain_quiets, "quiets");
    add(!facts.more_quiets, "usual");
    add(facts.free_choice, "choice");
    add(facts.plain_legality, "legality");
    add(facts.last_man_legality, "last-man");
    add(!facts.may_leave_attacked, "unguarded");
    add(!facts.ends_at_once, "no-ends");
    add(!facts.ends_beyond_material, "material");
    add(!facts.notes_ends, "unnoted");
    add(!facts.mates_are_judged, "mates");
    add(facts.only_mates_win, "mates-win");
    add(facts.last_men_stay, "stay");
    add(facts.plain_drops, "drops");
    add(facts.captures_decide, "captures");
    add(facts.takes_what_it_attacks, "takes");
    add(facts.uses != RuleFacts::Uses::nothing, "uses");
    return text;
}

// How quick well-known games are: a key of theirs that spoils a shortcut slows them down.
TEST(Shortcuts, OfGamesThatPeoplePlay) {
    const std::pair<const char*, const char*> games[] = {
        {"chess", "moves quiets usual choice legality no-ends material unnoted mates mates-win"},
        {"xiangqi", "moves quiets usual choice legality no-ends material unnoted mates mates-win"},
        {"shogi", "usual choice legality no-ends material unnoted mates mates-win drops"},
        {"crazyhouse", "usual choice legality no-ends material unnoted mates mates-win drops"},
        {"atomic", "quiets usual choice last-man material unnoted mates"},
        {"giveaway", "moves quiets usual legality unguarded material unnoted mates takes"},
        {"breakthrough", "moves quiets usual choice legality unguarded unnoted mates takes uses"},
        {"kingofthehill", "moves quiets usual choice legality unnoted mates"},
        {"3check", "moves quiets usual choice legality mates"},
        {"amazons", "moves quiets usual choice unguarded no-ends material unnoted mates mates-win uses"},
        {"janggi", "moves quiets choice unnoted"},
        {"seirawan", "usual legality no-ends material unnoted mates mates-win"},
        {"makruk", "moves quiets usual choice legality no-ends material unnoted mates mates-win"},
        {"simplified", "moves quiets usual choice legality unguarded material unnoted mates captures takes"},
    };
    for (const auto& [name, expected] : games) {
        const rules::Rules& rules = testing::shipped(name);
        const std::string found = rules.files * rules.ranks <= 64
                                      ? shortcuts_of(CompiledRules<std::uint64_t>{rules, {}, {}}.facts)
                                      : shortcuts_of(CompiledRules<Bits256>{rules, {}, {}}.facts);
        EXPECT_EQ(found, expected) << name;
    }
}

template <typename Bits>
std::set<std::string> seen(const Game<Bits>& game, const Setup& setup) {
    const auto p = game.position(setup);
    if (!p) return {"no position"};
    const auto end = game.end(*p);
    std::set<std::string> all{end ? "over: " + std::to_string(static_cast<int>(*end)) : "goes on",
                              game.lost(*p) ? "lost" : "not lost"};
    if (!end) all.insert(game.wins_at_once(*p) ? "wins at once" : "does not win at once");
    MoveList moves;
    game.moves(*p, moves);
    all.insert(std::to_string(moves.size()) + " moves");
    for (const Move& m : moves)
        all.insert(uci(m, game.rules()) + " " + print_fen(game.setup(game.play(*p, m))));
    return all;
}

// An entry of a key that says nothing of shortcuts leaves none: then all games are as they are with them.
TEST(Shortcuts, WithoutThemAGameIsTheSame) {
    Random random{85};
    for (std::uint64_t i = testing::scaled(400); i > 0; --i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        for (unsigned n = 0; n < 3; ++n) {
            const engine::Setup setup = zermelo::reference::random_setup(random, rules);
            using Compiled = CompiledRules<Bits256>;
            const Game<Bits256> quick{std::make_shared<const Compiled>(rules, setup.holes, setup.barred)};
            const Game<Bits256> slow{
                std::make_shared<const Compiled>(rules, setup.holes, setup.barred, rules::Shortcuts{})};
            ASSERT_EQ(shortcuts_of(slow.compiled().facts), "");
            ASSERT_EQ(seen(quick, setup), seen(slow, setup)) << canonical_text(rules) << print_fen(setup);
        }
    }
}

}  // namespace
}  // namespace zermelo::engine
