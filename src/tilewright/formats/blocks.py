"""Blocks text, the form of the Doodle Fit solver: a shape in `#` and blanks, then blocks in `*` split by lines `---`.

Blocks are never turned, each is used once; they are named 0, 1, 2, ..., 9, a-z, A-Z, beyond 62 by two characters.

The level pack that comes with the package: `levels#heart`, or `levels#7` by number. The file is made by `tools/make_levels.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from tilewright.errors import LimitError, NotationError, TilewrightError, did_you_mean, quote
from tilewright.files import MAX_PIECES
from tilewright.formats import Format
from tilewright.kinds import Packing
from tilewright.kinds.packing.letters import short_names
from tilewright.pieces import Piece
from tilewright.pieces.piece import draw_cells, parse_cells
from tilewright.puzzle import Board

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


PACK = "levels"


@dataclass(frozen=True)
class PackLevel:
    """A level of the pack: a shape, and blocks that fill it in one way without being turned.

    number:     its place in the pack, from 1.
    source:     "published" (Doodle Fit), or "made" by `design blocks`.
    difficulty: easy, medium, hard or extreme, as `rate` says.
    text:       the level as blocks text.
    """

    number: int
    name: str
    source: str
    difficulty: str
    text: str

    @property
    def puzzle(self) -> Packing:
        """The level as a puzzle.

        >>> pack_levels()[0].puzzle.piece_names
        ('0', '1', '2')
        """
        return replace(parse(self.text), name=self.name)


@lru_cache
def pack_levels() -> tuple[PackLevel, ...]:
    """Return all levels, the published ones first.

    >>> [level.name for level in pack_levels()[:3]]
    ['two', 'cheeseonhead', 'house']
    """
    import json  # for the level pack alone, as the next
    from importlib import resources  # as the line above

    text = resources.files("tilewright").joinpath("data", "levels.json").read_text(encoding="utf-8")
    rows = enumerate(json.loads(text), start=1)
    return tuple(PackLevel(n, row["name"], row["source"], row["difficulty"], row["level"]) for n, row in rows)


def is_pack(source: str) -> bool:
    """Return True for the name of the pack, alone or with a level behind it."""
    return source == PACK or source.startswith(f"{PACK}#")


def load_level(source: str) -> Packing:
    """Return the puzzle of `levels#NAME` or `levels#NUMBER`. Raises NotationError listing what there is."""
    wanted = source.partition("#")[2].strip()
    by_name = {level.name: level for level in pack_levels()}
    by_name |= {str(level.number): level for level in pack_levels()}
    if wanted in by_name:
        return by_name[wanted].puzzle
    names = ", ".join(level.name for level in pack_levels())
    if not wanted:
        raise NotationError(
            f"{PACK} is a pack of {len(pack_levels())}: expected one of them, e.g. {PACK}#heart; there are {names}"
        )
    guess = did_you_mean(wanted, (level.name for level in pack_levels()))
    raise NotationError(f"{quote(source)}: no such level{guess}: expected 1 to {len(pack_levels())}, or one of {names}")


BLOCKS = Format(parse, dump)
