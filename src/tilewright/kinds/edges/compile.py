"""Compile an edge-matching puzzle to an exact cover with colors.

Every cell is covered once. An edge inside the board is a secondary item, whose color is the label that both tiles
beside it must agree on: the label as the first of the two cells shows it. The other cell's option gives the partner of
its own label, which is the same color if the two match. A border that must be uniform is one more such item, shared by
all cells at the border. Tiles with the same forms cannot be told apart and are one class. A pin gives its option an
item of its own, and its cell has no other option.

Symmetries are isometries of the board, possibly combined with an exchange of labels. Each is an automorphism of the
cover, and it may change the colors of an item: either a label is exchanged, or it is read from the other side of its
edge, where its partner stands.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product
from math import factorial, prod

from tilewright.errors import LimitError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import Automorphism, ExactCover, Rows
from tilewright.kinds.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.kinds.edges.tiles import Form, Labels, Tile, turned
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry, image, symmetries
from tilewright.pieces import Copies
from tilewright.puzzle.board import Board, refuse_entries
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Owner
from tilewright.puzzle.supplied import CompiledClasses, OwnerClass, add_copy_items, owner_classes

Side = tuple[int, bool] | None  # (number of the edge, whether its label is read from this cell); None at the border


@dataclass(frozen=True)
class BoardEdges:
    """The edges inside a board.

    pairs: the two atoms of each edge, sorted; the label is read from the first.
    sides: the sides of each atom, in the order in which a tile lists its labels.
    """

    pairs: tuple[tuple[Atom, Atom], ...]
    sides: dict[Atom, tuple[Side, ...]]


def board_edges(board: Board) -> BoardEdges:
    """Return the numbered edges of a board.

    >>> edges = board_edges(Board.of_size("1x2"))
    >>> edges.pairs, edges.sides[0, 1]
    ((((0, 0), (0, 1)),), (None, None, None, (0, False)))
    """
    there = frozenset(board.atoms)
    pairs = tuple((atom, other) for atom in board.atoms for other in board.grid.adjacent(atom) if atom < other in there)
    numbers = {pair: number for number, pair in enumerate(pairs)}

    def side(atom: Atom, other: Atom) -> Side:
        if other not in there:
            return None
        return numbers[min(atom, other), max(atom, other)], atom < other

    sides = {atom: tuple(side(atom, other) for other in board.grid.adjacent(atom)) for atom in board.atoms}
    return BoardEdges(pairs, sides)


TileClass = OwnerClass[Tile]


def tile_classes(tiles: Sequence[Tile], labelled: bool, pinned: Sequence[str] = ()) -> tuple[TileClass, ...]:
    """Return the classes of tiles with the same forms.

    labelled: whether every tile is a class of its own.
    pinned:   the names of the pinned tiles.
    """
    return owner_classes(tiles, lambda tile: tile.name if labelled else tile.forms, pinned)


Entry = tuple[int, int]  # an item and its color


@dataclass(frozen=True)
class CompiledEdges(CompiledClasses[Tile]):
    """The cover of an edge-matching puzzle. Behind the atoms come the items of classes, pins, edges and the border.

    first_pin, first_edge: the first item of each sort.
    """

    puzzle: EdgeMatching
    first_pin: int = 0
    first_edge: int = 0
    edges: BoardEdges = field(default=BoardEdges((), {}), repr=False)

    def form_of(self, option: int) -> Form:
        owner, motion = self.meanings[option]
        return self.forms[owner][motion]

    @cached_property
    def forms(self) -> tuple[dict[str, Form], ...]:
        """The forms of each class, by the motions of its first tile."""
        return tuple(dict(each.pieces[0].orientations) for each in self.classes)

    def is_option(self, option: int, placement: Placement) -> bool:
        """Return whether an option is this placement. Tiles on one cell differ by their motion."""
        return self.placement(option, placement.piece).motion == placement.motion

    def automorphisms(self, deadline: Deadline) -> Sequence[tuple[Isometry, Automorphism]]:
        tables = _TileTables(self, deadline)
        made = ((isometry, tables.of(isometry, {})) for isometry in tables.isometries())
        return tuple((isometry, automorphism) for isometry, automorphism in made if automorphism is not None)

    def label_symmetries(self, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
        """Return all symmetries, each with every exchange of labels that keeps the tiles, identity first.

        Raises LimitError if there are too many exchanges to try, and OutOfTimeError at the deadline.
        """
        tables = _TileTables(self, deadline)
        exchanges = list(label_exchanges(self.puzzle))
        made = (tables.of(isometry, exchange) for exchange in exchanges for isometry in tables.isometries())
        return tuple(automorphism for automorphism in made if automorphism is not None)


class _Writer:
    """Write the options of a puzzle, cell by cell."""

    def __init__(self, puzzle: EdgeMatching, classes: tuple[TileClass, ...]) -> None:
        self.puzzle, self.classes = puzzle, classes
        self.edges = board_edges(puzzle.board)
        self.color_of = {label: number for number, label in enumerate(puzzle.labels_used, start=1)}
        self.lo = [1] * len(puzzle.board.atoms)
        self.hi = [1] * len(puzzle.board.atoms)
        self.copy_items = add_copy_items(classes, self.lo, self.hi)
        self.first_pin = len(self.lo)
        self.first_edge = self.first_pin + len(puzzle.pinned)
        self.border_item = self.first_edge + len(self.edges.pairs)  # if the border is uniform
        secondary = len(self.edges.pairs) + (puzzle.border == UNIFORM)
        self.lo += [1] * len(puzzle.pinned) + [0] * secondary
        self.hi += [1] * (len(puzzle.pinned) + secondary)

    def entries(self, sides: tuple[Side, ...], labels: Labels) -> list[Entry] | None:
        """Return the edges of a cell with their colors if a tile shows these labels; None if it cannot lie there."""
        found: list[Entry] = []
        outside = None
        for side, label in zip(sides, labels, strict=True):
            if side is not None:
                number, read_here = side
                partner = self.puzzle.partner(label)
                if partner not in self.color_of:
                    return None
                found.append((self.first_edge + number, self.color_of[label if read_here else partner]))
            elif self.puzzle.border == UNIFORM:
                if outside not in (None, label):
                    return None
                outside = label
            elif self.puzzle.border not in (FREE, label):
                return None
        if outside is not None:
            found.append((self.border_item, self.color_of[outside]))
        return sorted(found)

    def laid(self, atom: Atom) -> Iterator[tuple[Owner, str, list[Entry]]]:
        """Yield (class, motion, edges) for everything that may lie on a cell."""
        slot, sides = self.puzzle.grid.split(atom)[1], self.edges.sides[atom]
        for owner, each in enumerate(self.classes):
            for motion, (there, labels) in each.pieces[0].orientations:
                if there == slot and (entries := self.entries(sides, labels)) is not None:
                    yield owner, motion, entries


def compile_puzzle(puzzle: EdgeMatching, labelled: bool = False, deadline: Deadline = NEVER) -> CompiledEdges:
    """Return the exact cover of a puzzle.

    Raises LimitError with the estimated size if it is too large, and OutOfTimeError at the deadline.
    """
    atoms = puzzle.board.atoms
    classes = tile_classes(puzzle.tiles, labelled, [pin.tile for pin in puzzle.pinned])
    forms = sum(len(each.pieces[0].forms) for each in classes)
    refuse_entries(len(atoms) * forms * (len(puzzle.tiles[0].labels) + 2) // puzzle.grid.slot_count)
    writer = _Writer(puzzle, classes)
    class_of = {tile.name: owner for owner, each in enumerate(classes) for tile in each.pieces}
    pins = {pin.atom: (number, pin) for number, pin in enumerate(puzzle.pinned)}
    starts, flat, colors = array("q", [0]), array("i"), array("i")
    meanings: list[tuple[Owner, str]] = []
    names: dict[int, str] = {}
    for item, atom in deadline.watch(list(enumerate(atoms)), 1):
        for owner, motion, entries in writer.laid(atom):
            head = [item]
            if (copies := writer.copy_items[owner]) is not None:
                head.append(copies)
            if atom in pins:
                number, pin = pins[atom]
                form = classes[owner].pieces[0].form(motion)
                if owner != class_of[pin.tile] or form != puzzle.tile(pin.tile).form(pin.motion):
                    continue
                head.append(writer.first_pin + number)
                names[len(meanings)] = pin.tile
            meanings.append((owner, motion))
            flat.extend(head + [entry for entry, _ in entries])
            colors.extend([0] * len(head) + [color for _, color in entries])
            starts.append(len(flat))
    cover = ExactCover(
        array("i", writer.lo),
        array("i", writer.hi),
        Rows(starts, flat),
        _order(puzzle),
        colors=colors,
        color_names=puzzle.labels_used,
    )
    return CompiledEdges(
        puzzle,
        cover,
        atoms,
        tuple(meanings),
        (),
        names,
        classes,
        writer.copy_items,
        writer.first_pin,
        writer.first_edge,
        writer.edges,
    )


def _order(puzzle: EdgeMatching) -> list[int]:
    """Return the cells line by line along the shorter side, so that few edges are open at a time."""
    rows, columns = puzzle.board.extent
    atoms = puzzle.board.atoms
    if rows >= columns:
        return list(range(len(atoms)))
    return sorted(range(len(atoms)), key=lambda item: (atoms[item][1], atoms[item][0], atoms[item][2:]))


Exchange = Mapping[str, str]  # the image of each label; labels that are left out stay
MOST_EXCHANGES = 50_000  # the largest number of label permutations to try


def label_exchanges(puzzle: EdgeMatching) -> Iterator[Exchange]:
    """Yield the permutations of labels that keep partners and how often each label stands on tiles, identity first.

    Raises LimitError if there are too many.

    >>> from tilewright.formats.edge_texts import parse_edge_notation
    >>> len(list(label_exchanges(parse_edge_notation("macmahon3@4x6"))))
    6
    """
    times = {label: Counter[Copies]() for label in puzzle.labels_used}
    for tile in puzzle.tiles:
        for label in tile.labels:
            times[label][tile.copies] += 1
    groups: dict[object, list[str]] = {}
    for label, known in times.items():
        groups.setdefault(frozenset(known.items()), []).append(label)
    # 9! is too many already, and larger factorials take minutes.
    if prod(factorial(min(len(group), 9)) for group in groups.values()) > MOST_EXCHANGES:
        too_many = f"more than {MOST_EXCHANGES:,} ways: too many to try"
        raise LimitError(f"the {len(times)} labels can be exchanged in {too_many}")
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
    """Compute the images of items and options under isometries.

    An option is identified by its cell, class and form. Items alone are not enough: tiles at the border may differ
    where there is no item.
    """

    def __init__(self, compiled: CompiledEdges, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        self.item_of = {atom: item for item, atom in enumerate(compiled.atoms)}
        firsts = (option[0] for option in compiled.cover.options)
        forms = (compiled.forms[owner][motion] for owner, motion in compiled.meanings)
        owners = (owner for owner, _ in compiled.meanings)
        self.keys = list(deadline.watch(zip(firsts, owners, forms, strict=True)))
        self.numbers = {key: number for number, key in enumerate(self.keys)}
        class_of = {tile.name: number for number, each in enumerate(compiled.classes) for tile in each.pieces}
        forms_of_pins = ((pin, compiled.puzzle.tile(pin.tile).form(pin.motion)) for pin in compiled.puzzle.pinned)
        self.pins = {
            (class_of[pin.tile], pin.atom, form): number
            for number, (pin, form) in enumerate(forms_of_pins, compiled.first_pin)
            if form is not None  # EdgeMatching checks this; the test is for mypy
        }

    def isometries(self) -> tuple[Isometry, ...]:
        """Return the isometries of the board."""
        board = self.compiled.puzzle.board
        return symmetries(board.grid, board.atoms, watch=self.deadline.watch)

    def of(self, isometry: Isometry, exchange: Exchange) -> Automorphism | None:
        """Return the automorphism of the cover; None if a rule is broken or an option has no image."""
        compiled, puzzle = self.compiled, self.compiled.puzzle
        if puzzle.border not in (FREE, UNIFORM) and exchange.get(puzzle.border, puzzle.border) != puzzle.border:
            return None
        plane = puzzle.grid.plane

        def moved(form: Form) -> Form:
            slot, labels = turned(plane, isometry.motion, form)
            return slot, tuple(exchange.get(label, label) for label in labels)

        if (classes := self._moved_classes(moved)) is None:
            return None
        atoms = image(puzzle.grid, isometry, compiled.atoms)
        goal = dict(zip(compiled.atoms, atoms, strict=True))
        items = [self.item_of[atom] for atom in atoms]
        for owner, item in enumerate(compiled.copy_items):
            if item is not None:
                if (becomes := compiled.copy_items[classes[owner]]) is None:
                    return None
                items.append(becomes)
        for owner, atom, form in self.pins:
            if (pin := self.pins.get((classes[owner], goal[atom], moved(form)))) is None:
                return None
            items.append(pin)
        edges = {pair: number for number, pair in enumerate(compiled.edges.pairs, compiled.first_edge)}
        pairs = (sorted((goal[first], goal[second])) for first, second in edges)
        items += [edges[first, second] for first, second in pairs]
        items += [len(compiled.cover.lo) - 1] * (puzzle.border == UNIFORM)
        forms = {form: moved(form) for form in {key[2] for key in self.keys}}
        goals = ((items[item], classes[owner], forms[form]) for item, owner, form in self.deadline.watch(self.keys))
        options = [option for each in goals if (option := self.numbers.get(each)) is not None]
        return Automorphism(tuple(items), tuple(options)) if len(options) == len(self.keys) else None

    def _moved_classes(self, moved: Callable[[Form], Form]) -> list[int] | None:
        """Return the class to which each class is mapped; None if one has no image with equal copies.

        Equal tiles that are told apart are classes with equal forms: the first of them is mapped to the first, and so
        on.
        """
        alike: dict[object, list[int]] = {}
        for number, each in enumerate(self.compiled.classes):
            alike.setdefault((each.pieces[0].forms, each.copies, len(each.pinned)), []).append(number)
        goals = {key: iter(numbers) for key, numbers in alike.items()}
        keys = (
            (frozenset(map(moved, each.pieces[0].forms)), each.copies, len(each.pinned))
            for each in self.compiled.classes
        )
        found = [goal for key in keys if (goal := next(goals.get(key, iter(())), None)) is not None]
        return found if len(found) == len(self.compiled.classes) else None
