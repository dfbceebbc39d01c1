"""Add constraints to the exact cover: some options are left out, and items are added behind all others.

A placement that a constraint excludes by itself is not an option. "At most 2 of I" is an item with bounds 0 and 2 that
the options of I cover. "F and N are not adjacent" becomes, for each pair of adjacent cells a and b, an item with bounds
0 and 1. It is covered by the options of F that cover a and not b, and by those of N that cover b and not a. The options
of F exclude each other anyway because they share a, and so do those of N, so the item forbids nothing else. A Python
predicate on pairs becomes one such item for each option and all options that it excludes of another piece, if that
piece is used at most once; otherwise one for each excluded pair.

The items depend only on the constraints and the board, not on an order, so that each symmetry maps items to items.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from tilewright.errors import LimitError
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.problem import UNLIMITED, ExactCover, Rows, int_array
from tilewright.kinds.packing.compile import CompiledPacking
from tilewright.kinds.packing.constraints import Constraint, Ground
from tilewright.lattice import Atom

MOST_PAIRS = 20_000_000  # the most pairs of options to test for a predicate or a required relation
MOST_ENTRIES = 20_000_000  # the most entries of all items of constraints
Covering = Mapping[Atom, frozenset[int]]  # for each atom, the options of some pieces that cover it
Group = tuple[frozenset[int], int, int]  # options, fewest, most


@dataclass(frozen=True)
class ConstraintItems:
    """The items that constraints add, in order.

    groups: the options and bounds of each item.
    texts:  the sentence from which each item comes.
    """

    groups: tuple[Group, ...] = ()
    texts: tuple[str, ...] = ()

    def images(self, options: Sequence[int], first: int) -> list[int] | None:
        """Return the images of the items under a map of options; None if an item has no image.

        first: the number of the first item.
        """
        number = {group: place for place, group in enumerate(self.groups)}
        moved = (number.get((frozenset(options[each] for each in group), lo, hi)) for group, lo, hi in self.groups)
        found = [first + place for place in moved if place is not None]
        return found if len(found) == len(self.groups) else None

    def added_to(self, cover: ExactCover) -> ExactCover:
        """Return the cover with these items behind its own."""
        if not self.groups:
            return cover
        extra: dict[int, list[int]] = defaultdict(list)
        for item, (options, _, _) in enumerate(self.groups, start=len(cover.lo)):
            for option in options:
                extra[option].append(item)
        lo, hi = array("i", cover.lo), array("i", cover.upper)
        lo.extend(each[1] for each in self.groups)
        hi.extend(each[2] for each in self.groups)
        rows = Rows.of([(*row, *extra[number]) if number in extra else row for number, row in enumerate(cover.options)])
        ends = array("q", [len(cover.adjacent.flat)] * len(self.groups))
        near = Rows(cover.adjacent.starts + ends, cover.adjacent.flat) if len(cover.adjacent) else ()
        return cover.replace(lo=int_array(lo), hi=int_array(hi), options=rows, adjacent=near)


class Constrainer:
    """Apply the constraints of a puzzle to its options."""

    def __init__(self, compiled: CompiledPacking, deadline: Deadline) -> None:
        self.puzzle, self.classes, self.atoms = compiled.puzzle, compiled.classes, compiled.atoms
        self.deadline, self.ground = deadline, Ground(compiled.puzzle)
        self.placements = list(map(compiled.placement, deadline.watch(range(len(compiled.meanings)))))
        self.owners = [owner for owner, _ in compiled.meanings]
        self.single = [each.copies[1] == 1 for each in compiled.classes]

    def kept(self) -> list[int]:
        """Return the options that no constraint excludes by itself."""
        rules = [each for each in self.puzzle.constraints if each.is_of_each]
        return [
            number
            for number, placement in enumerate(self.deadline.watch(self.placements))
            if all(rule.allows(self.ground, placement) for rule in rules)
        ]

    def items(self) -> ConstraintItems:
        """Return the items of all constraints on several placements, each once.

        Raises LimitError if they have too many entries.
        """
        found: dict[Group, str] = {}
        entries = 0
        for each in self.puzzle.constraints:
            for options, lo, hi in self._groups(each):
                if len(options) <= hi and not lo:
                    continue  # the item forbids nothing
                entries += len(options)
                if entries > MOST_ENTRIES:
                    too_many = f"more than {MOST_ENTRIES:,} entries of the cover: expected fewer"
                    raise LimitError(f"the constraints take {too_many}")
                found.setdefault((frozenset(options), lo, hi), each.text)
        return ConstraintItems(tuple(found), tuple(found.values()))

    def _groups(self, each: Constraint) -> Iterator[tuple[Collection[int], int, int]]:
        if each.bounds is not None:
            yield from self._counted(each)
        elif each.relation is not None and not each.related:
            pairs = self._related_atoms(each)
            for sides in self._sides(each):
                yield from ((options, 0, 1) for options in self._apart(pairs, *map(self._covering, sides)))
        elif each.relation is not None or each.pair is not None:
            yield from ((options, 0, 1) for options in self._excluding(each))

    def _counted(self, each: Constraint) -> Iterator[tuple[set[int], int, int]]:
        assert each.bounds is not None
        lo, hi = each.bounds
        kind_of = self.ground.kind_of
        groups: dict[int, set[int]] = {kind_of[name] if each.by_kind else 0: set() for name in kind_of}
        for number, placement in enumerate(self.placements):
            if each.counts(self.ground, placement):
                groups[kind_of[placement.piece] if each.by_kind else 0].add(number)
        yield from ((options, lo, UNLIMITED if hi is None else hi) for options in groups.values())

    def _sides(self, each: Constraint) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """Yield the names of the pieces on both sides of a relation; the same set twice for any two of its pieces."""
        kinds: dict[int, set[str]] = defaultdict(set)
        for name in each.names or self.puzzle.piece_names:
            kinds[self.ground.kind_of[name] if each.by_kind else 0].add(name)
        if each.among:
            yield from ((frozenset(names), frozenset(names)) for names in kinds.values())
        else:
            yield from ((frozenset({one}), frozenset({other})) for one, other in permutations(each.names, 2))

    def _related_atoms(self, each: Constraint) -> list[tuple[Atom, Atom]]:
        """Return the pairs of atoms of the board that are adjacent or meet, as the relation says, each pair once."""
        ground, pairs = self.ground, set[tuple[Atom, Atom]]()
        if each.relation == "meet" and not ground.grid.ball:
            at: dict[object, list[Atom]] = defaultdict(list)
            for atom in self.deadline.watch(self.atoms):
                for point in ground.points(atom):
                    at[point].append(atom)
            for atoms in at.values():
                pairs.update(combinations(sorted(atoms), 2))
        else:
            for atom in self.deadline.watch(self.atoms):
                pairs.update(
                    (atom, near) for near in ground.grid.adjacent(atom) if near in ground.there and atom < near
                )
        return sorted(pairs)

    def _apart(self, pairs: Iterable[tuple[Atom, Atom]], first: Covering, second: Covering) -> Iterator[frozenset[int]]:
        """Yield, for each pair of atoms, the options of both sides that exclude each other there."""
        nothing = frozenset[int]()
        for a, b in self.deadline.watch(pairs):
            here, there = first.get(a, nothing), second.get(b, nothing)
            alone, beside = here - first.get(b, nothing), there - second.get(a, nothing)
            if alone and beside:
                yield alone | beside

    def _covering(self, names: frozenset[str]) -> Covering:
        found: dict[Atom, set[int]] = defaultdict(set)
        for number, placement in enumerate(self.deadline.watch(self.placements)):
            if placement.piece in names:
                for atom in placement.atoms:
                    found[atom].add(number)
        return {atom: frozenset(options) for atom, options in found.items()}

    def _excluding(self, each: Constraint) -> Iterator[frozenset[int]]:
        """Yield the sets of options that exclude each other, for constraints that must be tested pair by pair."""
        against = self._conflicts(each)
        for number, options in self.deadline.watch(against.items()):
            by_owner: dict[int, set[int]] = defaultdict(set)
            for option in options:
                by_owner[self.owners[option]].add(option)
            for owner, others in by_owner.items():
                if self.single[owner]:
                    yield frozenset({number, *others})
                elif not self.single[self.owners[number]]:
                    yield from (frozenset({number, option}) for option in others)

    def _conflicts(self, each: Constraint) -> dict[int, set[int]]:
        """Return, for each option, those that it excludes although they do not overlap."""
        names = set(each.names or self.puzzle.piece_names)
        numbered = enumerate(self.placements)
        asked = [(number, one, frozenset(one.atoms)) for number, one in numbered if one.piece in names]
        if len(asked) ** 2 > 2 * MOST_PAIRS:
            raise LimitError(f"{each.text}: {len(asked):,} placements are too many to compare each two of them")
        found: dict[int, set[int]] = defaultdict(set)
        for (p, one, atoms), (q, other, others) in self.deadline.watch(combinations(asked, 2)):
            if self.owners[p] == self.owners[q] and self.single[self.owners[p]]:
                continue
            if atoms.isdisjoint(others) and not each.allows_pair(self.ground, one, other):
                found[p].add(q)
                found[q].add(p)
        return found
