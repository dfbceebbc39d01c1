"""Whether a reason holds: its definition applied to the puzzle itself, every position of every piece tried.

Shares nothing with what finds reasons, nor with `puzzle.compile`. Pinned pieces are taken off the board first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product

from tilewright.explain.reason import Reason
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Puzzle, Shikaku


def reason_fault(puzzle: Puzzle | Shikaku, reason: Reason) -> str | None:
    """Why the reason does not prove that there is no tiling, in one line; None when it does."""
    if isinstance(puzzle, Shikaku):
        return _clue_fault(puzzle, reason)
    if reason.kind == "invariant":
        return _invariant_fault(puzzle, reason)
    if reason.kind in ("area", "region"):
        return _area_fault(puzzle, set(reason.atoms))
    return f"a reason of kind {reason.kind!r} is not checked by counting"


def _clue_fault(puzzle: Shikaku, reason: Reason) -> str | None:
    values = [value for _, _, value in puzzle.clues]
    known, unknown, cells = sum(value or 0 for value in values), values.count(None), puzzle.rows * puzzle.columns
    wrong = known + unknown > cells or (not unknown and known != cells)
    return None if wrong and reason.kind == "area" else f"the clues can fill the {cells} cells"


def _free(puzzle: Puzzle) -> tuple[set[Atom], set[Atom], dict[str, tuple[int, int | None]]]:
    """What the pinned pieces leave: atoms to cover, atoms that may stay empty, (fewest, most) of each piece."""
    pinned = {atom for pin in puzzle.pinned for atom in pin.atoms}
    used = Counter(pin.piece for pin in puzzle.pinned)
    left = {}
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        left[piece.name] = max(0, lo - used[piece.name]), None if hi is None else max(0, hi - used[piece.name])
    return set(puzzle.board.atoms) - pinned, set(puzzle.board.optional) - pinned, left


def _area_fault(puzzle: Puzzle, region: set[Atom]) -> str | None:
    """`region` is a part of the board that no piece can leave, or empty for all of it."""
    must, may, supplies = _free(puzzle)
    if region:
        if not region <= must | may:
            return "the part is not free, or not on the board"
        beside = {other for atom in region for other in puzzle.grid.adjacent(atom)} - region
        if beside & (must | may):
            return "the part is not apart: pieces may reach over its edge"
        must, may = must & region, may & region
    room = len(must) + len(may)
    sums = {0}
    for piece in puzzle.pieces:
        lo, hi = supplies[piece.name]
        size = len(piece.atoms)
        most = room // size if hi is None else min(hi, room // size)
        sums = {s + n * size for s in sums for n in range(0 if region else lo, most + 1) if s + n * size <= room}
    good = [total for total in sums if total >= len(must)]
    return f"the pieces can cover {puzzle.grid.area(good[0]):g} cells there" if good else None


def _invariant_fault(puzzle: Puzzle, reason: Reason) -> str | None:
    """Modulo `modulus` every position of a piece must cover the piece's own weight (0 for those not listed), pieces
    with a weight be of a fixed number, cells that may stay empty weigh 0, and board and pieces differ in total.
    """
    modulus = reason.modulus
    if modulus is None or modulus < 2:
        return "the argument has no modulus"
    weights, own = dict(reason.weights), dict(reason.pieces)
    must, may, supplies = _free(puzzle)
    if any(weights.get(atom, 0) % modulus for atom in may):
        return "a cell that may stay empty has a weight"
    expected = 0
    for piece in puzzle.pieces:
        lo, hi = supplies[piece.name]
        weight = own.get(piece.name, 0)
        if weight % modulus and lo != hi:
            return f"piece {piece.name} has a weight, but the number of its copies is not fixed"
        expected += weight * lo
        if wrong := _odd_position(puzzle, piece, must | may, weights, weight, modulus):
            return f"piece {piece.name} at {sorted(wrong)} covers another weight than {weight} modulo {modulus}"
    total = sum(weights.get(atom, 0) for atom in must)
    return "the weights of board and pieces agree" if (total - expected) % modulus == 0 else None


def _odd_position(
    puzzle: Puzzle, piece: Piece, there: set[Atom], weights: Mapping[Atom, int], weight: int, modulus: int
) -> tuple[Atom, ...] | None:
    """A position among the atoms `there` that covers another weight."""
    reach: Iterable[int] = range(-1, max(puzzle.board.extent) + 1)
    for _, aspect in piece.aspects:
        for vector in product(reach, repeat=puzzle.grid.dimension):
            shifted = tuple(puzzle.grid.shift(aspect, vector))
            inside = all(atom in there for atom in shifted)
            if inside and (sum(weights.get(atom, 0) for atom in shifted) - weight) % modulus:
                return shifted
    return None
