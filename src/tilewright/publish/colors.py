"""One color and one hatching for a piece in a whole document, whatever page it is on.

A piece of a named set gets the color of its place in the set, so that documents agree, too; others get the next free one. The
hatching goes by the color, so both are settled together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tilewright.kinds import Packing
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces import Piece, piece_set
from tilewright.pieces.sets import DRAWN
from tilewright.puzzle import Puzzle, Tiling
from tilewright.render.canvas import PALETTE

GRAYS = ("#ffffff", "#c4c4c4", "#e4e4e4", "#a3a3a3", "#f2f2f2", "#b4b4b4", "#d4d4d4", "#8f8f8f")
Ink = Literal["color", "hatch", "gray"]
Key = tuple[str, str, tuple[tuple[int, ...], ...]]  # lattice, name, shape up to turns and mirrors


@dataclass
class PieceColors:
    """The colors that the pieces of a document have got so far.

    ink: "color" keeps colors that pieces have of their own; "hatch" needs those of the palette; "gray" takes shades that a printer
    without color keeps apart.

    >>> from tilewright import load
    >>> colors = PieceColors()
    >>> first, second = (colors.pieces(load(name).pieces) for name in ("FNPUV@5x5", "PY@2x5"))
    >>> first[2].color == second[0].color
    True
    """

    ink: Ink = "color"
    found: dict[Key, str] = field(default_factory=dict)

    def pieces(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return the pieces in their colors."""
        return tuple(replace(piece, color=self._color(piece)) for piece in pieces)

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with its pieces in their colors; a puzzle without pieces as it is."""
        return replace(puzzle, pieces=self.pieces(puzzle.pieces)) if isinstance(puzzle, Packing) else puzzle

    def tiling(self, tiling: Tiling) -> Tiling:
        """Return the tiling of the puzzle with its pieces in their colors."""
        return Tiling(self.puzzle(tiling.puzzle), tiling.placements)

    def _color(self, piece: Piece) -> str:
        key = piece.lattice, piece.name, canonical_form(piece.grid, piece.atoms)
        if key not in self.found:
            palette = GRAYS if self.ink == "gray" else PALETTE
            used = set(self.found.values())
            wanted = [piece.color] if piece.color and self.ink == "color" else []
            place = _place_in_set(key)
            wanted += [] if place is None else [palette[place % len(palette)]]
            free = (color for color in (*wanted, *palette) if color not in used)
            self.found[key] = next(free, palette[len(self.found) % len(palette)])
        return self.found[key]


def _place_in_set(key: Key) -> int | None:
    """The place of a piece in the drawn set that has one of its name and shape; None if there is none."""
    for name, (_, _, lattice_name, _, _) in DRAWN.items():
        if lattice_name == key[0]:
            for place, piece in enumerate(piece_set(name).pieces):
                if piece.name == key[1] and canonical_form(piece.grid, piece.atoms) == key[2]:
                    return place
    return None
