"""Shikaku at scale: growth with area, and CP-SAT and HiGHS given the same candidates.

    uv run --group benchmark python benchmarks/shikaku.py [--largest 1000] [--plot docs/pictures/shikaku-growth.svg]

Instances: random divisions into rectangles of 2 to 12 cells, the clues anywhere in them; most are not unique. Times are
CPU seconds, the least of several runs in one process on one thread, from the puzzle in Python to checked divisions.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

from tilewright.cover.limits import Report
from tilewright.design.shikaku import USUAL, grid_isometries, puzzle_of, random_division
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.search import count, divide


def instance(side: int, seed: int) -> Shikaku:
    rng = Random(seed)
    orbits = random_division(side, side, USUAL, grid_isometries(side, side, "C1"), rng)
    return puzzle_of(side, side, orbits, [rng.randrange(len(found.places)) for found in orbits])


def best(run: Callable[[], object], times: int) -> float:
    found = []
    for _ in range(times):
        started = time.process_time()
        run()
        found.append(time.process_time() - started)
    return min(found)


def cp_sat(puzzle: Shikaku) -> Callable[[], object]:
    from ortools.sat.python import cp_model

    covering = _covering(puzzle)

    def run() -> None:
        model = cp_model.CpModel()
        variables = [model.new_bool_var("") for _ in range(covering[0])]
        for options in covering[1]:
            model.add_exactly_one(variables[option] for option in options)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL

    return run


def highs(puzzle: Shikaku) -> Callable[[], object]:
    import highspy
    import numpy as np

    options, cells = _covering(puzzle)
    starts = np.cumsum([0, *map(len, cells)])[:-1]
    indices = np.array([option for cell in cells for option in cell])

    def run() -> None:
        model: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        model.setOptionValue("output_flag", False)
        model.setOptionValue("threads", 1)
        empty = np.array([], dtype=np.int32)
        model.addCols(options, np.zeros(options), np.zeros(options), np.ones(options), 0, empty, empty, np.array([]))
        model.changeColsIntegrality(options, np.arange(options), np.full(options, highspy.HighsVarType.kInteger))
        ones = np.ones(len(cells))
        model.addRows(len(cells), ones, ones, len(indices), starts, indices, np.ones(len(indices)))
        model.run()
        assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal

    return run


def _covering(puzzle: Shikaku) -> tuple[int, list[list[int]]]:
    candidates = puzzle.candidates()
    cells: list[list[int]] = [[] for _ in range(puzzle.rows * puzzle.columns)]
    for option, (_, (top, left, height, width)) in enumerate(candidates):
        for row in range(top, top + height):
            for column in range(left, left + width):
                cells[row * puzzle.columns + column].append(option)
    return len(candidates), cells


def growth(largest: int) -> list[dict[str, object]]:
    rows = []
    for side in (50, 100, 200, 300, 500, 700, 1000):
        if side > largest:
            break
        puzzle = instance(side, 1)
        report = Report()
        divide(puzzle, 2, report=report)
        repeat = 5 if side < 300 else 2
        row = {
            "side": side,
            "clues": len(puzzle.clues),
            "candidates": report.outcome.candidates,
            "unique?": best(partial(divide, puzzle, 2), repeat),
            "one": best(partial(divide, puzzle, 1), repeat),
            "count": best(partial(count, puzzle), repeat),
            "bits of the count": count(puzzle).bit_length(),
            "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
        print(json.dumps(row), flush=True)
        rows.append(row)
    return rows


def peer(name: str) -> float:
    run = {"HiGHS": highs, "CP-SAT": cp_sat}[name](instance(100, 1))
    run()
    return best(run, 3)


def compare() -> None:
    puzzle = instance(100, 1)
    for name in ("HiGHS", "CP-SAT"):
        ours = best(lambda: divide(puzzle, 1), 7)
        # A process each: both bring a libhighs, and the one loaded second would get the other's.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            theirs = pool.submit(peer, name).result()
        text = f"tilewright {ours * 1000:.1f} ms from the clues, {name} {theirs * 1000:.1f} ms from the candidates"
        print(f"100x100: {text}: {theirs / ours:.0f} times", flush=True)


def plot(rows: list[dict[str, object]], path: str) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    areas = [int(str(row["side"])) ** 2 for row in rows]
    for what in ("one", "unique?", "count"):
        axes.loglog(areas, [row[what] for row in rows], "o-", label=what)
    axes.loglog(areas, [area * 1e-6 for area in areas], "k:", label="1 µs a cell")
    axes.set(xlabel="cells", ylabel="CPU seconds, one thread", title="Shikaku: growth with area")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--largest", type=int, default=1000)
    parser.add_argument("--plot")
    arguments = parser.parse_args()
    compare()
    found = growth(arguments.largest)
    if arguments.plot:
        plot(found, arguments.plot)
