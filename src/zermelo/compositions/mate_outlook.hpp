// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "zermelo/compositions/mate_patterns.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Whether a mate, or a stalemate, can still come about, by its patterns, where they are few enough to be
/// built: many mean that little can be ruled out. Where it says no there is none.
template <typename Bits>
class MateOutlook {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Patterns = MatePatterns<Bits>;

    /// What is known of a position from those before it.
    struct Prospect {
        Roster<Bits> men;                 ///< where there are patterns
        std::size_t first = 0, last = 0;  ///< the patterns that are left, in `open_`
        /// The men that have changed since those were left.
        std::array<typename Patterns::Change, Patterns::max_changes> changes;
        std::size_t changed = 0;
    };

    MateOutlook(const Game& game, Color mated, bool stalemates, Spending& spending)
        : game_(game),
          mated_(mated),
          zones_(game.compiled(), mated),
          ways_(game.compiled()),
          patterns_(game, mated, stalemates, zones_, ways_, spending) {}

    /// Whether it says anything of a position and those that follow.
    bool applies(const Position& p) const { return zones_.hold() && game_.royals(p, mated_).size() == 1; }

    /// Builds what is asked in a search from `p`; before, and where there are more than `max_patterns`,
    /// nothing is ruled out. Precondition: `applies`.
    Prospect begin(const Position& p, MovesToMate left, std::size_t max_patterns) {
        Prospect prospect;
        // Where they were too many for fewer moves, they are so again.
        by_patterns_ = max_patterns > too_few_ && patterns_.build(p, left, max_patterns);
        if (!by_patterns_) {
            too_few_ = std::max(too_few_, max_patterns);
            return prospect;
        }
        prospect.men = patterns_.men();
        open_ = patterns_.all();
        prospect.last = end_ = open_.size();
        return prospect;
    }

    /// Whether it rules out anything.
    bool has_patterns() const { return by_patterns_; }

    /// The prospect after a legal move, from `p` to `q`. Precondition: at most one was made since it was
    /// narrowed.
    Prospect after(const Prospect& before, const Position& p, engine::Move m, const Position& q) {
        Prospect prospect = before;
        if (!by_patterns_) return prospect;
        prospect.men.play(game_.compiled(), p, m, q, [&](std::size_t man) {
            const auto end = prospect.changes.begin() + prospect.changed;
            if (std::none_of(prospect.changes.begin(), end,
                             [&](const auto& known) { return known.man == man; }))
                prospect.changes[prospect.changed++] = patterns_.change(prospect.men, man);
        });
        return prospect;
    }

    /// Leaves what can still come about from `p`. False: nothing can. Whoever calls it forgets afterwards.
    bool narrow(Prospect& prospect, const Position& p, MovesToMate left) {
        if (!by_patterns_) return true;
        const std::size_t most = end_ + prospect.last - prospect.first;
        if (most > open_.size()) open_.resize(2 * most);
        auto* const open = open_.data();
        const auto* const last =
            patterns_.filter(p, prospect.men, {prospect.changes.data(), prospect.changed}, left,
                             {open + prospect.first, open + prospect.last}, open + end_);
        prospect.first = end_;
        prospect.last = end_ = static_cast<std::size_t>(last - open);
        prospect.changed = 0;
        return prospect.last > prospect.first;
    }

    /// Whose king is mated.
    Color mated() const { return mated_; }
    /// What is remembered, and forgetting all that came later.
    std::size_t mark() const { return end_; }
    void forget(std::size_t mark) { end_ = mark; }

  private:
    const Game& game_;
    Color mated_;
    MateZones<Bits> zones_;
    Ways<Bits> ways_;
    Patterns patterns_;
    bool by_patterns_ = false;
    std::size_t too_few_ = 0;                    ///< with at most as many, some were left
    std::vector<typename Patterns::Open> open_;  ///< up to `end_` a stack of what is left after each move
    std::size_t end_ = 0;
};

}  // namespace zermelo::compositions
