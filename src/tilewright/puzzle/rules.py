"""Faults and reasons, and the rules that several kinds of puzzles share.

A fault is a rule that placements break; a reason explains why a puzzle has no tiling at all. A rule is a generator of
faults; it yields nothing if the rule is kept. `partial` waives what may still be added: copies to use, pins to place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tilewright.lattice import Atom
from tilewright.pieces.piece import Copies
from tilewright.puzzle.placement import Placement

MOST_TOLD = 6  # largest number of cells named in the text of a fault


@dataclass(frozen=True)
class Fault:
    """A rule that placements break, and the location.

    rule:  its name, a key of `Puzzle.rules`: off-board, overlap, uncovered, name, shape, pin; packing puzzles also have
           paint and copies, Shikaku also has clue and size.
    text:  one sentence.
    atoms: the atoms that the fault is about.

    >>> Fault("copies", "piece X is used 2 times: expected 1").rule
    'copies'
    """

    rule: str
    text: str
    atoms: tuple[Atom, ...] = ()


@dataclass(frozen=True)
class Reason:
    """The reason why there is no tiling.

    kind: area | labels | unplaceable | uncovered | region | invariant | partial | search.
    text: one sentence.
    atoms: the location, if the reason has one.
    modulus, weights: of an invariant: every placement covers weights that sum to 0 modulo `modulus`, but the board's
        weights do not. `pieces` are the weights of pieces whose number is fixed, one entry (name, weight) for each
        piece.
    """

    kind: str
    text: str
    atoms: tuple[Atom, ...] = ()
    modulus: int | None = None
    weights: tuple[tuple[Atom, int], ...] = ()
    pieces: tuple[tuple[str, int], ...] = ()


def cells_text(atoms: Iterable[Atom]) -> str:
    """Return the first atoms, and the number of the others, for a message."""
    listed = sorted(atoms)
    text = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in listed[:MOST_TOLD])
    return text + (f" and {len(listed) - MOST_TOLD} more" if len(listed) > MOST_TOLD else "")


def name_faults(names: Collection[str], placements: Sequence[Placement], noun: str) -> Iterator[Fault]:
    """Yield a fault for each placement whose name is not that of a piece."""
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no {noun} {placement.piece}", placement.atoms)


def pin_faults(
    pins: Mapping[frozenset[Atom], str], placements: Sequence[Placement], partial: bool, noun: str
) -> Iterator[Fault]:
    """Yield a fault for each pin that is not in place; in a partial answer, only for placements that overlap a pin."""
    laid = {(placement.piece, frozenset(placement.atoms)) for placement in placements}
    owner = {atom: atoms for atoms in pins for atom in atoms}
    for pin, name in pins.items():
        if not partial and (name, pin) not in laid:
            where = tuple(sorted(pin))
            yield Fault("pin", f"the pinned {noun} {name} is not at {cells_text(where)}", where)
    for name, atoms in sorted(laid, key=lambda one: (one[0], sorted(one[1]))) if partial else ():
        for pin in {owner[atom] for atom in atoms if atom in owner}:
            if (name, atoms) != (pins[pin], pin):
                text = f"{name} at {cells_text(atoms)} overlaps the pinned {noun} {pins[pin]}"
                yield Fault("pin", text, tuple(sorted(pin)))


def copies_faults(copies: Mapping[str, Copies], used: Counter[str], partial: bool, noun: str) -> Iterator[Fault]:
    """Yield a fault for each piece that is used too often or, unless the answer is partial, not often enough."""
    for name, (lo, hi) in copies.items():
        if (hi is not None and used[name] > hi) or (used[name] < lo and not partial):
            bounds = f"{lo}" if hi == lo else f"{lo} to {'any number' if hi is None else hi}"
            yield Fault("copies", f"{noun} {name} is used {used[name]} times: expected {bounds}")


Place = tuple[Any, ...]  # an atom, or a link between cells


class Label(NamedTuple):
    """The color that a placement shows on a link between cells; placements with different colors there conflict."""

    where: Place
    color: int


Cells = frozenset[Place]  # atoms and labels


ClassPlacement = tuple[int, Cells]  # the number of a class of pieces (always 0 for Shikaku) and the cells


@dataclass
class PlacementRules:
    """The placements that the rules of a puzzle allow.

    copies: the (fewest, most) copies of each class of pieces; (0, None) if this adds nothing to the pins.
    found:  every placement, once each.
    pins:   the pinned placements.
    """

    copies: list[Copies]
    found: Iterable[ClassPlacement]
    pins: set[ClassPlacement]


def class_copies(alike: Iterable[tuple[str, Copies]], pinned: Mapping[str, int]) -> Copies:
    """Return (fewest, most) of a class of pieces; each pin uses a copy of the piece that it names.

    alike:  the name and the copies of each piece of the class.
    pinned: the number of pins for each name.
    """
    alike = list(alike)
    pins = sum(pinned.get(name, 0) for name, _ in alike)
    fewest = sum(max(lo, pinned.get(name, 0)) for name, (lo, _) in alike)
    most = [hi for _, (_, hi) in alike]
    return (0 if fewest == pins else fewest, None) if None in most else (fewest, sum(hi or 0 for hi in most))
