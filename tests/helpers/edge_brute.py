"""Every tiling of a small edge-matching puzzle, from the rules alone: it knows corners of cells and cyclic words.

A side of a cell is the pair of its corners, whose coordinates are written down here for each lattice; nothing of the
package's lattices, forms or covers is used. A tiling is a set of (cell, class of the tile, labels clockwise).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tilewright.kinds.edges.puzzle import EdgeMatching
from tilewright.kinds.edges.tiles import Tile

Cell = tuple[int, ...]
Corner = tuple[int, ...]
Side = frozenset[Corner]
Word = tuple[str, ...]
Kind = frozenset[tuple[int, Word]]  # what a tile can show: (slot of the cell, labels clockwise from its first side)
Laid = frozenset[tuple[Cell, Kind, Word]]


class TooManyError(Exception):
    """More tilings than a test wants to wait for."""


def corners(lattice: str, cell: Cell) -> list[Corner]:
    """The corners clockwise, from the start of the side that bears the first label; on a wrapped board modulo its periods."""
    plane, _, size = lattice.partition("~")
    found = _plane_corners(plane, cell)
    if not size:
        return found
    scale = 3 if plane == "hexagonal" else 1
    *rows, columns = (scale * int(number) for number in size.split("x"))
    return [(row % rows[0] if rows else row, column % columns) for row, column in found]


def _plane_corners(lattice: str, cell: Cell) -> list[Corner]:
    if lattice == "square":
        row, column = cell
        return [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
    if lattice == "triangular":
        row, column, slot = cell
        if slot == 0:  # a corner up: right, bottom, left
            return [(row, column), (row + 1, column + 1), (row + 1, column)]
        return [(row, column), (row, column + 1), (row + 1, column + 1)]  # top, right, left
    row, column = cell  # a corner of a hexagon is where three meet: the sum of their coordinates
    around = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
    pairs = [(around[k - 1], around[k]) for k in range(6)]
    return [(3 * row + a[0] + b[0], 3 * column + a[1] + b[1]) for a, b in pairs]


def sides(lattice: str, cell: Cell) -> list[Side]:
    """The sides clockwise, the first label's first."""
    found = corners(lattice, cell)
    return [frozenset(pair) for pair in zip(found, [*found[1:], found[0]], strict=True)]


def words(tile: Tile) -> Kind:
    """All that a tile can show."""
    labels, count = tile.labels, len(tile.labels)
    turns = [labels[k:] + labels[:k] for k in range(count)]
    back = tuple(reversed(labels))
    flips = [back[k:] + back[:k] for k in range(count)]
    slots = (0, 1) if count == 3 else (0,)
    if tile.motion == "fixed":
        return frozenset({(0, labels)})
    shown = turns + flips if tile.motion == "free" else turns
    return frozenset((slot, word) for slot in slots for word in shown)


@dataclass(frozen=True)
class EdgeBrute:
    """A puzzle; `most`: tilings after which TooManyError is raised, `steps` the same for trials."""

    puzzle: EdgeMatching
    most: int = 2000
    steps: int = 200_000

    @cached_property
    def supply(self) -> dict[Kind, tuple[int, int | None]]:
        """(fewest, most) of each class of tiles."""
        found: dict[Kind, tuple[int, int | None]] = {}
        pinned = Counter(pin.tile for pin in self.puzzle.pinned)
        for tile in self.puzzle.tiles:
            kind = words(tile)
            lo, hi = found.get(kind, (0, 0))
            more = tile.copies[1]
            found[kind] = lo + max(tile.copies[0], pinned[tile.name]), None if hi is None or more is None else hi + more
        return found

    @cached_property
    def pins(self) -> dict[Cell, tuple[Kind, Word]]:
        """What must lie on a cell: the tile turned step by step as its motion says."""
        found = {}
        for pin in self.puzzle.pinned:
            tile = self.puzzle.tile(pin.tile)
            found[pin.atom] = words(tile), _moved(tile.labels, pin.motion)
        return found

    @cached_property
    def tilings(self) -> frozenset[Laid]:
        """All of them."""
        cells = sorted(self.puzzle.board.atoms)
        found: set[Laid] = set()
        trials = 0
        there = Counter(side for cell in cells for side in sides(self.puzzle.lattice, cell))

        def go_on(place: int, shown: dict[Side, str], used: Counter[Kind], laid: list[tuple[Cell, Kind, Word]]) -> None:
            nonlocal trials
            if place == len(cells):
                if all(used[kind] >= lo for kind, (lo, _) in self.supply.items()):
                    found.add(frozenset(laid))
                    if len(found) > self.most:
                        raise TooManyError
                return
            for kind, word in self._choices(cells[place], used):
                trials += 1
                if trials > self.steps:
                    raise TooManyError
                after = self._fits(cells[place], word, shown, there)
                if after is not None:
                    go_on(place + 1, after, used + Counter({kind: 1}), [*laid, (cells[place], kind, word)])

        go_on(0, {}, Counter(), [])
        return frozenset(found)

    def _choices(self, cell: Cell, used: Counter[Kind]) -> Iterator[tuple[Kind, Word]]:
        slot = cell[2] if len(cell) == 3 else 0
        for kind, (_, most) in self.supply.items():
            if most is None or used[kind] < most:
                yield from (
                    (kind, word)
                    for there, word in kind
                    if there == slot and self.pins.get(cell, (kind, word)) == (kind, word)
                )

    def _fits(self, cell: Cell, word: Word, shown: dict[Side, str], there: Counter[Side]) -> dict[Side, str] | None:
        """What all sides show with the tile, or None where it does not match."""
        after = dict(shown)
        border = self.puzzle.border
        for side, label in zip(sides(self.puzzle.lattice, cell), word, strict=True):
            if there[side] == 1:
                if border == "uniform" and after.setdefault(frozenset(), label) != label:
                    return None
                if border not in ("uniform", "free", label):
                    return None
            elif side not in after:
                after[side] = label.swapcase() if self.puzzle.match == "partner" else label
            elif after[side] != label:
                return None
        return after


def _moved(labels: Word, motion: str) -> Word:
    """The labels clockwise from the first side after a motion, by degrees, `f` mirrored left to right before that."""
    count = len(labels)
    step = 360 // count
    degrees, mirrored = int(motion.rstrip("f")), motion.endswith("f")
    if (
        mirrored
    ):  # left to right: the top of a square stays, right and left of a hexagon and of a triangle are exchanged
        order = {4: (0, 3, 2, 1), 6: (3, 2, 1, 0, 5, 4), 3: (2, 1, 0)}[count]
        labels = tuple(labels[place] for place in order)
    if count == 3 and degrees % 120:  # to a triangle with a corner down, whose first side is the top one
        # By 180 degrees right becomes left, bottom top, left right: clockwise from the top that is bottom, left, right.
        labels = (labels[1], labels[2], labels[0])
        degrees -= 180
    turns = (degrees // step) % count
    return labels[count - turns :] + labels[: count - turns]
