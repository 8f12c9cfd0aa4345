# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact values of chess-like games: forced wins with proofs, complete tables, judged puzzles.

Any thread may call everything here, of a `Game` one at a time. A child that `os.fork` made while another thread was in a call raises ZermeloError where it
calls; one that was forked while none was may do everything. Texts may be any str: what is no text of its kind is an InputError."""

from zermelo import _interpreter as _interpreter  # first: it refuses interpreters that may not load the module
from zermelo import _signatures as _signatures  # before anybody takes a method of these classes
from zermelo._core import Game, Position, Variant
from zermelo._core import version as __version__
from zermelo._certificates import Certificate
from zermelo._comparing import ComparedTier, Comparison, Difference, compare
from zermelo._benchmarks import Benchmark, benchmark, benchmarks
from zermelo.errors import FileError, InputError, MissingTableError, Reason, ZermeloError
from zermelo._planes import plane_meanings, plane_names, planes
from zermelo._problems import (
    Continuation,
    Defence,
    Duals,
    HalfMove,
    Line,
    PostkeyPlay,
    Solutions,
    SolvedDiagram,
    SolvedProblem,
    Try,
    problem,
)
from zermelo._program import program
from zermelo._proofs import Proof, RestrictedProof, Verdict, prove
from zermelo._puzzles import (
    Explanation,
    Failure,
    StressReport,
    explain,
    families,
    generate,
    judge,
    judge_objects,
    puzzles,
    stress,
    validate,
)
from zermelo._rows import judge_many
from zermelo._shipped import Shipped, shipped, variants
from zermelo._sides import Color
from zermelo._solving import Plan, Solved, plan, solve
from zermelo._moves import LegalMoves
from zermelo._frames import Framed
from zermelo._tables import Chunk, Counts, MoveValue, MoveValues, Sample, Tables, Tier
from zermelo._values import Category, FoundValue, Outcome, ProvedOutcome, Value, value

__all__ = [
    "Benchmark",
    "Category",
    "Certificate",
    "Chunk",
    "Color",
    "ComparedTier",
    "Comparison",
    "Continuation",
    "Counts",
    "Defence",
    "Difference",
    "Duals",
    "Explanation",
    "Failure",
    "FileError",
    "FoundValue",
    "Framed",
    "Game",
    "HalfMove",
    "InputError",
    "LegalMoves",
    "Line",
    "MissingTableError",
    "MoveValue",
    "MoveValues",
    "Outcome",
    "Plan",
    "Position",
    "Proof",
    "ProvedOutcome",
    "Reason",
    "RestrictedProof",
    "Sample",
    "Shipped",
    "Solutions",
    "Solved",
    "SolvedDiagram",
    "SolvedProblem",
    "StressReport",
    "Tables",
    "Tier",
    "PostkeyPlay",
    "Try",
    "Value",
    "Variant",
    "Verdict",
    "ZermeloError",
    "__version__",
    "benchmark",
    "benchmarks",
    "compare",
    "explain",
    "families",
    "generate",
    "judge",
    "judge_many",
    "judge_objects",
    "plan",
    "plane_meanings",
    "plane_names",
    "planes",
    "problem",
    "program",
    "prove",
    "puzzles",
    "shipped",
    "solve",
    "stress",
    "validate",
    "value",
    "variants",
]
