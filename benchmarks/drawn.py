"""Sixty puzzles drawn by a seed, five of each of twelve kinds: the choice of an engine, and ours beside every program that can be had.

    uv run python benchmarks/drawn.py --json docs/data/bench-drawn.json [--seed 20261126] [--each 5] [--limit 20] [and what beside.py takes]

All tilings are counted. `ratio`: CPU of the count without a named engine by that of the best engine, from a compiled cover
(the least of three each). Then whole processes, as in beside.py, ours three times and each other program once.
None is left out for its ratio; what no program ends within the limit stays, too.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import covers
from auto_engine import engines_beside
from beside import Task, programs, row
from large_instances import shikaku
from measurements import Rows, options
from yardsticks import built

from tilewright.design.edges import EdgesRecipe, make_edges
from tilewright.formats import tables
from tilewright.kinds.shikaku import text
from tilewright.pieces import select

Made = str | Task
HOLED = ((6, 7), (7, 8), (8, 8), (6, 11), (5, 13), (7, 9), (8, 10))


def names(rng: Random, pieces: str, number: int) -> str:
    """So many pieces of a set, as the notation has them."""
    every = [piece.name for piece in select(pieces)]
    comma = "," if any(len(name) > 1 for name in every) else ""
    return f"{pieces}:{comma.join(sorted(rng.sample(every, number), key=every.index))}"


def holed(pieces: str, size: int) -> Callable[[Random, Path], Made]:
    """Pieces of so many cells on a rectangle with random holes, at least one."""

    def make(rng: Random, folder: Path) -> Made:
        rows, columns = rng.choice(HOLED)
        number = min((rows * columns - 1) // size, len(select(pieces)))
        cells = [f"r{r}c{c}" for r in range(rows) for c in range(columns)]
        holes = rng.sample(cells, rows * columns - number * size)
        return f"{names(rng, pieces, number)}@{rows}x{columns}-{','.join(holes)}"

    return make


def boxes(pieces: str, *sizes: tuple[str, int], any_number: bool = False) -> Callable[[Random, Path], Made]:
    """So many of the pieces, or any number of each of so many, on a board of such a size."""

    def make(rng: Random, folder: Path) -> Made:
        size, number = rng.choice(sizes)
        return f"{names(rng, pieces, number)}{'*' * any_number}@{size}"

    return make


def pyramid(rng: Random, folder: Path) -> Made:
    """Pieces of balls, 30 together, in the pyramid of four layers."""
    while True:
        chosen = rng.sample(select("kanoodle"), 7)
        if sum(piece.area for piece in chosen) == 30:
            return f"kanoodle:{''.join(sorted(piece.name for piece in chosen))}@p4"


def divided(rng: Random, folder: Path) -> Made:
    """A Shikaku whose clues stand anywhere in a random division; most are not unique."""
    side = rng.randint(8, 16)
    path = folder / f"shikaku-{rng.randrange(10**9)}"
    path.write_text(text.dump_grid(shikaku(side, rng.randrange(10**6))), encoding="ascii")
    return str(path)


def edges(rng: Random, folder: Path) -> Made:
    """Edge matching on a small board, cut out of random labels."""
    recipe = EdgesRecipe(rng.choice(("3x3", "3x4", "4x4", "4x5")), labels=rng.randint(3, 6), proved=False)
    path = folder / f"edges-{rng.randrange(10**9)}.json"
    path.write_text(tables.dump_json(make_edges(recipe, rng.randrange(10**6)).puzzle), encoding="utf-8")
    return str(path)


def sudoku(rng: Random, folder: Path) -> Made:
    clues = rng.randint(24, 28)
    return Task(f"{clues} clues", "all", loop=(covers.sudoku(rng, clues),))


def random_cover(rng: Random, folder: Path) -> Made:
    size = rng.randint(3, 5)
    items, number = size * rng.randint(10, 16), rng.randint(150, 400)
    made = covers.random_cover(rng, items, size, number)
    return Task(f"{number} options of {size} of {items} items", "all", loop=(made,))


KINDS: dict[str, Callable[[Random, Path], Made]] = {
    "pentominoes, holes": holed("pentominoes", 5),
    "hexominoes, holes": holed("hexominoes", 6),
    "hexiamonds": boxes("hexiamonds", ("3x6", 6), ("3x8", 8), ("4x6", 8), ("5x6", 10), ("4x9", 12), ("6x6", 12)),
    "tetrahexes, pentahexes": boxes("pentahexes", ("5x5", 5), ("5x6", 6), ("5x7", 7), ("5x8", 8), ("5x9", 9)),
    "solid pentominoes": boxes("solid-pentominoes", ("2x3x5", 6), ("2x4x5", 8), ("3x3x5", 9), ("2x5x5", 10), ("2x5x6", 12)),
    "tetracubes": boxes("tetracubes", ("2x3x4", 3), ("2x4x4", 4), ("2x3x6", 4), ("3x4x4", 3), any_number=True),
    "balls in a pyramid": pyramid,
    "Shikaku": divided,
    "random covers": random_cover,
    "sudokus": sudoku,
    "edge matching": edges,
    "families": boxes("tetrominoes", ("5x8", 3), ("6x6", 4), ("4x15", 3), ("6x8", 4), ("7x8", 3), any_number=True),
}  # fmt: skip


def task_of(kind: str, made: Made, folder: Path) -> Task:
    """What is measured, under a name without this machine's folders."""
    if isinstance(made, Task):
        return made
    more = ("--labelled",) if kind == "edge matching" else ()
    return Task.of(Path(made).name if made.startswith(str(folder)) else made, made, "all", *more)


def measured(kind: str, task: Task, folder: Path, args: argparse.Namespace) -> dict[str, Any]:
    """The engines from the compiled cover, then whole processes."""
    cover = task.puzzle.compile().with_hints().cover if task.puzzle else task.loop[0]
    engines = engines_beside(cover, "count", args, 1)
    whole = row(task, folder, args, {})
    return {"kind": kind, **engines, **whole}


def main() -> None:
    parser = programs(options(__doc__, runs=3, limit=20.0, seed=20261126, each=5, only=""))
    args = parser.parse_args()
    args.others_once = True
    rows = Rows(args.json, limit=args.limit, runs=args.runs, seed=args.seed).resumed()
    done = {(each["kind"], each["place"]) for each in rows}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        args.yardsticks = built(folder, "-march=native")
        for place in range(args.each):
            for kind, make in KINDS.items():
                task = task_of(kind, make(Random(f"{args.seed} {kind} {place}"), folder), folder)
                if args.only in kind and (kind, place) not in done:
                    rows.add({"place": place, **measured(kind, task, folder, args)})
    if wrong := [f"{each['instance']}: {one}" for each in rows for one in each["wrong"]]:
        raise SystemExit("; ".join(wrong))


if __name__ == "__main__":
    main()
