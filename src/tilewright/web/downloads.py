"""Exports as files to download.

These are pictures, pages to print, puzzle files and links, certificates, solids for a 3D printer and sheets for a laser
cutter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tilewright.api.certificate import certify_count
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.files import archive
from tilewright.formats import dump
from tilewright.formats.solution import parse_solution
from tilewright.pieces import Piece
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.page import RIM, OutlinePiece
from tilewright.puzzle.picture import puzzle_svg, tiling_svg
from tilewright.render.canvas import LIGHT
from tilewright.render.svg import CELL, pages_pdf, pdf, png
from tilewright.system import digits
from tilewright.web.requests import ExportRequest, PhrasedLimitError, PhrasedNotationError, StudioLimits, parse_puzzle

CERTIFICATE_SECONDS = 10  # time limit for the count of a certificate

if TYPE_CHECKING:
    from tilewright.publish.booklet import Challenge, Style


def certificate_of(puzzle: Puzzle) -> bytes:
    """Return a ZIP file with the certificate of the number of tilings, and its proof if it has one.

    Raises LimitError if there are too many tilings, or if counting them takes too long.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.txt"
        found, state = certify_count(puzzle, path, limit=Limit(seconds=CERTIFICATE_SECONDS))
        if state is None:
            raise PhrasedLimitError(
                f"the count takes more than {CERTIFICATE_SECONDS} s ({digits(found.value, ',')} so far): "
                "use tilewright count FILE --proof certificate.txt, which has no such limit",
                "count too long",
                seconds=CERTIFICATE_SECONDS,
            )
        files = {file.name: file.read_bytes() for file in sorted(Path(folder).iterdir())}
    return archive(files)


CELL_SIZES = (20.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0)  # mm; the first size at which the board fits on the page is used
CARD = 40.0  # mm per cell of tiles, and of pieces without a board
SHEET = (210.0, 297.0)  # paper size in mm
EDGE = 14.0  # margin of a page in mm
HEAD = 16.0  # height in mm reserved for the name of the puzzle
ON_SHEET = """
#let data = json(bytes(sys.inputs.data))
#set page(width: data.width * 1mm, height: data.height * 1mm, margin: data.edge * 1mm)
#set text(size: 15pt)
#set block(spacing: 0pt)
#block(height: data.head * 1mm, strong(data.name))
#align(center, image(bytes(data.picture), format: "svg", width: data.picturewidth * 1mm))
"""
SOLUTION_SECONDS = 5.0  # time limit for the solution at the back of a booklet


def sheet_of(puzzle: Puzzle) -> bytes:
    """Return a one-page PDF of the board with the pieces below it, without a solution.

    Board and pieces have the same scale, with cells of at most 20 mm.
    """
    picture = puzzle_svg(puzzle, LIGHT)
    wide, high = (float(v) / CELL for v in re.findall(r'(?:width|height)="([0-9.]+)"', picture)[:2])  # in cells
    scales = {  # millimeters per cell; upright is preferred if both are equal
        (width, height): min(CELL_SIZES[0], (width - 2 * EDGE) / wide, (height - 2 * EDGE - HEAD - 1) / high)
        for width, height in (SHEET, SHEET[::-1])
    }
    width, height = paper = max(scales, key=scales.__getitem__)
    data = {"name": puzzle.name or puzzle.title, "picture": picture, "picturewidth": wide * scales[paper]}
    return pdf(ON_SHEET, data | {"width": width, "height": height, "edge": EDGE, "head": HEAD})


def booklet_of(puzzle: Puzzle, language: str = "en") -> bytes:
    """Return a PDF with board and pieces at their true size to cut out, and the solution if it is found in time."""
    name = puzzle.name or "Puzzle"
    from tilewright.publish.booklet import Style, booklet, puzzle_challenge

    challenge = puzzle_challenge(puzzle, Limit(seconds=SOLUTION_SECONDS), name)
    styles = [Style(cell, language=language) for cell in CELL_SIZES]
    return booklet([challenge], next((style for style in styles if _fits(challenge, style)), styles[-1]), name)


def cards_of(puzzle: Puzzle, language: str = "en") -> bytes:
    """Return a PDF of the puzzle's tiles, or its pieces, to cut out. Raises NotationError if it has neither."""
    from tilewright.publish.booklet import Style, card_set, cards_pdf

    return cards_pdf([card_set(puzzle)], Style(CARD, binding="none", language=language))


def _fits(challenge: Challenge, style: Style) -> bool:
    """Return whether the board fits on a page, upright or landscape, at the size of the pieces."""
    size = [(length + RIM) * style.cell for length in challenge.size()]
    rooms = [style.room(flipped, challenge.choice is not None) for flipped in (False, True)]
    return any(size[0] <= width and size[1] <= height for width, height in rooms)


MOST_PIECES = 60  # most pieces made in one request
NOTES = """Cells of 20 mm, pieces 5 mm high, every outline 0.15 mm inwards. The .3mf files have the colors, the .stl files do not.
plate is everything on one bed of 220 mm. Another size: tilewright publish pieces --cell 15mm --help
"""


def solids_of(puzzle: Puzzle) -> bytes:
    """Return a ZIP file with the pieces and the tray as STL and 3MF.

    Raises NotationError for puzzles without pieces to make.
    """
    pieces = _made(puzzle)
    from tilewright.publish.solids import SolidStyle, print_files

    files, notes = print_files(pieces, puzzle.board, SolidStyle(label=_is_flat(puzzle)))
    return archive({**files, "README.txt": (NOTES + "".join(f"{note}\n" for note in notes)).encode()})


def laser_sheets_of(puzzle: Puzzle) -> bytes:
    """Return a ZIP file with the pieces and the frame as SVG and DXF sheets to cut.

    Raises NotationError for puzzles that are not flat.
    """
    pieces = _made(puzzle)
    if not _is_flat(puzzle):
        raise PhrasedNotationError("a laser cuts flat pieces: expected a puzzle in the plane", "not flat")
    from tilewright.publish import laser

    style = laser.LaserStyle()
    sheets = laser.arrange_sheets(laser.laser_parts(pieces, puzzle.board, style), style)
    files = {}
    for number, sheet in enumerate(sheets, start=1):
        files[f"sheet-{number}.svg"] = laser.svg(sheet).encode()
        files[f"sheet-{number}.dxf"] = laser.dxf(sheet).encode()
    return archive(files)


def _made(puzzle: Puzzle) -> tuple[Piece | OutlinePiece, ...]:
    try:
        pieces = puzzle.picture.pieces_to_make()
    except NotationError:
        line = "this puzzle has no pieces to make: print it instead"
        raise PhrasedNotationError(line, "nothing to make") from None
    copies = sum(piece.copies[0] or 1 for piece in pieces)
    if copies > MOST_PIECES:
        raise PhrasedLimitError(
            f"{copies} pieces: the studio makes up to {MOST_PIECES}; use the command line",
            "too many to make",
            count=copies,
            most=MOST_PIECES,
        )
    return pieces


def _is_flat(puzzle: Puzzle) -> bool:
    return puzzle.grid.dimension == 2


# A function from a puzzle, a solution or None, and a language to the content of a file. FORMS adds the file's suffix.
Maker = Callable[[Puzzle, Tiling | None, str], bytes | str]
FORMS: dict[str, tuple[str, Maker]] = {
    "svg": ("svg", lambda puzzle, tiling, _: (tiling or puzzle)._repr_svg_()),
    "png": ("png", lambda puzzle, tiling, _: png((tiling or puzzle)._repr_svg_())),
    "pdf": ("pdf", lambda puzzle, tiling, _: pages_pdf([tiling_svg(tiling or Tiling(puzzle, ()))])),
    "page": ("pdf", lambda puzzle, *_: sheet_of(puzzle)),
    "booklet": ("pdf", lambda puzzle, _, language: booklet_of(puzzle, language)),
    "cards": ("pdf", lambda puzzle, _, language: cards_of(puzzle, language)),
    "solids": ("zip", lambda puzzle, *_: solids_of(puzzle)),
    "laser": ("zip", lambda puzzle, *_: laser_sheets_of(puzzle)),
    "certificate": ("zip", lambda puzzle, *_: certificate_of(puzzle)),
    "json": ("json", lambda puzzle, *_: dump(puzzle, "json")),
    "toml": ("toml", lambda puzzle, *_: dump(puzzle, "toml")),
    "txt": ("txt", lambda puzzle, tiling, _: f"{tiling or puzzle}\n"),
    "puzz.link": ("txt", lambda puzzle, *_: dump(puzzle, "puzz.link")),
}
SEARCHED = ("booklet", "certificate")  # forms that require the puzzle to be solved
MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "zip": "application/zip",
    "json": "application/json",
    "toml": "application/toml",
    "txt": "text/plain; charset=utf-8",
}


def export_file(asked: ExportRequest, limits: StudioLimits) -> tuple[bytes, str, str]:
    """Return (content, media type, file name) of the requested export."""
    puzzle, (suffix, make) = parse_puzzle(asked.puzzle, limits), FORMS[asked.form]
    if asked.form in SEARCHED:
        limits.check_search(puzzle)
    tiling = Tiling(puzzle, parse_solution(asked.solution, puzzle)) if asked.solution else None
    content = make(puzzle, tiling, asked.language)
    return content if isinstance(content, bytes) else content.encode(), MEDIA_TYPES[suffix], f"puzzle.{suffix}"
