"""A wrapped board laid out in the plane, for the kernel: each atom with those of its copies that a shape may reach.

The kernel finds the positions on that flat board; here they become positions on the wrapped one. A position that begins
on a copy is found again where it begins on the atom itself, so what was seen before is left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tilewright.cover.rows import Rows
from tilewright.kinds.packing.placements import BoardTable, Pinned, PlacementList
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.puzzle.compiled import Owner


class UnrolledTable(BoardTable):
    """The flat copy of a wrapped board, and the item for which each of its atoms stands."""

    is_flat = False

    def __init__(self, grid: Lattice, atoms: Sequence[Atom], shapes: Iterable[Sequence[Atom]]) -> None:
        """shapes: in normal position, all that are to be laid on the board."""
        reach = tuple(max(column) for column in zip(*(atom for shape in shapes for atom in shape), strict=True))
        item_of = {moved: item for item, atom in enumerate(atoms) for moved in _copies(grid, atom, reach)}
        super().__init__(grid, tuple(sorted(item_of)), max(reach) + 1)
        self.own = atoms
        self.added = len(self.atoms) - len(atoms)
        self._item_of = [item_of[atom] for atom in self.atoms]

    def order(self) -> memoryview:
        """The items so that the border of what is filled stays short; between wrapped ends there are two borders."""
        extents = [max(column) + 1 for column in zip(*self.own, strict=True)]
        borders = [extents[1 - axis] * (2 if period else 1) for axis, period in enumerate(self.grid.periods)]
        axes = sorted(range(len(borders)), key=lambda axis: (borders[axis], axis))
        items = sorted(range(len(self.own)), key=lambda item: [self.own[item][axis] for axis in axes])
        return memoryview(array("i", items))

    def adjacent(self, item_count: int) -> Rows:
        """The neighbours of each item, across the seam as well; items behind the atoms have none."""
        item_of = {atom: item for item, atom in enumerate(self.own)}
        near = [sorted(item_of[other] for other in self.grid.adjacent(atom) if other in item_of) for atom in self.own]
        return Rows.of([*near, *[()] * (item_count - len(near))])

    def folded(self, found: PlacementList, pins: Sequence[Pinned]) -> PlacementList:
        """The positions on the wrapped board, each once; one that lies as a pin covers its item, no other meets a pin."""
        pin_at = {(owner, tuple(atoms)): item for owner, item, atoms in pins}
        barred = {atom for _, _, atoms in pins for atom in atoms}
        starts, items, pinned = array("q", [0]), array("i"), []
        meanings: dict[tuple[Owner, tuple[int, ...]], tuple[Owner, str]] = {}
        for meaning, atoms, others in self._positions(found):
            key = (meaning[0], atoms)
            pin = pin_at.get(key)
            if key in meanings or (pin is None and not barred.isdisjoint(atoms)):
                continue
            if pin is not None:
                pinned.append(len(meanings))
                others.append(pin)
            meanings[key] = meaning
            items.extend((*atoms, *others))
            starts.append(len(items))
        return PlacementList(Rows(starts, items), tuple(meanings.values()), pinned)

    def _positions(self, found: PlacementList) -> Iterator[tuple[tuple[Owner, str], tuple[int, ...], list[int]]]:
        """Each position: its meaning, the board's items that are atoms, ascending, and those behind."""
        count = len(self.atoms)
        for meaning, row in zip(found.meanings, found.options, strict=True):
            atoms = tuple(sorted(self._item_of[item] for item in row if item < count))
            yield meaning, atoms, [item - self.added for item in row if item >= count]


def _copies(grid: Lattice, atom: Atom, reach: Vector) -> Iterator[Atom]:
    """The copies of an atom on which a shape may lie that begins within the periods."""
    steps = [
        range(0, period + far - place, period) if period else (0,)
        for period, far, place in zip(grid.periods, reach, atom, strict=False)
    ]
    return (copy for step in product(*steps) for copy in grid.plane.shift((atom,), step))
