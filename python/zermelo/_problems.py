# SPDX-License-Identifier: GPL-3.0-or-later
"""Composed problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from zermelo import _core
from zermelo._arguments import variant_of, whole
from zermelo._core import Variant
from zermelo._values import DEFAULT_MEMORY, found_by

Side = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class HalfMove:
    """One move of one side."""

    side: Side
    uci: str
    san: str
    """Standard algebraic notation; ``=`` at the end of a move that reaches a goal of stalemate."""

    def __str__(self) -> str:
        return self.san


@dataclass(frozen=True, slots=True)
class Defence:
    """A move of the defender in the tree of a problem."""

    move: HalfMove | None
    """None: it passes, as in a series without a check."""
    goal: bool
    """Whether it reaches the goal itself."""
    idle: bool
    """Whether something is threatened, and after this move all of it solves as soon, or another move sooner: the customary
    notation leaves it out."""
    continuations: tuple[Continuation, ...]
    """All moves of the attacker that solve then in the fewest moves."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move of the attacker that solves, and what can follow it: a key, or what meets a defence."""

    move: HalfMove
    length: int
    """Whole moves that it takes against the best defence, this one included."""
    goal: bool
    """Whether it reaches the goal itself."""
    threats: tuple[Continuation, ...]
    """With `variations`: what would solve soonest if the defender passed."""
    defences: tuple[Defence, ...]
    """With `variations`: every move of the defender; else empty."""


@dataclass(frozen=True, slots=True)
class PostkeyPlay:
    """What follows where the diagram is the position after a key."""

    check: bool
    """Whether the defender is in check."""
    solves: bool
    """Whether every defence is met: it was a key."""
    threats: tuple[Continuation, ...]
    """What would solve soonest if the defender passed."""
    defences: tuple[Defence, ...]
    """Every move of the defender; one without a goal and continuations refutes."""


@dataclass(frozen=True, slots=True)
class Duals:
    """How many defences, but for idle ones, more than one continuation meets."""

    major: int
    """Before the last move."""
    mating: int
    """By which move the goal is reached, or forced."""


@dataclass(frozen=True, slots=True)
class Try:
    """A first move that does not solve."""

    move: HalfMove
    refutations: tuple[HalfMove, ...]
    """Every one."""
    threats: tuple[Continuation, ...]
    """With `variations`: what would solve soonest if the defender passed."""
    defences: tuple[Defence, ...]
    """With `variations`: every move of the defender, the refutations too."""


@dataclass(frozen=True, slots=True)
class Line:
    """A solution of help or series play."""

    moves: tuple[HalfMove, ...]
    ends: tuple[tuple[HalfMove, ...], ...]
    """What may follow and is no part of the solution: the forced last moves, one tuple a way to play."""

    def __str__(self) -> str:
        return " ".join(move.san for move in self.moves)


@dataclass(frozen=True, slots=True)
class Solutions:
    """The solutions of one length, in help or series play."""

    introduction: int
    """Moves of the introduction."""
    length: int
    """Half-moves of help play, moves of one side in series, without the introduction."""
    count: int
    """How many there are; at least 2**64 - 1 where it is that."""
    complete: bool
    """Whether these are all: a limit came first where it is not so."""
    lines: tuple[Line, ...]
    """The first of them, in the order of their moves, as many as `max_lines` says."""


@dataclass(frozen=True)
class SolvedDiagram:
    """All that answers one diagram of a problem, with one side to begin."""

    twin: str | None
    """The twin's name; None where there are no twins."""
    changes: tuple[str, ...]
    """What the twin changes, as it was given."""
    fen: str
    """The position, with the side that begins to move."""
    target: str | None
    """The diagram that play from there is to come to, where that is the goal: ``dia``, ``a=>b``; else None."""
    stipulation: str
    attacker: Side
    begins: Side
    illegal: str | None
    """Why the diagram cannot be solved with this side to begin: then nothing else is told. None if it can."""
    solution_count: int
    """Keys, or solutions, of the asked length; of postkey play one, if it solves."""
    complete: bool
    """Whether everything up to that length was enumerated."""
    complete_moves: int
    """Up to how many whole moves that is so."""
    stopped_by: str | None
    """The limit that ended it: ``time``, ``nodes`` or ``request``. None if none did."""
    node_count: int
    """The number of positions whose moves were tried."""
    verified: bool | None
    """With `verify`: whether a plain enumeration comes to the same. None where it was not asked for, or a limit came first."""
    keys: tuple[Continuation, ...]
    """Direct, self and reflex play, as the four after it: keys of the asked length."""
    short_keys: tuple[Continuation, ...]
    """Keys that take fewer moves."""
    tries: tuple[Try, ...]
    """With `tries`: moves that fail, with few enough refutations."""
    set_play: tuple[Defence, ...]
    """With `set_play`: what the defender may play now, if it leads to the goal in time."""
    tree_whole: bool
    """Whether trees, tries and set play have all: they end at a million half-moves."""
    postkey_play: PostkeyPlay | None
    """With `postkey`: all play. None if it was not asked for."""
    duals: Duals | None
    """With `variations` or `postkey`: how many there are after keys. None if that was not asked for."""
    solutions: tuple[Line, ...]
    """Help and series play, as the two after it: the first solutions of the asked length."""
    short_solutions: tuple[Solutions, ...]
    """Shorter ones, a length each."""
    set_solutions: Solutions | None
    """With `set_play`: what solves where the other side begins. None if it was not asked for, or there can be none."""
    soundness: str | None
    """With `intended`, what becomes of that: ``as intended``, ``cooked``, ``no solution``, ``too few solutions``, ``short
    solutions`` or ``not decided``; else None."""


@dataclass(frozen=True)
class SolvedProblem:
    """A composed problem with its solutions. As a str it is what the command `zermelo problem` prints."""

    variant: Variant
    solution_count: int
    """Solutions of the asked length, of all diagrams."""
    complete: bool
    """Whether every diagram is complete."""
    intended: int | None
    """How many solutions a diagram was said to have."""
    diagrams: tuple[SolvedDiagram, ...]
    """The twins in order, each with its duplex after it."""
    text: str = field(repr=False)
    """All of it in the customary notation."""
    svg: str = field(repr=False)
    """The diagram as journals print it, an SVG document: authors and title above it, below it what is asked, the number of
    men (``(2+1)``), twins and the source. Notebooks show it."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


def problem(
    variant: Variant | str,
    fen: str | None,
    stipulation: str,
    *,
    set_play: bool = False,
    tries: int = 0,
    variations: bool = False,
    postkey: bool = False,
    duplex: bool = False,
    attacker: Side = "white",
    quodlibet: bool = False,
    restrict: str | None = None,
    start: str | None = None,
    twins: Sequence[str] = (),
    intended: int | None = None,
    verify: bool = False,
    max_lines: int = 1000,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    authors: Sequence[str] = (),
    title: str = "",
    source: str = "",
    award: str = "",
) -> SolvedProblem:
    """Solves a composed problem: all keys of a direct, self or reflex problem, all solutions of a helpmate or a series.
    `variant` may be a name. `fen` is the diagram (None: the variant's start), `stipulation` what is asked of it (``"#2"``, ``"h#2.5"``,
    ``"ser-h=4"``), which says who begins, too. ``"dia7.5"`` is a proof game, which comes to the diagram from the variant's
    start, and ``"a=>b3"`` the same from the FEN `start`. [Composed problems](problems.md) has all stipulations and conventions.

    `set_play` tells also what follows if the side that begins had passed, `tries` the moves that fail, if at most this number
    of replies refutes them, `variations` all play after keys and tries, and in set play. With `postkey` the diagram is the position after the key, which
    counts as the first move, and the defender begins: all play is told, instead of keys, tries and set play. `duplex` solves once more with the parts of the sides exchanged;
    `attacker` is who has White's part. With `quodlibet` the attacker's reaching the goal solves in self and semi-reflex
    play, too. `restrict` looks at some of the attacker's moves only: ``"flights=2,threat=1"``, as [composed
    problems](problems.md#restrictions) has them. A twin is written as ``"b: move h3 h4"``. `intended` is how many solutions a diagram is to have: each one's
    `soundness` says whether it has. `verify` solves once more by playing every move, without remembering anything, and says
    in `verified` whether that comes to the same. The first `max_lines` solutions of a length are told; all are counted.

    `seconds`, for all diagrams together, and `nodes`, for each (positions whose moves are tried), bound the search; where
    they end it, what was found is told, and up to which length it is complete. `memory` is the number of bytes for
    positions that were met. What is found does not depend on the number of `threads`, but for how far it came where a limit
    ends it. Ctrl-C ends the search: what is solved by then is `found` of the KeyboardInterrupt. `authors`, `title`,
    `source` and `award` stand over the text and in the picture.

    Raises InputError: a FEN that cannot be read, or is no position of the variant; a stipulation or a twin that is none,
    with the column; a restriction that is none, or of other play; postkey play of help or series play; threads that are not 1 to 1,024. Cost: exponential in the length.
    """
    variant = variant_of(variant)
    whole(tries=tries, intended=intended, max_lines=max_lines, nodes=nodes, memory=memory)
    whole(1, threads=threads)
    return found_by(
        lambda: _core.problem(
            variant,
            fen,
            stipulation,
            set_play,
            tries,
            variations,
            postkey,
            duplex,
            attacker,
            quodlibet,
            restrict,
            start,
            twins,
            intended,
            verify,
            max_lines,
            seconds,
            nodes,
            memory,
            threads,
            authors,
            title,
            source,
            award,
        ),
        lambda found: _solved_of(variant, found),
        lambda solved: f"{solved.solution_count} solutions",
    )


def _solved_of(variant: Variant, found: dict[str, Any]) -> SolvedProblem:
    return SolvedProblem(
        variant=variant,
        solution_count=found["solution_count"],
        complete=found["complete"],
        intended=found["intended"],
        diagrams=tuple(_diagram_of(diagram) for diagram in found["diagrams"]),
        text=found["text"],
        svg=found["svg"],
    )


def _diagram_of(found: dict[str, Any]) -> SolvedDiagram:
    return SolvedDiagram(
        twin=found["twin"],
        changes=tuple(found["changes"]),
        fen=found["fen"],
        target=found["target"],
        stipulation=found["stipulation"],
        attacker=found["attacker"],
        begins=found["begins"],
        illegal=found["illegal"],
        solution_count=found["solution_count"],
        complete=found["complete"],
        complete_moves=found["complete_moves"],
        stopped_by=found["stopped_by"],
        node_count=found["nodes"],
        verified=found["verified"],
        keys=tuple(_continuation_of(key) for key in found["keys"] or ()),
        short_keys=tuple(_continuation_of(key) for key in found["short_keys"] or ()),
        tries=tuple(_try_of(each) for each in found["tries"] or ()),
        set_play=tuple(_defence_of(defence) for defence in found["set_play"] or ()),
        tree_whole=found["tree_whole"] is not False,
        postkey_play=None if found["postkey_play"] is None else _postkey_play_of(found["postkey_play"]),
        duals=None if found["duals"] is None else Duals(**found["duals"]),
        solutions=tuple(_line_of(line) for line in found["solutions"] or ()),
        short_solutions=tuple(_solutions_of(each) for each in found["short_solutions"] or ()),
        set_solutions=None if found["set_solutions"] is None else _solutions_of(found["set_solutions"]),
        soundness=found["soundness"],
    )


def _moves_of(found: list[dict[str, Any]]) -> tuple[HalfMove, ...]:
    return tuple(HalfMove(**move) for move in found)


def _try_of(found: dict[str, Any]) -> Try:
    return Try(
        move=HalfMove(**found["move"]),
        refutations=_moves_of(found["refutations"]),
        threats=tuple(_continuation_of(threat) for threat in found["threats"]),
        defences=tuple(_defence_of(defence) for defence in found["defences"]),
    )


def _continuation_of(found: dict[str, Any]) -> Continuation:
    return Continuation(
        move=HalfMove(**found["move"]),
        length=found["length"],
        goal=found["goal"],
        threats=tuple(_continuation_of(threat) for threat in found["threats"]),
        defences=tuple(_defence_of(defence) for defence in found["defences"]),
    )


def _postkey_play_of(found: dict[str, Any]) -> PostkeyPlay:
    return PostkeyPlay(
        check=found["check"],
        solves=found["solves"],
        threats=tuple(_continuation_of(threat) for threat in found["threats"]),
        defences=tuple(_defence_of(defence) for defence in found["defences"]),
    )


def _defence_of(found: dict[str, Any]) -> Defence:
    return Defence(
        move=None if found["move"] is None else HalfMove(**found["move"]),
        goal=found["goal"],
        idle=found["idle"],
        continuations=tuple(_continuation_of(each) for each in found["continuations"]),
    )


def _line_of(found: dict[str, Any]) -> Line:
    return Line(_moves_of(found["moves"]), tuple(_moves_of(end) for end in found["ends"]))


def _solutions_of(found: dict[str, Any]) -> Solutions:
    return Solutions(
        introduction=found["introduction"],
        length=found["length"],
        count=found["count"],
        complete=found["complete"],
        lines=tuple(_line_of(line) for line in found["lines"]),
    )
