"""The symmetries of a puzzle: isometries of its board under which its rules stay as they are, on the cover.

Board, optional cells, pins and clues must be kept, and every allowed placement must become an allowed one; a piece
may become its mirror image if that is a piece with equal copies.

They are a group, so only a few are worked out option by option: products of known ones are known by composing their
tables, and what differs from a known one by an isometry that is none is none either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter, mul
from typing import TYPE_CHECKING

from tilewright.cover.problem import Automorphism
from tilewright.cover.search.deadline import NEVER, STEPS, Deadline
from tilewright.lattice.symmetry import Isometry, image, symmetries

if TYPE_CHECKING:
    from tilewright.puzzle.compiled import Compiled

Matrix = tuple[tuple[int, ...], ...]


def automorphisms(compiled: Compiled, deadline: Deadline = NEVER) -> tuple[tuple[Isometry, Automorphism], ...]:
    """Every symmetry of the puzzle with what it does to the items and options of its cover; identity first.

    Raises OutOfTimeError at the deadline.
    """
    board = compiled.puzzle.board
    group = symmetries(board.grid, (*board.atoms, *board.optional), board.optional, watch=deadline.watch)
    tables = _Tables(compiled, deadline)
    identity = Automorphism(tuple(range(len(compiled.cover.lo))), tuple(range(len(tables.rows))))
    found = {group[0].motion.matrix: identity}
    generators: dict[Matrix, Automorphism] = {}
    excluded: set[Matrix] = set()
    for isometry in sorted(group, key=_largest_first):
        deadline.check()
        matrix = isometry.motion.matrix
        if matrix in found or matrix in excluded:
            continue
        if (made := tables.of(isometry)) is None:
            excluded.update(_product(matrix, known) for known in found)
        else:
            generators[matrix] = made
            found = _generated(found, generators, matrix, deadline)
    return tuple((isometry, found[m]) for isometry in group if (m := isometry.motion.matrix) in found)


def _largest_first(isometry: Isometry) -> tuple[bool, int]:
    """Turns before reflections, and what generates most first: few of these generate them all."""
    first = power = isometry.motion.matrix
    order = 1
    while (power := _product(power, first)) != first:
        order += 1
    return isometry.motion.mirrored, -order


def _generated(
    known: dict[Matrix, Automorphism], generators: dict[Matrix, Automorphism], new: Matrix, deadline: Deadline
) -> dict[Matrix, Automorphism]:
    """The group of all generators, from that of all but the new one, coset by coset (Dimino's algorithm)."""
    group = dict(known)
    representatives = [(new, generators[new])]
    while representatives:
        matrix, one = representatives.pop()
        if matrix in group:
            continue
        deadline.check()
        after = _composer(one)
        group |= {_product(before, matrix): after(a) for before, a in known.items()}
        for other, a in generators.items():
            if (product := _product(matrix, other)) not in group:
                representatives.append((product, _composer(a)(one)))
    return group


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return tuple([tuple([sum(map(mul, row, column)) for column in columns]) for row in a])


def _composer(first: Automorphism) -> Callable[[Automorphism], Automorphism]:
    """What gives for an automorphism the one that does `first` and then it."""
    if min(len(first.items), len(first.options)) < 2:  # of which `itemgetter` gives no tuple
        return lambda then: Automorphism(
            tuple(map(then.items.__getitem__, first.items)), tuple(map(then.options.__getitem__, first.options))
        )
    items, options = itemgetter(*first.items), itemgetter(*first.options)
    return lambda then: Automorphism(items(then.items), options(then.options))


class _Tables:
    """What isometries do to items and options, worked out one option after the other."""

    def __init__(self, compiled: Compiled, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        self.rows: Sequence[tuple[int, ...]] = tuple(deadline.watch(compiled.cover.options))
        self.numbers = {row: number for number, row in enumerate(self.rows)}
        self.item_of = {atom: item for item, atom in enumerate(compiled.atoms)}

    def of(self, isometry: Isometry) -> Automorphism | None:
        """The automorphism of the cover, or None where rules are not kept or a placement becomes none."""
        compiled = self.compiled
        rules = compiled.image_of_rules(isometry)
        if rules is None:
            return None
        moved = image(compiled.puzzle.grid, isometry, self.deadline.watch(compiled.atoms))
        items = (*map(self.item_of.__getitem__, moved), *rules)
        options: list[int | None] = []
        number = self.numbers.get
        for start in range(0, len(self.rows), STEPS):
            self.deadline.check()
            some = self.rows[start : start + STEPS]
            options += [number(tuple(sorted([items[item] for item in row]))) for row in some]
            if None in options[start:]:
                return None
        return Automorphism(items, tuple(option for option in options if option is not None))
