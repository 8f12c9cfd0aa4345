// SPDX-License-Identifier: GPL-3.0-or-later
// Values by search against tables, and against the slow minimax over the reference: where both know, they say
// the same; what is unknown is never told as anything else.
#include <algorithm>
#include <cstdint>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/tell/position.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/solve.hpp"

#include "reference/minimax.hpp"
#include "support/json_lines.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"
#include "support/slow_game.hpp"

namespace zermelo::tell {
namespace {

using testing::ReadJson;

using testing::SlowGame;

/// What a question about moves may cost.
struct Limits {
    std::optional<Plies> plies = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{64} << 20;
    std::stop_token stop = {};
};

Result<Json> values(const std::string& variant, const std::optional<std::string>& fen, const Limits& limits,
                    const SearchProgress& progress = {}) {
    ZERMELO_TRY(auto position, library::position_of(testing::shipped(variant), fen));
    auto question = oracle::Question::of_moves(std::move(position), limits.plies);
    question.nodes = limits.nodes;
    question.memory = limits.memory;
    question.stop = limits.stop;
    oracle::Session session;
    return searched_values(session, question, progress);
}

ReadJson values_of(const std::string& variant, const std::string& fen, const Limits& limits,
                   const SearchProgress& progress = {}) {
    const auto values = tell::values(variant, fen, limits, progress);
    EXPECT_TRUE(values) << fen << ": " << (values ? "" : values.error().message);
    return values ? testing::read(*values) : ReadJson{};
}

Limits within(std::uint64_t plies) { return {Plies{plies}}; }

const ReadJson& move_of(const ReadJson& position, const std::string& name) {
    static const ReadJson none;
    for (const ReadJson& move : position.at("moves"))
        if (move["move"] == name) return move;
    ADD_FAILURE() << "no move " << name;
    return none;
}

TEST(SearchedValues, OfAMateInTwo) {
    const ReadJson object = values_of("chess", "7k/8/5K2/8/8/8/8/R7 w", within(3));
    EXPECT_EQ(object["type"], "position");
    EXPECT_EQ(object["category"], "win");
    EXPECT_EQ(object["plies"], 3);
    EXPECT_EQ(object["source"], "search");
    EXPECT_EQ(object["line"].size(), 3U);
    EXPECT_EQ(object["moves"][0]["category"], "win");
    EXPECT_EQ(object["moves"][0]["optimal"], true);
    EXPECT_EQ(object["moves"][0]["keeps_result"], true);
    // It may win later: nobody knows yet; but it does not win as fast.
    const ReadJson& other = move_of(object, "a1a2");
    EXPECT_EQ(other["category"], "unknown");
    EXPECT_TRUE(other["plies"].is_null());
    EXPECT_EQ(other["optimal"], false);
    EXPECT_TRUE(other["keeps_result"].is_null());
}

TEST(SearchedValues, UnknownIsNoDraw) {
    // A dead position: no rule ends it, so no search can say what it is.
    const ReadJson object = values_of("chess", "7k/8/5K2/8/8/8/8/8 w", within(6));
    EXPECT_EQ(object["category"], "unknown");
    EXPECT_TRUE(object["plies"].is_null());
    EXPECT_TRUE(object["source"].is_null());
    EXPECT_TRUE(object["line"].is_null());
    for (const ReadJson& move : object["moves"]) {
        EXPECT_EQ(move["category"], "unknown");
        EXPECT_TRUE(move["optimal"].is_null());
        EXPECT_TRUE(move["keeps_result"].is_null());
    }
}

TEST(SearchedValues, AMoveThatEndsTheGameIsWorthWhatTheRulesSay) {
    const ReadJson object = values_of("chess", "k7/2Q5/8/8/8/8/8/7K w", within(1));
    const ReadJson& stalemate = move_of(object, "h1g1");
    EXPECT_EQ(stalemate["category"], "draw");
    EXPECT_TRUE(stalemate["plies"].is_null());
    EXPECT_EQ(object["category"], "unknown");
    EXPECT_EQ(object["moves"][0]["move"], "h1g1");  // what is not known comes after a draw
    const ReadJson over = values_of("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b", within(5));
    EXPECT_EQ(over["category"], "loss");
    EXPECT_EQ(over["plies"], 0);
    EXPECT_EQ(over["source"], "rules");
    EXPECT_EQ(over["checkmate"], true);
    EXPECT_TRUE(over["moves"].empty());
    const ReadJson drawn = values_of("chess", "k7/8/1Q6/8/8/8/8/6K1 b", within(5));
    EXPECT_EQ(drawn["category"], "draw");
    EXPECT_TRUE(drawn["plies"].is_null());
    EXPECT_EQ(drawn["source"], "rules");
}

TEST(SearchedValues, WhereAllMovesAreKnownThePositionIs) {
    const ReadJson lost = values_of("chess", "k7/8/1K6/8/8/8/8/7R b", within(9));
    EXPECT_EQ(lost["category"], "loss");
    EXPECT_EQ(lost["plies"], 2);
    EXPECT_EQ(lost["line"].size(), 2U);
    EXPECT_EQ(lost["moves"][0]["optimal"], true);
}

TEST(SearchedValues, RefusesWhatCannotBeSearched) {
    EXPECT_FALSE(values("chess", std::nullopt, within(251)));
    const auto bad = values("chess", "8/8", within(2));
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().input, "FEN");
    EXPECT_FALSE(values("chess", "8/8/8/8/8/8/8/8 w", within(2)));
}

TEST(SearchedValues, TellsWhatIsProvedPlyByPly) {
    std::vector<std::uint64_t> depths;
    std::vector<std::string> categories;
    const ReadJson last =
        values_of("chess", "7k/8/5K2/8/8/8/8/R7 w", within(5), [&](Plies depth, const Json& p) {
            depths.push_back(depth.count());
            categories.push_back(p.at("category").string());
        });
    EXPECT_EQ(depths, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(categories, (std::vector<std::string>{"unknown", "unknown", "win", "win", "win"}));
    EXPECT_EQ(last["plies"], 3);
}

TEST(SearchedValues, LimitsEndIt) {
    Limits request;
    request.nodes = 2000;
    std::uint64_t deepest = 0;
    const auto note = [&](Plies depth, const Json&) { deepest = depth.count(); };
    EXPECT_EQ(values_of("chess", testing::shipped("chess").start_fen, request, note)["category"], "unknown");
    EXPECT_GE(deepest, 1U);
    EXPECT_LE(deepest, 6U);
    // Asked to end in the middle, it does; what was proved before stays.
    std::stop_source stop;
    Limits stopped;
    stopped.stop = stop.get_token();
    const ReadJson object =
        values_of("chess", "7k/8/5K2/8/8/8/8/R7 w", stopped, [&](Plies depth, const Json&) {
            deepest = depth.count();
            if (depth == Plies{3}) stop.request_stop();
        });
    EXPECT_EQ(deepest, 3U);
    EXPECT_EQ(object["category"], "win");
    EXPECT_EQ(object["plies"], 3);
    ProveOptions prove_options;
    prove_options.stop = stop.get_token();
    const auto proof = prove(testing::shipped(), {"chess", std::nullopt}, Plies{9}, prove_options);
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->verdict, Verdict::unknown);
    EXPECT_EQ(proof->stopped_by, "request");
}

// With tables that are made in memory, every move is known, draws too; where there is no time for them, what
// the search had proved stays.
TEST(SearchedValues, OfFewMenTablesAreMade) {
    const ReadJson won = values_of("chess", "8/8/8/4k3/8/8/8/K6R w - - 0 1", {});
    EXPECT_EQ(won["source"], "tables");
    EXPECT_EQ(won["category"], "win");
    EXPECT_EQ(won["plies"], 29);
    EXPECT_EQ(won["line"].size(), 29U);
    for (const ReadJson& move : won["moves"]) EXPECT_NE(move["category"], "unknown") << move;
    const ReadJson dead = values_of("chess", "7k/8/5K2/8/8/8/8/N7 w - - 0 1", {});
    EXPECT_EQ(dead["category"], "draw");
    EXPECT_EQ(dead["source"], "tables");
    Limits request;
    request.nodes = 50'100;
    EXPECT_EQ(values_of("chess", "8/8/8/4k3/8/8/8/K6R w - - 0 1", request)["category"], "unknown");
}

// --- against tables

// At any length: what no number of plies shows.
TEST(SearchedValues, DrawsAreProvedAndWinsOfAnyLength) {
    for (const auto& [variant, fen] : {std::pair{"tictactoe", "3/3/3[PPPPPppppp] w"},
                                       std::pair{"chess", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w"}}) {
        const ReadJson drawn = values_of(variant, fen, {});
        EXPECT_EQ(drawn["category"], "draw") << variant;
        EXPECT_EQ(drawn["source"], "search") << variant;
        EXPECT_TRUE(drawn["no_win_within"].is_null() && drawn["no_loss_within"].is_null()) << variant;
        for (const ReadJson& move : drawn["moves"]) {
            EXPECT_EQ(move["category"], "draw") << move;
            EXPECT_EQ(move["optimal"], true) << move;
        }
    }
    // Under a limit of plies nothing is said beyond them.
    EXPECT_EQ(values_of("chess", "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w", within(6))["category"], "unknown");
    // Under one of nodes it ends.
    Limits few;
    few.nodes = 3'000;
    EXPECT_EQ(values_of("chess", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w", few)["category"], "unknown");
}

/// What is known is what the tables say; returns how much was known: moves and positions.
std::uint64_t expect_tables_say_so(const ReadJson& searched, const ReadJson& probed) {
    std::uint64_t known = 0;
    EXPECT_EQ(searched["fen"], probed["fen"]);
    for (const char* member : {"game_over", "checkmate", "stalemate"})
        EXPECT_EQ(searched[member], probed[member]) << member;
    if (searched["category"] != "unknown") {
        ++known;
        EXPECT_EQ(searched["category"], probed["category"]);
        EXPECT_EQ(searched["plies"], probed["plies"]);
    }
    if (!searched["line"].is_null() && !searched["plies"].is_null()) {
        EXPECT_EQ(searched["line"].size(), searched["plies"].get<std::size_t>());
    }
    EXPECT_EQ(searched["moves"].size(), probed["moves"].size());
    int last = 0;
    for (const ReadJson& move : searched["moves"]) {
        const ReadJson& exact = move_of(probed, move["move"]);
        EXPECT_EQ(move["san"], exact["san"]);
        const bool is_exact = exact["category"] != "unknown";  // it has its table
        for (const char* member : {"optimal", "keeps_result"}) {
            if (move[member].is_null() || !is_exact) continue;
            EXPECT_EQ(move[member], exact[member]) << member << ' ' << move;
        }
        const std::string category = move["category"];
        if (category != "unknown" && is_exact) {
            ++known;
            EXPECT_EQ(exact["category"], category) << move;
            EXPECT_EQ(move["plies"], exact["plies"]) << move;
        }
        const int plies = move["plies"].is_null() ? 0 : move["plies"].get<int>();
        const int rank = category == "win"    ? plies
                         : category == "draw" ? 1000
                         : category == "loss" ? 3000 - plies
                                              : 2000;
        EXPECT_GE(rank, last) << searched;
        last = rank;
    }
    return known;
}

struct Small {
    std::string variant;
    unsigned men;
    std::uint64_t plies;
};

class AgainstTables : public ::testing::TestWithParam<Small> {};

TEST_P(AgainstTables, SayTheSame) {
    const Small& small = GetParam();
    const rules::Rules& rules = testing::shipped(small.variant);
    const testing::ScratchFolder folder;
    SolveOptions options;
    options.tables = folder.file("t");
    options.men = small.men;
    const auto solved = solve(testing::shipped(), small.variant, options, [](const SolveEvent&) {});
    ASSERT_TRUE(solved) << solved.error().message;
    testing::NearEnds positions{rules, testing::seed_of(small.variant) + 3};
    std::set<std::string> seen;
    std::uint64_t known = 0;
    std::uint64_t unknown = 0;
    const std::uint64_t wanted = testing::scaled(60);
    for (std::uint64_t tries = 0; seen.size() < wanted && tries < 200 * wanted; ++tries) {
        const engine::Setup setup = tries % 3 == 0 ? positions.near_win() : positions.any();
        const std::string fen = print_fen(setup);
        ProbeOptions probing;
        probing.tables = options.tables;
        probing.format = OutputFormat::json;
        const auto probed = probe(testing::shipped(), {small.variant, fen}, probing);
        if (!probed || !seen.insert(fen).second) continue;  // too many men, another terrain
        Limits request = within(small.plies);
        request.memory = std::size_t{1} << 22;
        const std::uint64_t found =
            expect_tables_say_so(values_of(small.variant, fen, request), ReadJson::parse(probed->text));
        (found == 0 ? unknown : known) += 1;
        ASSERT_FALSE(HasFailure()) << fen;
    }
    EXPECT_EQ(seen.size(), wanted);
    if (testing::scaled_down()) return;
    EXPECT_GE(known, wanted / 10);
    RecordProperty("unknown", std::to_string(unknown));
}

INSTANTIATE_TEST_SUITE_P(Small, AgainstTables,
                         ::testing::Values(Small{"small3x3", 4, 12}, Small{"small3x4", 3, 10},
                                           Small{"small4x4", 3, 9}, Small{"simplified", 4, 7},
                                           Small{"chess", 3, 7}, Small{"shatranj", 3, 7},
                                           Small{"knightmate", 3, 6}),
                         [](const auto& small) { return small.param.variant; });

// --- against the slow minimax

std::optional<Plies> least(const SlowGame& slow, const engine::Setup& setup, Plies bound, bool wins) {
    for (Plies n; n <= bound; n = n + Plies{1})
        if (wins ? reference::wins_within(slow, setup, n) : reference::loses_within(slow, setup, n)) return n;
    return std::nullopt;
}

class AgainstMinimax : public ::testing::TestWithParam<std::string> {};

// Within so few plies every win and every loss is found, and no other one.
TEST_P(AgainstMinimax, SayTheSame) {
    const rules::Rules& rules = testing::shipped(GetParam());
    testing::NearEnds positions{rules, testing::seed_of(GetParam()) + 8};
    const SlowGame slow{rules};
    unsigned with_many_moves = 0;
    for (std::uint64_t left = testing::scaled(3); left > 0 && with_many_moves < 3; --left) {
        const engine::Setup setup = positions.near_win();
        const std::string fen = print_fen(setup);
        SCOPED_TRACE(fen);
        const auto moves = slow.moves(setup);
        const Plies bound{moves.size() > 60 ? 1U : moves.size() > 12 ? 2U : 3U};
        with_many_moves += moves.size() > 300 ? 3 : moves.size() > 60 ? 2 : 0;
        const ReadJson object = values_of(rules.name, fen, within(bound.count()));
        ASSERT_EQ(object["moves"].size(), moves.size());
        for (const engine::Move& move : moves) {
            const engine::Setup child = slow.play(setup, move);
            const ReadJson& told = move_of(object, engine::uci(move, rules));
            const auto win = least(slow, child, bound - Plies{1}, false);
            const auto loss = least(slow, child, bound - Plies{1}, true);
            const bool draw = slow.end(child) == game::Outcome::draw;
            EXPECT_EQ(told["category"], win ? "win" : loss ? "loss" : draw ? "draw" : "unknown") << told;
            const auto plies = win ? win : loss;
            EXPECT_EQ(told["plies"], plies ? ReadJson(plies->count() + 1) : ReadJson()) << told;
        }
        const auto won = least(slow, setup, bound, true);
        const auto lost = least(slow, setup, bound, false);
        if (won || lost) {
            EXPECT_EQ(object["category"], won ? "win" : "loss");
            EXPECT_EQ(object["plies"], (won ? won : lost)->count());
        } else {
            const bool all_known = std::all_of(moves.begin(), moves.end(), [&](const engine::Move& move) {
                return move_of(object, engine::uci(move, rules))["category"] != "unknown";
            });
            EXPECT_EQ(object["category"], all_known ? "draw" : "unknown");
        }
    }
}

ZERMELO_TEST_EACH_SHIPPED(AgainstMinimax);

}  // namespace
}  // namespace zermelo::tell
