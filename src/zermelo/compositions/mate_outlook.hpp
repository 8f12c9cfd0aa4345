// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "zermelo/compositions/mate_bound.hpp"
#include "zermelo/compositions/mate_patterns.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Whether a mate can still come about: by its patterns where they are few enough to be built, else by the
/// bound. Where it says no there is none.
template <typename Bits>
class MateOutlook {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// What is known of a position from those before it.
    struct Prospect {
        Set kings = ~Set{};               ///< where the king may be mated
        Roster<Bits> men;                 ///< where there are patterns
        std::size_t first = 0, last = 0;  ///< the patterns that are left, in `alive_`
    };

    MateOutlook(const Game& game, Color mated, Spending& spending)
        : game_(game), mated_(mated), zones_(game.compiled(), mated), ways_(game.compiled()) {
        if (!zones_.hold()) return;
        patterns_.emplace(game, mated, zones_, ways_, spending);
        bound_.emplace(game, mated, zones_, ways_, spending);
    }

    /// Whether it says anything of a position and those that follow.
    bool applies(const Position& p) const { return zones_.hold() && game_.royals(p, mated_).size() == 1; }

    /// From now on the bound is asked.
    Prospect begin() {
        by_patterns_ = false;
        return {};
    }
    /// Builds the patterns for a search from `p`, where they are few enough; before that the bound is asked.
    /// Precondition: `applies`.
    Prospect begin(const Position& p, MovesToMate left) {
        Prospect prospect;
        by_patterns_ = patterns_->build(p, left);
        if (!by_patterns_) return prospect;
        prospect.men = patterns_->men();
        alive_.resize(patterns_->size());
        std::iota(alive_.begin(), alive_.end(), 0U);
        prospect.last = alive_.size();
        return prospect;
    }

    /// The prospect after a legal move, from `p` to `q`.
    Prospect after(const Prospect& before, const Position& p, engine::Move m, const Position& q) const {
        Prospect prospect = before;
        if (by_patterns_) prospect.men.play(game_.compiled(), p, m, q);
        return prospect;
    }

    /// Leaves what can still come about from `p`. False: nothing can. Whoever calls it forgets afterwards.
    bool narrow(Prospect& prospect, const Position& p, MovesToMate left) {
        if (!by_patterns_) {
            prospect.kings = bound_->possible(p, prospect.kings, left);
            return prospect.kings.any();
        }
        const std::size_t end = alive_.size();
        patterns_->filter(p, prospect.men, left, prospect.first, prospect.last, alive_);
        prospect.first = end;
        prospect.last = alive_.size();
        return prospect.last > prospect.first;
    }

    /// Whose king is mated.
    Color mated() const { return mated_; }
    /// What is remembered, and forgetting all that came later.
    std::size_t mark() const { return alive_.size(); }
    void forget(std::size_t mark) { alive_.resize(mark); }

  private:
    const Game& game_;
    Color mated_;
    MateZones<Bits> zones_;
    Ways<Bits> ways_;
    std::optional<MatePatterns<Bits>> patterns_;
    std::optional<MateBound<Bits>> bound_;
    bool by_patterns_ = false;
    std::vector<std::uint32_t> alive_;  ///< numbers of patterns: a stack of what is left after each move
};

}  // namespace zermelo::compositions
