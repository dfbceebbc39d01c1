"""Drawings of squares with walls around what lies on them, and their regions read back.

    +-------+---+
    |I I I I|O O|
    +-------+---+

Cells have texts of one width. A table of them has a margin of one cell: what covers each cell is a number there, and None
is off the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, product

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice

Row = Sequence[int | None]
Corners = Mapping[tuple[bool, bool], str]  # what stands where walls go on (along the line, up or down)
PLAIN: Corners = {(False, False): " ", (True, False): "-", (False, True): "|", (True, True): "+"}
POSTS: Corners = {(False, False): " ", (True, False): "+", (False, True): "+", (True, True): "+"}


def draw_walls(
    owners: Sequence[Row], texts: Sequence[Sequence[str]], width: int, corners: Corners = PLAIN, is_seamed: bool = False
) -> str:
    """Return the drawing of a table of owners.

    texts: what stands in each cell, without the margin, `width` characters each. is_seamed: whether the last row is beside
    the first, so that the outer walls have a corner at each end.

    >>> print(draw_walls([[None] * 4, [None, 0, 0, None], [None] * 4], [["a", "b"]], 1))
    +---+
    |a b|
    +---+
    """
    shown = {
        (along, across, wall): corners[along, across] + ("-" if wall else " ") * width
        for along, across, wall in product((False, True), repeat=3)
    }
    end = len(texts[0]) * (width + 1) + 1  # behind the last wall
    lines = []
    for row, (above, below) in enumerate(pairwise(owners)):
        around = zip(above, above[1:], below, below[1:], strict=False)
        wall = "".join([shown[a != c or b != d, a != b or c != d, b != d] for a, b, c, d in around])[:end]
        lines.append(f"+{wall[1:-1]}+" if is_seamed and row in (0, len(texts)) else wall.rstrip())
        if row < len(texts):
            bars = [" |"[left != here] for left, here in pairwise(below)]
            lines.append("".join(map(str.__add__, bars, (*texts[row], ""))).rstrip())
    return "\n".join(lines)


def drawn_lines(text: str, expected: str) -> list[str]:
    """Return the lines of a drawing, empty ones before it left out. Raises NotationError where there are none."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    while lines and not lines[0]:
        del lines[0]
    if not lines:
        raise NotationError(f"the drawing is empty: expected {expected}")
    return lines


def walled_regions(
    lines: Sequence[str], cells: Collection[Atom], width: int, grid: Lattice
) -> Iterator[tuple[Atom, ...]]:
    """Yield the parts of these cells that no wall divides, each sorted; the lines must be as long as the drawing is wide."""
    left = dict.fromkeys(cells)
    while left:
        region = [left.popitem()[0]]
        for row, column in region:  # which grows meanwhile
            start = column * (width + 1)
            walls = {
                (row - 1, column): lines[2 * row][start + 1],
                (row + 1, column): lines[2 * row + 2][start + 1],
                (row, column - 1): lines[2 * row + 1][start],
                (row, column + 1): lines[2 * row + 1][start + width + 1],
            }
            for near, wall in zip(grid.reduce(walls), walls.values(), strict=True):
                if wall == " " and near in left:
                    del left[near]
                    region.append(near)
        yield tuple(sorted(region))
