"""Pictures of puzzles: with a tiling, a step, a reason or all candidates; and what the studio and a page of paper show of one.

What a picture shows beyond the board is drawn by the kind of the puzzle, a subclass of `Page` in `picture.py` of its folder.
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
    """The picture of a puzzle, unless its kind draws in its own way: regions, neighbors in different colors."""

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw what is given on the board: clues, pinned pieces."""
        self.draw_placements(canvas, self.puzzle.pinned_placements, at)

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """Draw what lies on the board: by default regions, neighbors in different colors, under what is given."""
        grid = self.puzzle.grid
        for placement, color in zip(placements, draw.map_colors(grid, [p.atoms for p in placements]), strict=True):
            outline = regions(grid, placement.atoms)
            canvas.regions(grid, outline, at, fill=REGIONS[color % 4], stroke=canvas.theme.edge, width=canvas.edge)

    def outline(self, placement: Placement) -> list[list[Point]]:
        """Return the rings of what is drawn of a placement."""
        grid = draw.board_view(self.puzzle.board)
        return [[*map(grid.point, ring)] for region in regions(grid, placement.atoms) for ring in region.rings]

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        """Draw what is to be laid, in rows at most `width` cells long; nothing where the board says it all."""

    def piece_colors(self) -> dict[str, str]:
        """Return a color for each piece by name; none where neighbors are just colored differently."""
        return {}

    def candidates(self, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Drawing, str]]:
        """Return drawings of what may be placed of these owners (pieces, clues), each with its caption."""
        raise NotationError(f"there are no pictures of the placements of this {self.puzzle.title}: expected no -o")

    def puzzle_svg(self) -> str:
        """Return the board with what is given on it, and the pieces below, as SVG."""
        return puzzle_svg(self.puzzle)

    def tiling_svg(self, tiling: Tiling) -> str:
        """Return the board with the placements of a tiling as SVG."""
        return tiling_svg(tiling)

    def step_svg(
        self, partial: Tiling, placements: Sequence[Placement], good: bool, reason: Iterable[Atom] = ()
    ) -> str:
        """Return a step from a part of a tiling as SVG, with the placements and the reason marked."""
        return step_svg(partial, placements, good, reason)

    def view(self) -> dict[str, Any]:
        """Return what the studio needs to know of this kind of puzzle: how it is played, and with what.

        A kind that does not say so is played by drawing regions: `pieces_list` has the names, each with all its places on
        the board as `orientations`, and `texts` what is written on the board, as (text, x, y, size in cells).
        """
        return {**self.head(), "pieces_list": _regions_view(self.puzzle), "texts": _given_texts(self.puzzle)}

    def head(self) -> dict[str, Any]:
        """Return the kind and what is pinned, which the studio knows of every puzzle."""
        pinned = [{"piece": p.piece, "atoms": self.atoms_of(p)} for p in self.puzzle.pinned_placements]
        return {"kind": self.puzzle.kind, "pinned": pinned}

    def atoms_of(self, placement: Placement) -> Sequence[Sequence[object]]:
        """Return what the studio draws a placement of: its atoms, or what stands for them."""
        return placement.atoms

    def placements(self) -> int:
        """Return about how many placements the search has to weigh; 0 if irrelevant."""
        return 0

    def task(self, tiling: Tiling | None) -> Task:
        """Return what a page of paper asks for; the tiling, if known, says how many of each piece."""
        return Task("")

    def pieces_to_make(self) -> tuple[Piece | OutlinePiece, ...]:
        """Return the pieces to be made. Raises NotationError for a kind of puzzle that is only drawn."""
        raise NotationError(f"this {self.puzzle.title} has no pieces to make: expected a set or a puzzle with pieces")


MOST_REGIONS = 20_000  # places on the board that the studio is sent


def _regions_view(puzzle: Puzzle) -> list[dict[str, Any]]:
    """What may lie on the board, by its name, with every place where it may. Raises LimitError for too many places."""
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
    """A canvas that keeps what is written on it."""

    texts: list[tuple[str, float, float, float]] = field(default_factory=list)

    def text(self, text: str, at: Point, size: float, color: str, anchor: str = "middle", bold: bool = False) -> None:
        """Keep the text, where its middle is, and its size in cells."""
        self.texts.append((text, *at, size))


def _given_texts(puzzle: Puzzle) -> list[tuple[str, float, float, float]]:
    canvas = _Texts()
    puzzle.picture.draw_given(canvas)
    return canvas.texts


SECONDS_A_PLACE = 1.5e-4  # of a picture: a cell or a piece, about
SECONDS_A_BLOCK = 1.4e-4  # in each step of the assembly of a solid
SECONDS_A_PIXEL = 1e-7  # of a PNG


def drawing_seconds(puzzle: Puzzle, placements: int = 0, suffix: str = ".svg") -> float:
    """Return about how long a picture of a puzzle takes, with so many placements on its board: it cannot be interrupted."""
    cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
    seconds = SECONDS_A_PLACE * (cells + placements)
    if puzzle.grid.dimension == 3:
        seconds += SECONDS_A_BLOCK * cells * placements
    if suffix == ".png":
        seconds += SECONDS_A_PIXEL * cells * (PNG_ZOOM * CELL) ** 2
    return seconds if suffix != ".pdf" else 2 * seconds


def draw_puzzle_board(canvas: Canvas, puzzle: Puzzle, at: Point = (0, 0)) -> None:
    """The board with what is given on it."""
    draw.board(canvas, puzzle.board, at)
    puzzle.picture.draw_given(canvas, at)


def draw_tiling(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), labels: bool = True) -> None:
    """The board and what lies on it (a whole tiling or a part of one)."""
    draw.board(canvas, tiling.puzzle.board, at)
    tiling.puzzle.picture.draw_placements(canvas, tiling.placements, at, labels)


def puzzle_svg(puzzle: Puzzle, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """The board with what is given on it, and the pieces with their numbers of copies below."""
    canvas = Canvas(theme, cell)
    draw_puzzle_board(canvas, puzzle)
    left, _, right, bottom = canvas.box
    puzzle.picture.draw_piece_list(canvas, (left, bottom + 2 * GAP), max(right - left, 14.0))
    return canvas.svg(title=puzzle.name or puzzle.title)


def tiling_svg(tiling: Tiling, theme: Theme = LIGHT, cell: float = CELL, labels: bool = True) -> str:
    """Return the board with its placements; of a solid its layers, then the steps of assembly.

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
    """Several tilings side by side."""
    return sheet_svg([partial(draw_tiling, tiling=each) for each in tilings], (), columns, theme, cell)


COLUMNS = 6
CANDIDATES_CELL = 24.0  # pixels


def candidates_svg(
    compiled: Compiled, owners: Collection[Owner], theme: Theme = LIGHT, cell: float = CANDIDATES_CELL
) -> str:
    """One sheet of all pictures. Raises LimitError when there are too many."""
    drawn = compiled.puzzle.picture.candidates(compiled, owners)
    pictures, captions = zip(*drawn, strict=True)
    return sheet_svg(pictures, captions, COLUMNS, theme, cell)


GOOD, BAD, WHY = "#0b7a3b", "#c62828", "#e08a00"


def step_svg(partial: Tiling, placements: Sequence[Placement], good: bool, reason: Iterable[Atom] = ()) -> str:
    """The partial tiling, the placements outlined (green: they must lie there; red: they cannot), the reason ringed."""
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
LINE = 0.27  # of a caption, cells a character


def reason_svg(puzzle: Puzzle, reason: Reason) -> str:
    """The picture of why there is no tiling."""
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
    """Return the first tilings as SVG, where there are none why not, or else the puzzle."""
    if len(tilings) > 1:
        return tilings_svg(tilings[:MOST_SHOWN], min(ANSWER_COLUMNS, len(tilings)))
    if tilings:
        return tilings[0]._repr_svg_()
    return puzzle._repr_svg_() if reason is None else reason_svg(puzzle, reason)


def draw_steps(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), width: float = 24.0, labels: bool = True) -> None:
    """The assembly after each piece, the new one in full color, with the side that it comes from; the last is the whole."""
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
