"""The files of a set of pieces to print: STL and 3MF of each piece, of the tray, and of everything on one plate."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.errors import NotationError
from tilewright.pieces import Piece
from tilewright.publish.plan import WALL, board_notes, every_copy
from tilewright.publish.solids.mesh import stl, three_mf
from tilewright.publish.solids.solid import Solid, SolidStyle, arrange_plates, piece_solid, tray_solid
from tilewright.puzzle import Board
from tilewright.render.theme import palette_colors

TRAY_COLOR = "#8c949e"


def print_files(
    pieces: Sequence[Piece], board: Board | None, style: SolidStyle, bed: float = 220.0
) -> tuple[dict[str, bytes], list[str]]:
    """(files by name, notes for the user). A piece of several copies is one file and stands on the plate as often."""
    colors = palette_colors(pieces)
    everything = every_copy(pieces)
    solids = [piece_solid(piece, style) for piece in pieces]
    tray = [tray_solid(board, style)] if board and board.grid.dimension == 2 else []
    files: dict[str, bytes] = {}
    for number, solid in enumerate(solids, start=1):
        _add(files, f"{number:02}-{_file_name(solid.name)}", [solid], colors)
    for solid in tray:
        _add(files, solid.name, [solid], colors)
    by_name = {solid.name: solid for solid in solids}
    beds = arrange_plates([by_name[piece.name] for piece in everything], bed)
    for number, placed in enumerate(beds, start=1):
        _add(files, "plate" if len(beds) == 1 else f"plate-{number}", placed, colors)
    return files, [*(board_notes(board) if tray else []), *_notes(solids, style)]


def _add(files: dict[str, bytes], name: str, solids: Sequence[Solid], colors: dict[str, str]) -> None:
    bodies = [solid.body for solid in solids]
    files[f"{name}.stl"] = stl(bodies)
    shades = [_rgb(colors.get(solid.name, TRAY_COLOR)) for solid in solids]
    files[f"{name}.3mf"] = three_mf(bodies, [solid.name for solid in solids], shades)


def _rgb(color: str) -> str:
    """The color if it is one that 3MF takes."""
    return color if re.fullmatch(r"#[0-9a-fA-F]{6}", color) else TRAY_COLOR


def _file_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "_", name)


def _notes(solids: Sequence[Solid], style: SolidStyle) -> list[str]:
    """What could not be done, one line each; NotationError when the magnet fits nowhere."""
    notes = []
    small = [solid.name for solid in solids if style.magnet and not solid.magnets]
    if small and style.magnet:
        text = f"a magnet of {style.magnet[0]:g} mm with a wall of {WALL:g} mm around it"
        if len(small) == len(solids):
            raise NotationError(f"{text} fits into no piece: expected a smaller magnet or larger cells")
        notes.append(f"{text} does not fit into: {', '.join(small)}")
    if bare := [solid.name for solid in solids if style.label and not solid.labelled]:
        notes.append(f"no letters on {', '.join(bare)}: too small, or no outlines of these characters")
    return notes
