"""Listing all tilings with the general engine beside two exact-cover packages, on the same matrices in one process.

uv run python benchmarks/peers.py [--runs 3] [--engine native]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import xcover
from exact_cover import get_all_solutions

from tilewright.cover.engine import engine
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover
from tilewright.cover.result import Report
from tilewright.puzzle import Puzzle

PUZZLES = ("pentominoes@3x20", "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", "pentominoes@4x15", "pentominoes@6x10")


def ours(cover: ExactCover, name: str) -> int:
    return sum(len(batch) for batch in engine(name).solutions(cover, Limit(), Report()))


def with_xcover(cover: ExactCover) -> int:
    return sum(1 for _ in xcover.covers([list(option) for option in cover.options]))


def with_exact_cover(cover: ExactCover) -> int:
    matrix = np.zeros((len(cover.options), len(cover.lo)), dtype=np.int32)
    for row, option in enumerate(cover.options):
        matrix[row, list(option)] = 1
    return len(get_all_solutions(matrix))


def timed(job: Callable[[], int], runs: int) -> tuple[float, int]:
    seconds, answer = [], 0
    for _ in range(runs):
        started = time.perf_counter()
        answer = job()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds), answer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--engine", default="native")
    options = parser.parse_args()
    print(f"{'puzzle':40} {'tilings':>8} {options.engine:>10} {'xcover':>10} {'exact-cover':>12} {'faster by':>10}")
    for notation in PUZZLES:
        cover = Puzzle.parse(notation).compile().cover
        mine, number = timed(lambda cover=cover: ours(cover, options.engine), options.runs)
        theirs, number_x = timed(lambda cover=cover: with_xcover(cover), options.runs)
        other, number_e = timed(lambda cover=cover: with_exact_cover(cover), options.runs)
        if not number == number_x == number_e:
            raise SystemExit(f"{notation}: {number}, {number_x}, {number_e} tilings")
        ratio = min(theirs, other) / mine
        print(f"{notation:40} {number:8} {mine:10.4f} {theirs:10.4f} {other:12.4f} {ratio:9.1f}x", flush=True)


if __name__ == "__main__":
    main()
