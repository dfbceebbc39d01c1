"""Pictures of packing puzzles, on paper and in the page: placed pieces, pins, and the list of pieces.

The candidates are every position of every piece, numbered as in `show --placements`. If there are many, they are every
orientation with the number of its positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

from tilewright.kinds.packing.puzzle import Packing
from tilewright.pieces import Piece
from tilewright.puzzle import Placement, Tiling
from tilewright.puzzle.page import Task, piece_counts, pieces_note, pieces_view, surface_note
from tilewright.puzzle.picture import Page
from tilewright.puzzle.puzzle import Compiled, Owner
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Drawing, Point, ink_on, letter_spot, palette_colors
from tilewright.render.draw import join_pieces
from tilewright.render.svg import check_drawn

MOST_POSITIONS = 120  # the most positions to draw one by one


class PackingPicture(Page):
    """The pictures of packing puzzles."""

    puzzle: Packing

    def piece_colors(self) -> dict[str, str]:
        return palette_colors(self.puzzle.pieces)

    def draw_placements(
        self, canvas: Canvas, placements: Iterable[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        puzzle = self.puzzle
        colors = palette_colors(puzzle.pieces)
        numbers = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
        grid, placements = draw.board_view(puzzle.board), list(placements)
        for placement in placements:
            name = placement.piece
            draw.shape(canvas, grid, placement.atoms, colors[name], name if labels else "", at, numbers[name])
        join_pieces(canvas, puzzle.board, [(placement.atoms, colors[placement.piece]) for placement in placements], at)

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw the pinned pieces, each with a ring around its letter."""
        puzzle = self.puzzle
        self.draw_placements(canvas, puzzle.pinned_placements, at)
        grid = draw.board_view(puzzle.board)
        colors = palette_colors(puzzle.pieces)
        marks = [(part, pin.piece) for pin in puzzle.pinned for part in grid.components(pin.atoms)]
        for part, name in marks:
            x, y, room = letter_spot(grid, part)
            ink = "#000000" if canvas.theme.patterned else ink_on(colors[name])
            spot, radius = (x + at[0], y + at[1]), min(0.9 * room, 0.42)
            canvas.circle(spot, radius, fill="none", stroke=ink, width=0.6 * canvas.edge)

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        draw.draw_pieces(canvas, self.puzzle.pieces, at, width)

    def candidates(self, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Drawing, str]]:
        puzzle, grid = self.puzzle, self.puzzle.grid
        options = [option for option, (owner, _) in enumerate(compiled.meanings) if owner in owners]
        if 0 < len(options) <= MOST_POSITIONS and grid.dimension == 2:
            positions = ((option, compiled.placement(option)) for option in options)
            return [(partial(self._draw_position, placement=at), f"{option + 1}: {at.id}") for option, at in positions]
        counts = Counter((compiled.meanings[each][0], grid.normalize(compiled.atoms_of(each))) for each in options)
        colors = palette_colors(puzzle.pieces)
        numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
        drawn: list[tuple[Drawing, str]] = []
        for owner in sorted(owners):
            names = compiled.owner_names(owner)  # identical pieces are drawn once, with all their names
            piece = puzzle.piece(names[0])
            look: dict[str, Any] = {"fill": colors[piece.name], "label": piece.name, "number": numbers[piece.name]}
            for motion, atoms in piece.orientations:
                figure: Drawing = partial(draw.figure, grid=grid, atoms=atoms, **look)
                drawn.append((figure, f"{'='.join(names)} {motion}: {counts[owner, atoms]}"))
            check_drawn(len(drawn))
        return drawn

    def _draw_position(self, canvas: Canvas, placement: Placement) -> None:
        draw.board(canvas, self.puzzle.board)
        self.draw_placements(canvas, [placement])

    def view(self) -> dict[str, Any]:
        puzzle = self.puzzle
        pinned = [{"piece": pin.piece, "atoms": pin.atoms} for pin in puzzle.pinned]
        return {"kind": "pieces", "pinned": pinned, "pieces_list": pieces_view(puzzle.pieces)}

    def placements(self) -> int:
        puzzle = self.puzzle
        cells = puzzle.grid.area(len(puzzle.board.atoms) + len(puzzle.board.optional))
        return int(cells * sum(len(piece.orientations) for piece in puzzle.pieces))

    def task(self, tiling: Tiling | None) -> Task:
        puzzle = self.puzzle
        flat = puzzle.grid.dimension == 2  # solids do not lie on a sheet of paper
        used = Counter(placement.piece for placement in tiling.placements) if tiling else Counter[str]()
        counts = {piece.name: max(used[piece.name], piece.copies[0]) for piece in puzzle.pieces}
        any_number = any(piece.copies[1] is None for piece in puzzle.pieces)
        note = "any number of each" if any_number else pieces_note(sum(counts.values()))
        note = "; ".join(filter(None, [note, surface_note(puzzle.board)]))
        return Task(note, piece_counts(puzzle.pieces, counts) if flat else (), piece_list=True, to_scale=flat)

    def pieces_to_make(self) -> tuple[Piece, ...]:
        return self.puzzle.pieces
