"""Texts of edge-matching puzzles: a short notation, lists of tiles, and TetraVex puzzles.

The notation is a single line `TILES@BOARD`, then `border=`, `match=`, `motion=`. For example `macmahon3@4x6
border=a`, `triangles4@h2 border=uniform`, `wang2*@8x100`.

A plain list of tiles has a head line and then one tile on each line. Lists of four numbers, as for puzzles like
Eternity II, are also read.

    edges 3x3 match=partner
    1: aBcD
    2: abAC

The head of a list of numbers is just its rows and columns, `16 16`. Label 0 is then the label of the border, if
a piece has it, and a fifth number before the four is the number of the piece. Without a head, the tiles must be
those of a square with a border: the numbers of tiles with two 0, with one and with none must be those of the
corners, sides and inner cells of a square.

TetraVex puzzles, whose tiles are not turned, are read in the forms that solvers of this game use:

    2646           top, left, right, bottom, one tile a line; @ after tiles that are already in place
    2646 9481 6767 the tiles of a row on one line; a size such as 3 or 3 3 may stand before the first
    6 8 4          three lines for each row of the board, as the tiles are drawn, with or without frames
    2 9 5 3 6 8
    8 2 8

Programs differ in the order of the four sides of a tile. Only the pairs of opposite sides matter, because
turning or flipping the whole board exchanges the other orders. In a square of n rows, at most n labels of right
sides are missing among the left sides, and the same holds for bottom and top; an order in which more are
missing is excluded. If several orders remain, the text must state which one is meant. A first line `tetravex`,
optionally with a size `3x4` and `drawn`, `clockwise` or `opposite`, states the game, the board and the order.
"""

from __future__ import annotations

import re
from contextlib import suppress

from tilewright.errors import NotationError, quote
from tilewright.files import check_notation_length
from tilewright.formats import Format
from tilewright.formats.tetravex import (
    EXPECTED_TETRAVEX,
    framed_side,
    is_tetravex,
    tetravex_text,
)
from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges.puzzle import FREE
from tilewright.kinds.edges.table import EdgesTable, board_size, build_puzzle
from tilewright.kinds.edges.tiles import GENERATED, Tile, select_tiles
from tilewright.pieces.piece import COPIES
from tilewright.puzzle.board import write_cells

OPTIONS = ("border", "match", "motion")


def parse_edge_notation(text: str) -> EdgeMatching:
    """Return the puzzle of a notation; raise NotationError quoting what is wrong.

    >>> puzzle = parse_edge_notation("macmahon3@4x6 border=a")
    >>> len(puzzle.tiles), puzzle.border
    (24, 'a')
    """
    head, *rest = check_notation_length(text.strip()).split()
    tiles, _, board = head.partition("@")
    select_tiles(tiles)  # otherwise a name without its number would be read as labels
    return build_puzzle(with_options(EdgesTable(tiles, board, text.strip()), rest))


def with_options(table: EdgesTable, words: list[str]) -> EdgesTable:
    """Return the table with the options among the words `key=value`; raise NotationError for any other word."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key in OPTIONS and not value:
            raise NotationError(f"{quote(word)}: the value is missing: expected one behind {key}=, without a space")
        if key not in OPTIONS or not equals or key in found:
            raise NotationError(f"{quote(word)}: expected border=, match= or motion=, each once")
        found[key] = value
    for key, value in found.items():
        setattr(table, key, value)
    return table


def dump_edge_notation(puzzle: EdgeMatching) -> str:
    """Return the notation of a puzzle with a named set; raise NotationError for what it cannot hold."""
    if puzzle.pinned:
        raise NotationError("the notation TILES@BOARD cannot hold pinned tiles: write it as TOML")
    size = board_size(puzzle.board)
    if not size:
        raise NotationError("the notation TILES@BOARD cannot hold this board: write it as TOML")
    for text in _sets_like(puzzle):
        with suppress(NotationError):
            if select_tiles(text) == puzzle.tiles:
                return " ".join([f"{text}@{size}", *_rules(puzzle)])
    raise NotationError("the notation TILES@BOARD cannot hold these tiles, which are no named set: write it as TOML")


def _sets_like(puzzle: EdgeMatching) -> list[str]:
    labels, edges = len(puzzle.labels_used), len(puzzle.tiles[0].labels)
    names = [f"{name}{labels}" for name, number in GENERATED.items() if number == edges]
    names += ["jeandel-rao"] * (len(puzzle.tiles) == 11)
    rules = [many + motion for many in COPIES for motion in ("", "!fixed", "!free", "!turn")]
    return [name + rule for name in names for rule in rules]


def _rules(puzzle: EdgeMatching) -> list[str]:
    return [f"border={puzzle.border}"] * (puzzle.border != FREE) + [f"match={puzzle.match}"] * (puzzle.match != "same")


HEAD = "edges"
GRAY = "0"  # the label of the border in lists of numbers


def parse_edge_list(text: str) -> EdgeMatching:
    """Return the puzzle of a list of tiles; raise NotationError quoting the line that is wrong.

    >>> parse_edge_list("edges 1x2 border=a\\nabaa\\naaab").piece_names
    ('1', '2')
    >>> parse_edge_list("1 2\\n0 1 0 0\\n0 0 0 1").border
    '0'
    """
    head, *lines = [line.strip() for line in text.splitlines() if line.partition("#")[0].strip()] or [""]
    if not head:
        raise NotationError(f"the list is empty: expected {HEAD} and a board such as 4x6, then tiles")
    words = head.partition("#")[0].split()
    if words[0] != HEAD and len(words) in (4, 5):
        plain = [line.partition("#")[0].strip() for line in (head, *lines)]
        if side := framed_side(plain):
            return _numbers([str(side)] * 2, plain)
    if words[0] != HEAD:
        return _numbers(words, lines)
    if len(words) < 2:
        raise NotationError(f"{quote(head)}: expected {HEAD} and a board such as 4x6")
    return build_puzzle(with_options(EdgesTable("\n".join(lines), words[1]), words[2:]))


def _numbers(size: list[str], lines: list[str]) -> EdgeMatching:
    if len(size) != 2 or not all(re.fullmatch(r"\d{1,4}", word, re.ASCII) for word in size):
        raise NotationError(f"{quote(' '.join(size))}: expected rows and columns, such as 16 16, above the tiles")
    rows = [re.split(r"[\s,]+", line.partition("#")[0].strip()) for line in lines]
    tiles = []
    for line, row in zip(lines, rows, strict=True):
        if len(row) not in (4, 5) or not all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for word in row):
            raise NotationError(f"{quote(line)}: expected four numbers, clockwise, or the piece's own before them")
        name = f"{int(row[0])}: " if len(row) == 5 else ""
        tiles.append(name + " ".join(str(int(word)) for word in row[-4:]))
    gray = any(int(word) == 0 for row in rows for word in row[-4:])
    return build_puzzle(EdgesTable("\n".join(tiles), "x".join(size), border=GRAY if gray else "free"))


def dump_edge_list(puzzle: EdgeMatching) -> str:
    """Return a puzzle as a list of tiles.

    Raises NotationError for boards without a size, and for tiles pinned several times.

    >>> print(dump_edge_list(parse_edge_list("edges 1x2\\nabab *2 @0,1/90")), end="")
    edges 1x2
    1: abab *2 @0,1/90
    """
    size = board_size(puzzle.board)
    if not size:
        raise NotationError("a list of tiles holds boards such as 4x6 only: write it as TOML")
    places: dict[str, str] = {}
    for pin in puzzle.pinned:
        if pin.tile in places:
            raise NotationError(f"tile {quote(pin.tile)} is pinned twice: a line holds one place: write it as TOML")
        row, column, *slot = write_cells(puzzle.grid, [pin.atom])[0]
        places[pin.tile] = f" @{row},{column}{''.join(map(str, slot))}/{pin.motion}"
    lines = [f"{tile}{places.get(tile.name, '')}" for tile in puzzle.tiles]
    return "\n".join([" ".join([HEAD, size, *_rules(puzzle)]), *lines]) + "\n"


def parse_tetravex(text: str) -> EdgeMatching:
    """Return the puzzle of a text of tiles that are not turned; raise NotationError with what was expected.

    >>> parse_tetravex("tetravex 1x2 drawn\\n0986\\n0812 @").pinned
    (TilePin(tile='2', atom=(0, 1), motion='0'),)
    """
    found = tetravex_text(text)
    if found is None:
        raise NotationError(f"no list of tiles: expected {EXPECTED_TETRAVEX}")
    lines = []
    for number, (tile, placed) in enumerate(zip(found.tiles, found.placed, strict=True)):
        row, column = divmod(number, found.columns)
        lines.append(f"{number + 1}: {' '.join(tile)}" + f" @{row},{column}" * placed)
    return build_puzzle(EdgesTable("\n".join(lines), f"{found.rows}x{found.columns}", motion="fixed"))


def dump_tetravex(puzzle: EdgeMatching) -> str:
    """Return one tile of four digits on each line, as solvers of TetraVex read them.

    Raises NotationError for what the format cannot hold.

    >>> print(dump_tetravex(parse_tetravex("| 0 | 3 |\\n|9 8|8 0|\\n| 6 | 5 |\\n| 6 | 5 |\\n|5 2|2 8|\\n| 4 | 3 |")), end="")
    0986
    3805
    6524
    5283
    """
    size = board_size(puzzle.board)
    tiles = [tile for tile in puzzle.tiles for _ in range(tile.copies[0])]
    square = size and puzzle.lattice == "square" and len(set(puzzle.board.extent)) == 1
    if not square or len(tiles) != len(puzzle.board.atoms):
        raise NotationError("a TetraVex text holds a square board and as many tiles: write it as edge-list")
    if puzzle.border != FREE or puzzle.match != "same":
        raise NotationError("a TetraVex text has no border and no partners: write it as edge-list")
    if any(tile.motion != "fixed" or tile.copies[0] != tile.copies[1] for tile in puzzle.tiles):
        raise NotationError("a TetraVex text holds tiles that do not turn, each as often as it is there")
    if not all(re.fullmatch("[0-9]", label) for label in puzzle.labels_used):
        raise NotationError("a TetraVex text holds the labels 0 to 9: write it as edge-list")
    text = "".join(f"{line}\n" for line in _tetravex_lines(puzzle, tiles))
    headed = f"{TETRAVEX_DRAWN}\n{text}"
    try:
        alike = is_tetravex(text) and tetravex_text(text) == tetravex_text(headed)
    except NotationError:
        alike = False
    return text if alike else headed


TETRAVEX_DRAWN = "tetravex drawn"


def _tetravex_lines(puzzle: EdgeMatching, tiles: list[Tile]) -> list[str]:
    """Return the lines of the tiles, each pinned tile on the line of its place."""
    pinned: dict[int, Tile] = {}
    for pin in puzzle.pinned:
        row, column, *_ = write_cells(puzzle.grid, [pin.atom])[0]
        tile = next(each for each in tiles if each.name == pin.tile)
        pinned[int(row) * puzzle.board.extent[1] + int(column)] = tile
        tiles.remove(tile)
    loose = iter(tiles)
    lines = []
    for place in range(len(puzzle.board.atoms)):
        top, right, bottom, left = (pinned.get(place) or next(loose)).labels
        lines.append(f"{top}{left}{right}{bottom}" + " @" * (place in pinned))
    return lines


EDGE_NOTATION = Format(parse_edge_notation, dump_edge_notation)
EDGE_LIST = Format(parse_edge_list, dump_edge_list)
TETRAVEX = Format(parse_tetravex, dump_tetravex)
