// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "zermelo/puzzles/queen_hunt/attacks.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"

namespace zermelo::queen_hunt {

/// Moves, in place. A side has at most 33: a queen 11, two rooks 6 each, two bishops 5 each.
class MoveList {
  public:
    static constexpr std::size_t capacity = 40;

    /// Precondition: size() < capacity.
    void push(Move move) {
        assert(size_ < capacity);
        moves_[size_++] = move;
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    const Move& operator[](std::size_t i) const { return moves_[i]; }

  private:
    // Left as they are until they are pushed: a search makes a list at every node.
    std::size_t size_ = 0;
    union {
        std::array<Move, capacity> moves_;
    };

  public:
    MoveList() {}  // NOLINT(modernize-use-equals-default): the union has no default
};

/// Every move of the side to move: pieces by kind and square. Cost: O(moves).
inline void list_moves(const Position& p, MoveList& list);

/// Whether the side to move may make a move. Cost: one look-up.
inline bool is_legal(const Position& p, const Move& move) {
    const unsigned plane = lane(move.kind);
    return (p.own() >> (plane + move.from_index) & 1U) != 0 &&
           (squares(p.own()) >> move.to_index & 1U) == 0 &&
           (attacks(move.from_index, p.occupied()) >> (plane + move.to_index) & 1U) != 0;
}

/// The position after a move, the other side to move. Precondition: the mover's piece stands on `from`, and
/// none of its pieces on `to`.
inline Position play(const Position& p, const Move& move) {
    const std::uint64_t step = (std::uint64_t{1} << move.from_index | std::uint64_t{1} << move.to_index)
                               << lane(move.kind);
    return Position::unchecked(p.other() & ~in_every_lane(move.to_index), p.own() ^ step);
}

/// Whether the mover has lost: its queen was captured.
inline bool lost(const Position& p) { return squares(p.own(), Kind::queen) == 0; }

/// Whether the mover can capture the enemy queen now: seen from the queen's square, no move is played.
/// Precondition: the enemy has a queen. Cost: one look-up.
inline bool wins_at_once(const Position& p) {
    return (attacks(lowest(p.other()), p.occupied()) & p.own()) != 0;
}

/// A move that captures the enemy queen, if there is one. Precondition: the enemy has a queen.
inline std::optional<Move> winning_move(const Position& p) {
    const unsigned queen = lowest(p.other());
    const std::uint64_t attackers = attacks(queen, p.occupied()) & p.own();
    if (attackers == 0) return std::nullopt;
    const unsigned bit = lowest(attackers);
    return Move{Square::from_index(bit % 16), Square::from_index(queen), static_cast<Kind>(bit / 16)};
}

/// Whether the mover loses its queen at the enemy's next move whatever it does, without playing a move.
///
/// It is the test for "checkmate or zugzwang" with the queen as king: the queen has no square that the
/// enemy does not attack, and no other piece can take the only attacker, step between, or (if nobody
/// attacks) move without opening a line. Precondition: both sides have queens, and not `wins_at_once`.
/// Cost: some ten look-ups.
bool lost_in_two(const Position& p);

/// Where a piece other than the queen must go so that none of the enemies that attack the queen captures it
/// next: anywhere (all squares) if nobody does, nowhere if two do.
inline std::uint32_t evasion_squares(unsigned queen, Army attackers) {
    if (attackers == 0) return 0xFFFF;
    if ((attackers & (attackers - 1)) != 0) return 0;
    const unsigned attacker = lowest(attackers) % 16;
    return between(queen, attacker) | 1U << attacker;
}

/// Calls f(move) for every move after which the enemy cannot capture the queen at once, and for no other,
/// until f says true; returns whether it did. Precondition: both sides have queens, and not `wins_at_once`.
/// Cost: O(moves), a look-up for each enemy.
template <typename F>
bool any_safe_move(const Position& p, F&& f);

/// Lists moves among which is every one that leaves the enemy `lost_in_two`: those that attack its queen
/// first, and the others only if it can be in zugzwang. Precondition: as for `lost_in_two`.
void list_mates(const Position& p, MoveList& list);

inline void list_moves(const Position& p, MoveList& list) {
    const std::uint32_t occupied = p.occupied();
    const std::uint32_t goals = ~squares(p.own()) & 0xFFFFU;
    for (Army rest = p.own(); rest != 0; rest &= rest - 1) {
        const unsigned bit = lowest(rest);
        const unsigned from = bit % 16;
        std::uint32_t to = static_cast<std::uint32_t>(attacks(from, occupied) >> (bit & 48U)) & goals;
        for (; to != 0; to &= to - 1)
            list.push(
                {Square::from_index(from), Square::from_index(lowest(to)), static_cast<Kind>(bit / 16)});
    }
}

/// Those of some goals of the queen that nobody attacks once it has left its square. Cost: a look-up an
/// enemy.
inline std::uint32_t unattacked_goals(const Position& p, unsigned queen, std::uint32_t goals) {
    const std::uint32_t without = p.occupied() & ~(1U << queen);
    for (Army rest = p.other(); rest != 0; rest &= rest - 1) {
        const unsigned bit = lowest(rest);
        goals &= ~static_cast<std::uint32_t>(attacks(bit % 16, without) >> (bit & 48U));
    }
    return goals;
}

template <typename F>
bool any_safe_move(const Position& p, F&& f) {
    const std::uint32_t occupied = p.occupied();
    const std::uint32_t free = ~squares(p.own()) & 0xFFFFU;
    const unsigned queen = lowest(p.own());
    const Square home = Square::from_index(queen);
    const std::uint64_t seen = attacks(queen, occupied);
    for (std::uint32_t to = unattacked_goals(p, queen, static_cast<std::uint32_t>(seen) & free); to != 0;
         to &= to - 1)
        if (f(Move{home, Square::from_index(lowest(to)), Kind::queen})) return true;
    const std::uint32_t evasions = evasion_squares(queen, seen & p.other());
    for (Army rest = p.own() & (p.own() - 1); rest != 0; rest &= rest - 1) {
        const unsigned bit = lowest(rest);
        const unsigned from = bit % 16;
        std::uint32_t to = static_cast<std::uint32_t>(attacks(from, occupied) >> (bit & 48U)) & free;
        // A piece on a line of the queen's perhaps opens it.
        to &= (seen >> from & 1U) == 0
                  ? evasions
                  : evasion_squares(queen, attacks(queen, occupied ^ 1U << from) & p.other());
        for (; to != 0; to &= to - 1)
            if (f(Move{Square::from_index(from), Square::from_index(lowest(to)),
                       static_cast<Kind>(bit / 16)}))
                return true;
    }
    return false;
}

/// The rules as an object, for algorithms that know no game.
struct Rules {
    using Position = queen_hunt::Position;
    using Move = queen_hunt::Move;
    using MoveList = queen_hunt::MoveList;

    void moves(const Position& p, MoveList& list) const { list_moves(p, list); }
    template <typename F>
    bool any_safe_move(const Position& p, F&& f) const {
        return queen_hunt::any_safe_move(p, f);
    }
    /// Promises that `any_safe_move` leaves out every move after which the other side `wins_at_once`.
    static constexpr bool skips_every_blunder = true;
    bool legal(const Position& p, const Move& m) const { return is_legal(p, m); }
    Position play(const Position& p, const Move& m) const { return queen_hunt::play(p, m); }
    bool lost(const Position& p) const { return queen_hunt::lost(p); }
    std::uint64_t key(const Position& p) const { return p.key(); }
    bool wins_at_once(const Position& p) const { return queen_hunt::wins_at_once(p); }
    bool lost_in_two(const Position& p) const { return queen_hunt::lost_in_two(p); }
    void mates(const Position& p, MoveList& list) const { list_mates(p, list); }
};

/// The same, where a position and its images in mirrors are one: what was proved of one is known of all. A
/// search for closed sets meets a quarter of the positions so, and less; a short one seldom meets any image.
struct FoldedRules : Rules {
    std::uint64_t key(const Position& p) const { return p.folded_key(); }
};

}  // namespace zermelo::queen_hunt
