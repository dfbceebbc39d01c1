"""Check the rules of Shikaku, one function each, list the allowed rectangles for counts, and check reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.shikaku.puzzle import Shikaku
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Checkers
from tilewright.puzzle.rules import Cells, Fault, PlacementRules, Reason, cells_text, pin_faults


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


class ShikakuCheckers(Checkers):
    """The checks of Shikaku puzzles."""

    puzzle: Shikaku

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        return [fault for rule in RULES for fault in rule(self.puzzle, placements, partial)]

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        """Return the rectangles that hold exactly one clue and have its number of cells."""
        puzzle = self.puzzle
        found = ((0, cells) for clue in puzzle.clues for cells in _around(puzzle, *clue, deadline))
        return PlacementRules([(0, None)], found, {(0, _cells_of(*rect)) for rect in puzzle.pinned})

    def checkable_reasons(self) -> tuple[str, ...]:
        return ("area",)

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        puzzle = self.puzzle
        values = [value for _, _, value in puzzle.clues]
        known, unknown, cells = sum(value or 0 for value in values), values.count(None), puzzle.rows * puzzle.columns
        wrong = known + unknown > cells or (not unknown and known != cells)
        return None if wrong and reason.kind == "area" else f"the clues can fill the {cells} cells"


def _around(puzzle: Shikaku, row: int, column: int, size: int | None, deadline: Deadline) -> Iterator[Cells]:
    clues = {(r, c) for r, c, _ in puzzle.clues}
    for height in range(1, puzzle.rows + 1):
        widths = range(1, puzzle.columns + 1) if size is None else [size // height] * (size % height == 0)
        for width in widths:
            for top in range(max(0, row - height + 1), min(row, puzzle.rows - height) + 1):
                for left in range(max(0, column - width + 1), min(column, puzzle.columns - width) + 1):
                    deadline.check()
                    cells = _cells_of(top, left, height, width)
                    if len(cells & clues) == 1:
                        yield cells


def _cells_of(top: int, left: int, height: int, width: int) -> Cells:
    return frozenset((row, column) for row in range(top, top + height) for column in range(left, left + width))
