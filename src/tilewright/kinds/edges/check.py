"""The rules of edge matching, one function each, read off the lattice and the labels of the tiles alone; and the checks of
reasons and counts by them, which share nothing with what finds reasons.

For counts the placements are made with the labels that tiles must agree on. Two cells that share an edge are linked, and the label
that both tiles show there is the one read from the smaller of the two atoms. A uniform border links all cells at the border.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from tilewright.errors import quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.kinds.edges.tiles import Form, Tile
from tilewright.lattice import Atom, Lattice
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Checkers
from tilewright.puzzle.rules import (
    Fault,
    Label,
    PlacementRules,
    Reason,
    cells_text,
    class_copies,
    copies_faults,
    name_faults,
)

Shown = dict[tuple[Atom, Atom], str]  # the label that the first atom shows towards the second


class _Position:
    """What is checked, and what it shows: worked out once for all rules.

    labels: what each placement shows; None where there is no such tile, or it does not lie as it may.
    shown:  all of them together.
    """

    def __init__(self, puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> None:
        self.puzzle, self.placements, self.partial = puzzle, placements, partial
        self.names, grid = set(puzzle.piece_names), puzzle.grid
        self.labels = [_labels(puzzle, grid, each) if each.piece in self.names else None for each in placements]
        self.shown: Shown = {}
        for labels in self.labels:
            self.shown |= labels or {}


def _shape(position: _Position) -> Iterator[Fault]:
    for placement, labels in zip(position.placements, position.labels, strict=True):
        if labels is None and placement.piece in position.names:
            where, name = cells_text(placement.atoms), placement.piece
            text = f"tile {name} at {where} in motion {placement.motion} does not lie on one place as it may turn"
            yield Fault("shape", text, placement.atoms)


def _labels(puzzle: EdgeMatching, wrapped: Lattice, placement: Placement) -> Shown | None:
    """What a tile shows, by its motion about the cell where it is given; None where it does not lie as it may.

    The motion takes the given cell to the one that the tile covers, and each neighbour to a neighbour.
    """
    tile, grid = puzzle.tile(placement.piece), wrapped.plane
    if len(placement.atoms) != 1 or len(placement.atoms[0]) != grid.dimension + bool(grid.letters):
        return None
    images = _images(grid, placement.motion)
    if images is None or placement.motion not in (name for name, _ in tile.orientations):
        return None
    (atom,), (moved, beyond) = placement.atoms, images
    if grid.split(moved)[1] != grid.split(atom)[1]:
        return None
    step = tuple(map(int.__sub__, grid.split(atom)[0], grid.split(moved)[0]))
    others = wrapped.reduce(grid.shift(beyond, step))
    return {(atom, other): label for other, label in zip(others, tile.labels, strict=True)}


@lru_cache(maxsize=256)
def _images(grid: Lattice, motion: str) -> tuple[Atom, tuple[Atom, ...]] | None:
    """Where a motion takes the cell at which tiles are given, and its neighbours; None where there is no such motion."""
    start = grid.join((0,) * grid.dimension, 0)
    alike = next((m for m in grid.motions if m.name == motion), None)
    if alike is None:
        return None
    return grid.apply(alike, start), tuple(grid.apply(alike, other) for other in grid.adjacent(start))


def _copies(position: _Position) -> Iterator[Fault]:
    puzzle, placements = position.puzzle, position.placements
    used = Counter(placement.piece for placement in placements)
    if position.partial:  # the pinned copies are spoken for
        laid = {(placement.piece, placement.atoms) for placement in placements}
        used.update(pin.tile for pin in puzzle.pinned if (pin.tile, (pin.atom,)) not in laid)
    yield from copies_faults({tile.name: tile.copies for tile in puzzle.tiles}, used, position.partial, "tile")


def _edges(position: _Position) -> Iterator[Fault]:
    puzzle, shown = position.puzzle, position.shown
    inner = ((edge, label, across) for edge, label in shown.items() if (across := shown.get(edge[::-1])) is not None)
    wrong = [each for each in inner if each[0][0] < each[0][1] and each[2] != _wanted(puzzle, each[1])]
    for edge, label, across in sorted(wrong):
        text = f"the edge between {cells_text(edge[:1])} and {cells_text(edge[1:])} shows {label} and {across}"
        yield Fault("edge", f"{text}: expected {_wanted(puzzle, label)} beside {label}", edge)


def _wanted(puzzle: EdgeMatching, label: str) -> str:
    """What must stand beside a label."""
    if puzzle.match == "same":
        return label
    return "".join(letter.upper() if letter.islower() else letter.lower() for letter in label)


def _border(position: _Position) -> Iterator[Fault]:
    puzzle, there = position.puzzle, set(position.puzzle.board.atoms)
    outer = dict(sorted((edge, label) for edge, label in position.shown.items() if edge[1] not in there))
    if puzzle.border == FREE or not outer:
        return
    wanted = _shared(puzzle, outer) if puzzle.border == UNIFORM else puzzle.border
    for (atom, _), label in outer.items():
        if label != wanted:
            text = f"{cells_text([atom])} shows {label} at the border: expected {wanted}"
            yield Fault("border", text + " everywhere" * (puzzle.border == UNIFORM), (atom,))


def _shared(puzzle: EdgeMatching, outer: Shown) -> str:
    """The label all around: what given tiles show at the border, else what most sides there show."""
    given = {pin.atom for pin in puzzle.pinned}
    counts = Counter(label for (atom, _), label in outer.items() if atom in given) or Counter(outer.values())
    return counts.most_common(1)[0][0]


def _pins(position: _Position) -> Iterator[Fault]:
    at = {atom: placement for placement in position.placements for atom in placement.atoms}
    for pin in position.puzzle.pinned:
        lies = at.get(pin.atom)
        if lies is None and position.partial:
            continue
        if lies is None or (lies.piece, lies.motion) != (pin.tile, pin.motion):
            text = f"the pinned tile {pin.tile} does not lie at {cells_text([pin.atom])} in motion {pin.motion}"
            yield Fault("pin", text, (pin.atom,))


RULES: tuple[Callable[[_Position], Iterator[Fault]], ...] = (_shape, _copies, _edges, _border, _pins)


class EdgesCheckers(Checkers):
    """The checks of edge matching puzzles."""

    puzzle: EdgeMatching

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        position = _Position(self.puzzle, placements, partial)
        found = [fault for rule in RULES for fault in rule(position)]
        return [*name_faults(position.names, placements, "tile"), *found]

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        puzzle = self.puzzle
        classes: dict[frozenset[Form], list[Tile]] = {}
        for tile in puzzle.tiles:
            classes.setdefault(tile.forms, []).append(tile)
        pinned = Counter(pin.tile for pin in puzzle.pinned)
        copies = [class_copies(((tile.name, tile.copies) for tile in alike), pinned) for alike in classes.values()]
        colors = {label: number for number, label in enumerate(puzzle.labels_used, start=1)}
        found = (
            (number, frozenset((atom, *shown)))
            for number, alike in enumerate(classes.values())
            for atom in deadline.watch(there)
            for labels in _laid(puzzle, alike, atom)
            if (shown := _shown(puzzle, atom, labels, there, colors)) is not None
        )
        return PlacementRules(copies, found, set())

    def checkable_reasons(self) -> tuple[str, ...]:
        return ("area", "labels")

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        puzzle = self.puzzle
        places = len(puzzle.board.atoms)
        most = sum(places if tile.copies[1] is None else tile.copies[1] for tile in puzzle.tiles)
        fewest = sum(tile.copies[0] for tile in puzzle.tiles)
        if reason.kind == "area":
            return None if most < places or fewest > places else f"the tiles can fill the {places} places"
        if reason.kind != "labels":
            return f"a reason of kind {quote(reason.kind)} is not checked by counting"
        if fewest != places and (most != places or any(tile.copies[1] is None for tile in puzzle.tiles)):
            return "it is not known which tiles are used"
        possible = any(_can_be(puzzle, rest) for rest in _insides(puzzle))
        return "the numbers of labels can come out even" if possible else None


def _laid(puzzle: EdgeMatching, alike: Sequence[Tile], atom: Atom) -> Iterator[Sequence[str]]:
    """The labels of such a tile in each way in which it may lie on the atom."""
    slot, pin = puzzle.grid.split(atom)[1], next((pin for pin in puzzle.pinned if pin.atom == atom), None)
    only = None if pin is None else puzzle.tile(pin.tile).form(pin.motion)
    if pin is None or any(tile.name == pin.tile for tile in alike):
        yield from (form[1] for form in alike[0].forms if form[0] == slot and only in (None, form))


def _shown(
    puzzle: EdgeMatching, atom: Atom, labels: Sequence[str], there: Collection[Atom], colors: Mapping[str, int]
) -> list[Label] | None:
    """What a tile on the atom shows to others, as the smaller atom shows it; None where it cannot lie so."""
    found, outside = [], set()
    for other, label in zip(puzzle.grid.adjacent(atom), labels, strict=True):
        partner = _wanted(puzzle, label)
        if other not in there:
            outside.add(label)
        elif partner not in colors:
            return None  # no tile matches it
        else:
            found.append(Label((min(atom, other), max(atom, other)), colors[label if atom < other else partner]))
    if puzzle.border == UNIFORM:
        return None if len(outside) > 1 else [*found, *(Label((UNIFORM,), colors[label]) for label in outside)]
    return found if puzzle.border == FREE or outside <= {puzzle.border} else None


def _insides(puzzle: EdgeMatching) -> Iterator[dict[str, int]]:
    """How often each label stands inside, all tiles being used, for each label that the border may show.

    Where that may show anything, no label is taken off for it.
    """
    used = dict.fromkeys(puzzle.labels_used, 0)
    fewest = sum(tile.copies[0] for tile in puzzle.tiles) == len(puzzle.board.atoms)
    for tile in puzzle.tiles:
        for label in tile.labels:
            used[label] += tile.copies[0] if fewest else tile.copies[1] or 0
    outside = _outside(puzzle)
    if puzzle.border == FREE:
        yield used
        return
    for label in used if puzzle.border == UNIFORM else (puzzle.border,):
        if used[label] >= outside:
            yield {**used, label: used[label] - outside}


def _outside(puzzle: EdgeMatching) -> int:
    edges = len(puzzle.tiles[0].labels) * len(puzzle.board.atoms)
    there = frozenset(puzzle.board.atoms)
    return edges - sum(len(there.intersection(puzzle.grid.adjacent(atom))) for atom in there)


def _can_be(puzzle: EdgeMatching, inside: dict[str, int]) -> bool:
    """Whether labels can be beside each other, those at a free border left over."""
    if puzzle.match == "same":
        left = sum(times % 2 for times in inside.values())
    else:
        left = sum(max(0, times - inside.get(label.swapcase(), 0)) for label, times in inside.items())
    return left <= (_outside(puzzle) if puzzle.border == FREE else 0)
