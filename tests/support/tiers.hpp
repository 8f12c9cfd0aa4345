// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/partwise_retrograde.hpp"
#include "zermelo/tablebase/partwise_values.hpp"
#include "zermelo/tablebase/retrograde.hpp"
#include "zermelo/tablebase/setwise_retrograde.hpp"
#include "zermelo/tablebase/setwise_verify.hpp"
#include "zermelo/tablebase/sliced_tier.hpp"
#include "zermelo/tablebase/slot_store.hpp"
#include "zermelo/tablebase/tier_verify.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

#include "support/scratch.hpp"

namespace zermelo::testing {

template <typename Bits>
std::shared_ptr<const tablebase::TierRules<Bits>> tier_rules(const rules::Rules& rules,
                                                             const rules::Region& holes = {},
                                                             const std::vector<engine::Barred>& barred = {}) {
    return std::make_shared<const tablebase::TierRules<Bits>>(
        engine::Game<Bits>{std::make_shared<const engine::CompiledRules<Bits>>(rules, holes, barred)});
}

/// Solves tiers with all that is below them, verifies each, and keeps them.
template <typename Bits>
class TierSolver {
  public:
    using Tier = tablebase::GameTier<Bits>;
    using Table = tablebase::TierTable<Tier>;
    struct Solved {
        Table table;
        tablebase::TierAudit audit;
    };

    /// `first_count`: as of `tablebase::Retrograde`, if not the usual one.
    explicit TierSolver(std::shared_ptr<const tablebase::TierRules<Bits>> rules,
                        std::optional<std::uint8_t> first_count = {})
        : rules_(std::move(rules)), encoding_(!rules_->game.wins_unmoved()), first_count_(first_count) {}
    explicit TierSolver(const rules::Rules& rules, std::optional<std::uint8_t> first_count = {})
        : TierSolver(tier_rules<Bits>(rules), first_count) {}

    const rules::Rules& rules() const { return rules_->game.rules(); }
    tablebase::ValueEncoding encoding() const { return encoding_; }

    /// An error if the material has no tier, or what is below has not been solved.
    Result<const Solved*> solve(const tablebase::Material& asked) {
        const tablebase::Material material = rules_->swap ? tablebase::canonical(asked, rules()) : asked;
        if (const auto known = solved_.find(material); known != solved_.end()) return &known->second;
        auto tier = Tier::make(rules_, material);
        if (!tier) return tl::make_unexpected(tier.error());
        std::vector<const Table*> below;
        for (const tablebase::Material& m : tier->sub_tiers()) {
            const auto lower = solve(m);
            // What no man has room for is never met.
            below.push_back(lower ? &(*lower)->table : nullptr);
        }
        bool setwise = false;
        const auto probe = [&](const engine::Position<Bits>& child) -> std::uint8_t {
            if (const auto n = tier->sub_tier(child)) {
                if (below[n->number()] != nullptr) return below[n->number()]->byte(child);
                ADD_FAILURE() << text(material, rules()) << " leads to "
                              << print_fen(tier->game().setup(child)) << ", which has no tier";
                return tablebase::ValueEncoding::draw;
            }
            const auto end = tier->end(child);
            // Set-wise captures are looked up before it is known whether a man makes them.
            EXPECT_TRUE(end || setwise)
                << text(material, rules()) << " leads to " << print_fen(tier->game().setup(child));
            const auto outcome = end.value_or(game::Outcome::draw);
            return outcome == game::Outcome::draw   ? tablebase::ValueEncoding::draw
                   : outcome == game::Outcome::loss ? *encoding_.loss(0)
                                                    : *encoding_.win(0);
        };
        using Retrograde = tablebase::Retrograde<Tier, decltype(probe)>;
        auto table =
            Retrograde{*tier, encoding_, probe, {}, first_count_.value_or(Retrograde::usual_first_count)}
                .run();
        if (!table) return tl::make_unexpected(table.error());
        const auto byte = [&](tablebase::Slot slot) { return table->raw()[slot.table][slot.index]; };
        auto audit =
            tablebase::TierVerifier<Tier, decltype(byte), decltype(probe)>{*tier, encoding_, byte, probe}
                .run();
        expect_in_parts(*tier, *table, probe);
        if constexpr (std::is_same_v<Bits, std::uint64_t>)
            if (const auto slices = tablebase::SlicedTier::make(*tier)) {
                ++sliced_;
                setwise = true;
                if (slices->has_unindexed()) ++sliced_unindexed_;
                expect_setwise(*slices, *table, audit, probe);
            }
        const auto place = solved_.try_emplace(material, Solved{*std::move(table), std::move(audit)}).first;
        return &place->second;
    }
    Result<const Solved*> solve(const std::string& text) {
        return tablebase::parse_material(text, rules()).and_then([&](const auto& m) { return solve(m); });
    }

    /// How many of the tiers could be cut into slices, and came to the same that way.
    unsigned sliced() const { return sliced_; }
    /// In how many of these men may pass where an enemy captures en passant.
    unsigned sliced_unindexed() const { return sliced_unindexed_; }

  private:
    template <typename Below>
    void expect_in_parts(const Tier& tier, const Table& table, const Below& below) {
        const auto name = text(tier.material(), rules());
        const tablebase::PartSizes sizes =
            table.bytes() < 50'000 ? tablebase::PartSizes{64, 256} : tablebase::PartSizes::of(table.bytes());
        auto store = tablebase::SlotStore::create(scratch_->file("tier"));
        ASSERT_TRUE(store) << store.error().message;
        const auto values =
            tablebase::PartwiseRetrograde{tier, encoding_, std::cref(below), *std::move(store), sizes}.run();
        ASSERT_TRUE(values) << name << ": " << values.error().message;
        for (std::uint32_t t = 0; t < tier.tables(); ++t)
            for (std::uint64_t first = 0; first < tier.table_size(t); first += sizes.window) {
                const auto window = values->template read<std::uint8_t>(t, first / sizes.window);
                ASSERT_TRUE(window) << name << ": " << window.error().message;
                for (std::uint64_t i = 0; i < window->size(); ++i)
                    ASSERT_EQ((*window)[i], table.raw()[t][first + i])
                        << name << ' ' << t << ':' << first + i << ' '
                        << print_fen(tier.game().setup(*tier.position({t, first + i})));
            }
    }

    template <typename Below>
    void expect_setwise(const tablebase::SlicedTier& slices, const Table& table,
                        const tablebase::TierAudit& audit, const Below& below) {
        const auto name = text(slices.tier().material(), rules());
        const auto bytes = tablebase::SetwiseRetrograde{slices, encoding_, std::cref(below)}.run();
        ASSERT_TRUE(bytes) << name;
        ASSERT_EQ(*bytes, table.raw()) << name;
        const auto again = tablebase::SetwiseVerifier{slices, encoding_, table.raw(), std::cref(below)}.run();
        EXPECT_FALSE(again.fault) << name;
        EXPECT_EQ(again.tables, audit.tables) << name;
    }

    std::shared_ptr<ScratchFolder> scratch_ = std::make_shared<ScratchFolder>();
    unsigned sliced_ = 0;
    unsigned sliced_unindexed_ = 0;
    std::shared_ptr<const tablebase::TierRules<Bits>> rules_;
    tablebase::ValueEncoding encoding_;
    std::optional<std::uint8_t> first_count_;
    std::map<tablebase::Material, Solved> solved_;
};

}  // namespace zermelo::testing
