"""Lattices: the infinite grids that shapes live on. One file each, plus one row here."""

from __future__ import annotations

from importlib import import_module

from tilewright.errors import NotationError
from tilewright.lattice.lattice import Atom, Lattice, Motion, Vector

__all__ = ["NAMES", "Atom", "Lattice", "Motion", "Vector", "lattice"]

NAMES = ("square", "halfsquare", "triangular", "hexagonal", "cubic", "prism")


def lattice(name: str) -> Lattice:
    """The lattice called `name`; NotationError lists the names there are."""
    if name not in NAMES:
        raise NotationError(f"unknown lattice {name!r}: expected one of {', '.join(NAMES)}")
    found: Lattice = import_module(f"tilewright.lattice.{name}").LATTICE
    return found
