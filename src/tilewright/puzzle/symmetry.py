"""The symmetries of a puzzle: the isometries of its board that preserve its rules, as automorphisms of the cover.

Board, optional cells, pins and clues must be preserved, and the placements of each piece must become those of one piece
with equal copies: itself or, for a mirror image, another (docs/reference/rules.md, "Up to symmetry").

The symmetries form a group, so only a few are computed option by option. Products of known symmetries are found by
composing their tables. An isometry that is the product of a known symmetry and a known non-symmetry is not a symmetry.
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
Element = tuple[Matrix, Vector]  # an element of the group of isometries: matrix and translation
MOST_ENTRIES = 100_000_000  # entries in the tables of all symmetries together; a torus has many symmetries
OPTIONS_AT_ONCE = 100_000  # options between two checks of the clock, about 20 ms


# From the images of the items and a range of options to the images of the options.
OptionImages = Callable[[memoryview, int, int], list[int] | None]


class OnBoard(Protocol):
    """The parts of a puzzle that its symmetries depend on."""

    @property
    def board(self) -> Board:
        """The board to be covered."""

    @property
    def grid(self) -> Lattice:
        """The lattice."""


class BoardCover(Protocol):
    """The parts of a compiled puzzle that `automorphisms` needs."""

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
        """Return the cover without items for constraints."""

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """Return the automorphism of the cover for an isometry of the board."""


def automorphisms(compiled: BoardCover, deadline: Deadline = NEVER) -> tuple[tuple[Isometry, Automorphism], ...]:
    """Return every symmetry of the puzzle with its automorphism of the cover, the identity first.

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
    # Rotations come before reflections, and elements of high order first, so that few generators are needed.
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
    """Return the order of each element of a group, computed once for all powers of an element.

    This matters for rings, which have as many rotations as cells.
    """
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
    """Return the group of all generators from that of all but the new one, coset by coset (Dimino's algorithm)."""
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
    """Return the composition of `b` followed by `a`: x goes to A(Bx + b) + a."""
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
    """Return a function that composes `first` with the automorphism that follows it."""
    if min(len(first.items), len(first.options)) < 2:  # `itemgetter` with a single argument does not return a tuple
        return lambda then: Automorphism(
            tuple(map(then.items.__getitem__, first.items)), tuple(map(then.options.__getitem__, first.options))
        )
    items, options = itemgetter(*first.items), itemgetter(*first.options)
    return lambda then: Automorphism(items(then.items), options(then.options))


class _Tables:
    """The actions of isometries on items and options."""

    def __init__(self, compiled: BoardCover, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        rows = compiled.without_constraints().cover.options
        self.size = len(rows)
        self.options = OptionTable(memoryview(rows.starts), memoryview(rows.flat))
        while not self.options.enter(OPTIONS_AT_ONCE):
            deadline.check()
        self.item_of = {atom: item for item, atom in enumerate(compiled.atoms)}

    def of(self, isometry: Isometry) -> Automorphism | None:
        """Return the automorphism of the cover for an isometry; None if it is not a symmetry of the puzzle."""
        compiled = self.compiled
        moved = image(compiled.puzzle.grid, isometry, self.deadline.watch(compiled.atoms))
        return compiled.automorphism(isometry, tuple(map(self.item_of.__getitem__, moved)), self.images)

    def images(self, image_of_item: memoryview, start: int, stop: int) -> list[int] | None:
        """Return the images of a range of options when each item is replaced by its image; None if one has no image."""
        options: list[int] = []
        for first in range(start, stop, OPTIONS_AT_ONCE):
            self.deadline.check()
            last = min(first + OPTIONS_AT_ONCE, stop)
            options += self.options.images(image_of_item, first, last).tolist()
            if len(options) < last - start:
                return None
        return options
