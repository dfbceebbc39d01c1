"""An outline: a region that pieces tile, what group keeps it, how it hangs together.

Coordinates are in half cells, because the parts of an outline may lie on lattices shifted by half a cell. Everything
here is worked out from the region alone, by other code than that which found it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.symmetry import Isometry, canonical_form, group_name_of, image, symmetries
from tilewright.puzzle.digest import digest
from tilewright.silhouettes.centres import Centre, centre_of
from tilewright.silhouettes.contacts import CORNER, EDGE, contacts

Part = tuple[str, tuple[Atom, ...]]  # a piece's name and the atoms it covers


@dataclass(frozen=True)
class Outline:
    """A region and one tiling of it; atoms `(2·row, 2·column[, kind])`, normal position, sorted."""

    lattice: str
    atoms: tuple[Atom, ...]
    solution: tuple[Part, ...]

    @classmethod
    def of(cls, lattice_name: str, parts: Iterable[Part]) -> Outline:
        """The outline that pieces in place make."""
        grid = lattice(lattice_name)
        parts = list(parts)
        back = tuple(-v for v in grid.origin([atom for _, atoms in parts for atom in atoms]))
        moved = sorted((name, tuple(sorted(grid.shift(atoms, back)))) for name, atoms in parts)
        atoms = tuple(sorted(atom for _, atoms in moved for atom in atoms))
        return cls(lattice_name, atoms, tuple(sorted(moved, key=lambda part: part[1])))

    @property
    def grid(self) -> Lattice:
        """The lattice, its vectors in half cells."""
        return in_halves(lattice(self.lattice))

    @cached_property
    def id(self) -> str:
        """A stable name, the same for all images of the region."""
        return outline_id(self.grid, self.atoms)

    @property
    def mixed(self) -> bool:
        """Whether parts lie on lattices shifted by half a cell."""
        return len({self._residue(atom) for atom in self.atoms}) > 1

    def _residue(self, atom: Atom) -> tuple[int, ...]:
        return tuple(v % 2 for v in self.grid.split(atom)[0])

    @property
    def plain(self) -> tuple[Atom, ...]:
        """The atoms in whole cells, of a region on one lattice."""
        return tuple(halved(self.grid, atom) for atom in self.atoms)

    @cached_property
    def isometries(self) -> tuple[Isometry, ...]:
        """All symmetries of the region, vectors in half cells, the identity first."""
        return symmetries(self.grid, self.atoms)

    @cached_property
    def group(self) -> str:
        """The name of all symmetries the region has."""
        return group_name_of(self.grid, self.isometries)

    @cached_property
    def centre(self) -> str:
        """Where the fixed point lies: corner | cell | edge, `line` when there is none, mixed."""
        if self.mixed:
            return "mixed"
        grid = lattice(self.lattice)
        plain = (Isometry(grid.motion(g.motion.name), tuple(v // 2 for v in g.vector)) for g in self.isometries)
        found: Centre = centre_of(grid, tuple(plain))
        return found.name

    @cached_property
    def extent(self) -> tuple[float, ...]:
        """Sides of the bounding box in cells."""
        columns = zip(*self.atoms, strict=True)
        return tuple(max(column) / 2 + 1 for _, column in zip(range(self.grid.dimension), columns, strict=False))

    @cached_property
    def edge_parts(self) -> list[frozenset[Atom]]:
        """The parts that hang together through edges or halves of edges."""
        return components(self.grid, self.atoms, lambda contact: contact == EDGE)

    @cached_property
    def contact(self) -> str:
        """The first that holds: edge | corner | none."""
        if len(self.edge_parts) == 1:
            return EDGE
        return CORNER if len(components(self.grid, self.atoms, lambda _: True)) == 1 else "none"

    def concentric(self, symmetry: str) -> bool:
        """Whether every edge-connected part is itself invariant under the motions of the group named.

        The group is taken in each position in which the whole region has it.
        """
        by_name = {isometry.motion.name: isometry for isometry in self.isometries}
        for name, motions in self.grid.groups:
            if name == symmetry and all(motion in by_name for motion in motions):
                if len(self.edge_parts) == 1:
                    return True
                maps = [by_name[motion] for motion in motions]
                if all(frozenset(image(self.grid, g, part)) == part for part in self.edge_parts for g in maps):
                    return True
        return False


def outline_id(grid: Lattice, atoms: Iterable[Atom]) -> str:
    """A stable name of a region given in half cells: the hash of the least of its images."""
    return digest("outline", grid.name, canonical_form(in_halves(lattice(grid.name)), atoms))


@lru_cache
def in_halves(grid: Lattice) -> Lattice:
    """The lattice with motions of atoms given in half cells."""
    if not any(motion.offsets for motion in grid.motions):
        return grid
    doubled = ((m, tuple(tuple(2 * v for v in offset) for offset in m.offsets)) for m in grid.motions)
    return replace(grid, motions=tuple(replace(motion, offsets=offsets) for motion, offsets in doubled))


def layers(grid: Lattice, atoms: Iterable[Atom]) -> list[tuple[tuple[int, ...], tuple[Atom, ...]]]:
    """Atoms in half cells by the lattice they lie on: (its shift in half cells, atoms in whole cells of it)."""
    found: dict[tuple[int, ...], list[Atom]] = defaultdict(list)
    for atom in atoms:
        found[tuple(v % 2 for v in grid.split(atom)[0])].append(halved(grid, atom))
    return [(shift, tuple(sorted(some))) for shift, some in sorted(found.items())]


def halved(grid: Lattice, atom: Atom) -> Atom:
    """An atom on even coordinates, in whole cells (odd ones rounded down, which is right for one common residue)."""
    cell, kind = grid.split(atom)
    return grid.join(tuple(v // 2 for v in cell), kind)


def doubled(grid: Lattice, atom: Atom) -> Atom:
    """An atom in half cells."""
    cell, kind = grid.split(atom)
    return grid.join(tuple(2 * v for v in cell), kind)


def components(grid: Lattice, atoms: Collection[Atom], counts: Callable[[str], bool]) -> list[frozenset[Atom]]:
    """The classes of atoms joined by contacts that count; coordinates in half cells."""
    by_residue: dict[tuple[int, ...], set[Atom]] = defaultdict(set)
    for atom in atoms:
        by_residue[tuple(v % 2 for v in grid.split(atom)[0])].add(atom)
    steps = _steps(grid, tuple(by_residue), counts)
    left = set(atoms)
    found = []
    while left:
        seed = left.pop()
        part, stack = {seed}, [seed]
        while stack:
            cell, kind = grid.split(stack.pop())
            for step, other in steps[kind]:
                near = grid.join(tuple(map(int.__add__, cell, step)), other)
                if near in left:
                    left.remove(near)
                    part.add(near)
                    stack.append(near)
        found.append(frozenset(part))
    return sorted(found, key=sorted)


def _steps(
    grid: Lattice, residues: Sequence[tuple[int, ...]], counts: Callable[[str], bool]
) -> list[list[tuple[tuple[int, ...], int]]]:
    rows: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in range(grid.slot_count)]
    for residue in {tuple((a - b) % 2 for a, b in zip(r, s, strict=True)) for r in residues for s in residues}:
        for (kind, step, other), contact in contacts(grid, residue).items():
            if counts(contact):
                rows[kind].append((step, other))
    return rows


def overlapping(grid: Lattice, atoms: Sequence[Atom]) -> Atom | None:
    """An atom that overlaps another one, or None; coordinates in half cells."""
    there = set(atoms)
    if len(there) < len(atoms):
        return min(atom for atom in there if list(atoms).count(atom) > 1)
    residues = {tuple(v % 2 for v in grid.split(atom)[0]) for atom in atoms}
    if len(residues) == 1:
        return None
    steps = _steps(grid, tuple(residues), lambda contact: contact not in (EDGE, CORNER))
    for atom in sorted(there):
        cell, kind = grid.split(atom)
        for step, other in steps[kind]:
            near = grid.join(tuple(map(int.__add__, cell, step)), other)
            if near != atom and near in there:
                return atom
    return None


def require_same_lattice(names: Iterable[str]) -> str:
    """The one lattice of the pieces; NotationError when there are several."""
    found = sorted(set(names))
    if len(found) != 1:
        raise NotationError(f"pieces of the lattices {' and '.join(found)}: expected one lattice")
    return found[0]
