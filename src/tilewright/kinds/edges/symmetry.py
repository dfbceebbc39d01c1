"""The symmetries of an edge-matching puzzle: isometries of its board, also with an exchange of labels.

Each is an automorphism of the cover that may carry the colors of an item to other colors of another: a label is
exchanged, or it is read from the other side of its edge, where its partner stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import factorial, prod

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import Automorphism
from tilewright.errors import LimitError
from tilewright.kinds.edges.compile import CompiledEdges, TileClass
from tilewright.kinds.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.kinds.edges.tiles import Copies, Form, turned
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry, image, symmetries

Exchange = Mapping[str, str]  # the label that each label becomes; those left out stay
MOST_EXCHANGES = 50_000  # of labels, that are tried


def automorphisms(compiled: CompiledEdges, deadline: Deadline = NEVER) -> tuple[tuple[Isometry, Automorphism], ...]:
    """Return every symmetry with what it does to the cover, identity first. Raises OutOfTimeError at the deadline."""
    tables = _TileTables(compiled, deadline)
    made = ((isometry, tables.of(isometry, {})) for isometry in tables.isometries())
    return tuple((isometry, automorphism) for isometry, automorphism in made if automorphism is not None)


def exchanging_automorphisms(compiled: CompiledEdges, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
    """Return the group of all symmetries, each with every exchange of labels that keeps the tiles, identity first.

    Raises LimitError when there are too many exchanges to try, OutOfTimeError at the deadline.
    """
    tables = _TileTables(compiled, deadline)
    exchanges = list(label_exchanges(compiled.puzzle))
    made = (tables.of(isometry, exchange) for exchange in exchanges for isometry in tables.isometries())
    return tuple(automorphism for automorphism in made if automorphism is not None)


def label_exchanges(puzzle: EdgeMatching) -> Iterator[Exchange]:
    """Yield the permutations of labels that keep partners and how often each label stands on tiles, identity first.

    Raises LimitError when there are too many.

    >>> from tilewright.formats.edge_texts import parse_edge_notation
    >>> len(list(label_exchanges(parse_edge_notation("macmahon3@4x6"))))
    6
    """
    times = Counter[tuple[str, Copies]]()
    for tile in puzzle.tiles:
        times.update((label, tile.copies) for label in tile.labels)
    kinds = {
        label: sorted((str(copies), n) for (each, copies), n in times.items() if each == label) for label, _ in times
    }
    groups: dict[str, list[str]] = {}
    for label in sorted(kinds):
        groups.setdefault(repr(kinds[label]), []).append(label)
    if prod(factorial(len(group)) for group in groups.values()) > MOST_EXCHANGES:
        raise LimitError(
            f"the {len(kinds)} labels can be exchanged in more than {MOST_EXCHANGES:,} ways: too many to try"
        )
    old = [label for group in groups.values() for label in group]
    for choice in product(*(permutations(group) for group in groups.values())):
        exchange = dict(zip(old, (label for part in choice for label in part), strict=True))
        if all(
            puzzle.partner(exchange[label]) == exchange.get(puzzle.partner(label), "")
            or puzzle.partner(label) not in exchange
            for label in old
        ):
            yield exchange


class _TileTables:
    """What isometries do to items and options, worked out one option after the other.

    An option is told by its cell, its class and its form, for at the border tiles may differ where no item does.
    """

    def __init__(self, compiled: CompiledEdges, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        self.item_of = {atom: item for item, atom in enumerate(compiled.atoms)}
        firsts = (option[0] for option in compiled.cover.options)
        forms = (compiled.forms[owner][motion] for owner, motion in compiled.meanings)
        owners = (owner for owner, _ in compiled.meanings)
        self.keys = list(deadline.watch(zip(firsts, owners, forms, strict=True)))
        self.numbers = {key: number for number, key in enumerate(self.keys)}

    def isometries(self) -> tuple[Isometry, ...]:
        """Those of the board."""
        board = self.compiled.puzzle.board
        return symmetries(board.grid, board.atoms, watch=self.deadline.watch)

    def of(self, isometry: Isometry, exchange: Exchange) -> Automorphism | None:
        """The automorphism of the cover, or None where rules are not kept or a placement becomes none."""
        compiled = self.compiled
        images = moved_classes(compiled, isometry, exchange)
        rules = None if images is None else moved_items(compiled, images, isometry, exchange)
        if images is None or rules is None:
            return None
        moved = image(compiled.puzzle.grid, isometry, compiled.atoms)
        items = (*map(self.item_of.__getitem__, moved), *rules)
        forms = {form: _moved_form(compiled, form, isometry, exchange) for form in {key[2] for key in self.keys}}
        goals = ((items[item], images[owner], forms[form]) for item, owner, form in self.deadline.watch(self.keys))
        options = [self.numbers.get(goal) for goal in goals]
        found = tuple(option for option in options if option is not None)
        return Automorphism(items, found) if len(found) == len(options) else None


def moved_items(compiled: CompiledEdges, images: list[int], isometry: Isometry, exchange: Exchange) -> list[int] | None:
    """Return where the items behind the atoms go, in their order, when classes become `images`; None when a rule is not kept."""
    puzzle = compiled.puzzle
    if puzzle.border not in (FREE, UNIFORM) and exchange.get(puzzle.border, puzzle.border) != puzzle.border:
        return None
    classes = [compiled.copy_items[images[owner]] for owner, item in enumerate(compiled.copy_items) if item is not None]
    pins = _moved_pins(compiled, images, isometry, exchange)
    if pins is None or None in classes:
        return None
    edges = [compiled.first_edge + number for number in _moved_edges(compiled, isometry)]
    border = [len(compiled.cover.lo) - 1] * (puzzle.border == UNIFORM)
    return [item for item in classes if item is not None] + pins + edges + border


def _moved_edges(compiled: CompiledEdges, isometry: Isometry) -> list[int]:
    """The number of the edge that each edge becomes."""
    pairs, grid = compiled.edges.pairs, compiled.puzzle.grid
    numbers = {pair: number for number, pair in enumerate(pairs)}
    atoms = compiled.puzzle.board.atoms
    goal: dict[Atom, Atom] = dict(zip(atoms, image(grid, isometry, atoms), strict=True))
    moved = [(goal[first], goal[second]) for first, second in pairs]
    return [numbers[min(pair), max(pair)] for pair in moved]


def moved_classes(compiled: CompiledEdges, isometry: Isometry, exchange: Exchange) -> list[int] | None:
    """Return the class that each class becomes, or None where there is no such class with equal copies.

    Of classes with equal forms, as equal tiles are when they are told apart, the first becomes the first, and so on.
    """
    alike: dict[object, list[int]] = {}
    for number, each in enumerate(compiled.classes):
        alike.setdefault((each.forms, _supply(each)), []).append(number)
    goals: dict[object, Iterator[int]] = {}
    found = []
    for each in compiled.classes:
        forms = frozenset(_moved_form(compiled, form, isometry, exchange) for form in each.forms)
        key = forms, _supply(each)
        goal = next(goals.setdefault(key, iter(alike.get(key, ()))), None)
        if goal is None:
            return None
        found.append(goal)
    return found


def _supply(each: TileClass) -> object:
    return each.copies, len(each.pinned)


def _moved_form(compiled: CompiledEdges, form: Form, isometry: Isometry, exchange: Exchange) -> Form:
    slot, labels = turned(compiled.puzzle.grid.plane, isometry.motion, form)
    return slot, tuple(exchange.get(label, label) for label in labels)


def _moved_pins(compiled: CompiledEdges, images: list[int], isometry: Isometry, exchange: Exchange) -> list[int] | None:
    """The items of the pins that pins become, or None when one becomes none."""
    puzzle, grid = compiled.puzzle, compiled.puzzle.grid
    class_of = {tile.name: number for number, each in enumerate(compiled.classes) for tile in each.tiles}
    pins = {}
    for number, pin in enumerate(puzzle.pinned):
        pins[class_of[pin.tile], pin.atom, puzzle.tile(pin.tile).form(pin.motion)] = compiled.first_pin + number
    found = []
    for owner, atom, form in pins:
        assert form is not None, "pins are checked"
        key = (images[owner], image(grid, isometry, [atom])[0], _moved_form(compiled, form, isometry, exchange))
        if key not in pins:
            return None
        found.append(pins[key])
    return found
