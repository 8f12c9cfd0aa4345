// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// The line of play from the diagram to where a search stands, as far as a goal asks for it: a circuit asks
/// where a man stood in the diagram. Where no goal does, nothing is kept.
template <typename Bits>
class Journey {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;

    Journey(const Game& game, bool kept) : game_(game), kept_(kept) {}
    Journey(const Journey&) = delete;
    Journey& operator=(const Journey&) = delete;

    /// While it lives, the line is longer by a move.
    class Step {
      public:
        Step(Journey& journey, const Position& p, Move m) : journey_(journey), before_(journey.hops_.size()) {
            if (journey.kept_) journey.add(p, m);
        }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;
        ~Step() { journey_.hops_.resize(before_); }

      private:
        Journey& journey_;
        std::size_t before_;
    };

    /// Where the man stood in the diagram that stands on a square now: a promoted man where its pawn did,
    /// and a dropped man nowhere. Cost: O(moves of the line).
    std::optional<Square> start_of(Square square) const {
        std::size_t followed = 0;  // a move takes a man along once
        for (auto hop = hops_.rbegin(); hop != hops_.rend(); ++hop) {
            if (hop->to != square || hop->move == followed) continue;
            if (!hop->from) return std::nullopt;
            square = *hop->from;
            followed = hop->move;
        }
        return square;
    }

    /// What a search has to know of a position besides the number of moves left.
    Hash128 key(const Position& p) const {
        Hash128 key = game_.key(p);
        if (!kept_) return key;
        for (auto men = p.occupied(); men.any();) {
            const Square at = men.take_first();
            const auto start = start_of(at);
            if (start == at) continue;
            Random mixed{(start ? std::uint64_t{start->index()} + 1 : 0) << 16U | at.index()};
            key.high ^= mixed();
            key.low ^= mixed();
        }
        return key;
    }

  private:
    struct Hop {
        std::optional<Square> from;
        Square to;
        std::size_t move;  ///< its number in the line, from 1
    };

    void add(const Position& p, Move m) {
        const std::size_t move = hops_.empty() ? 1 : hops_.back().move + 1;
        if (m.is_castling()) {
            const engine::Castling<Bits> c{game_.compiled(), p, p.to_move(),
                                           m.type == Move::Type::castle_kingside};
            hops_.push_back({c.king, c.king_to, move});
            hops_.push_back({c.rook, c.rook_to, move});
        } else if (m.is_drop()) {
            hops_.push_back({std::nullopt, m.to, move});
        } else if (m.from != m.to) {
            hops_.push_back({m.from, m.to, move});
        }
    }

    const Game& game_;
    bool kept_;
    std::vector<Hop> hops_;
};

}  // namespace zermelo::compositions
