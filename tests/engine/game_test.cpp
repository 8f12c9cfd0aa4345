// SPDX-License-Identifier: GPL-3.0-or-later
// The laws of the general game: the engine of compiled rules and bits against the reference, on every shipped
// variant and on variants that nobody ever played.
#include "zermelo/engine/game.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <unordered_map>

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"
#include "reference/rule_switches.hpp"
#include "support/drop_games.hpp"
#include "support/game_laws.hpp"
#include "support/near_ends.hpp"
#include "support/reference_moves.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::engine {
namespace {

using testing::expect_laws;
using testing::plain;
using testing::slow_wins_at_once;

/// At one in `every` positions, by chance; at one in `deep` of these the reference is asked for wins, too, at
/// none if that is 0.
template <typename Bits>
void expect_laws_along_a_game(Random& random, const rules::Rules& rules, Setup setup, unsigned plies,
                              unsigned deep, unsigned every) {
    const Game<Bits> game{std::make_shared<const CompiledRules<Bits>>(rules, setup.holes, setup.barred)};
    {
        const auto first = game.position(setup);
        ASSERT_TRUE(first) << print_fen(setup) << ": " << first.error().front().message;
        setup = game.setup(*first);
    }
    for (unsigned i = 0; i < plies; ++i) {
        if (i == 0 || random.one_in(every)) expect_laws(game, setup, rules, deep != 0 && random.one_in(deep));
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << rules::canonical_text(rules);
            return;
        }
        const auto moves = reference::moves(setup, rules);
        if (moves.empty()) return;
        setup = plain(reference::play(setup, rules, moves[random.below(moves.size())]));
    }
}

void expect_laws_of(Random& random, const rules::Rules& rules, const Setup& setup, unsigned plies,
                    unsigned deep, unsigned every = 1) {
    if (rules.files * rules.ranks <= 64 && !random.one_in(4)) {
        expect_laws_along_a_game<std::uint64_t>(random, rules, setup, plies, deep, every);
    } else {
        expect_laws_along_a_game<Bits256>(random, rules, setup, plies, deep, every);
    }
}

/// Long games, and short ones where everything is scaled down.
unsigned plies(unsigned full) { return testing::scaled_down() ? 8 : full; }
/// The same for a game; where every move puts a wall there are many to make.
unsigned plies_of(const rules::Rules& rules, unsigned full) {
    return rules.walling == rules::Walling::none ? plies(full) : 2;
}
/// How seldom there is time to ask the reference for wins, too.
unsigned deep(unsigned full) { return testing::scaled_down() ? 0 : full; }

// That their moves use something up is among the laws.
TEST(GameLaws, GamesThatNeverRepeat) {
    std::vector<std::string> found;
    for (const rules::Rules* rules : testing::shipped().all()) {
        const engine::Setup start = parse_fen(rules->start_fen, *rules).value();
        if (rules->files * rules->ranks > 64) continue;
        const Game<std::uint64_t> game{
            std::make_shared<const CompiledRules<std::uint64_t>>(*rules, start.holes, start.barred)};
        if (game.never_repeats()) found.push_back(rules->name);
    }
    std::sort(found.begin(), found.end());
    const std::vector<std::string> expected{
        "amazons4x4",   "breakthrough", "breakthrough4x4", "breakthrough4x4one", "breakthrough5x5",
        "clobber",      "connect4",     "connect4-4x4",    "connect4-5x4",       "connect4-5x5",
        "connect4-6x4", "connect4-6x5", "flipello",        "flipello4",          "flipersi",
        "hexapawn",     "hexapawn4x4",  "isolation",       "isolation7x7",       "joust",
        "snailtrail",   "tictactoe"};
    EXPECT_EQ(found, expected);
}

// Each is one step away from a game that never repeats, or from one that may.
TEST(GameLaws, GamesThatAlmostNeverRepeat) {
    const auto read = rules::read_rules(
        "[once-straight]\nmaxFile = 5\nmaxRank = 5\ncustomPiece1 = p:fWfFcK\n"
        "startFen = ppppp/ppppp/5/PPPPP/PPPPP w - - 0 1\ndoubleStep = false\ncastling = false\n"
        "stalemateValue = loss\nflagPiece = p\nflagRegionWhite = *5\nflagRegionBlack = *1\n"
        "[again-aside:once-straight]\ncustomPiece1 = p:fmWsmWfcF\n"
        "[again-back:once-straight]\ncustomPiece1 = p:fmRbmWfcF\n"
        "[once-passes:once-straight]\npassWhite = true\n"
        "[once-passes-when-stuck:once-straight]\npassOnStalemate = true\n"
        "[again-hands:once-straight]\npieceDrops = true\ncapturesToHand = true\n"
        "[once-drops:once-straight]\npieceDrops = true\n"
        "startFen = ppppp/5/5/5/PPPPP[PPpp] w - - 0 1\n"
        "[again-flips:once-drops]\nflipEnclosedPieces = ataxx\n"
        "[again-promotes:once-straight]\nwazir = w\npromotionPawnTypes = p\n"
        "promotionPieceTypes = w\npromotionRegionWhite = *4\npromotionRegionBlack = *2\n"
        "[once-past:amazons4x4]\nwallingRule = past\n"
        "[again-duck:amazons4x4]\nwallingRule = duck\n"
        "[again-walls:amazons4x4]\nwallingRule = static\nwallOrMove = true\n",
        [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(read) << read.error().message;
    Random random{6};
    for (const rules::Rules& rules : *read) {
        SCOPED_TRACE(rules.name);
        const engine::Setup start = parse_fen(rules.start_fen, rules).value();
        const Game<std::uint64_t> game{
            std::make_shared<const CompiledRules<std::uint64_t>>(rules, start.holes, start.barred)};
        EXPECT_EQ(game.never_repeats(), rules.name.starts_with("once"));
        expect_laws_of(random, rules, start, 20, 0, 2);
        if (HasFailure()) return;
    }
}

/// How many plies a game of random moves lasts; each leaves fewer of those that it may last.
template <typename Bits>
void expect_to_end(Random& random, const Game<Bits>& game, Position<Bits> p) {
    for (;;) {
        MoveList list;
        game.moves(p, list);
        if (list.size() == 0) return;
        const auto next = game.play(p, list[random.below(list.size())]);
        ASSERT_LT(game.plies_left(next), game.plies_left(p)) << print_fen(game.setup(p));
        p = next;
    }
}

// A game that never repeats lasts no longer than it says, whatever is played.
TEST(GameLaws, GamesThatNeverRepeatEndInTime) {
    for (const rules::Rules* rules : testing::shipped().all()) {
        const engine::Setup start = parse_fen(rules->start_fen, *rules).value();
        const auto at = set_up(*rules, start);
        ASSERT_TRUE(at) << rules->name;
        std::visit(
            [&]<typename Bits>(const GameAt<Bits>& one) {
                SCOPED_TRACE(rules->name);
                Random random{7};
                for (unsigned i = 0; one.game.never_repeats() && i < 3; ++i)
                    expect_to_end(random, one.game, one.position);
            },
            *at);
        if (HasFatalFailure()) return;
    }
}

TEST(GameLaws, RandomGamesThatNeverRepeatEndInTime) {
    Random random{8};
    std::array<std::uint64_t, 4> met{};
    std::uint64_t passing = 0;
    for (std::uint64_t i = testing::scaled(4'000); i > 0; --i) {
        const rules::Rules rules = reference::random_rules(random);
        const engine::Setup setup = parse_fen(rules.start_fen, rules).value();
        const auto at = set_up(rules, setup);
        ASSERT_TRUE(at) << at.error().front().message << '\n' << rules::canonical_text(rules);
        std::visit(
            [&]<typename Bits>(const GameAt<Bits>& one) {
                if (!one.game.never_repeats()) return;
                SCOPED_TRACE(rules::canonical_text(rules));
                ++met[static_cast<std::size_t>(one.game.compiled().facts.uses)];
                passing += one.game.compiled().sides[Color::white].may_pass ? 1 : 0;
                for (unsigned n = 0; n < 3; ++n) expect_to_end(random, one.game, one.position);
            },
            *at);
        if (HasFatalFailure()) return;
    }
    if (testing::scaled_down()) return;
    for (std::size_t uses = 1; uses < met.size(); ++uses) EXPECT_GT(met[uses], 0U) << uses;
    EXPECT_GT(passing, 0U);
}

// By hand: what a side has to use up, and who is to move.
TEST(GameLaws, HowLongAGameCanLast) {
    const auto read = rules::read_rules(
        "[four]\nmaxFile = 6\nmaxRank = 4\nimmobile = p\nstartFen = 6/6/6/6 w - - 0 1\n"
        "pieceDrops = true\nfreeDrops = true\nenclosingDrop = top\ndoubleStep = false\ncastling = false\n"
        "connectN = 4\nstalemateValue = draw\n"
        "[sideways:hexapawn]\ncustomPiece1 = p:fmWcF\n",
        [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(read) << read.error().message;
    const auto left = [&](const rules::Rules& rules, const std::string& fen) -> std::optional<Plies> {
        const auto setup = parse_fen(fen.empty() ? rules.start_fen : fen, rules);
        const auto at = set_up(rules, setup.value());
        return std::visit([](const auto& one) { return one.game.plies_left(one.position); }, at.value());
    };
    EXPECT_EQ(left(read->front(), ""), Plies{24});
    EXPECT_EQ(left(read->front(), "6/6/6/Pp4 w - - 0 1"), Plies{22});
    EXPECT_EQ(left(testing::shipped("tictactoe"), ""), Plies{9});
    // Three pawns a side with two steps each; and one step that is left.
    EXPECT_EQ(left(testing::shipped("hexapawn"), ""), Plies{12});
    EXPECT_EQ(left(testing::shipped("hexapawn"), "3/P2/1pp w - - 0 1"), Plies{1});
    // Fifteen men a side to capture.
    EXPECT_EQ(left(testing::shipped("clobber"), ""), Plies{30});
    // Captures go back by as many ranks as there are.
    EXPECT_EQ(left(read->back(), "3/P2/1p1 w - - 0 1"), Plies{7});
    // Twelve squares left, and after each drop a pass; two passes at the end.
    EXPECT_EQ(left(testing::shipped("flipello4"), ""), Plies{26});
    EXPECT_EQ(left(testing::shipped("chess"), ""), std::nullopt);
}

/// Whether a move wins, and which moves may, with the reference to say so.
template <typename Bits>
void expect_wins_at_once(const Setup& setup, const rules::Rules& rules) {
    SCOPED_TRACE(rules.name + ' ' + print_fen(setup));
    const Game<Bits> game{std::make_shared<const CompiledRules<Bits>>(rules, setup.holes, setup.barred)};
    const auto p = game.position(setup);
    ASSERT_TRUE(p) << p.error().front().message;
    MoveList checks;
    game.checks(*p, checks);
    bool wins = false;
    for (const Move& m : reference::moves(setup, rules)) {
        if (reference::end(reference::play(setup, rules, m), rules) != game::Outcome::loss) continue;
        wins = true;
        EXPECT_NE(std::find(checks.begin(), checks.end(), m), checks.end()) << uci(m, rules);
    }
    EXPECT_EQ(game.wins_at_once(*p), wins);
}

// Where mates are not all that check and hand tell: last men that must not be lost, whoever has no royal
// piece, games without checks, in which a drop may be illegal for what it attacks.
TEST(GameLaws, WinsWithoutARoyalPieceOrChecks) {
    const auto read = rules::read_rules(
        "[last]\nmaxFile = 4\nmaxRank = 4\nking = -\ncommoner = k\nrook = r\ncastling = false\n"
        "extinctionPseudoRoyal = true\nextinctionPieceTypes = k\nstartFen = k3/4/1K2/3R w - - 0 1\n"
        "[last-dropped]\nmaxFile = 3\nmaxRank = 3\nking = -\nrook = r\nknight = n\ncastling = false\n"
        "pieceDrops = true\nstalemateValue = loss\nextinctionPseudoRoyal = true\nextinctionPieceTypes = n\n"
        "dropRegionBlack = c1 c3\nstartFen = 1R1/R2/3[n] w - - 0 1\n"
        "[no-checks]\nmaxFile = 3\nmaxRank = 3\nking = k\nrook = r\ncastling = false\npieceDrops = true\n"
        "checking = false\nstalemateValue = loss\ndropRegionBlack = a2 a3 b1 c1\n"
        "startFen = 3/1K1/3[r] w - - 0 1\n"
        "[king-in-hand:no-checks]\nmobilityRegionBlackKing = a2 b1\nstartFen = 3/1K1/3[rk] w - - 0 1\n",
        [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(read) << read.error().message;
    for (const rules::Rules& rules : *read) {
        const engine::Setup start = parse_fen(rules.start_fen, rules).value();
        EXPECT_TRUE(slow_wins_at_once(start, rules)) << rules.name;
        expect_wins_at_once<std::uint64_t>(start, rules);
        expect_wins_at_once<Bits256>(start, rules);
    }
    const rules::Rules& spartan = testing::shipped("spartan");
    expect_wins_at_once<std::uint64_t>(parse_fen("1g2k2k/8/8/8/8/8/2g5/K7 b - - 0 1", spartan).value(),
                                       spartan);
}

// Positions of a few men, where wins are near.
TEST(GameLaws, WinsOfEveryShippedVariant) {
    for (const rules::Rules* rules : testing::shipped().all()) {
        if (rules->walling != rules::Walling::none) continue;  // too many moves for the reference
        testing::NearEnds positions{*rules, testing::seed_of(rules->name)};
        for (std::uint64_t i = testing::scaled(16); i > 0; --i)
            expect_wins_at_once<Bits256>(positions.any(), *rules);
        if (HasFailure()) return;
    }
}

TEST(GameLaws, EveryShippedVariantFromItsStart) {
    Random random{1};
    for (const rules::Rules* rules : testing::shipped().all()) {
        SCOPED_TRACE(rules->name);
        const engine::Setup start = parse_fen(rules->start_fen, *rules).value();
        for (std::uint64_t i = 0; i < testing::scaled(1); ++i) {
            const bool walls = rules->walling != rules::Walling::none;
            expect_laws_of(random, *rules, start, plies_of(*rules, testing::scaled_up() ? 60 : 24),
                           walls ? 0 : deep(12), 2);
            if (HasFailure()) return;
        }
    }
}

TEST(GameLaws, ThoroughEveryShippedVariantFromRandomPositions) {
    Random random{2};
    for (const rules::Rules* rules : testing::shipped().all()) {
        SCOPED_TRACE(rules->name);
        for (std::uint64_t i = 0; i < testing::scaled(2); ++i) {
            const bool walls = rules->walling != rules::Walling::none;
            if (walls && i > 0) break;
            expect_laws_of(random, *rules, zermelo::reference::random_setup(random, *rules),
                           plies_of(*rules, 8), walls ? 0 : 8);
            if (HasFailure()) return;
        }
    }
}

TEST(GameLaws, VariantsThatNobodyEverPlayed) {
    Random random{3};
    for (std::uint64_t i = 0; i < testing::scaled(120); ++i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        expect_laws_of(random, rules, zermelo::reference::random_setup(random, rules), 6, 4);
        if (HasFailure()) return;
    }
}

/// Random rules without a king in which captures blast or petrify and a last man may not be lost; nothing
/// where the rules drawn do not go with that.
std::optional<rules::Rules> last_man_rules(Random& random) {
    rules::Rules rules = zermelo::reference::random_rules(random);
    const bool royal =
        std::any_of(rules.kinds.begin(), rules.kinds.end(), [](const auto& kind) { return kind.royal; });
    if (royal || rules.has_hands() || rules.drops || rules.gating || rules.immobility_illegal)
        return std::nullopt;
    const auto some = [&] {
        rules::Letters letters;
        for (const rules::Kind& kind : rules.kinds)
            if (random.one_in(3)) letters += kind.letter;
        return letters;
    };
    rules.extinction_value = game::Outcome::loss;
    rules.extinction_kinds = rules.kinds[random.below(rules.kinds.size())].letter;
    if (rules.kinds.size() > 3 && random.one_in(4))
        rules.extinction_kinds = {rules.kinds[0].letter, rules.kinds[1].letter};
    rules.extinction_total = random.one_in(12);
    rules.extinction_count = random.one_in(4) ? 1 : 0;
    rules.extinction_pseudo_royal = true;
    rules.duple_check = random.one_in(12);
    rules.blast = !random.one_in(4);
    if (random.one_in(2)) rules.blast_immune = some();
    if (!rules.blast || random.one_in(3)) rules.petrifying = some();
    rules.petrify_blast = rules.blast && random.one_in(3);
    if (!random.one_in(8)) rules.walling = rules::Walling::none;
    if (rules.walling == rules::Walling::none) rules.wall_or_move = false;
    if (!random.one_in(4))
        for (const rules::Letter letter : rules.extinction_kinds) {
            for (rules::SideRules& side : rules.sides) {
                std::erase(side.promotion_pieces, letter);
                std::erase(side.promotion_pawns, letter);
            }
            std::erase_if(rules.promoted_kind, [&](const auto& turned) {
                return turned.first == letter || turned.second == letter;
            });
        }
    return rules;
}

/// A setup with one last man on each side, if one is found, among some men more.
Setup with_last_men(Random& random, const rules::Rules& rules, Setup setup) {
    const auto square = [&] {
        const auto file = static_cast<unsigned>(random.below(rules.files));
        return rules::region_bit(file, static_cast<unsigned>(random.below(rules.ranks)));
    };
    for (auto& man : setup.men)
        if (man && rules::contains(rules.extinction_kinds, man->letter)) man.reset();
    setup.castling.clear();
    setup.en_passant.clear();
    for (const Color color : both_colors) {
        setup.men[square()] = Man{color, rules.extinction_kinds[random.below(rules.extinction_kinds.size())]};
        for (std::uint64_t more = random.below(4); more > 0; --more) {
            const rules::Letter letter = rules.kinds[random.below(rules.kinds.size())].letter;
            auto& man = setup.men[square()];
            if (!man && !rules::contains(rules.extinction_kinds, letter)) man = Man{color, letter};
        }
    }
    return setup;
}

// Each of them alone, or beside whatever it may stand beside.
TEST(GameLaws, ConditionsOfComposedProblems) {
    Random random{46};
    for (const char* const key : {"koekoRule", "madrasiRule", "andernachRule", "longestMoves"}) {
        const auto switches = zermelo::reference::rule_switches();
        const auto found = std::find_if(switches.begin(), switches.end(),
                                        [&](const auto& rule) { return rule.name == key; });
        const std::array wanted{&*found};
        unsigned drawn = 0;
        for (std::uint64_t i = testing::scaled(150); i > 0; --i) {
            const auto rules = zermelo::reference::random_rules_with(random, wanted);
            if (!rules) continue;
            ++drawn;
            expect_laws_of(random, *rules, zermelo::reference::random_setup(random, *rules), 8, 4);
            if (HasFailure()) return;
        }
        EXPECT_GT(drawn, 0U) << key;
    }
}

TEST(GameLaws, LastMenAmongBlasts) {
    Random random{11};
    std::uint64_t met = 0;
    for (std::uint64_t drawn = 0; met < testing::scaled(400);) {
        ASSERT_LT(++drawn, testing::scaled(400) * 100);
        const auto rules = last_man_rules(random);
        if (!rules) continue;
        const auto start = parse_fen(rules->start_fen, *rules);
        if (!start || !zermelo::reference::violations(*start, *rules).empty()) continue;
        for (unsigned i = 0; i < 4; ++i) {
            const auto setup =
                with_last_men(random, *rules, zermelo::reference::random_setup(random, *rules));
            if (!zermelo::reference::violations(setup, *rules).empty()) continue;
            ++met;
            expect_laws_of(random, *rules, setup, 6, 0);
            if (HasFailure()) return;
        }
    }
}

/// En passant after initial moves in every direction, over one square and over several.
TEST(GameLaws, EnPassantAsideAndBackward) {
    const char* text =
        "[berolina:chess]\ncustomPiece1 = p:mfFcfWimfnA\npawnTypes = p\n"
        "[aside:chess]\ncustomPiece1 = p:fmWfcFimsD\npawnTypes = p\n"
        "[backward:chess]\ncustomPiece1 = p:fmWfcFbmWbcFimvnD\npawnTypes = p\n"
        "doubleStepRegionWhite = *2 *3 *4\ndoubleStepRegionBlack = *7 *6 *5\n"
        "[far:chess]\ncustomPiece1 = p:mWcKimQimH\npawnTypes = p\n"
        "[wide:far]\nmaxFile = 9\ncastling = false\n"
        "startFen = rnbqkbnrr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKBNRR w\n";
    const auto variants =
        rules::read_rules(text, [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(variants) << variants.error().message;
    Random random{5};
    for (const rules::Rules& rules : *variants) {
        SCOPED_TRACE(rules.name);
        for (std::uint64_t i = 0; i < testing::scaled(4); ++i) {
            expect_laws_of(random, rules, zermelo::reference::random_setup(random, rules), plies(30),
                           deep(12), 3);
            if (HasFailure()) return;
        }
    }
}

/// A king that runs over squares where pawns capture is not captured en passant; a commoner is.
TEST(GameLaws, KingsThatPassAreNotCapturedEnPassant) {
    Random random{5};
    for (const bool royal : {true, false}) {
        const std::string pieces = royal ? "king = k:KiR\n" : "king = k\ncustomPiece1 = c:KiR\n";
        const std::string start = royal ? "k3/4/4/1P2/3K b - - 0 1" : "c2k/4/4/1P2/3K b - - 0 1";
        const auto read = rules::read_rules(
            "[runners]\nmaxFile = 4\nmaxRank = 5\npawn = p\n" + pieces + "startFen = " + start +
                "\ncastling = false\ndoubleStepRegionWhite = *1\ndoubleStepRegionBlack = *5\n",
            [](std::string_view) { return nullptr; });
        ASSERT_TRUE(read) << read.error().message;
        const rules::Rules& rules = read->front();
        const engine::Setup setup = parse_fen(start, rules).value();
        expect_laws_of(random, rules, setup, 12, 1);
        const Game<std::uint64_t> game{std::make_shared<const CompiledRules<std::uint64_t>>(
            rules, rules::Region{}, std::vector<Barred>{})};
        const auto p = game.position(setup).value();
        MoveList list;
        game.moves(p, list);
        EXPECT_EQ(
            std::any_of(list.begin(), list.end(), [&](Move m) { return game.play(p, m).en_passant().any(); }),
            !royal);
    }
}

/// Riders of one step and many ranges pin a man as often as they have ranges.
TEST(GameLaws, MorePinsThanThereIsRoomFor) {
    std::string rider = "customPiece1 = a:NN";
    for (unsigned range = 2; range <= 15; ++range) rider += "N" + std::to_string(range);
    const std::string rest = rider +
                             "R\nmaxFile = 9\nmaxRank = 9\nwazir = w\ncastling = false\n"
                             "startFen = 2a3a2/k8/a2W1W2a/2W3W2/4K2Wa/2W3W2/a2W1W2a/9/2a3a2 w - - 0 1\n";
    const std::string text = "[royal]\nking = k\n" + rest +
                             "[last]\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
                             "extinctionPseudoRoyal = true\n" +
                             rest;
    const auto variants = rules::read_rules(text, [](std::string_view) { return nullptr; });
    ASSERT_TRUE(variants) << variants.error().message;
    Random random{5};
    for (const rules::Rules& rules : *variants) {
        SCOPED_TRACE(rules.name);
        expect_laws_of(random, rules, parse_fen(rules.start_fen, rules).value(), 2, 0);
    }
}

/// Positions have the same key exactly where they are the same.
TEST(GameLaws, KeysTellPositionsApart) {
    Random random{4};
    std::unordered_map<Hash128, std::string> seen;
    const rules::Rules& rules = testing::shipped("chess");
    const Game<std::uint64_t> game{
        std::make_shared<const CompiledRules<std::uint64_t>>(rules, rules::Region{}, std::vector<Barred>{})};
    for (std::uint64_t i = 0; i < testing::scaled(300); ++i) {
        auto p = game.position(parse_fen(rules.start_fen, rules).value()).value();
        for (int ply = 0; ply < 60; ++ply) {
            const std::string text = print_fen(game.setup(p));
            const auto [place, is_new] = seen.try_emplace(game.key(p), text);
            ASSERT_EQ(place->second, text);
            MoveList moves;
            game.moves(p, moves);
            if (moves.empty()) break;
            p = game.play(p, moves[random.below(moves.size())]);
        }
    }
    std::vector<std::string> texts;
    for (const auto& [key, text] : seen) texts.push_back(text);
    std::sort(texts.begin(), texts.end());
    EXPECT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end());
}

/// Where any rook may castle, rights are those of a rook, not of a wing alone.
TEST(GameLaws, KeysTellWhichRookCastles) {
    const rules::Rules& rules = testing::shipped("fischerandom");
    const Game<std::uint64_t> game{
        std::make_shared<const CompiledRules<std::uint64_t>>(rules, rules::Region{}, std::vector<Barred>{})};
    const auto key = [&](const char* rights) {
        const std::string fen = "4k3/8/8/8/8/8/8/RR2K1RR w " + std::string{rights} + " - 0 1";
        return game.key(game.position(parse_fen(fen, rules).value()).value());
    };
    EXPECT_EQ(key("KQ"), key("HA"));
    const std::vector<Hash128> keys{key("K"), key("Q"), key("G"), key("B"), key("KQ"), key("GQ"), key("KB")};
    for (std::size_t i = 0; i < keys.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(keys[i], keys[j]) << i << " and " << j;
}

/// The same where there are men in hand and men with a past.
TEST(GameLaws, KeysTellHandsAndFormerKindsApart) {
    Random random{6};
    for (std::uint64_t i = testing::scaled(150); i > 0; --i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        if (!rules.has_hands() && !rules.keeps_former_kinds()) continue;
        const engine::Setup start = parse_fen(rules.start_fen, rules).value();
        const Game<Bits256> game{
            std::make_shared<const CompiledRules<Bits256>>(rules, start.holes, start.barred)};
        std::unordered_map<Hash128, std::string> seen;
        for (int repeat = 0; repeat < 8; ++repeat) {
            auto p = game.position(start).value();
            for (int ply = 0; ply < 20; ++ply) {
                const auto setup = game.setup(p);
                const std::string text = print_fen(setup) + " " + std::to_string(setup.passes);
                ASSERT_EQ(seen.try_emplace(game.key(p), text).first->second, text)
                    << rules::canonical_text(rules);
                MoveList moves;
                game.moves(p, moves);
                if (moves.empty()) break;
                p = game.play(p, moves[random.below(moves.size())]);
            }
        }
        std::vector<std::string> texts;
        for (const auto& [key, text] : seen) texts.push_back(text);
        std::sort(texts.begin(), texts.end());
        EXPECT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end())
            << rules::canonical_text(rules);
    }
}

/// Games with drops by the rules that people play, not by chance.
TEST(GameLaws, GamesWithDrops) {
    const auto games = rules::read_rules(testing::drop_games, {});
    ASSERT_TRUE(games) << games.error().message;
    Random random{7};
    for (const rules::Rules& rules : *games) {
        SCOPED_TRACE(rules.name);
        for (std::uint64_t i = 0; i < testing::scaled(2); ++i) {
            expect_laws_of(random, rules, zermelo::reference::random_setup(random, rules), plies(30), 0);
            if (HasFailure()) return;
        }
    }
}

/// What happens where two rules meet, each case by hand, and all laws there.
struct Meeting {
    const char* rules;  ///< a section of `meeting_rules`
    const char* fen;
    const char* move;  ///< a move and the FEN after it, or how moves begin and all legal ones that do
    std::string expected;
};

constexpr const char* meeting_rules = R"(
[flags]
maxFile = 4
maxRank = 4
king = k
wazir = w
startFen = k3/4/4/3K w - - 0 1
mustCapture = true
flagMove = true
flagPiece = k
flagRegionWhite = *4
flagRegionBlack = *1

[cannons]
maxFile = 5
maxRank = 3
king = k
wazir = w
janggiCannon = j
startFen = 4k/5/1K3 w - - 0 1

[makpong:cannons]
makpongRule = true

[gates]
maxFile = 5
maxRank = 3
king = k
rook = r
cannon = c
chancellor = e
startFen = 4k/5/KR3[Ee] w B - 0 1
gating = true
seirawanGating = true

[freegates]
maxFile = 5
maxRank = 3
king = k
rook = r
chancellor = e
startFen = 4k/5/K1R2[Ee] w C - 0 1
freeDrops = true
gating = true
seirawanGating = true

[leaps]
maxFile = 5
maxRank = 4
king = k
fers = f
startFen = 4k/5/5/1K3 w B - 0 1
mobilityRegionWhiteKing = *1
gating = true
cambodianMoves = true

[walls]
maxFile = 5
maxRank = 6
pawn = p
wazir = w
startFen = w4/1p3/5/P4/5/4W w - - 0 1
promotionPieceTypes = w
doubleStepRegionBlack = *5
petrifyOnCaptureTypes = p
extinctionValue = loss
extinctionPieceTypes = p
extinctionPseudoRoyal = true

[opposite:chess]
startFen = r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1
gating = true
oppositeCastling = true

[leapers:chess]
startFen = r6k/8/8/8/8/8/8/R3K3 b Q - 0 1
gating = true
cambodianMoves = true

[newpair:chess]
chancellor = e
startFen = 4k3/8/8/8/8/8/8/NR2K3[Ee] w QA - 0 1
castlingRookPieces = re
gating = true
seirawanGating = true

[knights:chess]
startFen = 4k3/8/8/8/8/8/8/1N1R1N1R w - - 0 1
chess960 = true
castlingKingPiece = n
castlingKingFile = b
[blasts]
maxFile = 5
maxRank = 3
commoner = k
rook = r
knight = n
wazir = w
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
blastOnCapture = true
startFen = 4k/5/K4 w - - 0 1
[immune:blasts]
blastImmuneTypes = n
[stones:blasts]
petrifyBlastPieces = true
[stonerooks:blasts]
petrifyOnCaptureTypes = r
[dropped]
maxFile = 6
maxRank = 1
king = k
wazir = w
cannon = c
startFen = kw3K[C] w - - 0 1
promotionPawnTypes = -
promotionPieceTypes = -
pieceDrops = true
capturesToHand = true
castling = false
doubleStep = false
[rightmost]
maxFile = 5
maxRank = 4
king = k
rook = r
startFen = 4k/5/5/R1K2 w Q - 0 1
castlingKingsideFile = e
castlingQueensideFile = e
[leftmost:rightmost]
castlingKingsideFile = a
castlingQueensideFile = a
startFen = 2k1r/5/5/K4 b k - 0 1
[unpromoted:chess]
king = -
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
promotionPieceTypes = -
enPassantTypes = -
doubleStep = false
castling = false
startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
[stuckpawns:unpromoted]
promotionPawnTypes = -
immobilityIllegal = true
[onequeen:unpromoted]
promotionPieceTypes = q
promotionLimit = q:1
[lowqueens:unpromoted]
promotionPieceTypes = q
mobilityRegionWhiteQueen = *1 *2 *3
[onefile]
maxFile = 7
maxRank = 3
king = k
rook = r
castlingKingFile = f
castlingKingsideFile = d
castlingQueensideFile = d
startFen = 1k5/7/R4KR w KQ - 0 1
[leapking:cambodian]
king = k:KN
[stonekings:unpromoted]
petrifyOnCaptureTypes = k
mustCapture = true
[blastking:atomic]
mustCapture = false
[anyblastking:atomic]
chess960 = true
[faceoff:chess]
flyingGeneral = true
[lastpawn:chess]
king = -
commoner = k
castling = false
extinctionValue = loss
extinctionPieceTypes = p
extinctionPseudoRoyal = true
[lastpawnwins:lastpawn]
extinctionValue = win
[allqueens:lastpawn]
extinctionPieceTypes = q
extinctionPieceCount = 64
[onlyhis:chess]
amazon = m
extinctionValue = loss
extinctionPieceTypes = m
extinctionPseudoRoyal = true
castling = false
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/M3K3 w - - 0 1
[turningkings:lastpawn]
extinctionPieceTypes = kq
promotedPieceType = k:q
promotionRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8
promotionRegionBlack = *1 *2 *3 *4 *5 *6 *7 *8
pieceDemotion = true
mandatoryPiecePromotion = true
pawn = -
startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
[countedchecks:lastpawn]
extinctionPieceTypes = k
checkCounting = true
startFen = 4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1
[wallsinstead:chess]
wallingRule = edge
wallOrMove = true
[blastduck:atomic]
wallingRule = duck
[stonearrows:blasts]
blastOnCapture = false
wallingRule = arrow
petrifyOnCaptureTypes = w
[pinnedpawn:chess]
[norooks]
maxFile = 4
maxRank = 3
king = k
fers = f
rook = r
extinctionValue = win
extinctionPieceTypes = fr
extinctionPseudoRoyal = true
castling = false
doubleStep = false
startFen = kf2/4/2FK w - - 0 1
)";

TEST(GameLaws, RulesThatMeet) {
    const std::vector<Meeting> cases{
        // Black's king could come to its flag, but must capture: White's flag has won.
        {"flags", "K3/4/1kw1/4 b - - 0 1", "b2b1", "K3/4/2w1/1k2 w - - 1 2"},
        {"flags", "K3/4/1kwW/4 b - - 0 1", "", ""},
        // A cannon keeps the other off its square only until the king takes it.
        {"cannons", "4k/jWj2/1K3 w - - 0 1", "", "b1a1 b1c1 b2a2 b2b3 b2c2"},
        // Over a cannon no cannon gives check, from which the king could not go.
        {"makpong", "4k/5/K1jj1 w - - 0 1", "", "a1a2 a1b1 a1b2"},
        // The rook goes out of a cannon's way; who comes through its gate would be in it again.
        {"gates", "4k/5/KR1c1[E] w B - 0 1", "", "a1a2 a1b2 b1b2 b1b3 b1d1 b1d1e"},
        {"freegates", "4k/5/K1R2[E] w C - 0 1", "c1c2e", "4k/2R2/K1E2[E] b - - 1 1"},
        {"leaps", "4k/5/5/1K3 w B - 0 1", "", "b1a1 b1c1"},
        // A last pawn that captures would become a wall, en passant, too.
        {"walls", "w4/5/5/Pp3/5/4W w - b4 0 1", "", "a3a4 e1d1 e1e2"},
        // The rook that captures the wazir would blast the knight that stands before a rook.
        {"blasts", "2R2/2w1k/KN2r w - - 0 1", "", "a1a2 c3a3 c3b3 c3d3 c3e3"},
        {"immune", "2R2/2w1k/KN2r w - - 0 1", "", "a1a2 c3a3 c3b3 c3c2 c3d3 c3e3"},
        {"stones", "2R2/2w1k/KN2r w - - 0 1", "", "a1a2 c3a3 c3b3 c3c2 c3d3 c3e3"},
        // Who captures goes, too, and opens the rank, unless it turns to stone there.
        {"blasts", "4k/5/KRw1r w - - 0 1", "", "a1a2 a1b2 b1b2 b1b3"},
        {"stonerooks", "4k/5/KRw1r w - - 0 1", "", "a1a2 a1b2 b1b2 b1b3 b1c1"},
        // Beside the enemy's king one's own is not attacked, and does not capture.
        {"blasts", "5/1k3/K3r w - - 0 1", "", "a1a2 a1b1"},
        {"opposite", "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "e1c1", "r3k3/8/8/8/8/8/8/2KR4 b ae - 1 1"},
        {"leapers", "r6k/8/8/8/8/8/8/R3K3 b Q - 0 1", "a8e8", "4r2k/8/8/8/8/8/8/R3K3 w Q - 1 2"},
        {"newpair", "4k3/8/8/8/8/8/8/NR2K3[E] w QA - 0 1", "a1b3e", "4k3/8/8/8/8/1N6/8/ER2K3[] b Q - 1 1"},
        // A cannon out of the hand mates over the king's own wazir.
        {"dropped", "kw3K[C] w - - 0 1", "", "C@c1 C@d1 C@e1 f1e1"},
        // Nobody castles to where the rook would come to stand beside the board.
        {"rightmost", "4k/5/5/R1K2 w Q - 0 1", "", "a1a2 a1a3 a1a4 a1b1 c1b1 c1b2 c1c2 c1d1 c1d2"},
        {"leftmost", "2k1r/5/5/K4 b k - 0 1", "", "c4b3 c4b4 c4c3 c4d3 c4d4 e4d4 e4e1 e4e2 e4e3"},
        // The pawn attacks the last king, and cannot take it: it would have to promote, or could not go on.
        {"unpromoted", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "", "e1d1 e1d2 e1e2 e1f1 e1f2"},
        {"stuckpawns", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "", "e1d1 e1d2 e1e2 e1f1 e1f2"},
        {"onequeen", "4k3/3P4/8/8/8/8/1r6/QK6 w - - 0 1", "b1b2", "4k3/3P4/8/8/8/8/1K6/Q7 b - - 0 1"},
        {"lowqueens", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "", "e1d1 e1d2 e1e2 e1f1 e1f2"},
        // White may just have taken a rook, the last one, with which no game ends as there was none: his own
        // last
        // piece can be taken then, by which he wins without a move.
        {"norooks", "k3/1f2/F2K b - - 0 1", "b2a1", "k3/4/f2K w - - 0 2"},
        // The king leaps as a knight, too: that is one move, not two.
        {"leapking", "7k/8/8/8/8/8/8/3K4 w D - 0 1", "", "d1b2 d1c1 d1c2 d1c3 d1d2 d1e1 d1e2 d1e3 d1f2"},
        // To one file on both wings: rooks tell the moves apart.
        {"onefile", "1k5/7/R4KR w KQ - 0 1", "f1a1", "1k5/7/3KR1R b - - 1 1"},
        {"onefile", "1k5/7/R4KR w KQ - 0 1", "f1g1", "1k5/7/R1RK3 b - - 1 1"},
        // Who takes with the last king loses it to stone.
        {"stonekings", "7k/6R1/8/8/8/8/8/K7 b - - 0 1", "", "h8g7"},
        {"knights", "4k3/8/8/8/8/8/8/1N1R1N1R w D - 0 1", "h1h2", "4k3/8/8/8/8/8/7R/1N1R1N2 b K - 1 1"},
        // Kings that touch give no check, where a king castles, too; but d1 is attacked once nobody shelters
        // it.
        {"blastking", "8/8/8/8/8/8/4k3/R3K3 w Q - 0 1", "",
         "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 e1c1 e1d1 e1d2 e1f1 e1f2"},
        {"blastking", "8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1", "e1d2 e1e2 e1f1"},
        {"blastking", "8/8/8/8/4B3/5Q2/5k2/R3K3 w Q - 0 1", "e1c1", "8/8/8/8/4B3/5Q2/5k2/2KR4 b - - 1 1"},
        // Where it arrives the rook may hide it from what its start was sheltered from.
        {"blastking", "8/8/8/8/8/8/4k3/R3K2q w Q - 0 1", "e1", "e1c1 e1d1 e1d2 e1f1 e1f2"},
        {"anyblastking", "r3k2R/4K3/6r1/8/8/8/8/8 b q - 2 2", "e8", "e8a8 e8d7 e8d8 e8f7 e8f8"},
        // A king does not castle across a square on which it would face the other one, nor from one.
        {"faceoff", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "e1d1 e1d2 e1e2"},
        {"faceoff", "5k2/5p2/8/8/8/8/8/4K2R w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
        // Who has none of the guarded pieces left has lost, if by a promotion of its own; where it began with
        // as few
        // as count, or with none, they are guarded alone.
        {"lastpawn", "4k3/8/8/8/8/8/7p/Q3K3 b - - 0 1", "", ""},
        {"lastpawn", "4k3/P7/8/8/8/8/6p1/4K3 w - - 0 1", "a7a8q", "Q3k3/8/8/8/8/8/6p1/4K3 b - - 0 1"},
        {"lastpawn", "Q3k3/8/8/8/8/8/6p1/4K3 b - - 0 1", "", ""},
        {"lastpawnwins", "Q3k3/8/8/8/8/8/6p1/4K3 b - - 0 1", "", ""},
        {"allqueens", "4k3/8/8/8/8/8/7p/Q3K3 b - - 0 1", "e8", "e8d7 e8d8 e8e7 e8f7 e8f8"},
        {"onlyhis", "4k3/8/8/8/8/8/7p/M3K3 b - - 0 1", "e8", "e8d7 e8d8 e8e7 e8f7 e8f8"},
        {"onlyhis", "4k3/8/8/8/8/8/7p/4K3 b - - 0 1", "", ""},
        // A king that turns into a queen, and back, is not gone.
        {"turningkings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1q", "4k3/8/8/8/8/8/8/3+K4 b - - 1 1"},
        {"turningkings", "k7/8/8/8/8/8/8/3+K4 b - - 0 1", "", "a8a7q a8b7q a8b8q"},
        // A check of a last piece counts as that of a king.
        {"countedchecks", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 1 1"},
        {"countedchecks", "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1", "", ""},
        // A wall that stops a check answers it; one that does not is none.
        {"wallsinstead", "r3k3/8/8/8/8/8/8/K7 w - - 0 1", "",
         "a1a1,a1a2 a1a1,a1a3 a1a1,a1a4 a1a1,a1a5 a1a1,a1a6 a1a1,a1a7 a1b1 a1b2"},
        // The duck sits down where the blast has made room, and blocks a check that the blast has opened.
        {"blastduck", "4k3/8/3q4/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5,e5d6", "4k3/8/3*4/8/8/8/8/4K3 b - - 0 1"},
        {"blastduck", "4k3/8/3q4/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5,e5e5", "4k3/8/8/4*3/8/8/8/4K3 b - - 0 1"},
        {"blastduck", "4r1k1/8/8/8/8/5p2/4P3/4K3 w - - 0 1", "e2f3",
         "e2f3,f3e2 e2f3,f3e3 e2f3,f3e4 e2f3,f3e5 e2f3,f3e6 e2f3,f3e7"},
        // A man that its capture turns to stone shoots no arrow.
        {"stonearrows", "4k/1n3/KW3 w - - 0 1", "b1b", ""},
        // Squares on which no capture en passant is legal are not kept.
        {"pinnedpawn", "4k3/8/8/8/r2p3K/8/4P3/8 w - - 0 1", "e2e4", "4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1"},
        {"pinnedpawn", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
        {"pinnedpawn", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"},
    };
    const auto read = rules::read_rules(
        meeting_rules, [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(read) << read.error().message;
    for (const Meeting& c : cases) {
        SCOPED_TRACE(std::string{c.rules} + ": " + c.fen);
        const auto rules =
            std::find_if(read->begin(), read->end(), [&](const auto& r) { return r.name == c.rules; });
        ASSERT_NE(rules, read->end());
        const auto setup = parse_fen(c.fen, *rules);
        ASSERT_TRUE(setup) << setup.error().message;
        const Game<Bits256> game{
            std::make_shared<const CompiledRules<Bits256>>(*rules, setup->holes, setup->barred)};
        const auto p = game.position(*setup);
        ASSERT_TRUE(p) << p.error().front().message;
        expect_laws(game, game.setup(*p), *rules, true);
        // The laws hold the engine to what the reference says.
        const bool lists = *c.move == 0 || c.expected.find('/') == std::string::npos;
        EXPECT_EQ(lists ? testing::moves(c.fen, *rules, c.move) : testing::after(c.fen, *rules, c.move),
                  c.expected);
    }
}

}  // namespace
}  // namespace zermelo::engine
