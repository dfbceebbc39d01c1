"""Pieces as a list of drawings, with or without a board, in formats that other programs use.

In a list, the drawings are separated by empty lines, or each has a line `NAME:` above it. Every drawing uses
one mark, which may be a letter of its own, and its piece may be turned and flipped. `p.txt@b.txt`, `p.txt@5x12`
and `--pieces p.txt` place the pieces on a board.

Presents are such a list with numbers as names, followed by regions, as in Advent of Code 2025, day 12: `12x5: 1
0 2` is a region 12 wide and 5 high, with that many of each present; its cells may stay empty. Each region is a
puzzle; `FILE#2` is the second.

A boxed puzzle begins with the numbers of rows, columns and pieces, then `DEFAULT` for a full rectangle or
`CUSTOM` for a board drawn with `.` and `X`, then the pieces, each drawn with its own letter. Students of the
ITB wrote solvers for this format (IQ Puzzler Pro, 2025).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NoReturn

from tilewright.errors import LimitError, NotationError, TilewrightError, quote
from tilewright.files import read_text, suffix_of
from tilewright.formats import FORMATS, Format, Several, entry_of, is_json, is_row_list, is_toml
from tilewright.formats.drawn_texts import REGION
from tilewright.kinds.packing.puzzle import Packing
from tilewright.pieces import Piece, marks
from tilewright.pieces.drawn import LISTED, DrawnPiece, build_piece, names_of, parse_list, read_drawings, refuse_line
from tilewright.pieces.piece import note_parts, parse_shape
from tilewright.puzzle import Board
from tilewright.puzzle.board import MAX_CELLS, refuse_too_large

NUMBERS = re.compile(r"[0-9]{1,6}")


def pieces_of_file(name: str) -> tuple[Piece, ...]:
    """Return the pieces of a file: drawings, `pieces` and `[[piece]]` tables, or the pieces of a puzzle.

    The board of a puzzle is ignored. Raises NotationError naming the file.
    """
    text = read_text(name)
    try:
        return _pieces_of(text, suffix_of(name))
    except TilewrightError as error:
        raise type(error)(f"{name}: {error}") from None


def _pieces_of(text: str, suffix: str) -> tuple[Piece, ...]:
    if is_json(text) or is_row_list(text) or suffix == ".toml" or is_toml(text):
        return _listed_pieces(text)
    entry = entry_of(text, suffix)
    if entry is None or (entry is FORMATS["soma"] and suffix not in entry.suffixes):
        return parse_list(text)
    if entry is FORMATS["blocks"]:
        raise NotationError(f"lines --- divide a board from its blocks, which may not turn: expected {LISTED}")
    if entry is FORMATS["regions"]:
        raise NotationError(f"regions stand below the presents: expected {LISTED}, without regions")
    puzzle = entry.load().parse(text)
    if not isinstance(puzzle, Packing):
        raise NotationError('a puzzle without pieces: expected pieces = "..." or [[piece]] tables')
    return puzzle.pieces


def _listed_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a JSON or TOML file, or of a JSON list of drawings.

    Raises NotationError for a list that may be the rows of a single drawing.
    """
    from tilewright.formats.tables import decode_json
    from tilewright.kinds.packing.table import read_pieces
    from tilewright.puzzle.table import decode_toml

    if is_json(text):
        return read_pieces(decode_json(text), text)
    if not is_row_list(text):
        return read_pieces(decode_toml(text), text)
    rows = decode_json(text)
    every = rows if isinstance(rows, list) else []
    is_one = all(isinstance(row, str) and "\n" not in row for row in every)
    if is_one or all(isinstance(row, list) and not any(isinstance(each, list | str) for each in row) for row in every):
        raise NotationError(
            'a list of rows may be one piece or several: expected {"pieces": [["##.", ".##"], ["###"]]}, a list of rows for each piece'
        )
    return read_pieces({"pieces": every}, "")


@dataclass(frozen=True)
class PresentRegion:
    """A rectangle, and how many of each present it must hold."""

    width: int
    height: int
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}: {' '.join(map(str, self.counts))}"

    def check(self, presents: Sequence[Piece]) -> None:
        """Raise NotationError for a region that cannot be a puzzle, LimitError for one that is too large."""
        if len(self.counts) != len(presents):
            expected = f"expected {len(presents)}, one for each present"
            raise NotationError(f"region {quote(str(self))}: {len(self.counts)} counts: {expected}")
        if not any(self.counts):
            raise NotationError(f"region {quote(str(self))}: no piece is wanted: expected at least one")
        if not 0 < self.width * self.height <= MAX_CELLS:
            raise LimitError(f"region {quote(str(self))}: expected 1 to {MAX_CELLS:,} cells")

    def puzzle(self, presents: Sequence[Piece]) -> Packing:
        """Return the puzzle of the region; raise LimitError if it is too large."""
        wanted = [piece.with_copies(n, n) for piece, n in zip(presents, self.counts, strict=True) if n]
        board = Board.of_size(f"{self.height}x{self.width}")
        refuse_too_large({piece.forms for piece in wanted}, len(board.atoms))
        return Packing(Board((), board.atoms), wanted, name=str(self))


def parse_regions(text: str, number: int | None = None) -> Packing:
    """Return the puzzle of a region given by its position from 0, or of the only region.

    Raises NotationError quoting what is wrong.

    >>> parse_regions("0:\\n##\\n\\n4x2: 3").board.extent
    (2, 4)
    """
    presents, regions = _regions(text)
    if number is None and len(regions) > 1:
        raise NotationError(
            f"the file holds {len(regions)} puzzles: expected one of them, its number behind the name as FILE#1; "
            "`tilewright verdict`, `tilewright count` and `tilewright solve` answer for each"
        )
    return regions[number or 0].puzzle(presents)


def parse_every_region(text: str) -> Several:
    """Return the title of each region, which is its line in the text, and its puzzle."""
    presents, regions = _regions(text)
    return Several(list(map(str, regions)), (region.puzzle(presents) for region in regions))


def _regions(text: str) -> tuple[tuple[Piece, ...], list[PresentRegion]]:
    lines = text.splitlines()
    regions = [_region(line) for line in lines if re.match(REGION, line)]
    drawn = [
        _numbered(each) for each in read_drawings("\n".join("" if re.match(REGION, line) else line for line in lines))
    ]
    if not drawn:
        raise NotationError("regions without presents: expected 0: above the drawing of the first")
    pieces = tuple(build_piece(name, each) for name, each in zip(names_of(drawn), drawn, strict=True))
    places = [int(each.name) for each in drawn if NUMBERS.fullmatch(each.name)]
    if places and places not in (list(range(len(drawn))), list(range(1, len(drawn) + 1))):
        found = ", ".join(each.name for each in drawn)
        raise NotationError(
            f"the presents are numbered {found}: the counts of a region may follow the numbers or the order: expected 0, 1, 2, ..."
        )
    for region in regions:
        region.check(pieces)
    return pieces, regions


def _numbered(drawn: DrawnPiece) -> DrawnPiece:
    if not drawn.name:
        refuse_line(drawn.lines[0], "a drawing without a line such as 0: above it")
    return drawn


def _region(line: str) -> PresentRegion:
    size, _, counts = line.partition(":")
    width, height = map(int, re.findall("[0-9]+", size))
    words = counts.replace(",", " ").split()
    if not words or not all(map(NUMBERS.fullmatch, words)):
        raise NotationError(
            f"{quote(line.strip())}: expected WIDTHxHEIGHT: and the number of each present, as 12x5: 1 0 2"
        )
    return PresentRegion(width, height, tuple(map(int, words)))


def parse_boxed(text: str) -> Packing:
    """Return the puzzle of a text with rows, columns, a number of pieces, `DEFAULT` or a `CUSTOM` board, and pieces.

    Raises NotationError quoting what is wrong.

    >>> parse_boxed("2 2 2\\nDEFAULT\\nA\\nAA\\nB").piece_names
    ('A', 'B')
    """
    lines = [line.rstrip() for line in marks.expanded(text).splitlines()]
    first = next(number for number, line in enumerate(lines) if line)
    rows, columns, number = map(int, re.findall("[0-9]+", lines[first]))
    rest = [line for line in lines[first + 1 :] if line]
    word = rest[0].strip()
    if word.upper() not in ("DEFAULT", "CUSTOM"):
        raise NotationError(
            f"{quote(word)}: expected DEFAULT for a full rectangle, or CUSTOM and {rows} lines of . and X"
        )
    below = rest[1:]
    if word.upper() == "DEFAULT":
        board = Board.of_size(f"{rows}x{columns}")
    else:
        board, below = _custom(below[:rows], rows, columns), below[rows:]
    pieces = tuple(_lettered(below))
    if len(pieces) != number:
        raise NotationError(
            f"{quote(lines[first].strip())}: {number} pieces, but {len(pieces)} are drawn: expected as many"
        )
    refuse_too_large({piece.forms for piece in pieces}, len(board.atoms))
    return Packing(board, pieces)


def _custom(lines: list[str], rows: int, columns: int) -> Board:
    if len(lines) != rows or any(len(line) != columns for line in lines):
        sizes = " and ".join(map(str, sorted(set(map(len, lines)))))
        raise NotationError(
            f"a board of {len(lines)} lines with {sizes or 0} characters: expected {rows} lines of {columns}, as the first line says"
        )
    if wrong := next((line for line in lines if not set(line) <= {".", "X"}), ""):
        raise NotationError(f"{quote(wrong)}: expected X for the cells of the board and . for none")
    if not any("X" in line for line in lines):
        raise NotationError("the board has no X: expected X for the cells of the board and . for none")
    return Board.parse("\n".join(lines))


def _lettered(lines: list[str]) -> Iterator[Piece]:
    """Yield the piece of each run of lines drawn with one letter.

    Raises NotationError for other lines, and for a letter that is used again.
    """
    for line in lines:
        if len(set(line) - {" "}) != 1 or not (line.strip()[0].isascii() and line.strip()[0].isalpha()):
            raise NotationError(f"{quote(line)}: expected the cells of one piece, all in the same letter, and blanks")
    seen = list[str]()
    for letter, run in groupby(lines, key=lambda line: line.strip()[0]):
        if letter.upper() in map(str.upper, seen):
            raise NotationError(
                f"the letter {letter} comes again: expected another letter for each piece, its lines together"
            )
        seen.append(letter)
        drawing = "\n".join(line.replace(letter, "#") for line in run)
        yield note_parts(Piece(letter, parse_shape(drawing, "square"), connected=False))


def _not_written(puzzle: Packing) -> NoReturn:
    raise NotationError(
        f"regions and boxes of drawings are read and not written: expected toml or json for this {puzzle.title}"
    )


REGIONS = Format(parse_regions, _not_written, several=parse_every_region)
BOXED = Format(parse_boxed, _not_written)
