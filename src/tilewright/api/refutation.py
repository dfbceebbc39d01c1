"""Refutations: a formula that says a puzzle has a tiling (for "unique": another tiling), and a proof that it has no model.

The formula is ASCII text in DIMACS. Its comments name the puzzle's digest, the claim, the tiling that is forbidden and
what each variable stands for. When it is checked it is derived from the puzzle again, so that it is known what is proven.

Proofs are by CaDiCaL.

Every clause that CaDiCaL 1.9.5 adds follows by unit propagation, also with the elimination of variables: the techniques
that would need RAT (blocked and covered clauses, conditioning) only delete, and are off. So `rup.py` can check them all.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.cover import proof_check
from tilewright.cover.engines.sat import SatSolver
from tilewright.cover.formula import AtMostOne, Cnf, Encoded, encode
from tilewright.cover.limits import Deadline, Limit, Report
from tilewright.cover.problem import ExactCover, Solution
from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import solver_models
from tilewright.formats.certificate import MOST_BYTES, REFUTATION, ProofCheck, escape_id
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import faults
from tilewright.puzzle.compiled import Compiled

PAIRWISE = 50_000  # literals: up to here the formula needs no helper variables, so a person can read it


@dataclass(frozen=True)
class Statement:
    """A formula that has no model iff the cover has no solution but the known ones."""

    encoded: Encoded
    at_most_one: AtMostOne
    cnf: Cnf


def statement(cover: ExactCover, known: Sequence[Solution]) -> Statement:
    """The formula of the cover with the known solutions forbidden; pairwise when that is small, else product."""
    at_most_one: AtMostOne = "pairwise" if _pairs(cover) <= PAIRWISE else "product"
    encoded = encode(cover, at_most_one=at_most_one)
    return Statement(encoded, at_most_one, encoded.cnf.with_clauses(encoded.no_good(solution) for solution in known))


def _pairs(cover: ExactCover) -> int:
    return sum(size * (size - 1) for size in Counter(cover.options.flat).values())


def refute(statement: Statement, limit: Limit, report: Report) -> list[str] | None:
    """The lines of a proof that ends with the empty clause, or None: then `report.ended` says whether a model was found
    or the limit came.
    """
    report.engine = "sat"
    with SatSolver(statement.cnf, limit, report, proof=True) as solver:
        if solver.next() is not None:
            report.solutions, report.ended = 1, "enough"
            return None
        if report.ended != "exhausted":
            return None
        lines = solver.proof()
        return lines if lines[-1:] == ["0"] else [*lines, "0"]


HEAD = REFUTATION.decode().strip().removeprefix("c ")
NOTES = re.compile(
    rf"c {HEAD}\nc puzzle (?P<puzzle>\S{{1,200}})\nc claim (?P<claim>impossible|unique)\nc at-most-one [a-z]{{1,20}}\n"
    r"(?:c tiling(?P<tiling>(?: [!-~]+)*)\n)?"
)


def proof_path(path: Path) -> Path:
    """Where the proof of a refutation lies."""
    return path.with_name(path.name + ".drat")


def build_refutation(
    compiled: Compiled, known: Sequence[Solution], limit: Limit, report: Report
) -> tuple[str, str] | None:
    """Search for a proof that there is no tiling but the known ones: (formula, proof), or None when the limit came."""
    goal = statement(compiled.cover, known)
    if 2 * goal.cnf.size[2] > MOST_BYTES:
        raise LimitError(
            f"the formula has {goal.cnf.size[2]:,} literals: expected at most {MOST_BYTES // 2:,} in a certificate"
        )
    proof = refute(goal, limit, report)
    if proof is None:
        return None
    return _formula(compiled, known, goal), "".join(f"{line}\n" for line in proof)


def _formula(compiled: Compiled, known: Sequence[Solution], goal: Statement) -> str:
    claim = "unique" if known else "impossible"
    notes = [HEAD, f"puzzle {compiled.puzzle.digest}", f"claim {claim}", f"at-most-one {goal.at_most_one}"]
    notes += [" ".join(["tiling", *_tokens(compiled, solution)]) for solution in known]
    return solver_models.dump_formula(compiled, goal.encoded, notes, goal.cnf)


def _tokens(compiled: Compiled, solution: Iterable[int]) -> list[str]:
    return sorted(escape_id(compiled.placement(option).id) for option in solution)


def check_refutation(puzzle: Puzzle, formula: bytes, proof: bytes | None, deadline: Deadline) -> ProofCheck:
    """Whether the formula is that of the puzzle and the proof refutes it; NotationError if it is no refutation.

    Raises OutOfTimeError when the deadline comes before the proof is looked at.
    """
    try:
        text = formula.decode("ascii")
    except UnicodeDecodeError:
        raise NotationError("expected a formula in ASCII") from None
    notes = NOTES.match(text)
    if notes is None:
        raise NotationError(
            "expected lines `c puzzle`, `c claim impossible` or `unique`, `c at-most-one`, as `verdict --proof` writes them"
        )
    claim, tiling = notes["claim"], notes["tiling"]
    if notes["puzzle"] != puzzle.digest:
        return other_puzzle(puzzle, notes["puzzle"], claim)
    if (tiling is not None) != (claim == "unique"):
        return ProofCheck(False, claim, f"it forbids {int(tiling is not None)} tilings: expected {int(tiling is None)}")
    compiled = puzzle.compile(deadline=deadline)
    known = [] if tiling is None else _known(compiled, tiling.split())
    if isinstance(known, str):
        return ProofCheck(False, claim, known)
    deadline.check()
    goal = statement(compiled.cover, known)
    if 2 * goal.cnf.size[2] > len(text) or text != _formula(compiled, known, goal):
        return ProofCheck(False, claim, "the formula is not that of the puzzle")
    if proof is None:
        return ProofCheck(False, claim, "the proof, a file of the same name and `.drat`, is missing")
    return _judge(goal, claim, proof, deadline)


def other_puzzle(puzzle: Puzzle, named: str, claim: str = "") -> ProofCheck:
    """The answer to a certificate that names another puzzle."""
    return ProofCheck(False, claim, f"it is of another puzzle, {quote(named)}: expected {puzzle.digest}")


def _known(compiled: Compiled, tokens: list[str]) -> list[Solution] | str:
    """The one tiling as solutions, or what is wrong with it."""
    option_of = {escape_id(compiled.placement(option).id): option for option in range(len(compiled.cover.options))}
    if strange := [name for name in tokens if name not in option_of]:
        return f"the puzzle has no placement {quote(strange[0])}"
    solution = tuple(sorted(option_of[name] for name in tokens))
    if wrong := faults(compiled.puzzle, compiled.tiling(solution).placements):
        return f"the tiling it forbids is none: {wrong[0].text}"
    return [solution]


def _judge(goal: Statement, claim: str, proof: bytes, deadline: Deadline) -> ProofCheck:
    """Our checker decides; others that are installed must not disagree."""
    try:
        text = proof.decode("ascii")
    except UnicodeDecodeError:
        return ProofCheck(False, claim, "the proof is not ASCII text")
    end, lines = time.monotonic() + deadline.left, text.split("\n")
    ours = proof_check.check(goal.cnf.variables, goal.cnf.clauses(), lines[: None if lines[-1] else -1], end)
    if ours.answer == "out of time":
        return ProofCheck(None, claim, "our checker was not done in time")
    if ours.answer == "rejected":
        return ProofCheck(False, claim, f"our checker rejects the proof: {ours.text}")
    agree = ["our checker"]
    silent: list[str] = []
    for name, answer in proof_check.opinions(goal.cnf.dimacs(), text, end):
        if answer == "refuted":
            return ProofCheck(False, claim, f"our checker accepts the proof and {name} rejects it: not accepted")
        (agree if answer == "verified" else silent).append(name)
    late = f"; not done in time: {', '.join(silent)}" if silent else ""
    return ProofCheck(True, claim, f"{' and '.join(agree)} accept{'s' * (len(agree) == 1)} the proof{late}")
