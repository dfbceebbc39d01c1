"""Interlocking puzzles: a box of cubes cut into pieces that come apart only after many moves.

The box is a grid of labels, one for each piece, 0 for an empty cell. A climb changes a few labels at a time and keeps what
is no worse. Better means a higher level; of two at the same level, fewer exits: sets of pieces that leave from the
positions one move before the level. Where the last exit closes, the level rises, so counting exits leads upwards where
the level alone gives no direction. The kernel gives up a box that separates too early at once, which most do.

A box without an empty cell has level 1, or does not come apart: see docs/explanation/interlocking.md.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random

from tilewright._kernel import levels_of_grids
from tilewright.api.count import count
from tilewright.errors import (
    NotationError,
    OutOfTimeError,
    TilewrightError,
    check_flag,
    check_instance,
    check_whole,
    check_whole_tuples,
)
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.kinds import Packing
from tilewright.lattice import Vector
from tilewright.movement.disassembly import Disassembly, disassemble
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Tiling

MOST_SIDE, MOST_CELLS, MOST_PIECES, MOST_LEVEL = 20, 1000, 20, 1000
LEAST_CELLS = 3  # of a piece, where no sizes are asked for: smaller ones do not interlock
FIRST_SIDE, FIRST_PIECES = 4, 4  # of the box that a climb begins with
DIVISIONS = 300  # of a piece into two, from which the best is taken
STALE = 8000  # changes without a higher level before the climb begins anew: about 3,000 drafts that can be tried
SLACK = 1.5  # a draft of the same level may have so many times the exits, which leads off local peaks
CHANGES = (1, 1, 1, 2, 2, 3, 4)  # labels changed at a time, drawn from these
CANONICAL_SECONDS = 10.0  # for the least numbers of moves after the first; beyond it they are those of some separation
COUNT_SECONDS = 10.0  # for the assemblies of one draft: one that takes longer is not taken for unique
MOST_POSITIONS = 200_000  # of one draft: a box with more is given up


class NoInterlockingError(TilewrightError):
    """No puzzle with such pieces was found before the limit."""


@dataclass(frozen=True)
class InterlockingRecipe:
    """What is wanted.

    shape:  (layers, rows, columns) of the box, each at most 20.
    pieces: how many, each connected.
    level:  the least number of moves to the first separation; None for the highest found until the limit.
    empty:  how many cells stay empty. Without any the level is 1.
    sizes:  the fewest and the most cells of a piece; None for at least 3, fewer where there is no room.
    unique: whether the pieces go into the box in one way only, up to turns, wherever the empty cells lie then.

    >>> from tilewright import InterlockingRecipe
    >>> InterlockingRecipe((4, 4, 4), 4, level=9).bounds
    (3, 63)
    """

    shape: Vector
    pieces: int
    level: int | None = None
    empty: int = 1
    sizes: tuple[int, int] | None = None
    unique: bool = False

    def __post_init__(self) -> None:
        check_whole_tuples("shape", (self.shape,), "(layers, rows, columns)", 3)
        for side in self.shape:
            check_whole("shape: side", side, 1, MOST_SIDE)
        cells = prod(self.shape)
        check_whole("shape: cells", cells, 2, MOST_CELLS)
        check_whole("pieces", self.pieces, 2, MOST_PIECES)
        check_whole("level", self.level, 1, MOST_LEVEL, optional=True)
        check_whole("empty", self.empty, 0, cells)
        check_flag("unique", self.unique)
        if cells - self.empty < self.pieces:
            raise NotationError(f"{cells} cells, {self.empty} of them empty: expected at least one for each piece")
        if self.level is not None and self.level > 1 and not self.empty:
            raise NotationError(f"level {self.level} without an empty cell: every full box has level 1, or is stuck")
        if self.sizes is not None:
            check_whole_tuples("sizes", (self.sizes,), "(fewest, most)", 2)
            least, most = self.sizes
            if not 1 <= least <= most or not least * self.pieces <= cells - self.empty <= most * self.pieces:
                raise NotationError(
                    f"{self.pieces} pieces of {least} to {most} cells: expected numbers that {cells - self.empty} cells allow"
                )

    @property
    def bounds(self) -> tuple[int, int]:
        """The fewest and the most cells of a piece."""
        filled = prod(self.shape) - self.empty
        return self.sizes or (min(LEAST_CELLS, filled // self.pieces), filled)


@dataclass(frozen=True, repr=False)
class Interlocking:
    """A puzzle with its assembly.

    tiling:  the assembly; its puzzle has the pieces, which turn, on the cells that are filled.
    apart:   how it comes apart; `apart.level` is its level.
    reached: False where its level is only the highest found.

    >>> from tilewright import InterlockingRecipe, make_interlocking
    >>> made = make_interlocking(InterlockingRecipe((3, 3, 3), 2, level=3), seed=1)
    >>> made.level, len(made.puzzle.pieces)
    (3, 2)
    """

    tiling: Tiling
    apart: Disassembly
    reached: bool = True

    @property
    def puzzle(self) -> Packing:
        """The puzzle."""
        assert isinstance(self.tiling.puzzle, Packing)
        return self.tiling.puzzle

    @property
    def level(self) -> int:
        """The least number of moves up to and including the first separation."""
        return self.apart.levels[0]

    def __str__(self) -> str:
        sizes = ", ".join(f"{piece.area:g}" for piece in self.puzzle.pieces)
        return f"{len(self.puzzle.pieces)} pieces of {sizes} cells, level {'.'.join(map(str, self.apart.levels))}"

    def __repr__(self) -> str:
        return f"<Interlocking: {self}>"


def make_interlocking(recipe: InterlockingRecipe, seed: int = 0, limit: Limit | float | None = 60.0) -> Interlocking:
    """Return the first puzzle of the wanted level that the climb meets, or the one of the highest level at the limit.

    The same seed makes the same puzzle, unless the limit (seconds, or a Limit of seconds and of nodes, which are drafts)
    strikes. A level that no puzzle has is looked for until then.

    Raises NoInterlockingError where the limit comes before any puzzle that comes apart.

    >>> from tilewright import InterlockingRecipe, make_interlocking
    >>> make_interlocking(InterlockingRecipe((3, 3, 3), 3, level=3), seed=1).reached
    True
    """
    check_instance("recipe", recipe, InterlockingRecipe, "an InterlockingRecipe, e.g. InterlockingRecipe((4, 4, 4), 4)")
    limits = as_limit(limit)
    if recipe.level is None and limits.seconds is None and limits.nodes is None:
        raise NotationError("neither a level nor a limit: expected one of them, for the climb has no other end")
    deadline = Deadline(limits)
    climb = _Climb(recipe, Random(seed), deadline)
    with suppress(OutOfTimeError):
        climb.run()
    if climb.best is None:
        raise NoInterlockingError("no pieces that come apart were found: expected a longer limit, or other sizes")
    tiling = assembly(recipe.shape, climb.best)
    apart = disassemble(tiling, limit=CANONICAL_SECONDS)
    if not apart.levels:
        apart = disassemble(tiling, canonical=False)
    return Interlocking(tiling, apart, recipe.level is None or climb.level >= recipe.level)


def assembly(shape: Vector, labels: bytes) -> Tiling:
    """Return the pieces A, B, ... of a labeled box where they lie, as a tiling of the cells that are filled."""
    pieces: dict[int, list[Vector]] = {}
    _, rows, columns = shape
    for number, label in enumerate(labels):
        if label:
            pieces.setdefault(label, []).append(
                (number // (rows * columns), number // columns % rows, number % columns)
            )
    named = {chr(ord("A") + label - 1): tuple(cells) for label, cells in sorted(pieces.items())}
    board = Board(tuple(cell for cells in named.values() for cell in cells), (), "cubic")
    corner = tuple(min(cell[axis] for cells in named.values() for cell in cells) for axis in range(3))
    puzzle = Packing(board, tuple(Piece(name, cells, "cubic") for name, cells in named.items()))
    return Tiling(
        puzzle,
        tuple(
            Placement(
                name, tuple(tuple(a - b for a, b in zip(cell, corner, strict=True)) for cell in cells), "0", "cubic"
            )
            for name, cells in named.items()
        ),
    )


def count_assemblies(shape: Vector, labels: bytes, limit: Limit | float | None = None) -> int | None:
    """Return how many ways the pieces go into the box, up to turns, wherever the empty cells lie; None beyond the limit."""
    pieces = assembly(shape, labels).puzzle.pieces  # type: ignore[attr-defined]
    empty = labels.count(0)
    fillers = (Piece("empty", ((0, 0, 0),), "cubic", (empty, empty)),) if empty else ()
    found = count(
        Packing(Board.of_size("x".join(map(str, shape)), "cubic"), (*pieces, *fillers)), up_to="rotations", limit=limit
    )
    return found.value if found.bound == "exact" else None


@dataclass(frozen=True)
class _Box:
    """The geometry of a box whose cells are bits of a number."""

    shape: Vector

    @cached_property
    def near(self) -> list[list[int]]:
        """The neighbors of each cell."""
        layers, rows, columns = self.shape
        found = []
        for cell in range(prod(self.shape)):
            z, y, x = cell // (rows * columns), cell // columns % rows, cell % columns
            around = [(z, rows * columns, layers), (y, columns, rows), (x, 1, columns)]
            found.append([
                cell + way * stride
                for place, stride, side in around
                for way in (-1, 1)
                if 0 <= place + way < side
            ])  # fmt: skip
        return found

    @cached_property
    def inner(self) -> tuple[tuple[int, int, int], ...]:
        """For each axis: how far its neighbors are, the cells with one further on, those with one before."""
        rows = []
        for stride in (1, self.shape[2], self.shape[1] * self.shape[2]):
            ahead = sum(1 << cell for cell, near in enumerate(self.near) if cell + stride in near)
            rows.append((stride, ahead, ahead << stride))
        return tuple(rows)

    def is_connected(self, cells: int) -> bool:
        """Whether a set of cells is connected through faces."""
        seen = cells & -cells
        while True:
            grown = seen
            for stride, ahead, behind in self.inner:
                grown |= (seen & ahead) << stride | (seen & behind) >> stride
            grown &= cells
            if grown == seen:
                return seen == cells
            seen = grown


Rank = tuple[int, int]  # the level, and the number of exits, negative: higher is better


class _Climb:
    """The search. best: the labels of the highest level so far, which is `level`."""

    def __init__(self, recipe: InterlockingRecipe, rng: Random, deadline: Deadline) -> None:
        self.recipe, self.rng, self.deadline = recipe, rng, deadline
        self.drafts = 0
        self.best: bytes | None = None
        self.level = 0

    @property
    def is_reached(self) -> bool:
        """Whether the level is that which is wanted."""
        return self.recipe.level is not None and self.level >= self.recipe.level

    def run(self) -> None:
        """Climb until the level is reached. Raises OutOfTimeError at the limit."""
        while not self.is_reached:
            box = _Box(self.first_shape)
            labels = self.random_labels(box)
            if labels is None:
                continue
            labels = self.climb(box, labels)
            while box.shape != self.recipe.shape and not self.is_reached:
                box, labels = self.stretched(box, labels)
                labels = self.climb(box, labels)
            while max(labels) < self.recipe.pieces:
                if (divided := self.divided(box, labels)) is None:
                    break
                labels = self.climb(box, divided)

    @property
    def first_pieces(self) -> int:
        """How many to begin with: few interlock more easily, and a part of a piece may go with the rest until the end."""
        return self.recipe.pieces if self.recipe.sizes is not None else min(self.recipe.pieces, FIRST_PIECES)

    @property
    def first_shape(self) -> Vector:
        """A box to begin with: in a small one the first late separations are found sooner."""
        if self.recipe.sizes is not None:
            return self.recipe.shape
        small = tuple(min(side, FIRST_SIDE) for side in self.recipe.shape)
        has_room = prod(small) - self.recipe.empty >= self.first_pieces * 2 * LEAST_CELLS
        return small if has_room else self.recipe.shape

    def climb(self, box: _Box, labels: bytearray) -> bytearray:
        """Change labels until no draft is better for long; return the last ones."""
        rank = self.rank_of(box, labels, 0)
        self.note(box, labels, rank[0])
        stale, top = 0, rank[0]
        while stale < STALE and not self.is_reached:
            stale += 1
            draft = self.changed(box, labels)
            if draft is None:
                continue
            found = self.rank_of(box, draft, max(1, rank[0]))
            if found[0] < max(1, rank[0]) or (found[0] == rank[0] and -found[1] > -rank[1] * SLACK):
                continue
            labels, rank = draft, found
            if rank[0] > top:
                stale, top = 0, rank[0]
            self.note(box, labels, rank[0])
        return labels

    def note(self, box: _Box, labels: bytearray, level: int) -> None:
        """Keep a draft of the right box and number of pieces if its level is higher than any before."""
        is_whole = box.shape == self.recipe.shape and max(labels) == self.recipe.pieces
        if level > self.level and is_whole and self.is_good(labels):
            self.best, self.level = bytes(labels), level

    def divided(self, box: _Box, labels: bytearray) -> bytearray | None:
        """Return the best of some drafts in which one piece is divided into two; None where none comes apart."""
        number, (least, _) = max(labels) + 1, self.recipe.bounds
        best, rank = None, (0, 0)
        for _ in range(DIVISIONS):
            draft = bytearray(labels)
            label = 1 + self.rng.randrange(number - 1)
            cells = [cell for cell, each in enumerate(draft) if each == label]
            if len(cells) < 2 * least:
                continue
            size = self.rng.randrange(least, len(cells) - least + 1)
            edge = [cells[self.rng.randrange(len(cells))]]
            while edge and size:
                cell = edge.pop(self.rng.randrange(len(edge)))
                if draft[cell] == label:
                    draft[cell] = number
                    size -= 1
                    edge += [near for near in box.near[cell] if draft[near] == label]
            rest = sum(1 << cell for cell in cells if draft[cell] == label)
            if not size and box.is_connected(rest) and (found := self.rank_of(box, draft, max(1, rank[0]))) > rank:
                best, rank = draft, found
        return best

    def stretched(self, box: _Box, labels: bytearray) -> tuple[_Box, bytearray]:
        """Return the box with one layer more, along the axis that lacks most: the best of all copies of a layer."""
        axis = max(range(3), key=lambda axis: self.recipe.shape[axis] - box.shape[axis])
        larger = _Box(tuple(side + (number == axis) for number, side in enumerate(box.shape)))
        drafts = [_with_copy(box, labels, axis, place) for place in range(box.shape[axis])]
        return larger, max(drafts, key=lambda draft: self.rank_of(larger, draft, 0))

    def rank_of(self, box: _Box, labels: bytearray, least: int) -> Rank:
        """Return the rank of a draft; level 0 where it is below the least one or does not come apart."""
        if ended := self.deadline.spent(self.drafts):
            raise OutOfTimeError(ended)
        self.drafts += 1
        ((level, exits, _),) = levels_of_grids(box.shape, bytes(labels), least, MOST_POSITIONS)
        return level, -exits

    def is_good(self, labels: bytearray) -> bool:
        """Whether the pieces have one assembly, where that is asked for."""
        seconds = min(COUNT_SECONDS, self.deadline.left)
        return not self.recipe.unique or count_assemblies(self.recipe.shape, bytes(labels), seconds) == 1

    def random_labels(self, box: _Box) -> bytearray | None:
        """Pieces grown cell by cell from random cells, the smallest first; None where that leaves too few cells for one."""
        self.deadline.check()
        cells = list(range(len(box.near)))
        self.rng.shuffle(cells)
        labels = bytearray(len(cells))
        empty = set(cells[: self.recipe.empty])
        sizes = [0] * (self.first_pieces + 1)
        for label, cell in enumerate(cells[self.recipe.empty :][: self.first_pieces], start=1):
            labels[cell], sizes[label] = label, 1
        free = sorted(cell for cell in cells if not labels[cell] and cell not in empty)
        least, most = self.recipe.bounds
        while free:
            ways = [
                (cell, labels[near])
                for cell in free
                for near in box.near[cell]
                if labels[near] and sizes[labels[near]] < most
            ]
            needy = [way for way in ways if sizes[way[1]] < least] or ways
            if not needy:
                return None
            cell, label = needy[self.rng.randrange(len(needy))]
            labels[cell] = label
            sizes[label] += 1
            free.remove(cell)
        return labels if min(sizes[1:]) >= least else None

    def changed(self, box: _Box, labels: bytearray) -> bytearray | None:
        """Return a draft in which some cells have the labels of neighbors; None if a piece is not connected or of a wrong size.

        An empty cell and its neighbor change places, so that their number stays.
        """
        rng, draft = self.rng, bytearray(labels)
        touched = set()
        for _ in range(CHANGES[rng.randrange(len(CHANGES))]):
            cell = rng.randrange(len(draft))
            around = box.near[cell]
            near = around[rng.randrange(len(around))]
            one, other = draft[cell], draft[near]
            if one == other:
                continue
            draft[cell] = other
            if not one or not other:
                draft[near] = one
            touched |= {one, other}
        touched.discard(0)
        least, most = self.recipe.bounds
        for label in touched:
            cells = sum(1 << cell for cell, each in enumerate(draft) if each == label)
            if not least <= cells.bit_count() <= most or not box.is_connected(cells):
                return None
        return draft if touched else None


def _with_copy(box: _Box, labels: bytearray, axis: int, place: int) -> bytearray:
    """Return the labels with one layer twice; an empty cell of the copy gets the label of a neighbor."""
    stride = prod(box.shape[axis + 1 :])
    block = stride * box.shape[axis]  # cells along the axis and those after it
    draft = bytearray()
    for start in range(0, len(labels), block):
        layer = labels[start + place * stride : start + (place + 1) * stride]
        filled = bytearray(
            label or next((labels[near] for near in box.near[start + place * stride + number] if labels[near]), 1)
            for number, label in enumerate(layer)
        )
        draft += (
            labels[start : start + (place + 1) * stride] + filled + labels[start + (place + 1) * stride : start + block]
        )
    return draft
