"""Lattices: the infinite grids on which shapes lie. A lattice is one file, and its name in NAMES."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from tilewright.errors import NotationError, quote
from tilewright.lattice.lattice import Atom, Lattice, Motion, Vector
from tilewright.lattice.wrapped import periods_of, wrapped

__all__ = ["NAMES", "Atom", "Lattice", "Motion", "Vector", "lattice"]

NAMES = ("square", "halfsquare", "triangular", "hexagonal", "cubic", "prism", "spheres")


def lattice(name: str) -> Lattice:
    """Return the lattice called `name`. Raises NotationError listing the names there are.

    Behind a `~` stands after how many columns, or rows and columns, a flat lattice begins again.

    >>> lattice("hexagonal").area(7)
    7.0
    >>> sorted(lattice("square~12").adjacent((0, 0)))
    [(-1, 0), (0, 1), (0, 11), (1, 0)]
    """
    flat, wrap, _ = name.partition("~")
    if wrap and flat in NAMES:
        return wrapped(lattice(flat), periods_of(name))
    if name not in NAMES:
        raise NotationError(f"unknown lattice {quote(name)}: expected one of {', '.join(NAMES)}")
    return _of_file(name)


@cache
def _of_file(name: str) -> Lattice:
    found: Lattice = import_module(f"tilewright.lattice.{name}").LATTICE
    return found
