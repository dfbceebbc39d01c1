"""Silhouettes by assembly: pieces that touch along edges, each laid where it touches most, give a shape that they fill.

Integers only: a seed gives the same silhouette everywhere. The shape has a filling by the way it is made; often it has others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random

from tilewright.errors import NotationError, quote
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Lattice
from tilewright.lattice.lattice import Vector
from tilewright.pieces import Piece
from tilewright.puzzle import Board

FROM_BEST = 3  # of the places with most contact, one is drawn


def assembled(pieces: Sequence[Piece], count: int, seed: int) -> Packing:
    """Return the puzzle to fill a random silhouette of `count` of the pieces, without holes, with just these.

    Raises NotationError when there are fewer pieces, or when they are of another lattice than the first.

    >>> from tilewright.pieces import select
    >>> puzzle = assembled(select("pentominoes"), 3, seed=1)
    >>> puzzle.board.area, len(puzzle.pieces)
    (15.0, 3)
    """
    if not 1 <= count <= len(pieces):
        raise NotationError(f"{quote(str(count))} pieces of {len(pieces)}: expected 1 to {len(pieces)}")
    if len({piece.lattice for piece in pieces}) > 1:
        raise NotationError("pieces of several lattices: expected one")
    grid, rng = pieces[0].grid, Random(seed)
    while True:
        chosen = sorted(rng.sample(range(len(pieces)), count))
        laid = _lay([pieces[i] for i in chosen], grid, rng)
        shape = [atom for atoms in laid for atom in atoms]
        if _has_no_hole(grid, shape):
            board = Board(tuple(shape), lattice=grid.name)
            return Packing(board, tuple(pieces[i].with_copies(1, 1) for i in chosen))


def _lay(pieces: Sequence[Piece], grid: Lattice, rng: Random) -> list[tuple[Atom, ...]]:
    """Lay the pieces, in random order, each where it touches the others most, or nearly so."""
    order = list(pieces)
    rng.shuffle(order)
    laid = [rng.choice([atoms for _, atoms in order[0].orientations])]
    for piece in order[1:]:
        taken = {atom for atoms in laid for atom in atoms}
        places = sorted(_places(piece, grid, taken), key=lambda place: (-place[0], place[1]))
        laid.append(rng.choice(places[:FROM_BEST])[1])
    return laid


def _places(piece: Piece, grid: Lattice, taken: set[Atom]) -> Iterator[tuple[int, tuple[Atom, ...]]]:
    """(edges shared with what is laid, atoms) of every place at which the piece touches it."""
    rim = {other for atom in taken for other in grid.adjacent(atom)} - taken
    cells = {grid.split(atom)[0] for atom in rim}
    for _, atoms in piece.orientations:
        for shift in {_difference(cell, grid.split(atom)[0]) for cell in cells for atom in atoms}:
            there = tuple(grid.shift(atoms, shift))
            if taken.isdisjoint(there) and (shared := _contact(grid, there, taken)):
                yield shared, there


def _difference(to: Vector, start: Vector) -> Vector:
    return tuple(a - b for a, b in zip(to, start, strict=True))


def _contact(grid: Lattice, atoms: Iterable[Atom], taken: set[Atom]) -> int:
    return sum(other in taken for atom in atoms for other in grid.adjacent(atom))


def _has_no_hole(grid: Lattice, shape: Sequence[Atom]) -> bool:
    """Return True if everything around the shape is connected."""
    cells = [grid.split(atom)[0] for atom in shape]
    low, high = (tuple(map(how, zip(*cells, strict=True))) for how in (min, max))
    ranges = [range(a - 1, b + 2) for a, b in zip(low, high, strict=True)]
    outside = {atom for cell in product(*ranges) for atom in grid.atoms_of(cell)} - set(shape)
    return grid.is_connected(outside)
