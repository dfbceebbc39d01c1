"""Random divisions of a grid into rectangles, symmetric if asked.

Integers from `random.Random` only, so a seed gives the same division on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.design.shikaku.orbits import RectangleOrbit, bounding_box, cells_of, rectangle_orbit
from tilewright.kinds.shikaku.puzzle import Rect
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry

Sizes = Mapping[int, int]  # cells of a rectangle -> how often, relative to the others
USUAL: Sizes = {2: 3, 3: 3, 4: 4, 5: 1, 6: 4, 8: 3, 9: 2, 10: 1, 12: 2}


def random_division(
    rows: int, columns: int, sizes: Sizes, motions: Sequence[Isometry], rng: Random, deadline: Deadline = NEVER
) -> list[RectangleOrbit]:
    """Return a random division: from the top left, each first free cell gets a rectangle of a size drawn by weight.

    Where no wanted size fits, the largest rectangle that fits is taken; then neighbors are merged if that helps.
    Raises OutOfTimeError at the deadline.
    """
    free = [[True] * columns for _ in range(rows)]
    found = []
    for row in deadline.watch(range(rows), 1):
        for column in range(columns):
            if free[row][column]:
                chosen = _draw(_fitting_rects(free, row, column, max(sizes)), free, sizes, motions, rng)
                for rect in chosen.rects:
                    for r, c in cells_of(rect):
                        free[r][c] = False
                found.append(chosen)
    return _merge_unwanted(found, sizes, motions, deadline)


def _fitting_rects(free: list[list[bool]], row: int, column: int, most: int) -> list[Rect]:
    """Return every free rectangle with its top left here and at most `most` cells."""
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


def _draw(
    fitting: list[Rect], free: list[list[bool]], sizes: Sizes, motions: Sequence[Isometry], rng: Random
) -> RectangleOrbit:
    """Return the orbit of a fitting rectangle, drawn by the weight of its size."""
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


def _free_orbit(rect: Rect, free: list[list[bool]], motions: Sequence[Isometry]) -> RectangleOrbit | None:
    found = rectangle_orbit(rect, motions)
    if found is None or not all(free[r][c] for other in found.rects for r, c in cells_of(other)):
        return None
    return found


def _merge_unwanted(
    orbits: list[RectangleOrbit], sizes: Sizes, motions: Sequence[Isometry], deadline: Deadline
) -> list[RectangleOrbit]:
    """Return the division with rectangles of unwanted sizes merged with a neighbor where both make a wanted one."""
    of_rect = {rect: found for found in orbits for rect in found.rects}
    at = {cell: rect for rect in of_rect for cell in cells_of(rect)}
    for found in deadline.watch(orbits, 200):
        rect = found.rects[0]
        if rect not in of_rect or sizes.get(_area(rect)):
            continue
        for other in _neighbors(rect, at):
            if other not in found.rects and (merged := _merge(found, of_rect[other], other, sizes, motions)):
                for gone in (*found.rects, *of_rect[other].rects):
                    del of_rect[gone]
                for new in merged.rects:
                    of_rect[new] = merged
                    at.update(dict.fromkeys(cells_of(new), new))
                break
    return list(dict.fromkeys(of_rect[rect] for rect in sorted(of_rect)))


def _merge(
    first: RectangleOrbit, second: RectangleOrbit, other: Rect, sizes: Sizes, motions: Sequence[Isometry]
) -> RectangleOrbit | None:
    """Return the orbit of the first rectangle joined with `other` of the second orbit, None if that is not wanted."""
    rect = first.rects[0]
    joined, area = bounding_box((*_corners(rect), *_corners(other))), _area(rect) + _area(other)
    if _area(joined) != area or not sizes.get(area):
        return None
    merged = rectangle_orbit(joined, motions)
    return merged if merged and 2 * len(merged.rects) == len(first.rects) + len(second.rects) else None


def _area(rect: Rect) -> int:
    return rect[2] * rect[3]


def _corners(rect: Rect) -> tuple[Atom, Atom]:
    top, left, height, width = rect
    return (top, left), (top + height - 1, left + width - 1)


def _neighbors(rect: Rect, at: Mapping[Atom, Rect]) -> list[Rect]:
    """Return the rectangles beyond the four sides, each met at the side's first cell: only those can make a rectangle."""
    top, left, height, width = rect
    beside = ((top - 1, left), (top + height, left), (top, left - 1), (top, left + width))
    return [at[cell] for cell in beside if cell in at]
