// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::queen_hunt {

/// The tiers of the queen hunt under its own kernel. The same game under the general engine
/// (`tablebase::GameTierGraph`) gives the same values, several times as slowly.
class TierGraph final : public tablebase::ProbedTierGraph<std::uint64_t> {
  public:
    using Game = engine::Game<std::uint64_t>;
    using TierIndex = tablebase::TierIndex;

    /// Precondition: the game is the hunt.
    explicit TierGraph(Game game);
    /// The hunt's tiers, if this is the hunt, and not another game of the same name or on other terrain.
    static std::unique_ptr<tablebase::ProbedTierGraph<std::uint64_t>> of(const Game& game);

    tablebase::ValueEncoding encoding() const override { return tablebase::ValueEncoding{true}; }
    bool swaps_colors() const override { return true; }
    std::string name(TierIndex tier) const override { return tiers_.name(tier); }
    std::string swapped_name(TierIndex tier) const override { return tiers_.swapped_name(tier); }
    Result<TierIndex> parse(std::string_view name) const override { return tiers_.parse(name); }
    Result<std::string> normal(std::string_view name) const override { return tiers_.normal(name); }
    /// All 171 (324 with the colours distinguished), or those of at most `men` men.
    Result<std::vector<TierIndex>> all(std::optional<unsigned> men) const override;
    Result<std::shared_ptr<const tablebase::SolvableTier>> tier(TierIndex tier) const override;
    /// Errors: an army outside what the tables hold. Never nothing: every position of the hunt has an index.
    Result<std::optional<Location>> locate(const engine::Position<std::uint64_t>& p) const override;

    /// What `tablebase::TierOf` asks.
    using Tier = queen_hunt::Tier;
    Result<Tier> kernel_tier(TierIndex tier) const { return made(tier); }
    std::vector<TierIndex> sub_tiers(const Tier& tier) const;
    std::string fen(const Tier& tier, tablebase::Slot slot, bool swapped) const;
    std::size_t squares() const { return 16; }
    void write_men(const Position& p, std::uint32_t table, std::span<std::uint8_t> men) const;
    template <typename Reader>
    class SubTiers {
      public:
        SubTiers(const TierGraph& graph, const Tier& tier, const std::vector<const Reader*>& readers)
            : tier_(&tier) {
            const std::vector<TierIndex> tiers = graph.sub_tiers(tier);
            for (const unsigned loser : {0U, 1U})
                for (const Kind lost : {Kind::rook, Kind::bishop, Kind::knight})
                    for (std::size_t i = 0; i < tiers.size(); ++i)
                        if (readers[i] != nullptr &&
                            tiers[i] == Tiers::tier_after(tier.armies(), loser, lost))
                            below_[loser][static_cast<unsigned>(lost)] = {
                                readers[i],
                                readers[i]->tier.armies()[1] == tier.armies()[1 - loser] ? 0U : 1U};
        }
        /// Precondition: a move out of the tier leads here, and it does not win at once.
        tablebase::Number operator()(const Position& p) const {
            const auto [loser, lost] = tier_->capture_before(p);
            const Below& below = below_[loser][static_cast<unsigned>(lost)];
            return below.reader->values[below.reader->tier.slot_in(below.table, p)];
        }

      private:
        struct Below {
            const Reader* reader = nullptr;
            std::uint32_t table = 0;  ///< in which the loser is to move
        };
        const Tier* tier_;
        std::array<std::array<Below, 4>, 2> below_{};
    };

  private:
    /// The tier, made when it is first asked for.
    const Tier& made(TierIndex tier) const;

    Game game_;
    std::array<std::optional<Kind>, 26> kinds_;  ///< by the engine's number
    Tiers tiers_;
    mutable std::array<std::atomic<const Tier*>, Tiers::count> made_{};
    mutable std::mutex mutex_;  ///< for who makes one
    mutable std::deque<Tier> kept_;
};

}  // namespace zermelo::queen_hunt
