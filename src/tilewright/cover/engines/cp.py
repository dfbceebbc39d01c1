"""OR-Tools CP-SAT: lists, and optimises: the solution with the least or greatest total weight of its options."""

from __future__ import annotations

import queue
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tilewright.cover.constraints import color_groups, without_colors
from tilewright.cover.engine import Engine
from tilewright.cover.limits import Budget, Deadline, InterruptibleCall, Limit, Report, in_time
from tilewright.cover.problem import ExactCover, Solution
from tilewright.errors import TilewrightError

MODULE = "ortools.sat.python.cp_model"
IMPORT_SECONDS = 0.5  # of CPU that OR-Tools takes to be imported, which cannot be interrupted
WAITING = 10_000  # solutions found and not yet asked for, at most


class Cp(Engine):
    """CP-SAT."""

    name = "cp"
    colors = True
    summary = "OR-Tools CP-SAT: also optimises, see `tilewright solve --most` (extra `cp`)"
    package = "ortools", "ortools"

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions as the solver meets them, by one worker so that the order is always the same."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            yield from self._listed(*_model(cover, budget), budget)

    def _listed(self, model: Any, options: list[Any], budget: Budget) -> Iterator[list[Solution]]:
        found: queue.Queue[Solution] = queue.Queue(WAITING)
        wanted, report = budget.limit.solutions, budget.report
        solver = _solver(budget)
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = wanted != 1
        collect = _collector(options, found, wanted)

        def interrupt() -> None:
            collect.ending = True
            solver.stop_search()  # the callback's own way out is barred before its first solution

        call: InterruptibleCall[Any] = InterruptibleCall(lambda: solver.solve(model, collect), interrupt)
        try:
            while call.thread.is_alive() or not found.empty():
                try:
                    batch = [found.get(timeout=0.02)]
                except queue.Empty:
                    if budget.spent:
                        break
                    continue
                while not found.empty() and len(batch) < WAITING:
                    batch.append(found.get_nowait())
                report.solutions += len(batch)
                yield batch
                if budget.spent:
                    break
        finally:
            call.end()
        _conclude(call, solver, budget)


def _conclude(call: InterruptibleCall[Any], solver: Any, budget: Budget) -> None:
    from ortools.sat.python import cp_model  # the extra `cp`

    report = budget.report
    if call.error:
        raise call.error
    report.nodes = int(solver.num_branches)
    if call.result == cp_model.MODEL_INVALID:
        raise TilewrightError("CP-SAT refused the model")
    if budget.is_enough():
        return
    if call.result in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        report.ended = "exhausted"
    else:
        report.ended = "stopped" if report.stop else "limit"


def _solver(budget: Budget) -> Any:
    from ortools.sat.python import cp_model  # the extra `cp`

    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False  # Python's own handler sees Ctrl-C
    if budget.limit.seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, budget.left)
    if budget.limit.nodes is not None:
        solver.parameters.max_number_of_conflicts = budget.limit.nodes
    return solver


def _collector(options: Sequence[Any], found: queue.Queue[Solution], wanted: int | None) -> Any:
    from ortools.sat.python import cp_model  # the extra `cp`

    class Collector(cp_model.CpSolverSolutionCallback):
        """Puts solutions on the queue; waits while it is full, unless told to end."""

        def __init__(self) -> None:
            super().__init__()
            self.ending = False
            self.count = 0

        def on_solution_callback(self) -> None:
            if self.ending or (wanted is not None and self.count >= wanted):
                self.stop_search()
                return
            solution = tuple(o for o, x in enumerate(options) if self.boolean_value(x))
            self.count += 1
            while not self.ending:
                try:
                    found.put(solution, timeout=0.02)
                    break
                except queue.Full:
                    continue
            if self.count == wanted:
                self.stop_search()

    return Collector()


def _model(cover: ExactCover, deadline: Deadline) -> tuple[Any, list[Any]]:
    """The model and its variables, one an option; raises OutOfTimeError at the deadline."""
    if MODULE not in sys.modules:
        deadline.require(IMPORT_SECONDS)
    from ortools.sat.python import cp_model  # the extra `cp`

    model = cp_model.CpModel()
    options = [model.new_bool_var("") for _ in deadline.watch(cover.options)]
    _add_colors(model, options, cover, deadline)
    cover = without_colors(cover)
    rows: list[list[tuple[Any, int]]] = [[] for _ in cover.lo]
    for x, option in zip(options, deadline.watch(cover.options), strict=True):
        for item, times in Counter(option).items():
            rows[item].append((x, times))
    for lo, hi, row in zip(cover.lo, cover.hi, deadline.watch(rows), strict=True):
        plain = [x for x, _ in row]
        if (lo, hi) == (1, 1):
            model.add_exactly_one(plain)
        elif (lo, hi) == (0, 1):
            model.add_at_most_one(plain)
        elif lo or hi is not None:
            most = sum(times for _, times in row) if hi is None else hi
            total = sum(times * x for x, times in row)
            model.add_linear_constraint(total, lo, max(lo, most)) if row else model.add_bool_or([] if lo else [True])
    return model, options


def _add_colors(model: Any, options: Sequence[Any], cover: ExactCover, deadline: Deadline) -> None:
    """A variable for each color of several options: true exactly if one of them is taken, so that no solution comes twice."""
    for colored in color_groups(cover, deadline):
        used = []
        for group in colored.groups:
            taken = [options[number] for number in group]
            used.append(taken[0] if len(taken) == 1 else model.new_bool_var(""))
            if len(taken) > 1:
                model.add_max_equality(used[-1], taken)
        model.add_at_most_one(used)


def optimise(
    cover: ExactCover, weights: Sequence[int], largest: bool, limit: Limit, report: Report, threads: int = 1
) -> tuple[Solution | None, int, int]:
    """The solution whose options have the largest (or least) total weight, its value, and the value that none can beat.

    The two are equal when it is proven best. Raises OutOfTimeError before the search can begin.
    """
    report.engine, budget = "cp", Budget(limit, report)
    model, options = _model(cover, budget)
    from ortools.sat.python import cp_model  # the extra `cp`

    goal = sum(weight * x for x, weight in zip(options, weights, strict=True) if weight)
    (model.maximize if largest else model.minimize)(goal)
    solver = _solver(budget)
    solver.parameters.num_workers = threads
    # The solver minds the clock itself and then still tells the best it has; only a stop needs us.
    answer = InterruptibleCall(lambda: solver.solve(model), solver.stop_search).wait(Budget(Limit(), report))
    report.nodes = int(solver.num_branches) if answer is not None else 0
    if answer == cp_model.INFEASIBLE:
        report.ended = "exhausted"
        return None, 0, 0
    if answer not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        report.ended = report.ended or "limit"
        return None, 0, sum(weight for weight in weights if weight > 0) if largest else 0
    report.ended = "exhausted" if answer == cp_model.OPTIMAL else "limit"
    solution = tuple(o for o, x in enumerate(options) if solver.boolean_value(x))
    return solution, round(solver.objective_value), round(solver.best_objective_bound)
