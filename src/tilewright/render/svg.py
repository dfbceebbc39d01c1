"""Pictures as files: SVG documents of a piece, a board or a sheet of drawings, and PNG and PDF made from them.

PDF is made by typst, with vectors in true size and embedded fonts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from math import ceil

from tilewright.errors import LimitError, TilewrightError
from tilewright.lattice import Atom
from tilewright.render import canvas as letters
from tilewright.render import draw
from tilewright.render.canvas import LIGHT, Canvas, Drawing, Theme, escape, palette_colors
from tilewright.render.draw import BoardLike, PieceLike, draw_pieces

CELL = 32.0  # pixels
PNG_ZOOM = 2.0  # pixels of a PNG for each unit
CAPTION = 0.5  # size of captions, in cells


def piece_svg(piece: PieceLike, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """Return the picture of a piece with its name, as SVG."""
    canvas = Canvas(theme, cell)
    draw.figure(canvas, piece.grid, piece.atoms, palette_colors([piece])[piece.name], piece.name)
    return canvas.svg(title=f"piece {piece.name}")


def board_svg(board: BoardLike) -> str:
    """Return the picture of an empty board, as SVG."""
    canvas = Canvas(LIGHT, CELL)
    draw.board(canvas, board)
    return canvas.svg(title=f"board of {board.area:g} cells")


def coloring_svg(board: BoardLike, weights: Mapping[Atom, int], caption: str = "") -> str:
    """Return the picture of a board whose atoms have weights, with a caption below, as SVG.

    Such weights are the reason that something is impossible.
    """
    canvas = Canvas(LIGHT, CELL)
    draw.coloring(canvas, board, weights)
    write_caption(canvas, caption)
    return canvas.svg(title=caption)


def write_caption(canvas: Canvas, caption: str) -> None:
    """Write a caption below the drawing."""
    left, _, _, bottom = canvas.box
    for number, line in enumerate(caption.splitlines()):
        canvas.text(line, (left, bottom + 0.7 + 0.75 * number), CAPTION, canvas.theme.ink, anchor="start")


def pieces_svg(pieces: Sequence[PieceLike], theme: Theme = LIGHT, cell: float = CELL, width: float = 16.0) -> str:
    """Return the picture of pieces in rows at most `width` cells long, with their numbers of copies, as SVG."""
    canvas = Canvas(theme, cell)
    draw_pieces(canvas, pieces, (0, 0), width)
    return canvas.svg(title=f"{len(pieces)} pieces")


APART = 0.12  # distance between two pictures, relative to the largest
MOST_HIGH = 1.0  # height of a caption, in cells


def sheet_svg(
    pictures: Sequence[Drawing],
    captions: Sequence[str] = (),
    columns: int = 8,
    theme: Theme = LIGHT,
    cell: float = 10.0,
    unit: str = "",
) -> str:
    """Return the pictures as one SVG, in rows of `columns`, each centered above its caption.

    All have `cell` units for each cell; a row is as high as its pictures need.
    """
    parts = [Canvas(theme, cell, unit) for _ in pictures]
    for picture, part in zip(pictures, parts, strict=True):
        picture(part)
    wide = (1 + APART) * max(part.box[2] - part.box[0] for part in parts)
    size = 0.0
    if captions:  # the longest caption is at most as wide as a picture
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


MAX_DRAWN = 5000  # candidates of a Shikaku, or orientations of pieces; with more, no program can show the file


def check_drawn(count: int) -> None:
    """Raise LimitError if there are more candidates than a picture should have."""
    if count > MAX_DRAWN:
        excess = f"{count:,} candidates are too many for a picture"
        raise LimitError(f"{excess}: expected at most {MAX_DRAWN:,}; see --piece")


MAX_PIXELS = 100_000_000  # each takes four bytes while it is drawn
SIZE = re.compile(
    r'width="(?P<wide>[\d.]+)(?P<unit>\w*)" height="(?P<high>[\d.]+)\w*" '
    r'viewBox="(?P<corner>\S+ \S+) (?P<width>[\d.]+) (?P<height>[\d.]+)"'
)


def png(svg: str, zoom: float = PNG_ZOOM) -> bytes:
    """Return the picture as PNG with `zoom` pixels for each unit; raise LimitError if it is too large.

    Letters are already outlines, so no font is needed.
    """
    from resvg_py import svg_to_bytes

    size = SIZE.search(svg)
    wide, high = (float(size[name]) * zoom for name in ("wide", "high")) if size else (0.0, 0.0)
    if wide * high > MAX_PIXELS:
        pixels = f"{wide:,.0f} x {high:,.0f} pixels"
        raise LimitError(f"a PNG of {pixels}: expected at most {MAX_PIXELS:,}; write .svg instead")
    if size and not size["unit"]:  # a fraction of a unit more would leave the last row and column without color
        across, down = ceil(wide / zoom), ceil(high / zoom)
        more = float(size["width"]) * across * zoom / wide, float(size["height"]) * down * zoom / high
        view = f"{size['corner']} {more[0]:.9g} {more[1]:.9g}"
        svg = f'{svg[: size.start()]}width="{across}" height="{down}" viewBox="{view}"{svg[size.end() :]}'
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, dpi=96))


EPOCH = 0  # the date of the document: the same input gives the same bytes

PAGES = """
#let pictures = json(bytes(sys.inputs.data))
#set page(width: auto, height: auto, margin: 8mm)
#for (i, picture) in pictures.enumerate() {
  if i > 0 { pagebreak() }
  image(bytes(picture), format: "svg")
}
"""


def pdf(template: str, data: object) -> bytes:
    """Return the PDF of a typst template that reads `data` from `json(bytes(sys.inputs.data))`."""
    try:
        import typst  # the extra `print`
    except ImportError:
        raise TilewrightError("PDF needs the package typst: pip install typst") from None
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    return bytes(typst.compile(template.encode(), sys_inputs=inputs, ignore_system_fonts=True, timestamp=EPOCH))


def pages_pdf(pictures: Sequence[str]) -> bytes:
    """Return a PDF with one picture on each page; every page has the size of its picture."""
    return pdf(PAGES, pictures)


def answer_html(words: str, svg: str) -> str:
    """Return the answer in words with its picture below, as HTML."""
    return f"<p>{escape(words)}</p>{svg}"
