"""Files of `-o`: which may be written, and puzzles and pictures in them; tilings are written by `cli.listing`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.errors import NotationError
from tilewright.files import check_writable, write
from tilewright.formats import dump
from tilewright.lazy import lazy

if TYPE_CHECKING:
    from tilewright.puzzle import Puzzle
    from tilewright.render import png
else:
    png = lazy("tilewright.render.png")  # for pictures alone

SUFFIXES = (".txt", ".svg", ".png", ".pdf", ".json", ".jsonl", ".wkt", ".geojson")
OUTLINES = (".wkt", ".geojson")  # of flat tilings


def check_outputs(paths: Iterable[Path], force: bool = False, suffixes: Sequence[str] = SUFFIXES) -> None:
    """Raise NotationError unless each path has one of the suffixes and may be written; asked before any search."""
    for path in paths:
        if path.suffix not in suffixes:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected {one_of(suffixes)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")
        check_writable(path, force)


def check_outlines(paths: Iterable[Path], puzzle: Puzzle) -> None:
    """Raise NotationError for outlines of what is not flat; asked before any search."""
    for path in paths:
        if path.suffix in OUTLINES and puzzle.grid.dimension != 2:
            flat = [suffix for suffix in SUFFIXES if suffix not in OUTLINES]
            raise NotationError(f"-o {path}: lattice {puzzle.grid.name} is not flat: expected {one_of(flat)}")


def one_of(suffixes: Sequence[str]) -> str:
    """The suffixes as a message lists them."""
    return suffixes[0] if len(suffixes) == 1 else f"one of {' '.join(suffixes)}"


def as_picture(suffix: str, svg: str) -> str | bytes:
    """A picture in the form of a suffix, .svg or .png."""
    return png.png(svg) if suffix == ".png" else svg


def write_puzzle(path: Path, puzzle: Puzzle, force: bool = False) -> None:
    """A picture of the puzzle, or the puzzle itself as text or JSON."""
    if path.suffix in (".svg", ".png"):
        return write(path, as_picture(path.suffix, puzzle._repr_svg_()), force)
    if path.suffix == ".json":
        return write(path, dump(puzzle, "json"), force)
    if path.suffix == ".txt":
        return write(path, puzzle_text(puzzle), force)
    raise NotationError(f"-o {path}: expected .svg, .png, .json or .txt for a puzzle")


def puzzle_text(puzzle: Puzzle) -> str:
    """The drawing of a puzzle; for tiles the list that is read back, unless the board has a shape that no list holds."""
    if puzzle.kind == "edges":
        with suppress(NotationError):
            return dump(puzzle, "edge-list")
    return f"{puzzle}\n"
