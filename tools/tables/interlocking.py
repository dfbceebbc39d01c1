"""Prove the greatest level of small boxes of cubes, by number of pieces: every division is looked at, in one of two ways.

`--first-moves` divides what the first move divides. A set of pieces that can shift has, on every line, nothing behind it up
to the next empty cell. Where nothing stands behind that cell either, the set leaves at once, and the level is 1. So a set
that can shift is made of whole ends of the segments between empty cells, and only its division and that of the rest are
left. `--all` divides the whole box, without that argument and without symmetry. Both drop divisions in which some set
leaves at once: those have level 1. The kernel finds the levels of the rest.

    uv run --group dev python -m tools.tables.interlocking 2x2x3 --empty 1 --pieces 2..5 --all
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright._kernel import levels_of_grids

Sets = NDArray[np.int64]  # many sets of cells
Cells = TypeVar("Cells", int, Sets)
BATCH = 4096
NO_LIMIT = 2**62
CHUNK = 1 << 20  # subsets looked at together


class Box:
    """A box whose cells are bits of a number."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        self.shape = shape
        self.cells = list(product(*map(range, shape)))
        number = {cell: k for k, cell in enumerate(self.cells)}
        self.strides = (shape[1] * shape[2], shape[2], 1)
        self.full = (1 << len(self.cells)) - 1
        self.lines = [
            [
                [number[(*at[:axis], step, *at[axis + 1 :])] for step in range(shape[axis])]
                for at in self.cells
                if not at[axis]
            ]
            for axis in range(3)
        ]
        self.ahead = [sum(1 << line[k] for line in lines for k in range(len(line) - 1)) for lines in self.lines]
        self.symmetries = list(self._symmetries(number))

    def _symmetries(self, number: dict[tuple[int, ...], int]) -> Iterator[list[int]]:
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            if tuple(self.shape[axis] for axis in order) != self.shape:
                continue
            for signs in product((1, -1), repeat=3):
                images = []
                for cell in self.cells:
                    at = [cell[axis] for axis in order]
                    images.append(
                        number[tuple(p if s > 0 else n - 1 - p for p, s, n in zip(at, signs, self.shape, strict=True))]
                    )
                yield images

    def image(self, cells: int, symmetry: Sequence[int]) -> int:
        """The cells where a symmetry takes them."""
        return sum(1 << symmetry[k] for k in range(len(self.cells)) if cells >> k & 1)

    def near(self, cells: Cells) -> Cells:
        """The neighbors of some cells; also of arrays of them."""
        found = cells & 0
        for stride, ahead in zip(self.strides, self.ahead, strict=True):
            found = found | (cells & ahead) << stride | (cells & (ahead << stride)) >> stride
        return found

    def beyond(self, cells: Cells, axis: int) -> Cells:
        """The cells behind others along an axis; also of arrays."""
        found, at = cells & 0, cells
        for _ in range(self.shape[axis] - 1):
            at = (at & self.ahead[axis]) << self.strides[axis]
            found = found | at
        return found

    def is_connected(self, cells: int) -> bool:
        """Whether some cells are one piece."""
        seen = cells & -cells
        while (grown := (seen | self.near(seen)) & cells) != seen:
            seen = grown
        return seen == cells

    def parts_with(self, cells: int, first: int) -> Iterator[int]:
        """Every connected part of some cells that contains the first."""

        def extend(part: int, edge: int, banned: int) -> Iterator[int]:
            yield part
            while edge:
                cell = edge & -edge
                edge ^= cell
                banned |= cell
                yield from extend(part | cell, edge | self.near(cell) & cells & ~part & ~banned, banned)

        yield from extend(first, self.near(first) & cells, first)

    def divisions(self, cells: int, pieces: int) -> Iterator[tuple[int, ...]]:
        """Every division of some cells into so many connected pieces, each once."""
        if cells.bit_count() < pieces or (pieces == 0) != (cells == 0):
            return
        if pieces == 1:
            if self.is_connected(cells):
                yield (cells,)
        elif pieces:
            for part in self.parts_with(cells, cells & -cells):
                for others in self.divisions(cells & ~part, pieces - 1):
                    yield part, *others

    def is_locked(self, pieces: Sequence[int]) -> bool:
        """Whether no set of pieces leaves at once: along every axis each piece is behind each other one, in a chain."""
        for axis in range(3):
            behind = [self.beyond(piece, axis) for piece in pieces]
            for way in (0, 1):
                seen, queue = 1, [0]
                for a in queue:
                    for b in range(len(pieces)):
                        if not seen >> b & 1 and (behind[a] & pieces[b] if way else behind[b] & pieces[a]):
                            seen |= 1 << b
                            queue.append(b)
                if seen != (1 << len(pieces)) - 1:
                    return False
        return True

    def hole_classes(self, empty: int) -> Iterator[int]:
        """Every choice of empty cells up to symmetry."""
        seen = set[int]()
        for chosen in combinations(range(len(self.cells)), empty):
            cells = sum(1 << k for k in chosen)
            if cells not in seen:
                seen |= {self.image(cells, symmetry) for symmetry in self.symmetries}
                yield cells


class Best:
    """The highest level, and how many divisions were looked at; `looked`: by the kernel."""

    def __init__(self, box: Box) -> None:
        self.box, self.level, self.labels = box, 1, ""
        self.looked = 0
        self._waiting: list[bytes] = []

    def add(self, pieces: Sequence[int]) -> None:
        """Look at a division in which no set leaves at once."""
        labels = bytearray(len(self.box.cells))
        for label, piece in enumerate(pieces, start=1):
            for k in range(len(labels)):
                if piece >> k & 1:
                    labels[k] = label
        self._waiting.append(bytes(labels))
        if len(self._waiting) == BATCH:
            self.finish()

    def finish(self) -> None:
        """Ask the kernel for those that wait."""
        found = levels_of_grids(self.box.shape, b"".join(self._waiting), 0, NO_LIMIT)
        for labels, (level, _, _) in zip(self._waiting, found, strict=True):
            if level > self.level:
                self.level, self.labels = level, "".join(map(str, labels))
        self.looked += len(self._waiting)
        self._waiting.clear()


def all_divisions(box: Box, empty: int, pieces: int) -> Best:
    """Look at every division of the whole box."""
    best = Best(box)
    for chosen in combinations(range(len(box.cells)), empty):
        cells = box.full & ~sum(1 << k for k in chosen)
        found = two_pieces(box, cells) if pieces == 2 else box.divisions(cells, pieces)
        for division in found:
            if box.is_locked(division):
                best.add(division)
    best.finish()
    return best


def first_moves(box: Box, empty: int, pieces: int) -> Best:
    """Look at the divisions that a first move allows, one choice of empty cells and one first move of each class."""
    best = Best(box)
    for hole in box.hole_classes(empty):
        keeps = [symmetry for symmetry in box.symmetries if box.image(hole, symmetry) == hole]
        rest = box.full & ~hole
        divisions = cache(lambda cells, count: list(box.divisions(cells, count)))
        seen = set[frozenset[int]]()
        for moved in shifts(box, hole):
            both = frozenset((moved, rest & ~moved))  # while the set moves one way, the rest moves the other
            if both in seen:
                continue
            seen.update(frozenset(box.image(cells, symmetry) for cells in both) for symmetry in keeps)
            small, large = sorted(both, key=int.bit_count)
            if pieces == 3:
                for one, others in ((small, large), (large, small)):
                    if box.is_connected(one):
                        for two in two_pieces(box, others, one):
                            best.add((one, *two))
                continue
            for count in range(1, pieces):
                for some, rest_of in product(divisions(small, count), divisions(large, pieces - count)):
                    if box.is_locked((*some, *rest_of)):
                        best.add((*some, *rest_of))
    best.finish()
    return best


def shifts(box: Box, hole: int) -> Iterator[int]:
    """Every set of cells that can shift along an axis, but does not leave at once: ends of segments on each line."""
    for axis in range(3):
        choices = []
        for line in box.lines[axis]:
            segments: list[list[int]] = [[]]
            for cell in line:
                if hole >> cell & 1:
                    segments.append([])
                else:
                    segments[-1].append(cell)
            ends = [[sum(1 << c for c in part[len(part) - k :]) for k in range(len(part) + 1)] for part in segments]
            choices += ends
        for chosen in product(*choices):
            moved = sum(chosen)
            if box.beyond(moved, axis) & box.full & ~hole & ~moved:
                yield moved


def two_pieces(box: Box, cells: int, other: int = 0) -> Iterator[tuple[int, int]]:
    """Every division into two connected pieces in which, with another piece if there is one, none leaves at once."""
    spots = [k for k in range(len(box.cells)) if cells >> k & 1]
    if len(spots) < 2:
        return
    first, spots = 1 << spots[0], spots[1:]
    low = min(len(spots), CHUNK.bit_length() - 1)
    table = np.zeros(1, dtype=np.int64)
    for spot in spots[:low]:
        table = np.concatenate([table, table | 1 << spot])
    for high in range(1 << (len(spots) - low)):
        extra = sum(1 << spot for k, spot in enumerate(spots[low:]) if high >> k & 1)
        one = table | extra | first
        two = cells & ~one
        fits = two != 0
        for axis in range(3):
            fits &= _are_locked(box, axis, one, two, other)
        one = one[fits]
        for is_rest in (False, True):
            part = cells & ~one if is_rest else one
            lonely = (part & ~box.near(part)) != 0  # a cell without a neighbor in its piece
            one = one[~lonely | (part & (part - 1) == 0)]
        for each in map(int, one):
            if box.is_connected(each) and box.is_connected(cells & ~each):
                yield each, cells & ~each


def _are_locked(box: Box, axis: int, one: Sets, two: Sets, other: int) -> NDArray[np.bool_]:
    """Of three pieces none leaves at once if each has another one behind it and another one before it."""
    behind_one, behind_two = box.beyond(one, axis), box.beyond(two, axis)
    one_two, two_one = (behind_one & two) != 0, (behind_two & one) != 0
    if not other:
        both: NDArray[np.bool_] = one_two & two_one
        return both
    behind_other = box.beyond(other, axis)
    one_other, two_other = (behind_one & other) != 0, (behind_two & other) != 0
    other_one, other_two = (behind_other & one) != 0, (behind_other & two) != 0
    out = (one_two | one_other) & (two_one | two_other) & (other_one | other_two)
    locked: NDArray[np.bool_] = out & (two_one | other_one) & (one_two | other_two) & (one_other | two_other)
    return locked


def main(words: Iterable[str] | None = None) -> None:
    """Print a line for each number of pieces."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("box", help="layers x rows x columns, e.g. 3x3x2")
    parser.add_argument("--empty", type=int, default=1)
    parser.add_argument("--pieces", default="2..4", help="A..B")
    parser.add_argument("--all", action="store_true", help="divide the whole box in place of first moves")
    args = parser.parse_args(None if words is None else list(words))
    first, _, last = args.pieces.partition("..")
    shape = tuple(map(int, args.box.split("x")))
    assert len(shape) == 3 and prod(shape) < 62
    for pieces in range(int(first), int(last or first) + 1):
        began = time.process_time()
        best = (all_divisions if args.all else first_moves)(Box(shape), args.empty, pieces)
        took = time.process_time() - began
        head = f"{args.box} empty {args.empty} pieces {pieces}: level {best.level} {best.labels}".rstrip()
        print(f"{head} ({best.looked:,} looked at, {took:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
