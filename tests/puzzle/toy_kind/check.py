"""The rules of Stars, one function each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.puzzle.toy_kind.puzzle import Stars
from tilewright.puzzle.check import Fault, cells_text, pin_faults
from tilewright.puzzle.puzzle import Placement


def rule_faults(puzzle: Stars, placements: Sequence[Placement], partial: bool) -> list[Fault]:
    """What breaks a rule of the stars."""
    pins = {frozenset(pin.atoms): pin.piece for pin in puzzle.pinned}
    return [
        *_shapes(placements),
        *_stars(puzzle, placements),
        *pin_faults(pins, placements, partial, "domino of star"),
    ]


def _shapes(placements: Sequence[Placement]) -> Iterator[Fault]:
    for placement in placements:
        (a, b), (c, d) = placement.atoms[0], placement.atoms[-1]
        if len(placement.atoms) != 2 or abs(a - c) + abs(b - d) != 1:
            yield Fault("shape", f"what lies at {cells_text(placement.atoms)} is not a domino", placement.atoms)


def _stars(puzzle: Stars, placements: Sequence[Placement]) -> Iterator[Fault]:
    for placement in placements:
        held = [f"{row},{column}" for row, column in puzzle.stars if (row, column) in placement.atoms]
        if held != [placement.piece]:
            text = f"the domino {placement.piece} at {cells_text(placement.atoms)} holds {len(held)} stars"
            yield Fault("star", text, placement.atoms)
