// SPDX-License-Identifier: GPL-3.0-or-later
// The laws of tiers: of every shipped variant, and of variants that nobody ever played.
#include "zermelo/tablebase/game_tier.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/random_variants.hpp"
#include "support/placements.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/table_rules.hpp"

namespace zermelo::tablebase {
namespace {

using Slots = std::set<std::pair<std::uint32_t, std::uint64_t>>;

static_assert(tablebase::CountsParents<GameTier<std::uint64_t>> &&
              tablebase::CountsParents<GameTier<Bits256>>);
static_assert(game::Ends<GameTier<std::uint64_t>> && game::KnowsUnmovedWins<GameTier<std::uint64_t>>);
static_assert(!game::SeesWins<GameTier<std::uint64_t>>);

/// What the laws met, to see that they were not empty.
struct TiersMet {
    std::uint64_t positions = 0;
    std::uint64_t parents = 0;
    std::uint64_t counted = 0;
    std::array<std::uint64_t, 3> leads{};
    std::uint64_t tiers = 0;
};

template <typename Bits>
Slots slots(const GameTier<Bits>& tier, const engine::Position<Bits>& p) {
    Slots result;
    tier.each_slot(p, [&](tablebase::Slot s) { result.emplace(s.table, s.index); });
    return result;
}

/// The setup after a map of the squares, colours swapped if that is asked for.
template <typename Bits>
engine::Setup mapped_setup(const GameTier<Bits>& tier, const engine::Position<Bits>& p, const SquareMap& map,
                           bool swap) {
    const auto& compiled = tier.game().compiled();
    const engine::Setup setup = tier.game().setup(p);
    engine::Setup result = setup;
    result.men = {};
    if (swap && setup.hands) result.hands = {(*setup.hands)[Color::black], (*setup.hands)[Color::white]};
    if (swap && setup.checks_left)
        result.checks_left = {(*setup.checks_left)[Color::black], (*setup.checks_left)[Color::white]};
    for (const Square s : BoardSquares{compiled.squares}) {
        const auto bit = [&](Square at) {
            return rules::region_bit(compiled.place(at).file, compiled.place(at).rank);
        };
        auto man = setup.men[bit(s)];
        if (man && swap) man->color = !man->color;
        result.men[bit(map[s.index()])] = man;
        result.walls[bit(map[s.index()])] = setup.walls[bit(s)];
    }
    if (swap) result.to_move = !setup.to_move;
    return result;
}

template <typename Bits>
std::string fen(const GameTier<Bits>& tier, const engine::Position<Bits>& p) {
    return engine::print_fen(tier.game().setup(p));
}

template <typename Bits>
bool leads_to(const GameTier<Bits>& tier, const engine::Position<Bits>& parent,
              const engine::Position<Bits>& child) {
    engine::MoveList list;
    tier.moves(parent, list);
    return std::any_of(list.begin(), list.end(), [&](engine::Move m) {
        const auto next = tier.play(parent, m);
        return tier.key(next) == tier.key(child) &&
               tier.leads_to(parent, m, next) == tablebase::LeadsTo::tier;
    });
}

template <typename Bits>
void expect_parents(const GameTier<Bits>& tier, const engine::Position<Bits>& p, TiersMet& met) {
    std::set<std::pair<std::string, std::pair<std::uint32_t, std::uint64_t>>> named;
    tier.each_parent(p, [&](const engine::Position<Bits>& parent, tablebase::Slot slot) {
        const std::string name = fen(tier, parent);
        named.insert({name, {slot.table, slot.index}});
        ASSERT_TRUE(engine::violations(tier.game().setup(parent), tier.game()).empty()) << name;
        ASSERT_TRUE(tier.holds(parent));
        ASSERT_TRUE(slots(tier, parent).contains({slot.table, slot.index})) << name;
        ASSERT_TRUE(leads_to(tier, parent, p)) << name << " has no move to " << fen(tier, p);
        ++met.parents;
    });
    std::map<std::string, std::size_t> entries;
    for (const auto& [name, slot] : named) ++entries[name];
    tier.each_parent(p, [&](const engine::Position<Bits>& parent, tablebase::Slot) {
        ASSERT_EQ(entries[fen(tier, parent)], slots(tier, parent).size());
    });
}

template <typename Bits>
void expect_children(const GameTier<Bits>& tier, const engine::Position<Bits>& p, TiersMet& met) {
    engine::MoveList list;
    tier.moves(p, list);
    const rules::Rules& rules = tier.game().rules();
    for (const engine::Move m : list) {
        const auto child = tier.play(p, m);
        const engine::Setup setup = tier.game().setup(child);
        const Material material = material_of(setup, rules);
        const tablebase::LeadsTo lead = tier.leads_to(p, m, child);
        ++met.leads[static_cast<std::size_t>(lead)];
        if (tier.stays_in_tier(p, m)) {
            ASSERT_EQ(lead, tablebase::LeadsTo::tier);
            ASSERT_EQ(tier.child_index(p).slot_after(m), tier.slot(child));
        }
        const std::string what = fen(tier, p) + " " + engine::uci(m, rules);
        if (!setup.en_passant.empty() || setup.passes != 0 || !tier.game().guards_its_own(child)) {
            ASSERT_EQ(lead, tablebase::LeadsTo::unindexed) << what;
        } else if (tier.holds(child)) {
            ASSERT_EQ(lead, tablebase::LeadsTo::tier) << what;
            bool named = false;
            Slots by_parents;
            tier.each_parent(child, [&](const engine::Position<Bits>& parent, tablebase::Slot slot) {
                if (tier.key(parent) != tier.key(p)) return;
                named = true;
                by_parents.emplace(slot.table, slot.index);
            });
            ASSERT_TRUE(named) << what;
            ASSERT_EQ(by_parents, slots(tier, p)) << what;
        } else {
            ASSERT_EQ(lead, tablebase::LeadsTo::sub_tier) << what;
            const auto sub_tier = tier.sub_tier(child);
            if (!sub_tier) {
                ASSERT_TRUE(tier.end(child)) << what;
                ASSERT_TRUE(over(material, rules)) << what;
            } else {
                const tablebase::Material& named = tier.sub_tiers()[sub_tier->number()];
                ASSERT_TRUE(named == material || (!tier.colours_matter() && named == material.swapped()))
                    << what;
            }
        }
    }
}

/// How many symmetries keep the placement of an entry as it is.
template <typename Bits>
unsigned symmetries_of(const GameTier<Bits>& tier, tablebase::Slot slot) {
    unsigned result = 0;
    tier.each_position(slot.table, slot.index, slot.index + 1,
                       [&](auto, const auto&, const auto& place) { result = place.symmetries(); });
    return result;
}

/// Every move that stays is found once among the parents of the entry that is counted for its child.
template <typename Bits>
void expect_counted_moves(const GameTier<Bits>& tier, const engine::Position<Bits>& p, tablebase::Slot slot,
                          TiersMet& met) {
    if (symmetries_of(tier, slot) != 1) return;
    engine::MoveList list;
    tier.moves(p, list);
    std::map<std::pair<std::uint32_t, std::uint64_t>, unsigned> moves;
    for (const engine::Move m : list) {
        const auto child = tier.play(p, m);
        if (tier.stays_in_tier(p, m))
            ++moves[*slots(tier, child).begin()];
        else if (tier.leads_to(p, m, child) == tablebase::LeadsTo::tier)
            return;
    }
    for (const auto& [least, count] : moves) {
        const tablebase::Slot child{least.first, least.second};
        if (symmetries_of(tier, child) != 1) continue;
        unsigned found = 0;
        tier.each_parent(*tier.position(child), [&](const auto&, tablebase::Slot s) { found += s == slot; });
        ASSERT_EQ(found, count) << "from " << fen(tier, *tier.position(child));
        met.counted += count;
    }
}

template <typename Bits>
bool keeps_found(const TierRules<Bits>& shared, const SquareMap& map, const Material& material) {
    for (const Color c : both_colors)
        for (unsigned k = 0; k < shared.found[c].size(); ++k)
            if (material.armies[c][k] != 0 && mapped(map, shared.found[c][k]) != shared.found[c][k])
                return false;
    return true;
}

template <typename Bits>
void expect_laws(const GameTier<Bits>& tier, const TierRules<Bits>& shared, const engine::Position<Bits>& p,
                 tablebase::Slot slot, TiersMet& met) {
    ++met.positions;
    SCOPED_TRACE(fen(tier, p));
    ASSERT_EQ(tier.slot(p), slot);
    ASSERT_TRUE(tier.holds(p));
    const auto made = tier.game().position(tier.game().setup(p));
    ASSERT_TRUE(made) << made.error().front().message;
    ASSERT_EQ(tier.key(*made), tier.key(p));
    const Slots own = slots(tier, p);
    ASSERT_TRUE(own.contains({slot.table, slot.index}));
    const rules::Rules& rules = tier.game().rules();
    const Material here = material_of(tier.game().setup(p), rules);
    unsigned keeps = 0;
    for (const SquareMap& map : symmetries(tier.game().compiled(), kinds_of(here, rules))) {
        // What may never be on the board can still decide where a pawn may be found: then less is folded.
        if (!keeps_found(shared, map, here)) continue;
        const auto twin = tier.game().position(mapped_setup(tier, p, map, false));
        ASSERT_TRUE(twin);
        ASSERT_EQ(slots(tier, *twin), own);
        ASSERT_EQ(tier.end(*twin), tier.end(p));
        ASSERT_EQ(tier.game().count(*twin), tier.game().count(p));
        keeps += tier.key(*twin) == tier.key(p);
    }
    ASSERT_EQ(symmetries_of(tier, slot), keeps);
    expect_counted_moves(tier, p, slot, met);
    if (shared.swap) {
        const auto twin = tier.game().position(mapped_setup(tier, p, *shared.swap, true));
        ASSERT_TRUE(twin);
        ASSERT_EQ(slots(tier, *twin), own);
        ASSERT_EQ(tier.end(*twin), tier.end(p));
        ASSERT_EQ(tier.game().count(*twin), tier.game().count(p));
        expect_parents(tier, *twin, met);
        expect_children(tier, *twin, met);
    }
    expect_parents(tier, p, met);
    expect_children(tier, p, met);
}

template <typename Bits>
void expect_laws(const GameTier<Bits>& tier, const TierRules<Bits>& shared, Random& random,
                 std::uint64_t samples, TiersMet& met) {
    ++met.tiers;
    SCOPED_TRACE(text(tier.material(), tier.game().rules()));
    for (std::uint32_t t = 0; t < tier.tables(); ++t) {
        if (tier.table_size(t) == 0) continue;
        for (std::uint64_t i = 0; i < samples; ++i) {
            const std::uint64_t index = random.below(tier.table_size(t));
            const auto p = tier.position({t, index});
            bool visited = false;
            const std::uint64_t end = std::min(tier.table_size(t), index + 150);
            tier.each_position(t, index, end, [&](std::uint64_t at, const auto& q, const auto&) {
                visited = visited || (at == index && p && tier.key(q) == tier.key(*p));
                ASSERT_EQ(tier.slot(q), (Slot{t, at}));
            });
            ASSERT_EQ(visited, p.has_value());
            if (p) expect_laws(tier, shared, *p, {t, index}, met);
            if (::testing::Test::HasFatalFailure()) return;
        }
    }
}

template <typename Bits>
void expect_laws_of_game(const rules::Rules& rules, const rules::Region& holes,
                         const std::vector<engine::Barred>& barred, unsigned men, std::size_t max_tiers,
                         std::uint64_t samples, Random& random, TiersMet& met) {
    const auto shared = std::make_shared<const TierRules<Bits>>(
        engine::Game<Bits>{std::make_shared<const engine::CompiledRules<Bits>>(rules, holes, barred)});
    std::vector<Material> all = materials(rules, men, shared->swap.has_value());
    for (std::size_t i = 0; i < all.size(); ++i) std::swap(all[i], all[i + random.below(all.size() - i)]);
    if (all.size() > max_tiers) all.resize(max_tiers);
    for (const Material& material : all) {
        ASSERT_EQ(parse_material(text(material, rules), rules).value(), material);
        const auto tier = GameTier<Bits>::make(shared, material);
        if (tier) expect_laws(*tier, *shared, random, samples, met);
        if (::testing::Test::HasFatalFailure()) return;
    }
}

void expect_met(const TiersMet& met) {
    EXPECT_GT(met.positions, 0U);
    EXPECT_GT(met.parents, 0U);
    EXPECT_GT(met.counted, 0U);
    EXPECT_GT(met.leads[0], 0U);
    EXPECT_GT(met.leads[1], 0U);
}

TEST(GameTierLaws, EveryShippedVariant) {
    Random random{51};
    TiersMet met;
    for (const rules::Rules* rules : testing::shipped().all()) {
        if (hands_come_back(*rules) || !check_tables_know(*rules)) continue;
        SCOPED_TRACE(rules->name);
        if (rules->files * rules->ranks <= 64)
            expect_laws_of_game<std::uint64_t>(*rules, {}, {}, 4, testing::scaled(6), 2, random, met);
        else
            expect_laws_of_game<Bits256>(*rules, {}, {}, 4, testing::scaled(2), 2, random, met);
        if (HasFatalFailure()) return;
    }
    expect_met(met);
}

TEST(GameTierLaws, VariantsThatNobodyEverPlayed) {
    Random random{52};
    TiersMet met;
    for (std::uint64_t i = 0; i < testing::scaled(60); ++i) {
        const rules::Rules rules = testing::random_table_rules(random);
        const engine::Setup terrain = reference::random_setup(random, rules);
        SCOPED_TRACE(rules::canonical_text(rules) + engine::print_fen(terrain));
        if (rules.files * rules.ranks <= 64 && !random.one_in(4))
            expect_laws_of_game<std::uint64_t>(rules, terrain.holes, terrain.barred, 4, 6, 8, random, met);
        else
            expect_laws_of_game<Bits256>(rules, terrain.holes, terrain.barred, 4, 6, 4, random, met);
        if (HasFatalFailure()) return;
    }
    expect_met(met);
    if (!testing::scaled_down()) {
        EXPECT_GT(met.leads[2], 0U);
    }
}

/// Every position, but those that only unindexed moves lead to, has its entries, no other placement is met,
/// and the weights count them.
void expect_all_counted(const rules::Rules& rules, const engine::Setup& terrain, const Material& material,
                        TiersMet& met) {
    using Bits = std::uint64_t;
    const auto shared = std::make_shared<const TierRules<Bits>>(engine::Game<Bits>{
        std::make_shared<const engine::CompiledRules<Bits>>(rules, terrain.holes, terrain.barred)});
    const auto tier = GameTier<Bits>::make(shared, material);
    if (!tier) return;
    ++met.tiers;
    SCOPED_TRACE(text(material, rules));
    std::vector<std::set<std::uint64_t>> entries(tier->tables());
    std::vector<std::uint64_t> legal(tier->tables());
    for (const Color to_move : both_colors)
        for (const bool swapped : {false, true}) {
            if (swapped && (!shared->swap || material == material.swapped())) continue;
            Material left = swapped ? material.swapped() : material;
            engine::Setup setup = terrain;
            setup.men = {};
            setup.walls = {};
            setup.gates = {};
            setup.to_move = to_move;
            testing::put_beside_board(setup, rules, left);
            testing::each_placement(setup, rules, left, [&](const engine::Setup& placed) {
                const auto p = tier->game().position(placed);
                if (!p || !tier->game().guards_its_own(*p)) return;
                ASSERT_TRUE(tier->holds(*p));
                if (tier->misplaced(*p)) return;
                tier->each_slot(*p, [&](tablebase::Slot s) { entries[s.table].insert(s.index); });
                const auto own = tier->position(tier->slot(*p));
                ASSERT_TRUE(own) << engine::print_fen(placed);
                ASSERT_TRUE(slots(*tier, *own) == slots(*tier, *p)) << engine::print_fen(placed);
                if (to_move == Color::white || !shared->swap) ++legal[tier->slot(*p).table];
            });
        }
    for (std::uint32_t t = 0; t < tier->tables(); ++t) {
        std::uint64_t weights = 0;
        std::set<std::uint64_t> seen;
        tier->each_position(t, 0, tier->table_size(t), [&](std::uint64_t i, const auto&, const auto& place) {
            seen.insert(i);
            weights += place.weight();
        });
        ASSERT_EQ(seen, entries[t]);
        // An entry stands for as many placements as its lead has copies.
        ASSERT_EQ(weights, legal[t]);
        met.positions += legal[t];
    }
}

TEST(GameTierLaws, ThoroughEveryLegalPositionHasItsPlace) {
    Random random{53};
    TiersMet met;
    for (std::uint64_t i = 0; i < testing::scaled(40);) {
        const rules::Rules rules = testing::random_table_rules(random);
        if (rules.files * rules.ranks > 12) continue;
        ++i;
        engine::Setup terrain = reference::random_setup(random, rules);
        terrain.castling.clear();
        terrain.en_passant.clear();
        terrain.passes = 0;
        SCOPED_TRACE(rules::canonical_text(rules) + engine::print_fen(terrain));
        const auto all = materials(rules, 3, false);
        for (int n = 0; n < 3 && !all.empty(); ++n)
            expect_all_counted(rules, terrain, all[random.below(all.size())], met);
        if (HasFatalFailure()) return;
    }
    for (const char* name : {"small3x3", "small3x4", "small4x4"})
        for (const char* material : {"KvK", "KPvK", "KQvKP", "KRvKR"}) {
            const rules::Rules& rules = testing::shipped(name);
            engine::Setup terrain;
            terrain.files = rules.files;
            terrain.ranks = rules.ranks;
            expect_all_counted(rules, terrain, parse_material(material, rules).value(), met);
        }
    EXPECT_GT(met.tiers, 0U);
    EXPECT_GT(met.positions, 0U);
}

// A pawn is found where play can bring it: not behind the squares of its double step, unless the start has it
// there; without a double step the rules do not say where it began.
TEST(GameTier, PawnsAreFoundWherePlayBringsThem) {
    const auto found = [](const rules::Rules& rules) {
        const TierRules<std::uint64_t> tier_rules{
            engine::Game<std::uint64_t>{std::make_shared<const engine::CompiledRules<std::uint64_t>>(
                rules, rules::Region{}, std::vector<engine::Barred>{})}};
        const auto& compiled = tier_rules.game.compiled();
        return std::pair{tier_rules.found[Color::white][compiled.kind_of('P').index()].bits(),
                         tier_rules.swap.has_value()};
    };
    EXPECT_EQ(found(testing::shipped("chess")), std::pair(std::uint64_t{0x00FFFFFFFFFFFF00U}, true));
    EXPECT_EQ(found(testing::shipped("small4x4")), std::pair(std::uint64_t{0x0FFFU}, true));
    const auto behind = rules::read_rules("[behind:chess]\nstartFen = 4k3/8/8/8/8/8/8/P3K3 w - - 0 1\n",
                                          [](std::string_view) { return &testing::shipped("chess"); });
    ASSERT_TRUE(behind) << behind.error().message;
    // A black pawn is not found on a8: no table of black pawns serves for white ones.
    EXPECT_EQ(found(behind->front()), std::pair(std::uint64_t{0x00FFFFFFFFFFFF01U}, false));
}

}  // namespace
}  // namespace zermelo::tablebase
