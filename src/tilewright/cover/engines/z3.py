"""Z3 with pseudo-Boolean sums, one an item: what the FridgeIQ generator did. The slowest engine, and another opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from tilewright.cover.encodings.clauses import loose_options
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import Deadline, in_time
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.cover.search.supervise import Call, spent


@register
class Z3(Engine):
    """Z3 on pseudo-Boolean sums."""

    name = "z3"
    summary = "Z3 with pseudo-Boolean sums, as the FridgeIQ generator: a second opinion (extra `z3`)"

    def unavailable(self) -> str | None:
        """Whether z3-solver is missing."""
        return None if find_spec("z3") else "z3-solver is not installed: pip install 'tilewright[z3]'"

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions one by one, each forbidden once found."""
        import z3

        report.engine = self.name
        context = z3.Context()
        with in_time(limit, report) as deadline:
            solver, options = _posed(cover, context, deadline)
            yield from self._listed(cover, context, solver, options, limit, report)

    def _listed(
        self, cover: ExactCover, context: Any, solver: Any, options: list[Any], limit: Limit, report: Report
    ) -> Iterator[list[Solution]]:
        import z3

        loose = set(loose_options(cover).tolist())
        while True:
            if spent(limit, report):
                report.ended = "stopped" if report.stop else "limit"
                return
            if limit.nodes is not None:
                solver.set("max_conflicts", max(1, limit.nodes - report.nodes))
            answer = Call(solver.check, context.interrupt).wait(limit, report)
            if answer is None:
                return
            if answer == z3.unknown and solver.reason_unknown() == "interrupted from keyboard":
                raise KeyboardInterrupt  # Z3 catches Ctrl-C itself
            report.nodes += next((int(value) for key, value in solver.statistics() if key == "sat conflicts"), 0)
            if answer != z3.sat:
                report.ended = "exhausted" if answer == z3.unsat else "limit"
                return
            model = solver.model()
            solution = tuple(o for o, x in enumerate(options) if z3.is_true(model.eval(x)))
            report.solutions += 1
            yield [solution]
            if limit.solutions is not None and report.solutions >= limit.solutions:
                report.ended = "enough"
                return
            there = set(solution)
            other = [z3.Not(options[o]) for o in solution] + [options[o] for o in sorted(loose - there)]
            solver.add(z3.Or(other) if other else z3.BoolVal(False, context))


def _posed(cover: ExactCover, context: Any, deadline: Deadline) -> tuple[Any, list[Any]]:
    """A solver with a Boolean an option and a sum an item; raises OutOfTimeError at the deadline."""
    import z3

    options = [z3.Bool(f"x{o}", context) for o in deadline.watch(range(len(cover.options)))]
    terms: list[list[tuple[Any, int]]] = [[] for _ in cover.lo]
    for x, option in zip(options, deadline.watch(cover.options), strict=True):
        for item, times in Counter(option).items():
            terms[item].append((x, times))
    solver = z3.SolverFor("QF_FD", ctx=context)
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
