"""The short notation of edge-matching puzzles on one line: `TILES@BOARD`, then `border=`, `match=`, `motion=`.

For example `macmahon3@4x6 border=a`, `triangles4@h2 border=uniform`, `wang2*@8x100`.
"""

from __future__ import annotations

from tilewright.errors import NotationError, quote
from tilewright.formats.puzzles.notation import check_notation_length
from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges.sets import COPIES, GENERATED, select_tiles
from tilewright.kinds.edges.table import EdgesTable, board_size, build_puzzle

OPTIONS = ("border", "match", "motion")


def parse(text: str) -> EdgeMatching:
    """Parse a notation. Raises NotationError quoting what is wrong.

    >>> puzzle = parse("macmahon3@4x6 border=a")
    >>> len(puzzle.tiles), puzzle.border
    (24, 'a')
    """
    head, *rest = check_notation_length(text.strip()).split()
    tiles, _, board = head.partition("@")
    select_tiles(tiles)  # else a name without its number would be read as labels
    return build_puzzle(with_options(EdgesTable(tiles, board, text.strip()), rest))


def with_options(table: EdgesTable, words: list[str]) -> EdgesTable:
    """Return the table with the options among the words `key=value`. Raises NotationError for any other word."""
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


def dump(puzzle: EdgeMatching) -> str:
    """Return the notation of a puzzle with a named set. Raises NotationError saying what it cannot hold."""
    if puzzle.pinned:
        raise NotationError("the notation TILES@BOARD cannot hold pinned tiles: write it as TOML")
    size = board_size(puzzle.board)
    if not size:
        raise NotationError("the notation TILES@BOARD cannot hold this board: write it as TOML")
    for text in _sets_like(puzzle):
        if _same_tiles(puzzle, text):
            options = [f"border={puzzle.border}"] * (puzzle.border != "free")
            options += [f"match={puzzle.match}"] * (puzzle.match != "same")
            return " ".join([f"{text}@{size}", *options])
    raise NotationError("the notation TILES@BOARD cannot hold these tiles, which are no named set: write it as TOML")


def _sets_like(puzzle: EdgeMatching) -> list[str]:
    labels, edges = len(puzzle.labels_used), len(puzzle.tiles[0].labels)
    names = [f"{name}{labels}" for name, number in GENERATED.items() if number == edges]
    names += ["jeandel-rao"] * (len(puzzle.tiles) == 11)
    rules = [many + motion for many in COPIES for motion in ("", "!fixed", "!free", "!turn")]
    return [name + rule for name in names for rule in rules]


def _same_tiles(puzzle: EdgeMatching, text: str) -> bool:
    try:
        return select_tiles(text) == puzzle.tiles
    except NotationError:
        return False
