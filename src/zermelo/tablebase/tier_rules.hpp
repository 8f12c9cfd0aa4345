// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/hash128.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/tablebase/symmetry.hpp"
#include "zermelo/tablebase/unmoves.hpp"

namespace zermelo::tablebase {

/// What all tiers of a game share.
template <typename Bits>
struct TierRules {
    /// Cost: some 10 µs a kind and side on 8×8, more where a royal piece's squares are looked at one by one.
    explicit TierRules(engine::Game<Bits> of);

    engine::Game<Bits> game;
    /// A man that stands where none of its kind may be found: no play leads there.
    std::optional<Square> misplaced(const engine::Position<Bits>& p) const;
    /// The FEN of a position, or of the same one with colours swapped. Precondition: `swap`, for that.
    std::string fen(const engine::Position<Bits>& p, bool swapped) const;

    /// Makes Black's view White's; nothing where the rules treat the sides differently, or the
    /// men of one are found where the other's are not.
    std::optional<SquareMap> swap;
    /// By side and kind: where its men may be found in a position: a pawn not where it must have promoted,
    /// nor where it cannot have come to from the squares of its double step, of the variant's start, and
    /// where it is dropped.
    ByColor<std::vector<SquareSet<Bits>>> found;
    Unmoves<Bits> unmoves;
    /// `judges_moves`.
    bool judged = false;
    /// By side: kinds that can move to and fro for ever, each time to be captured en passant.
    ByColor<rules::Letters> endless;
};

/// What every tier of a game asks of the game itself; the base of `GameTier` and `GroupTier`.
template <typename Bits>
class TierPlay {
  public:
    using Position = engine::Position<Bits>;

    const engine::Game<Bits>& game() const { return rules_->game; }
    void moves(const Position& p, engine::MoveList& list) const { game().moves(p, list); }
    Position play(const Position& p, engine::Move m) const { return game().play(p, m); }
    std::optional<game::Outcome> end(const Position& p) const { return game().end(p); }
    std::optional<game::Outcome> end_unmoved(const Position& p) const { return game().end_unmoved(p); }
    bool lost(const Position& p) const { return game().lost(p); }
    Hash128 key(const Position& p) const { return game().key(p); }
    bool wins_unmoved() const { return game().wins_unmoved(); }
    /// As `TierRules::misplaced`.
    std::optional<Square> misplaced(const Position& p) const { return rules_->misplaced(p); }

  protected:
    explicit TierPlay(std::shared_ptr<const TierRules<Bits>> rules) : rules_(std::move(rules)) {}
    std::shared_ptr<const TierRules<Bits>> rules_;
};

extern template struct TierRules<std::uint64_t>;
extern template struct TierRules<Bits256>;

}  // namespace zermelo::tablebase
