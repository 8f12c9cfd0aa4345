// SPDX-License-Identifier: GPL-3.0-or-later
// Who wins: against the slow reference on whole small games and endings, with tables and without, stopped and
// gone on with from a state; states that are damaged or of something else.
#include "zermelo/tell/value.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/reference_values.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

FoundValueAt value_of(const std::string& variant, const std::optional<std::string>& fen,
                      ValueOptions options = {}) {
    options.memory = std::size_t{1} << 22U;
    auto found = value(testing::shipped(), {variant, fen}, options);
    EXPECT_TRUE(found) << variant << ' ' << fen.value_or("start") << ": "
                       << (found ? "" : found.error().message);
    return found.value();
}

std::string error_of(const std::string& variant, const std::optional<std::string>& fen,
                     const ValueOptions& options) {
    const auto found = value(testing::shipped(), {variant, fen}, options);
    EXPECT_FALSE(found) << variant;
    return found ? "" : found.error().message;
}

void expect_exact(const FoundValue& told, const game::Value& expected, const std::string& what) {
    ASSERT_EQ(told.bounds.value(), expected) << what;
}

/// What is told of a move holds.
void expect_holds(const Bounds& told, const game::Value& value, const std::string& what) {
    if (told.outcome()) {
        ASSERT_EQ(told.outcome(), value.outcome) << what;
        ASSERT_EQ(told.at_most().has_value(), value.distance.has_value()) << what;
        if (told.at_most()) {
            ASSERT_LE(*value.distance, *told.at_most()) << what;
        }
    }
    const auto none = [&](std::optional<Plies> within, game::Outcome outcome) {
        if (value.outcome != outcome) return;
        ASSERT_TRUE(within) << what;
        ASSERT_LT(*within, *value.distance) << what;
    };
    none(told.no_win_within(), game::Outcome::win);
    none(told.no_loss_within(), game::Outcome::loss);
}

/// A position without its counters.
std::string plain_fen(engine::Setup setup) {
    setup.half_moves = 0;
    setup.full_moves = 1;
    return print_fen(setup);
}

class WholeGame : public ::testing::TestWithParam<const char*> {};

TEST_P(WholeGame, IsAsTheReferenceHasIt) {
    const rules::Rules& rules = testing::shipped(GetParam());
    testing::Reference reference{rules};
    reference.add(engine::parse_fen(rules.start_fen, rules).value());
    ASSERT_TRUE(reference.close());
    reference.solve();
    std::map<std::string, game::Value> values;
    std::vector<std::string> fens;
    reference.each([&](const engine::Setup& setup, const game::Value& value) {
        fens.push_back(plain_fen(setup));
        values[fens.back()] = value;
    });
    // The start, and some of the others.
    Random random{testing::seed_of(GetParam())};
    const std::uint64_t count = testing::scaled(25);
    for (std::uint64_t i = 0; i <= count; ++i) {
        const std::string& fen = fens[i == 0 ? 0 : random.below(fens.size())];
        const auto found = value_of(GetParam(), fen);
        expect_exact(found, values.at(fen), fen);
        if (HasFatalFailure()) return;
        std::visit(
            [&](const auto& at) {
                engine::MoveList moves;
                at.game.moves(at.position, moves);
                ASSERT_EQ(found.moves.size(), moves.size());
                for (const engine::Move& move : moves) {
                    const std::string name = engine::uci(move, rules);
                    const auto each = std::find_if(found.moves.begin(), found.moves.end(),
                                                   [&](const MoveOutcome& m) { return m.move == name; });
                    ASSERT_NE(each, found.moves.end());
                    const auto& child = values.at(plain_fen(at.game.setup(at.game.play(at.position, move))));
                    expect_holds(each->bounds, game::of_the_move(child), fen + ' ' + name);
                }
            },
            found.start);
        if (HasFatalFailure()) return;
        if (found.bounds.at_most()) {
            EXPECT_TRUE(found.complete);
            EXPECT_EQ(found.line.size(), values.at(fen).distance->count()) << fen;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Reference, WholeGame,
                         ::testing::Values("tictactoe", "hexapawn", "tapatan", "threemensmorris"));

TEST(Value, EndingsAreAsTablesHaveThem) {
    const testing::ScratchFolder folder;
    SolveOptions tables;
    tables.tables = folder.file("t");
    tables.men = 3;
    ASSERT_TRUE(solve(testing::shipped(), "small3x4", tables, [](const SolveEvent&) {}));
    ValueOptions with_tables;
    with_tables.tables = folder.file("t");
    // Four men: what a capture or a promotion leads to is looked up; three men: all is.
    std::uint64_t compared = 0;
    for (const char* const fen :
         {"k2/3/1R1/K2 w", "k2/3/1R1/K2 b", "k2/p2/3/KR1 w", "k1r/3/3/K1R w", "kb1/3/3/K1R w"}) {
        const auto searched = value_of("small3x4", fen);
        const auto looked_up = value_of("small3x4", fen, with_tables);
        ASSERT_TRUE(searched.bounds.exact()) << fen;
        EXPECT_EQ(searched.bounds, looked_up.bounds) << fen;
        compared += looked_up.source == ValueSource::tables ? 1 : 0;
    }
    EXPECT_EQ(compared, 2U);
}

// With tables that are made in memory: of all moves it is known what they are worth.
TEST(Value, OfFewMenTablesAreMade) {
    const auto lost = value_of("chess", "8/8/8/4k3/8/8/8/K6R b - - 0 1");
    EXPECT_EQ(lost.source, ValueSource::tables);
    EXPECT_EQ(lost.bounds, Bounds(Value{Outcome::loss, Plies{30}}));
    EXPECT_EQ(lost.line.size(), 30U);
    EXPECT_EQ(lost.moves.size(), 8U);
    for (const MoveOutcome& move : lost.moves) EXPECT_TRUE(move.bounds.exact()) << move.move;
    ValueOptions options;
    options.nodes = 40'000;
    EXPECT_EQ(value_of("chess", "8/8/8/4k3/8/8/8/K6R b - - 0 1", options).stopped_by, "nodes");
    std::string told;
    const auto report = [&](const oracle::Progress& progress) {
        if (progress.making) told += outcome_search_text(progress) + "\n";
    };
    ASSERT_TRUE(value(testing::shipped(), {"chess", "8/8/8/4k3/8/8/8/K6R b - - 0 1"}, {}, report));
    EXPECT_EQ(told.find("making tables: KvK: 462 entries, first moves …\n"), 0U) << told;
    EXPECT_NE(told.find("making tables: KRvK: "), std::string::npos) << told;
}

TEST(Value, OfAGameThatIsOver) {
    const auto lost = value_of("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b");
    EXPECT_EQ(lost.source, ValueSource::rules);
    EXPECT_EQ(text_of(lost), "loss in 0 plies: the game is over\n");
    EXPECT_EQ(text_of(value_of("chess", "k7/8/1Q6/8/8/8/8/6K1 b")), "draw: the game is over\n");
}

/// Connect four on a small board.
const std::string four = R"([four]
maxFile = 4
maxRank = 4
immobile = p
startFen = 4/4/4/4 w - - 0 1
pieceDrops = true
freeDrops = true
enclosingDrop = top
doubleStep = false
castling = false
connectN = 4
stalemateValue = draw
)";

// A game that cannot last longer than its empty squares is decided when all plies that are left are searched;
// and no rule of history comes in so few.
TEST(Value, OfAGameThatMustEnd) {
    const auto rules = rules::read_rules(four, [](std::string_view) { return nullptr; });
    ASSERT_TRUE(rules) << rules.error().message;
    for (const char* fen : {"4/4/Pp2/pPPp w - - 0 1", "4/p3/Pp2/pPPp b - - 0 1"}) {
        const auto found = value(library::position_of(rules->front(), fen).value(), {});
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_TRUE(found->bounds.exact());
        EXPECT_EQ(found->doubt, "");
        for (const MoveOutcome& move : found->moves) {
            EXPECT_FALSE(move.bounds.no_win_within().value_or(Plies{0}) > Plies{10}) << move.move;
            EXPECT_FALSE(move.bounds.no_loss_within().value_or(Plies{0}) > Plies{10}) << move.move;
        }
    }
    ValueOptions few;
    few.nodes = 20;
    const auto open = value(library::position_of(rules->front(), std::nullopt).value(), few);
    ASSERT_TRUE(open) << open.error().message;
    EXPECT_NE(
        text_of(*open).find(", of 16 plies at most to the end of the game: the limit of nodes was reached"),
        std::string::npos)
        << text_of(*open);
}

TEST(Value, HistoryIsADoubt) {
    // Mate in 5 plies, when the counter leaves four of them.
    const auto doubted = value_of("armageddon", "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 96 90");
    EXPECT_FALSE(doubted.bounds.outcome());
    EXPECT_NE(doubted.doubt, "");
    EXPECT_TRUE(doubted.line.empty());
    for (const MoveOutcome& move : doubted.moves) EXPECT_FALSE(move.bounds.won()) << move.move;
    ValueOptions ideal;
    ideal.ideal = true;
    const auto found = value_of("armageddon", "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 96 90", ideal);
    EXPECT_EQ(found.bounds.at_most(), Plies{5});
    EXPECT_EQ(found.doubt, "");
    EXPECT_EQ(value_of("armageddon", "6B1/8/5Q2/8/2K1k3/8/8/8 w").bounds.at_most(), Plies{5});
}

// A win of nine plies stands; whether a repetition wins sooner is not known.
TEST(Value, HistoryIsADoubtOfTheLeastLength) {
    const auto found = value_of("armageddon", "8/3Q4/1k6/8/8/8/1K6/8 w");
    EXPECT_TRUE(found.bounds.won());
    EXPECT_EQ(found.bounds.at_most(), Plies{9});
    EXPECT_EQ(found.bounds.no_win_within(), Plies{0});
    EXPECT_EQ(text_of(found).substr(0, text_of(found).find('\n')),
              "win in at most 9 plies, at least 1: a repetition may win before (--ideal leaves such rules "
              "out)");
}

// A wall may be put anywhere after each of some moves.
TEST(Value, OfManyMovesTheBestAreTold) {
    const testing::ScratchFolder folder;
    const std::string rules = folder.file(
        "walls.ini",
        "[walls]\nmaxFile = 16\nmaxRank = 16\nking = k\nrook = r\nwallingRule = duck\n"
        "castling = false\nstartFen = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/KR14 w - - 0 1\n");
    auto own = library::Library::open().value();
    std::stop_source stop;
    stop.request_stop();
    ValueOptions options;
    options.stop = stop.get_token();
    const auto found = value(own, {rules + ":walls", std::nullopt}, options);
    ASSERT_FALSE(found);  // nobody waits for the rules of a file
    EXPECT_EQ(found.error().kind, ErrorKind::stopped);
    options.stop = {};
    options.nodes = 1;
    const auto some = value(own, {rules + ":walls", std::nullopt}, options);
    ASSERT_TRUE(some) << some.error().message;
    ASSERT_GT(some->start.count(), oracle::max_moves_listed);
    EXPECT_EQ(some->moves.size(), oracle::max_moves_listed);
}

// --- states

/// The answer of the last of `runs` runs of `nodes` nodes, each of which goes on from the state before it.
FoundValueAt in_runs(const std::string& variant, const std::string& state, std::uint64_t nodes,
                     unsigned& runs) {
    ValueOptions options;
    options.state = state;
    options.nodes = nodes;
    for (runs = 1; runs < 1'000; ++runs) {
        auto found = value_of(variant, std::nullopt, options);
        if (found.stopped_by.empty()) return found;
        EXPECT_EQ(found.stopped_by, "nodes");
    }
    ADD_FAILURE() << "no end";
    return value_of(variant, std::nullopt);
}

TEST(ValueState, RunsThatGoOnEndAsOneDoes) {
    for (const char* const variant : {"hexapawn4x4", "tictactoe", "small3x3", "flipello4"}) {
        const testing::ScratchFolder folder;
        const auto whole = value_of(variant, std::nullopt);
        unsigned runs = 0;
        const auto parts = in_runs(variant, folder.file("s"), whole.nodes / 5 + 1, runs);
        EXPECT_EQ(parts.bounds, whole.bounds);
        EXPECT_TRUE(parts.bounds.exact());
        EXPECT_GT(runs, 2U) << variant;
        // Nothing of note is done twice.
        EXPECT_LT(runs, 20U) << variant;
        // What is known is not searched again.
        ValueOptions options;
        options.state = folder.file("s");
        const auto again = value_of(variant, std::nullopt, options);
        EXPECT_EQ(again.nodes, 0U);
        EXPECT_EQ(again.bounds, whole.bounds);
        EXPECT_EQ(again.line.size(), whole.line.size());
        EXPECT_EQ(folder.names(), "s\n");
    }
}

std::string bytes_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// A folder in which 300 nodes of a search have left its state.
struct StoppedSearch {
    explicit StoppedSearch(const std::string& variant) {
        options.state = path;
        options.nodes = 300;
        (void)value_of(variant, std::nullopt, options);
    }
    testing::ScratchFolder folder;
    std::string path = folder.file("s");
    ValueOptions options;
};

/// A search of many nodes, with a state, in the folder.
ValueOptions long_search(const testing::ScratchFolder& folder) {
    ValueOptions options;
    options.state = folder.file("s");
    options.memory = std::size_t{16} << 20U;
    options.nodes = 100'000;
    return options;
}

// What finds its place in a table of a size does so again, in whatever order it comes.
TEST(ValueState, GoingOnForgetsNothing) {
    const testing::ScratchFolder folder;
    ValueOptions options = long_search(folder);
    const auto run = [&] {
        EXPECT_TRUE(value(testing::shipped(), {"gardner", std::nullopt}, options));
        return bytes_of(*options.state).size();
    };
    const std::size_t before = run();
    ASSERT_GT(before, std::size_t{1} << 19U);
    options.nodes = 0;  // it is read, and written
    for (const std::size_t more : {1U, 1U, 4U}) {
        options.memory *= more;
        EXPECT_EQ(run(), before) << options.memory;
    }
}

/// What a state's records prove, by search, side and key: won within, and not won within. docs/value.md has
/// the format.
std::map<std::string, std::pair<unsigned, unsigned>> proofs_in(const std::string& state) {
    const auto number = [&](std::size_t at, std::size_t bytes) {
        unsigned value = 0;
        while (bytes-- > 0) value = 256 * value + static_cast<unsigned char>(state[at + bytes]);
        return value;
    };
    constexpr unsigned never = 65'535;
    std::map<std::string, std::pair<unsigned, unsigned>> proofs;
    for (std::size_t at = 34 + number(30, 4); state.at(at) != 0;) {
        const bool deepening = state[at] == 1;
        const std::size_t facts = at + (deepening ? 18 : 26);
        unsigned won = number(facts, 2);
        if (deepening && won == 0) won = never;
        auto& [won_in, not_won_in] =
            proofs.try_emplace(state.substr(at, 18), std::pair{never, 0U}).first->second;
        won_in = std::min(won_in, won);
        not_won_in = std::max(not_won_in, number(facts + 2, 2));
        at += deepening ? 24 : 36;
    }
    return proofs;
}

// A table that has no room for all of a state, and one that fills up, forget what the file still has.
TEST(ValueState, NothingProvedLeavesTheFile) {
    const testing::ScratchFolder folder;
    ValueOptions options = long_search(folder);
    ASSERT_TRUE(value(testing::shipped(), {"gardner", std::nullopt}, options));
    options.memory = std::size_t{1} << 18U;
    for (const std::uint64_t nodes : {0U, 30'000U, 0U}) {
        const auto before = proofs_in(bytes_of(*options.state));
        options.nodes = nodes;
        ASSERT_TRUE(value(testing::shipped(), {"gardner", std::nullopt}, options));
        const auto after = proofs_in(bytes_of(*options.state));
        std::size_t lost = 0;
        for (const auto& [key, proof] : before) {
            const auto at = after.find(key);
            const auto [won, not_won] = at == after.end() ? std::pair{65'535U, 0U} : at->second;
            if (won > proof.first || not_won < proof.second) ++lost;
        }
        EXPECT_EQ(lost, 0U) << "of " << before.size() << ", with " << nodes << " nodes more";
    }
}

TEST(ValueState, NoDamageGoesUnnoticed) {
    const StoppedSearch stopped{"hexapawn4x4"};
    const std::string& path = stopped.path;
    const ValueOptions& options = stopped.options;
    const std::string good = bytes_of(path);
    ASSERT_GT(good.size(), 500U);
    const auto expect_refused = [&](const std::string& bytes, std::size_t at) {
        std::ofstream{path, std::ios::binary} << bytes;
        const auto found = value(testing::shipped(), {"hexapawn4x4", std::nullopt}, options);
        ASSERT_FALSE(found) << at;
        ASSERT_EQ(found.error().kind, ErrorKind::bad_input) << found.error().message;
        ASSERT_EQ(found.error().message.rfind(path + " is ", 0), 0U) << found.error().message;
        ASSERT_EQ(bytes_of(path), bytes);  // it stays for whoever wants to look at it
    };
    Random random{3};
    // Every byte of the header and of the check sum, and some of the others.
    for (std::size_t at = 0; at < good.size(); ++at) {
        if (at > 400 && at + 20 < good.size() && !random.one_in(good.size() / 100 + 1)) continue;
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1 << random.below(8));
        expect_refused(bad, at);
        if (HasFatalFailure()) return;
    }
    for (std::size_t i = 0; i < 100; ++i) {
        const std::size_t length = i < 50 ? i : random.below(good.size());
        if (length == 0) continue;
        expect_refused(good.substr(0, length), length);
        if (HasFatalFailure()) return;
    }
    expect_refused(good + "x", good.size());
    std::ofstream{path, std::ios::binary} << good;
    EXPECT_TRUE(value(testing::shipped(), {"hexapawn4x4", std::nullopt}, options));
}

TEST(ValueState, OfSomethingElseIsRefused) {
    const StoppedSearch stopped{"small4x4"};
    const std::string& path = stopped.path;
    const ValueOptions& options = stopped.options;
    EXPECT_EQ(error_of("hexapawn4x4", std::nullopt, options),
              path + " is of the variant small4x4, expected hexapawn4x4");
    const std::string start = testing::shipped("small4x4").start_fen;
    EXPECT_EQ(error_of("small4x4", "k3/4/4/K2R w", options),
              path + " is of '" + start + "', expected 'k3/4/4/K2R w - - 0 1'");
    EXPECT_EQ(error_of("chess", "8/8", options), "2 ranks, expected 8");
    // Other rules of that name.
    auto own = library::Library::open().value();
    const std::string rules =
        stopped.folder.file("own.ini",
                            "[small4x4:small3x3]\nmaxRank = 4\nmaxFile = 4\npromotionRegionWhite = *4\n"
                            "startFen = rqkr/pppp/PPPP/RQKR w - - 0 1\nstalemateValue = loss\n");
    const auto found = value(own, {rules + ":small4x4", std::nullopt}, options);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("is of other rules that are called small4x4"), std::string::npos)
        << found.error().message;
}

TEST(ValueState, ThatCannotBeWrittenIsToldAtOnce) {
    ValueOptions options;
    options.state = "/nonexistent/state";
    EXPECT_NE(error_of("hexapawn", std::nullopt, options).find("/nonexistent/state"), std::string::npos);
    options.state = "/dev/full";
    EXPECT_NE(error_of("hexapawn", std::nullopt, options).find("/dev/full"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::tell
