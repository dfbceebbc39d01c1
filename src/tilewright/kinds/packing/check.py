"""Check the rules of packing puzzles, one function each, list the allowed placements for counts, and check reasons.

A reason is checked against its definition on the puzzle itself, with every position of every piece. This module shares
no code with the search for reasons, and with `compile` only pieces, the lattice and the meaning of constraints. Pinned
pieces are removed from the board first, each as a copy of the piece that its pin names. The work grows with the board
times the shapes, not with the size of a reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from tilewright.errors import LimitError, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Checkers
from tilewright.puzzle.rules import (
    Cells,
    Fault,
    PlacementRules,
    Reason,
    cells_text,
    class_copies,
    copies_faults,
    name_faults,
    pin_faults,
)


def _shape_and_paint(puzzle: Packing, placements: Sequence[Placement]) -> Iterator[Fault]:
    pieces, paint = {piece.name: piece for piece in puzzle.pieces}, dict(puzzle.board.paint)
    for placement in placements:
        if (piece := pieces.get(placement.piece)) is None:
            continue
        atoms = placement.atoms
        same_length = len({len(atom) for atom in atoms}) == 1  # all atoms of a lattice have the same length
        if not same_length or puzzle.grid.normalize(atoms) not in piece.forms:
            text = f"is not an allowed position of piece {piece.name}"
            if len(atoms) != len(piece.atoms):
                laid, whole = (f"{puzzle.grid.area(len(each)):g}" for each in (atoms, piece.atoms))
                text = f"is {laid} cell{'s' * (laid != '1')} of piece {piece.name}, which has {whole}"
            yield Fault("shape", f"what is placed at {cells_text(atoms)} {text}", atoms)
        elif piece.allowed_paints and piece.allowed_motion(atoms, paint) is None:
            text = "covers paint that it must not cover"
            yield Fault("paint", f"piece {piece.name} at {cells_text(atoms)} {text}", atoms)


def _copies(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    used = Counter(placement.piece for placement in placements)
    if partial:  # the copies that pins need are taken
        laid = {(placement.piece, frozenset(placement.atoms)) for placement in placements}
        used.update(pin.piece for pin in puzzle.pinned if (pin.piece, frozenset(pin.atoms)) not in laid)
    yield from copies_faults({piece.name: piece.copies for piece in puzzle.pieces}, used, partial, "piece")


def _where(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    if not puzzle.constraints:
        return
    from tilewright.kinds.packing.constraints import Ground, constraint_faults

    for text, atoms in constraint_faults(puzzle.constraints, Ground(puzzle), placements, partial):
        yield Fault("where", text, atoms)


class PackingCheckers(Checkers):
    """The checks of packing puzzles."""

    puzzle: Packing

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        puzzle = self.puzzle
        pins = {frozenset(pin.atoms): pin.piece for pin in puzzle.pinned}
        return [
            *name_faults(puzzle.piece_names, placements, "piece"),
            *sorted(_shape_and_paint(puzzle, placements), key=lambda fault: fault.rule == "paint"),  # shapes first
            *_copies(puzzle, placements, partial),
            *pin_faults(pins, placements, partial, "piece"),
            *_where(puzzle, placements, partial),
        ]

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        puzzle = self.puzzle
        if any(not each.is_of_each for each in puzzle.constraints):
            raise LimitError(
                "the puzzle has constraints on several placements, which a certificate of states cannot express"
            )
        classes: dict[object, list[Piece]] = {}
        for piece in puzzle.pieces:
            forms = frozenset((atoms, frozenset(paints)) for atoms, paints in piece.paint_variants.items())
            class_key: object = piece.name if piece.name in puzzle.told_apart else forms
            classes.setdefault(class_key, []).append(piece)
        class_of = {piece.name: number for number, same in enumerate(classes.values()) for piece in same}
        pinned = Counter(pin.piece for pin in puzzle.pinned)
        pinned_by_class = {(class_of[pin.piece], frozenset(pin.atoms)) for pin in puzzle.pinned}
        found = (
            (number, cells)
            for number, (piece, *_) in enumerate(classes.values())
            for cells in _positions(puzzle, piece, there, deadline)
        )
        copies = [class_copies(((piece.name, piece.copies) for piece in same), pinned) for same in classes.values()]
        return PlacementRules(copies, found, pinned_by_class)

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        puzzle = self.puzzle
        rest = _rest(puzzle)
        if isinstance(rest, str):
            return rest
        if reason.kind == "invariant":
            return _malformed(puzzle, reason) or _invariant_fault(puzzle, rest, reason, deadline)
        if reason.kind in ("area", "region"):
            return _area_fault(puzzle, rest, set(reason.atoms))
        return f"a reason of kind {quote(reason.kind)} is not checked by counting"

    def checkable_reasons(self) -> tuple[str, ...]:
        return ("area", "region", "invariant")


def _allowed(puzzle: Packing, piece: Piece) -> Callable[[Iterable[Atom]], bool]:
    """Return a test whether the constraints on single placements allow a piece on some atoms."""
    rules = [each for each in puzzle.constraints if each.is_of_each]
    if not rules:
        return lambda atoms: True
    from tilewright.kinds.packing.constraints import Ground

    ground = Ground(puzzle)
    return lambda atoms: all(rule.allows(ground, puzzle.placement(piece.name, atoms)) for rule in rules)


def _positions(puzzle: Packing, piece: Piece, free: Collection[Atom], deadline: Deadline) -> Iterator[Cells]:
    """Yield the atoms of every position of a piece on free atoms and on paint that it may cover."""
    grid, paint = puzzle.grid, dict(puzzle.board.paint) if piece.allowed_paints else {}
    allowed = _allowed(puzzle, piece)
    for orientation in piece.paint_variants:
        seen: set[Cells] = set()  # on a wrapped board a shape may be its own translation
        for atom in deadline.watch(free):
            step = tuple(map(int.__sub__, atom, orientation[0]))
            if grid.letters and step[-1]:
                continue  # a translation does not change the slot
            cells = list(grid.reduce(tuple(map(int.__add__, other, step)) for other in orientation))
            if all(cell in free for cell in cells) and (not paint or piece.allowed_motion(cells, paint) is not None):
                position = frozenset(cells)
                if position not in seen and allowed(position):
                    yield position
                if grid.periods:
                    seen.add(position)


class Unpinned(NamedTuple):
    """The puzzle without its pinned pieces.

    must:   the atoms to cover.
    may:    the atoms that may stay empty.
    pieces: (piece, fewest, most) for each piece.
    """

    must: frozenset[Atom]
    may: frozenset[Atom]
    pieces: tuple[tuple[Piece, int, int | None], ...]


def _rest(puzzle: Packing) -> Unpinned | str:
    """Return the puzzle without its pinned pieces, or why they cannot be removed."""
    pins = {(pin.piece, frozenset(pin.atoms)) for pin in puzzle.pinned}
    pinned = frozenset(atom for _, atoms in pins for atom in atoms)
    if len(pinned) != sum(len(atoms) for _, atoms in pins):
        return "pinned pieces overlap"
    used = Counter(name for name, _ in pins)
    pieces = []
    for piece in puzzle.pieces:
        (lo, hi), gone = piece.copies, used[piece.name]
        if hi is not None and gone > hi:
            return f"piece {quote(piece.name)} is pinned more often than there are copies"
        pieces.append((piece, max(0, lo - gone), None if hi is None else hi - gone))
    board = puzzle.board
    return Unpinned(frozenset(board.atoms) - pinned, frozenset(board.optional) - pinned, tuple(pieces))


def _area_fault(puzzle: Packing, rest: Unpinned, region: set[Atom]) -> str | None:
    """Return why the pieces can cover a region, or the whole board if the region is empty; None if they cannot.

    No piece may leave the region. A connected piece does not lie in two parts of the region, so pieces larger than its
    largest part do not lie in it at all.
    """
    must, may, largest = rest.must, rest.may, None
    if region:
        if not region <= must | may:
            return "the part is not free, or not on the board"
        beside = {other for atom in region for other in puzzle.grid.adjacent(atom)} - region
        if not beside.isdisjoint(must | may):
            return "the part is not apart: pieces may reach over its edge"
        if any(not piece.connected and hi != 0 for piece, _, hi in rest.pieces):
            return "a piece of several parts may lie in and beside the part"
        must, may = must & region, may & region
        largest = max(map(len, puzzle.grid.components(region)))
    room = len(must) + len(may)
    # Copies that must be used may lie outside the region.
    every = [(len(piece.atoms), 0 if region else lo, hi) for piece, lo, hi in rest.pieces]
    sizes = [each for each in every if largest is None or each[0] <= largest]
    enough = _totals(sizes, room) >> len(must)
    if not enough:
        return None
    lowest_bit = enough & -enough
    least = puzzle.grid.area(len(must) + lowest_bit.bit_length() - 1)
    return f"the pieces can cover {least:.12g} cells {'there' if region else 'of the board'}"


def _totals(sizes: Sequence[tuple[int, int, int | None]], room: int) -> int:
    """Return the numbers of atoms, up to `room`, that copies of each size can cover together, as bits.

    sizes: (atoms, fewest, most) of each piece.
    """
    within = (1 << (room + 1)) - 1
    totals = 1
    for size, lo, hi in sizes:
        if size * lo > room:
            return 0
        totals = (totals << (size * lo)) & within
        more = room // size - lo if hi is None else min(hi, room // size) - lo
        copies = 1
        while more > 0:  # steps of 1, 2, 4, ... copies and a remainder make every number
            copies = min(copies, more)
            totals |= (totals << (size * copies)) & within
            more -= copies
            copies *= 2
    return totals


def _malformed(puzzle: Packing, reason: Reason) -> str | None:
    """Return what is malformed in an invariant, or None.

    An invariant has a modulus, and at most one weight for each atom of the board and each piece.
    """
    if reason.modulus is None or reason.modulus < 2:
        return "the argument has no modulus"
    atoms, names = [atom for atom, _ in reason.weights], [name for name, _ in reason.pieces]
    if len(atoms) > len(puzzle.board.atoms) + len(puzzle.board.optional) or len(names) > len(puzzle.pieces):
        return "there are more weights than cells or pieces"
    if len(set(atoms)) != len(atoms) or len(set(names)) != len(names):
        return "a cell or piece has two weights"
    if not {*atoms} <= {*puzzle.board.atoms, *puzzle.board.optional}:
        return "a cell that is not on the board has a weight"
    if not {*names} <= {piece.name for piece in puzzle.pieces}:
        return "a piece that the puzzle does not have has a weight"
    return None


def _invariant_fault(puzzle: Packing, rest: Unpinned, reason: Reason, deadline: Deadline) -> str | None:
    """Return why an invariant proves nothing, or None if it is a proof.

    Every position of a piece must cover the weight of the piece (0 if it has none), modulo the modulus. Pieces with a
    weight must have a fixed number of copies, and cells that may stay empty must weigh 0. The totals of board and
    pieces must differ.
    """
    assert reason.modulus is not None
    modulus = reason.modulus
    weights = dict.fromkeys(rest.must | rest.may, 0)
    weights |= {atom: weight % modulus for atom, weight in reason.weights if atom in weights}
    own = {name: weight % modulus for name, weight in reason.pieces}
    if any(weights[atom] for atom in rest.may):
        return "a cell that may stay empty has a weight"
    expected = 0
    for piece, lo, hi in rest.pieces:
        weight = own.get(piece.name, 0)
        if weight and lo != hi:
            return f"piece {quote(piece.name)} has a weight, but the number of its copies is not fixed"
        expected += weight * lo
        for atoms in _positions(puzzle, piece, weights, deadline):
            if (sum(weights[atom] for atom in atoms) - weight) % modulus:
                where = cells_text(sorted(atoms))
                return f"piece {quote(piece.name)} at {where} covers another weight than {weight} modulo {modulus}"
    total = sum(weights[atom] for atom in rest.must)
    return "the weights of board and pieces agree" if (total - expected) % modulus == 0 else None
