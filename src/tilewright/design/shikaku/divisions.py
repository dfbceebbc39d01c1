"""Random divisions of a grid into rectangles with places for their clues, symmetric if asked.

Integers from `random.Random` only, so a seed gives the same division on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tilewright.errors import NotationError
from tilewright.lattice import Atom
from tilewright.lattice.square import LATTICE
from tilewright.lattice.symmetry import Isometry, image, symmetries
from tilewright.puzzle.shikaku.puzzle import Rect, Shikaku

Sizes = Mapping[int, int]  # cells of a rectangle -> how often, relative to the others
USUAL: Sizes = {2: 3, 3: 3, 4: 4, 5: 1, 6: 4, 8: 3, 9: 2, 10: 1, 12: 2}


def cells_of(rect: Rect) -> Iterator[Atom]:
    """The cells of a rectangle."""
    top, left, height, width = rect
    return ((row, column) for row in range(top, top + height) for column in range(left, left + width))


def box(cells: Sequence[Atom]) -> Rect:
    """The bounding box of cells."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return top, left, max(r for r, _ in cells) - top + 1, max(c for _, c in cells) - left + 1


def group(rows: int, columns: int, name: str) -> tuple[Isometry, ...]:
    """The isometries of the grid that make up a symmetry group, identity first; NotationError if the grid lacks it."""
    names = dict(reversed(LATTICE.groups))  # of two positions of a group the usual one stands first
    if name not in names:
        raise NotationError(f"unknown symmetry {name!r}: expected one of {', '.join(dict.fromkeys(names))}")
    corners = [(r, c) for r in range(rows) for c in range(columns) if r in (0, rows - 1) or c in (0, columns - 1)]
    found = tuple(iso for iso in symmetries(LATTICE, corners) if iso.motion.name in names[name])
    if len(found) != len(names[name]):
        raise NotationError(f"a grid of {rows} x {columns} cannot have symmetry {name}: expected a square")
    return found


@dataclass(frozen=True)
class Orbit:
    """Rectangles that the symmetries carry into one another, and the places their clues may have together.

    places[i][k] is the cell of rectangle k's clue at choice i.
    """

    rects: tuple[Rect, ...]
    places: tuple[tuple[Atom, ...], ...]


def orbit(rect: Rect, motions: Sequence[Isometry]) -> Orbit | None:
    """The orbit of a rectangle, or None when its images overlap or no cell can hold its clue."""
    cells = list(cells_of(rect))
    images: dict[Rect, Isometry] = {}
    seen: set[Atom] = set()
    keeping: list[Isometry] = []
    for motion in motions:
        moved = image(LATTICE, motion, cells)
        there = box(moved)
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
    return Orbit(tuple(images), places) if places else None


def cut(rows: int, columns: int, sizes: Sizes, motions: Sequence[Isometry], rng: Random) -> list[Orbit]:
    """A random division: from the top left, each first free cell gets a rectangle of a size drawn by weight.

    Where none of the sizes fits, what does fit is taken, the largest; then neighbours are merged if that helps.
    """
    free = [[True] * columns for _ in range(rows)]
    found = []
    for row in range(rows):
        for column in range(columns):
            if free[row][column]:
                chosen = _draw(_fitting(free, row, column, max(sizes)), free, sizes, motions, rng)
                for rect in chosen.rects:
                    for r, c in cells_of(rect):
                        free[r][c] = False
                found.append(chosen)
    return _merged(found, sizes, motions)


def _fitting(free: list[list[bool]], row: int, column: int, most: int) -> list[Rect]:
    """Every free rectangle with its top left here and at most `most` cells."""
    found = []
    width = 0
    while column + width < len(free[0]) and free[row][column + width] and width < most:
        width += 1
    height = 1
    while width and row + height <= len(free) and height <= most:
        run = 0
        while run < width and free[row + height - 1][column + run]:
            run += 1
        width = min(run, most // height)
        found += [(row, column, height, w) for w in range(1, width + 1)]
        height += 1
    return found


def _draw(fitting: list[Rect], free: list[list[bool]], sizes: Sizes, motions: Sequence[Isometry], rng: Random) -> Orbit:
    weights = [sizes.get(height * width, 0) for _, _, height, width in fitting]
    for _ in range(12):
        total = sum(weights)
        if not total:
            break
        at = rng.randrange(total)
        index = 0
        while at >= weights[index]:
            at -= weights[index]
            index += 1
        if (found := _free_orbit(fitting[index], free, motions)) is not None:
            return found
        weights[index] = 0
    for rect in sorted(fitting, key=lambda rect: (-rect[2] * rect[3], rect)):
        if rect[2] * rect[3] < max(sizes) and (found := _free_orbit(rect, free, motions)) is not None:
            return found
    single = _free_orbit(fitting[0], free, motions)
    assert single is not None  # one cell: its images are itself or elsewhere, and free as it is
    return single


def _free_orbit(rect: Rect, free: list[list[bool]], motions: Sequence[Isometry]) -> Orbit | None:
    found = orbit(rect, motions)
    if found is None or not all(free[r][c] for other in found.rects for r, c in cells_of(other)):
        return None
    return found


def _merged(orbits: list[Orbit], sizes: Sizes, motions: Sequence[Isometry]) -> list[Orbit]:
    """The division with rectangles of unwanted sizes merged with a neighbour where both make a wanted one."""
    of_rect = {rect: found for found in orbits for rect in found.rects}
    at = {cell: rect for rect in of_rect for cell in cells_of(rect)}
    for found in orbits:
        rect = found.rects[0]
        if rect not in of_rect or sizes.get(rect[2] * rect[3]):
            continue
        for other in _neighbours(rect, at):
            joined = box((*_corners(rect), *_corners(other)))
            area = rect[2] * rect[3] + other[2] * other[3]
            if other in found.rects or joined[2] * joined[3] != area or not sizes.get(area):
                continue
            old = (*found.rects, *of_rect[other].rects)
            merged = orbit(joined, motions)
            if merged is None or 2 * len(merged.rects) != len(old):
                continue
            for gone in old:
                del of_rect[gone]
            for new in merged.rects:
                of_rect[new] = merged
                at.update(dict.fromkeys(cells_of(new), new))
            break
    return list(dict.fromkeys(of_rect[rect] for rect in sorted(of_rect)))


def _corners(rect: Rect) -> tuple[Atom, Atom]:
    top, left, height, width = rect
    return (top, left), (top + height - 1, left + width - 1)


def _neighbours(rect: Rect, at: Mapping[Atom, Rect]) -> list[Rect]:
    """The rectangles beyond the four sides, each met at the side's first cell: only those can make a rectangle."""
    top, left, height, width = rect
    beside = ((top - 1, left), (top + height, left), (top, left - 1), (top, left + width))
    return [at[cell] for cell in beside if cell in at]


def posed(rows: int, columns: int, orbits: Sequence[Orbit], choice: Sequence[int]) -> Shikaku:
    """The puzzle whose clues stand at the chosen places."""
    clues = [
        (cell[0], cell[1], rect[2] * rect[3])
        for number, found in enumerate(orbits)
        for rect, cell in zip(found.rects, found.places[choice[number]], strict=True)
    ]
    return Shikaku(rows, columns, tuple(clues))
