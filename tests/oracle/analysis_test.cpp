// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine tells of a position, against the search that answers with JSON and against tables: where
// anything is proved it is the same, whatever the number of threads; and lines lead to the end.
#include "zermelo/oracle/analysis.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/tell/position.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/json_reader.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::oracle {
namespace {

using testing::ReadJson;

struct Told {
    AnalysisReport last;
    std::vector<AnalysisReport> all;
    std::map<std::string, AnalysisLine> moves;
};

Told analysis_of(const std::string& variant, const std::string& fen, const AnalysisRequest& request,
                 OpenTables* tables = nullptr) {
    OpenTables none{{}};
    const auto at = library::position_of(testing::shipped(variant), fen).value();
    Told told;
    analyse(at, request, tables != nullptr ? *tables : none,
            [&](const AnalysisReport& report) { told.all.push_back(report); });
    EXPECT_FALSE(told.all.back().error);
    told.last = told.all.back();
    for (const AnalysisLine& line : told.last.lines)
        told.moves[engine::uci(line.move, testing::shipped(variant))] = line;
    return told;
}

AnalysisRequest plies_deep(std::uint64_t plies) {
    AnalysisRequest request;
    request.plies = Plies{plies};
    return request;
}

/// That the moves can be played, that there are as many as the value says, and that the game is over then.
void expect_whole(const std::string& variant, const std::string& fen, const AnalysisLine& line) {
    ASSERT_TRUE(line.bounds.at_most());
    EXPECT_EQ(line.moves.size(), line.bounds.at_most()->count()) << fen;
    std::visit(
        [&]<typename Bits>(engine::GameAt<Bits> at) {
            for (const engine::Move move : line.moves) {
                const std::string name = engine::uci(move, at.game.rules());
                ASSERT_EQ(engine::find_move(at.game, at.position, name), move) << fen << " " << name;
                at.position = at.game.play(at.position, move);
            }
            EXPECT_TRUE(at.game.end(at.position)) << fen;
        },
        library::position_of(testing::shipped(variant), fen).value());
}

TEST(Analysis, AgreesWithTheSearchedValues) {
    for (const std::string variant : {"chess", "losalamos", "shatranj", "breakthrough5x5", "small4x4"}) {
        testing::NearEnds positions{testing::shipped(variant), 18};
        for (std::uint64_t i = 0; i < testing::scaled(25); ++i) {
            const engine::Setup setup = positions.near_win();
            if (!setup.barred.empty() || setup.holes.any()) continue;
            const std::string fen = engine::print_fen(setup);
            auto position = library::position_of(testing::shipped(variant), fen);
            if (!position) continue;
            Session session;
            const auto values =
                tell::searched_values(session, Question::of_moves(*std::move(position), Plies{4}));
            if (!values) continue;
            const ReadJson expected = testing::read(*values);
            if (expected["moves"].empty()) continue;
            AnalysisRequest request = plies_deep(4);
            request.lines = 500;
            for (const unsigned threads : {1U, 3U}) {
                request.memory = std::make_shared<ProofMemory>(std::size_t{1} << 20, threads);
                const Told told = analysis_of(variant, fen, request);
                ASSERT_EQ(told.moves.size(), expected["moves"].size()) << fen;
                for (const ReadJson& move : expected["moves"]) {
                    const AnalysisLine& line = told.moves.at(move["move"]);
                    if (move["category"] == "unknown") {
                        EXPECT_FALSE(line.bounds.value()) << fen << " " << move;
                        continue;
                    }
                    ASSERT_TRUE(line.bounds.value()) << fen << " " << move;
                    EXPECT_EQ(name(*line.bounds.outcome()), move["category"]) << fen;
                    if (!line.bounds.at_most()) continue;
                    EXPECT_EQ(line.bounds.at_most()->count(), move["plies"]) << fen;
                    expect_whole(variant, fen, line);
                }
            }
        }
    }
}

TEST(Analysis, OfOneLineEndsWithTheFirstWin) {
    const Told told = analysis_of("chess", "7k/8/5K2/8/8/8/8/R7 w", plies_deep(9));
    EXPECT_TRUE(told.last.decided);
    EXPECT_EQ(told.last.depth, Plies{3});
    expect_whole("chess", "7k/8/5K2/8/8/8/8/R7 w", told.last.lines.front());
    // The moves were listed before anything was known.
    EXPECT_EQ(told.all.front().depth, Plies{0});
    EXPECT_EQ(told.all.front().lines.size(), told.last.lines.size());
}

TEST(Analysis, OfFewMenTablesAreMadeAndKept) {
    const std::string fen = "8/8/8/8/8/2k5/1R6/K7 w";
    const auto at = library::position_of(testing::shipped("chess"), fen).value();
    for (const unsigned threads : {1U, 2U}) {
        OpenTables tables{{}};
        AnalysisReport last;
        const auto report = [&](const AnalysisReport& told) { last = told; };
        AnalysisRequest request;
        request.memory = std::make_shared<ProofMemory>(std::size_t{64} << 20, threads);
        analyse(at, request, tables, report);
        EXPECT_TRUE(last.decided);
        EXPECT_FALSE(last.error);
        EXPECT_EQ(last.lines.front().bounds.value(), (game::Value{game::Outcome::win, Plies{31}}));
        EXPECT_LT(last.depth, Plies{31});
        expect_whole("chess", fen, last.lines.front());
        // They know the next position, too.
        request.memory = std::make_shared<ProofMemory>(std::size_t{64} << 20, threads);
        analyse(at.play(last.lines.front().move), request, tables, report);
        EXPECT_TRUE(last.decided);
        EXPECT_EQ(last.lines.front().bounds.value(), (game::Value{game::Outcome::loss, Plies{30}}));
        EXPECT_EQ(last.nodes, 0U);
    }
    // Where there is no room for them the search goes on alone.
    OpenTables none{{}};
    AnalysisRequest small = plies_deep(10);
    small.memory = std::make_shared<ProofMemory>(std::size_t{64} << 10);
    AnalysisReport last;
    analyse(at, small, none, [&](const AnalysisReport& told) { last = told; });
    EXPECT_FALSE(last.decided);
    EXPECT_EQ(last.depth, Plies{10});
}

// A clock with more time than a move is given makes them at once; without it they are made when the searches
// of some moves have done as much work.
TEST(Analysis, ThoroughTablesAreMadeWhereThereIsTime) {
    const auto at =
        library::position_of(testing::shipped("losalamos"), "3k2/6/6/3P2/3P2/3K2 w - - 0 1").value();
    std::chrono::steady_clock::duration asked{};
    std::optional<std::chrono::steady_clock::duration> given;
    const auto analysed = [&] {
        AnalysisReport last;
        OpenTables tables{{}};
        AnalysisRequest request = plies_deep(17);
        request.more_time = [&](auto needed) {
            asked = needed;
            return given;
        };
        analyse(at, request, tables, [&](const AnalysisReport& told) { last = told; });
        return last;
    };
    EXPECT_FALSE(analysed().decided);
    EXPECT_GT(asked.count(), 0);
    given = std::chrono::steady_clock::duration::max();
    const AnalysisReport last = analysed();
    EXPECT_TRUE(last.decided);
    EXPECT_EQ(last.lines.front().bounds.outcome(), game::Outcome::win);
}

TEST(Analysis, RemembersWhatWasProvedBeforeTheLastMoves) {
    const auto analysed = [](const engine::AnyGameAt& at, const AnalysisRequest& request) {
        AnalysisReport last;
        OpenTables none{{}};
        analyse(at, request, none, [&](const AnalysisReport& report) { last = report; });
        return last;
    };
    auto at =
        library::position_of(testing::shipped("chess"), "8/3Q4/8/2k5/8/8/8/K7 w").value();  // a win in 11
    const AnalysisRequest request = plies_deep(11);
    const auto line = analysed(at, request).lines.front().moves;
    ASSERT_EQ(line.size(), 11U);
    for (const engine::Move move : {line[0], line[1]}) at = at.play(move);
    const AnalysisReport remembered = analysed(at, request);
    const AnalysisReport anew = analysed(at, plies_deep(11));
    EXPECT_EQ(remembered.lines.front().bounds.value(), anew.lines.front().bounds.value());
    EXPECT_EQ(remembered.lines.front().moves.size(), 9U);
    EXPECT_LT(remembered.nodes, anew.nodes / 2);
}

// A win that was told is played to its end as it was told, whatever there is time for later.
TEST(Analysis, WhatWasToldToTheEndIsKept) {
    const auto start = library::position_of(testing::shipped("chess"), "6B1/8/5Q2/8/2K1k3/8/8/8 w").value();
    OpenTables none{{}};
    const auto analysis = [&](const engine::AnyGameAt& at, AnalysisRequest request) {
        AnalysisReport last;
        analyse(at, request, none, [&](const AnalysisReport& report) { last = report; });
        return last;
    };
    const AnalysisRequest with_memory = plies_deep(5);
    const auto told = analysis(start, with_memory).lines.front();
    ASSERT_EQ(told.bounds, game::Bounds{(game::Value{game::Outcome::win, Plies{5}})});
    ASSERT_EQ(told.moves.size(), 5U);
    // That alone, of all that was proved.
    const auto line_alone = std::make_shared<ProofMemory>();
    std::visit(
        [&](const auto& each) {
            ASSERT_EQ(with_memory.memory->foreseen(each), told.moves);
            line_alone->foresee(each, told.moves);
        },
        start);
    engine::AnyGameAt at = start;
    for (std::size_t played = 1; played < told.moves.size(); ++played) {
        at = at.play(told.moves[played - 1]);
        AnalysisRequest request;
        request.nodes = 1;
        request.memory = line_alone;
        const auto kept = analysis(at, request).lines.front();
        EXPECT_EQ(kept.bounds.at_most(), Plies{5 - played});
        EXPECT_EQ(kept.bounds.won(), played % 2 == 0);
        if (played % 2 == 0) {
            EXPECT_EQ(kept.moves, (std::vector(told.moves.begin() + static_cast<std::ptrdiff_t>(played),
                                               told.moves.end())));
        }
    }
    // Beside the line nothing is known of it.
    const auto moves = start.moves();
    const auto other = std::find_if(moves.begin(), moves.end(),
                                    [&](engine::Move move) { return move != told.moves.front(); });
    AnalysisRequest request;
    request.nodes = 1;
    request.memory = line_alone;
    EXPECT_FALSE(analysis(start.play(*other), request).lines.front().bounds.lost());
}

TEST(Analysis, WinsAloneAreLookedForWhereThatIsAsked) {
    const std::string fen = "k7/8/1K6/8/8/8/8/7R b";  // lost in 2
    EXPECT_EQ(analysis_of("chess", fen, plies_deep(4)).last.lines.front().bounds.outcome(),
              game::Outcome::loss);
    AnalysisRequest request = plies_deep(4);
    request.wins_only = true;
    EXPECT_FALSE(analysis_of("chess", fen, request).last.lines.front().bounds.value());
}

TEST(Analysis, LooksAtTheMovesThatItIsAskedFor) {
    const std::string fen = "7k/8/5K2/8/8/8/8/R7 w";
    AnalysisRequest request = plies_deep(3);
    std::visit([&](const auto& at) { request.moves = {*engine::find_move(at.game, at.position, "a1a2")}; },
               library::position_of(testing::shipped("chess"), fen).value());
    const Told told = analysis_of("chess", fen, request);
    ASSERT_EQ(told.last.lines.size(), 1U);
    EXPECT_FALSE(told.last.lines.front().bounds.value());
}

TEST(Analysis, ADrawIsWorthMoreThanALossAndLessThanAQueen) {
    // A stalemate is at hand: a queen up nobody plays it.
    const Told up = analysis_of("chess", "k7/2Q5/8/8/8/8/8/7K w", plies_deep(1));
    EXPECT_FALSE(up.last.lines.front().bounds.value());
    EXPECT_GT(up.last.lines.front().score, 500);
    EXPECT_EQ(up.moves.at("h1g1").bounds.outcome(), game::Outcome::draw);
}

TEST(Analysis, WhatIsProvedToLoseIsNotPlayedWhateverItLooks) {
    // To take the rook is to be mated in one; every other move is not.
    const Told told = analysis_of("chess", "3r2k1/5ppp/8/8/8/8/5PPP/R2R2K1 w", plies_deep(4));
    for (const AnalysisLine& line : told.last.lines)
        EXPECT_TRUE(!line.bounds.lost() || told.last.lines.back().bounds.lost());
    bool lost = false;  // they are the last
    for (const AnalysisLine& line : told.last.lines) {
        EXPECT_TRUE(line.bounds.lost() || !lost);
        lost = lost || line.bounds.lost();
    }
}

TEST(Analysis, IsTheSameEachTimeWithOneThread) {
    AnalysisRequest request;
    request.nodes = 5'000;
    const auto analyse_again = [&] {
        request.memory = std::make_shared<ProofMemory>();
        return analysis_of("crazyhouse", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[] b KQkq",
                           request);
    };
    const Told first = analyse_again();
    const Told second = analyse_again();
    ASSERT_EQ(first.last.lines.size(), second.last.lines.size());
    EXPECT_EQ(first.last.nodes, second.last.nodes);
    EXPECT_EQ(first.last.seen, second.last.seen);
    for (std::size_t i = 0; i < first.last.lines.size(); ++i) {
        EXPECT_EQ(first.last.lines[i].move, second.last.lines[i].move);
        EXPECT_EQ(first.last.lines[i].score, second.last.lines[i].score);
    }
}

TEST(Analysis, TablesAnswerWholeLines) {
    const testing::ScratchFolder scratch;
    const rules::Rules& rules = testing::shipped("small4x4");
    tell::SolveOptions options;
    options.tables = scratch.file("t");
    options.men = 3;
    ASSERT_TRUE(tell::solve(testing::shipped(), rules.name, options, [](const tell::SolveEvent&) {}));
    OpenTables tables{{options.tables}};
    testing::NearEnds positions{rules, 5};
    std::uint64_t probed = 0;
    for (std::uint64_t i = 0; i < testing::scaled(400); ++i) {
        const engine::Setup setup = positions.any();
        if (setup.holes.any() || !setup.barred.empty()) continue;
        const std::string fen = engine::print_fen(setup);
        const auto at = library::position_of(rules, fen).value();
        const auto end = std::visit([](const auto& one) { return one.game.end(one.position); }, at);
        const auto value = std::visit([&](const auto& one) { return tables.value(one); }, at).value();
        if (end || !value) continue;
        ++probed;
        AnalysisRequest request = plies_deep(1);
        request.lines = 3;
        const Told told = analysis_of("small4x4", fen, request, &tables);
        ASSERT_EQ(told.last.lines.front().bounds.value(), value) << fen;
        EXPECT_TRUE(told.last.decided);
        for (std::size_t n = 0; n < std::min<std::size_t>(3, told.last.lines.size()); ++n)
            if (told.last.lines[n].bounds.at_most()) expect_whole("small4x4", fen, told.last.lines[n]);
    }
    EXPECT_GT(probed, testing::scaled(10));
}

TEST(Analysis, LimitsEndIt) {
    AnalysisRequest request;
    request.nodes = 500;
    const Told few = analysis_of("chess", testing::shipped("chess").start_fen, request);
    EXPECT_FALSE(few.last.decided);
    EXPECT_LE(few.last.nodes, 500U);
    std::stop_source stop;
    stop.request_stop();
    request.nodes.reset();
    request.stop = stop.get_token();
    EXPECT_LE(analysis_of("chess", testing::shipped("chess").start_fen, request).last.depth, Plies{2});
}

}  // namespace
}  // namespace zermelo::oracle
