"""Reasons why there is no tiling, where they can be found without a search; the cheapest reasons first.

Coloring arguments are weights on the cells under which every placement sums to zero and the board does not. The kernel
discovers them by linear algebra on the whole cover. `invariant_fault` checks one by plain sums in Python and shares no
code with the discovery: anyone with the weights can do the same by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from tilewright._kernel import find_invariant as search_invariant
from tilewright.exact_cover.kernel import kernel_cover, preparation_seconds
from tilewright.exact_cover.limits import NEVER, Clock, Deadline
from tilewright.exact_cover.problem import ExactCover
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.rules import Reason

NONE_FOUND = Reason("search", "the search through all positions of the pieces found no tiling")


def why_impossible(compiled: Compiled, deadline: Deadline = NEVER) -> Reason | None:
    """Return the first reason that can be found without a search, or None. Raises OutOfTimeError at the deadline."""
    return why_areas_differ(compiled.puzzle, deadline) or why_placements_fail(compiled, deadline)


def why_areas_differ(puzzle: Puzzle, deadline: Deadline = NEVER) -> Reason | None:
    """Return the first reason that needs no placements, so that the puzzle need not be compiled; None if there is none.

    Raises OutOfTimeError at the deadline.
    """
    return next(iter(puzzle.reasons.of_areas(deadline)), None)


def why_placements_fail(compiled: Compiled, deadline: Deadline = NEVER) -> Reason | None:
    """Return the first reason that the placements show, or None. Raises OutOfTimeError at the deadline."""
    return next(iter(compiled.puzzle.reasons.of_placements(compiled, deadline)), None)


MOST_WORK = 2_000_000_000  # multiplications of a discovery, about 5 s
WORK_PER_SECOND = 200_000_000  # multiplications per second on a slow machine, to fit the work into a time limit


@dataclass(frozen=True)
class Invariant:
    """Weights of a cover's items modulo `modulus`.

    They prove that the cover has no solution if `invariant_fault` returns None.
    """

    modulus: int
    weights: tuple[int, ...]


def find_invariant(cover: ExactCover, deadline: Deadline = NEVER) -> Invariant | None:
    """Return an invariant modulo 2, 3, 4, 5, 7, 8 or 9 with the fewest different weights.

    The result is None if there is none, or if finding it takes too much work. A failed attempt is remembered, and
    repeated only if more work is allowed. Raises OutOfTimeError at the deadline.
    """
    deadline.check()
    work = MOST_WORK if deadline.left == inf else min(MOST_WORK, 1 + int(max(0, deadline.left) * WORK_PER_SECOND))
    if work <= cover.work_in_vain:
        return None
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    found = search_invariant(prepared, work)
    if found is None:
        cover.work_in_vain = work
        return None
    return Invariant(found[0], tuple(found[1]))


def invariant_fault(cover: ExactCover, invariant: Invariant, deadline: Deadline = NEVER) -> str | None:
    """Return why the weights prove nothing, in one line; None if they prove that the cover has no solution.

    Raises OutOfTimeError at the deadline.
    """
    modulus, weights = invariant.modulus, invariant.weights
    if modulus < 2 or len(weights) != len(cover.lo):
        return f"expected a modulus of at least 2 and a weight for each of {len(cover.lo)} items"
    for item, weight in enumerate(weights):
        if weight % modulus and cover.lo[item] != cover.hi[item]:
            return f"item {item} may be covered {cover.lo[item]} to {cover.hi[item]} times, yet has weight {weight}"
    for number, option in enumerate(deadline.watch(cover.options)):
        if sum(map(weights.__getitem__, option)) % modulus:
            times = Counter(option)
            if all(
                hi is None or n <= hi for item, n in times.items() for hi in (cover.hi[item],)
            ):  # other options cannot be taken anyway
                return f"option {number} does not sum to 0 modulo {modulus}"
    if sum(weight * lo for weight, lo in zip(weights, cover.lo, strict=True)) % modulus == 0:
        return f"what must be covered sums to 0 modulo {modulus}"
    return None


def invariant_reason(compiled: Compiled, deadline: Deadline = NEVER) -> Reason | None:
    """Return the reason "invariant" with its sentence and its weights on the atoms, or None.

    Raises OutOfTimeError at the deadline.
    """
    compiled = compiled.without_constraints()  # so that only cells and pieces have weights
    invariant = find_invariant(compiled.cover, deadline)
    if invariant is None:
        return None
    wrong = invariant_fault(compiled.cover, invariant, deadline)
    if wrong:
        raise AssertionError(f"the kernel's invariant does not hold: {wrong}")
    weights = tuple(zip(compiled.atoms, invariant.weights, strict=False))
    pieces = tuple(  # the weight of each piece, the same in every position, if it is not 0
        (name, rest)
        for item, owner in compiled.item_owners.items()
        if item >= len(compiled.atoms)  # otherwise the owner is a cell, which is drawn with its weight
        and (rest := -invariant.weights[item] % invariant.modulus)
        for name in compiled.owner_names(owner)
    )
    if (text := _two_colors(compiled, invariant, deadline)) is None:
        sums = _sums(compiled, invariant, pieces)
        text = f"{said}; {sums}" if (said := _chessboard(compiled, deadline)) else sums
    return Reason("invariant", text, modulus=invariant.modulus, weights=weights, pieces=pieces)


def _two_colors(compiled: Compiled, invariant: Invariant, deadline: Deadline) -> str | None:
    """Return the classic sentence, if every placement covers equally many cells of both colors; otherwise None."""
    count = len(compiled.atoms)
    colors = Counter(invariant.weights[:count])
    if len(colors) != 2 or any(compiled.cover.lo[item] != 1 for item in range(count)):
        return None
    (white, whites), (black, blacks) = sorted(colors.items())
    for option in deadline.watch(compiled.cover.options):
        covered = Counter(invariant.weights[item] for item in option if item < count)
        if covered[white] != covered[black]:
            return None
    return (
        f"every piece covers as many cells of one color as of the other, wherever it lies; "
        f"the board has {whites} of one and {blacks} of the other"
    )


MOST_SAID = 3  # largest number of pieces named in a sentence about the two colors


def _chessboard(compiled: Compiled, deadline: Deadline) -> str | None:
    """Return a sentence that counts the cells of each color of a chessboard, if that settles the question, or None."""
    puzzle, count = compiled.puzzle, len(compiled.atoms)
    grid = puzzle.grid
    if grid.letters or any(grid.periods) or puzzle.board.optional or not all(sum(v) % 2 for v, _ in grid.neighbours[0]):
        return None
    color = [1 - 2 * (sum(atom) % 2) for atom in compiled.atoms]
    if not _may_be_counted(compiled, color, deadline):
        return None
    off: dict[int, tuple[int, int]] = {}  # for each owner, the number of cells it covers, and the surplus of one color
    for option, (owner, _) in enumerate(deadline.watch(compiled.meanings)):
        covered = [color[item] for item in compiled.cover.options[option] if item < count]
        found = len(covered), abs(sum(covered))
        if off.setdefault(owner, found) != found:
            return None
    reachable, uneven, equal = {0}, list[tuple[str, str]](), set[int]()
    for owner, (size, surplus) in off.items():
        if not surplus:
            equal.add(size // 2)
            continue
        lo, hi = compiled.owner_copies(owner)
        if lo != hi or lo > MOST_SAID:
            return None
        colors = f"{(size + surplus) // 2} + {(size - surplus) // 2}"
        uneven += [(name, colors) for name in compiled.owner_names(owner)]
        for _ in range(lo):
            reachable = {total + step for total in reachable for step in (surplus, -surplus)}
    if sum(color) in reachable or not 1 <= len(uneven) <= MOST_SAID:
        return None
    (first, colors), *others = uneven
    said = ", ".join((f"{first} covers {colors}", *map(" ".join, others)))
    one_size = f", every other piece {min(equal)} + {min(equal)}" if equal else ""
    rest = ", every other piece as many of one as of the other" if len(equal) > 1 else one_size
    dark = (count - sum(color)) // 2
    more, less = max(dark, count - dark), min(dark, count - dark)
    goal = "equal" if more == less else f"{more} and {less}, as the board has them"
    return f"{said} of the two colors of a chessboard{rest}; so the two colors cannot come out {goal}"


def _may_be_counted(compiled: Compiled, color: list[int], deadline: Deadline) -> bool:
    """Return whether the sentence of the two colors may apply, judging by one option of each owner.

    It applies only if few pieces are unbalanced.
    """
    count, uneven = len(color), 0
    one_each = {owner: option for option, (owner, _) in enumerate(deadline.watch(compiled.meanings))}
    for owner, option in one_each.items():
        if sum(color[item] for item in compiled.cover.options[option] if item < count):
            lo, hi = compiled.owner_copies(owner)
            if lo != hi or lo > MOST_SAID:
                return False
            uneven += 1
    return uneven > 0


def _sums(compiled: Compiled, invariant: Invariant, weighty: Iterable[tuple[str, int]]) -> str:
    modulus, weights, count = invariant.modulus, invariant.weights, len(compiled.atoms)
    board = sum(weights[:count])
    pieces = -sum(w * lo for w, lo in zip(weights[count:], compiled.cover.lo[count:], strict=True)) % modulus
    if not any(weights[count:]):
        return (
            f"number the cells as in the picture: wherever a piece lies, its numbers add up to a multiple of {modulus}; "
            f"those of the whole board add up to {board}, which is not one"
        )
    each = [f"{name} {weight}" for name, weight in weighty]
    return (
        f"number the cells as in the picture: modulo {modulus} the numbers of a piece add up to the same wherever it lies "
        f"({', '.join(each)}; the others 0), those of all pieces to {pieces}, but those of the board to {board % modulus}"
    )


class Prepared(NamedTuple):
    """A puzzle that is compiled for an engine, or the reason why it is impossible.

    reason:   why there is no tiling, if that can be found without a search.
    compiled: the exact cover; None if the reason does not need it.
    """

    compiled: Compiled | None
    reason: Reason | None


def prepare(puzzle: Puzzle, labelled: bool, deadline: Deadline, clock: Clock) -> Prepared:
    """Look for reasons, the cheapest first, and compile the puzzle. Raises OutOfTimeError at the deadline."""
    reason = why_areas_differ(puzzle, deadline)
    clock.lap("reasons")
    if reason is not None:
        return Prepared(None, reason)
    compiled = puzzle.compile(labelled, deadline=deadline)
    clock.lap("compile")
    reason = why_placements_fail(compiled, deadline)
    clock.lap("reasons")
    return Prepared(compiled, reason)
