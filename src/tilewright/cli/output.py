"""Writing answers to files: the form by suffix, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.puzzle import Tiling
    from tilewright.solve import AnyPuzzle, Solved

PICTURES = (".svg", ".png", ".geojson")  # one file a tiling
SUFFIXES = (".txt", ".svg", ".png", ".pdf", ".json", ".jsonl", ".wkt", ".geojson")


def check_outputs(paths: list[Path]) -> list[Path]:
    """The paths, if each has a suffix we write and a directory that is there; before any search is begun."""
    for path in paths:
        if path.suffix not in SUFFIXES:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected one of {' '.join(SUFFIXES)}")
        if not path.parent.is_dir():
            raise NotationError(f"-o {path}: there is no directory {path.parent}")
    return paths


def writable(path: Path) -> Path:
    """The path, if a file can be made beside it: tried before a long search, for rights do not tell of full disks."""
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return path
    except OSError as error:
        raise NotationError(
            f"-o {path}: cannot write there: {error.strerror}: expected a directory for new files"
        ) from None


def write(path: Path, content: str | bytes) -> None:
    """Write a whole file or nothing."""
    write_all({path: content})


def write_all(files: Mapping[Path, str | bytes]) -> None:
    """Write all files or none: they appear under their names when all of them are complete."""
    hidden: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            writable(path)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            hidden[Path(temporary)] = path
            os.close(handle)
            Path(temporary).write_bytes(content.encode() if isinstance(content, str) else content)
            Path(temporary).chmod(0o644)
        for written, path in hidden.items():
            written.replace(path)
    except BaseException as error:
        for written in hidden:
            written.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise NotationError(f"-o {path}: {error.strerror or error}: nothing was written") from None
        raise


def write_tilings(path: Path, found: Solved) -> None:
    """All tilings of an answer in one file, or in numbered ones where a file holds one."""
    from tilewright.formats.answer import dumps_json, solved_answer

    if path.suffix == ".json":
        return write(path, dumps_json(solved_answer(found)))
    if path.suffix in PICTURES and len(found.tilings) > 1:
        digits = max(3, len(str(len(found.tilings))))
        for number, tiling in enumerate(found.tilings, start=1):
            write(path.with_stem(f"{path.stem}-{number:0{digits}}"), _one(path.suffix, tiling))
        return None
    if path.suffix == ".pdf":
        from tilewright.render.pdf import tilings_pdf

        return write(path, tilings_pdf(found.tilings))
    separator = {".txt": "\n\n", ".wkt": "\n"}.get(path.suffix, "")
    content = [_one(path.suffix, tiling) for tiling in found.tilings]
    if path.suffix in PICTURES:
        return write(path, content[0]) if content else None
    return write(path, separator.join(map(str, content)) + "\n" * bool(separator and content))


def _one(suffix: str, tiling: Tiling) -> str | bytes:
    if suffix == ".txt":
        return str(tiling)
    if suffix == ".wkt":
        return tiling.wkt
    if suffix == ".jsonl":
        from tilewright.formats.answer import line_of

        return line_of(tiling)
    if suffix == ".geojson":
        from tilewright.formats.answer import dumps_json

        return dumps_json(tiling.geojson)
    return _picture(suffix, tiling._repr_svg_())


def _picture(suffix: str, svg: str) -> str | bytes:
    from tilewright.render.png import png

    return png(svg) if suffix == ".png" else svg


def write_puzzle(path: Path, puzzle: AnyPuzzle) -> None:
    """A picture of the puzzle, or the puzzle itself as text or JSON."""
    if path.suffix in (".svg", ".png"):
        return write(path, _picture(path.suffix, puzzle._repr_svg_()))
    if path.suffix == ".json":
        from tilewright.formats import json_puzzle

        return write(path, json_puzzle.dump(puzzle))
    if path.suffix == ".txt":
        return write(path, f"{puzzle}\n")
    raise NotationError(f"-o {path}: expected .svg, .png, .json or .txt for a puzzle")
