// SPDX-License-Identifier: GPL-3.0-or-later
// One session, several questions: what each may take from tables and from the questions before it, and what
// the history of the game takes back, whatever was asked.
#include "zermelo/oracle/question.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/setup.hpp"
#include "zermelo/library/compiled_variant.hpp"
#include "zermelo/tell/solve.hpp"
#include "zermelo/tell/variants.hpp"

#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::oracle {
namespace {

engine::AnyGameAt at(const rules::Rules& rules, const std::string& fen) {
    return library::position_of(rules, fen).value();
}
engine::AnyGameAt chess_at(const std::string& fen) { return at(testing::shipped("chess"), fen); }

constexpr const char* rook_ending = "8/8/8/4k3/8/8/8/K6R w - - 0 1";  // won in 29 plies

/// A folder with the tables of K+R v K.
tablebase::TableFolder rook_tables(const testing::ScratchFolder& scratch) {
    tell::SolveOptions options;
    options.tables = scratch.file("tables");
    options.tiers = {"KRvK"};
    const auto solved = tell::solve(testing::shipped(), "chess", options, [](const tell::SolveEvent&) {});
    EXPECT_TRUE(solved) << solved.error().message;
    return tablebase::TableFolder::existing(options.tables, testing::shipped("chess")).value();
}

Question few_nodes(Question question) {
    question.nodes = 2'000;
    return question;
}

TEST(Session, TablesAnswerEveryQuestion) {
    const testing::ScratchFolder scratch;
    Session session{rook_tables(scratch)};
    const auto position = chess_at(rook_ending);
    const game::Bounds value{game::Value{game::Outcome::win, Plies{29}}};
    const auto by_win = session.answer(few_nodes(Question::of_win(position, std::nullopt, {}))).value();
    const auto by_outcome = session.answer(few_nodes(Question::of_outcome(position, {}))).value();
    const auto by_moves = session.answer(few_nodes(Question::of_moves(position, std::nullopt))).value();
    const auto by_tables = session.answer(Question::of_tables(position, true, true)).value();
    for (const Answer& answer : {by_win, by_outcome, by_moves, by_tables}) {
        EXPECT_EQ(answer.bounds, value);
        EXPECT_EQ(answer.source, ValueSource::tables);
        EXPECT_EQ(answer.line.value().size(), 29U);
        ASSERT_EQ(answer.moves.size(), by_tables.moves.size());
        for (std::size_t i = 0; i < answer.moves.size(); ++i) {
            EXPECT_EQ(answer.moves[i].move, by_tables.moves[i].move);
            EXPECT_EQ(answer.moves[i].bounds, by_tables.moves[i].bounds);
        }
    }
    // A move into a table is known, where the position itself has none.
    const auto promotes =
        session.answer(few_nodes(Question::of_moves(chess_at("7k/4P3/8/4K3/8/8/8/8 w - - 0 1"), Plies{2})))
            .value();
    std::size_t known = 0;
    for (const MoveAnswer& move : promotes.moves) known += move.bounds.exact() ? 1 : 0;
    EXPECT_EQ(known, 1U);  // the one that makes a rook_ending
}

TEST(Session, ADamagedTableCostsWhatItHolds) {
    const testing::ScratchFolder scratch;
    const auto folder = rook_tables(scratch);
    std::filesystem::resize_file(folder.path("KRvK"), 5'000);
    const auto names_it = [](const std::optional<Error>& error) {
        return error && error->message.find("KRvK") != std::string::npos;
    };
    Session session{folder};
    const auto mate = chess_at("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    for (const Question& question : {Question::of_win(mate, Plies{5}, {}), Question::of_outcome(mate, {}),
                                     Question::of_moves(mate, Plies{5})}) {
        const auto answer = session.answer(question);
        ASSERT_TRUE(answer) << answer.error().message;
        EXPECT_EQ(answer->bounds.value(), (game::Value{game::Outcome::win, Plies{3}}));
        EXPECT_NE(answer->source, ValueSource::tables);
        EXPECT_TRUE(names_it(answer->table_error));
    }
    // The table alone is asked: there is nothing to go on with.
    const auto probed = session.answer(Question::of_tables(mate, true, true));
    ASSERT_FALSE(probed);
    EXPECT_TRUE(names_it(probed.error()));
    // What the other table holds is looked up as ever, of this position and after the moves of others.
    const auto bare =
        session.answer(Question::of_tables(chess_at("7k/8/5K2/8/8/8/8/8 w - - 0 1"), true, true));
    EXPECT_EQ(bare->bounds, game::Bounds::draw());
    EXPECT_FALSE(bare->table_error);
    const auto hangs = few_nodes(Question::of_moves(chess_at("K7/8/8/8/8/1k6/1R6/8 b - - 0 1"), Plies{1}));
    const auto taken = session.answer(hangs).value();
    EXPECT_TRUE(names_it(taken.table_error));
    std::size_t drawn = 0;
    for (const MoveAnswer& move : taken.moves) drawn += move.bounds == game::Bounds::draw() ? 1 : 0;
    EXPECT_EQ(drawn, 1U);
}

// The position's own table is good, and says what it is worth; one that a move leads to is not there.
TEST(Session, AMissingTableOfAMoveCostsThatMove) {
    const testing::ScratchFolder scratch;
    tell::SolveOptions options;
    options.tables = scratch.file("tables");
    options.tiers = {"KPvK"};
    ASSERT_TRUE(tell::solve(testing::shipped(), "chess", options, [](const tell::SolveEvent&) {}));
    const auto folder = tablebase::TableFolder::existing(options.tables, testing::shipped("chess")).value();
    const auto position = chess_at("8/4P1k1/8/4K3/8/8/8/8 w - - 0 1");
    const game::Bounds value{game::Value{game::Outcome::win, Plies{7}}};
    const auto promotes = position.find_move("e7e8q").value();
    const auto bounds_of = [&](const Answer& answer) {
        for (const MoveAnswer& move : answer.moves)
            if (move.move == promotes) return move.bounds;
        return game::Bounds{};
    };
    const auto whole = Session{folder}.answer(Question::of_tables(position, true, true)).value();
    EXPECT_EQ(bounds_of(whole), value);
    EXPECT_FALSE(whole.table_error);
    std::filesystem::remove(folder.path("KQvK"));
    Session session{folder};
    const auto probed = session.answer(Question::of_tables(position, true, true)).value();
    ASSERT_EQ(probed.moves.size(), whole.moves.size());
    EXPECT_FALSE(bounds_of(probed).outcome());
    EXPECT_FALSE(probed.line);
    for (auto question : {Question::of_win(position, Plies{9}, {}), Question::of_outcome(position, {}),
                          Question::of_moves(position, Plies{9})}) {
        const auto answer = session.answer(question).value();
        EXPECT_EQ(answer.bounds, value);
        EXPECT_EQ(answer.source, ValueSource::tables);
        EXPECT_TRUE(answer.table_error);
        EXPECT_EQ(bounds_of(answer), value);  // which a search finds
        EXPECT_EQ(answer.line->size(), 7U);
        // What it is worth needs none.
        question.nodes = 1;
        const auto cut = session.answer(question).value();
        EXPECT_EQ(cut.bounds, value);
        EXPECT_EQ(cut.stopped_by.has_value(), question.asked == Asked::moves);  // they are not all known
    }
}

// A win in 29 plies, where a game is a draw after 30 without progress.
TEST(Session, HistoryTakesBackWhateverWasAsked) {
    const auto counted = library::CompiledVariant::of_text("[counted:chess]\nnMoveRule = 15\n", std::nullopt);
    ASSERT_TRUE(counted);
    const auto position = at((*counted)->rules(), rook_ending);
    for (auto question : {Question::of_win(position, Plies{40}, {}), Question::of_outcome(position, {}),
                          Question::of_moves(position, std::nullopt)}) {
        Session session;
        EXPECT_EQ(session.answer(question)->bounds.outcome(), game::Outcome::win);
        question.half_moves = 4;
        auto answer = session.answer(question).value();
        EXPECT_FALSE(answer.bounds.outcome()) << static_cast<int>(question.asked);
        EXPECT_FALSE(answer.doubt.empty());
        EXPECT_FALSE(answer.source);
        for (const MoveAnswer& move : answer.moves) EXPECT_FALSE(move.bounds.won());
        question.ideal = true;
        answer = session.answer(question).value();
        EXPECT_EQ(answer.bounds.value(), (game::Value{game::Outcome::win, Plies{29}}));
        EXPECT_EQ(answer.doubt, "");
    }
}

// No win within a few plies stands, even where it is not known what more of them may bring.
TEST(Session, AWinNamesTheMoveThatWins) {
    struct Case {
        std::string variant, fen;
        std::uint64_t nodes;
    };
    for (const Case& each :
         {Case{"small3x3", "3/KP1/B1k w", 50}, Case{"antichess", "8/5k2/8/4K3/8/1n6/8/8 w - - 0 1", 50},
          Case{"atomic", "3n4/2r5/3k4/8/8/3n4/8/4QK2 w - - 0 1", 50},
          Case{"chess", "8/pp5p/qrp4p/rkP4p/b6R/Bp1P3P/1P5K/8 w - - 0 1", 600'000}}) {
        const auto position = at(testing::shipped(each.variant), each.fen);
        for (Question question :
             {Question::of_outcome(position, {}), Question::of_moves(position, std::nullopt)}) {
            question.nodes = each.nodes;
            const auto answer = Session{}.answer(question).value();
            if (!answer.bounds.won()) continue;  // the two searches share the nodes in other ways
            ASSERT_TRUE(answer.line && !answer.line->empty()) << each.variant;
            EXPECT_EQ(answer.moves.front().move, answer.line->front()) << each.variant;
            EXPECT_TRUE(answer.moves.front().bounds.won()) << each.variant;
            EXPECT_EQ(answer.moves.front().bounds.at_most(), answer.bounds.at_most()) << each.variant;
        }
    }
    auto question = Question::of_outcome(at(testing::shipped("small3x3"), "3/KP1/B1k w"), {});
    question.nodes = 50;
    const auto answer = Session{}.answer(question).value();
    EXPECT_EQ(answer.moves.front().bounds.value(), (game::Value{game::Outcome::win, Plies{3}}));
}

// Whatever a limit leaves open, the position and its moves say the same, and so do questions that have the
// same limit.
TEST(Session, APositionAndItsMovesFollowFromEachOther) {
    std::size_t lost = 0;
    std::size_t never_won = 0;
    for (const std::string variant : {"chess", "losalamos", "breakthrough5x5", "antichess", "minishogi",
                                      "simplified", "tictactoe", "flipello4", "hexapawn4x4"}) {
        testing::NearEnds positions{testing::shipped(variant), 5};
        for (std::uint64_t i = 0; i < testing::scaled(40); ++i) {
            const std::string fen = engine::print_fen(i % 2 == 0 ? positions.near_win() : positions.any());
            const auto position = library::position_of(testing::shipped(variant), fen);
            if (!position || position->end()) continue;
            ValueOptions limits;
            limits.nodes = i % 3 == 0 ? 50 : 2'000;
            limits.memory = std::size_t{1} << 22U;
            limits.ideal = true;
            auto of_moves = Question::of_outcome(*position, limits);
            of_moves.asked = Asked::moves;
            const auto outcome = Session{}.answer(Question::of_outcome(*position, limits)).value();
            for (const Answer& answer : {outcome, Session{}.answer(of_moves).value()}) {
                std::vector<game::Bounds> moves;
                for (const MoveAnswer& move : answer.moves) {
                    moves.push_back(move.bounds);
                    auto known = move.bounds;
                    known.add(answer.bounds.of_every_move());
                    EXPECT_EQ(known, move.bounds) << variant << " " << fen;
                }
                auto known = answer.bounds;
                known.add(game::Bounds::from_moves(moves));
                EXPECT_EQ(known, answer.bounds) << variant << " " << fen;
            }
            ProveOptions same;
            same.nodes = limits.nodes;
            same.memory = limits.memory;
            same.ideal = true;
            const auto win = Session{}.answer(Question::of_win(*position, std::nullopt, same)).value();
            EXPECT_EQ(win.bounds.win_within(std::nullopt), outcome.bounds.win_within(std::nullopt))
                << variant << " " << fen;
            lost += outcome.bounds.lost() ? 1 : 0;
            never_won += outcome.bounds.is_never_won() && !outcome.bounds.lost() ? 1 : 0;
        }
    }
    EXPECT_GT(lost, testing::scaled(5));
    EXPECT_GT(never_won, testing::scaled(5));
}

TEST(Session, ADoubtBeyondTheLimitIsNone) {
    const testing::ScratchFolder scratch;
    Session session{rook_tables(scratch)};
    auto question = Question::of_win(chess_at(rook_ending), Plies{3}, {});
    question.half_moves = 95;
    const auto answer = session.answer(question).value();
    EXPECT_EQ(answer.bounds.win_within(Plies{3}), Verdict::no_win);
    EXPECT_EQ(answer.doubt, "");
    EXPECT_TRUE(answer.complete);
    // What tables have is of the game without history.
    auto probed = Question::of_tables(chess_at(rook_ending), false, false);
    probed.half_moves = 95;
    EXPECT_TRUE(session.answer(probed)->bounds.exact());
}

TEST(Session, EachAnswerIsAsIfItsQuestionWereTheFirst) {
    const std::vector<std::string> fens{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
                                        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"};
    Session session;
    for (const int round : {1, 2})
        for (const std::string& fen : fens)
            for (const std::optional<Plies> limit : {std::optional{Plies{3}}, std::optional<Plies>{}}) {
                auto question = Question::of_win(chess_at(fen), limit, {});
                question.nodes = 20'000;
                question.memory = std::size_t{64} << (19 + round);
                const auto again = session.answer(question).value();
                const auto first = Session{}.answer(question).value();
                EXPECT_EQ(again.bounds, first.bounds) << fen;
                EXPECT_EQ(again.line, first.line) << fen;
                EXPECT_EQ(again.moves.size(), first.moves.size()) << fen;
            }
}

TEST(Session, RefusesWhatNobodyCouldCount) {
    Session session;
    EXPECT_EQ(session.answer(Question::of_win(chess_at(rook_ending), Plies{251}, {})).error().kind,
              ErrorKind::bad_usage);
    auto question = Question::of_outcome(chess_at(rook_ending), {});
    question.threads = 100'000;
    EXPECT_EQ(session.answer(question).error().kind, ErrorKind::bad_usage);
}

}  // namespace
}  // namespace zermelo::oracle
