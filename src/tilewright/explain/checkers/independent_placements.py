"""The placements of a puzzle, made from its rules alone: for checkers, which share nothing with `compile`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.by_kind import by_kind

MOST_ENTRIES = 60_000_000  # atoms of all placements together

Cells = frozenset[Atom]
ClassPlacement = tuple[int, Cells]  # the number of a kind of piece (of a Shikaku always 0), and the atoms covered
UNLIMITED = -1  # stands for the multiplicity of a class with any number of copies


@dataclass
class PlacementRules:
    """The placements that the rules of a puzzle allow.

    multiplicities: the (fewest, most) copies of each class for which that says more than its pins do.
    multiplicity_of: for each class the number of its multiplicity, or UNLIMITED.
    found:     every placement, each once; pins: those that are pinned.
    """

    multiplicities: list[tuple[int, int | None]]
    multiplicity_of: list[int]
    found: Iterable[ClassPlacement]
    pins: set[ClassPlacement]


@by_kind
def placement_rules(puzzle: Puzzle, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
    """The rules of this kind of puzzle; `there` are the atoms of the board."""
    raise NotImplementedError(puzzle.kind)


class PlacementTable:
    """A puzzle as places 0, 1, ..., supplies, and placements.

    Places are the atoms sorted by the coordinates `axes`. Pieces that can lie alike, on the same paint, are one kind,
    and kinds are told apart; `multiplicities` are the (fewest, most) copies of each kind for which that says more than its
    pins do. `starting[p]` are the placements whose first place is p: (mask of its places, counted from p; number of
    the multiplicity it uses up, or UNLIMITED).

    OutOfTimeError when the deadline comes first, LimitError when there are too many placements.
    """

    def __init__(self, puzzle: Puzzle, axes: Sequence[int], deadline: Deadline = NEVER) -> None:
        board, self.deadline = puzzle.board, deadline
        atoms = sorted((*board.atoms, *board.optional), key=lambda atom: [atom[axis] for axis in axes])
        self.place_of = {atom: place for place, atom in enumerate(atoms)}
        rules = placement_rules(puzzle, self.place_of, deadline)
        self.multiplicities = rules.multiplicities
        optional = set(board.optional).difference(*(cells for _, cells in rules.pins))
        self.may_stay_empty = [atom in optional for atom in atoms]
        masks: dict[int, int] = {}  # equal ones are one object
        self.starting: list[list[tuple[int, int]]] = [[] for _ in atoms]
        for kind, cells in self._respecting(rules.pins, rules.found):
            places = [self.place_of[atom] for atom in cells]
            first = min(places)
            mask = sum(1 << (place - first) for place in places)
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
