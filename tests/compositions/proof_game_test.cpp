// SPDX-License-Identifier: GPL-3.0-or-later
// Play that comes to a diagram: published proof games; random ones of many variants, where what is ruled out
// is compared with playing every move.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/twin.hpp"
#include "zermelo/library/library.hpp"

#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

Result<Solution> proved(const std::string& variant, const std::string& diagram, const std::string& asked,
                        const Options& options = {}, const std::string& start = "") {
    const rules::Rules& rules = testing::shipped(variant);
    const auto at = library::position_of(rules, std::nullopt).value();
    Diagram of{
        "", engine::parse_fen(diagram, rules).value(), Stipulation::parse(asked, rules.ranks).value(), {}};
    if (!start.empty()) of.start = engine::parse_fen(start, rules).value();
    const auto both = posed(of, rules);
    if (!both) return tl::make_unexpected(both.error());
    return solve(at, both->setup, both->stipulation, options);
}

std::vector<std::string> games_of(const Solution& found) {
    std::vector<std::string> names;
    for (const Line& line : found.solutions.lines) {
        names.emplace_back();
        for (const HalfMove& move : line.moves) names.back() += (names.back().empty() ? "" : " ") + move.san;
    }
    return names;
}

constexpr const char* game_array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* caro_kann = "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR";

TEST(ProofGame, PublishedOnes) {
    // Orban 1976: four half-moves less are enough in four ways.
    const auto orban = proved("chess", "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR", "dia4").value();
    EXPECT_EQ(games_of(orban), (std::vector<std::string>{"e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8"}));
    ASSERT_EQ(orban.short_solutions.size(), 1U);
    EXPECT_EQ(orban.short_solutions[0].length, 6U);
    EXPECT_EQ(orban.short_solutions[0].count, 4U);
    // What is ruled out shows: every move would be a hundred million positions.
    EXPECT_LT(orban.nodes, 20'000U);
    const auto mortimer = proved("chess", "rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R", "dia4.0").value();
    EXPECT_EQ(games_of(mortimer), (std::vector<std::string>{"Nf3 e5 Nxe5 Ne7 Nxd7 Nec6 Nxb8 Nxb8"}));
    // Pronkin 1985, 12.5 moves: the bishop on c1, or the knight on b1, was a pawn.
    const auto pronkin =
        proved("chess", "2k4r/1bpp1ppp/1p1r1p2/2b5/4n3/q7/P1PPPPPP/RNBQKBNR", "dia12.5").value();
    EXPECT_EQ(pronkin.solutions.count, 2U);
    EXPECT_TRUE(pronkin.short_solutions.empty());
}

TEST(ProofGame, OfSeriesWhiteBegins) {
    EXPECT_EQ(
        games_of(proved("chess", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR", "ser-dia2").value()).size(),
        2U);
    EXPECT_EQ(games_of(proved("chess", caro_kann, "ser-hdia1").value()), (std::vector<std::string>{"e4 c6"}));
}

TEST(ProofGame, PlayEndsAtTheDiagram) {
    // After e4 c6 both sides could move to and fro.
    const auto found = proved("chess", caro_kann, "dia3").value();
    EXPECT_EQ(found.solutions.count, 207U);
    ASSERT_EQ(found.short_solutions.size(), 1U);
    EXPECT_EQ(found.short_solutions[0].count, 1U);
    EXPECT_EQ(proved("chess", caro_kann, "exact-dia3").value().short_solutions.size(), 0U);
}

TEST(ProofGame, ADiagramHasNoRights) {
    // The king has moved, and the rights of the two FENs are others: the diagram is the same.
    const std::string back = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    EXPECT_EQ(proved("chess", back + " w KQkq", "dia1").value().solutions.count, 1U);
    EXPECT_EQ(proved("chess", back + " b - e6", "dia1").value().solutions.count, 1U);
}

TEST(ProofGame, FromAnotherPosition) {
    EXPECT_EQ(games_of(proved("chess", caro_kann, "a=>b1", {}, game_array).value()),
              (std::vector<std::string>{"e4 c6"}));
    Options black;
    black.attacker = Color::black;
    EXPECT_EQ(games_of(proved("chess", caro_kann, "a=>b1", black, game_array).value()),
              (std::vector<std::string>{"c6 e4"}));
    // Castling is one move.
    const std::string castled = "4k3/8/8/8/8/8/8/R4RK1";
    EXPECT_EQ(games_of(proved("chess", castled, "a=>b0.5", {}, "4k3/8/8/8/8/8/8/R3K2R w KQ").value()),
              (std::vector<std::string>{"O-O"}));
    EXPECT_EQ(proved("chess", castled, "a=>b0.5", {}, "4k3/8/8/8/8/8/8/R3K2R w Q").value().solutions.count,
              0U);
    EXPECT_FALSE(proved("chess", caro_kann, "a=>b1"));
}

TEST(ProofGame, MenInHandAreCompared) {
    const std::string taken = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR";
    EXPECT_EQ(proved("crazyhouse", taken + "[P] b", "dia1.5").value().solutions.count, 1U);
    EXPECT_EQ(proved("crazyhouse", taken + "[] b", "dia1.5").value().solutions.count, 0U);
}

TEST(ProofGame, ADiagramThatIsNoPositionIsRefused) {
    const auto both_checked = proved("chess", "4k3/4R3/8/8/8/8/4r3/4K3", "dia4");
    ASSERT_FALSE(both_checked);
    EXPECT_EQ(both_checked.error().kind, ErrorKind::bad_input);
    EXPECT_FALSE(proved("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1 ~P:a1", "dia4"));
}

/// Where some random moves lead, from somewhere on in a game.
struct Walk {
    engine::Setup begin, end;
    unsigned half_moves;
};

std::optional<Walk> walk(const engine::AnyGameAt& start, Random& random) {
    constexpr std::array<unsigned, 6> before{0, 4, 12, 30, 60, 120};
    engine::AnyGameAt at = start;
    const auto go = [&](unsigned moves) {
        for (; moves > 0; --moves) {
            const auto list = at.moves();
            if (list.empty()) return false;
            at = at.play(list[random.below(list.size())]);
        }
        return true;
    };
    if (!go(before[random.below(before.size())])) return std::nullopt;
    Walk found{at.setup(), {}, static_cast<unsigned>(1 + random.below(4))};
    if (!go(found.half_moves)) return std::nullopt;
    found.end = at.setup();
    return found;
}

/// Sometimes a man of the diagram stands elsewhere, or not at all.
void change_a_little(engine::Setup& setup, Random& random) {
    std::vector<std::size_t> men, empty;
    for (unsigned rank = 0; rank < setup.ranks; ++rank)
        for (unsigned file = 0; file < setup.files; ++file) {
            const auto at = rules::region_bit(file, rank);
            (setup.men[at] ? men : empty).push_back(at);
        }
    if (men.empty() || empty.empty()) return;
    auto& from = setup.men[men[random.below(men.size())]];
    if (random.below(2) == 0)
        std::swap(from, setup.men[empty[random.below(empty.size())]]);
    else
        from.reset();
}

class ProofGames : public ::testing::TestWithParam<std::string> {};

TEST_P(ProofGames, PlayingEveryMoveComesToTheSame) {
    const rules::Rules& rules = testing::shipped(GetParam());
    const auto start = library::position_of(rules, std::nullopt).value();
    Random random{7};
    std::uint64_t verified = 0, with_solutions = 0;
    const std::uint64_t wanted = testing::scaled(100);
    for (std::uint64_t tried = 0; verified < wanted && tried < 30 * wanted; ++tried) {
        auto found = walk(start, random);
        if (!found) continue;
        if (random.below(4) == 0) change_a_little(found->end, random);
        const bool half = found->half_moves % 2 == 1;
        const std::string asked = fmt::format("a=>b{}{}", found->half_moves / 2, half ? ".5" : "");
        Diagram diagram{"", found->end, Stipulation::parse(asked).value(), {}};
        diagram.start = found->begin;
        const auto both = posed(diagram, rules).value();
        Options options;
        options.attacker = found->begin.to_move;
        options.verify = true;
        options.max_lines = 0;
        options.memory = std::size_t{1} << 20U;
        options.limits.nodes = 20'000;
        const auto solution = solve(start, both.setup, both.stipulation, options);
        if (!solution || !solution->verified) continue;
        ++verified;
        with_solutions += solution->count() != 0 ? 1 : 0;
        ASSERT_TRUE(*solution->verified) << GetParam() << " from '" << engine::print_fen(found->begin)
                                         << "' to '" << engine::print_fen(found->end) << "' " << asked;
    }
    EXPECT_EQ(verified, wanted);
    EXPECT_GT(with_solutions, wanted / 3);
}

INSTANTIATE_TEST_SUITE_P(Variants, ProofGames,
                         ::testing::Values("chess", "losalamos", "capablanca", "knightmate", "berolina",
                                           "makruk", "shatranj", "amazon", "nightrider", "grasshopper",
                                           "crazyhouse", "atomic", "minishogi", "xiangqi", "koeko", "madrasi",
                                           "maximummer"),
                         testing::name_of_shipped);

}  // namespace
}  // namespace zermelo::compositions
