"""Pictures of polygon puzzles, and the page with one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright.errors import NotationError
from tilewright.kinds.polygons.puzzle import PolygonPiece, PolygonPlacement, Polygons
from tilewright.puzzle import Placement, Tiling
from tilewright.render.canvas import PALETTE, Canvas, Point, ink_on, shelves
from tilewright.render.draw import copies_text
from tilewright.render.page import CutOut, Page, Task, pieces_note
from tilewright.render.svg import Picture

if TYPE_CHECKING:
    from tilewright.pieces import Piece

LABEL = 0.4  # the largest letter, in units of the board
GAP = 0.4  # between pieces in the list


class PolygonPicture(Picture):
    """The pictures of polygon puzzles; y points up on the board, and down on the canvas."""

    puzzle: Polygons

    def piece_colors(self) -> dict[str, str]:
        return {piece.name: piece.color or PALETTE[k % len(PALETTE)] for k, piece in enumerate(self.puzzle.pieces)}

    def outline(self, placement: Placement) -> list[list[Point]]:
        assert isinstance(placement, PolygonPlacement)
        return [[(float(x), -float(y)) for x, y in placement.corners]]

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        for placement in placements:
            ring = [(x + at[0], y + at[1]) for x, y in self.outline(placement)[0]]
            self.draw_piece(canvas, placement.piece, ring, labels)

    def draw_piece(self, canvas: Canvas, name: str, ring: Sequence[Point], labels: bool = True) -> None:
        """A piece whose corners lie at these places of the canvas."""
        number = self.puzzle.piece_names.index(name)
        color = canvas.hatch(number) if canvas.theme.patterned else self.piece_colors()[name]
        canvas.polygons([ring], fill=color, stroke=canvas.theme.edge, width=self._edge(canvas))
        if labels:
            x, y, room = _spot(ring)
            text = name if len(name) <= 2 else name[0].upper()
            if canvas.theme.patterned:
                canvas.circle((x, y), 0.8 * room, fill="#ffffff")
            canvas.text(text, (x, y), min(room, LABEL * self._unit()), ink_on(color), bold=True)

    def _unit(self) -> float:
        """A length that looks the same on boards of every size: of a tenth of one."""
        return max(self.puzzle.board.extent) / 8

    def _edge(self, canvas: Canvas) -> float:
        return canvas.edge * min(1.0, self._unit())

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        shapes = []
        for piece in self.puzzle.pieces:
            points = [(float(x), -float(y)) for x, y in piece.corners]
            left, top = min(x for x, _ in points), min(y for _, y in points)
            ring = [(x - left, y - top) for x, y in points]
            size = max(x for x, _ in ring), max(y for _, y in ring)
            shapes.append((piece, ring, size, copies_text((piece.copies, piece.copies))))
        unit = self._unit()
        sizes = [(wide + unit * bool(note), high) for _, _, (wide, high), note in shapes]
        room = max(width, *(wide for wide, _ in sizes))
        for (piece, ring, size, note), (_, x, y) in zip(shapes, shelves(sizes, room, GAP * unit), strict=True):
            self.draw_piece(canvas, piece.name, [(px + x + at[0], py + y + at[1]) for px, py in ring])
            if note:
                spot = (at[0] + x + size[0] + 0.1 * unit, at[1] + y + size[1] - 0.3 * unit)
                canvas.text(note, spot, 0.5 * unit, canvas.theme.ink, anchor="start")


def _spot(ring: Sequence[Point]) -> tuple[float, float, float]:
    """A place inside a polygon far from its sides, and how far."""
    import shapely  # slow to import, and for drawings alone

    shape = shapely.Polygon(ring)
    line = shapely.maximum_inscribed_circle(shape)
    (x, y), *_ = line.coords
    return x, y, line.length


class PolygonPage(Page):
    """The page of polygon puzzles: the silhouette, and the pieces beside it."""

    puzzle: Polygons

    def task(self, tiling: Tiling | None) -> Task:
        pieces = sorted(self.puzzle.pieces, key=lambda piece: -self._size(piece)[1])  # the tallest first: full sheets
        cards = tuple(
            CutOut(self._size(piece), partial(self._draw_card, piece=piece), (piece.name, piece.corners))
            for piece in pieces
            for _ in range(piece.copies)
        )
        return Task(pieces_note(len(cards)), cards=cards, piece_list=True, to_scale=True)

    def _size(self, piece: PolygonPiece) -> Point:
        """The width and the height of a piece as it is listed."""
        xs, ys = zip(*((float(x), float(y)) for x, y in piece.corners), strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    def _draw_card(self, canvas: Canvas, at: Point, piece: PolygonPiece) -> None:
        left, top = min(float(x) for x, _ in piece.corners), max(float(y) for _, y in piece.corners)
        ring = [(float(x) - left + at[0], top - float(y) + at[1]) for x, y in piece.corners]
        PolygonPicture(self.puzzle).draw_piece(canvas, piece.name, ring)

    def view(self) -> dict[str, Any]:
        raise NotationError(
            "the studio does not play polygon puzzles yet: expected cells; `tilewright solve`, `hint` and `show` take them"
        )

    def pieces_to_make(self) -> tuple[Piece, ...]:
        raise NotationError(
            "the pieces of a polygon puzzle are not made yet: expected pieces of a lattice; `publish booklet` and `publish cards` print them at true size"
        )
