"""The table of the Tetris-filling report: how long it takes to fill an m x n board with tetrominoes.

    python examples/tetris/table.py --boards 5..15
    python examples/tetris/table.py --boards 5x8 --kinds JLSTZ --minisat

Times are milliseconds of the search alone, medians of three runs. `--minisat` adds the report's own way, its formula of cell
states solved by MiniSat (`pip install python-sat`); there the time is that of the solver's call, without making the formula.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from functools import partial
from statistics import median_low
from threading import Timer

import tilewright as tw

KINDS = "IJLOSTZ"
RUNS = 3
WIDTH = 10  # of a cell of the table

# The seconds that one run took and whether the board was filled; None where the limit came first.
Run = tuple[float, bool] | None


def search(puzzle: tw.Puzzle, limit: float) -> Run:
    """Fill the board by our own search."""
    found = tw.solve(puzzle, engine="native", limit=limit)
    return None if found.ended == "limit" else (found.times.get("search", 0.0), found.verdict == "solved")


def minisat(puzzle: tw.Puzzle, limit: float) -> Run:
    """Fill the board by the report's formula and its solver."""
    from pysat.formula import CNF
    from pysat.solvers import Minisat22

    formula = CNF(from_string=tw.export(puzzle, "dimacs", model="cells"))
    with Minisat22(bootstrap_with=formula.clauses) as solver:
        timer = Timer(limit, solver.interrupt)
        timer.start()
        began = time.process_time()
        answer = solver.solve_limited(expect_interrupt=True)
        seconds = time.process_time() - began
        timer.cancel()
    return None if answer is None else (seconds, answer)


def cell(fill: Callable[[tw.Puzzle, float], Run], kinds: str, rows: int, columns: int, limit: float) -> str:
    """Return what the table says of a board."""
    if rows * columns % 4:
        return "-"
    puzzle = tw.load(f"tetrominoes:{kinds}*@{rows}x{columns}")
    runs = [fill(puzzle, limit)]
    while runs[-1] and len(runs) < RUNS:
        runs.append(fill(puzzle, limit))
    done = [run for run in runs if run]
    if len(done) < len(runs):
        return f"> {limit:g} s"
    return f"{1000 * median_low(seconds for seconds, _ in done):.3g}" if done[0][1] else "none"


def table(cells: Callable[[int, int], str], rows: range, columns: range) -> str:
    """Return the table, a row of boards in each line."""
    lines = [["m \\ n", *map(str, columns)], *([str(m), *(cells(m, n) for n in columns)] for m in rows)]
    return "\n".join("".join(text.rjust(WIDTH) for text in line) for line in lines)


def sides(text: str) -> tuple[range, range]:
    """Return the rows and columns of `5..15`, all boards with such sides, or of `5x8`, one board."""
    if found := re.fullmatch(r"(\d{1,3})x(\d{1,3})", text):
        ends = [(int(side), int(side)) for side in found.groups()]
    elif found := re.fullmatch(r"(\d{1,3})\.\.(\d{1,3})", text):
        ends = [(int(found[1]), int(found[2]))] * 2
    else:
        raise argparse.ArgumentTypeError(f"{text!r}: expected sides such as 5..15, or a board such as 5x8")
    if not all(1 <= least <= most for least, most in ends):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the smaller side first, from 1")
    rows, columns = (range(least, most + 1) for least, most in ends)
    return rows, columns


def kinds(text: str) -> str:
    """Return letters of tetrominoes, each once."""
    if not text or set(text) - set(KINDS) or len(set(text)) < len(text):
        raise argparse.ArgumentTypeError(f"{text!r}: expected some of {KINDS}, each once")
    return text


def main() -> None:
    """Print a table for each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=sides, default="5..15", help="sides, or one board such as 5x8")
    parser.add_argument("--kinds", type=kinds, default=KINDS, help="which tetrominoes, any number of each")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for one run")
    parser.add_argument("--minisat", action="store_true", help="measure the report's own way as well")
    args = parser.parse_args()
    rows, columns = args.boards
    for fill in (search, minisat) if args.minisat else (search,):
        fill(tw.load("tetrominoes*@4x4"), args.limit)  # imports what it needs
        print(fill.__name__)
        print(table(partial(cell, fill, args.kinds, limit=args.limit), rows, columns), end="\n\n")


if __name__ == "__main__":
    main()
