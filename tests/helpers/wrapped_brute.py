"""The brute force on cylinders and tori: atoms are pairs of remainders, and everything is tried at every translation."""

from __future__ import annotations

from functools import cached_property
from itertools import product

from tests.helpers.brute import Brute, Cells, Shapes, shapes
from tilewright.lattice import Lattice, lattice


class WrappedBrute(Brute):
    """A puzzle whose lattice is `NAME~COLUMNS` or `NAME~ROWSxCOLUMNS`; only the name of the lattice is believed."""

    @cached_property
    def flat(self) -> Lattice:
        return lattice(self.puzzle.board.lattice.split("~")[0])

    @cached_property
    def periods(self) -> tuple[int, int]:
        sides = [int(side) for side in self.puzzle.board.lattice.split("~")[1].split("x")]
        return (0, sides[0]) if len(sides) == 1 else (sides[0], sides[1])

    def rolled(self, atoms: Cells, step: tuple[int, int] = (0, 0)) -> Cells:
        rows, columns = self.periods
        moved = ((row + step[0], column + step[1], *slot) for row, column, *slot in atoms)
        return frozenset((row % rows if rows else row, column % columns, *slot) for row, column, *slot in moved)

    @cached_property
    def steps(self) -> list[tuple[int, int]]:
        """Translations that differ and may matter: all along what is wrapped, some along what is not."""
        rows, columns = self.periods
        far = 2 * max(atom[0] for atom in self.must | self.may) + 12
        return list(product(range(rows) if rows else range(-far, far + 1), range(columns)))

    def alike(self, atoms: Cells) -> Cells:
        """One of the translations of a shape, the same for all of them."""
        rows = () if self.periods[0] else (min(atom[0] for atom in atoms),)
        downs = range(self.periods[0]) if self.periods[0] else (-rows[0],)
        return min((self.rolled(atoms, step) for step in product(downs, range(self.periods[1]))), key=sorted)

    @cached_property
    def kind(self) -> dict[str, Shapes]:
        return {
            piece.name: frozenset(self.alike(shape) for shape in shapes(piece) if len(self.rolled(shape)) == len(shape))
            for piece in self.puzzle.pieces
        }

    @cached_property
    def places(self) -> dict[str, list[Cells]]:
        there = self.must | self.may
        return {
            name: sorted(
                {cells for shape in every for step in self.steps if (cells := self.rolled(shape, step)) <= there},
                key=sorted,
            )
            for name, every in self.kind.items()
        }
