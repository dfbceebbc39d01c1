"""The formula of the Tetris-filling report, as the layers above see it: a variable for each cell and state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from tilewright.cover.encodings.cnf import Cnf
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.tiling import Tiling


class State(Protocol):
    """One cell of an oriented piece; `others` are the other cells as they are seen from it: (down, right, their state)."""

    @property
    def piece(self) -> str:
        """The piece's name."""

    @property
    def motion(self) -> str:
        """The name of the motion."""

    @property
    def others(self) -> Sequence[tuple[int, int, int]]:
        """The other cells."""


class CellModel(Protocol):
    """A formula with cell states."""

    @property
    def cnf(self) -> Cnf:
        """The clauses."""

    @property
    def states(self) -> Sequence[State]:
        """All states, by number."""

    def variables(self) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """(variable, cell, state) of the cells on the board."""

    def numbered_orientations(self) -> dict[tuple[str, str], dict[Atom, int]]:
        """For each (piece, motion) the number of the state at each of its cells, as it lies at the origin."""

    def svg(self, tiling: Tiling | None) -> str:
        """A picture of all states, a line for each piece, and of the board: with the states of a tiling if one is given."""

    def placements(self, model: list[int]) -> tuple[Placement, ...]:
        """The pieces that a model stands for."""
