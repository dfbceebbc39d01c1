"""A query made ready to be searched: the pieces in classes, the lattice, the positions of the group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tilewright.errors import NotationError
from tilewright.kinds.packing.placements import PieceClass, piece_classes
from tilewright.lattice import Lattice, lattice
from tilewright.pieces import Piece
from tilewright.silhouettes.growth import cell_masks
from tilewright.silhouettes.positions import GroupPosition, group_positions
from tilewright.silhouettes.query import ALL, CORNER_CONCENTRIC, Query, common_lattice

Layers = tuple[GroupPosition, ...]


@dataclass(frozen=True)
class Problem:
    """What follows from a query without any search. Raises NotationError for pieces that come in any number."""

    query: Query

    def __post_init__(self) -> None:
        if self.query.contact == ALL:
            raise NotationError(
                "contact all is a union of searches: expected edge, corner, concentric or corner-concentric for one of them"
            )
        for piece in self.pieces:
            if piece.copies[0] != piece.copies[1]:
                raise NotationError(
                    f"piece {piece.name} comes in any number: a silhouette needs a fixed number of each piece"
                )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.query.chosen

    @cached_property
    def classes(self) -> tuple[PieceClass, ...]:
        """The pieces in classes of identical ones."""
        return piece_classes(self.pieces, labelled=False)

    @cached_property
    def grid(self) -> Lattice:
        """The lattice of the pieces."""
        return lattice(common_lattice(self.pieces))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The ways in which a cell can be filled."""
        return cell_masks(self.grid, self.classes)

    @cached_property
    def piece_areas(self) -> list[int]:
        """The area of each piece in atoms."""
        return [len(piece.atoms) for piece in self.pieces for _ in range(piece.copies[0])]

    @cached_property
    def area(self) -> int:
        """The area of a silhouette in atoms."""
        return sum(self.piece_areas)

    @cached_property
    def positions(self) -> list[Layers]:
        """All positions of the group; those with a common center together, because silhouettes may mix them."""
        positions = group_positions(self.grid, self.query.symmetry)
        if not any(position.place == "line" for position in positions):
            return with_common_center(positions)
        if self.query.contact in ("concentric", CORNER_CONCENTRIC):
            raise NotationError(
                f"contact {self.query.contact} with symmetry {self.query.symmetry}: parts could slide along the mirror; "
                "expected a group with a center, or contact edge or corner"
            )
        return [(position,) for position in positions]

    @property
    def mirror_only(self) -> bool:
        """True if the group is a single mirror: a silhouette lies on one lattice then."""
        return self.positions[0][0].place == "line"


def with_common_center(positions: Sequence[GroupPosition]) -> list[Layers]:
    """Return the positions grouped by the lattices that half cells shift onto one another when the centers coincide."""
    found: dict[tuple[Fraction, ...], list[GroupPosition]] = {}
    for position in positions:
        found.setdefault(tuple(2 * v % 1 for v in position.point), []).append(position)
    return [tuple(some) for some in found.values()]
