"""The symmetries of a puzzle: isometries of its board under which its rules stay as they are, on the cover.

Board, optional cells, pins and clues must be kept, and the placements of each piece must become those of one piece with
equal copies: itself, or as its mirror image another (docs/reference/rules.md, "Up to symmetry").

They are a group, so only a few are worked out option by option: products of known ones are known by composing their
tables, and what differs from a known one by an isometry that is none is none either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import gcd
from operator import itemgetter, mul
from typing import Protocol

from tilewright._kernel import OptionTable
from tilewright.errors import LimitError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import Automorphism, ExactCover
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.custom import Custom
from tilewright.lattice.symmetry import Isometry, image, symmetries
from tilewright.puzzle.board import Board

Matrix = tuple[tuple[int, ...], ...]
Element = tuple[Matrix, Vector]  # of the group of isometries: matrix and translation
MOST_ENTRIES = 100_000_000  # of the tables of all symmetries; a torus has many
OPTIONS_AT_ONCE = 100_000  # between two looks at the time: some 20 ms


OptionImages = Callable[[memoryview, int, int], list[int] | None]  # by the images of items, from one option to another


class OnBoard(Protocol):
    """A puzzle, as far as its symmetries depend on it."""

    @property
    def board(self) -> Board:
        """What is to be covered."""

    @property
    def grid(self) -> Lattice:
        """The lattice."""


class BoardCover(Protocol):
    """What `automorphisms` needs of a compiled puzzle, whose methods call it."""

    @property
    def puzzle(self) -> OnBoard:
        """The puzzle."""

    @property
    def cover(self) -> ExactCover:
        """The exact cover."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms of items 0, 1, ..."""

    def without_constraints(self) -> BoardCover:
        """Return the same without items that stand for constraints."""

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """Return what an isometry of the board does to the cover."""


def automorphisms(compiled: BoardCover, deadline: Deadline = NEVER) -> tuple[tuple[Isometry, Automorphism], ...]:
    """Every symmetry of the puzzle with what it does to the items and options of its cover; identity first.

    Raises OutOfTimeError at the deadline.
    """
    board = compiled.puzzle.board
    group = symmetries(board.grid, (*board.atoms, *board.optional), board.optional, watch=deadline.watch)
    tables = _Tables(compiled, deadline)
    identity = Automorphism(tuple(range(len(compiled.cover.lo))), tuple(range(tables.size)))
    product = partial(_product, board.grid)
    found = {_element(group[0]): identity}
    generators: dict[Element, Automorphism] = {}
    excluded: set[Element] = set()
    orders = _orders(product, map(_element, group))
    # Turns before reflections, and what generates most first: few of these generate them all.
    for isometry in sorted(group, key=lambda each: (each.motion.mirrored, -orders[_element(each)])):
        deadline.check()
        element = _element(isometry)
        if element in found or element in excluded:
            continue
        if (made := tables.of(isometry)) is None:
            excluded.update(product(element, known) for known in found)
        else:
            generators[element] = made
            found = _generated(found, generators, element, product, deadline)
    return tuple((isometry, found[e]) for isometry in group if (e := _element(isometry)) in found)


def _element(isometry: Isometry) -> Element:
    return isometry.motion.matrix, isometry.vector


def _orders(product: Callable[[Element, Element], Element], elements: Iterable[Element]) -> dict[Element, int]:
    """The order of each element of a group, found once for all powers of one: a ring has as many turns as cells."""
    orders: dict[Element, int] = {}
    for first in elements:
        if first in orders:
            continue
        powers = [first]
        while (power := product(powers[-1], first)) != first:
            powers.append(power)
        orders.update((power, len(powers) // gcd(len(powers), k)) for k, power in enumerate(powers, 1))
    return orders


def _generated(
    known: dict[Element, Automorphism],
    generators: dict[Element, Automorphism],
    new: Element,
    product: Callable[[Element, Element], Element],
    deadline: Deadline,
) -> dict[Element, Automorphism]:
    """The group of all generators, from that of all but the new one, coset by coset (Dimino's algorithm)."""
    group = dict(known)
    representatives = [(new, generators[new])]
    while representatives:
        element, one = representatives.pop()
        if element in group:
            continue
        deadline.check()
        number, placements = len(group) + len(known), len(one.options)
        if number * placements > MOST_ENTRIES:
            many = f"{number:,} symmetries or more, for {placements:,} placements each"
            raise LimitError(
                f"the board has {many}: expected at most {MOST_ENTRIES:,} in all; count without symmetries"
            )
        after = _composer(one)
        group |= {product(before, element): after(a) for before, a in known.items()}
        for other, a in generators.items():
            if (further := product(element, other)) not in group:
                representatives.append((further, _composer(a)(one)))
    return group


def _product(grid: Lattice, a: Element, b: Element) -> Element:
    """What does `b` and then `a`: x goes to A(Bx + b) + a."""
    columns = list(zip(*b[0], strict=True))
    matrix = tuple([tuple([sum(map(mul, row, column)) for column in columns]) for row in a[0]])
    moved = tuple([sum(map(mul, row, b[1])) + step for row, step in zip(a[0], a[1], strict=True)])
    if isinstance(grid, Custom):  # motions may be glides, whose product is another motion and a translation
        first = grid.apply(grid.by_matrix[a[0]], grid.apply(grid.by_matrix[b[0]], grid.join((0, 0), 0)))
        direct = grid.apply(grid.by_matrix[matrix], grid.join((0, 0), 0))
        return matrix, tuple([v + x - y for v, x, y in zip(moved, first, direct, strict=False)])
    (vector,) = grid.reduce((moved,))
    return matrix, vector


def _composer(first: Automorphism) -> Callable[[Automorphism], Automorphism]:
    """What gives for an automorphism the one that does `first` and then it."""
    if min(len(first.items), len(first.options)) < 2:  # of which `itemgetter` gives no tuple
        return lambda then: Automorphism(
            tuple(map(then.items.__getitem__, first.items)), tuple(map(then.options.__getitem__, first.options))
        )
    items, options = itemgetter(*first.items), itemgetter(*first.options)
    return lambda then: Automorphism(items(then.items), options(then.options))


class _Tables:
    """What isometries do to items and options."""

    def __init__(self, compiled: BoardCover, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        rows = compiled.without_constraints().cover.options
        self.size = len(rows)
        self.options = OptionTable(memoryview(rows.starts), memoryview(rows.flat))
        while not self.options.enter(OPTIONS_AT_ONCE):
            deadline.check()
        self.item_of = {atom: item for item, atom in enumerate(compiled.atoms)}

    def of(self, isometry: Isometry) -> Automorphism | None:
        """The automorphism of the cover, or None where rules are not kept or a placement becomes none."""
        compiled = self.compiled
        moved = image(compiled.puzzle.grid, isometry, self.deadline.watch(compiled.atoms))
        return compiled.automorphism(isometry, tuple(map(self.item_of.__getitem__, moved)), self.images)

    def images(self, image_of_item: memoryview, start: int, stop: int) -> list[int] | None:
        """What these options become when each item becomes its image; None where one becomes none."""
        options: list[int] = []
        for first in range(start, stop, OPTIONS_AT_ONCE):
            self.deadline.check()
            last = min(first + OPTIONS_AT_ONCE, stop)
            options += self.options.images(image_of_item, first, last).tolist()
            if len(options) < last - start:
                return None
        return options
