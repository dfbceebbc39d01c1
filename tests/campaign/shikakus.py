"""Shikaku: drawn at random, as an object of the package and as texts, and their features."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import tilewright as tw
from tests.campaign.asked import Named, PuzzleCase
from tests.campaign.puzzles import Divided
from tests.campaign.truth_shikaku import ShikakuTruth, cells_of

MOST_CELLS = 30


def draw_shikaku(rng: Random) -> Divided:
    """A grid divided into rectangles with a clue each; some clues unknown, moved, wrong or missing."""
    rows = rng.randint(1, 6)
    columns = rng.randint(1 if rows > 1 else 2, min(7, MOST_CELLS // rows))
    free = {(row, column) for row in range(rows) for column in range(columns)}
    rects = []
    most = rng.choice([2, 3, 4])
    while free:
        top, left = min(free)
        sizes = [(h, w) for h in range(1, most + 1) for w in range(1, most + 1) if cells_of((top, left, h, w)) <= free]
        height, width = rng.choice(sizes)
        rects.append((top, left, height, width))
        free -= cells_of(rects[-1])
    unknown, wrong = rng.choice([0.0, 0.0, 0.3, 0.8]), rng.random() < 0.15
    clues: dict[tuple[int, int], int | None] = {}
    for rect in rects:
        cell = rng.choice(sorted(cells_of(rect)))
        clues[cell] = None if rng.random() < unknown else rect[2] * rect[3]
    if wrong:
        cell = rng.choice(sorted(clues))
        value = clues.pop(cell)
        change = rng.choice(["more", "moved", "gone"])
        if change == "more":
            clues[cell] = (value or 1) + rng.choice([1, 2])
        elif change == "moved":
            clues[rng.randrange(rows), rng.randrange(columns)] = value
    pins = tuple(rng.sample(rects, min(len(rects), rng.randint(1, 2)))) if rng.random() < 0.25 else ()
    partial = (
        tuple(each for each in rng.sample(rects, min(len(rects), 2)) if each not in pins) if rng.random() < 0.35 else ()
    )
    title = rng.choice(["", "", "a title"])
    return Divided(rows, columns, tuple((*cell, value) for cell, value in sorted(clues.items())), pins, partial, title)


def features(puzzle: Divided) -> set[str]:
    """What a Shikaku has."""
    total = sum(value or 0 for _, _, value in puzzle.clues)
    one_row = min(puzzle.rows, puzzle.columns) == 1
    names: list[tuple[str, bool]] = [
        ("unknown clues", any(value is None for _, _, value in puzzle.clues)),
        ("all clues unknown", all(value is None for _, _, value in puzzle.clues)),
        ("pins", bool(puzzle.pins)),
        ("partial answer", bool(puzzle.partial)),
        (
            "clues that do not add up",
            all(value for _, _, value in puzzle.clues) and total != puzzle.rows * puzzle.columns,
        ),
        ("clues of 1", any(value == 1 for _, _, value in puzzle.clues)),
        ("large clues", any((value or 0) > 6 for _, _, value in puzzle.clues)),
        ("title", bool(puzzle.title)),
    ]
    size = (
        "one row"
        if one_row
        else "square"
        if puzzle.rows == puzzle.columns
        else "high"
        if puzzle.rows > puzzle.columns
        else "wide"
    )
    return {f"size: {size}"} | {name for name, there in names if there}


@dataclass
class ShikakuCase(PuzzleCase):
    """A Shikaku that is asked."""

    drawn: Divided

    @cached_property
    def truth(self) -> ShikakuTruth:
        """What is true of it."""
        return ShikakuTruth(replace(self.drawn, partial=()))

    @property
    def lying(self) -> tuple[Named, ...]:
        """The rectangles that are there already, by a clue in them."""
        found = []
        for rect in self.drawn.partial:
            inside = [f"{row},{column}" for row, column, _ in self.drawn.clues if (row, column) in cells_of(rect)]
            found += [(inside[0], cells_of(rect))] if inside else []
        return tuple(found)

    @cached_property
    def made(self) -> Any:
        """The puzzle as an object of the package."""
        drawn = self.drawn
        return tw.Shikaku(drawn.rows, drawn.columns, drawn.clues, drawn.pins, drawn.title)

    def placement(self, placed: Named) -> Any:
        """A rectangle as an object of the package."""
        name, cells = placed
        return self.made.placement(name, cells)

    def named(self, placement: Any) -> Named:
        """A rectangle of the package by its clue and cells."""
        return placement.piece, frozenset(placement.atoms)

    def orbits(self, mirrors: bool, labelled: bool) -> tuple[int, int]:
        """How many tilings there are up to rotations, or with mirrors."""
        number = self.truth.orbits(mirrors)
        return number, number

    def places(self, name: str) -> list[Hashable]:
        """Rectangles on the grid with that clue in them."""
        return [cells for clue, cells in self.truth.candidates if clue == name]

    def grid(self, size: str = "") -> str:
        """The grid as text, nothing as `.`, `-` or `0`."""
        nothing = self.rng.choice([".", ".", "-"])
        words = {(row, column): "?" if value is None else str(value) for row, column, value in self.drawn.clues}
        if (self.drawn.rows, self.drawn.columns, len(words)) == (
            1,
            3,
            3,
        ):  # which may be a clue with its row and column
            words = {cell: f'"{word}"' for cell, word in words.items()}
        lines = (
            " ".join(words.get((r, c), nothing) for c in range(self.drawn.columns)) for r in range(self.drawn.rows)
        )
        return size + "\n".join(lines) + "\n"

    def table(self) -> dict[str, Any]:
        """The puzzle as the table of a file."""
        table: dict[str, Any] = {"shikaku": self.grid()}
        if self.drawn.title or self.rng.random() < 0.1:
            table["name"] = self.drawn.title
        if self.drawn.pins:
            table["pinned"] = [{"rect": list(rect)} for rect in self.drawn.pins]
        return table

    def texts(self) -> list[str]:
        """The grid under a line that says what it is."""
        return [] if self.drawn.pins else [self.grid("# shikaku\n")]

    def options_of(self, lying: tuple[Named, ...]) -> int | None:
        """Rectangles that hold one clue."""
        return len(self.truth.with_lying(lying).candidates)


def smaller(drawn: Divided) -> list[Divided]:
    """Puzzles with one thing less."""
    found = []
    for name in ("pins", "partial", "title"):
        if value := getattr(drawn, name):
            found.append(replace(drawn, **{name: type(value)()}))
    if drawn.rows > 1:
        kept = tuple(clue for clue in drawn.clues if clue[0] < drawn.rows - 1)
        found.append(Divided(drawn.rows - 1, drawn.columns, kept))
    if drawn.columns > 1:
        kept = tuple(clue for clue in drawn.clues if clue[1] < drawn.columns - 1)
        found.append(Divided(drawn.rows, drawn.columns - 1, kept))
    found += [replace(drawn, clues=(*drawn.clues[:n], *drawn.clues[n + 1 :])) for n in range(len(drawn.clues))]
    return [each for each in found if each.clues]
