"""Every tiling of a small puzzle, from the rules alone: it knows cells, shapes and the lattice's motions, nothing of covers.

A labelled tiling is a set of (name, cells). Told apart less, it is a set of (kind, cells), where pieces are of one kind
if they can lie in the same ways; these are the labelled ones with the names forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tilewright.kinds import Packing, Shikaku
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece

Cells = frozenset[Atom]
Named = frozenset[tuple[str, Cells]]
Shapes = frozenset[Cells]  # each moved so that its bounding box begins at 0


class TooManyError(Exception):
    """More tilings than a test wants to wait for."""


def at_origin(grid: Lattice, atoms: Cells) -> Cells:
    low = [min(atom[axis] for atom in atoms) for axis in range(grid.dimension)]
    return frozenset((*(a - b for a, b in zip(atom, low, strict=False)), *atom[grid.dimension :]) for atom in atoms)


def is_flat(atoms: tuple[Atom, ...], grid: Lattice) -> bool:
    """Whether single atoms of space lie in a plane: every four of them span no volume."""
    if grid.dimension != 3 or grid.letters:
        return False
    steps = [[a - b for a, b in zip(atom, atoms[0], strict=True)] for atom in atoms]
    return not any(
        u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])
        for u, v, w in combinations(steps, 3)
    )


def shapes(piece: Piece) -> Shapes:
    """What the piece looks like in each way that it may be turned."""
    grid = lattice(piece.lattice)
    allowed = [
        motion
        for motion in grid.motions
        if piece.motion == "free"
        or (piece.motion == "turn" and (not motion.mirrored or is_flat(piece.atoms, grid)))
        or motion is grid.motions[0]
    ]
    return frozenset(at_origin(grid, frozenset(grid.apply(m, atom) for atom in piece.atoms)) for m in allowed)


@dataclass(frozen=True)
class Brute:
    """A puzzle of plain cells. `most`: labelled tilings after which TooManyError is raised."""

    puzzle: Packing
    most: int = 3000

    @property
    def grid(self) -> Lattice:
        return lattice(self.puzzle.board.lattice)

    @cached_property
    def must(self) -> Cells:
        return frozenset(self.puzzle.board.atoms)

    @cached_property
    def may(self) -> Cells:
        return frozenset(self.puzzle.board.optional)

    @cached_property
    def kind(self) -> dict[str, Shapes]:
        return {piece.name: shapes(piece) for piece in self.puzzle.pieces}

    @cached_property
    def places(self) -> dict[str, list[Cells]]:
        """Every place of every piece on the board."""
        there = self.must | self.may
        spans = [range(max(atom[axis] for atom in there) + 2) for axis in range(self.grid.dimension)]
        found: dict[str, list[Cells]] = {}
        for name, every in self.kind.items():
            moved = (frozenset(self._moved(shape, v)) for shape in every for v in _vectors(spans))
            found[name] = sorted({cells for cells in moved if cells <= there}, key=sorted)
        return found

    def _moved(self, shape: Cells, vector: tuple[int, ...]) -> Iterator[Atom]:
        return ((*(a + b for a, b in zip(atom, vector, strict=False)), *atom[len(vector) :]) for atom in shape)

    @cached_property
    def labelled(self) -> set[Named]:
        """The tilings, every name told apart."""
        pins = {(pin.piece, frozenset(pin.atoms)) for pin in self.puzzle.pinned}
        found: set[Named] = set()
        for tiling in self._fill(sorted(self.must | self.may), frozenset(), ()):
            used = Counter(name for name, _ in tiling)
            fewest = all(used[piece.name] >= piece.copies[0] for piece in self.puzzle.pieces)
            if fewest and pins <= set(tiling):
                found.add(frozenset(tiling))
                if len(found) > self.most:
                    raise TooManyError
        return found

    def _fill(
        self, left: list[Atom], taken: Cells, tiling: tuple[tuple[str, Cells], ...]
    ) -> Iterator[tuple[tuple[str, Cells], ...]]:
        """`left` in order; what is taken is covered or to stay empty."""
        left = [atom for atom in left if atom not in taken]
        if not left:
            yield tiling
            return
        first = left[0]
        if first in self.may:
            yield from self._fill(left[1:], taken | {first}, tiling)
        used = Counter(name for name, _ in tiling)
        for piece in self.puzzle.pieces:
            if piece.copies[1] is not None and used[piece.name] >= piece.copies[1]:
                continue
            for cells in self._with[piece.name, first]:
                if not cells & taken:
                    yield from self._fill(left[1:], taken | cells, (*tiling, (piece.name, cells)))

    @cached_property
    def _with(self) -> dict[tuple[str, Atom], list[Cells]]:
        every = self.must | self.may
        return {(n, atom): [c for c in places if atom in c] for n, places in self.places.items() for atom in every}

    def forgotten(self, tiling: Named) -> frozenset[tuple[Shapes, Cells]]:
        """A tiling without the names of identical pieces."""
        return frozenset((self.kind[name], cells) for name, cells in tiling)

    @cached_property
    def unlabelled(self) -> set[frozenset[tuple[Shapes, Cells]]]:
        return {self.forgotten(tiling) for tiling in self.labelled}


def _vectors(spans: list[range]) -> Iterator[tuple[int, ...]]:
    if not spans:
        yield ()
        return
    for first in range(-1, spans[0].stop):
        for rest in _vectors(spans[1:]):
            yield (first, *rest)


def divisions(puzzle: Shikaku) -> set[frozenset[Cells]]:
    """Every division of a small Shikaku into rectangles, cell by cell."""
    values = {(row, column): value for row, column, value in puzzle.clues}
    pinned = {
        frozenset((r, c) for r in range(t, t + h) for c in range(left, left + w)) for t, left, h, w in puzzle.pinned
    }

    def fill(taken: Cells, so_far: frozenset[Cells]) -> Iterator[frozenset[Cells]]:
        free = [(r, c) for r in range(puzzle.rows) for c in range(puzzle.columns) if (r, c) not in taken]
        if not free:
            yield so_far
            return
        top, left = free[0]
        for bottom in range(top, puzzle.rows):
            for right in range(left, puzzle.columns):
                cells = frozenset((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
                inside = [values[cell] for cell in values if cell in cells]
                if not cells & taken and len(inside) == 1 and inside[0] in (None, len(cells)):
                    yield from fill(taken | cells, so_far | {cells})

    return {found for found in fill(frozenset(), frozenset()) if pinned <= found}


def division_orbits(puzzle: Shikaku, mirrors: bool) -> int:
    """Classes of divisions under the turns and reflections that keep grid, clues and pins."""
    top, side = puzzle.rows - 1, puzzle.columns - 1
    turns = [lambda r, c: (r, c), lambda r, c: (top - r, side - c)]
    flips = [lambda r, c: (r, side - c), lambda r, c: (top - r, c)]
    if top == side:
        turns += [lambda r, c: (c, side - r), lambda r, c: (top - c, r)]
        flips += [lambda r, c: (c, r), lambda r, c: (top - c, side - r)]
    values = {(row, column): value for row, column, value in puzzle.clues}
    pins = {
        frozenset((r, c) for r in range(t, t + h) for c in range(left, left + w)) for t, left, h, w in puzzle.pinned
    }
    every = divisions(puzzle)
    kept = [
        move
        for move in turns + (flips if mirrors else [])
        if {move(*cell): value for cell, value in values.items()} == values
        and {frozenset(move(*cell) for cell in cells) for cells in pins} == pins
    ]
    classes = set()
    for division in every:
        orbit = [frozenset(frozenset(move(*cell) for cell in cells) for cells in division) for move in kept]
        assert set(orbit) <= every
        classes.add(min(tuple(sorted(tuple(sorted(cells)) for cells in each)) for each in orbit))
    return len(classes)
