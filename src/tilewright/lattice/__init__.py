"""Lattices: the infinite grids on which shapes lie. A lattice is tables in one file, and a line in `lattice.py`."""

from tilewright.lattice.lattice import NAMES, Atom, Lattice, Motion, Vector, lattice

__all__ = ["NAMES", "Atom", "Lattice", "Motion", "Vector", "lattice"]
