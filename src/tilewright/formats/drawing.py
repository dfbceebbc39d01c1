"""Puzzles and boards as drawings.

Blocks text is the format of the Doodle Fit solver: a shape of `#` and blanks, then blocks of `*`, separated by
lines `---`. Each block is used once and never turned. Blocks are named 0, 1, 2, ..., 9, a-z, A-Z, and with two
characters beyond 62. The levels that come with the package have this format: `levels#heart`, or `levels#7` by
number.

A board alone is a text of # and ., rows of 0 and 1, or a picture whose black cells are the board. It has no
pieces; these are given before it, as in `pentominoes@heart.txt`, or by the option `--pieces`.

Figures of the seven Soma pieces are `.soma` files of layers, as the solver yass reads them
(github.com/thanks4opensource/yass). Empty lines separate the layers, top first. `*` or `o` is a cube to be
filled, `.` or a blank is no cube, and a letter is a cube of a piece that lies there: 3 for the tricube, l, t,
z, c for the piece with a corner, p and n for the two twisted pieces. The shape decides between p and n, because
files differ in the order of their layers. `#` begins a comment.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.errors import EngineUnavailableError, LimitError, NotationError, TilewrightError, did_you_mean, quote
from tilewright.files import MAX_PIECES, data_text
from tilewright.formats import Format, is_row_list
from tilewright.formats.drawn_texts import SOMA_CUBES, is_divided, is_drawn, soma_layers
from tilewright.kinds.packing.letters import short_names
from tilewright.kinds.packing.puzzle import Packing, Pin
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece
from tilewright.pieces.marks import OTHERS, SURE
from tilewright.pieces.piece import draw_cells, is_rows_text, parse_cells
from tilewright.puzzle.board import MAX_CELLS, OPTIONAL, Board

if TYPE_CHECKING:
    import numpy as np


_LINE = re.compile(r"^[ \t]*-{3,}[ \t\r]*$", re.MULTILINE)


def parse_blocks(text: str) -> Packing:
    """Return the puzzle of a blocks text; raise NotationError naming the block that is wrong.

    >>> [piece.name for piece in parse_blocks("##\\n---\\n*\\n---\\n*").pieces]
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
        blocks.pop()  # a line of dashes at the end separates nothing
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


def dump_blocks(puzzle: Packing) -> str:
    """Return the puzzle as blocks text, without names and colors; raise NotationError for what it cannot hold."""
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
        if not piece.connected:
            raise _cannot(f"piece {piece.name}, which is in several parts")
        drawing = draw_cells(piece.orientations[0][1], "square", " ").replace("#", "*")
        blocks += [drawing] * piece.copies[0]
    return "\n---\n".join([draw_cells(puzzle.board.atoms, "square", " "), *blocks]) + "\n"


def _cannot(what: str) -> NotationError:
    return NotationError(f"blocks text cannot hold {what}: expected blocks that never turn, each used once")


PACK = "levels"


class PackLevel(NamedTuple):
    """A level of the pack: a shape, and blocks that fill it in exactly one way without being turned.

    number:     The position in the pack, from 1.
    source:     "published" (Doodle Fit), or "made" by `design blocks`.
    difficulty: easy, medium, hard or extreme, as `rate` determines it.
    text:       The level as blocks text.
    """

    number: int
    name: str
    source: str
    difficulty: str
    text: str

    @property
    def puzzle(self) -> Packing:
        """Return the level as a puzzle.

        >>> pack_levels()[0].puzzle.piece_names
        ('0', '1', '2')
        """
        return replace(parse_blocks(self.text), name=self.name)


@lru_cache
def pack_levels() -> tuple[PackLevel, ...]:
    """Return all levels, the published ones first.

    >>> [level.name for level in pack_levels()[:3]]
    ['two', 'cheeseonhead', 'house']
    """
    import json

    rows = enumerate(json.loads(data_text("levels.json")), start=1)
    return tuple(PackLevel(n, row["name"], row["source"], row["difficulty"], row["level"]) for n, row in rows)


def load_level(source: str) -> Packing:
    """Return the puzzle of `levels#NAME` or `levels#NUMBER`; raise NotationError listing the levels for others."""
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


BLOCKS = Format(parse_blocks, dump_blocks)


MAX_PIXELS = 40_000_000
DARK = 128  # a pixel with a smaller value is black
MIXED = 0.25  # a cell is black or white if less than this part of it has the other color
THIN = 8  # lines between cells are ignored if their width is at most the side of a cell divided by this
SMALLEST, TINY = 4, 64  # pixels; cells that seem smaller, in a picture that is not tiny, come from a blurred picture


def is_drawing(text: str) -> bool:
    """Return True if the text can only be the drawing of a board.

    >>> is_drawing(".#.\\n###"), is_drawing("0110\\n1111"), is_drawing("FNPUV@5x5")
    (True, True, False)
    """
    return is_rows_text(text) or is_row_list(text) or is_drawn(text)


def is_board(text: str) -> bool:
    """Return True if the text is the drawing of a board on squares.

    >>> is_board("[[1, 1, 0], [1, 1, 1]]"), is_board("[[3, 0, 0], [0, 6, 1]]")
    (True, False)
    """
    try:
        return bool(parse_drawing(text).atoms)
    except TilewrightError:
        return False


def parse_drawing(text: str, lattice_name: str = "square") -> Board:
    """Return the board of a drawing; raise NotationError quoting the line that is wrong.

    >>> print(parse_drawing("011\\n110"))
    .##
    ##.
    """
    if is_row_list(text):
        from tilewright.puzzle.table import drawing_text, parse_json, read_board_atoms

        rows = drawing_text(parse_json(text))
        if isinstance(rows, list):
            return Board(read_board_atoms(rows, lattice_name), lattice=lattice_name)
        text = rows
    if lattice(lattice_name).dimension == 2 and is_divided(text):
        raise NotationError(
            "an empty line divides drawings, which would be several pieces, or several boards: expected one board, with . in each row"
        )
    if set(text) & set(f"{SURE}{OTHERS}") == {OPTIONAL}:
        raise NotationError(
            "a board in o alone: its cells may be those to cover, or those that may stay empty: expected # for cells to cover, or "
            'optional = "4x4", or a drawing, in a TOML file'
        )
    return Board.parse(text, lattice_name)


def board_of_picture(data: bytes, name: str, lattice_name: str, cell: int | None) -> Board:
    """Return the board formed by the black cells of a PNG; raise NotationError if there is none."""
    import numpy as np

    grid = lattice(lattice_name)
    if grid.dimension != 2 or grid.lean or grid.pitch != 1:
        raise NotationError(f"{name}: a picture shows squares: expected pieces made of squares, not {lattice_name}")
    black = _black_pixels(data, name)
    rows, columns = np.flatnonzero(black.any(axis=1)), np.flatnonzero(black.any(axis=0))
    if not len(rows):
        raise NotationError(f"{name} has no black pixels: expected black cells on white")
    black = black[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    side = cell or _side(black)
    if cell is None and side < SMALLEST and max(black.shape) > TINY:
        raise NotationError(f"{name}: cells of different sizes: expected sharp squares, or their side: --cell PIXELS")
    high, wide = (max(1, round(length / side)) for length in black.shape)
    missing = high * side - len(black), wide * side - len(black[0])
    if max(map(abs, missing)) > side // THIN:
        raise NotationError(
            f"{name}: the black part is {len(black[0])} x {len(black)} pixels, no number of cells of {side}: "
            "expected a --cell that divides both, or none, which reads it off the picture"
        )
    if high * wide > MAX_CELLS:
        raise LimitError(f"{name} has {high * wide:,} cells: expected at most {MAX_CELLS:,}, or a larger --cell")
    black = np.pad(black, [(0, max(0, length)) for length in missing])[: high * side, : wide * side]
    part = black.reshape(high, side, wide, side).mean(axis=(1, 3))
    if mixed := np.argwhere(np.abs(part - 0.5) < MIXED).tolist():
        row, column = mixed[0]
        raise NotationError(f"{name}: cell r{row}c{column} of {side} pixels is partly black: expected another --cell")
    found = [(row, column) for row, column in np.argwhere(part > 0.5).tolist()]
    return Board(tuple(atom for place in found for atom in grid.atoms_of(place)), lattice=lattice_name)


def _side(black: np.ndarray[Any, Any]) -> int:
    """Return the largest number that divides all distances between the lines at which the picture changes."""
    import numpy as np

    changes = [
        np.flatnonzero((np.diff(black.astype(np.int8), axis=axis) != 0).any(axis=1 - axis)) + 1 for axis in (0, 1)
    ]
    lengths = (*black.shape, *(int(place) for places in changes for place in places))
    return gcd(*lengths)


def _black_pixels(data: bytes, name: str) -> np.ndarray[Any, Any]:
    """Return an array that tells which pixels of a PNG are black; transparent ones are not."""
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise EngineUnavailableError(
            f"{quote(name)} is a picture: reading it needs Pillow: pip install pillow"
        ) from None
    from io import BytesIO

    import numpy as np

    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise LimitError(
                    f"{name} has {picture.width} x {picture.height} pixels: expected at most {MAX_PIXELS:,}"
                )
            pixels = np.asarray(picture.convert("LA"))
    except (OSError, SyntaxError, ValueError) as error:
        raise NotationError(f"{name}: {error}: expected a PNG") from None
    return (pixels[..., 0] < DARK) & (pixels[..., 1] >= DARK)


LETTERS = {"3": "V", "l": "L", "t": "T", "z": "Z", "c": "P", "p": "AB", "n": "AB"}
EMPTY, FULL = ".", "*"


def parse_soma(text: str) -> Packing:
    """Return the puzzle of a Soma figure; raise NotationError for other signs, and for cubes that form no piece.

    >>> len(parse_soma("\\n\\n".join(["***\\n***\\n***"] * 3)).board.atoms)
    27
    """
    from tilewright.pieces.sets import select

    layers = soma_layers(text)
    cubes: dict[str, list[Atom]] = {}
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            for x, sign in enumerate(row):
                if sign not in f" {EMPTY}{FULL}o{''.join(LETTERS)}":
                    raise NotationError(f"{quote(row)}: {quote(sign)}: expected * or o, ., or a piece of 3 l t z c p n")
                if sign not in f" {EMPTY}":
                    cubes.setdefault(sign, []).append((z, y, x))
    atoms = tuple(sorted(atom for some in cubes.values() for atom in some))
    if len(atoms) != SOMA_CUBES:
        raise NotationError(f"a figure of {len(atoms)} cubes: the seven Soma pieces fill {SOMA_CUBES}")
    pieces = select("soma")
    pins = tuple(_pin(sign, some, pieces) for sign, some in cubes.items() if sign in LETTERS)
    return Packing(Board(atoms, (), "cubic"), pieces, pinned=pins)


def _pin(sign: str, atoms: list[Atom], pieces: tuple[Piece, ...]) -> Pin:
    for piece in pieces:
        if piece.name in LETTERS[sign] and tuple(sorted(piece.grid.normalize(atoms))) in piece.forms:
            return Pin(piece.name, tuple(sorted(atoms)))
    raise NotationError(f"the cubes {sign} do not make that piece: expected all of it, or * in their place")


def dump_soma(puzzle: Packing) -> str:
    """Return the figure of a puzzle with the seven Soma pieces; raise NotationError for other puzzles."""
    from tilewright.pieces.sets import select

    if puzzle.pieces != select("soma") or puzzle.board.optional or len(puzzle.board.atoms) != SOMA_CUBES:
        raise NotationError("a .soma file holds a figure of 27 cubes for the pieces soma: write it as TOML")
    signs = dict.fromkeys(puzzle.board.atoms, FULL)
    names = {"V": "3", "L": "l", "T": "t", "Z": "z", "P": "c", "A": "n", "B": "p"}
    for pin in puzzle.pinned:
        signs |= dict.fromkeys(pin.atoms, names[pin.piece])
    low, high = ([f(atom[axis] for atom in signs) for axis in range(3)] for f in (min, max))
    ranges = [range(a, b + 1) for a, b in zip(low, high, strict=True)]
    layers = ("\n".join("".join(signs.get((z, y, x), EMPTY) for x in ranges[2]) for y in ranges[1]) for z in ranges[0])
    return "\n\n".join(layers) + "\n"


SOMA = Format(parse_soma, dump_soma)
