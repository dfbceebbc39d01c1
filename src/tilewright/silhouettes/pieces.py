"""The pieces that a maker is given: a notation, a file with one's own pieces, or the pieces themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.formats import parse
from tilewright.formats.puzzles import json_puzzle, toml_puzzle
from tilewright.formats.recognize import is_json
from tilewright.kinds import Packing
from tilewright.kinds.packing.piece_table import piece_table
from tilewright.kinds.packing.table import read_pieces as pieces_of
from tilewright.pieces import Piece
from tilewright.source import read_text

OWN = "own pieces"  # the name of pieces that come without a notation or a file


def own_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of the file called `text`, () for a notation: notations have neither dots nor slashes.

    The file holds any puzzle, whose board does not matter, or pieces alone (`pieces` and `[[piece]]`).
    Raises NotationError naming the file.
    """
    if not {".", "/", "\\"} & set(text):
        return ()
    if not Path(text).is_file():
        raise NotationError(
            f"pieces {quote(text)}: there is no such file: expected one, or a notation such as fridgeiq:DIY"
        )
    content = read_text(text)
    try:
        return _check_pieces(_parse_pieces(content, text))
    except TilewrightError as error:
        raise type(error)(f"{text}: {error}") from None


def _parse_pieces(content: str, path: str) -> tuple[Piece, ...]:
    if is_json(content):
        return pieces_of(json_puzzle.decode(content), content)
    if Path(path).suffix == ".toml":
        return pieces_of(toml_puzzle.decode(content), content)
    puzzle = parse(content, Path(path).suffix)
    if not isinstance(puzzle, Packing):
        raise NotationError('a puzzle without pieces: expected pieces = "..." or [[piece]] tables')
    return puzzle.pieces


def name_pieces(pieces: str | Sequence[Piece]) -> tuple[str, tuple[Piece, ...]]:
    """Return (the name of the pieces, the pieces themselves where no notation names them)."""
    if isinstance(pieces, str):
        return pieces, own_pieces(pieces)
    return OWN, _check_pieces(tuple(pieces))


def _check_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
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


def piece_tables(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Return one's own pieces as tables of a file, so that reading it again needs no other file."""
    return [msgspec.to_builtins(piece_table(piece)) for piece in pieces]


def read_pieces(data: Mapping[str, Any]) -> tuple[Piece, ...]:
    """Return the pieces that a document holds, () when it names them by a notation."""
    if "piece" not in data:
        return ()
    return _check_pieces(pieces_of({"lattice": data["lattice"], "piece": data["piece"]}, ""))


def common_lattice(pieces: Iterable[Piece]) -> str:
    """Return the name of the one lattice of the pieces. Raises NotationError when there are several."""
    found = sorted({piece.lattice for piece in pieces})
    if len(found) != 1:
        raise NotationError(f"pieces of the lattices {' and '.join(found)}: expected one lattice")
    return found[0]
