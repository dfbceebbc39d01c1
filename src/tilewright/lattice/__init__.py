"""Lattices: the infinite grids on which shapes lie. A lattice is defined by tables and has a name in `names.py`."""

from tilewright.lattice.lattice import Atom, Lattice, Motion, Vector
from tilewright.lattice.names import NAMES, lattice

__all__ = ["NAMES", "Atom", "Lattice", "Motion", "Vector", "lattice"]
