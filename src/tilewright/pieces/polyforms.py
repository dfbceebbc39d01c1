"""The polyforms of a lattice: every connected shape of n polyform cells, free, one-sided or fixed.

A polyform cell is one of the lattice's `blocks`: an atom, or on the half-square lattice a half square.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.symmetry import canonical_form

Shape = tuple[Atom, ...]


def polyforms(lattice_name: str, cells: int, motion: str = "free") -> tuple[Shape, ...]:
    """Return all polyforms of `cells` cells, one of each class under `motion` ("free", "turn" or "fixed"), sorted.

    Numbers of polyominoes: OEIS A000105 (free), A000988 (one-sided), A001168 (fixed).

    >>> [len(polyforms("square", 5, motion)) for motion in ("free", "turn", "fixed")]
    [12, 18, 63]
    """
    if motion == "free":
        return _free(lattice_name, cells)
    grid = lattice(lattice_name)
    still = grid.motions[:1]
    mirrors = [m for m in grid.motions if m.mirrored][:1]
    # Turning or mirroring a shape first changes its class only as far as the class tells turns or mirror images apart.
    before = (*still, *mirrors) if motion == "turn" else grid.motions
    images = (grid.image(m, shape) for shape in _free(lattice_name, cells) for m in before)
    return tuple(
        sorted({canonical_form(grid, shape, grid.turns(shape) if motion == "turn" else still) for shape in images})
    )


@lru_cache
def _free(lattice_name: str, cells: int) -> tuple[Shape, ...]:
    grid = lattice(lattice_name)
    if cells < 1:
        return ()
    if cells == 1:
        return tuple(sorted({canonical_form(grid, block) for block in _blocks(grid)}))
    found, seen = [], set()
    for shape in _free(lattice_name, cells - 1):
        for larger in _grow(grid, shape):
            if grid.normalize(larger) not in seen:
                images = {grid.image(motion, larger) for motion in grid.motions}
                found.append(min(images))
                seen |= images
    return tuple(sorted(found))


def _blocks(grid: Lattice) -> Iterator[Shape]:
    start = (0,) * grid.dimension
    for slots in grid.blocks:
        yield tuple(grid.join(start, slot) for slot in slots)


def _grow(grid: Lattice, shape: Shape) -> Iterator[Shape]:
    """The shape with one block more, for every block that is free and meets the shape in an edge."""
    there = frozenset(shape)
    for atom in shape:
        for neighbour in grid.adjacent(atom):
            if neighbour in there:
                continue
            cell, slot = grid.split(neighbour)
            for slots in grid.blocks:
                if slot in slots:
                    block = tuple(grid.join(cell, k) for k in slots)
                    if there.isdisjoint(block):
                        yield shape + block
