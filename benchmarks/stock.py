"""What comes before a search, and what comes after: every stock puzzle, and listings of over 5 ms, in process.

    uv run python benchmarks/stock.py [--json docs/data/bench-stock.json] [--runs 5] [--only WORD]

CPU milliseconds, medians, imports warm. `plan`: from the text to the plan of the search (load, compile, plan).
For listings, `ratio`: from the puzzle to all tilings, checked, by the search alone, which is that of the kernel's batches.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from auto_engine import PUZZLES
from measurements import Rows, options

from tests.helpers.stock import STOCK, stock_puzzle
from tilewright import load, solve
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import lookup
from tilewright.exact_cover.kernel import sweep_plan
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exact_cover.outcome import Outcome
from tilewright.explain.reasons import why_impossible
from tilewright.formats import dump
from tilewright.loader import parse
from tilewright.puzzle import Puzzle

LISTED = 2_000_000  # tilings, at most, of a listing
SECONDS = 10.0


def median(run: Callable[[], object], runs: int) -> float:
    """CPU milliseconds."""
    found = []
    for _ in range(runs):
        began = time.process_time()
        run()
        found.append(1000 * (time.process_time() - began))
    return round(statistics.median(found), 3)


def planned(text: str) -> None:
    """From the text to the plan."""
    cover = parse(text).compile().cover
    choose(cover)
    if not lookup("sweep").refuses(cover):
        sweep_plan(cover, Deadline(Limit(solutions=1)))


def stock(runs: int, only: str) -> Iterator[dict[str, Any]]:
    """Every stock challenge; the reasons, which an answer may need before its plan, by themselves."""
    for challenge in STOCK["challenges"]:
        if only in challenge["name"]:
            text = dump(stock_puzzle(challenge), "json")
            planned(text)
            plan = median(partial(planned, text), runs)
            reasons = median(partial(why_impossible, parse(text).compile()), runs)
            yield {"kind": "plan", "puzzle": challenge["name"], "milliseconds": plan, "reasons": reasons}


def listing(puzzle: Puzzle, runs: int) -> dict[str, Any] | None:
    """The ratio of a listing; None for a search under 5 ms, or one that does not end."""
    limit = Limit(seconds=SECONDS, solutions=LISTED)
    compiled = puzzle.compile().with_hints()
    engine = choose(compiled.cover)

    def search() -> Outcome:
        stream = engine.solutions(compiled.cover, limit)
        for _ in stream:
            pass
        return stream.outcome

    if search().ended != "exhausted" or (alone := median(search, runs)) < 5:
        return None
    whole = median(lambda: solve(puzzle, None, limit=limit), runs)
    return {"search": alone, "whole": whole, "ratio": round(whole / alone, 2)}


def listings(runs: int, only: str) -> Iterator[dict[str, Any]]:
    """The varied puzzles of `auto_engine.py`, and those of the stock challenges that take long enough."""
    puzzles = {name: load(name) for name in PUZZLES if only in name}
    puzzles |= {each["name"]: stock_puzzle(each) for each in STOCK["challenges"] if only in each["name"]}
    for name, puzzle in puzzles.items():
        if (row := listing(puzzle, runs)) is not None:
            yield {"kind": "list", "puzzle": name, **row}


def main() -> None:
    args = options(__doc__, runs=5, only="").parse_args()
    rows = Rows(args.json, runs=args.runs)
    for part in (stock, listings):
        for row in part(args.runs, args.only):
            rows.add({**row, "load": round(os.getloadavg()[0], 1)})


if __name__ == "__main__":
    main()
