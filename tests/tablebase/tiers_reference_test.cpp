// SPDX-License-Identifier: GPL-3.0-or-later
// Values of whole tiers against the reference: all positions of small games, every rule read plainly, and
// the definition of a value applied until nothing changes.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/setup_check.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"
#include "support/placements.hpp"
#include "support/reference_values.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/table_rules.hpp"
#include "support/tiers.hpp"

namespace zermelo::tablebase {
namespace {

using game::Outcome;
using game::Value;
using rules::Rules;
using tablebase::Material;
using testing::TierSolver;
using Placed = engine::Setup;
using testing::Reference;

struct VariantsMet {
    std::uint64_t tiers = 0;
    std::uint64_t refused = 0;
    std::uint64_t strange = 0;
    std::uint64_t positions = 0;
    std::array<std::uint64_t, 3> outcomes{};
    std::uint64_t unmoved = 0;
    std::uint64_t longest = 0;
    std::array<std::uint64_t, 3> bare{};  ///< outcomes of boards without a man
};

void expect_values(TierSolver<std::uint64_t>& solver, const engine::Game<std::uint64_t>& game, Placed setup,
                   const Material& material, VariantsMet& met) {
    const Rules& rules = game.rules();
    const auto solved = solver.solve(material);
    if (!solved) {
        ++met.refused;
        return;
    }
    SCOPED_TRACE(text(material, rules));
    const auto& fault = (*solved)->audit.fault;
    ASSERT_FALSE(fault) << print_fen(game.setup(*(*solved)->table.tier().position(fault->slot)));
    Reference reference{rules};
    Material left = material;
    setup.men = {};
    setup.walls = {};
    testing::put_beside_board(setup, rules, material);
    for (const Color to_move : both_colors) {
        setup.to_move = to_move;
        testing::each_placement(setup, rules, left, [&](const Placed& placed) {
            if (violations(placed, rules).empty()) reference.add(placed);
        });
    }
    if (!reference.close()) return;
    reference.solve();
    ++met.tiers;
    met.strange += reference.strange() ? 1 : 0;
    reference.each([&](const Placed& placed, const Value& value) {
        if (::testing::Test::HasFatalFailure()) return;
        if (!placed.en_passant.empty() || placed.passes != 0 || !placed.castling.empty()) return;
        const auto p = game.position(placed);
        if (!p || !game.guards_its_own(*p)) return;
        const Material here = material_of(placed, rules);
        if (over(here, rules)) return;
        const auto lower = solver.solve(here);
        ASSERT_TRUE(lower) << print_fen(placed) << lower.error().message;
        if ((*lower)->table.tier().misplaced(*p)) return;
        ASSERT_EQ((*lower)->table.value(*p), value)
            << print_fen(placed) << " stored " << static_cast<int>((*lower)->table.byte(*p)) << " expected "
            << static_cast<int>(value.outcome) << " in " << value.distance.value_or(Plies{0}).count();
        ++met.positions;
        ++met.outcomes[static_cast<std::size_t>(value.outcome)];
        met.unmoved += value == Value{Outcome::win, Plies{0}} ? 1 : 0;
        met.bare[static_cast<std::size_t>(value.outcome)] += here.men() == 0 ? 1 : 0;
        met.longest = std::max(met.longest, value.distance.value_or(Plies{0}).count());
    });
}

Placed empty_board(const Rules& rules) {
    Placed setup;
    setup.files = rules.files;
    setup.ranks = rules.ranks;
    return setup;
}

TEST(TiersReference, RandomGamesOnSmallBoards) {
    Random random{61};
    VariantsMet met;
    for (std::uint64_t i = 0; i < testing::scaled(45);) {
        const Rules rules = testing::random_table_rules(random);
        if (rules.files * rules.ranks > 12) continue;
        ++i;
        Placed terrain = reference::random_setup(random, rules);
        terrain.castling.clear();
        terrain.gates = {};
        terrain.en_passant.clear();
        terrain.passes = 0;
        SCOPED_TRACE(canonical_text(rules) + print_fen(terrain));
        const auto shared = testing::tier_rules<std::uint64_t>(rules, terrain.holes, terrain.barred);
        TierSolver<std::uint64_t> solver{shared};
        const auto all = tablebase::materials(rules, rules.files * rules.ranks <= 9 ? 4 : 3, false);
        if (all.empty()) continue;
        const Material& material = all[all.size() - 1 - random.below((all.size() + 1) / 2)];
        expect_values(solver, shared->game, terrain, material, met);
        if (HasFatalFailure()) return;
    }
    if (testing::scaled_down()) return;
    for (const std::uint64_t n : met.outcomes) EXPECT_GT(n, 1'000U);
    EXPECT_GT(met.tiers, 12U);
    EXPECT_GT(met.strange, 2U);
    EXPECT_GT(met.unmoved, 100U);
    EXPECT_GE(met.longest, 8U);
}

// A blast that clears the board leads to a tier like any other, whatever no move means there.
TEST(TiersReference, RandomGamesWhereNobodyIsLeft) {
    Random random{62};
    VariantsMet met;
    for (std::uint64_t i = 0; i < testing::scaled(100);) {
        Rules rules = testing::random_table_rules(random);
        if (rules.files * rules.ranks > 9) continue;
        for (rules::Kind& kind : rules.kinds) kind.royal = false;
        rules.blast = true;
        rules.blast_immune.clear();
        rules.extinction_value.reset();
        rules.extinction_pseudo_royal = false;
        if (!tablebase::check_tables_know(rules)) continue;
        ++i;
        SCOPED_TRACE(canonical_text(rules));
        const auto shared = testing::tier_rules<std::uint64_t>(rules);
        TierSolver<std::uint64_t> solver{shared};
        const auto all = tablebase::materials(rules, 3, false);
        const Material& material = all[all.size() - 1 - random.below((all.size() + 1) / 2)];
        expect_values(solver, shared->game, empty_board(rules), material, met);
        if (HasFatalFailure()) return;
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(met.tiers, 20U);
    for (const std::uint64_t n : met.bare) EXPECT_GT(n, 0U);
}

// Counts stand in bytes that no distance needs: where they begin, and whether they are dropped at once, half
// way or never, changes no value.
TEST(TiersReference, CountingAndRecheckingAgree) {
    std::uint64_t longest = 0;
    for (const char* name : {"small3x3", "small4x4"})
        for (const char* material : {"KQvKR", "KPvKR", "KQvKQ"}) {
            SCOPED_TRACE(std::string{name} + " " + material);
            const Rules& rules = testing::shipped(name);
            TierSolver<std::uint64_t> usual{rules};
            const auto expected = usual.solve(std::string{material});
            ASSERT_TRUE(expected) << expected.error().message;
            ASSERT_FALSE((*expected)->audit.fault);
            longest = std::max(longest, (*expected)->table.longest().count());
            for (const int first : {2, 5, 9, 14, 24, 40, 250, 254}) {
                TierSolver<std::uint64_t> solver{rules, static_cast<std::uint8_t>(first)};
                const auto solved = solver.solve(std::string{material});
                ASSERT_TRUE(solved) << solved.error().message;
                ASSERT_EQ((*solved)->table.raw(), (*expected)->table.raw()) << "counts from " << first;
            }
        }
    EXPECT_GT(longest, 14U);
}

/// Pawns on three files and four ranks that may step twice from their own first rank.
const std::string pawns = R"([pawns]
maxFile = 3
maxRank = 4
pawn = p
promotionPawnTypes = -
startFen = ppp/3/3/PPP w - - 0 1
castling = false
doubleStepRegionWhite = *1
doubleStepRegionBlack = *4
flagPiece = p
flagRegionWhite = *4
flagRegionBlack = *1
stalemateValue = loss
)";

/// The values of a tier in which the side to move wins here and loses there.
void expect_tier(const std::string& lines, const char* name, VariantsMet& met) {
    const auto read = rules::read_rules(lines, [](std::string_view) { return nullptr; });
    ASSERT_TRUE(read) << read.error().message;
    const Rules& rules = read->front();
    const auto shared = testing::tier_rules<std::uint64_t>(rules);
    TierSolver<std::uint64_t> solver{shared};
    const auto material = tablebase::parse_material(name, rules);
    ASSERT_TRUE(material) << material.error().message;
    EXPECT_EQ(text(*material, rules), name);
    expect_values(solver, shared->game, empty_board(rules), *material, met);
    EXPECT_EQ(met.tiers, 1U);
    EXPECT_GT(met.outcomes[0], 0U);
    EXPECT_GT(met.outcomes[2], 0U);
}

/// Rules by which moves lead to positions that no table holds, quiet moves end the game, or wins come without
/// a move.
TEST(TiersReference, ThoroughEveryUnindexedMoveAndEveryEnd) {
    struct Case {
        std::string name;
        std::string lines;
        const char* material;
        bool strange;
    };
    const std::string men =
        "[men]\nmaxFile = 3\nmaxRank = 3\ncommoner = k\nrook = r\nknight = n\n"
        "startFen = 1rk/nN1/KR1 w - - 0 1\ncastling = false\n";
    const std::array<Case, 19> cases{{
        {"en passant", pawns, "PPvPP", true},
        {"passes", pawns + "pass = true\n", "PPvP", true},
        {"one side passes", pawns + "passWhite = true\n", "PvPP", true},
        {"passes on stalemate", pawns + "passOnStalemate = true\n", "PPvP", true},
        {"must capture", pawns + "mustCapture = true\n", "PPvPP", true},
        {"flag with a reply", pawns + "flagMove = true\nflagPieceCount = 2\n", "PPvPP", true},
        {"suicide",
         men + "mustCapture = true\nstalemateValue = win\nextinctionValue = win\n"
               "extinctionPieceTypes = *\n",
         "KRvRN", false},
        {"suicide, rooks immune to each other",
         men + "mustCapture = true\nstalemateValue = win\nextinctionValue = win\n"
               "extinctionPieceTypes = *\nmutuallyImmuneTypes = r\n",
         "KRvRN", false},
        {"must capture, kings guarded",
         "[royal]\nmaxFile = 3\nmaxRank = 3\nking = k\nrook = r\nknight = n\n"
         "startFen = 1rk/nN1/KR1 w - - 0 1\ncastling = false\nmustCapture = true\n",
         "KRvKN", false},
        {"last piece",
         men + "extinctionValue = loss\nextinctionPieceTypes = k\n"
               "extinctionPseudoRoyal = true\n",
         "KRvKN", false},
        {"last pieces",
         men + "extinctionValue = loss\nextinctionPieceTypes = kr\n"
               "extinctionPseudoRoyal = true\nstalemateValue = win\n",
         "KRvKR", false},
        {"claims",
         men + "extinctionValue = loss\nextinctionClaim = true\nextinctionPieceTypes = *\n"
               "extinctionPieceCount = 1\nextinctionOpponentPieceCount = 2\n",
         "KNvRN", false},
        {"explosions", men + "extinctionValue = loss\nextinctionPieceTypes = k\nblastOnCapture = true\n",
         "KRvKN", false},
        {"explosions, kings guarded",
         men + "extinctionValue = loss\nextinctionPieceTypes = k\nblastOnCapture = true\n"
               "extinctionPseudoRoyal = true\n",
         "KRvKN", false},
        {"explosions, rooks immune",
         men + "extinctionValue = loss\nextinctionPieceTypes = k\nblastOnCapture = true\n"
               "blastImmuneTypes = r\n",
         "KNvKR", false},
        {"explosions that leave nobody", men + "blastOnCapture = true\nstalemateValue = loss\n", "KRvKN",
         false},
        {"explosions that leave nobody, who then has won",
         men + "blastOnCapture = true\nmustCapture = true\nstalemateValue = win\n", "KRvKN", false},
        {"explosions that leave nobody, counted",
         men + "blastOnCapture = true\nstalemateValue = loss\nstalematePieceCount = true\n", "KNvRN", false},
        {"counted stalemate",
         men + "mustCapture = true\nstalemateValue = win\nstalematePieceCount = true\n"
               "extinctionValue = win\nextinctionPieceTypes = *\n",
         "KRNvK", false},
    }};
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        VariantsMet met;
        expect_tier(c.lines, c.material, met);
        if (HasFatalFailure()) return;
        EXPECT_EQ(met.strange, c.strange ? 1U : 0U);
        const bool leaves_nobody = c.name.find("nobody") != std::string::npos;
        EXPECT_EQ(met.bare[0] + met.bare[1] + met.bare[2] != 0, leaves_nobody);
    }
}

/// Rules by which a position is more than where men stand, or a move is illegal for what it does not attack.
TEST(TiersReference, ThoroughEveryRuleBeyondMenAndAttacks) {
    struct Case {
        std::string name;
        std::string lines;
        const char* material;
    };
    const std::string board = "[game]\nmaxFile = 3\nmaxRank = 3\ncastling = false\n";
    const std::string kings = board + "king = k\nrook = r\nknight = n\nstartFen = 1rk/nN1/KR1 w - - 0 1\n";
    const std::string drops = board +
                              "customPiece1 = p:mK\nstartFen = 3/3/3[PPPppp] w - - 0 1\npieceDrops = true\n"
                              "stalemateValue = loss\n";
    const std::string last = board +
                             "commoner = k\nrook = r\nstartFen = 1rk/3/KR1 w - - 0 1\n"
                             "extinctionValue = loss\nextinctionPieceTypes = k\n";
    const std::array<Case, 19> cases{{
        {"rows of drops", drops + "connectN = 3\nmustDrop = true\n", "PPvP+handsP-PP"},
        {"drops that turn others over",
         board + "immobile = p\nstartFen = 3/1pP/1Pp[PPPPppp] w - - 0 1\npieceDrops = true\n"
                 "enclosingDrop = reversi\nflipEnclosedPieces = reversi\npassOnStalemate = true\n"
                 "materialCounting = unweighted\nstalemateValue = loss\n",
         "PPvPP+handsPPP-PP"},
        {"drops from nowhere",
         board + "immobile = p\nstartFen = 3/3/3 w - - 0 1\npieceDrops = true\nfreeDrops = true\n"
                 "enclosingDrop = top\nconnectN = 3\nconnectDiagonal = false\nadjudicateFullBoard = true\n",
         "PvP"},
        {"a duck", last + "wallingRule = duck\nstalemateValue = win\n", "KRvK+walls1"},
        {"a duck that comes", last + "wallingRule = duck\nstalemateValue = win\n", "KvK"},
        {"a duck beside kings", kings + "wallingRule = duck\n", "KRvK+walls1"},
        {"walls that stay",
         board + "customPiece1 = p:mK\nstartFen = 1p1/3/1P1 w - - 0 1\nstalemateValue = loss\n"
                 "wallingRule = static\n",
         "PvP"},
        {"walls in place of moves",
         board + "customPiece1 = p:K\nstartFen = 1p1/3/1P1 w - - 0 1\nstalemateValue = loss\n"
                 "wallingRule = edge\nwallOrMove = true\n",
         "PvP+walls3"},
        {"men that turn to stone", kings + "petrifyOnCaptureTypes = rn\n", "KRvKN"},
        {"checks",
         board + "king = k\nrook = r\nknight = n\ncheckCounting = true\n"
                 "startFen = 1rk/nN1/KR1 w - - 2+2 0 1\n",
         "KRvKN+checks2-1"},
        {"kings that may not face each other", kings + "flyingGeneral = true\n", "KRvKN"},
        {"makpong", kings + "makpongRule = true\n", "KRvKN"},
        {"koeko", kings + "koekoRule = true\n", "KRvKN"},
        {"madrasi", kings + "madrasiRule = true\n", "KRvKR"},
        {"andernach", kings + "andernachRule = true\n", "KRvKN"},
        {"longest moves", kings + "longestMoves = true\n", "KRvKN"},
        {"bikjang",
         kings + "bikjangRule = true\npass = true\nmaterialCounting = janggi\ndiagonalLines = a1 b2 c3\n",
         "KRvKN"},
        {"promotion of which there is enough",
         board + "king = k\nrook = r\npawn = p\npromotionPieceTypes = r\npromotionLimit = r:1\n"
                 "mandatoryPawnPromotion = false\ndoubleStep = false\nstartFen = k2/p1P/1RK w - - 0 1\n",
         "KRPvK"},
        {"men that must turn",
         board + "king = k\nsilver = s\ngold = g\npromotedPieceType = s:g\n"
                 "mandatoryPiecePromotion = true\nimmobilityIllegal = true\npromotionRegionWhite = *3\n"
                 "promotionRegionBlack = *1\nstartFen = k2/s1S/2K w - - 0 1\n",
         "KSvKS"},
    }};
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        VariantsMet met;
        expect_tier(c.lines, c.material, met);
        if (HasFatalFailure()) return;
    }
}

/// The value of a variant's start, by the tables of all that it leads to.
Value value_of_start(const Rules& rules) {
    TierSolver<std::uint64_t> solver{rules};
    const auto start = engine::parse_fen(rules.start_fen, rules).value();
    const auto solved = solver.solve(material_of(start, rules)).value();
    EXPECT_FALSE(solved->audit.fault);
    return solved->table.value(solved->table.tier().game().position(start).value());
}

/// Hexapawn (Martin Gardner, 1962): the second player wins. Three men's morris: the first one wins.
/// Tic-tac-toe and tapatan: nobody does.
TEST(TiersReference, SmallGamesAreWorthWhatIsKnown) {
    EXPECT_EQ(value_of_start(testing::shipped("hexapawn")), (Value{Outcome::loss, Plies{6}}));
    EXPECT_EQ(value_of_start(testing::shipped("threemensmorris")), (Value{Outcome::win, Plies{9}}));
    EXPECT_EQ(value_of_start(testing::shipped("tictactoe")).outcome, Outcome::draw);
    EXPECT_EQ(value_of_start(testing::shipped("tapatan")).outcome, Outcome::draw);
}

}  // namespace
}  // namespace zermelo::tablebase
