// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/board/square.hpp"
#include "zermelo/board/wide_set.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/piece_kind.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/rules/shortcuts.hpp"

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
    /// A ride along a line of `CompiledRules::lines`, up it, down it or both.
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
    Set initial_region;         ///< where it may make initial moves
    Set allowed;                ///< squares that it may stand on
    bool promotes = false;      ///< on entering the promotion region, like a pawn
    rules::Letters promotions;  ///< to these kinds
    char promoted_letter = 0;   ///< what it may turn into besides; 0: nothing
    bool turns = false;         ///< a move may make another kind of it
    Set drop_squares;           ///< where it may be dropped if it is empty
    Set stuck;                  ///< squares that it may not come to because it could never leave them
    bool captures_en_passant = false;
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
    std::vector<Leaps> leaps;
    std::vector<Lame> lame;
    std::vector<Riders> riders;
    std::vector<rules::PieceKind> hoppers;  ///< kinds that capture by hopping
};

/// The squares of king and rook, before or after they castle.
struct CastlingPair {
    Square king;
    Square rook;
    friend bool operator==(const CastlingPair&, const CastlingPair&) = default;
};

/// A game compiled: the rules and the terrain of its positions as sets of squares. Made once, when a variant
/// is loaded, and shared by all positions; never changed.
template <typename Bits>
struct CompiledRules {
    using Set = SquareSet<Bits>;
    struct Line {
        Set up;    ///< squares of higher index on the ride from here, cut at the limit and at holes
        Set down;  ///< squares of lower index
    };

    /// Precondition: the board fits into `Bits`. Cost: O(kinds × squares × movements).
    CompiledRules(const rules::Rules& rules_in, const rules::Region& holes_in,
                  const std::vector<Barred>& barred_in)
        : CompiledRules(rules_in, holes_in, barred_in, rules::shortcuts_of(rules_in)) {}
    /// The same with no other shortcuts than these: the same game, played more slowly.
    CompiledRules(const rules::Rules& rules, const rules::Region& holes, const std::vector<Barred>& barred,
                  rules::Shortcuts allowed);

    const Line& line(std::uint16_t id, Square square) const { return lines[id * squares + square.index()]; }
    const PieceMoves<Bits>& piece_moves(Color c, rules::PieceKind kind) const {
        return all_piece_moves[static_cast<unsigned>(c)][kind.index()];
    }
    rules::PieceKinds kinds() const { return rules::PieceKinds{letters.size()}; }
    rules::Letter letter(rules::PieceKind kind) const { return letters[kind.index()]; }
    bool is_royal(rules::PieceKind kind) const { return royal[kind.index()]; }
    /// A letter's kind. Precondition: the variant has it.
    rules::PieceKind kind_of(rules::Letter letter) const {
        return rules::PieceKind{kind_by_letter[static_cast<unsigned>(letter - 'A')]};
    }
    Square square(Place p) const { return Square{p.rank * files + p.file}; }
    Place place(Square square) const { return place_of(square, files); }
    /// The board with its holes and barred squares, nobody on it, White to move.
    Setup empty_setup() const {
        Setup setup;
        setup.files = files;
        setup.ranks = ranks;
        setup.holes = holes;
        setup.barred = barred;
        return setup;
    }
    /// A region's squares on this board.
    Set crop(const rules::Region& region) const;
    /// The square `files_step` files and `ranks_step` ranks away, if it is on the board.
    std::optional<Square> shifted(Square square, int files_step, int ranks_step) const;

    rules::Rules rules;
    rules::Region holes;
    std::vector<Barred> barred;
    unsigned files = 0;
    unsigned ranks = 0;
    unsigned squares = 0;
    Set board;  ///< the squares that are there
    std::vector<Line> lines;
    std::array<std::vector<PieceMoves<Bits>>, 2> all_piece_moves;  ///< by side and kind
    std::array<Attackers<Bits>, 2> attackers;                      ///< by the attacking side
    std::array<std::uint8_t, 26> kind_by_letter{};
    rules::Letters letters;  ///< by kind

    struct Side {
        Set promotion_region;
        Set wall_region;
        Set en_passant_region;
        Set flag_region;
        std::optional<rules::PieceKind> flag_kind;  ///< nothing: any piece
        std::array<Set, 2> connect_regions;
        std::vector<rules::PieceKind> en_passant_kinds;
        std::array<std::optional<CastlingPair>, 2> castling_ends;  ///< to the king's side, to the queen's
        std::array<std::optional<CastlingPair>, 2> castling_homes;
        bool may_pass = false;
        /// Whose extinction ends the game, those together that count as one: `engine::ending_kinds`.
        std::vector<std::vector<rules::PieceKind>> ending_kinds;
        bool ends_as_a_whole = false;  ///< so does that of all its men together
    };
    std::array<Side, 2> sides;
    /// Where king and rook end, if that is on the board.
    const std::optional<CastlingPair>& castling_ends(Color c, bool kingside) const {
        return sides[static_cast<unsigned>(c)].castling_ends[kingside ? 0 : 1];
    }
    /// Where they stand while they have the right, unless any rook castles; `rules::castling_home`.
    const std::optional<CastlingPair>& castling_home(Color c, bool kingside) const {
        return sides[static_cast<unsigned>(c)].castling_homes[kingside ? 0 : 1];
    }
    std::vector<rules::PieceKind> royal_kinds;
    std::vector<bool> royal;         ///< by kind
    std::vector<Hash128> key_parts;  ///< random: by (side, kind, square), then what `extra_key` names
    const Hash128& man_key(Color c, rules::PieceKind kind, Square at) const {
        return key_parts[(static_cast<unsigned>(c) * letters.size() + kind.index()) * squares + at.index()];
    }
    /// The key of an en passant square, by its index; the numbers from `squares` on are those of castling
    /// rights 0–3, Black to move, passes 1 and 2, and, by square, the piece that can be captured en passant.
    const Hash128& extra_key(unsigned which) const { return key_parts[2 * letters.size() * squares + which]; }
    /// The key of a right to castle, which depends on the rook where any rook may have it.
    Hash128 castling_key(unsigned right, Square with) const {
        return turned(extra_key(squares + right), rules.castling_960 ? with.index() : 0);
    }
    /// The key of the number of men of a kind in hand. Precondition: count > 0.
    Hash128 hand_key(Color c, rules::PieceKind kind, unsigned count) const {
        return turned(holding_key(static_cast<unsigned>(c) * 26 + kind.index()), count);
    }
    /// The key of what the man on a square was (`Holdings::former`).
    Hash128 former_key(unsigned former, Square at) const {
        return turned(holding_key(2 * 26 + at.index()), former);
    }
    /// The key of the number of checks that a side still needs.
    Hash128 checks_key(Color c, unsigned count) const {
        return turned(holding_key(2 * 26 + squares + static_cast<unsigned>(c)), count);
    }
    /// The key of a position that castling has won.
    const Hash128& castled_key() const { return holding_key(2 * 26 + squares + 2); }
    /// The keys of a wall; of a gate, whose rank tells which side it belongs to; and of a side's strong
    /// checks.
    const Hash128& wall_key(Square at) const { return holding_key(2 * 26 + squares + 3 + at.index()); }
    const Hash128& gate_key(Square at) const { return holding_key(2 * 26 + 2 * squares + 3 + at.index()); }
    const Hash128& strong_checks_key(unsigned by) const { return holding_key(2 * 26 + 3 * squares + 3 + by); }
    std::vector<rules::PieceKind> extinction_kinds;
    /// A game may end while there are moves: extinction, flags, passes, rows, checks, castling, a full board.
    bool ends_at_once = false;
    /// Such an end depends on more than how many men there are of which kinds.
    bool ends_beyond_material = false;
    bool rows_end = false;  ///< rows or chains of men make such an end
    bool connects = false;  ///< chains make such an end
    bool last_men_stay =
        false;  ///< no legal move takes a last man that may not be left attacked off the board
    bool only_mates_win = false;    ///< nobody wins but by a mate or, where that wins, a stalemate
    bool plain_drops = false;       ///< who is not in check may drop a man wherever its kind may stand
    bool mates_are_judged = false;  ///< what having no move means depends on more than whether it is check
    bool notes_ends = false;        ///< `MoveMaker::note_ends` has something to note
    /// The one way to win is to capture the last men of a kind, and every move that can be made may be.
    bool captures_decide = false;
    /// What a man attacks it can capture, whoever they are: no rule keeps it from that.
    bool takes_what_it_attacks = false;
    /// What every move but a pass uses up, so that no position comes twice; nothing: it may.
    enum class Uses : std::uint8_t {
        nothing,
        squares_for_walls,  ///< each puts a wall on a square, and walls stay
        empty_squares,      ///< each is a drop on a square, and men stay
        /// Each captures, which leaves a man less; or is a drop, which leaves one less in hand; or goes to an
        /// empty square with fewer ranks before it.
        men_and_ranks,
    };
    Uses uses = Uses::nothing;
    /// By side and kind, for `men_and_ranks`: whether a man, or what it may turn into, ever moves without a
    /// capture. For other men it does not matter how many ranks are before them.
    std::array<std::vector<bool>, 2> endless;
    /// And by side: by how many moves at most a capture puts off the end of a side's ranks, its own included:
    /// none where all captures go forward; one where some go sideways, or ranks do not matter; and where some
    /// go back, all that a man may then have before it again.
    std::array<unsigned, 2> capture_moves{};
    /// Own moves are legal or not by what they leave attacked alone, so that pins and checks decide;
    /// otherwise every move is made and looked at.
    bool plain_legality = true;
    /// The same of one last man that must not be lost (`extinction_pseudo_royal`), where there is one: what
    /// captures take beside it counts, too.
    bool last_man_legality = false;
    bool may_leave_attacked = true;  ///< false: there is nothing that a move could leave attacked illegally
    /// Kinds that a promoted man of a side turns back into in a hand; nothing where none promotes.
    std::array<std::optional<rules::PieceKind>, 2> main_pawn;
    std::vector<rules::PieceKind> blast_immune;       ///< the pawn of the rules file is never blasted beside
    std::vector<rules::PieceKind> row_kinds;          ///< men that count in rows
    std::vector<std::pair<int, int>> row_directions;  ///< (files, ranks) along which rows are looked for
    std::uint32_t mutually_immune_kinds = 0;          ///< a bit by kind
    std::optional<rules::PieceKind> pawn;             ///< the pawn of the rules file
    /// Lines along which royal pieces may not face each other; none where they may.
    std::vector<std::uint16_t> facing_lines;
    std::optional<rules::PieceKind> shogi_pawn;  ///< the kind whose drop may not mate
    std::optional<rules::PieceKind> bishop;      ///< the kind that is dropped on squares of both colours
    Set dark_squares;
    std::optional<rules::PieceKind> shy_hopper;  ///< the kind that hops so
    Set diagonal_lines;
    Set edge;                              ///< squares on the edge of the board
    std::vector<Set> beside_squares;       ///< by square: those one step of a king away
    std::optional<rules::PieceKind> rook;  ///< the kinds that rules name so
    std::optional<rules::PieceKind> fers;
    std::vector<rules::PieceKind> strong_checkers;  ///< rook, bers and knight: a check of theirs is strong
    std::optional<rules::PieceKind> knight;
    std::vector<std::pair<rules::PieceKind, int>> weights;  ///< the weights of Janggi's counting, by kind
    std::vector<rules::PieceKind> petrifying;
    /// A move changes no more than the squares where it begins and ends, but castling and en passant; and
    /// the same of moves that capture nothing.
    bool plain_moves = true;
    bool plain_quiets = true;
    bool more_quiets = false;  ///< passes, first leaps, promotion in place
    /// A side may always make any move: no rule prefers captures or drops, none depends on there being none.
    bool free_choice = true;
    std::array<std::uint32_t, 2> castling_kinds{};  ///< by side, a bit by kind: what castles, and its rooks

    /// Whether men of a kind turn into walls where they capture; whether no blast takes them.
    bool petrifies(rules::PieceKind kind) const {
        return std::find(petrifying.begin(), petrifying.end(), kind) != petrifying.end();
    }
    bool is_blast_immune(rules::PieceKind kind) const {
        return std::find(blast_immune.begin(), blast_immune.end(), kind) != blast_immune.end();
    }
    bool is_mutually_immune(rules::PieceKind kind) const {
        return (mutually_immune_kinds >> kind.index() & 1U) != 0;
    }
    /// Whether a man that comes to a square may change who the rules find to castle: where any rook does.
    bool may_bring_another_pair(Color c, rules::PieceKind kind) const {
        return rules.castling_960 && (castling_kinds[static_cast<unsigned>(c)] >> kind.index() & 1U) != 0;
    }

  private:
    const Hash128& holding_key(unsigned which) const {
        return key_parts[2 * letters.size() * squares + 2 * squares + 7 + which];
    }
    static Hash128 turned(const Hash128& key, unsigned count) {
        return {key.high * (2 * count + 1), std::rotl(key.low, static_cast<int>(count % 64)) + count};
    }
    void compile_drops(const rules::Kind& kind, Color color, PieceMoves<Bits>& piece);

    void compile(const rules::Kind& kind, Color color, PieceMoves<Bits>& piece);
    void compile_attackers(Color color);
    std::optional<CastlingPair> find_castling_ends(Color color, bool kingside) const;
    std::optional<CastlingPair> find_castling_home(Color color, bool kingside) const;
    bool captures_are_moves() const;
    /// Whether the game ends with every last man: who captures one need not mind its own.
    bool last_men_end() const;
    bool keeps_last_kinds() const;
    bool takes_last_in_passing() const;
    Uses used_up() const;
    void weigh_moves(Color color);
    std::uint16_t line_id(int files_step, int ranks_step, unsigned limit, bool marked = false);
    void compile_diagonals(const rules::Kind& kind, Color color, PieceMoves<Bits>& piece);
    bool passes_over(Square from, Square to) const;

    struct LineName {
        int files;
        int ranks;
        unsigned limit;
        bool marked;  ///< along marked squares alone
    };
    std::vector<LineName> line_names_;
};

extern template struct CompiledRules<std::uint64_t>;
extern template struct CompiledRules<Bits256>;

}  // namespace zermelo::engine
