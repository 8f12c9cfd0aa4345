// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/board/square.hpp"
#include "zermelo/board/wide_set.hpp"
#include "zermelo/engine/piece_moves.hpp"
#include "zermelo/engine/position_keys.hpp"
#include "zermelo/engine/rule_facts.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/piece_kind.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/rules/shortcuts.hpp"

namespace zermelo::engine {

/// The squares of king and rook, before or after they castle.
struct CastlingPair {
    Square king;
    Square rook;
    friend bool operator==(const CastlingPair&, const CastlingPair&) = default;
};

/// Kinds that rules mean by their names, where the variant has them.
struct NamedKinds {
    std::optional<rules::PieceKind> pawn;  ///< the pawn of the rules file
    std::optional<rules::PieceKind> rook;
    std::optional<rules::PieceKind> knight;
    std::optional<rules::PieceKind> bishop;  ///< dropped on squares of both colours
    std::optional<rules::PieceKind> fers;
    std::optional<rules::PieceKind> shogi_pawn;     ///< its drop may not mate
    std::optional<rules::PieceKind> shy_hopper;     ///< hops neither over nor onto its own kind
    std::vector<rules::PieceKind> strong_checkers;  ///< rook, bers and knight: a check of theirs is strong
    std::vector<std::pair<rules::PieceKind, int>> weights;  ///< Janggi counts these
};

/// What one side has of the rules, on this board.
template <typename Bits>
struct CompiledSide {
    using Set = SquareSet<Bits>;
    std::vector<PieceMoves<Bits>> piece_moves;  ///< by kind
    Attackers<Bits> attackers;                  ///< where it attacks from
    Set promotion_region;
    Set wall_region;
    Set en_passant_region;
    Set flag_region;
    std::optional<rules::PieceKind> flag_kind;  ///< nothing: any piece
    std::array<Set, 2> connect_regions;
    std::vector<rules::PieceKind> en_passant_kinds;
    /// By square, where there are such kinds: from where their men may capture there, and maybe from more.
    std::vector<Set> en_passant_capturers;
    /// By the square where a man of this side begins a move in which it passes over others: from where
    /// enemies may capture it en passant, and maybe from more.
    std::vector<Set> passing_watched;
    /// What a promoted man turns back into in a hand; nothing where none promotes.
    std::optional<rules::PieceKind> main_pawn;
    std::array<std::optional<CastlingPair>, 2> castling_ends;  ///< to the king's side, to the queen's
    std::array<std::optional<CastlingPair>, 2> castling_homes;
    std::uint32_t castling_kinds = 0;  ///< a bit by kind: what castles, and its rooks
    bool may_pass = false;
    /// Whose extinction ends the game, those together that count as one: `engine::ending_kinds`.
    std::vector<std::vector<rules::PieceKind>> ending_kinds;
    bool ends_as_a_whole = false;  ///< so does that of all its men together
};

/// A game compiled: the rules and the terrain of its positions as sets of squares, lists of kinds, and facts.
/// Made once, when a variant is loaded, and shared by all positions; never changed.
template <typename Bits>
class CompiledRules {
  public:
    using Set = SquareSet<Bits>;
    struct Line {
        Set up;    ///< squares of higher index on the ride from here, cut at the limit and at holes
        Set down;  ///< squares of lower index
    };
    struct Rows {
        std::vector<rules::PieceKind> kinds;          ///< men that count in rows
        std::vector<std::pair<int, int>> directions;  ///< (files, ranks) along which rows are looked for
        std::vector<Set> in_a_row;  ///< the squares of each row of `Rows::in_a_row` men side by side
    };

    /// Precondition: the board fits into `Bits`. Cost: O(kinds × squares × movements).
    CompiledRules(const rules::Rules& rules_in, const rules::Region& holes_in,
                  const std::vector<Barred>& barred_in)
        : CompiledRules(rules_in, holes_in, barred_in, rules::shortcuts_of(rules_in)) {}
    /// The same with no other shortcuts than these: the same game, played more slowly.
    CompiledRules(const rules::Rules& rules, const rules::Region& holes, const std::vector<Barred>& barred,
                  rules::Shortcuts allowed);

    const Line& line(std::uint16_t id, Square square) const { return lines_[id * squares + square.index()]; }
    const PieceMoves<Bits>& piece_moves(Color c, rules::PieceKind kind) const {
        return sides[c].piece_moves[kind.index()];
    }
    rules::PieceKinds kinds() const { return rules::PieceKinds{letters.size()}; }
    rules::Letter letter(rules::PieceKind kind) const { return letters[kind.index()]; }
    /// A letter's kind. Precondition: the variant has it.
    rules::PieceKind kind_of(rules::Letter letter) const {
        return rules::PieceKind{kind_by_letter_[static_cast<unsigned>(letter - 'A')]};
    }
    bool is_royal(rules::PieceKind kind) const { return royal_[kind.index()]; }
    /// What a man of a kind is once it has come to a square: of those that turn round there the other of the
    /// pair.
    rules::PieceKind arrived(Color c, rules::PieceKind kind, Square square) const {
        const PieceMoves<Bits>& piece = piece_moves(c, kind);
        return piece.turn_squares.contains(square) ? *piece.turned_round : kind;
    }
    /// What a man that has no former kind is in a hand.
    rules::PieceKind held_kind(rules::PieceKind kind) const {
        return kind_of(rules.before_turning(letter(kind)));
    }
    /// Whether men of a kind turn into walls where they capture; whether no blast takes them.
    bool petrifies(rules::PieceKind kind) const {
        return std::find(petrifying.begin(), petrifying.end(), kind) != petrifying.end();
    }
    bool is_blast_immune(rules::PieceKind kind) const {
        return std::find(blast_immune.begin(), blast_immune.end(), kind) != blast_immune.end();
    }
    bool is_mutually_immune(rules::PieceKind kind) const {
        return (mutually_immune_kinds_ >> kind.index() & 1U) != 0;
    }
    /// Whether a man that comes to a square may change who the rules find to castle: where any rook does.
    bool may_bring_another_pair(Color c, rules::PieceKind kind) const {
        return rules.castling_960 && (sides[c].castling_kinds >> kind.index() & 1U) != 0;
    }
    /// Where king and rook end, if that is on the board.
    const std::optional<CastlingPair>& castling_ends(Color c, bool kingside) const {
        return sides[c].castling_ends[kingside ? 0 : 1];
    }
    /// Where they stand while they have the right, unless any rook castles; `rules::castling_home`.
    const std::optional<CastlingPair>& castling_home(Color c, bool kingside) const {
        return sides[c].castling_homes[kingside ? 0 : 1];
    }
    Square square(Place p) const { return Square{p.rank * files + p.file}; }
    Place place(Square square) const { return place_of(square, files); }
    /// The board with its holes and barred squares, nobody on it, White to move.
    Setup empty_setup() const;
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
    Set board;               ///< the squares that are there
    rules::Letters letters;  ///< by kind
    ByColor<CompiledSide<Bits>> sides;
    NamedKinds named;
    std::vector<rules::PieceKind> royal_kinds;
    std::vector<rules::PieceKind> extinction_kinds;
    std::vector<rules::PieceKind> blast_immune;  ///< the pawn of the rules file is never blasted beside
    std::vector<rules::PieceKind> petrifying;
    Rows rows;
    /// Lines along which royal pieces may not face each other; none where they may.
    std::vector<std::uint16_t> facing_lines;
    Set dark_squares;
    Set diagonal_lines;
    Set edge;                         ///< squares on the edge of the board
    std::vector<Set> beside_squares;  ///< by square: those one step of a king away
    PositionKeys keys;
    RuleFacts facts;

  private:
    template <typename>
    friend class PieceCompiler;

    void number_kinds();
    void compile_squares();
    void compile_side(Color color);
    void compile_en_passant(Color color);
    void compile_passing(Color color);
    void compile_turning(Color color);
    void compile_attackers(Color color);
    void group_riders(std::uint16_t line, bool up, Color color);
    void compile_ending_kinds(Color color);
    void list_kind(const rules::Kind& kind, rules::PieceKind k);
    void list_rows();
    std::optional<CastlingPair> find_castling_ends(Color color, bool kingside) const;
    std::optional<CastlingPair> find_castling_home(Color color, bool kingside) const;
    std::uint16_t line_id(int files_step, int ranks_step, unsigned limit, bool marked = false);

    struct LineName {
        int files;
        int ranks;
        unsigned limit;
        bool marked;  ///< along marked squares alone
    };
    std::vector<LineName> line_names_;
    std::vector<Line> lines_;  ///< by name and square
    std::array<std::uint8_t, 26> kind_by_letter_{};
    std::vector<bool> royal_;                  ///< by kind
    std::uint32_t mutually_immune_kinds_ = 0;  ///< a bit by kind
};

extern template class CompiledRules<std::uint64_t>;
extern template class CompiledRules<Bits256>;

}  // namespace zermelo::engine
