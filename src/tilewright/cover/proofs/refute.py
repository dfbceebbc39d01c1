"""Proofs by CaDiCaL that a cover has no solution, or none but those it is given.

Every clause that CaDiCaL 1.9.5 adds follows by unit propagation, also with the elimination of variables: the techniques
that would need RAT (blocked and covered clauses, conditioning) only delete, and are off. So `rup.py` can check them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cover.encodings.clauses import AtMostOne, Encoded, encode
from tilewright.cover.encodings.cnf import Cnf
from tilewright.cover.engines.sat import SatSolver
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report

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
