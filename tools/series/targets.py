"""The published sequences that are carried further: what they count, and their terms in `docs/data/series/stored.json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from typing import Any

from tilewright import Board
from tools.series.benzel import benzel
from tools.series.target import Target

STORED = Path(__file__).parents[2] / "docs" / "data" / "series" / "stored.json"


def _pieces(*drawings: str) -> str:
    """TOML of pieces that neither turn nor flip, any number of each; rows are divided by `/`."""
    tables = (
        f'[[piece]]\nname = "P{number}"\nshape = """\n{drawing.replace("/", chr(10))}"""\n'
        'copies = "any"\nturn = false\nflip = false\n'
        for number, drawing in enumerate(drawings, 1)
    )
    return "\n".join(tables)


SKEW = (".##/##.", "##./.##")
BLOCK, BAR = "##/##", "####"


def _aztec(*drawings: str) -> Callable[[int], str]:
    return lambda n: f'board = "a{n}"\n{_pieces(*drawings)}'


def _benzel(a: Callable[[int], int], b: Callable[[int], int], bones: int) -> Callable[[int], str]:
    """Benzels with stones and so many of the three directions of bones."""
    drawings = ("# # #", "# ./ #/. #")[:bones]

    def text(n: int) -> str:
        board = str(Board(benzel(a(n), b(n)), lattice="hexagonal"))
        sets = "trihexes:13*" if bones == 3 else "trihexes:3*"
        head = f'lattice = "hexagonal"\npieces = "{sets}"\nboard = """\n{board}\n"""\n'
        return head + (_pieces(*drawings) if bones < 3 else "")

    return text


def cuboid(n: int) -> tuple[int, int, int]:
    """The n-th of the cuboids a x b x c with a >= b >= c >= 1, from n = 1 on, by rows.

    >>> [cuboid(n) for n in range(1, 6)]
    [(1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 1, 1)]
    """
    every = ((a, b, c) for a in count(1) for b in range(1, a + 1) for c in range(1, b + 1))
    return next(islice(every, n - 1, None))


def _cubes(n: int) -> str:
    """The n-th cuboid and all cubes that fit, any number of each."""
    sides = cuboid(n)
    drawings = ["//".join(["/".join(["#" * side] * side)] * side) for side in range(1, min(sides) + 1)]
    return f'lattice = "cubic"\nboard = "{"x".join(map(str, sides))}"\n{_pieces(*drawings)}'


# The puzzles that no notation says; those of all others stand with the stored terms.
MADE = {
    "A356513": _aztec(*SKEW, BLOCK),
    "A356514": _aztec(*SKEW, BAR, BLOCK),
    "A356523": _aztec("##", "#/#", BAR),
    "A228267": _cubes,
    "A364416": _benzel(lambda n: n, lambda n: 2 * n - 4, 3),
    "A364417": _benzel(lambda n: n, lambda n: 2 * n - 3, 3),
    "A364481": _benzel(lambda n: 3 * n + 1, lambda n: 3 * n + 1, 2),
    "A364482": _benzel(lambda n: 3 * n + 1, lambda n: 3 * n + 2, 2),
    "A364483": _benzel(lambda n: 3 * n - 1, lambda n: 3 * n, 2),
}


def _target(id: str, puzzle: str = "", **row: Any) -> Target:
    return Target(id, text=MADE.get(id) or (lambda n: puzzle.format(n=n, even=2 * n)), **row)


TARGETS = tuple(_target(**row) for row in json.loads(STORED.read_text())["sequences"])
BY_ID = {target.id: target for target in TARGETS}
