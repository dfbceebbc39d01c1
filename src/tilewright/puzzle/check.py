"""Check whether placements tile a puzzle: first the rules that all puzzles share, then those of its kind.

The check shares no code with the compiler or any engine.

A rule is a generator of faults; it yields nothing if the rule is kept. `partial` waives what may still be added: cells
to cover, copies to use, pins to place. A position that can never become a tiling is a fault even then.
docs/reference/rules.md lists the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilewright.errors import InternalError, NotationError, check_flag, check_placements, check_puzzle
from tilewright.lattice import Atom
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.rules import Fault, cells_text


def faults(puzzle: Puzzle, placements: Iterable[Placement], partial: bool = False) -> list[Fault]:
    """Return the faults of the placements; the list is empty when they tile the board.

    partial: report only what can never become part of a tiling.

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
    """Yield a fault for each pair of placements that share an atom, and for a placement that has an atom twice."""
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
    """Raise InternalError unless the result of a search tiles the board (or, if `partial`, breaks no rule)."""
    if wrong := faults(puzzle, placements, partial):
        what = "part of a tiling" if partial else "a tiling"
        raise InternalError(f"a search returned something that is not {what}: {wrong[0].text}")


def with_partial(puzzle: Puzzle, partial: Sequence[Placement]) -> Puzzle:
    """Return the puzzle in which these placements are pinned as well. Raises NotationError if they break a rule."""
    check_placements("partial", partial)
    if not partial:
        return puzzle
    if wrong := faults(puzzle, partial, partial=True):
        raise NotationError(f"what lies there breaks a rule: {wrong[0].text}")
    return puzzle.with_placements(partial)
