"""Writes src/tilewright/data/tetromino-boards.json and the tables of docs/explanation/tetromino-boards.md.

    uv run python -m tools.make_tetromino_boards

The boards that cannot be filled are claimed below. The colorings are searched here; for every board that no claim
excludes, and that does not fall into smaller such boards, a tiling is searched. What comes out is written only if
`tools/check_tetromino_boards.py`, which shares nothing with this file, finds it complete and right.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

import tilewright
from tilewright.fillable import DATA, FROM, KINDS, PERIOD, SizeFamily
from tools.check_tetromino_boards import MIRROR, check
from tools.tables import tetromino_boards as page
from tools.tables.page import filled

PATH = Path(__file__).parents[1] / "src" / "tilewright" / "data" / DATA
WALKUP = (
    "D. W. Walkup, Covering a rectangle with T-tetrominoes, American Mathematical Monthly 72 (1965), 986-988: "
    "both sides are multiples of 4"
)
# Kinds (every part of the set, and the mirror image, are meant too), boards, how it is shown.
CLAIMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (KINDS, ("2k+1 x 2k+1", "2k+1 x 4k+2"), "area"),
    ("SZ", ("n x n",), "edge"),
    ("T", ("2k+1 x n", "4k+2 x n"), "theorem"),
    ("ISZ", ("4k+2 x 4k+2",), "coloring"),
    ("OSZ", ("2k+1 x n",), "coloring"),
    ("JL", ("4k+2 x 4k+2", "2k+1 x 8k+4"), "coloring"),
    ("OTSZJL", ("1 x n",), "strip"),
    ("TSZ", ("2 x n",), "strip"),
    ("ITSZJ", ("2 x 4k+2",), "strip"),
    ("TSZJL", ("2 x 4k+2",), "strip"),
    ("ITSZJL", ("2 x 2",), "strip"),
    ("OTSZ", ("3 x n",), "strip"),
    ("SJ", ("3 x n", "4 x 5"), "strip"),
    ("OT", ("4 x 2k+1",), "strip"),
    ("IT", ("6 x 6",), "strip"),
    ("TS", ("6 x 4k+2",), "strip"),
    ("TSZ", ("6 x 6", "6 x 10"), "strip"),
)


def reasons() -> list[dict[str, Any]]:
    """The claims and their mirror images, with what their check needs."""
    rows: list[dict[str, Any]] = []
    for kinds, boards, by in CLAIMS:
        row: dict[str, Any] = {"boards": list(boards), "by": by}
        if by == "coloring":
            row |= coloring(kinds, [SizeFamily.parse(text) for text in boards])
        elif by == "theorem":
            row["source"] = WALKUP
        elif by == "edge":
            row["rows"] = 1
        for each in dict.fromkeys((in_order(kinds), in_order(kinds.translate(MIRROR)))):
            rows.append({"kinds": each, **row})
    return rows


def in_order(kinds: str) -> str:
    return "".join(kind for kind in KINDS if kind in kinds)


def coloring(kinds: str, families: list[SizeFamily]) -> dict[str, Any]:
    """Weights, repeated over the plane, whose sum is 0 on every piece and on no board of the families.

    The sums are taken modulo a number; modulo 0 as they are.
    """
    boards = [size for family in families for size in family.within(2 * PERIOD)]
    for modulus, p, q in ((0, 2, 1), (2, 2, 2), (4, 2, 2), (2, 4, 4)):
        covered = list(placements(kinds, p, q))
        for weights in product(range(modulus) if modulus else (-1, 1), repeat=p * q):
            if all(residue(sum(weights[cell] for cell in cells), modulus) == 0 for cells in covered):
                rows = [list(weights[i * q : (i + 1) * q]) for i in range(p)]
                if all(residue(weight(rows, m, n), modulus) or residue(weight(rows, n, m), modulus) for m, n in boards):
                    return {"modulus": modulus, "weights": rows}
    raise AssertionError(f"no coloring for {kinds}")


def residue(value: int, modulus: int) -> int:
    return value % modulus if modulus else value


def placements(kinds: str, p: int, q: int) -> Iterator[tuple[int, ...]]:
    """The cells of every placement on a torus of p x q cells."""
    for piece in tilewright.select(f"tetrominoes:{kinds}"):
        for (_, atoms), i, j in product(piece.orientations, range(p), range(q)):
            yield tuple((atom[0] + i) % p * q + (atom[1] + j) % q for atom in atoms)


def weight(rows: list[list[int]], m: int, n: int) -> int:
    return sum(rows[r % len(rows)][c % len(rows[0])] for r, c in product(range(m), range(n)))


def tilings(excluded: list[dict[str, Any]]) -> list[list[str]]:
    """A tiling for each board and each smallest set of kinds that is not composed of smaller boards."""
    found: dict[tuple[int, int], dict[frozenset[str], list[str]]] = {}
    sets = [frozenset(each) for size in range(1, 8) for each in combinations(KINDS, size)]
    filled = {kinds: said(kinds, excluded) for kinds in sets}
    for m, n in sorted(product(range(1, FROM + PERIOD), repeat=2), key=lambda size: size[0] * size[1]):
        for kinds in sets if m <= n else ():
            here = found.setdefault((m, n), {})
            if (m, n) not in filled[kinds] or falls_apart(m, n, filled[kinds]):
                continue
            if not any(used <= kinds for used in here):
                used, rows = tiling(kinds, m, n)
                here[used] = rows
                print("".join(sorted(used)), f"{m}x{n}", file=sys.stderr)
    return [rows for here in found.values() for rows in here.values()]


def said(kinds: frozenset[str], excluded: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """The boards that no reason excludes."""
    families = [SizeFamily.parse(text) for row in excluded if kinds <= set(row["kinds"]) for text in row["boards"]]
    sides = range(1, FROM + PERIOD)
    return {size for size in product(sides, sides) if not any(size in family for family in families)}


def falls_apart(m: int, n: int, filled: set[tuple[int, int]]) -> bool:
    rows = any({(a, n), (m - a, n)} <= filled for a in range(1, m))
    return rows or any({(m, a), (m, n - a)} <= filled for a in range(1, n))


def tiling(kinds: frozenset[str], m: int, n: int) -> tuple[frozenset[str], list[str]]:
    """A tiling with these kinds, as rows of labels, and the kinds it uses."""
    solved = tilewright.solve(tilewright.load(f"tetrominoes:{in_order(''.join(kinds))}*@{m}x{n}"))
    rows = [["?"] * n for _ in range(m)]
    labels = iter(ascii_letters + digits)
    placed = sorted(solved.tilings[0].placements, key=lambda each: min(each.atoms))
    for each, label in zip(placed, labels, strict=False):
        for atom in each.atoms:
            rows[atom[0]][atom[1]] = label
    return frozenset(each.piece for each in placed), ["".join(row) for row in rows]


def document() -> str:
    """The file: a reason or a tiling a line."""
    excluded = reasons()
    lists: dict[str, Sequence[Any]] = {"reasons": excluded, "tilings": tilings(excluded)}
    parts = [f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in lists.items()]
    return "{" + ",\n".join(['"about": "written by tools/make_tetromino_boards.py"', *parts]) + "}\n"


def main() -> None:
    """Write the file, if it is right."""
    text = document()
    with tempfile.TemporaryDirectory() as there:
        path = Path(there) / "boards.json"
        path.write_text(text)
        check(path, 2)
    PATH.write_text(text)
    page.PAGE.write_text(filled(page.PAGE.read_text(), page.TABLES))
    page.write_picture()


if __name__ == "__main__":
    main()
