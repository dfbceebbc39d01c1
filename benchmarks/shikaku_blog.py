"""Answers to the questions of Kalvelagen's article on Shikaku, as tables of docs/measured/shikaku.md (by tools/make_tables.py).

    uv run python benchmarks/shikaku_blog.py --json docs/data/shikaku-blog.json

Candidates: how fast they are found. Grids: the 20 clue grids that agree with what is published of the 17x15 instance,
all divisions of each by five methods, and a certificate that was checked. Presolve: what HiGHS's leaves of an instance.
Times are CPU milliseconds, the least of three runs.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from engines import ROOT, Stopwatch
from shikaku import instance

from tilewright import formats
from tilewright.api.certificate import certify_count, check_proof
from tilewright.api.verdict import verdict
from tilewright.cover.engine import engine
from tilewright.cover.limits import Limit, Report
from tilewright.cover.problem import ExactCover
from tilewright.design.shikaku import Recipe, grid_isometries, make, puzzle_of, random_division
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Rect
from tilewright.kinds.shikaku.search import divide
from tilewright.puzzle import Puzzle

SMALL, LARGE = json.loads((ROOT / "tests/data/shikaku_blog.json").read_text())["instances"]
URLS = json.loads((ROOT / "tests/data/shikaku_urls.json").read_text())["instances"]
LISTERS = ("native", "sat", "cp", "mip")
LARGE_SIZES = dict.fromkeys((4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24), 1)


def least(run: Callable[[], object], times: int = 3) -> float:
    """CPU milliseconds."""
    found = []
    for _ in range(times):
        watch = Stopwatch()
        run()
        found.append(watch.seconds)
    return round(min(found) * 1000, 3)


def blog_grid(number: int) -> Shikaku:
    """One of the 20 clue grids: each rectangle of the published answer with its clue in one of its cells."""
    rects = LARGE["blog_solution"]
    cells = LARGE["all_consistent_clue_cells"][number]
    clues = tuple((r, c, h * w) for (r, c), (_, _, _, h, w) in zip(cells, rects, strict=True))
    return Shikaku(LARGE["rows"], LARGE["cols"], clues)


def every_rectangle(puzzle: Shikaku, count_inside: bool) -> list[tuple[int, Rect]]:
    """The article's way: each rectangle of the grid is looked at, its clues counted one by one or by prefix sums."""
    sums = puzzle._prefix_sums()
    found = []
    for top in range(puzzle.rows):
        for left in range(puzzle.columns):
            for width in range(1, puzzle.columns - left + 1):
                for height in range(1, puzzle.rows - top + 1):
                    bottom, right = top + height, left + width
                    if count_inside:
                        inside = sum(top <= r < bottom and left <= c < right for r, c, _ in puzzle.clues)
                    else:
                        inside = sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]
                    if inside != 1:
                        continue
                    number, value = next(
                        (n, v) for n, (r, c, v) in enumerate(puzzle.clues) if top <= r < bottom and left <= c < right
                    )
                    if value in (None, height * width):
                        found.append((number, (top, left, height, width)))
    return found


def candidates() -> list[dict[str, Any]]:
    posed_ones = {
        "blog 6x6": formats.load(ROOT / "examples/shikaku/blog-6x6"),
        "blog 17x15": formats.load(ROOT / "examples/shikaku/blog-17x15"),
        "url 3, 30x45": formats.load(URLS[2]["url"]),
        "random 50x50": instance(50, 1),
        "random 100x100": instance(100, 1),
    }
    rows = []
    for name, puzzle in posed_ones.items():
        assert isinstance(puzzle, Shikaku)
        row: dict[str, Any] = {"name": name, "clues": len(puzzle.clues), "candidates": len(puzzle.candidates())}
        cells = puzzle.rows * puzzle.columns
        for key, inside, most in (("counting", True, 300), ("prefix sums", False, 2500)):
            if cells <= most:
                assert every_rectangle(puzzle, inside) == puzzle.candidates()
                row[key] = least(partial(every_rectangle, puzzle, inside), 1)
        row["from the clues"] = least(puzzle.candidates)
        row["whole search"] = least(partial(divide, puzzle, 1))
        rows.append(row)
        print(row, flush=True)
    return rows


def listed(name: str, cover: ExactCover) -> int:
    """All divisions, by an engine of covers."""
    report = Report()
    found = {s for batch in engine(name).solutions(cover, Limit(), report) for s in batch}
    assert report.ended == "exhausted"
    return len(found)


def grids() -> list[dict[str, Any]]:
    rows = []
    base = set(blog_grid(0).clues)
    for number in range(len(LARGE["all_consistent_clue_cells"])):
        puzzle = blog_grid(number)
        rank = {rect: place for place, (_, rect) in enumerate(puzzle.candidates(), start=1)}
        assert len(rank) == LARGE["blog_n_feasible"]
        assert [rank[tuple(rect)] for _, *rect in LARGE["blog_solution"]] == LARGE["blog_solution_k"]
        row: dict[str, Any] = {"grid": number + 1, "elsewhere": len(set(puzzle.clues) - base)}
        row["divisions"] = len(divide(puzzle, 100))
        row["shikaku"] = least(partial(divide, puzzle, 100))
        cover = puzzle.compile().with_hints().cover
        for name in LISTERS:
            assert listed(name, cover) == row["divisions"]
            row[name] = least(partial(listed, name, cover))
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "proof")
            if row["divisions"] == 1:
                row["certificate"] = f"DRAT, {verdict(puzzle, proof=path).proof}"
            else:
                assert certify_count(puzzle, path)[0].value == row["divisions"]
                row["certificate"] = "list, checked" if check_proof(puzzle, path).good else "list, refused"
        rows.append(row)
        print(row, flush=True)
    return rows


def with_sizes(side: int, seed: int) -> Shikaku:
    rng = Random(seed)
    orbits = random_division(side, side, LARGE_SIZES, grid_isometries(side, side, "C1"), rng)
    return puzzle_of(side, side, orbits, [rng.randrange(len(found.places)) for found in orbits])


def unknown(puzzle: Shikaku, every: int) -> Shikaku:
    """Every so-manieth clue without its number."""
    clues = ((r, c, v if number % every else None) for number, (r, c, v) in enumerate(puzzle.clues))
    return replace(puzzle, clues=tuple(clues))


def families() -> dict[str, list[Shikaku]]:
    loaded = [formats.load(row["url"]) for row in URLS]
    found: dict[str, list[Puzzle]] = {
        "both of the article": [blog_grid(0), formats.load(ROOT / "examples/shikaku/blog-6x6")],
        "the 20 grids of 17x15": [blog_grid(number) for number in range(20)],
        "13 from the web, 6x6 to 30x45": loaded,
        "random 20x20": [instance(20, seed) for seed in range(50)],
        "random 50x50": [instance(50, seed) for seed in range(20)],
        "random 100x100": [instance(100, seed) for seed in range(5)],
        "random 20x20, rectangles of 4 to 24": [with_sizes(20, seed) for seed in range(50)],
        "made 8x8, extreme, unique": [make(Recipe(8, 8, "extreme"), seed).puzzle for seed in range(10)],
        "random 8x8, half the sizes unknown": [unknown(instance(8, seed), 2) for seed in range(20)],
        "random 8x8, all sizes unknown": [unknown(instance(8, seed), 1) for seed in range(20)],
        "random 15x15, half the sizes unknown": [unknown(instance(15, seed), 2) for seed in range(20)],
        "random 15x15, all sizes unknown": [unknown(instance(15, seed), 1) for seed in range(10)],
    }
    return {name: [p for p in puzzles if isinstance(p, Shikaku)] for name, puzzles in found.items()}


def presolve() -> list[dict[str, Any]]:
    rows = []
    for name, puzzles in families().items():
        row: dict[str, Any] = {"family": name, "instances": len(puzzles), "left": [], "ms": 0.0, "shikaku": 0.0}
        for puzzle in puzzles:
            cover, report, watch = puzzle.compile().with_hints().cover, Report(), Stopwatch()
            found = [s for b in engine("mip").solutions(cover, Limit(seconds=60, solutions=1), report) for s in b]
            assert found
            row["ms"] += watch.seconds * 1000
            row["shikaku"] += least(partial(divide, puzzle, 1))
            presolve = report.outcome.presolve
            if presolve is not None and presolve["settled"] == "no":
                row["left"].append({"before": presolve["before"], "after": presolve["after"]})
        rows.append(row)
        print(name, len(row["left"]), "of", len(puzzles), round(row["ms"]), round(row["shikaku"], 1), flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, required=True)
    args = parser.parse_args()
    for name in LISTERS:
        listed(name, blog_grid(0).compile().with_hints().cover)  # imports
    data: dict[str, Any] = {"date": str(date.today()), "command": "benchmarks/shikaku_blog.py"}
    for part in (candidates, grids, presolve):
        data[part.__name__] = part()
        args.json.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
