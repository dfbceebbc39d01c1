"""The pieces that a maker is given: a notation, a file with pieces of one's own, or the pieces themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.formats.source import read_text
from tilewright.pieces import Piece

OWN = "own pieces"  # what pieces without a notation or a file are called


def own_pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of the file called `text`, () when it is a notation: those have neither dots nor slashes.

    The file is any puzzle's, whose board does not matter, or one with pieces alone (`pieces` and `[[piece]]`).
    NotationError names the file.
    """
    if not {".", "/", "\\"} & set(text):
        return ()
    if not Path(text).is_file():
        raise NotationError(
            f"pieces {quote(text)}: there is no such file: expected one, or a notation such as fridgeiq:DIY"
        )
    content = read_text(text)
    try:
        return _supply(_pieces(content, text))
    except TilewrightError as error:
        raise type(error)(f"{text}: {error}") from None


def _pieces(content: str, path: str) -> tuple[Piece, ...]:
    from tilewright.formats import json_puzzle, parse, toml_puzzle
    from tilewright.formats.packing import read_pieces
    from tilewright.puzzle import Packing

    if json_puzzle.recognize(content):
        return read_pieces(json_puzzle.decode(content), content)
    if Path(path).suffix in toml_puzzle.SUFFIXES:
        return read_pieces(toml_puzzle.decode(content), content)
    puzzle = parse(content, Path(path).suffix)
    if not isinstance(puzzle, Packing):
        raise NotationError('a puzzle without pieces: expected pieces = "..." or [[piece]] tables')
    return puzzle.pieces


def named(pieces: str | Sequence[Piece]) -> tuple[str, tuple[Piece, ...]]:
    """(what the pieces are called, those that no notation names)."""
    if isinstance(pieces, str):
        return pieces, own_pieces(pieces)
    return OWN, _supply(tuple(pieces))


def _supply(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    if not pieces:
        raise NotationError("there are no pieces: expected at least one")
    if twice := [name for name, times in Counter(piece.name for piece in pieces).items() if times > 1]:
        raise NotationError(
            f"two pieces are called {quote(twice[0])}: expected names that differ; copies = 2 makes copies"
        )
    if painted := [piece.name for piece in pieces if piece.allowed_paints]:
        raise NotationError(
            f"piece {quote(painted[0])} has allowed paints: expected none, because there is no painted board"
        )
    return pieces


def piece_rows(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Own pieces as tables for a file, so that it needs no other file to be read again."""
    import msgspec

    from tilewright.formats.packing import piece_table

    return [msgspec.to_builtins(piece_table(piece)) for piece in pieces]


def read_pieces(data: Mapping[str, Any]) -> tuple[Piece, ...]:
    """The own pieces of a document, () when it has none."""
    from tilewright.formats.packing import read_pieces

    if "piece" not in data:
        return ()
    return _supply(read_pieces({"lattice": data["lattice"], "piece": data["piece"]}, ""))
