"""Formats: one file each, with `NAME`, `SUFFIXES`, `recognise(text)`, `parse(text)` and `dump(puzzle)`.

A new format is a new file and its name in `FORMATS`, before every format that would recognise its texts too.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from tilewright.errors import NotationError, TilewrightError, quoted
from tilewright.formats.source import read_text

if TYPE_CHECKING:
    from tilewright.puzzle import Placement, Puzzle, Shikaku

__all__ = ["FORMATS", "dump", "load", "parse", "read_solution"]

FORMATS = ("json_puzzle", "toml_puzzle", "blocks", "shikaku_grid", "notation")


class Format(Protocol):
    """What every module of FORMATS offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def recognise(self, text: str) -> bool:
        """Whether the text is of this kind."""

    def parse(self, text: str) -> Puzzle | Shikaku:
        """The puzzle; NotationError quotes what is wrong."""

    def dump(self, puzzle: Puzzle | Shikaku) -> str:
        """The text; NotationError says what the format cannot hold."""


def formats() -> dict[str, Format]:
    """All formats by name, in the order in which they are tried."""
    modules = (cast(Format, import_module(f"tilewright.formats.{name}")) for name in FORMATS)
    return {module.NAME: module for module in modules}


def load(source: str | Path) -> Puzzle | Shikaku:
    """The puzzle of a file, of `-` (standard input), of the notation PIECES@BOARD, or of a text of several lines.

    The kind of a file is recognised by its content, then by its suffix. NotationError and LimitError are one line.
    """
    name = str(source)
    if isinstance(source, str) and ("\n" in source or (_is_one_line(source) and not _exists(source))):
        return parse(source)
    if name != "-" and not _exists(name):
        raise NotationError(f"{quoted(name)}: no such file, and not the notation PIECES@BOARD such as FNPUV@5x5")
    text = read_text(name)
    try:
        return parse(text, Path(name).suffix)
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if name == '-' else name}: {error}") from None


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or a character that none has
        return False


def _is_one_line(text: str) -> bool:
    return formats()["notation"].recognise(text)


def parse(text: str, suffix: str = "") -> Puzzle | Shikaku:
    """The puzzle of a text, its kind recognised by the content, then by a file's suffix."""
    known = formats()
    for module in known.values():
        if module.recognise(text):
            return module.parse(text)
    for module in known.values():
        if suffix in module.SUFFIXES:
            return module.parse(text)
    line = next((line for line in text.splitlines() if line.strip()), "")
    raise NotationError(f"{quoted(line)}: expected a puzzle: {', '.join(known)}")


def dump(puzzle: Puzzle | Shikaku, name: str) -> str:
    """The puzzle as a text of the format called `name`."""
    known = formats()
    if name not in known:
        raise NotationError(f"unknown format {name!r}: expected one of {', '.join(known)}")
    return known[name].dump(puzzle)


def read_solution(path: Path | str, puzzle: Puzzle | Shikaku) -> tuple[Placement, ...]:
    """The placements in a file: our JSON (the first solution of several) or a drawing."""
    from tilewright.formats.solution import parse_solution

    text = read_text(path)
    try:
        return parse_solution(text, puzzle)
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if str(path) == '-' else path}: {error}") from None
