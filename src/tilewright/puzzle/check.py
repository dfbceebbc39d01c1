"""Does it tile? The rules of docs/reference/formats.md, one function each, sharing nothing with compile or any engine.

A rule is a generator of faults: none means that it is kept. `partial` waives what may still come: cells to cover, copies
to use, pins to lay. What can never become a tiling is a fault even then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.arguments import check_flag
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle.packing.puzzle import Packing
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.shikaku.puzzle import Shikaku

MOST_TOLD = 6  # cells of a fault that its text names


@dataclass(frozen=True)
class Fault:
    """A rule that fails and where.

    rule: off-board | overlap | uncovered | name | shape | paint | supply | pin; of a Shikaku off-board | overlap |
    uncovered | name | shape | clue | size | pin.
    """

    rule: str
    text: str
    atoms: tuple[Atom, ...] = ()


def faults(puzzle: Puzzle, placements: Iterable[Placement], partial: bool = False) -> list[Fault]:
    """What is wrong; empty when the placements tile the board (or, if `partial`, break no rule so far)."""
    check_flag("partial", partial)
    placements = list(placements)
    found = [*_off_board(puzzle, placements), *_overlap(placements)]
    if not partial:
        found += _uncovered(puzzle, placements)
    if isinstance(puzzle, Shikaku):
        return found + [fault for rule in CLUE_RULES for fault in rule(puzzle, placements, partial)]
    return found + [fault for rule in PIECE_RULES for fault in rule(puzzle, placements, partial)]


def _cells(atoms: Iterable[Atom]) -> str:
    listed = sorted(atoms)
    text = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in listed[:MOST_TOLD])
    return text + (f" and {len(listed) - MOST_TOLD} more" if len(listed) > MOST_TOLD else "")


def _off_board(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Fault]:
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    for placement in placements:
        if placement.lattice != puzzle.lattice:
            text = f"{placement.piece} lies on lattice {placement.lattice}: expected {puzzle.lattice}"
            yield Fault("off-board", text, placement.atoms)
        elif outside := tuple(sorted(set(placement.atoms) - there)):
            yield Fault("off-board", f"{placement.piece} leaves the board at {_cells(outside)}", outside)


def _overlap(placements: Sequence[Placement]) -> Iterator[Fault]:
    """No atom twice: neither in two placements nor in one, nor is one placement there twice."""
    owners: dict[Atom, list[int]] = {}
    for number, placement in enumerate(placements):
        for atom in placement.atoms:
            owners.setdefault(atom, []).append(number)
    shared: dict[tuple[int, int], list[Atom]] = {}
    for atom, numbers in owners.items():
        for later in numbers[1:]:
            shared.setdefault((numbers[0], later), []).append(atom)
    for (first, later), atoms in sorted(shared.items()):
        where, one, other = tuple(sorted(set(atoms))), placements[first].piece, placements[later].piece
        text = (
            f"{one} covers {_cells(where)} twice" if first == later else f"{other} and {one} overlap at {_cells(where)}"
        )
        yield Fault("overlap", text, where)


def _uncovered(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Fault]:
    covered = {atom for placement in placements for atom in placement.atoms}
    if bare := tuple(sorted(set(puzzle.board.atoms) - covered)):
        yield Fault("uncovered", f"{len(bare)} parts of the board are not covered: {_cells(bare)}", bare)


def _piece_name(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    names = {piece.name for piece in puzzle.pieces}
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no piece {placement.piece}", placement.atoms)


def _piece_shape(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    allowed = {piece.name: _shapes(piece) for piece in puzzle.pieces}
    for placement in placements:
        if placement.piece in allowed and _moved_back(puzzle, placement) not in allowed[placement.piece]:
            text = f"what is placed at {_cells(placement.atoms)} is no allowed position of piece {placement.piece}"
            yield Fault("shape", text, placement.atoms)


def _shapes(piece: Piece) -> set[tuple[Atom, ...]]:
    return {piece.grid.normal(aspect) for _, aspect in piece.aspects}


def _moved_back(puzzle: Packing, placement: Placement) -> tuple[Atom, ...]:
    """The atoms in normal position; nothing where there are none, or some that no lattice has together."""
    alike = len({len(atom) for atom in placement.atoms}) == 1
    return puzzle.grid.normal(placement.atoms) if alike else ()


def _paint(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    grounded = {piece.name: piece for piece in puzzle.pieces if piece.grounds}
    paint = dict(puzzle.board.paint)
    for placement in placements:
        piece = grounded.get(placement.piece)
        if piece and _moved_back(puzzle, placement) in _shapes(piece) and piece.fit(placement.atoms, paint) is None:
            text = f"piece {piece.name} at {_cells(placement.atoms)} lies on a paint that it must not cover"
            yield Fault("paint", text, placement.atoms)


def _supply(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    used = Counter(placement.piece for placement in placements)
    if partial:  # the pinned copies are spoken for
        laid = {(placement.piece, frozenset(placement.atoms)) for placement in placements}
        used.update(pin.piece for pin in puzzle.pinned if (pin.piece, frozenset(pin.atoms)) not in laid)
    for piece in puzzle.pieces:
        lo, hi = piece.copies
        if (hi is not None and used[piece.name] > hi) or (used[piece.name] < lo and not partial):
            bounds = f"{lo}" if hi == lo else f"{lo} to {'any number' if hi is None else hi}"
            yield Fault("supply", f"piece {piece.name} is used {used[piece.name]} times: expected {bounds}")


def _piece_pin(puzzle: Packing, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    yield from _pins_kept({frozenset(pin.atoms): pin.piece for pin in puzzle.pinned}, placements, partial, "piece")


def _rectangle(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    for placement in placements:
        cells = {(atom[0], atom[-1]) for atom in placement.atoms}
        rows, columns = {row for row, _ in cells}, {column for _, column in cells}
        box = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) if cells else 0
        if not box == len(cells) == len(placement.atoms) > 0:
            yield Fault("shape", f"the region of clue {placement.piece} is no rectangle", placement.atoms)


def _one_clue(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    clues = {clue[:2] for clue in puzzle.clues}
    for placement in placements:
        inside = len(clues.intersection(placement.atoms))
        if inside != 1:
            text = f"a rectangle at {_cells(placement.atoms)} holds {inside} clues: expected one"
            yield Fault("clue", text, placement.atoms)


def _clue_name(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    cell_of = {f"{row},{column}": (row, column) for row, column, _ in puzzle.clues}
    for placement in placements:
        if placement.piece not in cell_of:
            yield Fault("name", f"there is no clue {placement.piece}", placement.atoms)
        elif cell_of[placement.piece] not in placement.atoms:
            text = f"the rectangle of clue {placement.piece} at {_cells(placement.atoms)} does not hold it"
            yield Fault("name", text, placement.atoms)


def _clue_size(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    values: dict[Atom, int | None] = {clue[:2]: clue[2] for clue in puzzle.clues}
    for placement in placements:
        cells = set(placement.atoms)
        for cell in sorted(cells & values.keys()):
            if values[cell] not in (None, len(cells)):
                text = f"the rectangle of clue {values[cell]} at {cell} has {len(cells)} cells"
                yield Fault("size", text, placement.atoms)


def _rectangle_pin(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    pins: dict[frozenset[Atom], str] = {}
    for top, left, height, width in puzzle.pinned:
        cells = frozenset((row, column) for row in range(top, top + height) for column in range(left, left + width))
        pins[cells] = next(f"{row},{column}" for row, column, _ in puzzle.clues if (row, column) in cells)
    yield from _pins_kept(pins, placements, partial, "rectangle of clue")


def _pins_kept(
    pins: Mapping[frozenset[Atom], str], placements: Sequence[Placement], partial: bool, noun: str
) -> Iterator[Fault]:
    """Every pinned name lies on its atoms; in a partial answer, nothing else lies where a pin must."""
    laid = {(placement.piece, frozenset(placement.atoms)) for placement in placements}
    owner = {atom: atoms for atoms in pins for atom in atoms}
    for pin, name in pins.items():
        if not partial and (name, pin) not in laid:
            where = tuple(sorted(pin))
            yield Fault("pin", f"the pinned {noun} {name} is not at {_cells(where)}", where)
    for name, atoms in sorted(laid, key=lambda one: (one[0], sorted(one[1]))) if partial else ():
        for pin in {owner[atom] for atom in atoms if atom in owner}:
            if (name, atoms) != (pins[pin], pin):
                text = f"{name} at {_cells(atoms)} is in the way of the pinned {noun} {pins[pin]}"
                yield Fault("pin", text, tuple(sorted(pin)))


PieceRule = Callable[[Packing, Sequence[Placement], bool], Iterator[Fault]]
ClueRule = Callable[[Shikaku, Sequence[Placement], bool], Iterator[Fault]]
PIECE_RULES: tuple[PieceRule, ...] = (_piece_name, _piece_shape, _paint, _supply, _piece_pin)
CLUE_RULES: tuple[ClueRule, ...] = (_rectangle, _one_clue, _clue_name, _clue_size, _rectangle_pin)
