// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/board/wide_set.hpp"
#include "zermelo/rules/shortcuts.hpp"

namespace zermelo::engine {

template <typename Bits>
class CompiledRules;

/// What follows from the rules of a game together, so that no position has to ask for it. Where a fact spares
/// the engine work, `rules::Shortcut` names it, and each rule says whether it leaves it.
struct RuleFacts {
    // How moves change a position.
    /// A move changes no more than the squares where it begins and ends, but castling and en passant, and
    /// what comes to a gate with it.
    bool plain_moves = false;
    /// The same of moves that capture nothing.
    bool plain_quiets = false;
    /// There are passes, first leaps, or promotion in place.
    bool more_quiets = true;

    // Which moves are legal.
    /// A side may always make any move: no rule prefers captures or drops, none depends on there being none.
    bool free_choice = false;
    /// Own moves are legal or not by what they leave attacked alone, so that pins and checks decide;
    /// otherwise every move is made and looked at.
    bool plain_legality = false;
    /// The same of one last man that must not be lost (`extinction_pseudo_royal`), where there is one: what
    /// captures take beside it counts, too.
    bool last_man_legality = false;
    /// There is something that a move could leave attacked illegally.
    bool may_leave_attacked = true;
    /// Who is not in check may drop a man wherever its kind may stand.
    bool plain_drops = false;
    /// What a man attacks it can capture, whoever they are: no rule keeps it from that.
    bool takes_what_it_attacks = false;
    /// Every man may come to where it captures: none must turn there and cannot, or could never leave.
    bool captures_are_moves = false;

    // How a game ends.
    /// A game may end while there are moves: extinction, flags, passes, rows, checks, castling, a full board.
    bool ends_at_once = true;
    /// Such an end depends on more than how many men there are of which kinds.
    bool ends_beyond_material = true;
    /// Rows or chains of men make such an end.
    bool rows_end = false;
    /// Chains make such an end.
    bool connects = false;
    /// `MoveMaker::note_ends` has something to note.
    bool notes_ends = true;
    /// What having no move means depends on more than whether it is check.
    bool mates_are_judged = true;
    /// Nobody wins but by a mate or, where that wins, a stalemate.
    bool only_mates_win = false;
    /// No legal move takes a last man that may not be left attacked off the board.
    bool last_men_stay = false;
    /// The one way to win is to capture the last men of a kind, and every move that can be made may be.
    bool captures_decide = false;

    // How long a game can last.
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
    ByColor<std::vector<bool>> endless;
    /// And by side: by how many moves at most a capture puts off the end of a side's ranks, its own included:
    /// none where all captures go forward; one where some go sideways, or ranks do not matter; and where some
    /// go back, all that a man may then have before it again.
    ByColor<unsigned> capture_moves{};
};

/// What follows from the rules where no shortcuts but these may be taken. Of what is compiled it reads all
/// but `CompiledRules::facts`. Cost: O(kinds² × movements).
template <typename Bits>
RuleFacts facts_of(const CompiledRules<Bits>& compiled, rules::Shortcuts allowed);

extern template RuleFacts facts_of(const CompiledRules<std::uint64_t>&, rules::Shortcuts);
extern template RuleFacts facts_of(const CompiledRules<Bits256>&, rules::Shortcuts);

}  // namespace zermelo::engine
