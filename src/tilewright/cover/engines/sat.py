"""CaDiCaL through python-sat: finds one tiling of a large board fastest, and writes proofs that there is none.

The solver runs in slices of conflicts whose length depends on the formula's size alone, so the order of the solutions is
the same every time and the clock, a stop and Ctrl-C are looked at between slices.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from types import TracebackType
from typing import Any, ClassVar

from tilewright.cover.engine import ListAndBlock
from tilewright.cover.formula import AtMostOne, Cnf, Encoded, NoGood, Variables, encode
from tilewright.cover.limits import Budget, Limit, Report
from tilewright.cover.problem import ExactCover, Solution
from tilewright.errors import OutOfTimeError

SECONDS_AN_ENTRY = 4e-7  # of the cover, about, for its formula: numpy makes it in a few long steps
SLICE_WORK = 100_000_000  # conflicts of a slice x literals of the formula; 0.1 s or so


class SatSolver:
    """An incremental run of CaDiCaL under a limit."""

    def __init__(self, cnf: Cnf, limit: Limit, report: Report, proof: bool = False) -> None:
        from pysat.solvers import Cadical195  # the extra `sat`, which may not be installed

        self.report, self.budget = report, Budget(limit, report)
        self.late = False
        self.trivial = any(block.shape[1] == 0 for block in cnf.blocks)
        self.slice = max(50, min(20_000, SLICE_WORK // max(1, cnf.size[2])))
        self.cpu = 0.0  # seconds of CPU time in the solver's calls
        self.solver: Any = Cadical195(with_proof=proof)
        add = self.solver.add_clause
        try:
            for clause in self.budget.watch(cnf.clauses()):
                add(clause)
        except OutOfTimeError as end:  # without some of its clauses it must not be asked anything
            report.ended, self.late = end.ended, True

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.solver.delete()

    def next(self) -> list[int] | None:
        """A model, or None: then `report.ended` says whether there is no further one or the limit came."""
        if self.late:
            return None
        if self.trivial:
            self.report.ended = "exhausted"
            return None
        while True:
            if self.budget.is_spent():
                return None
            answer = self._slice()
            if answer is not None:
                break
        if answer:
            return list(self.solver.get_model())
        self.report.ended = "exhausted"
        return None

    def _slice(self) -> bool | None:
        left = self.budget.nodes_left
        self.solver.conf_budget(self.slice if left is None else min(self.slice, left))
        began = time.process_time()
        try:
            answer: bool | None = self.solver.solve_limited()
        except Exception as error:
            # python-sat catches Ctrl-C in the solver and reports it as an error of its own
            if "interrupt" in str(error):
                raise KeyboardInterrupt from None
            raise
        self.cpu += time.process_time() - began
        self.report.nodes = int(self.solver.accum_stats()["conflicts"])
        return answer

    def add(self, clause: Sequence[int]) -> None:
        """One clause more."""
        self.trivial = self.trivial or not clause
        if clause:
            self.solver.add_clause(list(clause))

    def proof(self) -> list[str]:
        """The lines of the DRAT proof of "no model"."""
        return [] if self.trivial else list(self.solver.get_proof() or ())


class Sat(ListAndBlock):
    """CaDiCaL on placement variables."""

    name = "sat"
    colors = True
    summary = "CaDiCaL on placement variables: one tiling of large boards, proofs (extra `sat`)"
    variables: ClassVar[Variables] = "placements"
    at_most_one: ClassVar[AtMostOne] = "product"

    def unavailable(self) -> str | None:
        """Whether python-sat is missing."""
        return None if find_spec("pysat") else "python-sat is not installed: pip install 'tilewright[sat]'"

    @contextmanager
    def open_solver(self, cover: ExactCover, budget: Budget, threads: int) -> Iterator[_Models]:
        """CaDiCaL with the formula of the cover."""
        budget.require(SECONDS_AN_ENTRY * sum(cover.size))
        encoded = encode(cover, self.variables, self.at_most_one)
        size = zip(("variables", "clauses", "literals"), encoded.cnf.size, strict=True)
        budget.report.outcome.formula = dict(size)
        with SatSolver(encoded.cnf, budget.limit, budget.report) as solver:
            yield _Models(encoded, solver)


class _Models:
    """The models of a formula as solutions of its cover."""

    def __init__(self, encoded: Encoded, solver: SatSolver) -> None:
        self.encoded, self.solver = encoded, solver

    def find(self) -> Solution | None:
        model = self.solver.next()
        return None if model is None else self.encoded.solution(model)

    def forbid(self, constraint: NoGood) -> None:
        self.solver.add(self.encoded.clause(constraint))


class SatCells(Sat):
    """CaDiCaL on cell-state variables."""

    name = "sat-cells"
    summary = "CaDiCaL on cell states, as in the Tetris-filling report, out-of-board states dropped (extra `sat`)"
    variables = "cells"
