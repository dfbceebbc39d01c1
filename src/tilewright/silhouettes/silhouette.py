"""A silhouette: a region that pieces tile, the group that keeps it, and how it is connected.

Coordinates are in half cells, because the parts of a silhouette may lie on lattices shifted by half a cell. Everything
here is derived from the region alone, by other code than that which found it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.symmetry import Isometry, canonical_form, group_name_of, image, symmetries
from tilewright.puzzle.digest import digest
from tilewright.silhouettes.connectivity import EDGE, components
from tilewright.silhouettes.half_cells import half_cell_lattice, shift_of, to_whole_cells
from tilewright.silhouettes.orbits.positions import position_of

PlacedPiece = tuple[str, tuple[Atom, ...]]  # a piece's name and the atoms it covers


@dataclass(frozen=True)
class Silhouette:
    """A region and one tiling of it; atoms `(2·row, 2·column[, slot])`, moved to the origin and sorted.

    >>> from tilewright import find_silhouettes
    >>> square = find_silhouettes("tetrominoes:IOJL", "D4").silhouettes[0]
    >>> square.group, square.extent, len(square.solution)
    ('D4', (4.0, 4.0), 4)
    """

    lattice: str
    atoms: tuple[Atom, ...]
    solution: tuple[PlacedPiece, ...]

    @classmethod
    def of(cls, lattice_name: str, pieces: Iterable[PlacedPiece]) -> Silhouette:
        """Return the silhouette of placed pieces, in half cells."""
        grid = lattice(lattice_name)
        pieces = list(pieces)
        back = tuple(-v for v in grid.origin([atom for _, atoms in pieces for atom in atoms]))
        moved = sorted((name, tuple(sorted(grid.shift(atoms, back)))) for name, atoms in pieces)
        atoms = tuple(sorted(atom for _, atoms in moved for atom in atoms))
        return cls(lattice_name, atoms, tuple(sorted(moved, key=lambda placed: placed[1])))

    @property
    def grid(self) -> Lattice:
        """The lattice, its vectors in half cells."""
        return half_cell_lattice(lattice(self.lattice))

    @cached_property
    def id(self) -> str:
        """A stable name, the same for all images of the region."""
        return silhouette_id(self.grid, self.atoms)

    @property
    def mixed(self) -> bool:
        """True if parts lie on lattices shifted by half a cell."""
        return len({shift_of(self.grid, atom) for atom in self.atoms}) > 1

    @property
    def whole_cells(self) -> tuple[Atom, ...]:
        """The atoms in whole cells, of a region on one lattice."""
        return tuple(to_whole_cells(self.grid, atom) for atom in self.atoms)

    @cached_property
    def isometries(self) -> tuple[Isometry, ...]:
        """All symmetries of the region, vectors in half cells, the identity first."""
        return symmetries(self.grid, self.atoms)

    @cached_property
    def group(self) -> str:
        """The name of the group of all symmetries of the region."""
        return group_name_of(self.grid, self.isometries)

    @cached_property
    def center(self) -> str:
        """Where the fixed point lies: corner | cell | edge, `line` when there is none, mixed."""
        if self.mixed:
            return "mixed"
        grid = lattice(self.lattice)
        halved = (Isometry(grid.motion(g.motion.name), tuple(v // 2 for v in g.vector)) for g in self.isometries)
        return position_of(grid, tuple(halved)).place

    @cached_property
    def extent(self) -> tuple[float, ...]:
        """Sides of the bounding box in cells."""
        columns = zip(*self.atoms, strict=True)
        return tuple(max(column) / 2 + 1 for _, column in zip(range(self.grid.dimension), columns, strict=False))

    @cached_property
    def edge_parts(self) -> list[frozenset[Atom]]:
        """The parts that are connected through edges or halves of edges."""
        return components(self.grid, self.atoms, lambda contact: contact == EDGE)

    @cached_property
    def corner_parts(self) -> list[frozenset[Atom]]:
        """The parts that are connected through edges and corners."""
        return components(self.grid, self.atoms, lambda _: True)

    @property
    def part_areas(self) -> list[float]:
        """The areas of the edge-connected parts in cells, greatest first."""
        return sorted((self.grid.area(len(part)) for part in self.edge_parts), reverse=True)

    @cached_property
    def contact(self) -> str:
        """The first that connects it: edge | corner | none."""
        if len(self.edge_parts) == 1:
            return EDGE
        return "corner" if len(self.corner_parts) == 1 else "none"

    def has_symmetry(self, symmetry: str) -> bool:
        """Return True if the motions of the group named keep the region."""
        return any(True for _ in self._positions_of(symmetry))

    def is_concentric(self, symmetry: str, through_corners: bool = False) -> bool:
        """Return True if every edge-connected part is itself invariant under the motions of the group named.

        The group is taken in each position in which the whole region has it. through_corners: parts that meet in a point
        are one.
        """
        parts = self.corner_parts if through_corners else self.edge_parts
        return any(
            all(frozenset(image(self.grid, g, part)) == part for part in parts for g in maps)
            for maps in self._positions_of(symmetry)
        )

    def _positions_of(self, symmetry: str) -> Iterator[list[Isometry]]:
        """Yield the isometries of each subgroup of that name among those of the region."""
        by_name = {isometry.motion.name: isometry for isometry in self.isometries}
        for name, motions in self.grid.groups:
            if name == symmetry and all(motion in by_name for motion in motions):
                yield [by_name[motion] for motion in motions]


def silhouette_id(grid: Lattice, atoms: Iterable[Atom]) -> str:
    """Return a stable name of a region given in half cells: the hash of the least of its images."""
    # "outline" is what the hash has always begun with: published ids depend on it
    return digest("outline", grid.name, canonical_form(half_cell_lattice(lattice(grid.name)), atoms))
