"""Z3 with pseudo-Boolean sums, one an item: what the FridgeIQ generator did. The slowest engine, and another opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tilewright.cover.engine import ListAndBlock
from tilewright.cover.formula import NoGood, color_groups, without_colors
from tilewright.cover.limits import Budget, Deadline, InterruptibleCall
from tilewright.cover.problem import ExactCover, Solution
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import z3
else:
    z3 = lazy("z3")  # the extra `z3`


class Z3(ListAndBlock):
    """Z3 on pseudo-Boolean sums."""

    name = "z3"
    colors = True
    summary = "Z3 with pseudo-Boolean sums, as the FridgeIQ generator: a second opinion (extra `z3`)"

    def unavailable(self) -> str | None:
        """Whether z3-solver is missing."""
        return None if find_spec("z3") else "z3-solver is not installed: pip install 'tilewright[z3]'"

    @contextmanager
    def open_solver(self, cover: ExactCover, budget: Budget, threads: int) -> Iterator[_Z3Solver]:
        """A solver in a context of its own."""
        yield _Z3Solver(cover, z3.Context(), budget)


class _Z3Solver:
    def __init__(self, cover: ExactCover, context: Any, budget: Budget) -> None:
        self.context, self.budget = context, budget
        self.solver, self.options = _model(cover, context, budget)

    def find(self) -> Solution | None:
        report, left = self.budget.report, self.budget.nodes_left
        if left is not None:
            self.solver.set("max_conflicts", left)
        answer = InterruptibleCall(self.solver.check, self.context.interrupt).wait(self.budget)
        if answer is None:
            return None
        if answer == z3.unknown and self.solver.reason_unknown() == "interrupted from keyboard":
            raise KeyboardInterrupt  # Z3 catches Ctrl-C itself
        report.nodes += next((int(value) for key, value in self.solver.statistics() if key == "sat conflicts"), 0)
        if answer != z3.sat:
            report.ended = "exhausted" if answer == z3.unsat else "limit"
            return None
        model = self.solver.model()
        return tuple(o for o, x in enumerate(self.options) if z3.is_true(model.eval(x)))

    def forbid(self, constraint: NoGood) -> None:
        self.solver.add(
            z3.Or([self.options[o] if sign > 0 else z3.Not(self.options[o]) for sign, o in constraint.terms])
        )


def _model(cover: ExactCover, context: Any, deadline: Deadline) -> tuple[Any, list[Any]]:
    """A solver with a Boolean an option and a sum an item; raises OutOfTimeError at the deadline."""
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
    """A Boolean for each color of several options, true where one of them is taken; of an item's at most one is."""
    for colored in color_groups(cover, deadline):
        used = []
        for number, group in enumerate(colored.groups):
            taken = [options[o] for o in group]
            used.append(taken[0] if len(taken) == 1 else z3.Bool(f"i{colored.item}c{number}", context))
            if len(taken) > 1:
                solver.add(*(z3.Implies(x, used[-1]) for x in taken))
        solver.add(z3.PbLe([(x, 1) for x in used], 1))
