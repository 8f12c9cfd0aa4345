// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of tiers in games with hands: their numbers, unmoves and values, on boards so small that the
// reference can look at everything.
#include "zermelo/tablebase/group_tier.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tablebase/reach.hpp"
#include "zermelo/tablebase/retrograde.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_verify.hpp"

#include "reference/engine.hpp"
#include "support/reference_values.hpp"
#include "support/scale.hpp"
#include "support/tiers.hpp"

namespace zermelo::tablebase {
namespace {

using GroupPosition = engine::Position<std::uint64_t>;
using Group = GroupTier<std::uint64_t>;

constexpr const char* hand_games = R"(
[hands]
maxFile = 3
maxRank = 3
king = k
startFen = 1k1/3/1K1[] w - - 0 1
pieceDrops = true
capturesToHand = true
promotionRegionWhite = *3
promotionRegionBlack = *1
doubleStep = false
castling = false

[lions:hands]
king = -
shogiPawn = c
gold = h
fers = e
wazir = g
commoner = l
startFen = 1lc/3/CL1[] w - - 0 1
promotionPawnTypes = -
promotionPieceTypes = -
promotedPieceType = c:h
mandatoryPiecePromotion = true
stalemateValue = loss
extinctionValue = loss
extinctionPieceTypes = l
flagPiece = l
flagRegionWhite = *3
flagRegionBlack = *1
flagPieceSafe = true

[giraffes:lions]
startFen = 1l1/1g1/1L1[] w - - 0 1

[flags:lions]
flagPieceSafe = false
flagMove = true
mandatoryPiecePromotion = false

# A lion that takes a giraffe on its flag, and is taken itself, has lost a ply later than one that does not.
[guards:giraffes]
flagPiece = g
flagPieceSafe = false
flagMove = true
startFen = 1lg/3/GL1[] w - - 0 1

[kings:hands]
shogiPawn = p
gold = g
startFen = 1kp/3/PK1[] w - - 0 1
promotionPawnTypes = -
promotionPieceTypes = -
promotedPieceType = p:g
dropNoDoubled = p
shogiPawnDropMateIllegal = true
immobilityIllegal = true

# Pawns that promote to one of two kinds and are pawns again in the hand; one that need not; men that they promote to
# beside them; and without kings.
[house:hands]
pawn = p
gold = g
wazir = w
startFen = 1kp/3/PK1[] w - - 0 1
promotionPieceTypes = gw

[lazyhouse:house]
startFen = 1k1/3/PK1[] w - - 0 1
mandatoryPawnPromotion = false
firstRankPawnDrops = true
stalemateValue = loss

[goldhouse:house]
startFen = gk1/3/1KP[] w - - 0 1
promotionPieceTypes = g

[commoners:house]
king = -
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
startFen = 1k1/3/PK1[] w - - 0 1

[onesided:kings]
startFen = 1k1/3/PK1[] w - - 0 1
promotionRegionBlack = *1 *2

# Only the files keep a board from being turned.
[files:hands]
wazir = w
startFen = 1kw/3/WK1[] w - - 0 1
promotionPawnTypes = -
dropNoDoubled = w

# Pawns have a double step, which leads off the board, and are dropped where they would never have come to.
[steps]
maxFile = 3
maxRank = 3
king = k
pawn = p
gold = g
promotionRegionWhite = *3
promotionRegionBlack = *1
promotionPieceTypes = g
pieceDrops = true
capturesToHand = true
firstRankPawnDrops = true
castling = false
startFen = 2k/2p/K2[] w - - 0 1

# The game ends where one side alone has a pawn, in hand, too: by turning, and by taking what was one.
[counted:kings]
startFen = 1k1/3/1K1[Pp] w - - 0 1
extinctionValue = loss
extinctionPieceTypes = p
extinctionOpponentPieceCount = 1

# Pawns begin with a double step, and are captured en passant.
[passing]
maxFile = 2
maxRank = 4
king = k
pawn = p
gold = g
promotionRegionWhite = *4
promotionRegionBlack = *1
doubleStepRegionWhite = *1
doubleStepRegionBlack = *4
promotionPieceTypes = g
pieceDrops = true
capturesToHand = true
firstRankPawnDrops = true
promotionZonePawnDrops = true
castling = false
startFen = k1/2/1p/KP[] w - - 0 1

[hopping:hands]
customPiece1 = c:mRcpR
customPiece2 = g:gF
startFen = 1kc/3/GK1[] w - - 0 1

# Pawns of one side alone promote; the other's are pawns for ever.
[whites:house]
startFen = 1k1/3/PK1[] w - - 0 1
promotionPawnTypesBlack = -

# Men that turn twice, and are in a hand what they were the last time; a pawn that turns otherwise, too.
[twice:hands]
pawn = p
gold = g
wazir = w
startFen = 1k1/3/PK1[] w - - 0 1
promotionPieceTypes = w
promotedPieceType = w:g

[otherwise:house]
startFen = 1k1/3/PK1[] w - - 0 1
promotedPieceType = p:w
promotionRegionWhite = *2 *3
mandatoryPawnPromotion = false

[looping:house]
startFen = 1k1/3/PK1[] w - - 0 1
dropLoop = true

# Men turn to and fro with every move, and are dropped either way.
[turning:hands]
shogiPawn = p
gold = g
wazir = w
startFen = 1kw/3/PK1[] w - - 0 1
promotionPawnTypes = -
promotionPieceTypes = -
promotedPieceType = p:g
promotionRegionWhite = *1 *2 *3
promotionRegionBlack = *1 *2 *3
mandatoryPiecePromotion = true
pieceDemotion = true
dropPromoted = true

[must:files]
mustDrop = true

[mustw:house]
startFen = 1kp/3/WK1[] w - - 0 1
mustDrop = true
mustDropType = w

[between:files]
enclosingDrop = reversi
dropNoDoubled = -

[beside:files]
enclosingDrop = ataxx
enclosingDropStart = a1 c3
dropNoDoubled = -

[above:files]
enclosingDrop = top
dropNoDoubled = -

[bishops:hands]
bishop = b
startFen = 1kb/3/BK1[] w - - 0 1
dropOppositeColoredBishop = true
promotionPawnTypes = -

[fewer:house]
startFen = 1k1/3/PK1[] w - - 0 1
stalemateValue = loss
stalematePieceCount = true

[blasts:hands]
king = -
commoner = k
wazir = w
extinctionValue = loss
extinctionPieceTypes = k
blastOnCapture = true
startFen = 1kw/3/WK1[] w - - 0 1
promotionPawnTypes = -

[passes:files]
passWhite = true
passOnStalemateBlack = true
dropNoDoubled = -

[guarded:house]
king = -
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
startFen = 1k1/3/PK1[] w - - 0 1

# Pawns are guarded as long as they are few; one that is taken en passant, which no rule guards them from, costs
# nothing, and who takes it may leave its own attacked.
[strays:passing]
maxFile = 3
startFen = k2/3/3/2K[Pp] w - - 0 1
promotionPawnTypes = -
extinctionValue = loss
extinctionPieceTypes = p
extinctionPseudoRoyal = true
extinctionPieceCount = 1

[bare:files]
extinctionValue = loss
extinctionPieceTypes = *
extinctionPieceCount = 1
dropNoDoubled = -

[limited:kings]
promotionLimit = g:1
mandatoryPiecePromotion = true

# Captured men go back to their owners, who need not have the same; men that turn do so as what they were.
[owners:hands]
wazir = w
fers = f
startFen = 1k1/3/WK1[f] w - - 0 1
capturesToHand = false
capturesToOwner = true
promotionPawnTypes = -

[owned:house]
startFen = 1k1/3/PK1[] w - - 0 1
capturesToHand = false
capturesToOwner = true

# Pawns turn round at the edges, on the board and when they are dropped there.
[rounds:hands]
king = -
pawn = p
rook = r
customPiece1 = d:bmWbcF
turningPieceType = p:d
capturesToHand = false
capturesToOwner = true
promotionPawnTypes = -
firstRankPawnDrops = true
promotionZonePawnDrops = true
connectN = 2
startFen = 3/1R1/3[Ppr] w - - 0 1

# The same in the hand of who captures, and with kings; what is dropped need not turn.
[turnabout:hands]
shogiPawn = p
customPiece1 = d:bNbF
turningPieceType = p:d
promotionPawnTypes = -
immobilityIllegal = true
shogiPawnDropMateIllegal = true
startFen = 1k1/3/PK1[] w - - 0 1
)";

rules::Rules game_of(const char* name) {
    const auto games = rules::read_rules(hand_games, {});
    for (const rules::Rules& rules : games.value())
        if (rules.name == name) return rules;
    ADD_FAILURE() << name;
    return {};
}

Group start_group(const rules::Rules& rules) {
    const auto made = Group::make(testing::tier_rules<std::uint64_t>(rules),
                                  pool_of(engine::parse_fen(rules.start_fen, rules).value(), rules));
    EXPECT_TRUE(made) << made.error().message;
    return made.value();
}

/// The value of a position out of the group.
std::uint8_t ended(const Group& tier, ValueEncoding encoding, const GroupPosition& p) {
    const auto outcome = tier.end(p);
    if (!outcome || *outcome == game::Outcome::draw) return ValueEncoding::draw;
    if (*outcome == game::Outcome::loss) return encoding.ended(*outcome);
    return encoding.by_parity() ? *encoding.win(1) : encoding.ended(*outcome);
}

/// The value of a position, by its moves where it has no entry.
template <typename Table>
game::Value value_of(const Group& tier, ValueEncoding encoding, const Table& table, const GroupPosition& p) {
    if (const auto outcome = tier.end(p)) return game::ended(*outcome);
    if (tier.is_indexed(p)) return table.value(p);
    BestOf best{encoding};
    engine::MoveList moves;
    tier.moves(p, moves);
    for (const engine::Move& move : moves) {
        const game::Value child = value_of(tier, encoding, table, tier.play(p, move));
        best.add(child.outcome == game::Outcome::draw  ? ValueEncoding::draw
                 : child.outcome == game::Outcome::win ? *encoding.win(child.distance->count())
                                                       : *encoding.loss(child.distance->count()));
    }
    return encoding.value(static_cast<Number>(best.value()));
}

/// Solved twice, with remaining moves counted and not, and verified. All that play from the start leads to is
/// as the reference has it, with the number of positions, and of those without an entry.
void expect_values(const rules::Rules& rules, const Group& tier, const engine::Setup& start, std::size_t& met,
                   std::size_t& unindexed) {
    const ValueEncoding encoding{HandRules{tier.game().compiled()}.by_parity};
    const auto out = [&](const GroupPosition& p) { return ended(tier, encoding, p); };
    const auto table = Retrograde{tier, encoding, out}.run();
    ASSERT_TRUE(table) << table.error().message;
    const auto byte = [&](Slot slot) { return table->raw()[slot.table][slot.index]; };
    const auto audit = TierVerifier{tier, encoding, byte, out}.run();
    if (audit.fault)
        FAIL() << print_fen(tier.game().setup(*tier.position(audit.fault->slot))) << " stored "
               << int{audit.fault->stored} << " expected " << int{audit.fault->expected};
    const auto plain = Retrograde{tier, encoding, out, {}, 255}.run();
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->raw(), table->raw());

    testing::Reference reference{rules, 200'000};
    reference.add(start);
    ASSERT_TRUE(reference.close());
    reference.solve();
    reference.each([&](const engine::Setup& setup, const game::Value& value) {
        const auto p = tier.game().position(setup);
        ASSERT_TRUE(p) << print_fen(setup);
        if (tier.end(*p)) return;
        ++(tier.is_indexed(*p) ? met : unindexed);
        ASSERT_EQ(value_of(tier, encoding, *table, *p), value)
            << print_fen(setup) << " after " << setup.passes << " passes";
    });
}

class HandGames : public ::testing::TestWithParam<const char*> {
  protected:
    rules::Rules rules_ = game_of(GetParam());
    Group tier_ = start_group(rules_);
    ValueEncoding encoding_{HandRules{tier_.game().compiled()}.by_parity};

    template <typename F>
    void each(F&& f) const {
        for (std::uint32_t t = 0; t < tier_.tables(); ++t)
            tier_.each_position(t, 0, tier_.table_size(t),
                                [&](std::uint64_t index, const GroupPosition& p, const auto& cursor) {
                                    f(Slot{t, index}, p, cursor);
                                });
    }
};

TEST_P(HandGames, EveryNumberIsThatOfItsPosition) {
    ASSERT_TRUE(check_tables_know(rules_));
    std::uint64_t met = 0;
    each([&](Slot slot, const GroupPosition& p, const auto& cursor) {
        ++met;
        ASSERT_TRUE(tier_.holds(p));
        const auto again = tier_.game().position(tier_.game().setup(p));
        ASSERT_TRUE(again) << print_fen(tier_.game().setup(p)) << again.error().front().message;
        ASSERT_EQ(tier_.key(*again), tier_.key(p));
        std::vector<std::uint64_t> all;
        tier_.each_slot(p, [&](Slot one) { all.push_back(one.index); });
        ASSERT_NE(std::find(all.begin(), all.end(), slot.index), all.end());
        ASSERT_EQ(*std::min_element(all.begin(), all.end()) == slot.index, cursor.is_least(slot.index));
        ASSERT_EQ(tier_.key(*tier_.position(slot)), tier_.key(p));
    });
    EXPECT_GT(met, 150U);
}

TEST_P(HandGames, UnmovesAreMovesTakenBack) {
    using Pair =
        std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;  // table of the parent, both numbers
    std::map<Pair, int> forwards;
    std::map<Pair, int> backwards;
    each([&](Slot slot, const GroupPosition& p, const auto& cursor) {
        if (cursor.symmetries() != 1) return;
        tier_.each_parent(p, [&](const GroupPosition&, Slot parent) {
            if (tier_.position(parent)) ++backwards[{parent.table, parent.index, slot.index}];
        });
        if (tier_.wins_at_once(p)) return;
        engine::MoveList moves;
        tier_.moves(p, moves);
        for (const engine::Move& move : moves) {
            const auto child = tier_.play(p, move);
            if (tier_.leads_to(p, move, child) == LeadsTo::unindexed) {
                ASSERT_FALSE(tier_.stays_in_tier(p, move));
                continue;
            }
            if (!tier_.holds(child)) {
                ASSERT_TRUE(tier_.end(child));
                ASSERT_FALSE(tier_.stays_in_tier(p, move));
                continue;
            }
            tier_.each_slot(child, [&](Slot to) { ++forwards[{slot.table, slot.index, to.index}]; });
        }
    });
    // Where a symmetry keeps either position, one entry stands for several moves.
    const auto alone = [&](std::uint32_t table, std::uint64_t index) {
        bool plain = false;
        tier_.each_position(
            table, index, index + 1,
            [&](std::uint64_t, const GroupPosition&, const auto& at) { plain = at.symmetries() == 1; });
        return plain;
    };
    const std::uint32_t other = tier_.tables() - 1;
    const auto drop = [&](auto& pairs) {
        std::erase_if(pairs, [&](const auto& pair) {
            const auto& [table, from, to] = pair.first;
            return !alone(table, from) || !alone(other - table, to);
        });
    };
    drop(forwards);
    drop(backwards);
    EXPECT_EQ(forwards, backwards);
    EXPECT_GT(forwards.size(), 250U);
}

TEST_P(HandGames, BlundersAreSkipped) {
    each([&](Slot, const GroupPosition& p, const auto&) {
        if (tier_.wins_at_once(p)) return;
        std::size_t safe = 0;
        tier_.any_safe_move(p, [&](const engine::Move&) {
            ++safe;
            return false;
        });
        engine::MoveList moves;
        tier_.moves(p, moves);
        std::size_t expected = 0;
        for (const engine::Move& move : moves) expected += tier_.wins_at_once(tier_.play(p, move)) ? 0 : 1;
        ASSERT_EQ(safe, expected);
    });
}

TEST_P(HandGames, ValuesAreThoseOfTheReference) {
    std::size_t met = 0;
    std::size_t unindexed = 0;
    expect_values(rules_, tier_, engine::parse_fen(rules_.start_fen, rules_).value(), met, unindexed);
    EXPECT_GT(met, 300U);
    const std::set<std::string> known{"passing", "passes", "strays", "blasts"};
    EXPECT_EQ(unindexed != 0, known.count(rules_.name) != 0) << unindexed;
}

TEST_P(HandGames, ReachIsWhatPlayLeadsTo) {
    const auto start = tier_.game().position(engine::parse_fen(rules_.start_fen, rules_).value());
    ASSERT_TRUE(start);
    std::set<std::pair<std::uint32_t, std::uint64_t>> met;
    std::vector<GroupPosition> left{*start};
    std::uint64_t ended = 0;
    std::uint64_t at_once = 0;
    const auto slot_of = [&](const GroupPosition& p) {
        std::uint64_t least = ~std::uint64_t{0};
        tier_.each_slot(p, [&](Slot slot) { least = std::min(least, slot.index); });
        return std::pair{tier_.slot(p).table, least};
    };
    met.insert(slot_of(*start));
    while (!left.empty()) {
        const GroupPosition p = left.back();
        left.pop_back();
        if (tier_.holds(p)) {
            ended += tier_.end(p) == game::Outcome::loss ? 1 : 0;
            at_once += tier_.wins_at_once(p) ? 1 : 0;
        }
        if (tier_.wins_at_once(p)) continue;
        for (const engine::Move move : reference::moves(tier_.game().setup(p), rules_)) {
            const auto child = tier_.play(p, move);
            // What has no entry is played through every time: that comes to an end.
            if (tier_.holds(child) ? met.insert(slot_of(child)).second : !tier_.is_indexed(child))
                left.push_back(child);
        }
    }
    TierBytes draws;
    for (std::uint32_t t = 0; t < tier_.tables(); ++t) draws.emplace_back(tier_.table_size(t));
    const Reached reached = Reach{tier_, encoding_, TierValues{std::move(draws)}}.from(*start);
    std::uint64_t all = 0;
    std::uint64_t wins = 0;
    for (const TableCounts& counts : reached.tables) {
        for (const std::uint64_t count : counts.unique) all += count;
        wins += counts.unique[*encoding_.win(1)];
    }
    EXPECT_EQ(all, met.size());
    EXPECT_EQ(wins, at_once);
    EXPECT_EQ(reached.ended, ended);
    EXPECT_GT(reached.plies, 5U);
}

INSTANTIATE_TEST_SUITE_P(All, HandGames,
                         ::testing::Values("lions", "giraffes", "flags", "guards", "kings", "onesided",
                                           "house", "lazyhouse", "goldhouse", "commoners", "files", "counted",
                                           "steps", "passing", "hopping", "whites", "twice", "otherwise",
                                           "looping", "turning", "must", "mustw", "between", "beside",
                                           "above", "bishops", "fewer", "blasts", "passes", "guarded",
                                           "strays", "bare", "limited", "owners", "owned", "rounds",
                                           "turnabout"),
                         [](const auto& game) { return std::string{game.param}; });

/// A game of two kings, or of two lions that must not be lost, and one or two men in hand.
std::string random_hand_game(Random& random) {
    const auto yes = [&](std::uint64_t n) { return random.one_in(n) ? "true" : "false"; };
    const auto one_of = [&](std::initializer_list<const char*> words) {
        return std::string{words.begin()[random.below(words.size())]};
    };
    const auto line = [](const std::string& key, const std::string& value) {
        return key + " = " + value + "\n";
    };
    const unsigned files = 2 + static_cast<unsigned>(random.below(2));
    const std::string last = std::to_string(files == 2 ? 3 : 2 + random.below(2));
    std::string text = "[random:hands]\n" + line("maxFile", std::to_string(files)) + line("maxRank", last);
    const bool lions = random.one_in(2);
    text += lions ? "king = -\ncommoner = k\n" : "";
    text += one_of({"pawn = p\n", "shogiPawn = p\n"}) + "gold = g\nwazir = w\n";
    text += one_of({"fers = f\n", "fers = f\n", "bishop = f\n", "customPiece1 = f:mWcpR\n",
                    "customPiece1 = f:gQ\n", "customPiece1 = f:FifW2\n"});
    text += line("promotionRegionWhite", last == "2" ? "*2" : one_of({"*3", "*2 *3"}));
    text += line("promotionRegionBlack", one_of({"*1", "*1 *2"}));
    text += line("promotionPawnTypes", one_of({"p", "-"}));
    text += line("promotionPieceTypes", one_of({"g", "gw", "fw"}));
    if (random.one_in(2)) text += line("promotedPieceType", one_of({"p:g", "w:g", "f:g w:g"}));
    text += line("mandatoryPiecePromotion", yes(2)) + line("mandatoryPawnPromotion", yes(2));
    if (random.one_in(3)) text += line("dropNoDoubled", one_of({"p", "w"}));
    text += line("shogiPawnDropMateIllegal", yes(3)) + line("immobilityIllegal", yes(3));
    if (random.one_in(4)) text += line("dropRegionWhite", one_of({"*1", "a*", "*1 *2"}));
    text += line("dropNoDoubledCount", one_of({"1", "2"})) + line("dropChecks", yes(2));
    text += line("promotionZonePawnDrops", yes(3)) + line("piecePromotionOnCapture", yes(3));
    text += line("firstRankPawnDrops", yes(2)) + line("stalemateValue", one_of({"draw", "loss", "win"}));
    if (lions || random.one_in(3))
        text += line("extinctionValue", "loss") +
                line("extinctionPieceTypes", lions ? one_of({"k", "k", "k*"}) : one_of({"p", "w", "*"})) +
                line("extinctionOpponentPieceCount", lions ? "0" : one_of({"0", "1"})) +
                line("extinctionPseudoRoyal", yes(4));
    const auto sometimes = [&](std::uint64_t n, const std::string& more) {
        if (random.one_in(n)) text += more;
    };
    sometimes(4, "doubleStep = true\ndoubleStepRegionWhite = *1\ndoubleStepRegionBlack = *" + last + "\n");
    sometimes(5, "dropLoop = true\n");
    sometimes(4, "capturesToHand = false\ncapturesToOwner = true\n");
    sometimes(4, "dropPromoted = true\n");
    sometimes(4, "pieceDemotion = true\n");
    sometimes(5, line("promotionLimit", one_of({"g:1", "w:1", "f:1 w:1"})));
    sometimes(8, line("mustDrop", "true") + line("mustDropType", one_of({"*", "p", "w"})));
    sometimes(4, line("enclosingDrop", one_of({"reversi", "ataxx", "snort", "anyside", "top"})) +
                     line("enclosingDropStart", one_of({"-", "a1", "b2 a1"})));
    sometimes(6, "dropOppositeColoredBishop = true\n");
    sometimes(5, "stalematePieceCount = true\n");
    if (lions) sometimes(5, "blastOnCapture = true\n");
    sometimes(4, "adjudicateFullBoard = true\n");
    sometimes(6, line("mutuallyImmuneTypes", one_of({"w", "pg", "f"})));
    sometimes(8, line("materialCounting", one_of({"unweighted", "whitedrawodds"})));
    sometimes(8, line("diagonalLines", "a1 b2"));
    sometimes(6, line("connectN", "2") + line("connectPieceTypes", one_of({"w", "g", "pf"})) +
                     line("connectValue", one_of({"win", "loss"})));
    if (!lions) sometimes(2, one_of({"flyingGeneral", "makpongRule", "bikjangRule"}) + " = true\n");
    if (lions) sometimes(6, "dupleCheck = true\n");
    sometimes(8, one_of({"passWhite", "pass", "passOnStalemate"}) + " = true\n");
    if (random.one_in(3))
        text += line("flagPiece", lions ? "k" : one_of({"k", "g"})) + line("flagRegionWhite", "*" + last) +
                line("flagRegionBlack", "*1") + line("flagPieceSafe", yes(2)) + line("flagMove", yes(3));
    const unsigned squares = files * static_cast<unsigned>(std::stoul(last));
    engine::Setup start;
    start.files = files;
    start.ranks = squares / files;
    const auto at = [&](std::uint64_t square) {
        return rules::region_bit(static_cast<unsigned>(square) % files,
                                 static_cast<unsigned>(square) / files);
    };
    const std::uint64_t white = random.below(squares);
    start.men[at(white)] = engine::Man{Color::white, 'K'};
    start.men[at((white + 1 + random.below(squares - 1)) % squares)] = engine::Man{Color::black, 'K'};
    std::string fen = engine::print_fen(start);
    std::string hand = one_of({"P", "W", "F", "G"});
    if (random.one_in(2)) hand += one_of({"p", "w", "f"});
    fen.insert(fen.find(' '), "[" + hand + "]");
    return text + line("startFen", fen);
}

TEST(GroupTier, RandomGamesAreThoseOfTheReference) {
    Random random{73};
    unsigned solved = 0;
    std::size_t met = 0;
    std::size_t unindexed = 0;
    std::set<std::string_view> acting;
    for (std::uint64_t i = testing::scaled(400); i > 0; --i) {
        const std::string text = random_hand_game(random);
        SCOPED_TRACE(text);
        const auto games = rules::read_rules(std::string{hand_games} + text, {});
        ASSERT_TRUE(games) << games.error().message;
        const rules::Rules& rules = games->back();
        ASSERT_TRUE(check_tables_know(rules));
        const engine::Setup start = engine::parse_fen(rules.start_fen, rules).value();
        const auto tier = Group::make(testing::tier_rules<std::uint64_t>(rules), pool_of(start, rules));
        if (!tier || !tier->game().position(start) || tier->table_size(0) > 20'000) continue;
        expect_values(rules, *tier, start, met, unindexed);
        if (HasFatalFailure()) return;
        ++solved;
        for (const rules::Rule& rule : rules::all_rules())
            if (rule.acts(rules)) acting.insert(rule.name);
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(solved, 20U);
    EXPECT_GT(met, 20'000U);
    EXPECT_GT(unindexed, 100U);
    for (const char* const rule : {"doubleStepRegion",
                                   "dropLoop",
                                   "dropPromoted",
                                   "capturesToOwner",
                                   "pieceDemotion",
                                   "promotionLimit",
                                   "mustDrop",
                                   "mustDropType",
                                   "enclosingDrop",
                                   "dropOppositeColoredBishop",
                                   "stalematePieceCount",
                                   "blastOnCapture",
                                   "pass",
                                   "passOnStalemate",
                                   "extinctionPseudoRoyal",
                                   "mandatoryPiecePromotion",
                                   "mutuallyImmuneTypes",
                                   "flyingGeneral",
                                   "makpongRule",
                                   "bikjangRule",
                                   "diagonalLines",
                                   "dupleCheck",
                                   "materialCounting",
                                   "adjudicateFullBoard",
                                   "connectN"})
        EXPECT_EQ(acting.count(rule), 1U) << rule;
}

TEST(GroupTier, NamesWhatItRefuses) {
    const auto parent = game_of("house");
    const auto refused = [&](const std::string& lines) -> std::string {
        const auto child =
            rules::read_rules("[child:house]\n" + lines, [&](std::string_view) { return &parent; });
        if (!child) {
            ADD_FAILURE() << child.error().message;
            return "";
        }
        const auto made = Group::make(
            testing::tier_rules<std::uint64_t>(child->front()),
            pool_of(engine::parse_fen(child->front().start_fen, child->front()).value(), child->front()));
        if (made) return "";
        EXPECT_EQ(made.error().kind, ErrorKind::bad_usage);
        return made.error().message;
    };
    const std::string castles =
        "rook = r\ncastling = true\ncastlingKingsideFile = c\n"
        "castlingQueensideFile = a\ncastlingKingFile = b\ncastlingDroppedPiece = true\n";
    EXPECT_NE(refused(castles + "startFen = 1k1/3/1K1[R] w - - 0 1\n").find("right to castle"),
              std::string::npos);
    EXPECT_EQ(refused(castles + "startFen = 1k1/3/1K1[P] w - - 0 1\n"), "");
    EXPECT_NE(refused("customPiece1 = o:ifbW2\nenPassantTypes = p\ndoubleStep = true\n"
                      "doubleStepRegionWhite = *1 *2 *3\ndoubleStepRegionBlack = *1 *2 *3\n"
                      "startFen = 1kp/3/OK1[] w - - 0 1\n")
                  .find("to and fro"),
              std::string::npos);
}

}  // namespace
}  // namespace zermelo::tablebase
