"""Check whether placements tile a puzzle: faults found by the rules that all puzzles share, then by those of its kind.

Nothing is shared with compiling or with any engine. Beside faults stand reasons: why a puzzle has no tiling at all.

A rule is a generator of faults: none means that it is kept. `partial` waives what may still come: cells to cover, copies
to use, pins to lay. What can never become a tiling is a fault even then. The rules are listed in docs/reference/formats.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tilewright.errors import InternalError, NotationError, check_flag, check_placements, check_puzzle
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.lattice import Atom
from tilewright.pieces.piece import Copies
from tilewright.puzzle.puzzle import Placement, Puzzle

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


def name_faults(names: Collection[str], placements: Sequence[Placement], noun: str) -> Iterator[Fault]:
    """Every placement bears the name of a piece."""
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no {noun} {placement.piece}", placement.atoms)


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


def copies_faults(copies: Mapping[str, Copies], used: Counter[str], partial: bool, noun: str) -> Iterator[Fault]:
    """Every piece, by its name, is used as often as there are copies; in a partial answer, not more often."""
    for name, (lo, hi) in copies.items():
        if (hi is not None and used[name] > hi) or (used[name] < lo and not partial):
            bounds = f"{lo}" if hi == lo else f"{lo} to {'any number' if hi is None else hi}"
            yield Fault("copies", f"{noun} {name} is used {used[name]} times: expected {bounds}")


@dataclass(frozen=True)
class Reason:
    """Why there is no tiling.

    kind:    area | labels | unplaceable | uncovered | region | invariant | partial | search.
    text:    one sentence.
    atoms:   where, when it is about a place.
    modulus, weights: of an invariant: whatever is placed covers weights that sum to 0 modulo `modulus`, the board's
             weights do not. `pieces` are the weights of pieces whose number is fixed, one entry (name, weight) a piece.
    """

    kind: str
    text: str
    atoms: tuple[Atom, ...] = ()
    modulus: int | None = None
    weights: tuple[tuple[Atom, int], ...] = ()
    pieces: tuple[tuple[str, int], ...] = ()


def faults(puzzle: Puzzle, placements: Iterable[Placement], partial: bool = False) -> list[Fault]:
    """Return what is wrong; empty when the placements tile the board (or, if `partial`, break no rule so far).

    Raises ArgumentError when `partial` is not a bool.

    >>> from tilewright import Packing, Placement
    >>> puzzle = Packing.parse("tetrominoes:O*@2x4")
    >>> left = Placement("O", ((0, 0), (0, 1), (1, 0), (1, 1)))
    >>> [fault.rule for fault in faults(puzzle, [left])]
    ['uncovered']
    >>> faults(puzzle, [left], partial=True)
    []
    """
    check_puzzle(puzzle)
    check_flag("partial", partial)
    placements = list(placements)
    check_placements("placements", placements)
    found = [*_off_board(puzzle, placements), *_overlap(placements)]
    if not partial:
        found += _uncovered(puzzle, placements)
    return found + puzzle.checkers.rule_faults(placements, partial)


def _off_board(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Fault]:
    there = {*puzzle.board.atoms, *puzzle.board.optional}
    for placement in placements:
        if placement.lattice != puzzle.lattice:
            text = f"{placement.piece} lies on lattice {placement.lattice}: expected {puzzle.lattice}"
            yield Fault("off-board", text, placement.atoms)
        elif outside := tuple(sorted(set(placement.atoms) - there)):
            yield Fault("off-board", f"{placement.piece} leaves the board at {cells_text(outside)}", outside)


def _overlap(placements: Sequence[Placement]) -> Iterator[Fault]:
    """No atom twice: neither in two placements nor in one, nor is one placement there twice."""
    owners: dict[Atom, list[int]] = {}
    for number, placement in enumerate(placements):
        for atom in placement.atoms:
            owners.setdefault(atom, []).append(number)
    shared: dict[tuple[int, int], list[Atom]] = {}
    for atom, numbers in owners.items():
        for later in numbers[1:]:
            shared.setdefault((numbers[0], later), []).append(atom)
    for (first, later), atoms in sorted(shared.items()):
        where, one, other = tuple(sorted(set(atoms))), placements[first].piece, placements[later].piece
        text = (
            f"{one} covers {cells_text(where)} twice"
            if first == later
            else f"{other} and {one} overlap at {cells_text(where)}"
        )
        yield Fault("overlap", text, where)


def _uncovered(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Fault]:
    covered = {atom for placement in placements for atom in placement.atoms}
    if bare := tuple(sorted(set(puzzle.board.atoms) - covered)):
        yield Fault("uncovered", f"not covered: {cells_text(bare)}", bare)


def require_tiling(puzzle: Puzzle, placements: Iterable[Placement], partial: bool = False) -> None:
    """Raise InternalError unless what a search returned tiles the board (or, if `partial`, breaks no rule)."""
    if wrong := faults(puzzle, placements, partial):
        what = "part of a tiling" if partial else "a tiling"
        raise InternalError(f"a search returned something that is not {what}: {wrong[0].text}")


def with_partial(puzzle: Puzzle, partial: Sequence[Placement]) -> Puzzle:
    """The puzzle in which these placements are pinned as well; NotationError if they break a rule."""
    check_placements("partial", partial)
    if not partial:
        return puzzle
    if wrong := faults(puzzle, partial, partial=True):
        raise NotationError(f"what lies there breaks a rule: {wrong[0].text}")
    return puzzle.with_placements(partial)


Place = tuple[Any, ...]  # an atom, or a link between cells


class Label(NamedTuple):
    """What a placement shows on a link between cells: placements that show another color there do not go together."""

    where: Place
    color: int


Cells = frozenset[Place]  # atoms and labels
ClassPlacement = tuple[int, Cells]  # a class of pieces by number (of a Shikaku always 0), and what is covered and shown


@dataclass
class PlacementRules:
    """The placements that the rules of a puzzle allow.

    copies: the (fewest, most) copies of each class of pieces; (0, None) where that says no more than its pins do.
    found:  every placement, each once; pins: those that are pinned.
    """

    copies: list[Copies]
    found: Iterable[ClassPlacement]
    pins: set[ClassPlacement]


def class_copies(alike: Iterable[tuple[str, Copies]], pinned: Mapping[str, int]) -> Copies:
    """Return (fewest, most) of a class by the names and copies of what is in it; a pin is a copy of the very one that it names."""
    alike = list(alike)
    pins = sum(pinned.get(name, 0) for name, _ in alike)
    fewest = sum(max(lo, pinned.get(name, 0)) for name, (lo, _) in alike)
    most = [hi for _, (_, hi) in alike]
    return (0 if fewest == pins else fewest, None) if None in most else (fewest, sum(hi or 0 for hi in most))


class Checkers:
    """What checks tilings and claims by the rules of a puzzle alone, sharing nothing with `compile`; each kind has its own class."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """Return the rules of the kind that placements break, beyond covering the board."""
        raise NotImplementedError(self.puzzle.kind)

    def checkable_reasons(self) -> tuple[str, ...]:
        """Return the kinds of reasons that `reason_fault` can check."""
        return ()

    def require_search_certificate(self) -> None:
        """Raise NotationError for kinds whose searches leave nothing that others could check."""

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        """Return why the reason does not prove that there is no tiling, in one line; None when it does.

        Raises OutOfTimeError at the deadline.
        """
        return "reasons are not checked by counting for this kind of puzzle"

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        """Return the placements that the rules allow; `there` are the atoms of the board."""
        raise NotImplementedError(self.puzzle.kind)
