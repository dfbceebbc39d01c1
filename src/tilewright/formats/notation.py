"""The short notation `PIECES@BOARD` on one line, such as `FNPUV@5x5` or `tetrominoes*@8x7`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import product, zip_longest

from tilewright.errors import NotationError
from tilewright.files import check_notation_length
from tilewright.formats import Format
from tilewright.kinds import Packing
from tilewright.pieces import Piece, PieceSet, piece_set
from tilewright.pieces.piece import COPIES
from tilewright.pieces.sets import generated, set_names
from tilewright.puzzle import Board


def parse(text: str) -> Packing:
    """Return the puzzle of a notation; raise NotationError quoting what is wrong.

    >>> parse("FNPUV@5x5").board.area
    25.0
    """
    return Packing.parse(check_notation_length(text))


def dump(puzzle: Packing) -> str:
    """Return the notation of a puzzle, without colors; raise NotationError for what it cannot hold.

    >>> dump(parse("tetrominoes:SIO*@4x4-r0c0"))
    'tetrominoes:SIO*@4x4-r0c0'
    """
    if puzzle.pinned:
        raise _cannot("pinned pieces")
    board = _board(puzzle.board)
    flat = puzzle.grid.plane.name
    for pieces in _selections(tuple(replace(piece, lattice=flat) for piece in puzzle.pieces)):
        notation = f"{pieces}@{board}"
        if parse(notation).digest == puzzle.digest:
            return notation
    raise _cannot("these pieces, which are not as in one of the named sets")


def _board(board: Board) -> str:
    grid = board.grid
    if board.optional:
        raise _cannot("cells that may stay empty")
    for named in grid.sizes:
        sides = range(1, max(board.extent) + 1)
        side = bisect_left(sides, len(board.atoms), key=named.number) + 1
        if side in sides and Board.of_size(f"{named.letter}{side}", board.lattice) == board:
            return f"{named.letter}{side}"
    there = set(board.atoms)
    missing = []
    extent = [period or side for period, side in zip_longest(grid.periods, board.extent)]
    for cell in product(*map(range, extent)):
        bare = [atom for atom in grid.atoms_of(cell) if atom not in there]
        if bare:
            name = "".join(f"{letter}{v}" for letter, v in zip("lrc"[-grid.dimension :], cell, strict=True))
            slots = "" if len(bare) == grid.slot_count else "".join(grid.letters[grid.split(atom)[1]] for atom in bare)
            missing.append(name + slots)
    return "x".join(map(str, extent)) + "~" * len(board.circumferences) + (f"-{','.join(missing)}" if missing else "")


def _selections(pieces: tuple[Piece, ...]) -> Iterator[str]:
    """Yield notations that select the pieces from one set: all once, in any number, at least once, or in given numbers."""
    copies = {piece.copies for piece in pieces}
    many = next((sign for sign, these in COPIES.items() if copies == {these}), "")
    is_counted = copies != {(1, 1)} and all(lo == hi for lo, hi in copies)
    for name in _sets_like(pieces[0]):
        plain = piece_set(name)
        for motion in ("", "free", "turn", "fixed"):
            letters = _letters(plain, motion, pieces)
            if letters is not None:
                bare = name == "pentominoes" and "".join(letters).isupper()
                every = not is_counted and letters == [piece.name for piece in plain.pieces]
                if is_counted:
                    number = {piece.name: piece.copies[0] for piece in pieces}
                    letters = [f"{letter}{number.get(letter, 1)}" for letter in letters]
                joined = ("," if "," in plain.letters else "").join(letters)
                yield (name if every else joined if bare else f"{name}:{joined}") + many + (motion and f"!{motion}")


def _sets_like(piece: Piece) -> Iterator[str]:
    """Yield the names of sets on the piece's lattice that may hold a piece of its size.

    Large sets are skipped by size where possible, because building them takes seconds.
    """
    for name in set_names():
        lattice_name, cells = generated().get(name, ("", 0))
        if lattice_name:
            fits = (lattice_name, cells * len(piece.grid.blocks[0])) == (piece.lattice, len(piece.atoms))
        else:  # a named set with pieces of several sizes
            fits = piece_set(name).pieces[0].lattice == piece.lattice
        if fits:
            yield name


def _letters(plain: PieceSet, motion: str, pieces: tuple[Piece, ...]) -> list[str] | None:
    """Return the letters of the set that stand for the pieces in their order; None if there are none."""
    groups: dict[object, tuple[str, list[object]]] = {}
    for piece in plain.pieces:
        found = replace(plain, pieces=(piece,))
        rules = [_rule(form) for form in (found.with_motion(motion) if motion else found).pieces]
        groups[rules[0]] = piece.name, rules
    wanted = [_rule(piece) for piece in pieces]
    letters: list[str] = []
    while wanted:
        letter, rules = groups.get(wanted[0], ("", []))
        if not rules or wanted[: len(rules)] != rules or letter in letters:
            return None
        letters.append(letter)
        del wanted[: len(rules)]
    return letters


def _rule(piece: Piece) -> object:
    return piece.name, piece.forms


def _cannot(what: str) -> NotationError:
    return NotationError(f"the notation PIECES@BOARD cannot hold {what}: write it as TOML")


NOTATION = Format(parse, dump)
