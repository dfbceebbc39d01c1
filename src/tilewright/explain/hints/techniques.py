"""The techniques a person uses, by name and tier. A technique finds options that are impossible, and says why.

Each one looks at a position and nothing else: no search, no solution. All techniques of this file see in a position with fewer
live options at least what they saw before, or easier ones do, so their order does not matter: the lemma, its proof and the
exception (isolated regions) are in docs/guide/hints.md.

Tried and dropped: clusters of three items (what they find, the one-step contradiction finds more readably).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from tilewright.explain.hints.position import Position, bits

Tier = Literal["easy", "medium", "hard", "extreme"]
TIERS: tuple[Tier, ...] = ("easy", "medium", "hard", "extreme")
NARROW = 4  # a person follows the choices of an item only when they are few


@dataclass(frozen=True)
class Finding:
    """Options ruled out (a set as bits), the technique, and the items that are the reason."""

    technique: str
    ruled_out: int
    items: tuple[int, ...]


def claimed_cells(position: Position) -> Iterator[Finding]:
    """A cell that one clue or piece covers wherever it goes is closed to others; a cell that only one can reach is its own."""
    table = position.table
    for item in sorted(position.open):
        table.deadline.check()
        choices = position.choices(item)
        owner = table.owner(choices)
        if owner is None:
            continue
        own = table.owner_options[owner] & position.alive
        if table.is_cell(item) and not choices & ~own and (against := own & ~choices):
            yield Finding("claimed cell", against, (item,))
    for item, own in table.exactly_once:
        table.deadline.check()
        own &= position.alive
        if item not in position.open or not own:
            continue
        for cell in table.options[(own & -own).bit_length() - 1]:
            if cell in table.shared:
                continue
            if not own & ~table.covering[cell] and (against := position.choices(cell) & ~own):
                yield Finding("claimed cell", against, (item, cell))


def starvation(position: Position) -> Iterator[Finding]:
    """What conflicts with every remaining choice of an item would leave it without any."""
    conflicts = position.table.conflicts
    for item in sorted(position.open):
        position.table.deadline.check()
        against = position.alive
        for option in bits(position.choices(item)):
            against &= conflicts(option)
            if not against:
                break
        if against:
            yield Finding("starvation", against, (item,))


def cluster(position: Position) -> Iterator[Finding]:
    """Two items with few choices each: what conflicts with every way to cover both is impossible."""
    conflicts = position.table.conflicts
    narrow: dict[int, int] = {}
    for item in sorted(position.open):
        choices = position.choices(item)
        if 2 <= choices.bit_count() <= NARROW and position.missing[item] == 1:
            narrow.setdefault(choices, item)
    sets = list(narrow)
    around = [_union(conflicts, choices) for choices in sets]
    for i, first in enumerate(sets):
        position.table.deadline.check()
        for j in range(i + 1, len(sets)):
            if not around[i] & sets[j]:
                continue
            against = position.alive
            for a in bits(first):
                for b in bits(sets[j] & ~conflicts(a)):
                    against &= (conflicts(a) | conflicts(b)) & ~(1 << a | 1 << b)
                    if not against:
                        break
                if not against:
                    break
            if against:
                yield Finding("cluster", against, (narrow[first], narrow[sets[j]]))


def _union(conflicts: Callable[[int], int], options: int) -> int:
    together = 0
    for option in bits(options):
        together |= conflicts(option)
    return together


def one_step_contradiction(position: Position) -> Iterator[Finding]:
    """Place an option on trial and propagate; if an item is left without choices, the option was impossible."""
    for option in bits(position.alive):
        position.table.deadline.check()
        trial = position.copy()
        trial.place(option)
        item = propagate(trial)
        if item is not None:
            yield Finding("one-step contradiction", 1 << option, (item,))


def propagate(position: Position, forced: list[tuple[int, int]] | None = None) -> int | None:
    """Place all forced options. Return the first item left without options, or None.

    `forced` collects (the item whose last choice it was, the option) in order.
    """
    changed = True
    while changed:
        changed = False
        position.table.deadline.check()
        for item in sorted(position.open):
            if item not in position.open:
                continue
            choices = position.choices(item)
            if choices.bit_count() > position.missing[item]:
                continue
            for option in bits(choices):
                if position.alive >> option & 1:  # it may collide with the one before it
                    position.place(option)
                    changed = True
                    if forced is not None:
                        forced.append((item, option))
            if item in position.open:
                return item
    return None
