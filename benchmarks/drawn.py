"""Sixty puzzles drawn by a seed, five of each of twelve kinds: the choice of an engine, and ours beside every program that can be had.
With --choice ten covers with colors besides, and the choice alone.

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
from beside import Task, built, programs, row
from large_instances import shikaku
from measurements import Rows, options

from tilewright.design.edges import EdgesRecipe, make_edges
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import tables
from tilewright.kinds.shikaku import text
from tilewright.pieces import select

Made = str | Task
HOLED = {
    5: ((8, 8), (6, 11), (5, 13), (7, 9), (4, 16)),
    6: ((7, 9), (8, 8), (8, 9), (7, 11), (9, 9)),
}  # by the size of pieces


def names(rng: Random, pieces: str, number: int) -> str:
    """So many pieces of a set, as the notation has them."""
    every = [piece.name for piece in select(pieces)]
    comma = "," if any(len(name) > 1 for name in every) else ""
    return f"{pieces}:{comma.join(sorted(rng.sample(every, number), key=every.index))}"


def holed(pieces: str, size: int) -> Callable[[Random, Path], Made]:
    """Pieces of so many cells on a rectangle with random holes, at least one."""

    def make(rng: Random, folder: Path) -> Made:
        rows, columns = rng.choice(HOLED[size])
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


def balls(rng: Random, folder: Path) -> Made:
    """Pieces of balls that together have as many as the pyramid of four layers, or a box."""
    board, size = rng.choice((("p4", 30), ("2x4x5", 40), ("3x4x4", 48), ("2x5x5", 50)))
    while True:
        chosen = rng.sample(select("kanoodle"), rng.randint(size // 5, 12))
        if sum(piece.area for piece in chosen) == size:
            return f"kanoodle:{''.join(sorted(piece.name for piece in chosen))}@{board}"


def divided(rng: Random, folder: Path) -> Made:
    """A Shikaku whose clues stand anywhere in a random division; most are not unique."""
    side = rng.randint(20, 40)
    path = folder / f"shikaku-{rng.randrange(10**9)}"
    path.write_text(text.dump_grid(shikaku(side, rng.randrange(10**6))), encoding="ascii")
    return str(path)


def edges(rng: Random, folder: Path) -> Made:
    """Edge matching on a small board, cut out of random labels."""
    recipe = EdgesRecipe(rng.choice(("4x5", "5x5", "5x6")), labels=rng.randint(3, 6), proved=False)
    path = folder / f"edges-{rng.randrange(10**9)}.json"
    path.write_text(tables.dump_json(make_edges(recipe, rng.randrange(10**6)).puzzle), encoding="utf-8")
    return str(path)


def sudoku(rng: Random, folder: Path) -> Made:
    clues = rng.randint(22, 26)
    return Task(f"{clues} clues", "all", loop=(covers.sudoku(rng, clues),))


def random_cover(rng: Random, folder: Path) -> Made:
    size = rng.randint(3, 5)
    items, number = size * rng.randint(10, 16), rng.randint(150, 400)
    made = covers.random_cover(rng, items, size, number)
    return Task(f"{number} options of {size} of {items} items", "all", loop=(made,))


KINDS: dict[str, Callable[[Random, Path], Made]] = {
    "pentominoes, holes": holed("pentominoes", 5),
    "hexominoes, holes": holed("hexominoes", 6),
    "hexiamonds": boxes("hexiamonds", ("4x6", 8), ("5x6", 10), ("3x10", 10), ("4x9", 12), ("6x6", 12)),
    "pentahexes": boxes("pentahexes", ("5x7", 7), ("5x8", 8), ("5x9", 9), ("5x10", 10), ("6x10", 12)),
    "solid pentominoes": boxes("solid-pentominoes", ("2x4x5", 8), ("3x3x5", 9), ("2x5x5", 10), ("2x5x6", 12), ("2x3x10", 12)),
    "tetracubes": boxes("tetracubes", ("2x4x4", 3), ("2x4x4", 5), ("2x3x6", 4), ("3x4x4", 3), ("2x4x5", 3), any_number=True),
    "balls": balls,
    "Shikaku": divided,
    "random covers": random_cover,
    "sudokus": sudoku,
    "edge matching": edges,
    "families": boxes("tetrominoes", ("5x8", 3), ("6x8", 4), ("4x15", 3), ("8x8", 4), ("5x12", 3), any_number=True),
}  # fmt: skip


def colored(make: Callable[[Random], ExactCover], name: str) -> Callable[[Random, Path], Made]:
    """A cover with colors."""

    def task(rng: Random, folder: Path) -> Made:
        made = make(rng)
        items, options, _ = made.size
        return Task(f"{name}: {options} options of {items} items", "all", loop=(made,))

    return task


COLORED = {  # for the choice alone: not every other program takes them
    "shared colors": colored(covers.shared_colors, "colors"),
    "crossing words": colored(covers.crossing_words, "words"),
}


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
    if args.choice:
        return {"kind": kind, **engines, "instance": task.name, "wrong": []}
    return {"kind": kind, **engines, **row(task, folder, args, {})}


def main() -> None:
    parser = programs(options(__doc__, runs=3, limit=20.0, seed=20261126, each=5, only=""))
    parser.add_argument("--choice", action="store_true", help="the choice of an engine alone, no whole processes")
    args = parser.parse_args()
    args.others_once = True
    rows = Rows(args.json, limit=args.limit, runs=args.runs, seed=args.seed).resumed()
    done = {(each["kind"], each["place"]) for each in rows}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        args.yardsticks = {} if args.choice else built(folder)
        for place in range(args.each):
            for kind, make in (KINDS | (COLORED if args.choice else {})).items():
                task = task_of(kind, make(Random(f"{args.seed} {kind} {place}"), folder), folder)
                if args.only in kind and (kind, place) not in done:
                    rows.add({"place": place, **measured(kind, task, folder, args)})
    if wrong := [f"{each['instance']}: {one}" for each in rows for one in each["wrong"]]:
        raise SystemExit("; ".join(wrong))


if __name__ == "__main__":
    main()
