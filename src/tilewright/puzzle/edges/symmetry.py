"""The symmetries of an edge-matching puzzle: isometries of its board, also with an exchange of labels.

Each is an automorphism of the cover that may carry the colors of an item to other colors of another: a label is
exchanged, or it is read from the other side of its edge and so is its partner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import factorial, prod

from tilewright.cover.problem import Automorphism
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry, image, symmetries
from tilewright.puzzle.edges.classes import TileClass
from tilewright.puzzle.edges.compile import CompiledEdges, Entry, colors_of
from tilewright.puzzle.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.puzzle.edges.tile import Copies, Form, turned

Exchange = Mapping[str, str]  # the label that each label becomes; those left out stay
MOST_EXCHANGES = 50_000  # of labels, that are tried


def automorphisms(compiled: CompiledEdges, deadline: Deadline = NEVER) -> tuple[tuple[Isometry, Automorphism], ...]:
    """Return every symmetry with what it does to the cover, identity first. Raises OutOfTimeError at the deadline."""
    tables = _ColoredTables(compiled, deadline)
    made = ((isometry, tables.of(isometry, {})) for isometry in tables.isometries())
    return tuple((isometry, automorphism) for isometry, automorphism in made if automorphism is not None)


def exchanging_automorphisms(compiled: CompiledEdges, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
    """Return the group of all symmetries, each with every exchange of labels that keeps the tiles, identity first.

    Raises LimitError when there are too many exchanges to try, OutOfTimeError at the deadline.
    """
    tables = _ColoredTables(compiled, deadline)
    exchanges = list(label_exchanges(compiled.puzzle))
    made = (tables.of(isometry, exchange) for exchange in exchanges for isometry in tables.isometries())
    return tuple(automorphism for automorphism in made if automorphism is not None)


def label_exchanges(puzzle: EdgeMatching) -> Iterator[Exchange]:
    """Yield the permutations of labels that keep partners and how often each label stands on tiles, identity first.

    Raises LimitError when there are too many.

    >>> from tilewright.formats.puzzles.edge_notation import parse
    >>> len(list(label_exchanges(parse("macmahon3@4x6"))))
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


class _ColoredTables:
    """What isometries do to items and options, worked out one option after the other."""

    def __init__(self, compiled: CompiledEdges, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        cover = compiled.cover
        pairs = zip(cover.options, cover.color_rows, strict=True)
        self.rows = [tuple(zip(items, colors, strict=True)) for items, colors in deadline.watch(pairs)]
        self.numbers = {row: number for number, row in enumerate(self.rows)}
        self.item_of = {atom: item for item, atom in enumerate(compiled.atoms)}

    def isometries(self) -> tuple[Isometry, ...]:
        """Those of the board."""
        board = self.compiled.puzzle.board
        return symmetries(board.grid, board.atoms, watch=self.deadline.watch)

    def of(self, isometry: Isometry, exchange: Exchange) -> Automorphism | None:
        """The automorphism of the cover, or None where rules are not kept or a placement becomes none."""
        compiled = self.compiled
        rules = moved_items(compiled, isometry, exchange)
        if rules is None:
            return None
        moved = image(compiled.puzzle.grid, isometry, compiled.atoms)
        items = (*map(self.item_of.__getitem__, moved), *rules)
        changed = moved_colors(compiled, isometry, exchange)
        options = []
        for row in self.deadline.watch(self.rows):
            goal = sorted((items[item], changed.get((item, color), color)) for item, color in row)
            number = self.numbers.get(tuple(goal))
            if number is None:
                return None
            options.append(number)
        return Automorphism(items, tuple(options))


def moved_items(compiled: CompiledEdges, isometry: Isometry, exchange: Exchange) -> list[int] | None:
    """Return where the items behind the atoms go, in their order; None when a rule is not kept."""
    puzzle = compiled.puzzle
    if puzzle.border not in (FREE, UNIFORM) and exchange.get(puzzle.border, puzzle.border) != puzzle.border:
        return None
    images = _moved_classes(compiled, isometry, exchange)
    if images is None:
        return None
    classes = [compiled.copy_items[images[owner]] for owner, item in enumerate(compiled.copy_items) if item is not None]
    pins = _moved_pins(compiled, images, isometry, exchange)
    if pins is None or None in classes:
        return None
    edges = [compiled.first_edge + number for number, _ in _moved_edges(compiled, isometry)]
    last = len(compiled.cover.lo) - 1
    border = [last] if puzzle.border == UNIFORM else []
    return [item for item in classes if item is not None] + pins + edges + border


def moved_colors(compiled: CompiledEdges, isometry: Isometry, exchange: Exchange) -> dict[Entry, int]:
    """Return the colors of items that become other ones, by item and color: a label is exchanged, or read from the other side."""
    puzzle = compiled.puzzle
    labels = colors_of(puzzle)
    number = {label: color for color, label in enumerate(labels, start=1)}
    exchanged = {color: exchange.get(label, label) for color, label in enumerate(labels, start=1)}
    straight = {color: number[label] for color, label in exchanged.items()}
    crossed = {color: number[p] for color, label in exchanged.items() if (p := puzzle.partner(label)) in number}
    found: dict[Entry, int] = {}
    for edge, (_, turned_round) in enumerate(_moved_edges(compiled, isometry)):
        table = crossed if turned_round else straight
        found |= {(compiled.first_edge + edge, color): to for color, to in table.items() if color != to}
    if puzzle.border == UNIFORM:
        last = len(compiled.cover.lo) - 1
        found |= {(last, color): to for color, to in straight.items() if color != to}
    return found


def _moved_edges(compiled: CompiledEdges, isometry: Isometry) -> list[tuple[int, bool]]:
    """For each edge its image, and whether that is read from the other of the two cells."""
    pairs, grid = compiled.edges.pairs, compiled.puzzle.grid
    numbers = {pair: number for number, pair in enumerate(pairs)}
    atoms = compiled.puzzle.board.atoms
    goal: dict[Atom, Atom] = dict(zip(atoms, image(grid, isometry, atoms), strict=True))
    moved = [(goal[first], goal[second]) for first, second in pairs]
    return [(numbers[min(pair), max(pair)], pair[0] > pair[1]) for pair in moved]


def _moved_classes(compiled: CompiledEdges, isometry: Isometry, exchange: Exchange) -> list[int] | None:
    """The class that each class becomes, or None where there is no such class with equal copies."""
    known = {(each.forms, _supply(each)): number for number, each in enumerate(compiled.classes)}
    found = []
    for each in compiled.classes:
        forms = frozenset(_moved_form(compiled, form, isometry, exchange) for form in each.forms)
        if (number := known.get((forms, _supply(each)))) is None:
            return None
        found.append(number)
    return found if len(set(found)) == len(found) else None


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
