# SPDX-License-Identifier: GPL-3.0-or-later
"""Suites of positions with exact values, by which policies are measured."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files

from zermelo import _core
from zermelo._core import Position, Variant
from zermelo._moves import LegalMoves
from zermelo._tables import MoveValue, MoveValues
from zermelo._values import Outcome, Value
from zermelo.errors import FileError, InputError
from zermelo.evaluation import Policy, Report, choice_of

OUTCOMES = {"w": Outcome.WIN, "d": Outcome.DRAW, "l": Outcome.LOSS}


@dataclass(frozen=True)
class Benchmark:
    """A suite of positions with the exact value of each of their moves. In all of them some moves keep the result and some give it
    away; each distance to the end, and each share of moves that keep the result, has its part. Suites never change: a suite
    that is made otherwise gets another name."""

    name: str
    """The name of its variant."""
    variant: Variant = field(repr=False)
    source: str
    """What the positions were drawn from, and by which seed."""
    checksum: str
    """The SHA-256 of the suite's file."""
    positions: tuple[Position, ...] = field(repr=False)
    codes: tuple[str, ...] = field(repr=False)
    """For each position the value of each legal move, in their order, for who makes it: ``w3`` a win in 3 plies, ``d`` a draw, ``l4``."""

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[tuple[Position, MoveValues]]:
        """Each position with its moves, the best first."""
        for position, codes in zip(self.positions, self.codes, strict=True):
            yield position, _moves_of(position, codes)

    def score(self, policy: Policy) -> Report:
        """What a policy does in the positions, each seen once: as `zermelo.evaluation.evaluate`, without tables. ``zermelo.envs.policy``
        makes a policy of an environment's agent. Raises InputError: a move that is not legal. Cost: that of the policy and some
        20 ms."""
        return Report([choice_of(policy, position, moves[0].value, moves) for position, moves in self._known])

    @property
    def chance(self) -> float:
        """The optimality rate that drawing legal moves has on average."""
        return sum(sum(bool(move.keeps_result) for move in moves) / len(moves) for _, moves in self._known) / len(self)

    @cached_property
    def _known(self) -> tuple[tuple[Position, MoveValues], ...]:
        return tuple(self)

    def _repr_html_(self) -> str:
        from zermelo._html import table

        rows = ((position.fen, moves[0].value, f"{sum(bool(move.keeps_result) for move in moves)} of {len(moves)}") for position, moves in self._known)
        return f"<p>Benchmark <b>{self.name}</b>: {self.source}</p>{table(('position', 'value', 'moves that keep it'), rows)}"


def benchmarks() -> list[str]:
    """The names of the benchmarks: each is the name of a variant."""
    return sorted(CHECKSUMS)


@cache
def _read(name: str) -> Benchmark:
    data = (files("zermelo") / "benchmarks" / f"{name}.tsv").read_bytes()
    checksum = hashlib.sha256(data).hexdigest()
    if checksum != CHECKSUMS[name]:
        raise FileError(f"benchmark {name}: checksum {checksum}, expected {CHECKSUMS[name]}")
    head: dict[str, str] = {}
    positions: list[Position] = []
    codes: list[str] = []
    variant = Variant(name)
    for line in data.decode().splitlines():
        if line.startswith("# "):
            key, _, rest = line[2:].partition(" ")
            head[key] = rest
            continue
        fen, _, told = line.partition("\t")
        positions.append(Position(variant, fen))
        codes.append(told)
    if head["hash"] != variant.hash:
        raise FileError(f"benchmark {name}: values of rules {head['hash']}, expected {variant.hash}")
    return Benchmark(name, variant, head["drawn"], checksum, tuple(positions), tuple(codes))


def benchmark(name: str) -> Benchmark:
    """The benchmark of a name (`benchmarks` lists them). Raises InputError: there is none; FileError: its file is damaged."""
    if name not in CHECKSUMS:
        alike = [one for one in benchmarks() if name in _core.variants() and Variant(one).start_fen == Variant(name).start_fen]
        hint = f" ({' and '.join(alike)} begins as it does)" if alike else ""
        raise InputError(f"no benchmark {name!r}{hint}, expected one of {', '.join(benchmarks())}")
    return _read(name)


def _moves_of(position: Position, codes: str) -> MoveValues:
    names: LegalMoves = position.legal_moves
    values = [Value(OUTCOMES[code[0]], int(code[1:]) if code[1:] else None) for code in codes.split(" ")]

    def rank(value: Value) -> tuple[int, int]:
        plies = value.plies or 0
        return (-value.outcome, plies if value.outcome is Outcome.WIN else -plies)

    best = min(values, key=rank)
    order = sorted(zip(names, values, strict=True), key=lambda known: rank(known[1]))
    return MoveValues(MoveValue(move, position.san(move), value, value == best, value.outcome == best.outcome) for move, value in order)


# The SHA-256 of each suite's file, which tools/benchmark-suites makes.
CHECKSUMS: dict[str, str] = {
    "antichess": "8e92c2f1164262e3a2b9f87291b39b6555b5b36449be9af65b0420f3f60a2823",
    "atomic": "cdeb01b52c9a1bb0441a11d8364e620f723d7ee862d897d1b3707e1b9912ddad",
    "breakthrough4x4": "b174d0e14c26683bc9c1b3288c92e53c1b92a83cc9e284514fea7a70737b9760",
    "breakthrough4x4one": "681280ecde12f31314b41ba9f1511b7fabe403c8d1164030f2868574aa9dff06",
    "chess": "c66b2d4610382ea7680e1615f69776c67518dcfdbdde765c10e96849ad827ec7",
    "connect4-4x4": "da759501c1cc8534ed222137201004f62de001731152c5044d424ef4ac571e76",
    "flipello4": "f0788864dffdc7f13d52c1761010b7336df208f685774d7015ff7d684e04c262",
    "hexapawn4x4": "2f04f6343ca9ac4204f2db786cdf0882442fe79fcff8694c24f7fc105b7d0319",
    "makruk": "32b72703f41c680d4c3ee07971d7fe4dacc532f036d344460c178d4565bade45",
    "racingkings": "179467f90516172ef464ee5f5e27730280815eb1b5171e242b4d2cf9e84dac39",
    "simplified-pawns": "ad1117ea2f052f62e2f5ef33983e9521707f45b677feee4854e7cca51b5a5219",
    "simplified": "d331239e8fa19b929b2b2df739f9cb824348cd4ca17ebd63a7976c06d2a8f135",
    "small3x3": "b59cf0942822e2eefa909173775b00b7826e15159b570624df3c4e9b7eafdc04",
    "small4x4": "81b85569f8bb55760920c06130702e03b43fe9434db66a28ea70c177b06235c5",
    "small5x5": "d01af9a06a829245cefc2e97af376b182946f55324a7a6d3fb71ed8e48c803ba",
    "small6x6": "5d7b60e0594f29fa9f37ece43ff91997d5faa8b7520087090087e6b6bd8a6b24",
    "tapatan": "459550f1d3c1502496340038b132bd609526e8f9d128ecb0ce6d705723caf45c",
    "threemensmorris": "bd4ebde769571ed21837bcd9789223f8b302ad1662ae21e6a38f70db0157b28f",
    "tictactoe": "57744d754ca5eaf1ba78f7c08583b7a28c05f894f1545bb5c23d37f5f2397719",
    "xiangqi": "8f0733ad10a2f11bf8567fa7891b33249058ce6b8bea0c06d463659e8853628c",
}
