// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/color.hpp"
#include "zermelo/engine/setup.hpp"

/// Composed problems: what is asked of a position, and all that answers it.
namespace zermelo::compositions {

/// What a move is to reach.
struct Goal {
    enum class Aim : std::uint8_t {
        mate,               ///< `#`: a check without a legal reply
        stalemate,          ///< `=`: no check, and no legal reply
        mate_or_stalemate,  ///< `#=`
        double_mate,        ///< `##`: both sides are mated, by a move that need not guard its own king
        counter_mate,       ///< `##!`: the same, by a side that was mated
        own_stalemate,      ///< `!=`: the mover has stalemated itself
        double_stalemate,   ///< `==`: neither side is in check, and neither can move
        check,              ///< `+`
        capture,            ///< `x`, en passant too
        square,             ///< `zg1`: the moved piece arrives there; castling moves the king
        circuit,            ///< `ct`: the moved piece arrives where it stood in the diagram
        en_passant,         ///< `ep`
        castling,           ///< `00`, to either side
        win,                ///< `win`: any end of the variant that the mover wins
        any,                ///< `~`: any move
        proof_game,         ///< `dia`: the diagram stands on the board, of a game from its beginning
        a_to_b,             ///< `a=>b`: the same, of play from another position on
    };
    Aim aim = Aim::mate;
    /// Whether the moves that reach it are none that the rules allow.
    bool is_beyond_rules() const { return aim == Aim::double_mate || aim == Aim::counter_mate; }
    /// Whether it is to come to a diagram: to the same men on the same squares and in the same hands, and to
    /// the same walls. Rights to castle and to capture en passant are not compared, as a diagram has none.
    bool is_diagram() const { return aim == Aim::proof_game || aim == Aim::a_to_b; }
    engine::Place square{};  ///< for `Aim::square`
    /// Where `is_diagram`: that diagram. A stipulation that was read has none yet; `posed` sets it.
    std::optional<engine::Setup> target = std::nullopt;

    /// As the stipulation writes it.
    std::string text() const;
    friend bool operator==(const Goal&, const Goal&) = default;
};

/// How play ends: whose last move reaches the goal, and whether it does so by its will.
enum class Finish : std::uint8_t {
    direct,       ///< the attacker reaches it
    help,         ///< the attacker reaches it after the defender's help (ser-h, pser-h)
    self,         ///< the defender has moves, and each of them reaches it
    reflex,       ///< whoever can reach it must, and the defender can
    semi_reflex,  ///< the same, but the attacker has no such duty
    reciprocal,   ///< the defender can do either: reach its own goal, or help the attacker to its own
};

/// Who moves, and who wants what before the end.
enum class Play : std::uint8_t {
    battle,        ///< in turn, the defender against it: #, s#, r#, semi-r#
    help,          ///< in turn, both helping: h#, hs#, hr#, reci-h#
    series,        ///< one side alone: ser-
    parry_battle,  ///< one side alone, but for parries of the defender's choice: pser-, pser-s, pser-r
    parry_help,    ///< the same with parries that help: pser-h, phser-
};

/// What is asked of a problem. *The attacker* is White unless somebody says otherwise, *the defender* the
/// other side. A *move* of its number is one of each side in battle and help play, and one of one side in
/// series. To a diagram the attacker begins, whatever the play.
///
/// Source: the Codex for Chess Composition and Popeye's writing of stipulations; where they are silent,
/// docs/problems.md says what holds here.
struct Stipulation {
    Play play = Play::battle;
    Finish finish = Finish::direct;
    Goal goal;
    std::optional<Goal> own_goal = std::nullopt;  ///< the defender's, for `Finish::reciprocal`
    unsigned moves = 1;
    bool half = false;          ///< one half-move more, at the beginning; to a diagram at the end
    unsigned introduction = 0;  ///< moves in series that come before, by the side that does not begin the
                                ///< rest
    bool exact = false;         ///< shorter solutions are not looked for

    static constexpr unsigned max_moves = 99;

    /// Reads `#2`, `s#3`, `h#2.5`, `ser-=4`, `2->ser-h#4`, `reci-h(=)#3`, `exact-ser-#5`, `dia7.5`, `dia7.0`,
    /// `a=>b3`; letters may be capitals. `ranks`: of the board, which part the rank of a goal's square from
    /// the moves after it. Errors (bad_usage): what no stipulation is, with the column, and what was expected
    /// there; a half-move outside of help play; more than `max_moves`.
    static Result<Stipulation> parse(std::string_view text, unsigned ranks = 8);
    std::string text() const;

    /// Whether a goal asks how the men have come to where they stand.
    bool asks_for_journey() const {
        return goal.aim == Goal::Aim::circuit || (own_goal && own_goal->aim == Goal::Aim::circuit);
    }
    bool is_battle() const { return play == Play::battle || play == Play::parry_battle; }
    /// Whether the attacker makes the first move, that of an introduction included.
    bool attacker_begins() const;
    /// The side that makes it.
    Color who_begins(Color attacker) const { return attacker_begins() ? attacker : !attacker; }
    /// Whether help play begins with the second half of a move.
    bool begins_in_the_middle() const { return half && !goal.is_diagram(); }
    /// Whether in Popeye's input Black makes the first move of it, unless `WhiteToPlay` stands there: of
    /// `a=>b` in which both sides move.
    bool has_black_begin_in_popeye() const {
        return goal.aim == Goal::Aim::a_to_b && (play == Play::help || finish == Finish::help);
    }
    /// How long a solution of this many whole moves is, without an introduction: half-moves of help play,
    /// moves of one side elsewhere. What the defender is forced to play at the end is no part of it.
    unsigned length(unsigned of_moves) const;
    /// The fewest whole moves that a solution may have.
    unsigned least_moves() const;

    friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

}  // namespace zermelo::compositions
