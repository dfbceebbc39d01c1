"""A tiling: the placements that fill a puzzle's board.

A search that a kind of puzzle brings along, for puzzles too large for an exact cover.

A change of a puzzle that might make it possible.

The formula of the Tetris-filling report, as the layers above see it: a variable for each cell and state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.cover.formula import Cnf
from tilewright.cover.limits import Limit, Report
from tilewright.lattice import Atom
from tilewright.puzzle.board import polygon
from tilewright.puzzle.puzzle import Placement, Puzzle

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True)
class Tiling:
    """Placements on the board of a puzzle, usually all of them. Whether they solve it is for `faults` to say.

    >>> from tilewright import Packing
    >>> puzzle = Packing.parse("tetrominoes:O*@2x4")
    >>> tiling = Tiling(puzzle, puzzle.parse_drawing("OO..\\nOO.."))
    >>> [placement.id for placement in tiling.placements]
    ['O@0,0/0']
    >>> tiling.wkt
    'GEOMETRYCOLLECTION (POLYGON ((0 2, 2 2, 2 0, 0 0, 0 2)))'
    """

    puzzle: Puzzle
    placements: tuple[Placement, ...]

    def __str__(self) -> str:
        return self.puzzle.draw(self)

    def _repr_svg_(self) -> str:
        return self.puzzle.picture.tiling_svg(self)

    def polygons(self) -> list[tuple[str, BaseGeometry]]:
        """(piece, region) of every placement as shapely geometries, x to the right, y up."""
        board = self.puzzle.board
        return [(p.piece, polygon(board.grid, p.atoms, board.extent[0])) for p in self.placements]

    @property
    def wkt(self) -> str:
        """The regions as one GEOMETRYCOLLECTION."""
        return f"GEOMETRYCOLLECTION ({', '.join(_wkt(shape) for _, shape in self.polygons())})"

    @property
    def geojson(self) -> dict[str, Any]:
        """The regions as a FeatureCollection, the piece's name in each feature's properties."""
        features = [
            {"type": "Feature", "properties": {"piece": name}, "geometry": shape.__geo_interface__}
            for name, shape in self.polygons()
        ]
        return {"type": "FeatureCollection", "features": features}


def _wkt(shape: BaseGeometry) -> str:
    import shapely  # slow to import, and for outlines only

    return str(shapely.to_wkt(shape, trim=True, rounding_precision=6))


class DirectSearch(Protocol):
    """What such a search offers. Its tilings have passed a check that shares nothing with the search."""

    name: str  # under which it can be asked for, as an engine can

    def find(self, most: int | None, limit: Limit, report: Report) -> Sequence[Tiling] | None:
        """The first `most` tilings (None: all); None, with the report as new, where they are too many to be held."""
        ...

    def count(self, limit: Limit, report: Report) -> int:
        """The number of tilings; when `report.ended` is not "exhausted", at least so many."""
        ...


@dataclass(frozen=True)
class Change:
    """A changed puzzle, to be tried.

    kind, text: what is changed, as a word and as a sentence.
    last_resort: 0, or how many of its kind are reported at most; it is tried only if nothing before it helped.
    finish:     makes (text, puzzle) of the tiling found, where only that tells what the change is.
    """

    kind: str
    text: str
    puzzle: Puzzle
    last_resort: int = 0
    finish: Callable[[Tiling], tuple[str, Puzzle]] | None = None


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
