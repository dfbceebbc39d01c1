"""The experiment of the Tetris-filling report: how long until the first filling of every board of some sides.

The report's own way is its formula of cell states, with margins of 3 cells, solved by MiniSat; ours is a search on the puzzle's
exact cover. As in the report only the solver's call is timed, in CPU seconds: not the formula, not the cover.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median_low
from threading import Timer
from typing import TYPE_CHECKING

from tilewright.bench.measure import run_once
from tilewright.cover.kernel import kernel_cover
from tilewright.errors import TilewrightError
from tilewright.kinds import Packing
from tilewright.kinds.packing.cell_states import encode
from tilewright.lazy import lazy
from tilewright.puzzle.check import faults

if TYPE_CHECKING:
    from pysat import solvers
else:
    solvers = lazy("pysat.solvers")  # the extra `sat`, which may not be installed

WARM_UP = "tetrominoes*@4x4"
REPORT = "cell states, MiniSat"
MISSING = "python-sat is not installed: pip install 'tilewright[sat]': the report's own way is left out"


@dataclass(frozen=True)
class Filling:
    """How long the first filling of a board took by one way; `seconds` is None when the limit came first.

    fillable: whether there is one; None when the limit came first.
    """

    rows: int
    columns: int
    way: str
    seconds: float | None
    fillable: bool | None


def ways(engine: str) -> tuple[str, ...]:
    """Return the names of what is measured: the report's way where MiniSat is installed, and ours."""
    return (*((REPORT,) if find_spec("pysat") else ()), f"exact cover, {engine}")


def fillings(sides: range, engine: str, limit: float, repeat: int) -> Iterator[Filling]:
    """Measure every board of these sides whose area 4 divides, by each way; medians of `repeat` runs."""
    for run in _runs(Packing.parse(WARM_UP), engine, limit):
        run()  # imports what it needs
    for rows in sides:
        for columns in sides:
            if rows * columns % 4 == 0:
                puzzle = Packing.parse(f"tetrominoes*@{rows}x{columns}")
                for way, run in zip(ways(engine), _runs(puzzle, engine, limit), strict=True):
                    yield Filling(rows, columns, way, *_median(run, repeat))


Run = Callable[[], tuple[float | None, bool | None]]


def _runs(puzzle: Packing, engine: str, limit: float) -> list[Run]:
    """What measures the puzzle once, by each way; formula and cover are made before."""
    compiled = puzzle.compile()
    kernel_cover(compiled.cover)

    def search() -> tuple[float | None, bool | None]:
        found = run_once(compiled, "find", engine, limit, 1)
        return (None, None) if found.ended == "limit" else (found.seconds, found.tilings > 0)

    return [*([_minisat(puzzle, limit)] if find_spec("pysat") else []), search]


def _minisat(puzzle: Packing, limit: float) -> Run:
    formula = encode(puzzle)

    def solve() -> tuple[float | None, bool | None]:
        with solvers.Minisat22(bootstrap_with=list(formula.cnf.clauses())) as solver:
            timer = Timer(limit, solver.interrupt)
            timer.start()
            began = time.process_time()
            answer = solver.solve_limited(expect_interrupt=True)
            seconds = time.process_time() - began
            timer.cancel()
            timer.join()
            if answer and (wrong := faults(puzzle, formula.placements(solver.get_model()))):
                raise TilewrightError(f"MiniSat's answer is not a tiling: {wrong[0].text}")
        return (None, None) if answer is None else (seconds, answer)

    return solve


def _median(run: Run, repeat: int) -> tuple[float | None, bool | None]:
    found: list[float] = []
    fillable: bool | None = None
    for _ in range(repeat):
        seconds, fillable = run()
        if seconds is None:
            return None, None
        found.append(seconds)
    return median_low(found), fillable
