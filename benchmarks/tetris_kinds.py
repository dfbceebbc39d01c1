"""Which boards up to 12x12 can be filled with which kinds of one-sided tetrominoes, and how many kinds tilings have.

    uv run python benchmarks/tetris_kinds.py --json docs/data/tetris-kinds.json [--limit 5]

A set of kinds that fills a board fills it with further kinds as well, so only minimal sets are asked, smallest first, and
of a set and its mirror image (J-L, S-Z) one. Every "yes" is a checked tiling; every "no" has a reason that needs no
search, or was searched to the end; what the limit left open is "open".
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from tilewright.cover.limit import Limit
from tilewright.pieces import select
from tilewright.puzzle import Board, Puzzle
from tilewright.solve import solve
from tilewright.verdict import verdict

KINDS = "IJLOSTZ"
PIECES = {piece.name: piece for piece in select("tetrominoes")}
MIRROR = str.maketrans("JLSZ", "LJZS")
LARGEST = 12
RANDOM = {"6x6": 2000, "8x8": 2000}


def puzzle(board: str, kinds: str, copies: tuple[int, int | None] = (0, None)) -> Puzzle:
    return Puzzle(Board.of_size(board), tuple(PIECES[kind].with_copies(*copies) for kind in kinds))


def answer(posed: Puzzle, limit: float) -> str:
    """yes, open, or no with the kind of its reason."""
    found = verdict(posed, limit=Limit(seconds=limit))
    if found.verdict in ("unique", "several"):
        return "yes"
    if found.verdict == "unknown":
        return "open"
    assert found.reason is not None
    return f"no: {found.reason.kind}" + (f" mod {found.reason.modulus}" if found.reason.modulus else "")


def mirrored(kinds: str) -> str:
    return "".join(sorted(kinds.translate(MIRROR)))


def subsets(board: str, limit: float) -> dict[str, Any]:
    """The minimal sets of kinds that fill the board, and the answers for all sets that hold none of them."""
    minimal: list[str] = []
    no: dict[str, str] = {}
    for size in range(1, len(KINDS) + 1):
        for kinds in map("".join, combinations(KINDS, size)):
            if any(set(small) <= set(kinds) for small in minimal):
                continue
            if mirrored(kinds) in no:
                no[kinds] = no[mirrored(kinds)]
                continue
            word = "yes" if mirrored(kinds) in minimal else answer(puzzle(board, kinds), limit)
            if word == "yes":
                minimal.append(kinds)
            else:
                no[kinds] = word
    return {"minimal": minimal, "no": no}


def equally(board: str, cells: int, limit: float) -> str:
    if cells % 28:
        return "no: area"
    return answer(puzzle(board, KINDS, (cells // 28, cells // 28)), limit)


def kinds_used(board: str) -> dict[str, Any]:
    """How many kinds are in the first tiling each engine finds, and in random ones."""
    posed = puzzle(board, KINDS)
    first = {}
    for engine in ("native", "sat", "sat-cells", "cp", "mip"):
        found = solve(posed, 1, engine=engine, limit=Limit(seconds=30))
        first[engine] = len({p.piece for p in found.tilings[0].placements}) if found.tilings else None
    result: dict[str, Any] = {"first": first}
    if board in RANDOM:
        result["random"] = random_kinds(posed, RANDOM[board])
    return result


def random_kinds(posed: Puzzle, number: int) -> dict[str, Any]:
    """In so many uniformly random tilings: number of kinds -> times, and how often each kind lies on average."""
    from tilewright.cover.census import Census

    compiled = posed.compile()
    census = Census(compiled.cover)
    kinds, copies = Counter[int](), Counter[str]()
    rng = random.Random(1)
    for _ in range(number):
        used = Counter(p.piece for p in compiled.tiling(census.random(rng)).placements)
        kinds[len(used)] += 1
        copies.update(used)
    return {"tilings": number, "kinds": dict(sorted(kinds.items())), "mean": {k: copies[k] / number for k in KINDS}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--limit", type=float, default=5.0)
    args = parser.parse_args()
    data: dict[str, Any] = {"date": str(date.today()), "limit": args.limit, "command": "benchmarks/tetris_kinds.py"}
    data["boards"] = {}
    sizes = [(m, n) for m in range(1, LARGEST + 1) for n in range(m, LARGEST + 1) if m * n % 4 == 0]
    for m, n in sorted(sizes, key=lambda size: size[0] * size[1]):
        board = f"{m}x{n}"
        row = subsets(board, args.limit)
        row["without O and I"] = answer(puzzle(board, "JLSTZ"), args.limit)
        row["every kind"] = answer(puzzle(board, KINDS, (1, None)), args.limit)
        row["equally often"] = equally(board, m * n, args.limit)
        data["boards"][board] = row
        print(board, row["minimal"], [row[k] for k in ("without O and I", "every kind", "equally often")], flush=True)
        args.json.write_text(json.dumps(data, indent=1) + "\n")
    data["kinds"] = {f"{n}x{n}": kinds_used(f"{n}x{n}") for n in (6, 8, 10, 12, 14)}
    args.json.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
