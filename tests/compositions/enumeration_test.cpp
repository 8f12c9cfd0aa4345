// SPDX-License-Identifier: GPL-3.0-or-later
// Random positions of many variants: what is found with tables, bounds and patterns is what playing every
// move comes to. It is longer play than the enumeration in Python can judge.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/rules/reader.hpp"

#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

/// A king each and one to five other men, mostly in one corner; sometimes a king and a rook at home, with the
/// right to castle.
engine::Setup random_setup(Random& random, const rules::Rules& rules, std::uint64_t max_men) {
    engine::Setup setup = engine::parse_fen(rules.start_fen, rules).value();
    setup.men.fill(std::nullopt);
    setup.castling.clear();
    setup.to_move = random.below(2) == 0 ? Color::white : Color::black;
    const bool anywhere = random.below(3) == 0;
    const unsigned files = anywhere ? rules.files : std::min(rules.files, 4U);
    const unsigned ranks = anywhere ? rules.ranks : std::min(rules.ranks, 4U);
    std::vector<rules::Letter> letters;
    char king = 'K';
    for (const rules::Kind& kind : rules.kinds) (kind.royal ? king : letters.emplace_back()) = kind.letter;
    const auto put = [&](Color side, rules::Letter letter, unsigned file, unsigned rank) {
        auto& at = setup.men[rules::region_bit(file, rank)];
        if (at) return;
        at.emplace();
        at->color = side;
        at->letter = letter;
    };
    const auto put_anywhere = [&](Color side, rules::Letter letter) {
        put(side, letter, static_cast<unsigned>(random.below(files)),
            static_cast<unsigned>(random.below(ranks)));
    };
    if (rules.name == "chess" && random.below(4) == 0) {
        put(Color::white, 'K', 4, 0);
        put(Color::white, 'R', 7, 0);
        setup.castling = "K";
    }
    put_anywhere(Color::black, king);
    if (setup.castling.empty()) put_anywhere(Color::white, king);
    for (std::uint64_t men = 1 + random.below(max_men); men > 0; --men)
        put_anywhere(
            random.below(2) == 0 ? Color::white : Color::black,
            random.below(3) == 0 && rules.kind('P') != nullptr ? 'P' : letters[random.below(letters.size())]);
    return setup;
}

/// What is the same of each family of stipulations, by how long it may be.
const std::vector<std::string> stipulations{
    "h#2",        "h#2.5",     "h#3",     "hs#2",    "hs#2.5",   "hr#2",     "ser-#3",    "ser-#4", "ser-h#3",
    "ser-h#4",    "ser-s#3",   "ser-r#3", "pser-#3", "phser-#3", "pser-h#2", "phser-s#2", "1->h#2", "1->hs#2",
    "1->ser-h#3", "2->ser-#2", "#2",      "#3",      "s#2",      "r#2",      "semi-r#2",  "h=2.5",  "ser-=3"};

/// Short ones that mate, asked where there are many men and a mate at once: what is known of mates shows in
/// them.
const std::vector<std::string> mates{"h#0.5",  "h#0.5",   "h#1",    "h#1.5",
                                     "ser-#2", "ser-h#1", "hs#1.5", "hr#1.5"};

/// Short ones that stalemate: what is known of those that stalemate in one shows in them.
const std::vector<std::string> stalemates{"=1", "=2", "h=1", "ser-h=2", "ser-=2"};

/// Those that patterns of stalemates are built for, asked where there is a stalemate at once.
const std::vector<std::string> help_to_stalemate{"h=0.5",    "h=1",      "h=1.5",  "h=2",  "ser-=2",
                                                 "ser-h=1",  "ser-h=2",  "hs=1.5", "hr=1", "ser-s=1",
                                                 "phser-=2", "pser-h=1", "1->h=1"};

const std::vector<std::string> restrictions{"flights=0",      "flights=2",         "replies=3",
                                            "threat=1",       "threat=2",          "nontrivial=0/1",
                                            "nontrivial=1/1", "flights=3,threat=1"};

void expect_the_same(const rules::Rules& rules, const std::vector<std::string>& asked, std::uint64_t seed,
                     std::uint64_t count, std::uint64_t max_men = 5, const std::string& at_once = {}) {
    const std::string& variant = rules.name;
    const auto at = library::position_of(rules, std::nullopt).value();
    Random random{seed};
    std::uint64_t verified = 0, with_solutions = 0;
    for (std::uint64_t tried = 0; verified < count && tried < 100 * count; ++tried) {
        const engine::Setup setup = random_setup(random, rules, max_men);
        if (!at_once.empty()) {
            Options small;
            small.memory = std::size_t{1} << 16U;
            const auto found = solve(at, setup, Stipulation::parse(at_once).value(), small);
            if (!found || found->count() == 0) continue;
        }
        const std::string& text = asked[random.below(asked.size())];
        Options options;
        options.verify = true;
        options.max_lines = 0;
        options.memory = std::size_t{1} << 20U;
        if (random.below(2) == 0) options.max_patterns = 0;
        if (random.below(4) != 0) options.max_plain = random.below(3);
        options.limits.nodes = 100'000;
        const Stipulation stipulation = Stipulation::parse(text).value();
        if (stipulation.play == Play::battle && random.below(3) == 0)
            options.restriction = Restriction::parse(restrictions[random.below(restrictions.size())]).value();
        const auto found = solve(at, setup, stipulation, options);
        if (!found || !found->verified) continue;
        ++verified;
        with_solutions += found->count() != 0 ? 1 : 0;
        ASSERT_TRUE(*found->verified) << variant << " '" << engine::print_fen(setup) << "' " << text;
    }
    EXPECT_TRUE(verified == count || (!at_once.empty() && (verified > 0 || testing::scaled_down())))
        << variant;
    EXPECT_TRUE(with_solutions > 0 || testing::scaled_down() || variant != "chess");
}

/// Pieces that go otherwise than they capture, over others or along two lines: patterns, bounds and tests of
/// stalemates know what they can do.
TEST(Enumerated, PiecesOfManyKindsComeToTheSame) {
    Random random{6};
    const std::vector<std::string> atoms{"mpRcN", "mpQcF",  "mgQcW", "mRcN", "cRmK",
                                         "nN",    "mnDcR2", "fRbN",  "nAmF", "WW"};
    for (std::uint64_t round = 0; round < testing::scaled(6); ++round) {
        std::string text = "[odd:losalamos]\n";
        for (const char letter : std::string{"hj"})
            text += fmt::format("customPiece{} = {}:{}\n", letter == 'h' ? 1 : 2, letter,
                                atoms[random.below(atoms.size())]);
        const auto read = rules::read_rules(
            text, [](std::string_view name) { return &testing::shipped(std::string{name}); });
        ASSERT_TRUE(read) << read.error().message;
        for (const auto* const asked : {&stipulations, &mates, &help_to_stalemate})
            expect_the_same(read->front(), *asked, round, testing::scaled(25), 6);
    }
}

TEST(Enumerated, WhoHopsNeedsFewerMovesThanOnAnEmptyBoard) {
    const auto read =
        rules::read_rules("[hopper:chess]\ncustomPiece1 = h:mpRcN\n",
                          [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(read) << read.error().message;
    const rules::Rules& rules = read->front();
    Options options;
    options.verify = true;
    const auto found = solve(library::position_of(rules, std::nullopt).value(),
                             engine::parse_fen("6rk/6pp/8/8/8/8/p4P2/K4H2 w - - 0 1", rules).value(),
                             Stipulation::parse("h#0.5").value(), options);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->count(), 1U);  // over the pawn to f7
    EXPECT_EQ(found->verified, true);
}

class Enumerated : public ::testing::TestWithParam<std::string> {};

TEST_P(Enumerated, ComesToTheSame) {
    expect_the_same(testing::shipped(GetParam()), stipulations, 1, testing::scaled(150));
}
TEST_P(Enumerated, StalematesComeToTheSame) {
    expect_the_same(testing::shipped(GetParam()), stalemates, 3, testing::scaled(1500));
}

TEST_P(Enumerated, MatesComeToTheSame) {
    expect_the_same(testing::shipped(GetParam()), mates, 4, testing::scaled(200), 12, "#1");
}

TEST_P(Enumerated, HelpToStalemateComesToTheSame) {
    expect_the_same(testing::shipped(GetParam()), help_to_stalemate, 5, testing::scaled(200), 9, "=1");
}

INSTANTIATE_TEST_SUITE_P(Variants, Enumerated,
                         ::testing::Values("chess", "losalamos", "capablanca", "knightmate", "berolina",
                                           "makruk", "shatranj", "amazon", "nightrider", "paradigm",
                                           "grasshopper", "crazyhouse", "atomic", "koeko", "madrasi",
                                           "andernach", "maximummer"),
                         testing::name_of_shipped);

TEST(Enumerated, ThoroughlyInChess) {
    expect_the_same(testing::shipped("chess"), stipulations, 2, testing::scaled(1000));
}

// What several threads tell, move by move, is what one does; they share from the first position on.

std::string text_of(const HalfMove& move) { return move.uci + " "; }
std::string text_of(const std::vector<HalfMove>& moves) {
    std::string text;
    for (const HalfMove& move : moves) text += text_of(move);
    return text + ";";
}
std::string text_of(const std::vector<Defence>& defences);
std::string text_of(const std::vector<Continuation>& continuations) {
    std::string text;
    for (const Continuation& each : continuations)
        text +=
            text_of(each.move) + std::to_string(each.length) + text_of(each.threats) + text_of(each.defences);
    return text + ")";
}
std::string text_of(const std::vector<Defence>& defences) {
    std::string text = "(";
    for (const Defence& each : defences)
        text += (each.move ? text_of(*each.move) : "passes ") + (each.goal ? "!" : "") +
                text_of(each.continuations);
    return text;
}
std::string text_of(const Solutions& solutions) {
    std::string text = std::to_string(solutions.length) + ":" + std::to_string(solutions.count) + " ";
    for (const Line& line : solutions.lines) {
        text += text_of(line.moves);
        for (const auto& end : line.ends) text += text_of(end);
    }
    return text;
}
std::string text_of(const Solution& found) {
    std::string text =
        text_of(found.keys) + text_of(found.short_keys) + text_of(found.set_play) + text_of(found.solutions);
    for (const Try& each : found.tries) text += text_of(each.move) + text_of(each.refutations);
    for (const Solutions& each : found.short_solutions) text += text_of(each);
    if (found.set_solutions) text += text_of(*found.set_solutions);
    return text + (found.complete ? "complete" : "");
}

TEST(Enumerated, IsTheSameOnEveryThread) {
    std::uint64_t compared = 0;
    for (const std::string variant : {"chess", "amazon"}) {
        const rules::Rules& rules = testing::shipped(variant);
        const auto at = library::position_of(rules, std::nullopt).value();
        Random random{7};
        for (std::uint64_t tried = 0; tried < testing::scaled(400); ++tried) {
            const engine::Setup setup = random_setup(random, rules, 5);
            const std::string& text = stipulations[random.below(stipulations.size())];
            const Stipulation stipulation = Stipulation::parse(text).value();
            Options options;
            options.set_play = options.tree = true;
            options.max_refutations = 2;
            options.max_lines = 20;
            options.limits.nodes = 20'000;
            if (stipulation.play == Play::battle && random.below(3) == 0)
                options.restriction =
                    Restriction::parse(restrictions[random.below(restrictions.size())]).value();
            const auto alone = solve(at, setup, stipulation, options);
            if (!alone || !alone->complete) continue;
            options.limits.nodes.reset();
            options.threads = 3;
            options.time_alone = {};
            ASSERT_EQ(text_of(solve(at, setup, stipulation, options).value()), text_of(*alone))
                << variant << " '" << engine::print_fen(setup) << "' " << text;
            ++compared;
        }
    }
    EXPECT_GT(compared, testing::scaled(400));
}

}  // namespace
}  // namespace zermelo::compositions
