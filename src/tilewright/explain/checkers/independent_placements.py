"""The placements of a puzzle, made from its rules alone: for checkers, which share nothing with `compile`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle

MOST_ENTRIES = 60_000_000  # atoms of all placements together

Place = tuple[Any, ...]  # an atom, or what else a kind of puzzle says is covered once
Cells = frozenset[Place]
ClassPlacement = tuple[int, Cells]  # the number of a kind of piece (of a Shikaku always 0), and the places covered
UNLIMITED = -1  # stands for the multiplicity of a class with any number of copies


@dataclass
class PlacementRules:
    """The placements that the rules of a puzzle allow.

    multiplicities: the (fewest, most) copies of each class for which that says more than its pins do.
    multiplicity_of: for each class the number of its multiplicity, or UNLIMITED.
    found:     every placement, each once; pins: those that are pinned.
    in_front_of: for an atom further places that are covered once, before its own.
    """

    multiplicities: list[tuple[int, int | None]]
    multiplicity_of: list[int]
    found: Iterable[ClassPlacement]
    pins: set[ClassPlacement]
    in_front_of: Mapping[Atom, Sequence[Place]] = field(default_factory=dict)


class PlacementTable:
    """A puzzle as places 0, 1, ..., supplies, and placements.

    Places are the atoms sorted by the coordinates `axes`, and what stands in front of them. Pieces that can lie alike, on the same paint, are one kind,
    and kinds are told apart; `multiplicities` are the (fewest, most) copies of each kind for which that says more than its
    pins do. `starting[p]` are the placements whose first place is p: (mask of its places, counted from p; number of
    the multiplicity it uses up, or UNLIMITED).

    OutOfTimeError when the deadline comes first, LimitError when there are too many placements.
    """

    def __init__(self, puzzle: Puzzle, axes: Sequence[int], deadline: Deadline = NEVER) -> None:
        board, self.deadline = puzzle.board, deadline
        atoms = sorted((*board.atoms, *board.optional), key=lambda atom: [atom[axis] for axis in axes])
        rules = puzzle.checkers.placement_rules(dict.fromkeys(atoms), deadline)
        places = [place for atom in atoms for place in (*rules.in_front_of.get(atom, ()), atom)]
        place_of = {each: number for number, each in enumerate(places)}
        self.multiplicities = rules.multiplicities
        optional = set(board.optional).difference(*(cells for _, cells in rules.pins))
        self.may_stay_empty = [place in optional for place in places]
        masks: dict[int, int] = {}  # equal ones are one object
        self.starting: list[list[tuple[int, int]]] = [[] for _ in places]
        for kind, cells in self._respecting(rules.pins, rules.found):
            numbers = [place_of[each] for each in cells]
            first = min(numbers)
            mask = sum(1 << (number - first) for number in numbers)
            self.starting[first].append((masks.setdefault(mask, mask), rules.multiplicity_of[kind]))
        self.span = max((mask.bit_length() for mask in masks), default=1)

    def _respecting(self, pins: set[ClassPlacement], found: Iterable[ClassPlacement]) -> Iterator[ClassPlacement]:
        """The pinned placements, and those that meet none: what is pinned is the only one to cover its atoms."""
        pinning: dict[Atom, set[ClassPlacement]] = {}
        for pin in pins:
            for atom in pin[1]:
                pinning.setdefault(atom, set()).add(pin)
        entries = 0
        for placed in found:
            entries += len(placed[1])
            if entries > MOST_ENTRIES:
                raise LimitError(f"the placements have more than {MOST_ENTRIES:,} cells: expected fewer")
            if not pins or all(pin == placed for atom in placed[1] for pin in pinning.get(atom, ())):
                yield placed
