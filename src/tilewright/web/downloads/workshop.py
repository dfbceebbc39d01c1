"""Exports to make with one's hands: solids for a printer, sheets for a laser cutter."""

from __future__ import annotations

from tilewright.kinds.packing.puzzle import Packing
from tilewright.publish import laser
from tilewright.publish.print_files import print_files
from tilewright.publish.solids.solid import SolidStyle
from tilewright.puzzle import Puzzle
from tilewright.web.downloads.certificate import archive
from tilewright.web.limits import PhrasedLimitError, PhrasedNotationError

MOST_PIECES = 60  # that are made in a request
NOTES = """Cells of 20 mm, pieces 5 mm high, every outline 0.15 mm inwards. The .3mf files have the colors, the .stl files do not.
plate is everything on one bed of 220 mm. Another size: tilewright publish pieces --cell 15mm --help
"""


def solids_of(puzzle: Puzzle) -> bytes:
    """Pieces and tray as STL and 3MF, in a ZIP file. Raises NotationError for puzzles without pieces to make."""
    pieces = _made(puzzle)
    files, notes = print_files(puzzle.page.pieces_to_make(), puzzle.board, SolidStyle(label=_is_flat(pieces)))
    return archive({**files, "README.txt": (NOTES + "".join(f"{note}\n" for note in notes)).encode()})


def laser_sheets_of(puzzle: Puzzle) -> bytes:
    """Pieces and frame as SVG and DXF to cut, in a ZIP file. Raises NotationError for what does not lie flat."""
    pieces = _made(puzzle)
    if not _is_flat(pieces):
        raise PhrasedNotationError("a laser cuts flat pieces: expected a puzzle in the plane", "not flat")
    style = laser.LaserStyle()
    sheets = laser.arrange_sheets(laser.laser_parts(puzzle.page.pieces_to_make(), puzzle.board, style), style)
    files = {}
    for number, sheet in enumerate(sheets, start=1):
        files[f"sheet-{number}.svg"] = laser.svg(sheet).encode()
        files[f"sheet-{number}.dxf"] = laser.dxf(sheet).encode()
    return archive(files)


def _made(puzzle: Puzzle) -> Packing:
    if not isinstance(puzzle, Packing):
        raise PhrasedNotationError("this puzzle has no pieces to make: print it instead", "nothing to make")
    copies = sum(piece.copies[0] or 1 for piece in puzzle.pieces)
    if copies > MOST_PIECES:
        raise PhrasedLimitError(
            f"{copies} pieces: the studio makes up to {MOST_PIECES}; use the command line",
            "too many to make",
            count=copies,
            most=MOST_PIECES,
        )
    return puzzle


def _is_flat(puzzle: Packing) -> bool:
    return puzzle.grid.dimension == 2
