"""Check placements, reasons and counts of edge-matching puzzles.

Each rule is one function that uses only the lattice and the labels of the tiles. This module shares no code with the
searches for tilings and reasons.

To check a count, each placement is listed with the labels on which tiles must agree. Two cells that share an edge are
linked, and the label of their edge is the one that the tile on the smaller atom shows. A uniform border links all cells
at the border.
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

Shown = dict[tuple[Atom, Atom], str]  # the label that the first atom shows to the second


class _Position:
    """The placements to check, with what they show, computed once for all rules.

    labels: the labels that each placement shows; None if there is no such tile or it cannot lie in this way.
    shown:  the labels of all placements together.
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
    """Return the labels that a placed tile shows; None if the tile cannot lie in this way.

    The motion takes the cell at which the tile is given to the cell that it covers, and each neighbor to a neighbor.
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
    """Return the images of the cell at which tiles are given, and of its neighbors; None for an unknown motion."""
    start = grid.join((0,) * grid.dimension, 0)
    alike = next((m for m in grid.motions if m.name == motion), None)
    if alike is None:
        return None
    return grid.apply(alike, start), tuple(grid.apply(alike, other) for other in grid.adjacent(start))


def _copies(position: _Position) -> Iterator[Fault]:
    puzzle, placements = position.puzzle, position.placements
    used = Counter(placement.piece for placement in placements)
    if position.partial:  # the copies that pins need are taken
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
    """Return the label that must stand on the other side of the edge."""
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
    """Return the label expected along the whole border.

    It is the label that pinned tiles show at the border or, without such tiles, the most frequent one.
    """
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
    """The checks of edge-matching puzzles."""

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
    """Yield the labels of a tile of this class in each way in which it may lie on the atom."""
    slot, pin = puzzle.grid.split(atom)[1], next((pin for pin in puzzle.pinned if pin.atom == atom), None)
    only = None if pin is None else puzzle.tile(pin.tile).form(pin.motion)
    if pin is None or any(tile.name == pin.tile for tile in alike):
        yield from (form[1] for form in alike[0].forms if form[0] == slot and only in (None, form))


def _shown(
    puzzle: EdgeMatching, atom: Atom, labels: Sequence[str], there: Collection[Atom], colors: Mapping[str, int]
) -> list[Label] | None:
    """Return the labels of the tile's inner edges, as the smaller atoms show them; None if it cannot lie there."""
    found, outside = [], set()
    for other, label in zip(puzzle.grid.adjacent(atom), labels, strict=True):
        partner = _wanted(puzzle, label)
        if other not in there:
            outside.add(label)
        elif partner not in colors:
            return None  # no tile matches this label
        else:
            found.append(Label((min(atom, other), max(atom, other)), colors[label if atom < other else partner]))
    if puzzle.border == UNIFORM:
        return None if len(outside) > 1 else [*found, *(Label((UNIFORM,), colors[label]) for label in outside)]
    return found if puzzle.border == FREE or outside <= {puzzle.border} else None


def _insides(puzzle: EdgeMatching) -> Iterator[dict[str, int]]:
    """Yield how often each label stands inside the board, for each label that the border may show.

    All tiles are taken to be used. With a free border, no label is subtracted for the border.
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
    """Return whether the labels can be paired off, except those at a free border."""
    if puzzle.match == "same":
        left = sum(times % 2 for times in inside.values())
    else:
        left = sum(max(0, times - inside.get(label.swapcase(), 0)) for label, times in inside.items())
    return left <= (_outside(puzzle) if puzzle.border == FREE else 0)
