"""Blocks text, the form of the Doodle Fit solver: a shape in `#` and blanks, then blocks in `*` split by lines `---`.

Blocks are never turned, each is used once; they are named 0, 1, 2, ..., 9, a-z, A-Z, beyond 62 by two characters.
"""

from __future__ import annotations

import re

from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.kinds import Packing
from tilewright.kinds.packing.letters import short_names
from tilewright.pieces import Piece
from tilewright.pieces.glyphs import draw_cells, parse_cells
from tilewright.puzzle import Board
from tilewright.source import MAX_PIECES

_LINE = re.compile(r"^[ \t]*-{3,}[ \t\r]*$", re.MULTILINE)


def parse(text: str) -> Packing:
    """Parse a blocks text. Raises NotationError naming the block that is wrong.

    >>> [piece.name for piece in parse("##\\n---\\n*\\n---\\n*").pieces]
    ['0', '1']
    """
    sections: list[list[str]] = [[]]
    for line in text.splitlines():
        if _LINE.fullmatch(line):
            sections.append([])
        else:
            sections[-1].append(line)
    shape, *blocks = ("\n".join(lines) for lines in sections)
    if blocks and not blocks[-1].strip():
        blocks.pop()  # a line of dashes at the end divides nothing
    if not blocks:
        raise NotationError("there are no blocks: expected the shape, then blocks divided by lines ---")
    if len(blocks) > MAX_PIECES:
        raise LimitError(f"there are {len(blocks):,} blocks: expected at most {MAX_PIECES:,}")
    cells = parse_cells(shape, "square")
    if not cells:
        raise NotationError("the shape above the first line --- is empty: expected cells in #")
    return Packing(Board(cells), tuple(map(_block, blocks, short_names(len(blocks)))))


def _block(drawing: str, name: str) -> Piece:
    try:
        cells = parse_cells(drawing, "square")
        if not cells:
            raise NotationError("no cells between two lines ---: expected some in *")
        return Piece(name, cells, motion="fixed")
    except TilewrightError as error:
        raise type(error)(f"block {name}: {error}") from None


def dump(puzzle: Packing) -> str:
    """The puzzle as blocks text; names and colors are lost. NotationError says what the format cannot hold."""
    if puzzle.lattice != "square":
        raise _cannot(f"lattice {puzzle.lattice}")
    if puzzle.board.optional:
        raise _cannot("cells that may stay empty")
    if puzzle.pinned:
        raise _cannot("pinned pieces")
    blocks: list[str] = []
    for piece in puzzle.pieces:
        if len(piece.orientations) > 1:
            raise _cannot(f"piece {piece.name}, which may turn or flip")
        if piece.copies[0] != piece.copies[1]:
            raise _cannot(f"piece {piece.name}, whose number of copies is open")
        drawing = draw_cells(piece.orientations[0][1], "square", " ").replace("#", "*")
        blocks += [drawing] * piece.copies[0]
    return "\n---\n".join([draw_cells(puzzle.board.atoms, "square", " "), *blocks]) + "\n"


def _cannot(what: str) -> NotationError:
    return NotationError(f"blocks text cannot hold {what}: expected blocks that never turn, each used once")
