"""Cylinders and tori: a flat lattice whose columns, or whose rows and columns, begin again after so many.

`square~12` is the square lattice rolled up so that column 12 is column 0; on `square~5x12` row 5 is row 0 as well. An atom
stands for all its copies, and the one with coordinates from 0 to the period is written. Shapes still turn and flip in the
plane, where they are small; whole boards only by those motions that keep the wrap.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tilewright.errors import NotationError, quote
from tilewright.lattice.lattice import Atom, Lattice, Motion, Vector

MOST = 10_000  # of a period, as many rows or columns as a drawing may have
PATTERN = r"[a-z]+~(?:([1-9]\d{0,5})x)?([1-9]\d{0,5})"  # compiled when it is needed


@dataclass(frozen=True, repr=False, eq=False)
class Wrapped(Lattice):
    """A flat lattice modulo translations.

    flat: the lattice that is wrapped.
    """

    flat: Lattice | None = None

    @property
    def plane(self) -> Lattice:
        """The lattice that is wrapped."""
        return self.flat or self

    def reduce(self, atoms: Iterable[Atom]) -> Iterator[Atom]:
        """The atoms, each written as the one of its copies that begins at 0."""
        rows, columns = self.periods
        for row, column, *slot in atoms:
            yield (row % rows if rows else row, column % columns, *slot)

    def shift(self, atoms: Iterable[Atom], vector: Vector) -> Iterator[Atom]:
        """The atoms moved by a cell vector."""
        return self.reduce(super().shift(atoms, vector))

    def adjacent(self, atom: Atom) -> Iterator[Atom]:
        """The other atoms that share an edge with this one, each once: around a short way there is one twice, or itself."""
        return (near for near in dict.fromkeys(self.reduce(super().adjacent(atom))) if near != atom)

    def origin(self, atoms: Iterable[Atom]) -> Vector:
        """The least coordinates of the atoms; 0 along a wrapped coordinate, where there is no least one."""
        return tuple(0 if period else least for period, least in zip(self.periods, super().origin(atoms), strict=True))

    def corners_of(self, atoms: Collection[Atom]) -> tuple[Vector, ...]:
        """The cells from which the atoms look alike and as small as can be: one, but for shapes that repeat around the board.

        >>> from tilewright.lattice import lattice
        >>> lattice("square~6").corners_of([(2, 5), (2, 0), (3, 0)])
        ((2, 5),)
        """
        atoms = tuple(self.reduce(atoms))
        starts = [
            _starts({atom[axis] for atom in atoms}, period) if period else [least]
            for axis, (period, least) in enumerate(zip(self.periods, self.plane.origin(atoms), strict=True))
        ]
        views: dict[tuple[Atom, ...], list[Vector]] = {}
        for start in product(*starts):
            views.setdefault(self._seen_from(start, atoms), []).append(start)
        return tuple(views[min(views)])

    def _seen_from(self, start: Vector, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        return tuple(sorted(self.shift(atoms, tuple(-v for v in start))))

    def normalize(self, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
        """The atoms in normal position, the same for all translations of a shape; a shape that meets itself loses atoms.

        >>> from tilewright.lattice import lattice
        >>> lattice("square~6").normalize([(2, 5), (2, 0), (3, 0)])
        ((0, 0), (0, 1), (1, 1))
        """
        atoms = tuple(dict.fromkeys(self.reduce(atoms)))
        return self._seen_from(self.corners_of(atoms)[0], atoms)

    def keeps(self, motion: Motion) -> bool:
        """Whether the motion takes copies of an atom to copies of one: only then does it move the whole board."""
        turns = [
            tuple(row[axis] * period for row in motion.matrix) for axis, period in enumerate(self.periods) if period
        ]
        return all(
            step % period == 0 if period else step == 0
            for vector in turns
            for step, period in zip(vector, self.periods, strict=True)
        )

    def translations(self, vector: Vector) -> Iterator[Vector]:
        """Every vector that may take a region to one whose origin lies as far away as `vector` says."""
        return product(
            *(range(period) if period else (step,) for period, step in zip(self.periods, vector, strict=True))
        )


def _starts(places: Collection[int], period: int) -> Sequence[int]:
    """Where a shape may begin that takes these places of a ring: behind its widest gaps, anywhere if it has none."""
    taken = sorted(places)
    gaps = [(place - before - 1) % period for before, place in zip([taken[-1], *taken], taken, strict=False)]
    return [place for place, gap in zip(taken, gaps, strict=True) if gap == max(gaps)]


@lru_cache(maxsize=256)
def wrapped(flat: Lattice, periods: Vector) -> Wrapped:
    """The flat lattice with these periods. Raises NotationError where the lattice has layers, or for a period of no use.

    >>> from tilewright.lattice import lattice
    >>> wrapped(lattice("square"), (0, 12)), wrapped(lattice("square"), (5, 12))
    (lattice('square~12'), lattice('square~5x12'))
    """
    if flat.dimension != 2:
        raise NotationError(f"lattice {flat.name} cannot be wrapped: expected a flat lattice")
    rows, columns = periods
    if not (0 <= rows <= MOST and 1 <= columns <= MOST):
        raise NotationError(f"a wrap after {columns} columns and {rows} rows: expected at most {MOST:,} of them")
    name = f"{flat.name}~{rows}x{columns}" if rows else f"{flat.name}~{columns}"
    tables = {name: getattr(flat, name) for name in Lattice.__match_args__}
    return Wrapped(**{**tables, "name": name, "periods": (rows, columns), "sizes": ()}, flat=flat)


def periods_of(name: str) -> Vector:
    """The periods in the name of a wrapped lattice. Raises NotationError when it is no such name."""
    found = re.fullmatch(PATTERN, name, re.ASCII)
    if not found:
        raise NotationError(
            f"lattice {quote(name)}: expected the circumference behind ~, e.g. square~12, or rows and columns, square~5x12"
        )
    return int(found[1] or 0), int(found[2])
