"""Where a voxel of a BurrTools file lies on our lattices: x to the right, y away, z up, as there."""

from __future__ import annotations

from tilewright.lattice import Atom, Vector
from tilewright.lattice.spheres import from_cubes, to_cubes


def has_cell(place: Vector, lattice_name: str) -> bool:
    """Whether there is a cell at all: balls lie only where the sum of the coordinates is even."""
    return lattice_name != "spheres" or sum(place) % 2 == 0


def atom_at(place: Vector, lattice_name: str) -> Atom:
    """The atom of a voxel."""
    x, y, z = place
    if lattice_name == "cubic":
        return -z, -y, x
    if lattice_name == "spheres":
        return from_cubes(place)
    slot = (x + y) % 2
    return -z, -y, (x - y - slot) // 2, slot


def place_of(atom: Atom, lattice_name: str) -> Vector:
    """The voxel of an atom; coordinates may be negative."""
    if lattice_name == "spheres":
        return to_cubes(atom)
    layer, row, column, *slot = atom
    return (column, -row, -layer) if lattice_name == "cubic" else (2 * column - row + slot[0], -row, -layer)


def box_begins(low: list[int], lattice_name: str) -> list[int]:
    """The corner of the box around a shape, moved to where voxels of the box are of the same sort as in the lattice."""
    x, y, z = low
    odd = {"prism": (x + y) % 2, "spheres": (x + y + z) % 2}.get(lattice_name, 0)
    return [x - odd, y, z]
