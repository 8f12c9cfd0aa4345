// SPDX-License-Identifier: GPL-3.0-or-later
// Problems whose solutions are known by hand, in chess and elsewhere; what a limit leaves. The enumeration of
// every stipulation on random diagrams is solver_test.py.
#include "zermelo/compositions/solve.hpp"

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/library/library.hpp"

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

Result<Solution> solved(const std::string& variant, const std::string& fen, const std::string& stipulation,
                        const Options& options = {}) {
    const rules::Rules& rules = testing::shipped(variant);
    const auto at = library::position_of(rules, std::nullopt).value();
    return solve(at, engine::parse_fen(fen, rules).value(),
                 Stipulation::parse(stipulation, rules.ranks).value(), options);
}

std::vector<std::string> keys(const Solution& found) {
    std::vector<std::string> names;
    for (const Continuation& key : found.keys) names.push_back(key.move.san);
    return names;
}

std::vector<std::string> lines(const Solution& found) {
    std::vector<std::string> names;
    for (const Line& line : found.solutions.lines) {
        names.emplace_back();
        for (const HalfMove& move : line.moves) names.back() += (names.back().empty() ? "" : " ") + move.san;
    }
    return names;
}

using Names = std::vector<std::string>;

constexpr const char* rook = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
constexpr const char* corner = "8/8/8/8/8/1K6/7R/1k6 b - - 0 1";

TEST(Solve, TheEndsThatAMoveReaches) {
    EXPECT_EQ(keys(solved("chess", rook, "#1").value()), (Names{"Rh8#"}));
    EXPECT_EQ(keys(solved("chess", "k7/8/8/8/1Q6/8/8/7K w - - 0 1", "=1").value()), (Names{"Qb6="}));
    EXPECT_EQ(lines(solved("chess", corner, "h#1").value()), (Names{"Ka1 Rh1#"}));
    EXPECT_EQ(lines(solved("chess", corner, "ser-h#1").value()), (Names{"Ka1 Rh1#"}));
    EXPECT_EQ(lines(solved("chess", "8/8/8/8/8/8/8/R3K1k1 w Q - 0 1", "ser-001").value()), (Names{"O-O-O+"}));
}

TEST(Solve, OneMoveMayMateBothSides) {
    const std::string checked = "7k/6pp/8/8/8/8/PP6/K3qR2 w - - 0 1";  // the rook leaves its king in check
    EXPECT_EQ(keys(solved("chess", checked, "##1").value()), (Names{"Rf8##"}));
    EXPECT_EQ(keys(solved("chess", checked, "##!1").value()), Names{});
    EXPECT_EQ(keys(solved("chess", checked, "#1").value()), Names{});
    const std::string mated = "7k/R5pp/8/8/8/8/5nPP/6RK w - - 0 1";
    EXPECT_EQ(keys(solved("chess", mated, "##!1").value()), (Names{"Ra8##!"}));
    EXPECT_EQ(keys(solved("chess", mated, "##1").value()), Names{});
    const std::string free = "7k/4q1pp/8/8/8/8/PP6/K4R2 b - - 0 1";
    EXPECT_EQ(lines(solved("chess", free, "h##1").value()), (Names{"Qe1+ Rf8##"}));
}

TEST(Solve, ACircuitAsksHowTheMenCameThere) {
    const std::string few = "8/8/8/8/8/k7/8/6KN w - - 0 1";
    EXPECT_EQ(solved("chess", few, "ct1").value().keys.size(), 0U);
    EXPECT_EQ(solved("chess", few, "ser-ct2").value().solutions.count, 2U + 4U);
    // The same men on the same squares: the knight has been elsewhere, or the king, or neither.
    EXPECT_EQ(solved("chess", "8/8/8/8/8/k7/5N2/6K1 w - - 0 1", "ser-ct1").value().solutions.count, 0U);
    const std::string twin = "8/8/8/8/8/k7/8/6K1[NN] w - - 0 1";  // a dropped man stood nowhere
    EXPECT_EQ(solved("crazyhouse", twin, "ct1").value().keys.size(), 0U);
}

TEST(Solve, AnEndOfTheVariantEndsALine) {
    // Who reaches the eighth rank has won; Black's king cannot be mated after that.
    const std::string race = "8/6K1/8/8/8/8/8/k7 w - - 0 1";
    EXPECT_EQ(solved("racingkings", race, "win1").value().keys.size(), 3U);
    // By f7 and h7, while Black has three moves; not by f8 and h8, as in chess.
    EXPECT_EQ(solved("racingkings", race, "hzg81.5").value().solutions.count, 2U * 3U);
    EXPECT_EQ(solved("chess", race, "hzg81.5").value().solutions.count, 4U * 3U);
    // On the hill: the win is none of mate.
    const std::string hill = "7k/8/8/8/8/4K3/8/8 w - - 0 1";
    EXPECT_EQ(solved("kingofthehill", hill, "win1").value().keys.size(), 2U);
    EXPECT_EQ(solved("kingofthehill", hill, "#=1").value().keys.size(), 0U);
}

TEST(Solve, LargeBoardsAndDrops) {
    const std::string large = "k9/10/1K8/10/10/10/10/9R w - - 0 1";
    EXPECT_EQ(keys(solved("capablanca", large, "#1").value()), (Names{"Rj8#"}));
    const std::string dropped = "k7/8/1K6/8/8/8/8/8[R] w - - 0 1";
    EXPECT_EQ(solved("crazyhouse", dropped, "#1").value().keys.size(), 6U);
}

// Popeye's 4.104 solutions are the same.
TEST(Solve, ConditionsOfFairyChess) {
    // Günter Glaß, 1990.
    const auto contact = solved("koeko", "6q1/8/6K1/8/8/p7/k1B5/8 w - - 0 1", "ser-#13").value();
    EXPECT_EQ(lines(contact), (Names{"Kf7 Bh7 Kxg8 Kg7 Bg6 Kf6 Bf5 Ke5 Be4 Kd4 Bd3 Kc3 Bc4#"}));
    // The queen could capture the king on its way nowhere, for nobody is beside it.
    EXPECT_EQ(lines(solved("koeko", "r3k3/4R3/8/7R/5q2/8/8/3qK2R w K - 0 1", "ser-001").value()),
              (Names{"O-O"}));
    // Hans Uitenbroek, 1993.
    EXPECT_EQ(lines(solved("andernach", "8/K7/7q/k7/br6/1P6/8/8 b - - 0 1", "h#2").value()),
              (Names{"Bxb3 Be6 Qxe6 Qa6#", "Rxb3 Re3 Qxe3 Qb6#"}));
    // Pavlos Moutecidis.
    EXPECT_EQ(keys(solved("maximummer", "8/7q/8/8/8/8/1p1P1k2/3K4 w - - 0 1", "s#10").value()),
              (Names{"d4"}));
    // A pawn that may be captured en passant is paralysed, in the next move of a series, too.
    const std::string passed = "8/8/8/3k4/3p4/8/4P3/K7 w - - 0 1";
    EXPECT_EQ(keys(solved("chess", passed, "+1").value()), (Names{"e4+"}));
    EXPECT_EQ(keys(solved("madrasi", passed, "+1").value()), Names{});
    EXPECT_EQ(lines(solved("madrasi", "8/8/8/8/4p3/7P/3P4/8 w - - 0 1", "ser-zd53").value()),
              (Names{"d4 h4 d5"}));
}

TEST(Solve, ASideMayHaveNoKing) {
    EXPECT_EQ(keys(solved("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "#1").value()), (Names{"Rh8#"}));
    const auto found = solved("chess", "8/8/8/8/8/1k6/2p5/R7 b - - 0 1", "ser-x2").value();
    EXPECT_FALSE(found.illegal);
    EXPECT_FALSE(solved("chess", "kk6/8/8/8/8/8/8/7K w - - 0 1", "#1"));
}

TEST(Solve, TheStipulationSaysWhoBegins) {
    // White is to move in the FEN, and Black begins.
    const std::string fen = "8/8/8/8/8/1K6/7R/1k6 w - - 0 1";
    EXPECT_EQ(lines(solved("chess", fen, "h#1").value()), (Names{"Ka1 Rh1#"}));
    EXPECT_EQ(solved("chess", fen, "h#1").value().begins, Color::black);
    // Black is in check, so White cannot begin.
    const auto illegal = solved("chess", "k6R/8/8/8/8/8/8/K7 b - - 0 1", "#1").value();
    EXPECT_TRUE(illegal.illegal);
    EXPECT_EQ(illegal.count(), 0U);
    // So it is whatever the FEN says; but what is no position with either side to move is refused.
    EXPECT_TRUE(solved("chess", "k6R/8/8/8/8/8/8/K7 w - - 0 1", "#1").value().illegal);
    EXPECT_FALSE(solved("chess", "k6R/8/8/8/8/8/8/K6r w - - 0 1", "#1"));
}

TEST(Solve, PlayIsOverWhereTheDefenderBeginsAtTheGoal) {
    Options options;
    options.verify = true;
    const auto count = [&](const std::string& fen, const std::string& stipulation) {
        const auto found = solved("chess", fen, stipulation, options).value();
        EXPECT_EQ(found.verified, true) << fen << " " << stipulation;
        return found.count();
    };
    // Black mates by b2 at once, and has that duty; without its pawn on b3 it mates on its second move.
    EXPECT_EQ(count("8/8/7p/8/8/kp5P/p7/K7 b - - 0 1", "hr#1.5"), 0U);
    EXPECT_EQ(count("8/8/7p/8/1p6/k6P/p7/K7 b - - 0 1", "hr#1.5"), 1U);
    // Black's only move captures, and so would its next one; with a pawn to move it may wait.
    EXPECT_EQ(count("8/8/p7/PP6/PP6/8/8/8 b - - 0 1", "hsx1.5"), 0U);
    EXPECT_EQ(count("8/7p/p7/PP5P/PP6/8/2P5/8 b - - 0 1", "hsx1.5"), 3U);
}

/// "Kh7 g5", with "-" before an idle one.
std::string words_of(const std::vector<Defence>& defences) {
    std::string text;
    for (const Defence& defence : defences)
        text += (text.empty() ? "" : " ") + std::string(defence.idle ? "-" : "") + defence.move->san;
    return text;
}

TEST(Solve, PostkeyPlayBeginsAfterTheKey) {
    Options options;
    options.postkey = options.verify = true;
    // Two mates in two are threatened: one of Black's moves stops one of them, and three of them both.
    const auto failed = solved("chess", "7k/4K3/6p1/8/8/8/8/6R1 b - - 0 1", "#3", options).value();
    EXPECT_EQ(failed.begins, Color::black);
    EXPECT_EQ(failed.verified, true);
    EXPECT_EQ(failed.complete_moves, 3U);
    ASSERT_TRUE(failed.postkey_play);
    EXPECT_FALSE(failed.postkey_play->solves || failed.postkey_play->check || failed.count() != 0);
    ASSERT_EQ(failed.postkey_play->threats.size(), 2U);
    EXPECT_EQ(failed.postkey_play->threats[0].move.san, "Kf7");
    EXPECT_EQ(failed.postkey_play->threats[0].length, 2U);
    EXPECT_EQ(words_of(failed.postkey_play->threats[0].defences), "-Kh7 -g5");
    EXPECT_EQ(words_of(failed.postkey_play->defences), "Kg7 Kh7 Kg8 g5");
    EXPECT_EQ(failed.postkey_play->defences[3].continuations.size(), 1U);
    // Who begins the diagram does not say, and the key counts as a move.
    const auto key = solved("chess", "7k/5K2/6p1/8/8/8/8/6R1 w - - 0 1", "#3", options).value();
    EXPECT_TRUE(key.postkey_play->solves && key.verified.value() && key.count() == 1);
    EXPECT_EQ(words_of(key.postkey_play->defences), "-Kh7 -g5");
    EXPECT_EQ(solved("chess", "7k/5K2/6p1/8/8/8/8/6R1 w - - 0 1", "#1", options).value().count(), 0U);
    // A check threatens nothing.
    const auto check = solved("chess", "7k/5K2/6p1/8/8/8/8/7R w - - 0 1", "s#1", options).value();
    EXPECT_TRUE(check.postkey_play->check && check.postkey_play->threats.empty());
    // Where the defender has to mate, nothing else is threatened.
    const auto duty = solved("chess", "4K3/1r6/qb1P2Nk/8/8/4N3/8/8 b - - 0 1", "semi-r#2", options).value();
    EXPECT_TRUE(duty.postkey_play->solves && duty.verified.value() && duty.postkey_play->threats.empty());
    EXPECT_EQ(words_of(duty.postkey_play->defences), "Qa8#");
    for (const std::string help : {"h#2", "ser-#2", "pser-#2", "reci-h#2"})
        EXPECT_EQ(solved("chess", "7k/5K2/6p1/8/8/8/8/6R1 w - - 0 1", help, options).error().kind,
                  ErrorKind::bad_usage)
            << help;
}

TEST(Solve, TriesAndSetPlayHaveTheirPlay) {
    Options options;
    options.tree = options.set_play = true;
    options.max_refutations = 1;
    const auto found = solved("chess", "8/8/1k1B1R2/8/8/3R4/6B1/3K4 w - - 0 1", "#3", options).value();
    ASSERT_FALSE(found.tries.empty());
    EXPECT_EQ(found.tries[0].move.san, "Bc6");
    std::size_t refuting = 0;
    for (const Defence& defence : found.tries[0].defences)
        refuting += defence.continuations.empty() ? 1U : 0U;
    EXPECT_EQ(refuting, 1U);
    ASSERT_TRUE(found.duals);
    EXPECT_EQ(found.duals->major, 2U);
    EXPECT_EQ(found.duals->mating, 2U);
    options.tree = false;
    const auto plain = solved("chess", "8/8/1k1B1R2/8/8/3R4/6B1/3K4 w - - 0 1", "#3", options).value();
    EXPECT_FALSE(plain.duals);
    EXPECT_TRUE(plain.tries[0].defences.empty() && plain.tries[0].threats.empty());
    const std::string king = "8/8/8/N6N/7Q/5R2/8/2k2K2 w - - 0 1";
    EXPECT_TRUE(solved("chess", king, "#3", options)->set_play.at(0).continuations.at(0).defences.empty());
    options.tree = true;
    EXPECT_FALSE(solved("chess", king, "#3", options)->set_play.at(0).continuations.at(0).defences.empty());
}

TEST(Solve, SetPlayMayCaptureEnPassant) {
    Options options;
    options.set_play = true;
    const auto set_lines = [&](const std::string& fen) {
        return solved("chess", fen, "hx1", options).value().set_solutions.value().count;
    };
    EXPECT_EQ(set_lines("8/2p5/8/3pP3/8/8/8/8 w - d6 0 1"), 1U);
    EXPECT_EQ(set_lines("8/2p5/8/3pP3/8/8/8/8 w - - 0 1"), 0U);
    EXPECT_EQ(set_lines("8/2p5/8/3pP3/8/8/8/8 b - - 0 1"), 0U);
}

TEST(Solve, ALimitTellsWhatIsComplete) {
    Options options;
    options.limits.nodes = 100;
    const auto found = solved("chess", "8/8/4k3/8/8/8/4K3/3R4 b - - 0 1", "h=4", options).value();
    EXPECT_FALSE(found.complete);
    EXPECT_EQ(found.stop, search::Stop::nodes);
    EXPECT_EQ(found.complete_moves, 1U);
    std::stop_source stop;
    stop.request_stop();
    options.limits = {std::nullopt, std::nullopt, stop.get_token()};
    const auto none = solved("chess", "8/8/4k3/8/8/8/4K3/3R4 b - - 0 1", "h=4", options).value();
    EXPECT_EQ(none.complete_moves, 0U);
    EXPECT_EQ(none.stop, search::Stop::request);
}

TEST(Solve, APositionIsRememberedWithAllThatMayBeLeftToPlay) {
    // Some hundred positions, each met with nearly every number of moves left: searched plainly they are
    // millions.
    Options options;
    options.limits.nodes = 10'000;
    const auto found = solved("chess", "7b/5k2/8/7P/8/8/8/2K5 w - - 0 1", "ser-+13", options).value();
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.count(), 1U);
}

TEST(Solve, LittleMemoryForgetsAndStaysExact) {
    const std::string fen = "8/8/8/8/3k4/8/4K3/3R4 b - - 0 1";
    Options little;
    little.memory = 1 << 12;
    EXPECT_EQ(solved("chess", fen, "h#3", little).value().solutions.count,
              solved("chess", fen, "h#3").value().solutions.count);
    const std::string mate = "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1";
    EXPECT_EQ(keys(solved("chess", mate, "#3", little).value()), keys(solved("chess", mate, "#3").value()));
}

TEST(Solve, APlainEnumerationComesToTheSame) {
    Options options;
    options.verify = true;
    // Pawns that promote, castling, captures of men that could block; a king of another kind; a large board.
    for (const auto& [variant, fen, stipulation] : std::vector<std::array<std::string, 3>>{
             {"chess", "8/P6k/8/8/8/8/1p6/7K b - - 0 1", "h#3"},
             {"chess", "8/8/8/8/8/2p5/1k1p4/R3K3 b Q - 0 1", "h#2.5"},
             {"chess", "8/8/8/8/1p6/1k6/3p4/R3K2R w KQ - 0 1", "ser-#3"},
             {"chess", "8/8/8/8/8/1K6/1p5R/1k6 b - - 0 1", "ser-h#4"},
             {"chess", "8/8/8/8/2R5/kp6/3B4/K7 w - - 0 1", "hs#2.5"},
             {"chess", "7k/8/8/8/8/8/5n2/5KQ1 b - - 0 1", "h#3"},
             {"chess", "k7/8/1K6/8/8/8/3Q4/8 w - - 0 1", "s#2"},
             {"knightmate", "8/8/8/8/8/2k5/8/K1MQ4 b - - 0 1", "h#2"},
             {"losalamos", "6/6/6/2K3/5R/k5 w - - 0 1", "h#2.5"},
             {"capablanca", "10/10/10/10/10/2K7/10/k8A b - - 0 1", "h#2"}}) {
        const auto found = solved(variant, fen, stipulation, options).value();
        EXPECT_EQ(found.verified, true) << variant << " " << fen << " " << stipulation;
    }
    options.limits.nodes = 9;
    EXPECT_EQ(solved("chess", "8/8/8/8/8/1K6/7R/1k6 b - - 0 1", "h#3", options).value().verified,
              std::nullopt);
}

TEST(Solve, MatesWhoseParriesOthersPrevent) {
    const auto solutions_of = [](const std::string& fen, const std::string& variant = "chess") {
        return solved(variant, fen, "h#0.5", {}).value().solutions.count;
    };
    // The rook on g1 would capture the knight on g3, but for the pawn on g2.
    EXPECT_EQ(solutions_of("8/8/8/5N2/8/5K2/6Pp/6rk w - - 0 1"), 1U);
    // The rook on b1 would capture the knight on b3, but is pinned.
    EXPECT_EQ(solutions_of("8/8/8/2N5/8/2K5/p7/kr5R w - - 0 1"), 1U);
    // The same rook would capture it there or on c2, but the king is in check twice.
    EXPECT_EQ(solutions_of("7B/8/8/8/3N4/K7/p7/kr6 w - - 0 1"), 2U);
    // The nightrider on g1 would capture the bishop on e5, but for the pawn on f3.
    EXPECT_EQ(solutions_of("8/6B1/8/8/8/5P1p/5K1k/6nr w - - 0 1", "nightrider"), 1U);
    EXPECT_EQ(solutions_of("8/6B1/8/8/8/7p/5K1k/6nr w - - 0 1", "nightrider"), 0U);
}

TEST(Solve, StalematesOfPinnedAndBlockedMen) {
    Options options;
    options.verify = true;
    options.max_plain = 0;
    for (const auto& [variant, fen, stipulation] :
         std::vector<std::array<std::string, 3>>{{"chess", "7k/5K2/5nP1/8/8/8/8/R7 b - - 0 1", "h=1"},
                                                 {"chess", "7k/6pp/6nP/5K2/8/8/B7/6R1 b - - 0 1", "h=2"},
                                                 {"chess", "6bk/7p/7P/5K2/8/8/1P6/6R1 b - - 0 1", "h=2"},
                                                 {"nightrider", "7k/5K2/5nP1/8/8/8/8/R7 b - - 0 1", "h=1"}}) {
        const auto found = solved(variant, fen, stipulation, options);
        ASSERT_TRUE(found) << fen;
        EXPECT_EQ(found->verified, true) << variant << " " << fen << " " << stipulation;
        EXPECT_GT(found->count(), 0U) << variant << " " << fen << " " << stipulation;
    }
}

TEST(Solve, FewAreToldAndAllCounted) {
    Options options;
    options.max_lines = 3;
    const auto found = solved("chess", "8/8/8/8/8/8/8/K6k w - - 0 1", "ser-ze45", options).value();
    EXPECT_EQ(found.solutions.lines.size(), 3U);
    EXPECT_EQ(found.solutions.count, 50U);
    options = {};
    options.tree = true;
    options.max_tree = 2;
    EXPECT_FALSE(solved("chess", "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1", "#3", options).value().tree_whole);
    EXPECT_TRUE(solved("chess", rook, "#1", options).value().tree_whole);
}

/// Half-moves of a tree, without the move that it begins with.
std::size_t size(const Continuation& tree) {
    std::size_t moves = 0;
    for (const Continuation& threat : tree.threats) moves += 1 + size(threat);
    for (const Defence& defence : tree.defences) {
        ++moves;
        for (const Continuation& next : defence.continuations) moves += 1 + size(next);
    }
    return moves;
}

std::size_t trees(const Solution& found) {
    std::size_t moves = 0;
    for (const auto* const keys : {&found.keys, &found.short_keys})
        for (const Continuation& key : *keys) moves += size(key);
    return moves;
}

TEST(Solve, WhatIsToldHasABound) {
    const std::string mate = "k7/8/2K5/8/8/8/8/7R w - - 0 1";
    Options options;
    options.tree = true;
    const auto whole = solved("chess", mate, "#3", options).value();
    ASSERT_TRUE(whole.tree_whole);
    const std::size_t all = trees(whole);
    ASSERT_GT(all, 20U);
    for (const std::size_t most : {std::size_t{1}, std::size_t{10}, all, all + 1}) {
        options.max_tree = most;
        const auto part = solved("chess", mate, "#3", options).value();
        EXPECT_EQ(trees(part), std::min(most - 1, all));
        EXPECT_EQ(part.tree_whole, most > all);
        EXPECT_EQ(part.keys.size(), whole.keys.size());
    }
    options = {};
    options.set_play = true;
    options.max_tree = 2;
    EXPECT_LE(solved("chess", mate, "#3", options).value().set_play.size(), 1U);

    options = {};
    options.max_line_moves = 10;
    const auto lines = solved("chess", corner, "h#2", options).value();
    EXPECT_EQ(lines.short_solutions.at(0).lines.size(), 1U);
    EXPECT_EQ(lines.solutions.lines.size(), 2U);
    EXPECT_EQ(lines.solutions.count, 20U);
    const std::string both = "8/8/8/8/8/1k6/7r/1K6 b - - 0 1";
    const auto ends = solved("chess", both, "reci-h~1", options).value();
    ASSERT_EQ(ends.solutions.lines.size(), 1U);
    EXPECT_EQ(ends.solutions.lines[0].ends.size(), 10U);
}

TEST(Solve, ThreadsAreFewEnough) {
    Options options;
    options.threads = 1025;
    EXPECT_EQ(solved("chess", rook, "#1", options).error().kind, ErrorKind::bad_usage);
}

}  // namespace
}  // namespace zermelo::compositions
