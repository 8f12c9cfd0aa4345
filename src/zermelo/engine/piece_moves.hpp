// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/board/square.hpp"
#include "zermelo/board/wide_set.hpp"
#include "zermelo/rules/piece_kind.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// How a kind of one side moves, square by square: rules and terrain made into sets. A part that a kind does
/// not use is empty and costs nothing.
template <typename Bits>
struct PieceMoves {
    using Set = SquareSet<Bits>;

    /// Leaps from a square.
    struct Leaps {
        Set quiet;
        Set capture;
    };
    /// A leap that a piece on its path blocks. `to` is empty where it leads off the board.
    struct LameLeap {
        Set to;
        Set path;
    };
    struct Lame {
        std::vector<LameLeap> by_square;
        bool quiet = true;
        bool capture = true;
        bool initial = false;
    };
    /// A ride along a line of `CompiledRules::line`, up it, down it or both.
    struct Ride {
        std::uint16_t line = 0;
        bool up = false;
        bool down = false;
        bool quiet = true;
        bool capture = true;
    };
    /// A hop up or down `line`; after the piece that is passed over it goes on along `landing`, as far as
    /// `reach` goes from its start.
    struct Hop {
        std::uint16_t line = 0;
        std::uint16_t landing = 0;
        std::uint16_t reach = 0;
        bool up = false;
        bool quiet = true;
        bool capture = true;
        bool initial = false;
        bool shy = false;  ///< neither over nor onto its own kind
    };

    bool present = false;      ///< the variant has this kind
    std::vector<Leaps> leaps;  ///< by square; empty if it does not leap
    std::vector<Ride> rides;
    std::vector<Lame> lame;  ///< initial steps too: they lead nowhere outside their region
    std::vector<Hop> hops;
    /// Initial moves, by start, that no other move makes. Empty if it has none, and of royal pieces.
    std::vector<Set> initial;
    /// Those of them that pass over a square: they can be captured en passant. Empty if there are none.
    std::vector<Set> passing;
    Set initial_region;                            ///< where it may make initial moves
    Set allowed;                                   ///< squares that it may stand on
    bool promotes = false;                         ///< on entering the promotion region, like a pawn
    rules::Letters promotions;                     ///< to these kinds
    std::optional<rules::Letter> promoted_letter;  ///< what it may turn into besides
    bool turns = false;                            ///< a move may make another kind of it
    Set drop_squares;                              ///< where it may be dropped if it is empty
    Set stuck;  ///< squares that it may not come to because it could never leave them
    bool captures_en_passant = false;
    std::optional<rules::PieceKind> turned_round;  ///< the other kind of its pair (`Rules::turning_kind`)
    Set turn_squares;                              ///< where it becomes that
};

/// Where the pieces of one side stand that attack a square: `PieceMoves` read backwards.
template <typename Bits>
struct Attackers {
    using Set = SquareSet<Bits>;
    struct Leaps {
        rules::PieceKind kind;
        std::vector<Set> from;  ///< by target
    };
    struct Lame {
        rules::PieceKind kind;
        std::vector<typename PieceMoves<Bits>::LameLeap> by_target;  ///< `to` holds the start
    };
    struct Ray {
        std::uint16_t line = 0;
        bool up = false;  ///< attackers up the line, which ride down
        bool down = false;
    };
    /// Kinds that capture along the same lines.
    struct Riders {
        std::vector<rules::PieceKind> kinds;
        std::vector<Ray> rays;
        bool restricted = false;  ///< some of them may not stand everywhere
        std::vector<Set> reach;   ///< by square: all squares on its rays
    };
    /// A kind that captures by hopping.
    struct Hoppers {
        rules::PieceKind kind;
        std::vector<Set> from;  ///< by target: it attacks from nowhere else
    };
    std::vector<Leaps> leaps;
    std::vector<Lame> lame;
    std::vector<Riders> riders;
    std::vector<Hoppers> hoppers;
};

}  // namespace zermelo::engine
