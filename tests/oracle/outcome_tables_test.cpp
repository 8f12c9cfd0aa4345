// SPDX-License-Identifier: GPL-3.0-or-later
// Questions whose tables have outcomes alone: the same verdicts as with distances, by fewer positions than
// without, and never a number that nobody knows.
#include <string>

#include <gtest/gtest.h>

#include "zermelo/base/sink.hpp"
#include "zermelo/library/compiled_variant.hpp"
#include "zermelo/oracle/analysis.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::oracle {
namespace {

using game::Bounds;
using game::Outcome;

class WithOutcomes : public ::testing::Test {
  protected:
    static constexpr const char* variant = "small4x4";

    tablebase::TableFolder made(const std::string& name, bool outcomes) {
        tell::SolveOptions options;
        options.tables = scratch_.file(name);
        options.men = 3;
        options.outcomes = outcomes;
        EXPECT_TRUE(tell::solve(testing::shipped(), variant, options, [](const tell::SolveEvent&) {}));
        return tablebase::TableFolder::existing(options.tables, rules_).value();
    }
    engine::AnyGameAt at(const std::string& fen) const {
        return engine::set_up(rules_, engine::parse_fen(fen, rules_).value()).value();
    }

    const rules::Rules& rules_ = testing::shipped(variant);
    testing::ScratchFolder scratch_;
    tablebase::TableFolder outcomes_ = made("outcomes", true);
    tablebase::TableFolder distances_ = made("distances", false);
    const std::string won_ = "4/2k1/3R/K3 w - - 0 1";   // in 13 plies
    const std::string lost_ = "4/2k1/4/K2R b - - 0 1";  // in 12 plies
};

TEST_F(WithOutcomes, ProvesTheSameByFewerPositions) {
    Session with_outcomes{outcomes_}, with_distances{distances_}, without;
    testing::NearEnds positions{rules_, 23};
    std::uint64_t nodes = 0, nodes_without = 0, won = 0, lost = 0, drawn = 0, unlimited = 0;
    for (std::uint64_t i = 0; i < testing::scaled(100); ++i) {
        const engine::Setup setup = positions.any();
        if (setup.holes.any() || !setup.barred.empty()) continue;
        const auto position = engine::set_up(rules_, setup);
        if (!position || position->end()) continue;
        SCOPED_TRACE(position->fen());
        const auto ask = [&](Session& session, std::optional<Plies> plies) {
            auto question = Question::of_win(*position, plies, {});
            question.ideal = true;
            question.nodes = 10'000;  // fewer than tables are made after
            return session.answer(question).value();
        };
        for (const std::optional<Plies> plies : {std::optional<Plies>{}, std::optional{Plies{5}}}) {
            const Answer found = ask(with_outcomes, plies);
            const Answer exact = ask(with_distances, plies);
            const Answer alone = ask(without, plies);
            const Verdict verdict = found.bounds.win_within(plies);
            for (const Answer* const other : {&exact, &alone}) {
                const Verdict told = other->bounds.win_within(plies);
                if (verdict == Verdict::unknown || told == Verdict::unknown) continue;
                EXPECT_EQ(verdict, told);
            }
            // What is told of a length is true.
            if (const auto value = exact.bounds.value(); value && value->outcome == Outcome::win) {
                EXPECT_GE(found.bounds.at_most().value_or(Plies{1'000}), *value->distance);
                EXPECT_TRUE(!found.bounds.exact() || found.bounds.at_most() == value->distance);
                EXPECT_LT(found.bounds.no_win_within().value_or(Plies{1'000}), *value->distance);
            }
            if (found.bounds.is_unlimited()) {
                EXPECT_FALSE(found.line);
                EXPECT_TRUE(plies || found.bounds.lost() || !found.complete);
                ++unlimited;
            }
            nodes += found.nodes;
            nodes_without += alone.nodes;
        }
        auto question = Question::of_outcome(*position, {});
        question.ideal = true;
        question.nodes = 10'000;
        const auto value = with_outcomes.answer(question)->bounds;
        const auto expected = with_distances.answer(question)->bounds;
        EXPECT_TRUE(!value.outcome() || !expected.outcome() || value.outcome() == expected.outcome());
        won += value.won() ? 1 : 0;
        lost += value.lost() ? 1 : 0;
        drawn += value.outcome() == Outcome::draw ? 1 : 0;
    }
    EXPECT_LT(nodes, nodes_without);
    RecordProperty("nodes", std::to_string(nodes));
    RecordProperty("nodes_without", std::to_string(nodes_without));
    if (testing::scaled_down()) return;
    for (const std::uint64_t n : {won, lost, drawn, unlimited}) EXPECT_GT(n, 0U);
}

TEST_F(WithOutcomes, ThePositionsOwnOutcomeAnswersWhatHasNoBound) {
    Session session{outcomes_};
    for (Question question :
         {Question::of_win(at(won_), std::nullopt, {}), Question::of_outcome(at(won_), {}),
          Question::of_moves(at(won_), std::nullopt)}) {
        question.ideal = true;
        const auto answer = session.answer(question).value();
        EXPECT_TRUE(answer.bounds.won() && answer.bounds.is_unlimited());
        EXPECT_EQ(answer.bounds.value(), (game::Value{Outcome::win, std::nullopt}));
        EXPECT_EQ(answer.source, ValueSource::tables);
        EXPECT_EQ(answer.nodes, 0U);
        EXPECT_FALSE(answer.line);
        EXPECT_FALSE(answer.table_error);
        ASSERT_EQ(answer.moves.size(), 8U);
        EXPECT_EQ(answer.moves[0].bounds.keeps_result(answer.bounds), true);
        EXPECT_FALSE(answer.moves[0].bounds.is_optimal(answer.bounds));
        EXPECT_EQ(answer.moves[7].bounds, Bounds::draw());
        EXPECT_EQ(answer.moves[7].bounds.is_optimal(answer.bounds), false);
    }
    // Within some plies it is searched, whether that comes to a win or not.
    const auto within = [&](unsigned plies) {
        auto question = Question::of_win(at(won_), Plies{plies}, {});
        question.ideal = true;
        return question;
    };
    for (const unsigned plies : {1U, 5U, 12U, 13U, 14U}) {
        const auto found = session.answer(within(plies)).value();
        EXPECT_EQ(found.bounds.win_within(Plies{plies}), plies < 13 ? Verdict::no_win : Verdict::win)
            << plies;
        EXPECT_TRUE(found.bounds.won());
        EXPECT_TRUE(plies == 1 || found.nodes > 0);
        EXPECT_EQ(found.bounds.exact(), plies >= 13);
        EXPECT_EQ(found.line.value_or(std::vector<engine::Move>{}).size(), plies < 13 ? 0U : 13U);
    }
    const auto proof = tell::prove(session, within(5)).value();
    EXPECT_EQ(tell::verdict_text(proof), "no win within 5 plies; there is a longer one");
    auto few = within(9);
    few.nodes = 2;
    const auto cut = tell::prove(session, few).value();
    EXPECT_EQ(cut.verdict, Verdict::unknown);
    EXPECT_EQ(cut.stopped_by, "nodes");
    EXPECT_EQ(cut.value, (Value{Outcome::win, std::nullopt}));
}

TEST_F(WithOutcomes, ACertificateIsSearchedForAllTheSame) {
    Session session{outcomes_};
    for (const std::string& fen : {won_, std::string{"r3/2k1/3R/K3 w - - 0 1"}}) {
        auto question = Question::of_win(at(fen), std::nullopt, {});
        question.ideal = true;
        StringSink text;
        question.certificate = &text;
        const auto answer = session.answer(question).value();
        EXPECT_TRUE(answer.certified) << fen;
        EXPECT_TRUE(answer.bounds.exact() || answer.bounds.is_never_won()) << fen;
        const auto checked = tell::certified(testing::shipped(), text.text());
        EXPECT_TRUE(checked) << checked.error().message;
        // And the session goes on to use them.
        auto uncertified = Question::of_win(at(won_), std::nullopt, {});
        uncertified.ideal = true;
        EXPECT_TRUE(session.answer(uncertified)->bounds.is_unlimited());
    }
}

// Where 50 moves without progress end the game, nobody knows whether the win comes in time.
TEST(Outcomes, AWinOfUnknownLengthIsDoubtfulWhereMovesAreCounted) {
    const testing::ScratchFolder scratch;
    const auto counted = library::CompiledVariant::of_text("[counted:chess]\nnMoveRule = 50\n", std::nullopt);
    ASSERT_TRUE(counted);
    const rules::Rules& rules = (*counted)->rules();
    const auto made = [&](const std::string& name, bool outcomes) {
        tell::SolveOptions options;
        options.tables = scratch.file(name);
        options.tiers = {"KRvK"};
        options.outcomes = outcomes;
        EXPECT_TRUE(tell::solve((*counted)->library(), "counted", options, [](const tell::SolveEvent&) {}));
        return tablebase::TableFolder::existing(options.tables, rules).value();
    };
    Session session{made("outcomes", true)}, exact{made("distances", false)};
    const auto won = library::position_of(rules, "8/8/8/4k3/8/8/8/K6R w - - 0 1").value();
    const auto lost = library::position_of(rules, "8/8/8/4K3/8/8/8/k6r w - - 0 1").value();
    for (auto question : {Question::of_win(won, std::nullopt, {}), Question::of_outcome(won, {}),
                          Question::of_outcome(lost, {})}) {
        auto answer = session.answer(question).value();
        EXPECT_FALSE(answer.bounds.outcome());
        EXPECT_EQ(answer.doubt, "the rule of 50 moves may end the game before");
        EXPECT_FALSE(answer.source);
        EXPECT_TRUE(exact.answer(question)->bounds.exact());  // it comes too late
        question.ideal = true;
        answer = session.answer(question).value();
        EXPECT_TRUE(answer.bounds.is_unlimited());
        EXPECT_EQ(answer.doubt, "");
    }
    // That there is no win stands.
    const auto drawn = library::position_of(rules, "8/8/8/8/8/1k6/2R5/7K b - - 0 1").value();
    EXPECT_EQ(session.answer(Question::of_outcome(drawn, {}))->bounds, Bounds::draw());
}

TEST_F(WithOutcomes, AnAnalysisKnowsWhichMovesWin) {
    OpenTables tables{{scratch_.file("outcomes")}};
    AnalysisRequest request;
    request.plies = Plies{3};
    request.nodes = 2'000;
    AnalysisReport last;
    analyse(at(won_), request, tables, [&](const AnalysisReport& report) { last = report; });
    ASSERT_FALSE(last.lines.empty());
    EXPECT_FALSE(last.error);
    EXPECT_TRUE(last.lines[0].bounds.is_unlimited() && last.lines[0].bounds.won());
    EXPECT_EQ(last.lines[0].moves.front(), last.lines[0].move);
    EXPECT_EQ(last.lines.back().bounds, Bounds::draw());
}

}  // namespace
}  // namespace zermelo::oracle
