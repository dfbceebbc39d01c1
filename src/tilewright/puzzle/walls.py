"""Drawings of square cells with walls around the placements, and their regions read back from any program's drawings.

    +-------+---+
    |I I I I|O O|
    +-------+---+

All cells have texts of the same width. A table of owners has a margin of one cell; it holds a number for the placement
that covers each cell, and None off the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom, Lattice

Row = Sequence[int | None]
Corners = Mapping[tuple[bool, bool], str]  # corners by whether walls continue (along the line, across it)
PLAIN: Corners = {(False, False): " ", (True, False): "-", (False, True): "|", (True, True): "+"}
POSTS: Corners = {(False, False): " ", (True, False): "+", (False, True): "+", (True, True): "+"}


def draw_walls(
    owners: Sequence[Row], texts: Sequence[Sequence[str]], width: int, corners: Corners = PLAIN, is_seamed: bool = False
) -> str:
    """Return the drawing of a table of owners.

    texts:     the text of each cell, without the margin, `width` characters each.
    is_seamed: whether the last row is adjacent to the first, so that the outer walls have a corner at each end.

    >>> print(draw_walls([[None] * 4, [None, 0, 0, None], [None] * 4], [["a", "b"]], 1))
    +---+
    |a b|
    +---+
    """
    shown = {
        (along, across, wall): corners[along, across] + ("-" if wall else " ") * width
        for along, across, wall in product((False, True), repeat=3)
    }
    end = len(texts[0]) * (width + 1) + 1  # after the last wall
    lines = []
    for row, (above, below) in enumerate(pairwise(owners)):
        around = zip(above, above[1:], below, below[1:], strict=False)
        wall = "".join([shown[a != c or b != d, a != b or c != d, b != d] for a, b, c, d in around])[:end]
        lines.append(f"+{wall[1:-1]}+" if is_seamed and row in (0, len(texts)) else wall.rstrip())
        if row < len(texts):
            bars = [" |"[left != here] for left, here in pairwise(below)]
            lines.append("".join(map(str.__add__, bars, (*texts[row], ""))).rstrip())
    return "\n".join(lines)


_CORNERS = "".join(map(chr, (*range(0x250C, 0x254C), *range(0x2552, 0x2571))))
BOXES = str.maketrans(
    {**dict.fromkeys("─━┄┅┈┉╌╍═", "-"), **dict.fromkeys("│┃┆┇┊┋╎╏║", "|"), **dict.fromkeys(_CORNERS, "+")}
)
EMPTY_MARKS = (".", "·", "_")  # marks of a cell that is empty or shows nothing


def plain_walls(text: str) -> str:
    """Return a text with ASCII in place of box-drawing characters.

    >>> plain_walls("┌─┐")
    '+-+'
    """
    return text if text.isascii() else text.translate(BOXES)


def without_margin(lines: Sequence[str]) -> list[str]:
    """Return lines without their common leading blanks.

    >>> without_margin(["  +-+", "  |A|"])
    ['+-+', '|A|']
    """
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]


class WalledCells(NamedTuple):
    """The contents of a drawing with walls: the text of each cell, and the regions between the walls, each sorted."""

    texts: dict[Atom, str]
    regions: list[tuple[Atom, ...]]

    def divides(self, cells: Collection[Atom]) -> bool:
        """Return True if a wall separates two of these cells that are adjacent."""
        region_of = {cell: number for number, region in enumerate(self.regions) for cell in region}
        return any(
            near in cells and region_of[near] != region_of[row, column]
            for row, column in cells
            for near in ((row + 1, column), (row, column + 1))
        )


def read_walls(text: str, extent: Sequence[int], grid: Lattice) -> WalledCells:
    """Read a drawing with the rows and columns of `extent`; its cells may have any one width, and it may be indented.

    Raises NotationError quoting the line that is wrong.

    >>> from tilewright.lattice import lattice
    >>> read_walls("  +---+---+\\n  | A | B |\\n  +---+---+", (1, 2), lattice("square")).texts
    {(0, 0): 'A', (0, 1): 'B'}
    """
    rows, columns = extent
    lines = without_margin(drawn_lines(plain_walls(text), "walls + - | around cells"))
    height, width = 2 * rows + 1, max(map(len, lines))
    if len(lines) != height or (width - 1) % columns or width - 1 < 2 * columns:
        raise NotationError(
            f"{quote(lines[0])}: {len(lines)} lines of {width} characters: expected {height} for the {rows} rows of the board, and "
            f"{columns} cells of one width between walls"
        )
    pitch = (width - 1) // columns
    drawn = [line.ljust(width) for line in lines]
    for number, line in enumerate(drawn):
        posts, spans = line[::pitch], [line[k + 1 : k + pitch] for k in range(0, width - 1, pitch)]
        if set(posts) - set("+-| " if number % 2 == 0 else "| ") or (
            number % 2 == 0 and not {"-" * (pitch - 1), " " * (pitch - 1)}.issuperset(spans)
        ):
            raise NotationError(f"{quote(line.rstrip())}: expected walls + - | between cells of {pitch - 1} characters")
    texts: dict[Atom, str] = {
        (r, c): drawn[2 * r + 1][c * pitch + 1 : (c + 1) * pitch].strip()
        for r, c in product(range(rows), range(columns))
    }
    return WalledCells(texts, sorted(walled_regions(drawn, texts, pitch - 1, grid)))


def drawn_lines(text: str, expected: str) -> list[str]:
    """Return the lines of a drawing without leading empty lines. Raises NotationError if there are none."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    while lines and not lines[0]:
        del lines[0]
    if not lines:
        raise NotationError(f"the drawing is empty: expected {expected}")
    return lines


def walled_regions(
    lines: Sequence[str], cells: Collection[Atom], width: int, grid: Lattice
) -> Iterator[tuple[Atom, ...]]:
    """Yield the regions of these cells that no wall divides, each sorted; the lines must have the full width."""
    left = dict.fromkeys(cells)
    while left:
        region = [left.popitem()[0]]
        for row, column in region:  # the list grows during the loop
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
