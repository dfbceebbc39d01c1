"""Pictures of puzzles: with a tiling, a step, a reason or all candidates; and the views for the studio and for paper.

Everything that a picture shows beyond the board is drawn by the puzzle's kind, in a subclass of `Page` in the file
`picture.py` of its folder.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Any

from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Atom
from tilewright.lattice.outline import regions
from tilewright.pieces import Piece
from tilewright.puzzle.page import OutlinePiece, Task
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Compiled, Owner, Picture, Puzzle, Tiling
from tilewright.puzzle.rules import Reason
from tilewright.render import canvas as letters
from tilewright.render import draw, solids
from tilewright.render.canvas import LIGHT, PALETTE, REGIONS, Canvas, Drawing, Point, Theme, mix, shelves
from tilewright.render.draw import GAP
from tilewright.render.svg import CELL, PNG_ZOOM, coloring_svg, sheet_svg, write_caption


class Page(Picture):
    """The default picture of a puzzle: regions, with adjacent ones in different colors."""

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw the given elements of the board: clues and pinned pieces."""
        self.draw_placements(canvas, self.puzzle.pinned_placements, at)

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """Draw the placements below the given elements.

        By default they are regions, with adjacent ones in different colors.
        """
        grid = self.puzzle.grid
        for placement, color in zip(placements, draw.map_colors(grid, [p.atoms for p in placements]), strict=True):
            outline = regions(grid, placement.atoms)
            canvas.regions(grid, outline, at, fill=REGIONS[color % 4], stroke=canvas.theme.edge, width=canvas.edge)

    def outline(self, placement: Placement) -> list[list[Point]]:
        """Return the rings that outline a placement."""
        grid = draw.board_view(self.puzzle.board)
        return [[*map(grid.point, ring)] for region in regions(grid, placement.atoms) for ring in region.rings]

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        """Draw the pieces to be placed, in rows at most `width` cells long; nothing if the board shows them already."""

    def piece_colors(self) -> dict[str, str]:
        """Return a color for each piece by name; empty if colors only tell neighbors apart."""
        return {}

    def candidates(self, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Drawing, str]]:
        """Return drawings of the possible placements of these owners (pieces or clues), each with its caption.

        Raises NotationError for kinds without such pictures.
        """
        raise NotationError(f"there are no pictures of the placements of this {self.puzzle.title}: expected no -o")

    def puzzle_svg(self) -> str:
        """Return the board with its given elements, and the pieces below, as SVG."""
        return puzzle_svg(self.puzzle)

    def tiling_svg(self, tiling: Tiling) -> str:
        """Return the board with the placements of a tiling as SVG."""
        return tiling_svg(tiling)

    def step_svg(
        self, partial: Tiling, placements: Sequence[Placement], good: bool, reason: Iterable[Atom] = ()
    ) -> str:
        """Return a step from a partial tiling as SVG, with the placements and the reason marked."""
        return step_svg(partial, placements, good, reason)

    def view(self) -> dict[str, Any]:
        """Return what the studio needs to know to play this kind of puzzle.

        By default it is played by drawing regions: `pieces_list` has the names, each with all its places on the board
        as `orientations`, and `texts` has the texts on the board as (text, x, y, size in cells).
        """
        return {**self.head(), "pieces_list": _regions_view(self.puzzle), "texts": _given_texts(self.puzzle)}

    def head(self) -> dict[str, Any]:
        """Return the kind and the pinned placements, which the studio needs for every puzzle."""
        pinned = [{"piece": p.piece, "atoms": self.atoms_of(p)} for p in self.puzzle.pinned_placements]
        return {"kind": self.puzzle.kind, "pinned": pinned}

    def atoms_of(self, placement: Placement) -> Sequence[Sequence[object]]:
        """Return the atoms of a placement for the studio, or what represents them."""
        return placement.atoms

    def placements(self) -> int:
        """Return the approximate number of placements that the search considers; 0 if irrelevant."""
        return 0

    def task(self, tiling: Tiling | None) -> Task:
        """Return what a page of paper asks for; the tiling, if known, gives the number of copies of each piece."""
        return Task("")

    def pieces_to_make(self) -> tuple[Piece | OutlinePiece, ...]:
        """Return the pieces for fabrication. Raises NotationError for a kind of puzzle that is only drawn."""
        raise NotationError(f"this {self.puzzle.title} has no pieces to make: expected a set or a puzzle with pieces")


MOST_REGIONS = 20_000  # largest number of places on the board that is sent to the studio


def _regions_view(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return everything that may be placed on the board, by name, with all its places.

    Raises LimitError for more than MOST_REGIONS places.
    """
    compiled = puzzle.compile()
    if (count := len(compiled.meanings)) > MOST_REGIONS:
        raise LimitError(f"this {puzzle.title} has {count:,} placements: the studio plays up to {MOST_REGIONS:,}")
    labels = puzzle.labels()
    rows: list[dict[str, Any]] = []
    for owner, color in zip(compiled.owners, cycle(PALETTE)):
        name = compiled.owner_names(owner)[0]
        copies = compiled.owner_copies(owner)
        row = {"name": name, "label": labels.get(name, name), "color": color, "copies": copies, "turns": {}}
        rows.append({**row, "orientations": []})
    for option, (owner, motion) in enumerate(compiled.meanings):
        rows[owner]["orientations"].append({"motion": motion, "atoms": compiled.atoms_of(option)})
    return rows


@dataclass
class _Texts(Canvas):
    """A canvas that records the texts written on it."""

    texts: list[tuple[str, float, float, float]] = field(default_factory=list)

    def text(self, text: str, at: Point, size: float, color: str, anchor: str = "middle", bold: bool = False) -> None:
        """Record the text, the position of its center, and its size in cells."""
        self.texts.append((text, *at, size))


def _given_texts(puzzle: Puzzle) -> list[tuple[str, float, float, float]]:
    canvas = _Texts()
    puzzle.picture.draw_given(canvas)
    return canvas.texts


SECONDS_A_PLACE = 1.5e-4  # approximate time per cell or piece of a picture
SECONDS_A_BLOCK = 1.4e-4  # approximate time per cell in each assembly step of a solid
SECONDS_A_PIXEL = 1e-7  # approximate time per pixel of a PNG


def drawing_seconds(puzzle: Puzzle, placements: int = 0, suffix: str = ".svg") -> float:
    """Return the approximate seconds that a picture takes, which cannot be interrupted.

    placements: the number of placements on the board.
    suffix:     the file format: ".svg", ".png" or ".pdf".
    """
    cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
    seconds = SECONDS_A_PLACE * (cells + placements)
    if puzzle.grid.dimension == 3:
        seconds += SECONDS_A_BLOCK * cells * placements
    if suffix == ".png":
        seconds += SECONDS_A_PIXEL * cells * (PNG_ZOOM * CELL) ** 2
    return seconds if suffix != ".pdf" else 2 * seconds


def draw_puzzle_board(canvas: Canvas, puzzle: Puzzle, at: Point = (0, 0)) -> None:
    """Draw the board with its given elements."""
    draw.board(canvas, puzzle.board, at)
    puzzle.picture.draw_given(canvas, at)


def draw_tiling(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), labels: bool = True) -> None:
    """Draw the board with the placements of a tiling, which may be partial."""
    draw.board(canvas, tiling.puzzle.board, at)
    tiling.puzzle.picture.draw_placements(canvas, tiling.placements, at, labels)


def puzzle_svg(puzzle: Puzzle, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """Return the board with its given elements, and the pieces with their numbers of copies below, as SVG."""
    canvas = Canvas(theme, cell)
    draw_puzzle_board(canvas, puzzle)
    left, _, right, bottom = canvas.box
    puzzle.picture.draw_piece_list(canvas, (left, bottom + 2 * GAP), max(right - left, 14.0))
    return canvas.svg(title=puzzle.name or puzzle.title)


def tiling_svg(tiling: Tiling, theme: Theme = LIGHT, cell: float = CELL, labels: bool = True) -> str:
    """Return the board with its placements as SVG; for a solid, the layers followed by the steps of assembly.

    >>> from tilewright import Packing
    >>> puzzle = Packing.parse("tetrominoes:O@2x2")
    >>> tiling_svg(Tiling(puzzle, puzzle.parse_drawing("OO\\nOO"))).startswith("<svg ")
    True
    """
    canvas = Canvas(theme, cell)
    draw_tiling(canvas, tiling, labels=labels)
    if tiling.puzzle.grid.dimension == 3 and tiling.placements:
        left, _, right, bottom = canvas.box
        draw_steps(canvas, tiling, (left, bottom + 2 * GAP), max(right - left, 24.0), labels)
    return canvas.svg(title=tiling.puzzle.name or "tiling")


def tilings_svg(tilings: Sequence[Tiling], columns: int = 2, theme: Theme = LIGHT, cell: float = 32.0) -> str:
    """Return several tilings side by side as SVG."""
    return sheet_svg([partial(draw_tiling, tiling=each) for each in tilings], (), columns, theme, cell)


COLUMNS = 6
CANDIDATES_CELL = 24.0  # pixels


def candidates_svg(
    compiled: Compiled, owners: Collection[Owner], theme: Theme = LIGHT, cell: float = CANDIDATES_CELL
) -> str:
    """Return one sheet with all pictures of candidates as SVG. Raises LimitError when there are too many."""
    drawn = compiled.puzzle.picture.candidates(compiled, owners)
    pictures, captions = zip(*drawn, strict=True)
    return sheet_svg(pictures, captions, COLUMNS, theme, cell)


GOOD, BAD, WHY = "#0b7a3b", "#c62828", "#e08a00"


def step_svg(partial: Tiling, placements: Sequence[Placement], good: bool, reason: Iterable[Atom] = ()) -> str:
    """Return a step from a partial tiling as SVG.

    The placements are outlined in green if they must lie there, or in red if they cannot; the reason is ringed.
    """
    puzzle = partial.puzzle
    grid = draw.board_view(puzzle.board)
    canvas = Canvas(LIGHT, CELL)
    draw_tiling(canvas, partial)
    color = GOOD if good else BAD
    for placement in placements if good else placements[:1]:
        outline = puzzle.picture.outline(placement)
        canvas.polygons(outline, fill=color, stroke="none", opacity=0.25)
        canvas.polygons(outline, fill="none", stroke=color, width=0.14)
    for atom in reason:
        radius = 0.4 if grid.slot_count == 1 else 0.12
        canvas.circle(letters.middle_of(grid.polygon(atom)), radius, fill="none", stroke=WHY, width=0.06)
    return canvas.svg(title="hint")


MARK = "#e8a33d"
LINE = 0.27  # cells per character of a caption


def reason_svg(puzzle: Puzzle, reason: Reason) -> str:
    """Return a picture of the reason why there is no tiling, as SVG."""
    wide = max(24, int(puzzle.board.extent[-1] / LINE))
    caption = "\n".join(textwrap.wrap(reason.text, wide))
    if reason.weights:
        return coloring_svg(puzzle.board, dict(reason.weights), caption)
    canvas = Canvas(LIGHT, CELL)
    draw.board(canvas, puzzle.board)
    if reason.atoms:
        grid = draw.board_view(puzzle.board)
        draw.silhouette(canvas, grid, reason.atoms, MARK)
        draw.cell_lines(canvas, grid, reason.atoms)
    puzzle.picture.draw_given(canvas)
    left, _, right, _ = canvas.box
    write_caption(canvas, caption)
    if not reason.atoms:
        puzzle.picture.draw_piece_list(canvas, (left, canvas.box[3] + GAP), max(right - left, 14.0))
    return canvas.svg(title=reason.text)


MOST_SHOWN = 6  # tilings of an answer, in rows of ANSWER_COLUMNS
ANSWER_COLUMNS = 3


def answer_svg(puzzle: Puzzle, tilings: Sequence[Tiling], reason: Reason | None) -> str:
    """Return the first tilings as SVG; without tilings, the reason if there is one, otherwise the puzzle."""
    if len(tilings) > 1:
        return tilings_svg(tilings[:MOST_SHOWN], min(ANSWER_COLUMNS, len(tilings)))
    if tilings:
        return tilings[0]._repr_svg_()
    return puzzle._repr_svg_() if reason is None else reason_svg(puzzle, reason)


def draw_steps(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), width: float = 24.0, labels: bool = True) -> None:
    """Draw the assembly after each piece, with the new piece in full color and the side from which it comes.

    The last drawing shows the whole solid.
    """
    order = solids.assembly_order(tiling.puzzle.grid, tiling.placements)
    colors = tiling.puzzle.picture.piece_colors()
    grid = tiling.puzzle.grid
    left, top, right, bottom = solids.block_box(grid, tiling.puzzle.board.atoms + tiling.puzzle.board.optional)
    size = (right - left, bottom - top + 1.0)
    for number, (_, x, y) in zip(range(len(order)), shelves([size] * len(order), width, solids.GAP), strict=True):
        there = order[: number + 1]
        last = number == len(order) - 1
        pieces = [(placement.piece, last or i == number) for i, (placement, _) in enumerate(there)]
        fills = [colors[piece] if new else mix(colors[piece], canvas.theme.paper, solids.PALE) for piece, new in pieces]
        names = [piece if labels and new else "" for piece, new in pieces]
        place = (at[0] + x - left, at[1] + y - top)
        solids.blocks(canvas, grid, [placement.atoms for placement, _ in there], fills, names, place)
        placement, side = order[number]
        text = f"{number + 1}. {placement.piece}" + (f" from {side}" if side and number else "")
        canvas.text(text, (at[0] + x + size[0] / 2, at[1] + y + size[1] - 0.4), 0.4, canvas.theme.ink)
