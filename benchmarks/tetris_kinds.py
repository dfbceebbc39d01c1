"""Which boards up to 12x12 can be filled with which kinds of one-sided tetrominoes, and how many kinds tilings have.

    uv run python benchmarks/tetris_kinds.py --json docs/data/tetris-kinds.json [--limit 5] [--part proofs]

A set of kinds that fills a board fills it with further kinds as well, so only minimal sets are asked, smallest first, and
of a set and its mirror image (J-L, S-Z) one. Every "yes" is a checked tiling; every "no" has a reason that needs no
search, or was searched to the end; what the limit left open is "open". The proofs are of the largest sets that do not
fill a board: each certificate is written and checked as `tilewright verdict --proof` and `check --proof` do.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from tilewright.api.certificate import check_proof
from tilewright.api.count import count
from tilewright.api.refutation import proof_path
from tilewright.api.solve import solve
from tilewright.api.verdict import verdict
from tilewright.cover.limits import Limit
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board

KINDS = "IJLOSTZ"
PIECES = {piece.name: piece for piece in select("tetrominoes")}
MIRROR = str.maketrans("JLSZ", "LJZS")
LARGEST = 12
RANDOM = {"6x6": 2000, "8x8": 2000, "10x10": 2000}
COUNTED = ("6x6", "8x8", "10x10", "12x12")
PROOF_LIMIT = 60.0


def puzzle(board: str, kinds: str, copies: tuple[int, int | None] = (0, None)) -> Packing:
    return Packing(Board.of_size(board), tuple(PIECES[kind].with_copies(*copies) for kind in kinds))


def answer(posed: Packing, limit: float) -> str:
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


def largest_refuted(row: dict[str, Any]) -> list[str]:
    """The sets that do not fill the board and are in no other such set, of mirror images one."""
    no = [set(kinds) for kinds, why in row["no"].items() if why != "open"]
    largest = ["".join(sorted(kinds)) for kinds in no if not any(kinds < other for other in no)]
    return [kinds for kinds in largest if kinds <= mirrored(kinds)]


def proofs(board: str, row: dict[str, Any]) -> dict[str, Any]:
    """What refutes each of the largest sets, and each "no" to a question: the kind of reason, lines, who checked it."""
    posed = {kinds: puzzle(board, kinds) for kinds in largest_refuted(row)}
    if row["without O and I"].startswith("no"):
        posed["without O and I"] = puzzle(board, "JLSTZ")
    if row["every kind"].startswith("no"):
        posed["every kind"] = puzzle(board, KINDS, (1, None))
    if row["equally often"].startswith("no") and "area" not in row["equally often"]:
        each = row["cells"] // 28
        posed["equally often"] = puzzle(board, KINDS, (each, each))
    return {name: proof(asked) for name, asked in posed.items()}


def proof(posed: Packing) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "proof")
        found = verdict(posed, proof=path, limit=Limit(seconds=PROOF_LIMIT))
        assert found.verdict == "impossible" and found.reason is not None
        checked = check_proof(posed, path, PROOF_LIMIT)
        drat = proof_path(path)
        lines = len(drat.read_text().splitlines()) if drat.exists() else 0
        word = {True: "checked", None: "unchecked"}[checked.good]  # a refused one is an error
        return {"reason": found.reason.kind, "proof": word, "lines": lines, "by": checked.text.split()[0]}


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
    if board in COUNTED:
        result["exact"] = exact_kinds(board)
    return result


def exact_kinds(board: str) -> dict[str, int]:
    """Number of kinds -> number of tilings, from the numbers of tilings with any of each set of kinds."""
    within: dict[str, int] = {"": 0}
    exactly: dict[str, int] = {"": 0}
    result = Counter[int]()
    for size in range(1, len(KINDS) + 1):
        for kinds in map("".join, combinations(KINDS, size)):
            known = within.get(mirrored(kinds))
            within[kinds] = count(puzzle(board, kinds)).value if known is None else known
            smaller = (set(small) < set(kinds) and number for small, number in exactly.items())
            exactly[kinds] = within[kinds] - sum(filter(None, smaller))
            result[size] += exactly[kinds]
    assert sum(result.values()) == within[KINDS]
    return {str(size): number for size, number in sorted(result.items()) if number}


def random_kinds(posed: Packing, number: int) -> dict[str, Any]:
    """Number of kinds -> times in so many uniformly random tilings; and of all tilings the mean copies of each kind."""
    from tilewright.cover.sampling import SolutionGraph

    compiled = posed.compile().with_hints()
    census = SolutionGraph(compiled.cover)
    kinds, copies = Counter[int](), Counter[str]()
    for option, times in enumerate(census.with_option):
        copies[compiled.placement(option).piece] += times
    rng = random.Random(1)
    for _ in range(number):
        used = Counter(p.piece for p in compiled.tiling(census.random(rng)).placements)
        kinds[len(used)] += 1
    return {
        "tilings": number,
        "kinds": dict(sorted(kinds.items())),
        "mean": {k: copies[k] / census.number for k in KINDS},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--part", choices=["sets", "proofs", "kinds", "all"], default="all")
    args = parser.parse_args()
    data = json.loads(args.json.read_text()) if args.json.exists() else {"boards": {}, "kinds": {}}
    data |= {"date": str(date.today()), "limit": args.limit, "command": "benchmarks/tetris_kinds.py"}

    def save(*said: object) -> None:
        print(*said, flush=True)
        args.json.write_text(json.dumps(data, indent=1) + "\n")

    sizes = [(m, n) for m in range(1, LARGEST + 1) for n in range(m, LARGEST + 1) if m * n % 4 == 0]
    for m, n in sorted(sizes, key=lambda size: size[0] * size[1]):
        board = f"{m}x{n}"
        if args.part in ("sets", "all"):
            row = {"cells": m * n, **subsets(board, args.limit)}
            row["without O and I"] = answer(puzzle(board, "JLSTZ"), args.limit)
            row["every kind"] = answer(puzzle(board, KINDS, (1, None)), args.limit)
            row["equally often"] = equally(board, m * n, args.limit)
            data["boards"][board] = row
            save(board, row["minimal"], [row[k] for k in ("without O and I", "every kind", "equally often")])
        if args.part in ("proofs", "all"):
            row = data["boards"][board]
            row["proofs"] = proofs(board, {"cells": m * n, **row})
            save(board, row["proofs"])
    if args.part in ("kinds", "all"):
        for side in (6, 8, 10, 12, 14):
            data["kinds"][f"{side}x{side}"] = kinds_used(f"{side}x{side}")
            save(side, data["kinds"][f"{side}x{side}"])


if __name__ == "__main__":
    main()
