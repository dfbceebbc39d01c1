"""A tiling: the placements that fill a puzzle's board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.puzzle.board import polygon
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle

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
