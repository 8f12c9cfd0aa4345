#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Composed chess problems, solved by plain enumeration: slow and obvious code that a solver is compared with.

It shares no code with the engine: legal moves are python-chess's, and nothing is remembered from one position to another. The only saving is
that a question of yes or no ends at the first reply that decides it.

    enumeration.py STIPULATION FEN [--attacker black] [--duplex] [--set-play] [--tries K] [--tree] [--quodlibet]

prints JSON. Below, *the attacker* is White unless `--attacker black` is given, *the defender* is the other side; a *move* of a stipulation's
number is one move of each side in help play and self play, a half-move is one move of one side.

Conventions
-----------

Who begins. The stipulation says it, not the FEN. The attacker begins #n, s#n, r#n, semi-r#n, hs#n, hr#n, h#n.5, reci-h#n.5, and ser-, pser- and phser- of
every kind but ser-h#n and pser-h#n; the defender begins those two, h#n, reci-h#n, hs#n.5 and hr#n.5. Where the FEN has the other side to move, that side is
taken to have passed, and its right to capture en passant is lost. A diagram in which the side that does not begin is in check has no solution and is
reported as illegal. (Popeye's option WhiteToPlay for help play in whole moves is `--attacker black` here, its Duplex is both.)

Length in half-moves. #n: 2n-1. s#n, r#n, semi-r#n: 2n, the last one the defender's. h#n: 2n, h#n.5: 2n+1; the attacker plays the last one. hs#n, hr#n: 2n,
hs#n.5, hr#n.5: 2n+1; the defender plays the last one. reci-h#n: 2n, reci-h#n.5: 2n+1. ser-#n: n. ser-h#n, ser-s#n, ser-r#n: n of one side, and one of the
other. Parries are not counted.

Solutions. In direct, self and reflex play, and where a parry series is played against a defender (pser-, pser-s, pser-r), a solution is a key: a first move of
the attacker after which the goal is reached within n moves whatever the defender plays. In help play and in other series play it is a sequence of
moves, and two are different if they differ in any move, its promotion included, or in the order of moves. What the defender is forced to play at the end of hs, hr,
ser-s, ser-r, phser-s and phser-r is not part of the solution: two mating replies are two variations of one solution. `lines` has them all. In reci-h the two last
half-moves are not part of it, either: one solution has both ends, each in all its ways.

Short solutions. A key or sequence that reaches the goal in fewer moves than asked is listed apart (`short_solutions`) and not counted in `solution_count`.
Shorter is by whole moves, so that the same side begins. A key is as long as it needs against the best defence. `exact-` leaves short ones out.

Play ends at the goal. No sequence goes on from a goal that the side whose goal it is reached at its turn. Mate ends play by itself, and stalemate does in
help play; the rule matters for +, x, z, ep, 00 and ct, and for stalemate in series, whose other side could pass on. (Popeye 4.104 does the same but
for this last: in ser-=n it goes on after a stalemate.) A goal that the other side reaches ends nothing, but where there are no moves there is no play.

Series. The other side passes, so a move gives check only as the last of its series, and no move leaves its own king in check. The other side has no turn in the
midst of a series, and so no duty: but a ser-r or ser-s sequence ends as soon as the other side would be able, or forced, to reach the goal. In a parry
series a move may give check at any time; the other side then makes any legal move, and passes otherwise.

Introductions. `m->` before a stipulation: m moves in series by the side that does not begin what follows; the last may give check. Fewer moves, at least one,
make a short solution. Before half a move (1->h#1.5) they are refused.

Reflex duty. Whoever is to move and can reach the goal at once must do so. In r#n, hr#n and ser-r#n this binds the attacker, too, in the diagram as well: then
there is no solution. (Popeye prints the moves that it has to play as `?!?`; they are no keys.) Where the defender begins hs#n.5 or hr#n.5 and has to reach the
goal at once, there is none, either. (Popeye tells that move as one.)

Set play: as if the side that begins had passed; where the FEN has the other side to move, that one keeps its right to capture en passant. In direct, self and reflex play the defender begins, and each of its moves that the attacker answers within
n-1 moves, or that itself reaches the goal of self and reflex play, is one set line. (Popeye shows the latter in self play if its option MatesIn1 is given.) In help play the other side begins and one half-move is left out.
In ser-h# and pser-h# only the attacker's last move is left; other series have none. Where the side that passes is in check there is none.

Tries. A try is a first move of the attacker that is not a key and that the defender has a move after. Its refutations are all moves of the defender after which
the goal is not reached in the moves that are left; in a parry series the defender's passing on is none. Where no move of the attacker is left (#1, r#1, not s#1) there are no tries. `--tries K` lists those with at
most K refutations.

Threats and continuations are those that take the fewest moves; `--tree` lists all of them, the continuations after every reply: more than one is a dual, in the
last move of the attacker a mating dual. A reply is idle where something is threatened and after it the attacker needs fewer moves than that, or as many and
every threat is one of the continuations: the customary notation leaves it out. The lines of a parry series have the shortest continuations, too.

Postkey play. The diagram is the position after the key, with the defender to move: all play from there, the key being the first of the n moves. It solves if
there is a reply, and each reaches what the attacker wants or has a continuation.

Proof games. `dia7.0`, `dia7.5` and `ser-dia7`: the diagram given is the end, and play begins in the game array, White first; of `.5` White has the last move, too. The men and
their squares are compared, and nothing else.

Castling needs the right in the FEN, and en passant at once needs the square in the FEN: whoever writes the FEN applies the Codex for Chess Composition, by
which castling is allowed unless it can be proved not to be, and en passant in the first move only if it can be proved to be. Draws by fifty moves, repetition
and dead positions do not exist. A side may have no king.
"""
import argparse
import contextlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess

Line = tuple[chess.Move, ...]


# Goals ---------------------------------------------------------------------------------------------------------------------------------


def with_turn(board: chess.Board, side: chess.Color) -> chess.Board:
    """The position with a side to move; en passant is lost where the other side was."""
    other = board.copy(stack=False)
    if other.turn != side:
        other.turn = side
        other.ep_square = None
    return other


def immobile(board: chess.Board, side: chess.Color) -> bool:
    """Whether a side has no legal move, were it to move. (Where a double mate leaves a king in check, its capture is such a move.)"""
    return not any(with_turn(board, side).legal_moves)


def in_check(board: chess.Board, side: chess.Color) -> bool:
    king = board.king(side)
    return king is not None and board.is_attacked_by(not side, king)


def diagram_square(board: chess.Board, square: chess.Square) -> chess.Square:
    """Where the piece that stands on a square now stood in the diagram. A promoted piece stood where its pawn did."""
    past = board.copy()
    while past.move_stack:
        move = past.pop()
        if not move:
            continue
        if past.is_castling(move):
            kingside = past.is_kingside_castling(move)
            if square == chess.square(5 if kingside else 3, chess.square_rank(move.from_square)):
                square = chess.square(7 if kingside else 0, chess.square_rank(move.from_square))
        if square == move.to_square:
            square = move.from_square
    return square


CHECKING = ("#", "##", "##!")  # goals whose last move gives check


@dataclass(frozen=True)
class Goal:
    """What a move reaches.

    `#` mate, `=` stalemate, `#=` either; `!=` the mover has stalemated itself (no check, no move were it to move again).
    `==` double stalemate: neither side is in check, and neither has a move were it to move.
    `##` double mate: a side that was not mated and not stalemated makes a move, without regard to its own king's safety, after which both sides are in
    check and neither has a legal move were it to move. `##!` counter mate: the same, made by a side that was mated.
    `+` check; `x` a capture, en passant included; `zSQUARE` the moved piece (in castling the king) arrives on the square; `ep` a capture en passant;
    `00` castling to either side; `ct` circuit: the moved piece (in castling the king) arrives where it stood in the diagram; `~` any move.
    `dia`: the same men stand on the same squares as in `target`, the diagram; play begins in the game array.
    """

    sign: str
    target: str = ""  # as the first field of a FEN

    def reached_by(self, board: chess.Board, move: chess.Move) -> bool:
        """Whether the move, which the side to move may make, reaches the goal. The board is before the move."""
        side, sign = board.turn, self.sign
        if sign == "~":
            return True
        if sign == "x":
            return board.is_capture(move)
        if sign == "ep":
            return board.is_en_passant(move)
        if sign == "00":
            return board.is_castling(move)
        if sign[0] == "z":
            return move.to_square == chess.parse_square(sign[1:])
        if sign == "ct":
            return diagram_square(board, move.from_square) == move.to_square
        board.push(move)
        try:
            if sign == "dia":
                return board.board_fen() == self.target
            checked = board.is_check()
            if sign == "+":
                return checked
            if sign == "!=":
                return not in_check(board, side) and immobile(board, side)
            if checked != (sign in CHECKING) and sign != "#=":
                return False
            if any(board.legal_moves):
                return False
            if sign in ("#", "=", "#="):
                return True
            if sign == "==":
                return not in_check(board, side) and immobile(board, side)
            return in_check(board, side) and immobile(board, side)  # ## and ##!
        finally:
            board.pop()

    def moves(self, board: chess.Board) -> list[chess.Move]:
        """The moves of the side to move that reach the goal."""
        if self.sign in ("##", "##!"):
            mated = in_check(board, board.turn) and immobile(board, board.turn)
            if (self.sign == "##!") != mated or (not mated and immobile(board, board.turn)):
                return []
            choice = [move for move in board.pseudo_legal_moves if not board.is_castling(move)]
        else:
            choice = list(board.legal_moves)
        return [move for move in choice if self.reached_by(board, move)]


# Direct, self and reflex play ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Restriction:
    """What the attacker's moves that do not end play must keep to; nothing restricts where a part is None."""

    flights: int | None = None  # moves of the defender's king, at most
    replies: int | None = None  # moves of the defender, at most
    threat: int | None = None  # without a check the attacker would solve in at most this number of moves, or of those that are left
    nontrivial: tuple[int, int] | None = None  # N/K: N moves beside one each time, in a line of play, that no solution in K moves meets

    @staticmethod
    def parse(text: str) -> "Restriction":
        parts = dict(part.split("=") for part in text.split(",")) if text else {}
        more, _, within = parts.get("nontrivial", "").partition("/")
        numbers = {name: int(value) for name, value in parts.items() if name != "nontrivial"}
        return Restriction(**numbers, nontrivial=(int(more), int(within)) if within else None)


class Battle:
    """Play against a defender: what the three families have in common.

    A family says whether the attacker's move ends play well (`ends_well`), and whether the defender's reply does (`loses_at_once`).
    """

    def __init__(self, goal: Goal, quodlibet: bool = False):
        self.goal = goal
        self.quodlibet = quodlibet
        self.restriction = Restriction()
        self.spent = 0  # nontrivial moves of the line of play, but for one each time

    def restrict(self, restriction: Restriction) -> None:
        self.restriction = restriction

    @contextlib.contextmanager
    def keeping_to_it(self, board: chess.Board, moves: int) -> Iterator[bool]:
        """Whether the attacker's move is allowed that has just been made, with as many moves left as it was made with. While this
        lasts the defender's nontrivial moves are spent."""
        before, only = self.spent, self.restriction
        allowed = True
        if only.flights is not None:
            allowed = sum(board.piece_type_at(move.from_square) == chess.KING for move in board.legal_moves) <= only.flights
        if only.replies is not None:
            allowed = allowed and board.legal_moves.count() <= only.replies
        if allowed and only.threat is not None and moves > 1 and not board.is_check():
            board.push(chess.Move.null())
            allowed = self.wins(board, min(only.threat, moves - 1))
            board.pop()
        if allowed and only.nontrivial is not None and moves - 1 > only.nontrivial[1]:
            unmet = [reply for reply in board.legal_moves if self.refutes(board, reply, only.nontrivial[1] + 1)]
            allowed = self.spent + len(unmet) - 1 <= only.nontrivial[0]
            self.spent += max(0, len(unmet) - 1)
        try:
            yield allowed
        finally:
            self.spent = before

    def forbidden(self, board: chess.Board) -> bool:
        """Whether the attacker, to move, has lost already: a duty of its own."""
        return False

    def ends_well(self, board: chess.Board, move: chess.Move) -> bool:
        """Whether the attacker's move has reached what is asked. The board is before the move."""
        raise NotImplementedError

    def last_needed(self) -> int:
        """The least number of moves of the attacker with which there is play after the attacker's move that is not over."""
        return 2

    def loses_at_once(self, board: chess.Board, reply: chess.Move) -> bool:
        """Whether the defender's reply reaches what the attacker wants. The board is before the reply."""
        return False

    def choice(self, board: chess.Board) -> list[chess.Move]:
        """What the attacker may play: legal moves, and those to a double mate, which are not."""
        return list(board.legal_moves) + (self.goal.moves(board) if self.goal.sign in ("##", "##!") else [])

    def replies(self, board: chess.Board) -> list[chess.Move]:
        """What the defender may play."""
        return list(board.legal_moves)

    def solves(self, board: chess.Board, move: chess.Move, moves: int) -> bool:
        """Whether the attacker's move is a first move of at most this number of moves to the goal."""
        if self.ends_well(board, move):
            return True
        if moves < self.last_needed():
            return False
        board.push(move)
        try:
            with self.keeping_to_it(board, moves) as allowed:
                replies = self.replies(board)
                return allowed and bool(replies) and not any(self.refutes(board, reply, moves) for reply in replies)
        finally:
            board.pop()

    def refutes(self, board: chess.Board, reply: chess.Move, moves: int) -> bool:
        """Whether the defender's reply to the first of the attacker's moves keeps it from the goal within them."""
        if self.loses_at_once(board, reply):
            return False
        board.push(reply)
        try:
            return not self.wins(board, moves - 1)
        finally:
            board.pop()

    def wins(self, board: chess.Board, moves: int) -> bool:
        """Whether the attacker, to move, reaches the goal within this number of moves."""
        return moves > 0 and not self.forbidden(board) and any(self.solves(board, move, moves) for move in self.choice(board))

    def keys(self, board: chess.Board, moves: int) -> list[tuple[chess.Move, int]]:
        """All first moves that solve, each with the least number of moves in which it does."""
        if self.forbidden(board):
            return []
        found = []
        for move in self.choice(board):
            length = next((length for length in range(1, moves + 1) if self.solves(board, move, length)), None)
            if length is not None:
                found.append((move, length))
        return found

    def soonest(self, board: chess.Board, moves: int) -> list[tuple[chess.Move, int]]:
        """The keys that take the fewest moves."""
        keys = self.keys(board, moves)
        return [(move, length) for move, length in keys if length == min(least for _, least in keys)]

    def tries(self, board: chess.Board, moves: int, max_refutations: int) -> list[tuple[chess.Move, list[chess.Move]]]:
        """First moves that do not solve, with all their refutations, where there are at most max_refutations."""
        found = []
        for move in [] if self.forbidden(board) or moves < self.last_needed() else self.choice(board):
            if self.solves(board, move, moves):
                continue
            board.push(move)
            with self.keeping_to_it(board, moves) as allowed:
                refutations = [reply for reply in self.replies(board) if self.refutes(board, reply, moves)] if allowed else []
            board.pop()
            if 0 < len(refutations) <= max_refutations and all(refutations):
                found.append((move, refutations))
        return found

    def set_play(self, board: chess.Board, moves: int, deep: bool) -> list[dict]:
        """The defender's moves, it being the defender's turn, after which the goal is reached within moves - 1 moves of the attacker."""
        found = []
        for reply in self.replies(board):
            variation = self.variation(board, reply, moves, deep)
            if variation.get("goal") or variation["continuations"]:
                found.append(variation)
        return found

    def variation(self, board: chess.Board, reply: chess.Move, moves: int, deep: bool) -> dict:
        """The defender's reply to the first of the attacker's moves, and the shortest continuations."""
        if self.loses_at_once(board, reply):
            return {"move": reply.uci(), "goal": True}
        board.push(reply)
        continuations = [
            self.tree(board, move, length) if deep else {"move": move.uci(), "length": length} for move, length in self.soonest(board, moves - 1)
        ]
        board.pop()
        return {"move": reply.uci(), "continuations": continuations}

    def tree(self, board: chess.Board, move: chess.Move, moves: int) -> dict:
        """The attacker's first of moves moves, and all play after it."""
        node: dict = {"move": move.uci(), "length": moves}
        if self.goal.reached_by(board, move):
            node["goal"] = True
        if self.ends_well(board, move) and not isinstance(self, Reflex):
            return node
        return node | self.play_after(board, move, moves)

    def play_after(self, board: chess.Board, move: chess.Move, moves: int) -> dict:
        board.push(move)
        play = self.play(board, moves)
        board.pop()
        return play

    def play(self, board: chess.Board, moves: int) -> dict:
        """All play from here, where the attacker's first of moves moves has led: threats, every reply, every continuation.

        A threat is what the attacker would play if the defender passed; there is none where the defender is in check, or bound to reach the goal.
        """
        node: dict = {"threats": []}
        with self.keeping_to_it(board, moves) as allowed:
            threats: list[dict] = []
            bound = isinstance(self, Reflex) and any(self.loses_at_once(board, reply) for reply in self.replies(board))
            if moves > 1 and not board.is_check() and not bound:
                board.push(chess.Move.null())
                threats = [self.tree(board, threat, length) for threat, length in self.soonest(board, moves - 1)]
                board.pop()
            node["threats"] = threats
            node["variations"] = [self.variation(board, reply, moves, deep=True) for reply in self.replies(board)]
        for variation in node["variations"]:
            lengths = {each["length"] for each in variation.get("continuations", [])}
            answers = {each["move"] for each in variation.get("continuations", [])}
            variation["idle"] = bool(threats and lengths) and (
                min(lengths) < threats[0]["length"]
                or (min(lengths) == threats[0]["length"] and answers.issuperset(threat["move"] for threat in threats))
            )
        met = [bool(each.get("goal") or each["continuations"]) for each in node["variations"]]
        node["solves"] = allowed and bool(met) and all(met)
        return node


class Direct(Battle):
    """`#n`: the attacker reaches the goal with its n-th move at the latest, against any defence."""

    def ends_well(self, board: chess.Board, move: chess.Move) -> bool:
        return self.goal.reached_by(board, move)


class Self(Battle):
    """`s#n`: the attacker forces the defender to reach the goal with the defender's n-th move at the latest.

    Every reply must reach the goal, or be followed by a shorter self stipulation; a reply that there is not (mate, stalemate) solves
    nothing. With quodlibet the attacker's reaching the goal solves as well.
    """

    def ends_well(self, board: chess.Board, move: chess.Move) -> bool:
        return self.quodlibet and self.goal.reached_by(board, move)

    def last_needed(self) -> int:
        return 1

    def loses_at_once(self, board: chess.Board, reply: chess.Move) -> bool:
        return self.goal.reached_by(board, reply)


class Reflex(Battle):
    """`r#n` and `semi-r#n`: the attacker wants the defender to reach the goal, which whoever can reach it with the next move must do.

    In r#n the attacker has the duty, too, at its first move as well: where it has a move to the goal it has failed. In semi-r#n
    only the defender has it. With quodlibet, semi-r#n is solved by the attacker's reaching the goal as well.
    """

    def __init__(self, goal: Goal, quodlibet: bool = False, semi: bool = False):
        super().__init__(goal, quodlibet and semi)
        self.semi = semi

    def forbidden(self, board: chess.Board) -> bool:
        return not self.semi and bool(self.goal.moves(board))

    def ends_well(self, board: chess.Board, move: chess.Move) -> bool:
        if self.quodlibet and self.goal.reached_by(board, move):
            return True
        board.push(move)
        found = self.goal.moves(board)
        board.pop()
        return bool(found)

    def loses_at_once(self, board: chess.Board, reply: chess.Move) -> bool:
        return self.goal.reached_by(board, reply)

    def replies(self, board: chess.Board) -> list[chess.Move]:
        return self.goal.moves(board) or list(board.legal_moves)


# How help and series play end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ending:
    """What is asked when the side whose turn it is makes its last free move: the lines from there, the first half-move of each being free.

    `free` is how many half-moves of a line belong to the solution; what follows is forced.
    """

    goal: Goal

    free = 1

    def lines(self, board: chess.Board) -> list[Line]:
        """A direct end: the move reaches the goal."""
        return [(move,) for move in self.goal.moves(board)]

    def forbidden(self, board: chess.Board) -> bool:
        """Whether a duty of the side to move keeps it from going on."""
        return False

    def is_over(self, board: chess.Board) -> bool:
        """Whether there is no play any more, since the other side, to move, is to reach the goal at once."""
        return False

    def must_end(self, board: chess.Board, move: chess.Move) -> bool:
        """Whether play cannot go on after the move, since it has come to the end that is asked."""
        return self.goal.reached_by(board, move)


class HelpEnding(Ending):
    """After the last free move the other side makes a move of its choice that reaches the goal (ser-h#, pser-h#)."""

    free = 2

    def lines(self, board: chess.Board) -> list[Line]:
        found = []
        for move in list(board.legal_moves):
            board.push(move)
            found += [(move, last) for last in self.goal.moves(board)]
            board.pop()
        return found

    def must_end(self, board: chess.Board, move: chess.Move) -> bool:
        return False  # the other side is not at its turn in the midst of a series


class SelfEnding(Ending):
    """After the last free move every move of the other side, which has one, reaches the goal (a selfmate in one)."""

    def lines(self, board: chess.Board) -> list[Line]:
        found = []
        for move in list(board.legal_moves):
            board.push(move)
            replies = list(board.legal_moves)
            if all(self.goal.reached_by(board, reply) for reply in replies):
                found += [(move, reply) for reply in replies]
            board.pop()
        return found

    def is_over(self, board: chess.Board) -> bool:
        replies = list(board.legal_moves)
        return bool(replies) and all(self.goal.reached_by(board, reply) for reply in replies)

    def must_end(self, board: chess.Board, move: chess.Move) -> bool:
        board.push(move)
        ends = self.is_over(board)
        board.pop()
        return ends


class ReflexEnding(Ending):
    """After the last free move the other side has a move that reaches the goal, which it must play; and the side to move may have none itself."""

    def lines(self, board: chess.Board) -> list[Line]:
        found = []
        for move in list(board.legal_moves):
            board.push(move)
            found += [(move, last) for last in self.goal.moves(board)]
            board.pop()
        return found

    def forbidden(self, board: chess.Board) -> bool:
        return bool(self.goal.moves(board))

    def is_over(self, board: chess.Board) -> bool:
        return bool(self.goal.moves(board))

    def must_end(self, board: chess.Board, move: chess.Move) -> bool:
        board.push(move)
        ends = self.is_over(board)
        board.pop()
        return ends


# Help play -----------------------------------------------------------------------------------------------------------------------------


def help_lines(board: chess.Board, free: int, ending: Ending, ends_now: bool | None = None) -> list[Line]:
    """All lines of this number of free half-moves, both sides helping, the last free one as the ending asks.

    The side that makes the last free move is the one whose turns can end play: at those `ends_now` is true.
    """
    at_turn = free % 2 == 1 if ends_now is None else ends_now
    if ending.forbidden(board) if at_turn else ending.is_over(board):
        return []
    if free == 1:
        return ending.lines(board)
    found = []
    for move in list(board.legal_moves):
        if at_turn and ending.must_end(board, move):
            continue
        board.push(move)
        found += [(move, *rest) for rest in help_lines(board, free - 1, ending)]
        board.pop()
    return found


def reciprocal_ends(board: chess.Board, goal: Goal, own_goal: Goal) -> list[Line]:
    """The defender, to move, can reach its own goal at once, and as well make a move after which the attacker reaches the goal: both, or nothing."""
    own = [(move,) for move in own_goal.moves(board)]
    helped = HelpEnding(goal).lines(board)
    return own + helped if own and helped else []


def reciprocal_lines(board: chess.Board, plies: int, goal: Goal, own_goal: Goal) -> list[Line]:
    """`reci-h#n`: help play, and two half-moves before the end the defender may choose, see reciprocal_ends."""
    if plies == 2:
        return reciprocal_ends(board, goal, own_goal)
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        found += [(move, *rest) for rest in reciprocal_lines(board, plies - 1, goal, own_goal)]
        board.pop()
    return found


# Series play ---------------------------------------------------------------------------------------------------------------------------


def series_lines(board: chess.Board, moves: int, ending: Ending, *, parries: bool = False) -> list[Line]:
    """All lines of this number of moves of the side to move, one after the other, the last as the ending asks.

    The other side passes. So a move gives check only if it is the last of the series, and no move leaves its own king in check. With `parries` a
    move may give check at any time: then the other side parries, helping (`phser-`, `pser-h`).
    """
    if ending.forbidden(board):
        return []
    if moves == 1:
        return ending.lines(board)
    found = []
    for move in list(board.legal_moves):
        if ending.must_end(board, move):
            continue
        board.push(move)
        if not board.is_check():
            replies = [chess.Move.null()]
        else:
            replies = list(board.legal_moves) if parries else []
        for reply in replies:
            board.push(reply)
            shown = (move, reply) if reply else (move,)
            found += [(*shown, *rest) for rest in series_lines(board, moves - 1, ending, parries=parries)]
            board.pop()
        board.pop()
    return found


class ParrySeries(Battle):
    """`pser-#n`, `pser-s#n`, `pser-r#n`: a series in which the defender moves only to parry a check, and then as it likes best.

    The attacker reaches the goal by its n-th move at the latest, against every parry; with s and r the defender is forced to reach it by
    its reply to the attacker's last move, or reaches it by a parry.
    """

    def __init__(self, ending: Ending):
        super().__init__(ending.goal)
        self.ending = ending

    def forbidden(self, board: chess.Board) -> bool:
        return self.ending.forbidden(board)

    def ends_well(self, board: chess.Board, move: chess.Move) -> bool:
        return self.ending.must_end(board, move)

    def loses_at_once(self, board: chess.Board, reply: chess.Move) -> bool:
        return type(self.ending) is not Ending and bool(reply) and self.goal.reached_by(board, reply)

    def replies(self, board: chess.Board) -> list[chess.Move]:
        return list(board.legal_moves) if board.is_check() else [chess.Move.null()]

    def lines(self, board: chess.Board, keys: list[tuple[chess.Move, int]]) -> list[Line]:
        """All play after keys (with their lengths) to the goal: every parry, then the shortest continuations. Passes are left out."""
        found: list[Line] = []
        for move, length in keys:
            ends = self.ends_well(board, move)
            board.push(move)
            if ends:
                last = [] if type(self.ending) is Ending else self.goal.moves(board)
                found += [(move, reply) for reply in last] or [(move,)]
            for reply in [] if ends else self.replies(board):
                shown = (move, reply) if reply else (move,)
                if self.loses_at_once(board, reply):
                    found.append(shown)
                    continue
                board.push(reply)
                continuations = self.keys(board, length - 1)
                shortest = min(length for _, length in continuations)
                found += [(*shown, *rest) for rest in self.lines(board, [key for key in continuations if key[1] == shortest])]
                board.pop()
            board.pop()
        return found


# Stipulations --------------------------------------------------------------------------------------------------------------------------

GOALS = r"##!|##|#=|!=|==|#|=|\+|x|z[a-h][1-8]|ep|00|ct|~"
BATTLES = ("semi-r", "s", "r", "")
HELPS = ("hs", "hr", "h")
SERIES = ("ser-h", "ser-s", "ser-r", "ser-")
PARRIES = ("pser-h", "phser-s", "phser-r", "phser-")
PARRY_BATTLES = ("pser-s", "pser-r", "pser-")
FAMILIES = (*PARRIES, *PARRY_BATTLES, *SERIES, "reci-h", "semi-r", *HELPS, "s", "r", "")
WRITING = re.compile(
    rf"(?:(?P<intro>\d+)->)?(?P<exact>exact-)?(?P<family>{'|'.join(FAMILIES)})"
    rf"(?:\((?P<own>{GOALS})\))?(?P<goal>{GOALS})(?P<moves>\d+)(?P<half>\.5)?",
    re.I,
)
ENDINGS = {"": Ending, "h": HelpEnding, "s": SelfEnding, "r": ReflexEnding}


@dataclass(frozen=True)
class Stipulation:
    """A stipulation as it is written: an introduction's moves, the family, the goal, whole moves and whether half a move comes first."""

    family: str
    goal: Goal
    moves: int
    half: bool = False
    intro: int = 0
    exact: bool = False
    own_goal: Goal | None = None  # the defender's in reci-h

    @staticmethod
    def parse(text: str) -> "Stipulation":
        """Reads `h#2.5`, `ser-=4`, `2->ser-h#4`, `reci-h(=)#3`, `dia7.5`; a ValueError says what is wrong."""
        if proof := re.fullmatch(r"(exact-)?(ser-)?dia(\d+)(?:\.(0|5))?", text):
            return Stipulation(proof[2] or "h", Goal("dia"), int(proof[3]), proof[4] == "5", 0, bool(proof[1]))
        found = WRITING.fullmatch(text.strip())
        if not found:
            raise ValueError(f"{text}: no stipulation that is known, expected one as h#2.5 or ser-=4")
        family, goal = found["family"].lower(), Goal(found["goal"].lower())
        half, moves = bool(found["half"]), int(found["moves"])
        if half and family not in (*HELPS, "reci-h"):
            raise ValueError(f"{text}: half-moves stand in help play only")
        if half and found["intro"]:
            raise ValueError(f"{text}: who would play an introduction before half a move is not agreed upon")
        if moves < 1 and not (half and family == "h"):
            raise ValueError(f"{text}: expected at least one move")
        if found["own"] and family != "reci-h":
            raise ValueError(f"{text}: a second goal stands in reci-h only")
        if found["exact"] and family in (*BATTLES, *PARRY_BATTLES):
            raise ValueError(f"{text}: exact- stands before help and series play only")
        if goal.sign in ("##", "##!") and family[-1:] in ("s", "r"):
            raise ValueError(f"{text}: {goal.sign} is no goal that can be forced")
        own_goal = Goal(found["own"].lower()) if found["own"] else goal if family == "reci-h" else None
        return Stipulation(family, goal, moves, half, int(found["intro"] or 0), bool(found["exact"]), own_goal)

    def attacker_begins(self) -> bool:
        """Whether the attacker begins, the introduction included."""
        if self.goal.sign == "dia":
            return True
        if self.family in ("h", "reci-h"):
            begins = self.half
        elif self.family in ("hs", "hr"):
            begins = not self.half
        else:
            begins = self.family not in ("ser-h", "pser-h")
        return begins != (self.intro > 0)

    def is_battle(self) -> bool:
        return self.family in BATTLES or self.family in PARRY_BATTLES

    def battle(self, quodlibet: bool) -> Battle:
        """The rules of direct, self, reflex and parry series play."""
        if self.family in PARRY_BATTLES:
            return ParrySeries(ENDINGS[self.family[5:]](self.goal))
        if self.family == "":
            return Direct(self.goal)
        if self.family == "s":
            return Self(self.goal, quodlibet)
        return Reflex(self.goal, quodlibet, semi=self.family == "semi-r")

    def free_half_moves(self) -> int:
        """How many half-moves of help play belong to a solution."""
        plies = 2 * self.moves + self.half
        return plies - 1 if self.family in ("hs", "hr") else plies

    def lengths(self) -> list[int]:
        """Lengths that are looked at, the asked one first: half-moves of help play, moves of series play."""
        if self.family in HELPS or self.family == "reci-h":
            plies = self.free_half_moves()
            return [plies] if self.exact else list(range(plies, 1 if self.family == "reci-h" else 0, -2))
        return [self.moves] if self.exact else list(range(self.moves, 0, -1))

    def ending(self) -> Ending:
        kind = self.family[1:] if self.family in HELPS else self.family.partition("-")[2]
        return ENDINGS[kind](self.goal)

    def lines(self, board: chess.Board, length: int) -> list[tuple[Line, int]]:
        """All lines of exactly a length (see lengths) and how many half-moves of each belong to the solution, without the introduction."""
        if self.family == "reci-h":
            return [(line, length - 2) for line in reciprocal_lines(board, length, self.goal, self.own_goal)]
        if self.family in HELPS:
            return [(line, length) for line in help_lines(board, length, self.ending())]
        forced = 1 if self.family[-1] in "sr" else 0
        lines = series_lines(board, length, self.ending(), parries=self.family not in SERIES)
        return [(line, len(line) - forced) for line in lines]


def introduced(board: chess.Board, moves: int, then) -> list[tuple[Line, int]]:
    """Lines with an introduction: exactly this number of moves of the side to move, which checks with the last one at most, then what follows."""
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        if moves == 1:
            found += [((move, *line), free + 1) for line, free in then(board)]
        elif not board.is_check():
            board.push(chess.Move.null())
            found += [((move, *line), free + 1) for line, free in introduced(board, moves - 1, then)]
            board.pop()
        board.pop()
    return found


# Solving -------------------------------------------------------------------------------------------------------------------------------


def illegal(board: chess.Board) -> bool:
    """Whether the side that is not to move is in check."""
    return in_check(board, not board.turn)


def written(line: Line) -> str:
    return " ".join(move.uci() for move in line)


def summary(lines: list[tuple[Line, int]]) -> dict:
    """Lines of one length: solutions without what is forced, and all lines."""
    solutions = list(dict.fromkeys(written(line[:free]) for line, free in lines))
    return {"count": len(solutions), "solutions": solutions, "lines": [written(line) for line, _ in lines]}


@dataclass(frozen=True)
class Options:
    """What is asked beside the solutions."""

    set_play: bool = False
    max_refutations: int = 0  # tries with at most so many that are listed
    tree: bool = False
    postkey: bool = False
    quodlibet: bool = False
    restriction: Restriction = Restriction()  # only battle play without parries has one
    set_board: chess.Board | None = None  # the diagram, where it has the side to move that set play begins with


def duals(play: dict) -> dict:
    """How many replies of a tree, idle ones aside, have more than one continuation: as `major` where a move comes after these, else as `mating`."""
    found = {"major": 0, "mating": 0}
    parts = [play]
    while parts:
        part = parts.pop()
        parts += part.get("threats", [])
        for variation in part.get("variations", []):
            continuations = [] if variation["idle"] else variation.get("continuations", [])
            parts += continuations
            if len(continuations) > 1:
                found["mating" if min(each["length"] for each in continuations) == 1 else "major"] += 1
    return found


def solve_battle(board: chess.Board, stipulation: Stipulation, options: Options) -> dict:
    battle = stipulation.battle(options.quodlibet)
    battle.restrict(options.restriction)
    if options.postkey:
        play = battle.play(board, stipulation.moves)
        return {"solution_count": int(play["solves"]), "postkey_play": play, "duals": duals(play)}
    keys = battle.keys(board, stipulation.moves)
    answer: dict = {
        "solution_count": sum(length == stipulation.moves for _, length in keys),
        "keys": [move.uci() for move, length in keys if length == stipulation.moves],
        "short_solutions": [{"move": move.uci(), "length": length} for move, length in keys if length < stipulation.moves],
    }
    if isinstance(battle, ParrySeries):
        answer["lines"] = [written(line) for line in battle.lines(board, keys)]
    if options.tree:
        answer["tree"] = [battle.tree(board, move, length) for move, length in keys]
        answer["duals"] = duals({"threats": answer["tree"]})
    if options.max_refutations:
        answer["tries"] = [
            {"move": move.uci(), "refutations": [reply.uci() for reply in refutations]}
            | (battle.play_after(board, move, stipulation.moves) if options.tree else {})
            for move, refutations in battle.tries(board, stipulation.moves, options.max_refutations)
        ]
    if options.set_play:
        other = options.set_board or with_turn(board, not board.turn)
        has_none = illegal(other) or stipulation.family in PARRY_BATTLES
        answer["set_play"] = [] if has_none else battle.set_play(other, stipulation.moves, options.tree)
    return answer


def set_lines(board: chess.Board, stipulation: Stipulation) -> list[tuple[Line, int]]:
    """Set play of help and series play, the asked length alone; the board has the other side to move."""
    if illegal(board) or stipulation.intro:
        return []
    if stipulation.family in ("ser-h", "pser-h"):
        return [(line, 1) for line in Ending(stipulation.goal).lines(board)]
    length = stipulation.lengths()[0]
    if length < 2 or stipulation.family in SERIES + PARRIES or (stipulation.family == "reci-h" and length < 3):
        return []
    return stipulation.lines(board, length - 1)


def solve_lines(board: chess.Board, stipulation: Stipulation, options: Options) -> dict:
    by_length = []
    for intro in range(stipulation.intro, 0, -1) if stipulation.intro and not stipulation.exact else [stipulation.intro]:
        for length in stipulation.lengths():
            if intro:
                lines = introduced(board, intro, lambda after: stipulation.lines(after, length))
            else:
                lines = stipulation.lines(board, length)
            by_length.append((intro, length, summary(lines)))
    asked, shorter = by_length[0][2], by_length[1:]
    answer = {
        "solution_count": asked["count"],
        "solutions": asked["solutions"],
        "lines": asked["lines"],
        "short_solutions": [{"intro": intro, "length": length, **found} for intro, length, found in shorter if found["count"]],
    }
    if options.set_play:
        answer["set_play"] = summary(set_lines(options.set_board or with_turn(board, not board.turn), stipulation))
    return answer


def solve(text: str, fen: str, attacker: chess.Color = chess.WHITE, options: Options = Options()) -> dict:
    """Everything that is asked of one diagram. A ValueError says what is wrong with the stipulation or the FEN."""
    stipulation = Stipulation.parse(text)
    if stipulation.goal.sign == "dia":
        stipulation = replace(stipulation, goal=Goal("dia", chess.Board(fen).board_fen()))
        fen = chess.STARTING_FEN
    begins = attacker if stipulation.attacker_begins() and not options.postkey else not attacker
    given = chess.Board(fen)
    board = with_turn(given, begins)
    if given.turn != begins:
        options = replace(options, set_board=given)
    answer: dict = {"stipulation": text, "begins": chess.COLOR_NAMES[begins]}
    if illegal(board):
        return {**answer, "illegal": True, "solution_count": 0, "short_solutions": []}
    if stipulation.is_battle():
        if stipulation.intro:
            raise ValueError(f"{text}: an introduction stands before help and series play only")
        return answer | solve_battle(board, stipulation, options)
    return answer | solve_lines(board, stipulation, options)


def main() -> int:
    parser = argparse.ArgumentParser(description="Solves a composed problem by plain enumeration.")
    parser.add_argument("stipulation")
    parser.add_argument("fen")
    parser.add_argument("--attacker", choices=("white", "black"), default="white", help="who has White's part in the stipulation")
    parser.add_argument("--duplex", action="store_true", help="solve with the parts exchanged as well")
    parser.add_argument("--set-play", action="store_true")
    parser.add_argument("--tries", type=int, nargs="?", const=1, default=0, metavar="K", help="first moves with at most K refutations (1)")
    parser.add_argument("--tree", action="store_true", help="all play after the keys")
    parser.add_argument("--quodlibet", action="store_true", help="in self play and semi-reflex play the attacker's own goal solves, too")
    parser.add_argument("--restrict", type=Restriction.parse, default=Restriction(), help="as flights=2,replies=3,threat=1,nontrivial=0/1")
    parser.add_argument("--postkey", action="store_true", help="the diagram is the position after the key")
    given = parser.parse_args()
    attacker = given.attacker == "white"
    options = Options(given.set_play, given.tries, given.tree, given.postkey, given.quodlibet, given.restrict)
    try:
        answer = solve(given.stipulation, given.fen, attacker, options)
        if given.duplex:
            answer["duplex"] = solve(given.stipulation, given.fen, not attacker, options)
    except ValueError as error:
        print(f"enumeration: {error}", file=sys.stderr)
        return 2
    print(json.dumps(answer, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
