"""Nothing knows pentominoes: all tilings of other sets on other boards, as ratios to the plain sweep in the same run.

    uv run python benchmarks/other_sets.py [--json docs/data/bench-other-sets.json] [--limit 20] [--runs 3] [--each 10] [--draw TEXT]

Hexomino subsets on rectangles, polyaboloes on half-square boards, random polyominoes on rectangles, boards with a hole
of one cell. The puzzles are random but the same each time, and none is left out for its ratio; `--draw` draws others, by
any text. Beside them the other yardsticks, dancing links and sparse sets. The library chooses its engine; CPU seconds,
medians.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from measurements import Rows, options
from yardsticks import built

from tilewright.bench import SWEEP, Instance, Setting, measure
from tilewright.kinds import Packing
from tilewright.pieces import Piece, select
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

OTHERS = ("dancing links", "sparse sets")


def hexominoes(rng: random.Random) -> Packing:
    rows, columns = rng.choice([(5, 6), (4, 9), (6, 7), (6, 8), (4, 15), (6, 10), (7, 12), (5, 18)])
    pieces = rng.sample(select("hexominoes"), rows * columns // 6)
    return Packing(Board.of_size(f"{rows}x{columns}"), tuple(pieces), name=f"{names(pieces)}@{rows}x{columns}")


def polyaboloes(rng: random.Random) -> Packing:
    """Tetraboloes, each covering two squares, or FridgeIQ's pieces up to the board's area."""
    rows, columns = rng.choice([(3, 6), (2, 7), (4, 5), (4, 6), (4, 7), (3, 8)])
    if rng.random() < 0.5:
        pieces = rng.sample(select("tetraboloes"), rows * columns // 2)
    else:
        pieces = area_of(rng, list(select("fridgeiq")), rows * columns)
    return Packing(
        Board.of_size(f"{rows}x{columns}", "halfsquare"), tuple(pieces), name=f"{names(pieces)}@{rows}x{columns}"
    )


def area_of(rng: random.Random, pieces: list[Piece], area: float) -> list[Piece]:
    """Some of the pieces that together have just this area."""
    while True:
        rng.shuffle(pieces)
        chosen: list[Piece] = []
        for piece in pieces:
            if sum(p.area for p in chosen) + piece.area <= area:
                chosen.append(piece)
        if sum(p.area for p in chosen) == area:
            return chosen


def polyominoes(rng: random.Random) -> Packing:
    """Polyominoes of 3 to 7 cells, drawn at random and with repeats, up to the board's area."""
    rows, columns = rng.choice([(5, 7), (6, 6), (5, 9), (6, 8), (7, 8), (5, 12), (8, 8)])
    pool = [
        Piece(f"{cells}.{k}".replace(".", "-"), form)
        for cells in range(3, 8)
        for k, form in enumerate(
            rng.sample(polyforms("square", cells, "free"), min(4, len(polyforms("square", cells, "free"))))
        )
    ]
    pieces = area_of(rng, pool, rows * columns)
    return Packing(Board.of_size(f"{rows}x{columns}"), tuple(pieces), name=f"{names(pieces)}@{rows}x{columns}")


def holed(rng: random.Random) -> Packing:
    """A board with one cell left out, anywhere: hexominoes, pentominoes, or any number of tetrominoes."""
    what = rng.choice(["hexominoes", "pentominoes", "tetrominoes"])
    rows, columns = {
        "hexominoes": rng.choice([(5, 5), (7, 7), (5, 11)]),
        "pentominoes": rng.choice([(4, 9), (6, 6), (3, 17), (7, 8), (7, 8)]),
        "tetrominoes": rng.choice([(5, 5), (3, 11), (5, 9), (3, 15)]),
    }[what]
    hole = f"-r{rng.randrange(rows)}c{rng.randrange(columns)}"
    cells = rows * columns - 1
    every = list(select(what))
    if what == "tetrominoes":
        pieces, name = [p.with_copies(0, None) for p in every], "tetrominoes*"
    else:
        pieces = rng.sample(every, cells // (6 if what == "hexominoes" else 5))
        name = names(pieces)
    return Packing(Board.of_size(f"{rows}x{columns}{hole}"), tuple(pieces), name=f"{name}@{rows}x{columns}{hole}")


def names(pieces: list[Piece]) -> str:
    return ",".join(piece.name for piece in pieces)


GROUPS: dict[str, Callable[[random.Random], Packing]] = {
    "hexomino subsets": hexominoes,
    "polyaboloes": polyaboloes,
    "random polyominoes": polyominoes,
    "one-cell holes": holed,
}


def rows(draw: str, each: int, setting: Setting, folder: Path) -> Iterator[dict[str, Any]]:
    for group, make in GROUPS.items():
        for seed in range(each):
            posed = make(random.Random(f"{draw}{group} {seed}"))
            row = measure(Instance(posed.name, group, "list", (), given=(posed,)), setting, folder)
            if row.wrong:
                raise SystemExit("; ".join(row.wrong))
            beside = {
                name: {"ratio": round(row.ratio(name) or 0, 2), **({"at_least": True} if other.limit else {})}
                for name, other in row.peers.items()
                if not other.refused
            }
            yield {
                "group": group,
                "puzzle": posed.name,
                "digest": posed.digest,
                "tilings": row.tilings,
                "engine": row.engine,
                "seconds": round(row.seconds, 6),
                "beside": beside,
            }


def main() -> None:
    args = options(__doc__, limit=20.0, runs=3, each=10, draw="").parse_args()
    found = Rows(args.json, limit=args.limit, runs=args.runs, draw=args.draw)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        setting = Setting(repeat=args.runs, limit=args.limit, programs=built(folder, "-march=native"))
        for row in rows(args.draw, args.each, setting, folder):
            found.add(row)
    for group in GROUPS:
        for name in (SWEEP, *OTHERS):
            ratios = [row["beside"][name]["ratio"] for row in found if row["group"] == group and name in row["beside"]]
            if ratios:
                print(f"{group}: {name}: least {min(ratios)}, median {statistics.median(ratios)}, of {len(ratios)}")


if __name__ == "__main__":
    main()
