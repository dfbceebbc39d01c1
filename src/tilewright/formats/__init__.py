"""Formats: one file each, with what `Format` says: a name, `recognize(text)`, `parse(text)`, `dump(puzzle)`.

A new format is a new file and its name in `FORMATS`, before every format that would recognize its texts too.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.formats.source import read_text

if TYPE_CHECKING:
    from tilewright.puzzle import Placement, Puzzle

T = TypeVar("T")

__all__ = ["FORMATS", "dump", "load", "parse", "read_solution"]

FORMATS = (
    "json_puzzle",
    "xmpuzzle",
    "toml_puzzle",
    "puzzlink",
    "tatham",
    "pzprv3",
    "blocks",
    "shikaku_grid",
    "notation",
)


class Format(Protocol):
    """What every module of FORMATS offers: also its file suffixes, the kind of puzzles it holds, and whether it may stand for a file's name."""

    NAME: str
    SUFFIXES: tuple[str, ...]
    KIND: str  # of the puzzles it holds; "" for all
    ON_ONE_LINE: bool

    def recognize(self, text: str) -> bool:
        """Whether the text is of this kind."""

    def parse(self, text: str) -> Puzzle:
        """The puzzle; NotationError quotes what is wrong."""

    def dump(self, puzzle: Puzzle) -> str:
        """The text; NotationError says what the format cannot hold."""


def formats() -> dict[str, Format]:
    """All formats by name, in the order in which they are tried."""
    modules = (cast(Format, import_module(f"tilewright.formats.{name}")) for name in FORMATS)
    return {module.NAME: module for module in modules}


def load(source: str | Path) -> Puzzle:
    """The puzzle of a file, of `-` (standard input), of a puzz.link URL or the notation PIECES@BOARD, or of a text.

    A string with several lines is a text. The kind of a text is recognized by its content, then by the file's suffix.
    """
    name = str(source)
    if isinstance(source, str) and "\n" in source:
        return parse(source)
    if name == "-" or _exists(name):
        return _named(name, lambda text: parse(text, Path(name).suffix))
    if isinstance(source, str):
        for module in formats().values():
            if module.ON_ONE_LINE and module.recognize(source):
                return module.parse(source)
    raise NotationError(f"{quote(name)}: no such file, and not the notation PIECES@BOARD such as FNPUV@5x5")


def _named(name: str, read: Callable[[str], T]) -> T:
    """What `read` makes of a file's text; errors say which file."""
    text = read_text(name)
    try:
        return read(text)
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if name == '-' else name}: {error}") from None


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or a character that none has
        return False


def parse(text: str, suffix: str = "") -> Puzzle:
    """The puzzle of a text, its kind recognized by the content, then by a file's suffix."""
    known = formats()
    for module in known.values():
        if module.recognize(text):
            return module.parse(text)
    for module in known.values():
        if suffix in module.SUFFIXES:
            return module.parse(text)
    line = next((line for line in text.splitlines() if line.strip()), "")
    raise NotationError(
        f"{quote(line)}: expected blocks text (a shape, then blocks divided by lines ---), TOML, JSON, a Shikaku grid, "
        "a puzz.link URL or PIECES@BOARD"
    )


def dump(puzzle: Puzzle, name: str) -> str:
    """The puzzle as a text of the format called `name`."""
    known = formats()
    if name not in known:
        raise NotationError(f"unknown format {name!r}: expected one of {', '.join(known)}")
    module = known[name]
    if module.KIND not in ("", puzzle.kind):
        raise NotationError(
            f"the format {name} holds {module.KIND} puzzles only, not {puzzle.kind} puzzles: write it as TOML or JSON"
        )
    return module.dump(puzzle)


def notes(puzzle: Puzzle, name: str) -> list[str]:
    """Where the program that reads the format would understand the puzzle otherwise."""
    module = formats().get(name)
    find: Callable[[Puzzle], list[str]] | None = getattr(module, "notes", None)
    return find(puzzle) if module and find and module.KIND in ("", puzzle.kind) else []


def read_solution(path: Path | str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """The placements in a file: our JSON (the first solution of several) or a drawing."""
    from tilewright.formats.solution import parse_solution

    return _named(str(path), lambda text: parse_solution(text, puzzle))
