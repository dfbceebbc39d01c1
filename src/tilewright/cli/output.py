"""Writing answers to files: the form by suffix, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.errors import NotationError
from tilewright.files import check_writable, write
from tilewright.formats import dump
from tilewright.formats.answer import dumps_json, line_of, solved_answer
from tilewright.render.png import png

if TYPE_CHECKING:
    from tilewright.api.solve import Solved
    from tilewright.puzzle import Puzzle, Tiling

PICTURES = (".svg", ".png", ".geojson")  # one file a tiling
SUFFIXES = (".txt", ".svg", ".png", ".pdf", ".json", ".jsonl", ".wkt", ".geojson")


def check_outputs(paths: Iterable[Path], force: bool = False, suffixes: Sequence[str] = SUFFIXES) -> None:
    """Raise NotationError unless each path has one of the suffixes and may be written; asked before any search."""
    for path in paths:
        if path.suffix not in suffixes:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected {one_of(suffixes)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")
        check_writable(path, force)


def one_of(suffixes: Sequence[str]) -> str:
    """The suffixes as a message lists them."""
    return suffixes[0] if len(suffixes) == 1 else f"one of {' '.join(suffixes)}"


def write_tilings(path: Path, found: Solved, force: bool = False) -> None:
    """All tilings of an answer in one file, or in numbered ones where a file holds one."""
    if path.suffix == ".json":
        return write(path, dumps_json(solved_answer(found)), force)
    if path.suffix in PICTURES and len(found.tilings) > 1:
        digits = max(3, len(str(len(found.tilings))))
        for number, tiling in enumerate(found.tilings, start=1):
            write(path.with_stem(f"{path.stem}-{number:0{digits}}"), _one(path.suffix, tiling), force)
        return None
    if path.suffix == ".pdf":
        from tilewright.render.pdf import tilings_pdf  # drawing takes as long to import as all the rest

        return write(path, tilings_pdf(found.tilings), force)
    separator = {".txt": "\n\n", ".wkt": "\n"}.get(path.suffix, "")
    content: list[str | bytes]
    if path.suffix == ".txt":
        content = list(found.puzzle.drawings(found.tilings))
    else:
        content = [_one(path.suffix, tiling) for tiling in found.tilings]
    if path.suffix in PICTURES:
        return write(path, content[0], force) if content else None
    return write(path, separator.join(map(str, content)) + "\n" * bool(separator and content), force)


def _one(suffix: str, tiling: Tiling) -> str | bytes:
    if suffix == ".wkt":
        return tiling.wkt
    if suffix == ".jsonl":
        return line_of(tiling)
    if suffix == ".geojson":
        return dumps_json(tiling.geojson)
    return as_picture(suffix, tiling._repr_svg_())


def as_picture(suffix: str, svg: str) -> str | bytes:
    """A picture in the form of a suffix, .svg or .png."""
    return png(svg) if suffix == ".png" else svg


def write_puzzle(path: Path, puzzle: Puzzle, force: bool = False) -> None:
    """A picture of the puzzle, or the puzzle itself as text or JSON."""
    if path.suffix in (".svg", ".png"):
        return write(path, as_picture(path.suffix, puzzle._repr_svg_()), force)
    if path.suffix == ".json":
        return write(path, dump(puzzle, "json"), force)
    if path.suffix == ".txt":
        return write(path, f"{puzzle}\n", force)
    raise NotationError(f"-o {path}: expected .svg, .png, .json or .txt for a puzzle")
