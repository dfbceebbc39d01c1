"""Lattices by name: those defined by tables, those registered at run time, and wrapped flat ones."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable
from functools import cache, lru_cache

from tilewright.errors import NotationError, quote
from tilewright.lattice.lattice import Lattice, Vector, Wrapped

PLANAR = ("square", "halfsquare", "triangular", "hexagonal")  # the constants of `planar.py`, in lower case
SPATIAL = ("cubic", "prism", "spheres")  # those of `spatial.py`
NAMES = PLANAR + SPATIAL
REGISTERED: dict[str, Lattice] = {}  # registered at run time, see `custom.py`


def lattice(name: str) -> Lattice:
    """Return the lattice called `name`.

    A suffix after `~` gives the columns, or the rows and columns, after which a flat lattice repeats.

    Raises NotationError listing the known names.

    >>> lattice("hexagonal").area(7)
    7.0
    >>> sorted(lattice("square~12").adjacent((0, 0)))
    [(-1, 0), (0, 1), (0, 11), (1, 0)]
    """
    if name in REGISTERED:
        return REGISTERED[name]
    flat, wrap, _ = name.partition("~")
    if wrap and flat in NAMES:
        return wrapped(lattice(flat), periods_of(name))
    if wrap and flat in REGISTERED:
        raise NotationError(f"lattice {quote(flat)} does not wrap: expected a size without ~")
    if name not in NAMES:
        raise NotationError(f"unknown lattice {quote(name)}: expected one of {', '.join((*NAMES, *REGISTERED))}")
    return _of_file(name)


@cache
def _of_file(name: str) -> Lattice:
    if name in PLANAR:
        from tilewright.lattice import planar as tables
    else:
        from tilewright.lattice import spatial as tables  # type: ignore[no-redef]
    found: Lattice = getattr(tables, name.upper())
    return found


MOST = 10_000  # largest period, the same as the largest number of rows or columns of a drawing
PATTERN = r"[a-z]+~(?:([1-9]\d{0,5})x)?([1-9]\d{0,5})"  # compiled when first needed


@lru_cache(maxsize=256)
def wrapped(flat: Lattice, periods: Vector) -> Wrapped:
    """Return the flat lattice with these periods.

    Raises NotationError for a lattice in space, and for periods out of range.

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
    """Return the periods in the name of a wrapped lattice. Raises NotationError for any other name."""
    found = re.fullmatch(PATTERN, name, re.ASCII)
    if not found:
        raise NotationError(
            f"lattice {quote(name)}: expected the circumference behind ~, e.g. square~12, or rows and columns, square~5x12"
        )
    return int(found[1] or 0), int(found[2])


def _reduce(made: Lattice) -> tuple[Callable[[str], Lattice], tuple[str]]:
    return lattice, (made.name,)


for kind in (Lattice, Wrapped):  # pickles hold the name, because the tables contain functions
    copyreg.pickle(kind, _reduce)
