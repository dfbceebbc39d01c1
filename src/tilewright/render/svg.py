"""Pictures as files: SVG documents of a piece, a board, a puzzle, a tiling, a hint or a reason; PNG and PDF made of them.

What a picture shows beyond the board is drawn by the kind of the puzzle, a subclass of `Picture` in `picture.py` of its
folder. PDF is made by typst: vectors at their true size, fonts embedded.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from math import ceil

from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.lattice import Atom
from tilewright.lattice.outline import regions
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Puzzle, Tiling
from tilewright.puzzle.check import Reason
from tilewright.puzzle.compiled import Compiled, Owner
from tilewright.render import canvas as letters
from tilewright.render import draw, solids
from tilewright.render.canvas import LIGHT, REGIONS, Canvas, Drawing, Point, Theme, escape, palette_colors
from tilewright.render.draw import GAP, draw_pieces


class Picture:
    """What draws a puzzle; a kind's own class says what stands and lies on the board."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

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


CELL = 32.0  # pixels
PNG_ZOOM = 2.0  # pixels of a PNG a unit
CAPTION = 0.5  # size of captions, in cells


def piece_svg(piece: Piece, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """The piece as drawn, with its name."""
    canvas = Canvas(theme, cell)
    draw.figure(canvas, piece.grid, piece.atoms, palette_colors([piece])[piece.name], piece.name)
    return canvas.svg(title=f"piece {piece.name}")


def board_svg(board: Board) -> str:
    """The empty board."""
    canvas = Canvas(LIGHT, CELL)
    draw.board(canvas, board)
    return canvas.svg(title=f"board of {board.area:g} cells")


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
        solids.steps(canvas, tiling, (left, bottom + 2 * GAP), max(right - left, 24.0), labels)
    return canvas.svg(title=tiling.puzzle.name or "tiling")


def coloring_svg(board: Board, weights: Mapping[Atom, int], caption: str = "") -> str:
    """A board whose atoms carry weights, the reason that something is impossible, with a caption below."""
    canvas = Canvas(LIGHT, CELL)
    draw.coloring(canvas, board, weights)
    _write_caption(canvas, caption)
    return canvas.svg(title=caption)


def _write_caption(canvas: Canvas, caption: str) -> None:
    left, _, _, bottom = canvas.box
    for number, line in enumerate(caption.splitlines()):
        canvas.text(line, (left, bottom + 0.7 + 0.75 * number), CAPTION, canvas.theme.ink, anchor="start")


def pieces_svg(pieces: Sequence[Piece], theme: Theme = LIGHT, cell: float = CELL, width: float = 16.0) -> str:
    """Pieces in rows at most `width` cells long, with their numbers of copies."""
    canvas = Canvas(theme, cell)
    draw_pieces(canvas, pieces, (0, 0), width)
    return canvas.svg(title=f"{len(pieces)} pieces")


APART = 0.12  # of the largest picture, between two
MOST_HIGH = 1.0  # cells, of a caption


def sheet_svg(
    pictures: Sequence[Drawing],
    captions: Sequence[str] = (),
    columns: int = 8,
    theme: Theme = LIGHT,
    cell: float = 10.0,
    unit: str = "",
) -> str:
    """The pictures in rows of `columns`, all at `cell` units a cell, each centred above its caption; a row is as high as it must be."""
    parts = [Canvas(theme, cell, unit) for _ in pictures]
    for picture, part in zip(pictures, parts, strict=True):
        picture(part)
    wide = (1 + APART) * max(part.box[2] - part.box[0] for part in parts)
    size = 0.0
    if captions:  # the longest is as wide as a picture, within reason
        size = min(wide / 8, MOST_HIGH, 0.96 * wide / max(1.0, *map(letters.width, captions)))
    canvas = Canvas(theme, cell, unit)
    across = min(columns, len(parts))
    y = 0.0
    for start in range(0, len(parts), across):
        row = parts[start : start + across]
        tallest = max(part.box[3] - part.box[1] for part in row)
        high = tallest + APART * max(wide, tallest)
        for i, part in enumerate(row):
            left, top, right, bottom = part.box
            x = wide * (i + 0.5)
            canvas.add(part, (x - (left + right) / 2, y + high / 2 - (top + bottom) / 2))
            if captions:
                canvas.text(captions[start + i], (x, y + high + size / 2), size, theme.ink)
        y += high + 2 * size
    canvas.include((0, 0), (wide * across, y))
    return canvas.svg(APART * wide / 2)


def tilings_svg(tilings: Sequence[Tiling], columns: int = 2, theme: Theme = LIGHT, cell: float = 32.0) -> str:
    """Several tilings side by side."""
    return sheet_svg([partial(draw_tiling, tiling=each) for each in tilings], (), columns, theme, cell)


MAX_DRAWN = 5000  # candidates of a Shikaku, orientations of pieces: more is a file that no program shows
COLUMNS = 6
CANDIDATES_CELL = 24.0  # pixels


def candidates_svg(
    compiled: Compiled, owners: Collection[Owner], theme: Theme = LIGHT, cell: float = CANDIDATES_CELL
) -> str:
    """One sheet of all pictures. Raises LimitError when there are too many."""
    drawn = compiled.puzzle.picture.candidates(compiled, owners)
    pictures, captions = zip(*drawn, strict=True)
    return sheet_svg(pictures, captions, COLUMNS, theme, cell)


def check_drawn(count: int) -> None:
    """Raise LimitError for more candidates than a picture should have."""
    if count > MAX_DRAWN:
        excess = f"{count:,} candidates are too many for a picture"
        raise LimitError(f"{excess}: expected at most {MAX_DRAWN:,}; see --piece")


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
    _write_caption(canvas, caption)
    if not reason.atoms:
        puzzle.picture.draw_piece_list(canvas, (left, canvas.box[3] + GAP), max(right - left, 14.0))
    return canvas.svg(title=reason.text)


MAX_PIXELS = 100_000_000  # four bytes each while it is drawn
SIZE = re.compile(
    r'width="(?P<wide>[\d.]+)(?P<unit>\w*)" height="(?P<high>[\d.]+)\w*" '
    r'viewBox="(?P<corner>\S+ \S+) (?P<width>[\d.]+) (?P<height>[\d.]+)"'
)


def png(svg: str, zoom: float = PNG_ZOOM) -> bytes:
    """The picture as PNG, `zoom` pixels a unit; LimitError when it is too large.

    Letters are outlines already, so no font is needed.
    """
    from resvg_py import svg_to_bytes  # slow to import, and for PNG only

    size = SIZE.search(svg)
    wide, high = (float(size[name]) * zoom for name in ("wide", "high")) if size else (0.0, 0.0)
    if wide * high > MAX_PIXELS:
        pixels = f"{wide:,.0f} x {high:,.0f} pixels"
        raise LimitError(f"a PNG of {pixels}: expected at most {MAX_PIXELS:,}; write .svg instead")
    if size and not size["unit"]:  # a part of a unit more would be a last row and column without a color
        across, down = ceil(wide / zoom), ceil(high / zoom)
        more = float(size["width"]) * across * zoom / wide, float(size["height"]) * down * zoom / high
        view = f"{size['corner']} {more[0]:.9g} {more[1]:.9g}"
        svg = f'{svg[: size.start()]}width="{across}" height="{down}" viewBox="{view}"{svg[size.end() :]}'
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, dpi=96))


EPOCH = 0  # of the document's date: the same input gives the same bytes

PAGES = """
#let pictures = json(bytes(sys.inputs.data))
#set page(width: auto, height: auto, margin: 8mm)
#for (i, picture) in pictures.enumerate() {
  if i > 0 { pagebreak() }
  image(bytes(picture), format: "svg")
}
"""


def pdf(template: str, data: object) -> bytes:
    """The PDF of a typst template that reads `data` from `json(bytes(sys.inputs.data))`."""
    try:
        import typst  # the extra `print`
    except ImportError:
        raise TilewrightError("PDF needs the package typst: pip install typst") from None
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    return bytes(typst.compile(template.encode(), sys_inputs=inputs, ignore_system_fonts=True, timestamp=EPOCH))


def pages_pdf(pictures: Sequence[str]) -> bytes:
    """One picture a page, the page as large as its picture."""
    return pdf(PAGES, pictures)


MOST_SHOWN = 6  # tilings of an answer, in rows of ANSWER_COLUMNS
ANSWER_COLUMNS = 3


def answer_svg(puzzle: Puzzle, tilings: Sequence[Tiling], reason: Reason | None) -> str:
    """Return the first tilings as SVG, where there are none why not, or else the puzzle."""
    if len(tilings) > 1:
        return tilings_svg(tilings[:MOST_SHOWN], min(ANSWER_COLUMNS, len(tilings)))
    if tilings:
        return tilings[0]._repr_svg_()
    return puzzle._repr_svg_() if reason is None else reason_svg(puzzle, reason)


def answer_html(words: str, svg: str) -> str:
    """Return the answer in words, and its picture below."""
    return f"<p>{escape(words)}</p>{svg}"
