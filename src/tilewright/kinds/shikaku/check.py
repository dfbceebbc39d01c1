"""The rules of Shikaku, one function each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilewright.kinds.shikaku.puzzle import Shikaku
from tilewright.lattice import Atom
from tilewright.puzzle.check import Fault, cells_text, pin_faults
from tilewright.puzzle.puzzle import Placement


def _rectangle(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    for placement in placements:
        cells = {(atom[0], atom[-1]) for atom in placement.atoms}
        rows, columns = {row for row, _ in cells}, {column for _, column in cells}
        box = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) if cells else 0
        if not box == len(cells) == len(placement.atoms) > 0:
            yield Fault("shape", f"the region of clue {placement.piece} is not a rectangle", placement.atoms)


def _one_clue(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    clues = {clue[:2] for clue in puzzle.clues}
    for placement in placements:
        inside = len(clues.intersection(placement.atoms))
        if inside != 1:
            text = f"a rectangle at {cells_text(placement.atoms)} holds {inside} clues: expected one"
            yield Fault("clue", text, placement.atoms)


def _clue_name(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    cell_of = {f"{row},{column}": (row, column) for row, column, _ in puzzle.clues}
    for placement in placements:
        if placement.piece not in cell_of:
            yield Fault("name", f"there is no clue {placement.piece}", placement.atoms)
        elif cell_of[placement.piece] not in placement.atoms:
            text = f"the rectangle of clue {placement.piece} at {cells_text(placement.atoms)} does not hold it"
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
    yield from pin_faults(pins, placements, partial, "rectangle of clue")


Rule = Callable[[Shikaku, Sequence[Placement], bool], Iterator[Fault]]
RULES: tuple[Rule, ...] = (_rectangle, _one_clue, _clue_name, _clue_size, _rectangle_pin)


def rule_faults(puzzle: Shikaku, placements: Sequence[Placement], partial: bool) -> list[Fault]:
    """What breaks a rule of the clues."""
    return [fault for rule in RULES for fault in rule(puzzle, placements, partial)]
