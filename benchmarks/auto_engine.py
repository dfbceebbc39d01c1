"""What the choice `auto` costs: counting and finding by it, beside each engine alone, on forty varied puzzles.

    uv run python benchmarks/auto_engine.py [--json docs/data/bench-auto.json] [--runs 3] [--limit 10] [--only WORD]

The puzzles were listed before the choice was written, and none is left out for its ratio. From a compiled cover; the
ratio is the time of `auto` by that of the best engine. One thread: CPU seconds. Two threads: CPU seconds of the busiest
thread, which a loaded machine spoils less than it does the wall clock.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from measurements import Rows, options

from tilewright import load
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import lookup
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Outcome
from tilewright.exact_cover.problem import ExactCover

PUZZLES = [
    "pentominoes@3x20", "pentominoes@4x15", "pentominoes@5x12", "pentominoes@6x10",
    "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "pentominoes@8x8-r0c0,r0c7,r7c0,r7c7", "FNPUV@5x5", "FLNPUV@5x6",
    "FLNPTUVY@5x8", "FLNPTUVWXYZ@5x11", "pentominoes!turn@3x30", "pentominoes:Y*@5x10", "pentominoes:Y*@10x10",
    "pentominoes:LPY*@5x9", "pentominoes:PLI*@10x6", "tetrominoes*@4x6", "tetrominoes*@6x6", "tetrominoes*@8x8",
    "tetrominoes*@4x40", "tetrominoes*@5x9-r2c4", "tetrominoes:T*@8x8", "tetrominoes:LT*@6x8", "trominoes*@6x6",
    "trominoes:2*@9x10", "dominoes*@8x8", "dominoes*@6x20", "dominoes*+trominoes*@5x9", "hexiamonds@6x6",
    "hexiamonds@3x12", "hexiamonds@4x9", "hexominoes:1,3,5,8,13,21@6x6", "tetracubes:ILOPST*@2x3x4", "soma@3x3x3",
    "pentacubes:L,N,P,Y*@2x5x5", "fridgeiq:IJMR@3x3", "fridgeiq:ABDEIMNYRST@5x5", "fridgeiq:ABDJLMNRSUY@4x7",
    "tetrahexes@4x7", "tetraboloes@4x7", "pentominoes+tetrominoes@8x10",
]  # fmt: skip
ENGINES = {"count": ("frontier", "sweep", "native"), "find": ("sweep", "native")}


def seconds(cover: ExactCover, goal: str, name: str, limit: float, threads: int) -> tuple[float, Outcome] | None:
    """CPU seconds of the calling thread and, of a team that works for it, the busiest; and how the search ended."""
    if name != "auto" and lookup(name).refuses(cover):
        return None
    began = time.thread_time()
    worker = choose(cover, name)
    if goal == "count":
        found = worker.count(cover, Limit(seconds=limit), threads=threads)
    else:
        stream = worker.solutions(cover, Limit(seconds=limit, solutions=1), threads=threads)
        for _ in stream:
            pass
        found = stream.outcome
    taken = time.thread_time() - began
    return taken + (max(found.cpu) if found.cpu and found.engine != "frontier" else 0.0), found


def best(cover: ExactCover, goal: str, name: str, args: argparse.Namespace, threads: int) -> dict[str, Any] | None:
    found = []
    for _ in range(args.runs):
        if (run := seconds(cover, goal, name, args.limit, threads)) is None:
            return None
        found.append(run)
        if run[0] > args.limit / 4:
            break
    least = min(found, key=lambda run: run[0])
    over = least[1].ended in ("exhausted", "enough")
    return {
        "seconds": round(least[0], 6),
        "engine": least[1].engine,
        "result": least[1].solutions if over else None,
    }


def row(puzzle: str, goal: str, args: argparse.Namespace, threads: int) -> dict[str, Any]:
    return {"puzzle": puzzle, **engines_beside(load(puzzle).compile().with_hints().cover, goal, args, threads)}


def engines_beside(cover: ExactCover, goal: str, args: argparse.Namespace, threads: int) -> dict[str, Any]:
    """The best run of each engine and of the choice, and the ratio of the choice to the best engine.

    RuntimeError where their results differ.
    """
    kernel_cover(cover)
    engines = {name: best(cover, goal, name, args, threads) for name in ENGINES[goal]}
    auto = best(cover, goal, "auto", args, threads)
    assert auto is not None
    ended = [each for each in engines.values() if each and each["result"] is not None]
    results = {each["result"] for each in [*ended, auto] if each["result"] is not None}
    if len(results) > 1:
        raise RuntimeError(f"{goal}: the engines differ: {results}")
    ratio = round(auto["seconds"] / min(each["seconds"] for each in ended), 2) if ended else None
    return {"goal": goal, "threads": threads, "ratio": ratio, "auto": auto, **engines}


def main() -> None:
    parser = options(__doc__, runs=5, limit=4.0, only="")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    args = parser.parse_args()
    rows = Rows(args.json, limit=args.limit)
    for threads in args.threads:
        for goal in ENGINES:
            for puzzle in PUZZLES:
                if args.only in puzzle:
                    rows.add(row(puzzle, goal, args, threads))
            ratios = [r["ratio"] for r in rows if r["ratio"] and (r["goal"], r["threads"]) == (goal, threads)]
            print(f"{goal}, threads {threads}: median {statistics.median(ratios)}, worst {max(ratios)}", flush=True)


if __name__ == "__main__":
    main()
