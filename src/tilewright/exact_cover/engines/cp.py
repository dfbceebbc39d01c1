"""OR-Tools CP-SAT: lists solutions, and finds the one with the least or greatest total weight of its options."""

from __future__ import annotations

import queue
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import OutOfTimeError, TilewrightError
from tilewright.exact_cover.constraints import color_groups, without_colors
from tilewright.exact_cover.engine import Engine, Search
from tilewright.exact_cover.limits import Deadline, InterruptibleCall, Limit
from tilewright.exact_cover.outcome import Ended, Outcome
from tilewright.exact_cover.problem import ExactCover, Solution

MODULE = "ortools.sat.python.cp_model"
IMPORT_SECONDS = 0.5  # CPU time to import OR-Tools, which cannot be interrupted
WAITING = 10_000  # largest number of solutions found and not yet consumed


class Cp(Engine):
    """CP-SAT."""

    name = "cp"
    colors = True
    summary = "OR-Tools CP-SAT: also optimises, see `tilewright solve --most` (extra `cp`)"
    package = "ortools", "ortools"

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield all solutions in the order of a single worker, which is always the same."""
        run = _Run(*_model(cover, deadline), deadline)
        with deadline.progress.showing(run):
            ended = yield from run.list()
        return Outcome(ended=ended, engine=self.name, solutions=run.solutions, nodes=run.nodes)


class _Run:
    """The listing of a model's solutions."""

    engine, fraction = Cp.name, None

    def __init__(self, model: Any, options: list[Any], deadline: Deadline) -> None:
        self.model, self.options, self.deadline = model, options, deadline
        self.nodes = self.solutions = 0

    def list(self) -> Generator[list[Solution], None, Ended]:
        """Yield solutions in batches; return how the listing ended."""
        found: queue.Queue[Solution] = queue.Queue(WAITING)
        wanted, deadline = self.deadline.limit.solutions, self.deadline
        solver = _solver(deadline)
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = wanted != 1
        collect = _collector(self.options, found, wanted)

        def interrupt() -> None:
            collect.ending = True
            solver.stop_search()  # before its first solution, the callback cannot end the search itself

        call: InterruptibleCall[Any] = InterruptibleCall(lambda: solver.solve(self.model, collect), interrupt)
        try:
            while call.thread.is_alive() or not found.empty():
                try:
                    batch = [found.get(timeout=0.02)]
                except queue.Empty:
                    if deadline.ended:
                        break
                    continue
                while not found.empty() and len(batch) < WAITING:
                    batch.append(found.get_nowait())
                self.solutions += len(batch)
                yield batch
                if deadline.ended:
                    break
        finally:
            call.end()
        if call.error:
            raise call.error
        self.nodes = int(solver.num_branches)
        return self._ended(call.result)

    def _ended(self, status: Any) -> Ended:
        from ortools.sat.python import cp_model

        if status == cp_model.MODEL_INVALID:
            raise TilewrightError("CP-SAT refused the model")
        if self.deadline.limit.solutions_left(self.solutions) == 0:
            return "enough"
        if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return "exhausted"
        return "stopped" if self.deadline.progress.stop else "limit"


def _solver(deadline: Deadline) -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False  # Python's own handler receives Ctrl-C
    if deadline.limit.seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, deadline.left)
    if deadline.limit.nodes is not None:
        solver.parameters.max_number_of_conflicts = deadline.limit.nodes
    return solver


def _collector(options: Sequence[Any], found: queue.Queue[Solution], wanted: int | None) -> Any:
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        """A callback that puts solutions on a queue; it waits while the queue is full, unless told to end."""

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
    """Return the model and its variables, one per option. Raises OutOfTimeError at the deadline."""
    if MODULE not in sys.modules:
        deadline.require(IMPORT_SECONDS)
    from ortools.sat.python import cp_model

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
    """Add a variable for each color of several options.

    It is true exactly if one of the options is taken, so that no solution occurs twice.
    """
    for colored in color_groups(cover, deadline):
        used = []
        for group in colored.groups:
            taken = [options[number] for number in group]
            used.append(taken[0] if len(taken) == 1 else model.new_bool_var(""))
            if len(taken) > 1:
                model.add_max_equality(used[-1], taken)
        model.add_at_most_one(used)


@dataclass(frozen=True, kw_only=True)
class Optimum:
    """The best solution found, its value, and a bound on all values.

    Value and bound are equal if the solution is proven optimal.
    """

    solution: Solution | None
    value: int
    bound: int
    outcome: Outcome


class _Optimising:
    """The progress of an optimization, which is empty because the solver reports nothing before its end."""

    engine, nodes, solutions, fraction = Cp.name, 0, None, None


def optimise(cover: ExactCover, weights: Sequence[int], largest: bool, deadline: Deadline, threads: int = 1) -> Optimum:
    """Return the solution whose options have the largest (or smallest) total weight.

    Raises OutOfTimeError if the time is up before the search begins.
    """
    model, options = _model(cover, deadline)
    from ortools.sat.python import cp_model

    goal = sum(weight * x for x, weight in zip(options, weights, strict=True) if weight)
    (model.maximize if largest else model.minimize)(goal)
    solver = _solver(deadline)
    solver.parameters.num_workers = threads
    # The solver checks the time limit itself and still returns its best solution then; only a stop must interrupt it.
    only_a_stop = Deadline(Limit(), deadline.progress)
    with deadline.progress.showing(_Optimising()):
        try:
            answer = InterruptibleCall(lambda: solver.solve(model), solver.stop_search).wait(only_a_stop)
        except OutOfTimeError as end:
            return _without(end.ended, 0, weights, largest)
    nodes = int(solver.num_branches)
    if answer == cp_model.INFEASIBLE:
        return Optimum(solution=None, value=0, bound=0, outcome=Outcome(ended="exhausted", engine=Cp.name, nodes=nodes))
    if answer not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return _without("limit", nodes, weights, largest)
    return Optimum(
        solution=tuple(o for o, x in enumerate(options) if solver.boolean_value(x)),
        value=round(solver.objective_value),
        bound=round(solver.best_objective_bound),
        outcome=Outcome(
            ended="exhausted" if answer == cp_model.OPTIMAL else "limit", engine=Cp.name, solutions=1, nodes=nodes
        ),
    )


def _without(ended: Ended, nodes: int, weights: Sequence[int], largest: bool) -> Optimum:
    bound = sum(weight for weight in weights if weight > 0) if largest else 0
    return Optimum(solution=None, value=0, bound=bound, outcome=Outcome(ended=ended, engine=Cp.name, nodes=nodes))
