"""Engines that use logic solvers: CaDiCaL and Z3.

CaDiCaL, through python-sat, is the fastest engine to find one tiling of a large board, and writes proofs that there is
none. It runs in slices of conflicts whose length depends only on the formula's size. So the order of the solutions is
always the same, and the clock, a stop and Ctrl-C are checked between slices.

Z3 with one pseudo-Boolean sum per item works as the FridgeIQ generator did. It is the slowest engine, and gives an
independent second opinion.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.constraints import color_groups, without_colors
from tilewright.exact_cover.engine import ListAndBlock, ModelListing, Models
from tilewright.exact_cover.limits import Deadline, InterruptibleCall
from tilewright.exact_cover.outcome import FormulaNote
from tilewright.exact_cover.problem import ExactCover

if TYPE_CHECKING:
    from tilewright.exact_cover.formula import AtMostOne, Cnf, Variables


SECONDS_AN_ENTRY = 4e-7  # approximate time per entry of the cover to make its formula, in a few long steps of numpy
SLICE_WORK = 100_000_000  # conflicts of a slice times literals of the formula; about 0.1 s


class SatSolver:
    """An incremental run of CaDiCaL under a limit; nodes are conflicts.

    Raises OutOfTimeError at the deadline, while adding the clauses and at each call of `next`.
    """

    def __init__(self, cnf: Cnf, deadline: Deadline, proof: bool = False) -> None:
        from pysat.solvers import Cadical195

        self.deadline, self.nodes = deadline, 0
        self.trivial = any(block.shape[1] == 0 for block in cnf.blocks)
        self.slice = max(50, min(20_000, SLICE_WORK // max(1, cnf.size[2])))
        self.cpu = 0.0  # seconds of CPU time in the solver's calls
        self.solver: Any = Cadical195(with_proof=proof)
        add = self.solver.add_clause
        try:
            for clause in deadline.watch(cnf.clauses()):
                add(clause)
        except BaseException:
            self.solver.delete()
            raise

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def next(self) -> list[int] | None:
        """Return a model, or None if there is no (further) one."""
        answer = False if self.trivial else None
        while answer is None:
            if (spent := self.deadline.spent(self.nodes)) is not None:
                raise OutOfTimeError(spent)
            answer = self._slice()
        return list(self.solver.get_model()) if answer else None

    def _slice(self) -> bool | None:
        import pysolvers

        left = self.deadline.limit.nodes_left(self.nodes)
        self.solver.conf_budget(self.slice if left is None else min(self.slice, left))
        began = time.process_time()
        try:
            answer: bool | None = self.solver.solve_limited()
        except pysolvers.error:  # python-sat raises this for Ctrl-C within the solver, and for nothing else there
            raise KeyboardInterrupt from None
        self.cpu += time.process_time() - began
        self.nodes = int(self.solver.accum_stats()["conflicts"])
        return answer

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        self.trivial = self.trivial or not clause
        if clause:
            self.solver.add_clause(list(clause))

    def proof(self) -> list[str]:
        """Return the lines of the DRAT proof that there is no model."""
        return [] if self.trivial else list(self.solver.get_proof() or ())


class Sat(ListAndBlock):
    """CaDiCaL on placement variables."""

    name = "sat"
    colors = True
    summary = "CaDiCaL on placement variables: one tiling of large boards, proofs (extra `sat`)"
    package = "pysat", "python-sat"
    variables: ClassVar[Variables] = "placements"
    at_most_one: ClassVar[AtMostOne] = "product"

    def found(self, listing: ModelListing, threads: int) -> Models:
        """Yield the solutions for the models of the cover's formula."""
        from tilewright.exact_cover.formula import encode

        cover, deadline = listing.cover, listing.deadline
        deadline.require(SECONDS_AN_ENTRY * sum(cover.size))
        encoded = encode(cover, self.variables, self.at_most_one)
        variables, clauses, literals = encoded.cnf.size
        listing.note(FormulaNote(variables=variables, clauses=clauses, literals=literals))
        with SatSolver(encoded.cnf, deadline) as solver:
            while (model := self._next(solver, listing)) is not None:
                solution = encoded.solution(model)
                yield solution
                if (constraint := listing.forbid(solution)) is None:
                    return None
                solver.add(encoded.clause(constraint))
        return "exhausted"

    def _next(self, solver: SatSolver, listing: ModelListing) -> list[int] | None:
        before = solver.nodes
        try:
            return solver.next()
        finally:
            listing.visit(solver.nodes - before)


class SatCells(Sat):
    """CaDiCaL on cell-state variables."""

    name = "sat-cells"
    summary = "CaDiCaL on cell states, as in the Tetris-filling report, out-of-board states dropped (extra `sat`)"
    variables = "cells"


class Z3(ListAndBlock):
    """Z3 on pseudo-Boolean sums."""

    name = "z3"
    colors = True
    summary = "Z3 with pseudo-Boolean sums, as the FridgeIQ generator: a second opinion (extra `z3`)"
    package = "z3", "z3-solver"

    def found(self, listing: ModelListing, threads: int) -> Models:
        """Yield the solutions for the models of a solver in its own context."""
        import z3

        context = z3.Context()
        solver, options = _model(listing.cover, context, listing.deadline)
        while True:
            listing.check()
            if (left := listing.deadline.limit.nodes_left(listing.nodes)) is not None:
                solver.set("max_conflicts", left)
            answer = InterruptibleCall(solver.check, context.interrupt).wait(listing.deadline)
            if answer == z3.unknown and solver.reason_unknown() == "interrupted from keyboard":
                raise KeyboardInterrupt  # Z3 catches Ctrl-C itself
            listing.visit(next((int(value) for key, value in solver.statistics() if key == "sat conflicts"), 0))
            if answer != z3.sat:
                return "exhausted" if answer == z3.unsat else "limit"
            model = solver.model()
            solution = tuple(o for o, x in enumerate(options) if z3.is_true(model.eval(x)))
            yield solution
            if (constraint := listing.forbid(solution)) is None:
                return None
            solver.add(z3.Or([options[o] if sign > 0 else z3.Not(options[o]) for sign, o in constraint.terms]))


def _model(cover: ExactCover, context: Any, deadline: Deadline) -> tuple[Any, list[Any]]:
    """Return a solver with a Boolean per option and a sum per item. Raises OutOfTimeError at the deadline."""
    import z3

    options = [z3.Bool(f"x{o}", context) for o in deadline.watch(range(len(cover.options)))]
    solver = z3.SolverFor("QF_FD", ctx=context)
    _add_colors(solver, options, cover, context, deadline)
    cover = without_colors(cover)
    terms: list[list[tuple[Any, int]]] = [[] for _ in cover.lo]
    for x, option in zip(options, deadline.watch(cover.options), strict=True):
        for item, times in Counter(option).items():
            terms[item].append((x, times))
    for lo, hi, row in zip(cover.lo, cover.hi, deadline.watch(terms, 64), strict=True):
        total = sum(times for _, times in row)
        if lo > total:
            solver.add(z3.BoolVal(False, context))
        elif lo == hi and row:
            solver.add(z3.PbEq(row, lo))
        elif row:
            if lo:
                solver.add(z3.PbGe(row, lo))
            if hi is not None and hi < total:
                solver.add(z3.PbLe(row, hi))
    return solver, options


def _add_colors(solver: Any, options: list[Any], cover: ExactCover, context: Any, deadline: Deadline) -> None:
    """Add a Boolean for each color of several options, true if one is taken, and allow at most one color per item."""
    import z3

    for colored in color_groups(cover, deadline):
        used = []
        for number, group in enumerate(colored.groups):
            taken = [options[o] for o in group]
            used.append(taken[0] if len(taken) == 1 else z3.Bool(f"i{colored.item}c{number}", context))
            if len(taken) > 1:
                solver.add(*(z3.Implies(x, used[-1]) for x in taken))
        solver.add(z3.PbLe([(x, 1) for x in used], 1))
