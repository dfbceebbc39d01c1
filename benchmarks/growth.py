"""How cost grows: any number of tetrominoes on 4 x N. Seconds for each tiling listed, and for each state of a count.

    uv run python benchmarks/growth.py [--json docs/data/bench-growth.json] [--runs 3] [--largest 400]

The first 100,000 tilings of each board by the engine the library lists with, and all tilings counted by merging states.
CPU seconds from a compiled cover, medians, on one thread.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from measurements import Rows, options

from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Outcome
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import Packing

LENGTHS = (10, 14, 20, 28, 40, 56, 80, 113, 160, 226, 320, 400)
FIRST = 100_000


def listed(cover: ExactCover) -> tuple[float, int, Outcome]:
    began = time.process_time()
    found = choose(cover).solutions(cover, Limit(solutions=FIRST))
    number = sum(map(len, found))
    return time.process_time() - began, number, found.outcome


def counted(cover: ExactCover) -> tuple[float, int, Outcome]:
    began = time.process_time()
    outcome = engine("frontier").count(cover, Limit())
    assert outcome.ended == "exhausted"
    return time.process_time() - began, outcome.solutions, outcome


def row(length: int, runs: int) -> dict[str, Any]:
    cover = Packing.parse(f"tetrominoes*@4x{length}").compile().with_hints().cover
    kernel_cover(cover)  # handed to the kernel before the clock starts
    lists = [listed(cover) for _ in range(runs)]
    counts = [counted(cover) for _ in range(runs)]
    number, states = lists[0][1], counts[0][2].nodes
    listing, counting = (statistics.median(run[0] for run in runs_) for runs_ in (lists, counts))
    return {
        "length": length,
        "engine": lists[0][2].engine,
        "listed": number,
        "list_seconds": listing,
        "microseconds_a_tiling": 1e6 * listing / number,
        "nanoseconds_a_tiling_and_cell": 1e9 * listing / number / (4 * length),
        "states": states,
        "count_seconds": counting,
        "nanoseconds_a_state": 1e9 * counting / states,
        "digits": len(str(counts[0][1])),
    }


def main() -> None:
    args = options(__doc__, runs=3, largest=400).parse_args()
    rows = Rows(args.json, runs=args.runs)
    for length in LENGTHS:
        if length <= args.largest:
            rows.add(row(length, args.runs))


if __name__ == "__main__":
    main()
