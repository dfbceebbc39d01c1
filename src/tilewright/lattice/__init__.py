"""Lattices: the infinite grids on which shapes lie. A lattice is one file, and its name in NAMES."""

from __future__ import annotations

from importlib import import_module

from tilewright.errors import NotationError
from tilewright.lattice.lattice import Atom, Lattice, Motion, Vector

__all__ = ["NAMES", "Atom", "Lattice", "Motion", "Vector", "lattice"]

NAMES = ("square", "halfsquare", "triangular", "hexagonal", "cubic", "prism")


def lattice(name: str) -> Lattice:
    """Return the lattice called `name`. Raises NotationError listing the names there are.

    >>> lattice("hexagonal").area(7)
    7.0
    """
    if name not in NAMES:
        raise NotationError(f"unknown lattice {name!r}: expected one of {', '.join(NAMES)}")
    found: Lattice = import_module(f"tilewright.lattice.{name}").LATTICE
    return found
