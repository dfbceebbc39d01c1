"""The short notation `PIECES@BOARD` on one line, e.g. `FNPUV@5x5`, `tetrominoes*@8x7`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tilewright.errors import NotationError, TilewrightError
from tilewright.pieces import Piece, PieceSet, piece_set
from tilewright.pieces.sets import set_names
from tilewright.puzzle import Board, Puzzle, Shikaku

NAME = "notation"
SUFFIXES: tuple[str, ...] = ()
ON_ONE_LINE = True


def recognise(text: str) -> bool:
    """Whether the text is one line with an `@`."""
    return "@" in text and len(text.split()) == 1


def parse(text: str) -> Puzzle:
    """The puzzle of a notation."""
    return Puzzle.parse(text)


def dump(puzzle: Puzzle | Shikaku) -> str:
    """The notation of a puzzle; NotationError says what it cannot hold. Colors are lost."""
    if isinstance(puzzle, Shikaku):
        raise _cannot("a Shikaku")
    if puzzle.pinned:
        raise _cannot("pinned pieces")
    board = _board(puzzle.board)
    for pieces in _selections(puzzle.pieces):
        notation = f"{pieces}@{board}"
        if Puzzle.parse(notation).digest == puzzle.digest:
            return notation
    raise _cannot("these pieces, which are not as in one of the named sets")


def _board(board: Board) -> str:
    grid = board.grid
    if board.optional:
        raise _cannot("cells that may stay empty")
    there = set(board.atoms)
    size = "x".join(map(str, board.extent))
    missing = []
    for cell in product(*map(range, board.extent)):
        bare = [atom for atom in grid.whole(cell) if atom not in there]
        if bare and (len(bare) < grid.kinds or grid.dimension != 2):
            raise _cannot("a board of parts of cells" if grid.kinds > 1 else "a solid with missing cells")
        if bare:
            missing.append(f"r{cell[0]}c{cell[1]}")
    return size + (f"-{','.join(missing)}" if missing else "")


def _selections(pieces: tuple[Piece, ...]) -> Iterator[str]:
    """Notations that may select the pieces: of one set, all once or all in any number."""
    star = "*" if all(piece.copies == (0, None) for piece in pieces) else ""
    for name in set_names():
        try:
            plain = piece_set(name)
        except TilewrightError:
            continue
        if plain.pieces[0].lattice != pieces[0].lattice:
            continue
        for motion in ("", "!free", "!turn", "!fixed"):
            found = plain.moving(motion[1:]) if motion else plain
            if _holds(found, pieces):
                yield _letters(name, plain, found, pieces) + star + motion


def _holds(found: PieceSet, pieces: tuple[Piece, ...]) -> bool:
    rules = {(piece.name, piece.kind) for piece in found.pieces}
    return all((piece.name, piece.kind) in rules for piece in pieces)


def _letters(name: str, plain: PieceSet, found: PieceSet, pieces: tuple[Piece, ...]) -> str:
    names = [piece.name for piece in pieces]
    if names == [piece.name for piece in found.pieces]:
        return name
    letters = ("," if "," in plain.letters else "").join(names)
    return letters if name == "pentominoes" and letters.isupper() else f"{name}:{letters}"


def _cannot(what: str) -> NotationError:
    return NotationError(f"the notation PIECES@BOARD cannot hold {what}: write it as TOML")
