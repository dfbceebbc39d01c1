"""The rules of packing puzzles, one function each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle.check import Fault, cells_text, pin_faults
from tilewright.puzzle.puzzle import Placement


def _piece_name(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    names = {piece.name for piece in puzzle.pieces}
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no piece {placement.piece}", placement.atoms)


def _piece_shape(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    allowed = {piece.name: _shapes(piece) for piece in puzzle.pieces}
    for placement in placements:
        if placement.piece in allowed and _moved_back(puzzle, placement) not in allowed[placement.piece]:
            text = (
                f"what is placed at {cells_text(placement.atoms)} is not an allowed position of piece {placement.piece}"
            )
            yield Fault("shape", text, placement.atoms)


def _shapes(piece: Piece) -> set[tuple[Atom, ...]]:
    return {piece.grid.normalize(orientation) for _, orientation in piece.orientations}


def _moved_back(puzzle: Packing, placement: Placement) -> tuple[Atom, ...]:
    """The atoms in normal position; nothing where there are none, or some that no lattice has together."""
    alike = len({len(atom) for atom in placement.atoms}) == 1
    return puzzle.grid.normalize(placement.atoms) if alike else ()


def _paint(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    limited = {piece.name: piece for piece in puzzle.pieces if piece.allowed_paints}
    paint = dict(puzzle.board.paint)
    for placement in placements:
        piece = limited.get(placement.piece)
        if (
            piece
            and _moved_back(puzzle, placement) in _shapes(piece)
            and piece.allowed_motion(placement.atoms, paint) is None
        ):
            text = f"piece {piece.name} at {cells_text(placement.atoms)} covers paint that it must not cover"
            yield Fault("paint", text, placement.atoms)


def _copies(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    used = Counter(placement.piece for placement in placements)
    if partial:  # the pinned copies are spoken for
        laid = {(placement.piece, frozenset(placement.atoms)) for placement in placements}
        used.update(pin.piece for pin in puzzle.pinned if (pin.piece, frozenset(pin.atoms)) not in laid)
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        if (hi is not None and used[piece.name] > hi) or (used[piece.name] < lo and not partial):
            bounds = f"{lo}" if hi == lo else f"{lo} to {'any number' if hi is None else hi}"
            yield Fault("copies", f"piece {piece.name} is used {used[piece.name]} times: expected {bounds}")


def _piece_pin(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    yield from pin_faults({frozenset(pin.atoms): pin.piece for pin in puzzle.pinned}, placements, partial, "piece")


def _where(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    if not puzzle.constraints:
        return
    from tilewright.kinds.packing.constraints import Ground, constraint_faults  # for constraints alone

    for text, atoms in constraint_faults(puzzle.constraints, Ground(puzzle), placements, partial):
        yield Fault("where", text, atoms)


Rule = Callable[[Packing, Sequence[Placement], bool], Iterator[Fault]]
RULES: tuple[Rule, ...] = (_piece_name, _piece_shape, _paint, _copies, _piece_pin, _where)


def rule_faults(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> list[Fault]:
    """What breaks a rule of the pieces."""
    return [fault for rule in RULES for fault in rule(puzzle, placements, partial)]
