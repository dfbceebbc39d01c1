"""A rule that placements break."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement

MOST_TOLD = 6  # cells of a fault that its text names


@dataclass(frozen=True)
class Fault:
    """A rule that placements break, and where.

    rule:  its name, a key of `Puzzle.rules`: off-board, overlap, uncovered, name, shape, pin; of a packing puzzle also
           paint and copies, of a Shikaku clue and size.
    text:  one sentence.
    atoms: the atoms it is about.

    >>> Fault("copies", "piece X is used 2 times: expected 1").rule
    'copies'
    """

    rule: str
    text: str
    atoms: tuple[Atom, ...] = ()


def cells_text(atoms: Iterable[Atom]) -> str:
    """The first atoms and how many more, for a message."""
    listed = sorted(atoms)
    text = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in listed[:MOST_TOLD])
    return text + (f" and {len(listed) - MOST_TOLD} more" if len(listed) > MOST_TOLD else "")


def pin_faults(
    pins: Mapping[frozenset[Atom], str], placements: Sequence[Placement], partial: bool, noun: str
) -> Iterator[Fault]:
    """Every pinned name lies on its atoms; in a partial answer, nothing else lies where a pin must."""
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
