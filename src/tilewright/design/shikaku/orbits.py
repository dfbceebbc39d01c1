"""Orbits of rectangles under the symmetries of a grid, with the cells in which their clues may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.errors import NotationError
from tilewright.kinds.shikaku.puzzle import Rect, Shikaku
from tilewright.lattice import Atom
from tilewright.lattice.square import LATTICE
from tilewright.lattice.symmetry import Isometry, image, symmetries


def cells_of(rect: Rect) -> Iterator[Atom]:
    """Yield the cells of a rectangle."""
    top, left, height, width = rect
    return ((row, column) for row in range(top, top + height) for column in range(left, left + width))


def bounding_box(cells: Sequence[Atom]) -> Rect:
    """Return the bounding box of cells."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return top, left, max(r for r, _ in cells) - top + 1, max(c for _, c in cells) - left + 1


def grid_isometries(rows: int, columns: int, name: str) -> tuple[Isometry, ...]:
    """Return the isometries of the grid that make up a symmetry group, identity first.

    Raises NotationError if the grid lacks it.
    """
    names = dict(reversed(LATTICE.groups))  # of two positions of a grid_isometries the usual one stands first
    if name not in names:
        raise NotationError(f"unknown symmetry {name!r}: expected one of {', '.join(dict.fromkeys(names))}")
    corners = [(r, c) for r in range(rows) for c in range(columns) if r in (0, rows - 1) or c in (0, columns - 1)]
    found = tuple(iso for iso in symmetries(LATTICE, corners) if iso.motion.name in names[name])
    if len(found) != len(names[name]):
        raise NotationError(f"a grid of {rows} x {columns} cannot have symmetry {name}: expected a square")
    return found


@dataclass(frozen=True)
class RectangleOrbit:
    """Rectangles that the symmetries carry into one another, and the places their clues may have together.

    places[i][k] is the cell of rectangle k's clue at choice i.
    """

    rects: tuple[Rect, ...]
    places: tuple[tuple[Atom, ...], ...]


def rectangle_orbit(rect: Rect, motions: Sequence[Isometry]) -> RectangleOrbit | None:
    """Return the orbit of a rectangle, or None when its images overlap or no cell can hold its clue."""
    cells = list(cells_of(rect))
    images: dict[Rect, Isometry] = {}
    seen: set[Atom] = set()
    keeping: list[Isometry] = []
    for motion in motions:
        moved = image(LATTICE, motion, cells)
        there = bounding_box(moved)
        if there == rect:
            keeping.append(motion)
        if there in images:
            continue
        if not seen.isdisjoint(moved):
            return None
        seen.update(moved)
        images[there] = motion
    fixed = [cell for cell in cells if all(image(LATTICE, motion, [cell])[0] == cell for motion in keeping)]
    places = tuple(tuple(image(LATTICE, motion, [cell])[0] for motion in images.values()) for cell in fixed)
    return RectangleOrbit(tuple(images), places) if places else None


def puzzle_of(rows: int, columns: int, orbits: Sequence[RectangleOrbit], choice: Sequence[int]) -> Shikaku:
    """Return the puzzle whose clues stand at the chosen places, one choice an orbit."""
    clues = [
        (cell[0], cell[1], rect[2] * rect[3])
        for number, found in enumerate(orbits)
        for rect, cell in zip(found.rects, found.places[choice[number]], strict=True)
    ]
    return Shikaku(rows, columns, tuple(clues))
