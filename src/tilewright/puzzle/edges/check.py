"""The rules of edge matching, one function each, read off the lattice and the labels of the tiles alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from tilewright.lattice import Atom, Lattice
from tilewright.puzzle.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.puzzle.fault import Fault, cells_text
from tilewright.puzzle.placement import Placement

Shown = dict[tuple[Atom, Atom], str]  # the label that the first atom shows towards the second


def _name(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    names = set(puzzle.piece_names)
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no tile {placement.piece}", placement.atoms)


def _shape(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    names = set(puzzle.piece_names)
    for placement in placements:
        if placement.piece in names and _labels(puzzle, placement) is None:
            where, name = cells_text(placement.atoms), placement.piece
            text = f"tile {name} at {where} in motion {placement.motion} does not lie on one place as it may turn"
            yield Fault("shape", text, placement.atoms)


def _labels(puzzle: EdgeMatching, placement: Placement) -> Shown | None:
    """What a tile shows, by its motion about the cell where it is given; None where it does not lie as it may.

    The motion takes the given cell to the one that the tile covers, and each neighbour to a neighbour.
    """
    tile, wrapped = puzzle.tile(placement.piece), puzzle.grid
    grid = wrapped.plane
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


def _shown(puzzle: EdgeMatching, placements: Sequence[Placement]) -> Shown:
    names = set(puzzle.piece_names)
    known = (placement for placement in placements if placement.piece in names)
    shown: Shown = {}
    for placement in known:
        shown |= _labels(puzzle, placement) or {}
    return shown


def _copies(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    used = Counter(placement.piece for placement in placements)
    if partial:  # the pinned copies are spoken for
        laid = {(placement.piece, placement.atoms) for placement in placements}
        used.update(pin.tile for pin in puzzle.pinned if (pin.tile, (pin.atom,)) not in laid)
    for tile in puzzle.tiles:
        lo, hi = tile.copies
        if (hi is not None and used[tile.name] > hi) or (used[tile.name] < lo and not partial):
            bounds = f"{lo}" if hi == lo else f"{lo} to {'any number' if hi is None else hi}"
            yield Fault("copies", f"tile {tile.name} is used {used[tile.name]} times: expected {bounds}")


def _edges(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    shown = _shown(puzzle, placements)
    for (atom, other), label in sorted(shown.items()):
        across = shown.get((other, atom))
        if atom < other and across is not None and across != _wanted(puzzle, label):
            text = f"the edge between {cells_text([atom])} and {cells_text([other])} shows {label} and {across}"
            yield Fault("edge", f"{text}: expected {_wanted(puzzle, label)} beside {label}", (atom, other))


def _wanted(puzzle: EdgeMatching, label: str) -> str:
    """What must stand beside a label."""
    if puzzle.match == "same":
        return label
    return "".join(letter.upper() if letter.islower() else letter.lower() for letter in label)


def _border(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    there = set(puzzle.board.atoms)
    outer = {edge: label for edge, label in sorted(_shown(puzzle, placements).items()) if edge[1] not in there}
    if puzzle.border == FREE or not outer:
        return
    wanted = next(iter(outer.values())) if puzzle.border == UNIFORM else puzzle.border
    for (atom, _), label in outer.items():
        if label != wanted:
            text = f"{cells_text([atom])} shows {label} at the border: expected {wanted}"
            yield Fault("border", text + " everywhere" * (puzzle.border == UNIFORM), (atom,))


def _pins(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> Iterator[Fault]:
    at = {atom: placement for placement in placements for atom in placement.atoms}
    for pin in puzzle.pinned:
        lies = at.get(pin.atom)
        if lies is None and partial:
            continue
        if lies is None or (lies.piece, lies.motion) != (pin.tile, pin.motion):
            text = f"the pinned tile {pin.tile} does not lie at {cells_text([pin.atom])} in motion {pin.motion}"
            yield Fault("pin", text, (pin.atom,))


Rule = Callable[[EdgeMatching, Sequence[Placement], bool], Iterator[Fault]]
RULES: tuple[Rule, ...] = (_name, _shape, _copies, _edges, _border, _pins)


def rule_faults(puzzle: EdgeMatching, placements: Sequence[Placement], partial: bool) -> list[Fault]:
    """What breaks a rule of the tiles."""
    return [fault for rule in RULES for fault in rule(puzzle, placements, partial)]
