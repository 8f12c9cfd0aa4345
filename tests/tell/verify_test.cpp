// SPDX-License-Identifier: GPL-3.0-or-later
// `verify` on every shipped variant: what `prove` writes is accepted; what was changed is refused, unless it
// is a proof all the same, which the reference decides. That texts and graphs of all kinds are judged
// rightly is the matter of tests/certificate/check_test.cpp; here it is the games' moves, ends and positions.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/plies_text.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/rules/hash.hpp"

#include "reference/minimax.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "tell/court.hpp"

namespace zermelo::tell {
namespace {

/// How seldom something is done of which not all is done in a quick run: with each variant as the slow run
/// has it, where all of it is done.
std::uint64_t one_in_so_many(std::uint64_t times) { return testing::scaled_up() ? 1 : times; }

/// Lengths as they follow from the moves, and no node that nothing leads to; nothing if it is not that a
/// win is claimed at every end.
std::optional<Certificate> tidied(const Certificate& c) {
    Certificate result = c;
    result.nodes.clear();
    std::map<std::size_t, std::size_t> places;
    std::vector<std::size_t> order;
    const auto number = [&](std::size_t node) {
        const auto [place, is_new] = places.try_emplace(node, order.size());
        if (is_new) order.push_back(node);
        return place->second;
    };
    number(0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        result.nodes.push_back(c.nodes[order[i]]);
        for (auto& edge : result.nodes.back().edges) edge.node = number(edge.node);
    }
    for (auto& node : result.nodes) node.plies = 0;
    for (std::size_t round = 0; round <= result.nodes.size(); ++round) {
        bool changed = false;
        for (auto& node : result.nodes)
            for (const auto& edge : node.edges)
                if (node.plies <= result.nodes[edge.node].plies) {
                    node.plies = result.nodes[edge.node].plies + 1;
                    changed = true;
                }
        if (!changed) {
            result.plies = result.nodes[0].plies;
            return result;
        }
    }
    return std::nullopt;  // a cycle
}

/// The number of a position's node, a new one at need that claims the game to be over.
std::size_t node_of(Certificate& c, const std::string& position, Side side) {
    for (std::size_t i = 0; i < c.nodes.size(); ++i)
        if (c.nodes[i].position == position && c.nodes[i].to_move == side) return i;
    c.nodes.push_back({side, 0, position, {}});
    return c.nodes.size() - 1;
}

/// One move of the winner changed to other ones, of many to some ten: the text alone; leading to where it
/// leads, with what was known of that place or with the claim that the game is over there; and the moves that
/// nobody can make.
void judge_other_moves(Court& court, const Certificate& genuine, std::size_t at, Random& random) {
    const auto& node = genuine.nodes[at];
    const SlowChecker::View* view = court.checker().view(node.position);
    for (const auto& [move, position] : view->moves) {
        if (move == node.edges[0].move) continue;
        if (!random.one_in(one_in_so_many(1 + view->moves.size() / 8))) continue;
        Certificate c = genuine;
        c.nodes[at].edges[0].move = move;
        court.refuse(c, "another move to the same node");
        const std::size_t next = node_of(c, position, Side::defender);
        c.nodes[at].edges[0].node = next;
        court.judge(c, "another move");
        const auto lie = tidied(c);
        if (!lie) continue;
        court.judge(*lie, "another move, and everything else as it follows");
        // And as if every reply to it, for the loser cannot leave one out, lost at once.
        if (!c.nodes[next].edges.empty()) continue;
        for (const auto& [reply, after] : court.checker().view(position)->moves) {
            const std::size_t there = node_of(c, after, Side::attacker);
            c.nodes[next].edges.push_back({reply, there});
        }
        if (const auto larger_lie = tidied(c)) court.judge(*larger_lie, "another move and its replies");
    }
    std::set<std::string> elsewhere{"", "a1", "0000", "a1a1", "e2e9", "O-O"};
    for (const auto& other : genuine.nodes)
        for (const auto& [move, position] : court.checker().view(other.position)->moves)
            elsewhere.insert(move);
    for (const std::string& move : elsewhere) {
        if (view->moves.count(move) != 0) continue;
        if (!random.one_in(one_in_so_many(1 + elsewhere.size() / 8))) continue;
        Certificate c = genuine;
        c.nodes[at].edges[0].move = move;
        court.refuse(c, "a move that is not legal");
    }
    for (const char suffix : {'q', 'k', '+', '='}) {
        Certificate c = genuine;
        c.nodes[at].edges[0].move += suffix;
        if (view->moves.count(c.nodes[at].edges[0].move) == 0) court.refuse(c, "a move with a suffix");
    }
}

void judge_lengths(Court& court, const Certificate& genuine, std::size_t at) {
    for (const int change : {-2, -1, 1, 2}) {
        if (change < 0 && genuine.nodes[at].plies < static_cast<std::uint64_t>(-change)) continue;
        Certificate c = genuine;
        c.nodes[at].plies += static_cast<std::uint64_t>(change);
        if (at == 0) c.plies = c.nodes[0].plies;
        court.refuse(c, "another length");
    }
}

void judge_left_out(Court& court, const Certificate& genuine, std::size_t at) {
    for (std::size_t s = 0; s < genuine.nodes[at].edges.size(); ++s) {
        Certificate c = genuine;
        auto& edges = c.nodes[at].edges;
        edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(s));
        court.refuse(c, "a reply left out");
        court.refuse(tidied(c).value(), "a reply left out, and everything else as it follows");
    }
}

/// Every position written in another way, or a little different.
void judge_positions(Court& court, const Certificate& genuine, std::size_t at) {
    const std::string& text = genuine.nodes[at].position;
    std::set<std::string> others{text + " passes=1", text + " ", " " + text, text + " 1", text + " ~*:a1"};
    for (const char* to : {"1 1", "0 2", "0 01", "-"})
        if (const std::size_t counters = text.find("0 1"); counters != std::string::npos)
            others.insert(text.substr(0, counters) + to + text.substr(counters + 3));
    for (const auto& [from, to] : std::map<std::string, std::string>{
             {" w ", " b "}, {" b ", " w "}, {" - ", " KQ "}, {"2", "11"}, {"3", "21"}, {"/", "//"}})
        if (const std::size_t place = text.find(from); place != std::string::npos)
            others.insert(text.substr(0, place) + to + text.substr(place + from.size()));
    for (const std::string& other : others) {
        Certificate c = genuine;
        c.nodes[at].position = other;
        if (at == 0) c.position = other;
        court.judge(c, "another position");
    }
}

/// As good a proof under another name only where the other rules say so.
void judge_other_rules(Court& court, const Certificate& genuine, Random& random) {
    for (const rules::Rules* rules : testing::shipped().all()) {
        if (rules->name == genuine.variant || !random.one_in(one_in_so_many(8))) continue;
        Certificate c = genuine;
        c.rules = rules::hash_text(*rules);
        court.refuse(c, "another hash");
        c = genuine;
        c.variant = rules->name;
        court.refuse(c, "another name");
        c.rules = rules::hash_text(*rules);
        const auto answer = court.verified(written(c));
        SlowChecker other{*rules};
        ASSERT_EQ(answer.has_value(), other.proves(c)) << written(c);
    }
    Certificate c = genuine;
    for (char& digit : c.rules) {
        const char before = digit;
        digit = digit == '0' ? '1' : '0';
        court.refuse(c, "a digit of the hash");
        digit = before;
    }
    c.variant = "no-such-variant";
    ASSERT_FALSE(court.verified(written(c)).has_value());
}

void judge_text(Court& court, const std::string& text, Random& random) {
    for (std::size_t end = text.find('\n'); end != std::string::npos && end + 1 < text.size();
         end = text.find('\n', end + 1)) {
        court.refuse(text.substr(0, end), "cut off in a line's end");
        court.refuse(text.substr(0, end + 1), "cut off behind a line");
    }
    for (std::uint64_t i = testing::scaled(50); i > 0; --i) {
        std::string changed = text;
        for (std::uint64_t times = 1 + random.below(3); times > 0; --times) {
            const std::size_t place = random.below(changed.size());
            const char byte =
                random.one_in(2) ? static_cast<char>(random.below(256)) : text[random.below(text.size())];
            switch (random.below(4)) {
                case 0:
                    changed.erase(place, 1);
                    break;
                case 1:
                    changed.insert(place, 1, byte);
                    break;
                default:
                    changed[place] = byte;
                    break;
            }
        }
        // A broken name is an unknown variant, which is another kind of error.
        if (changed == text) continue;
        ASSERT_EQ(court.verified(changed).has_value(), court.checker().proves(changed)) << changed;
    }
}

/// Whether a win within a few plies is found in few positions only, so that a quick run does not look for
/// long: the pieces are slow, or who is checkmated has not lost.
bool wins_are_rare(const std::string& variant) {
    static const std::set<std::string> rare{"cambodian", "extinction", "karouk", "kinglet",
                                            "misere",    "seirawan",   "shatar", "threekings"};
    return rare.count(variant) != 0;
}

class Verify : public ::testing::TestWithParam<std::string> {};

TEST_P(Verify, AcceptsWhatIsProvedAndNothingElse) {
    const rules::Rules& rules = testing::shipped(GetParam());
    testing::NearEnds positions{rules, testing::seed_of(GetParam()) + 2};
    Random random{testing::seed_of(GetParam())};
    Court court{rules};
    const std::uint64_t wanted = testing::scaled(2);
    // Under sanitizers one variant in five has them.
    const std::uint64_t wanted_changed =
        testing::scaled_down() && testing::seed_of(GetParam()) % 5 != 0 ? 0 : 1;
    std::uint64_t accepted = 0;
    std::uint64_t changed = 0;
    std::uint64_t longer = 0;
    const auto enough = [&] {
        return accepted >= wanted && changed >= wanted_changed && longer >= wanted / 2;
    };
    // With drops and walls there are so many moves that certificates are long, and small ones rare.
    const bool many_moves = rules.drops || rules.has_walls();
    const bool rare = wins_are_rare(rules.name);
    const std::uint64_t max_tries = rules.has_walls()       ? 12 / one_in_so_many(3)
                                    : many_moves            ? 60 / one_in_so_many(3)
                                    : !testing::scaled_up() ? (rare ? 20 : 400)
                                                            : testing::scaled(5'000);
    std::uint64_t tries = 0;
    for (; tries < max_tries && !enough(); ++tries) {
        const engine::Setup setup = random.one_in(4) ? positions.any() : positions.near_win();
        ProveOptions options;
        options.certificate = true;
        options.ideal = true;
        options.nodes = rules.has_walls() ? 500 : testing::scaled_up() && !many_moves ? 20'000 : 2'000;
        options.memory = std::size_t{1} << 20U;
        const auto proof =
            prove(testing::shipped(), {rules.name, print_fen(setup)}, Plies{many_moves ? 3U : 5U}, options);
        if (!proof || proof->verdict != Verdict::win) continue;
        SCOPED_TRACE(proof->certificate);
        const auto c = certificate::parse(proof->certificate).value();
        // A few certificates of one move are enough.
        if (c.nodes.size() > 200 || (c.plies < 2 && !random.one_in(4))) continue;
        ++accepted;
        longer += c.plies > 1 ? 1 : 0;
        const auto answer = court.verified(proof->certificate);
        ASSERT_TRUE(answer.has_value()) << answer.error().message;
        ASSERT_EQ(answer->bounds, Bounds::won_within(*proof->plies));
        ASSERT_EQ(c.plies, proof->plies->count());
        ASSERT_TRUE(court.checker().proves(c));
        ASSERT_TRUE(c.plies > 3 || court.checker().wins(c));

        // Most of those that are changed have a choice of replies somewhere, which takes five nodes.
        if (c.nodes.size() > 24 || c.plies < 1 || changed >= wanted_changed) continue;
        if (c.nodes.size() < 5 && !random.one_in(40)) continue;
        ++changed;
        for (std::size_t i = 0; i < c.nodes.size(); ++i) {
            // The first position, a reply, an end, and some others.
            if (i > 1 && i + 1 < c.nodes.size() && !random.one_in(one_in_so_many(4))) continue;
            judge_lengths(court, c, i);
            if (!c.nodes[i].edges.empty() && c.nodes[i].to_move == Side::attacker)
                judge_other_moves(court, c, i, random);
            judge_left_out(court, c, i);
            judge_positions(court, c, i);
            if (HasFatalFailure()) return;
        }
        judge_other_rules(court, c, random);
        judge_text(court, proof->certificate, random);
        if (HasFatalFailure()) return;
    }
    RecordProperty("tries", std::to_string(tries));
    RecordProperty("accepted", std::to_string(accepted));
    RecordProperty("refused", std::to_string(court.refused()));
    if (testing::scaled_down()) return;
    // Hardly anybody can be forced to mate within so few plies.
    if (rules.name == "misere" || rules.shatar_mate || many_moves) return;
    if (rare && !testing::scaled_up()) return;
    EXPECT_EQ(changed, wanted_changed);
    EXPECT_GE(longer, wanted / 2);
    EXPECT_GE(court.refused(), 80 * wanted_changed);
}

/// Moves of either side left out, led elsewhere, or to a position that is said to be the end.
void judge_no_win(Court& court, const Certificate& genuine, std::size_t at) {
    Certificate c = genuine;
    c.plies = 5;
    court.refuse(c, "said to be a win");
    c = genuine;
    c.nodes[at].to_move = c.nodes[at].to_move == Side::attacker ? Side::defender : Side::attacker;
    // Where the game is over, and drawn, that is true, too.
    if (c.nodes.size() > 1) court.refuse(c, "said to be the other side's");
    const auto& node = genuine.nodes[at];
    for (std::size_t s = 0; s < node.edges.size(); ++s) {
        c = genuine;
        auto& edges = c.nodes[at].edges;
        edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(s));
        court.refuse(c, "a move left out");
    }
    if (node.to_move == Side::attacker || node.edges.empty()) return;
    for (const auto& [move, position] : court.checker().view(node.position)->moves) {
        c = genuine;
        const std::size_t next = node_of(c, position, Side::attacker);
        c.nodes[at].edges[0] = {move, next};
        court.judge(c, "another reply");
    }
}

TEST_P(Verify, AcceptsThatThereIsNoWin) {
    const rules::Rules& rules = testing::shipped(GetParam());
    testing::NearEnds positions{rules, testing::seed_of(GetParam()) + 3};
    Random random{testing::seed_of(GetParam())};
    Court court{rules};
    std::uint64_t accepted = 0;
    // Where men are few, or soon gone, many such sets are small.
    const std::set<std::string> small{"hexapawn", "small4x4", "breakthrough5x5", "minixiangqi", "dobutsu"};
    const bool has_small = small.contains(rules.name);
    const std::uint64_t wanted = testing::scaled(2);
    const std::uint64_t most = (has_small ? 60 : 8) * (wanted + 1);
    for (std::uint64_t tries = 0; tries < most && accepted < wanted; ++tries) {
        const engine::Setup setup = random.one_in(2) ? positions.any() : positions.near_win();
        ProveOptions options;
        options.certificate = true;
        options.ideal = true;
        options.nodes = 2'000 / one_in_so_many(4);
        options.memory = std::size_t{1} << 20U;
        const auto proof = prove(testing::shipped(), {rules.name, print_fen(setup)}, {}, options);
        if (!proof || proof->verdict != Verdict::no_win) continue;
        if (proof->certificate.empty())
            continue;  // a game that must end was searched to its end, and the limit came
        SCOPED_TRACE(proof->certificate);
        const auto c = certificate::parse(proof->certificate).value();
        if (c.nodes.size() > 300) continue;
        ++accepted;
        const auto answer = court.verified(proof->certificate);
        ASSERT_TRUE(answer.has_value()) << answer.error().message;
        ASSERT_EQ(answer->bounds, Bounds::never_won());
        ASSERT_TRUE(court.checker().proves(c));
        ASSERT_FALSE(reference::wins_within(testing::SlowGame{rules}, setup, Plies{2}));
        for (std::size_t i = 0; i < std::min<std::size_t>(c.nodes.size(), 12); ++i) judge_no_win(court, c, i);
        if (HasFatalFailure()) return;
    }
    RecordProperty("accepted", std::to_string(accepted));
    if (has_small) {
        EXPECT_GT(accepted, 0U);
    }
}

ZERMELO_TEST_EACH_SHIPPED(Verify);

}  // namespace
}  // namespace zermelo::tell
