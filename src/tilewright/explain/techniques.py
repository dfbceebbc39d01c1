"""The techniques that a person uses, by name and tier, and the rating of a puzzle by them (not by nodes of a search).

A technique finds options that are impossible, and gives the reason. It uses only a position: no search, no solution. An
item has bounds (lo, hi). It is *open* while it must still be covered, by as many options as are *missing*, and its
*room* is how often it may still be covered. Items of cells have hi = 1; those of pieces and of constraints may have any
bounds. Each technique states which bounds its argument needs; items with lo = 0 (optional cells, pieces and colors) are
never open.

In a position with fewer live options, every technique of this file finds at least what it found before, or easier
techniques do, so their order does not matter. The lemma, its proof and the exception (isolated regions) are in
docs/explanation/hint-order.md.

The easiest technique that applies is always used first. So the rating is the lowest tier whose techniques suffice: a
puzzle rated easy is solved by easy techniques alone, in any order. What the techniques of each tier leave unsolved
shows how close a puzzle is to a wanted difficulty (`unsolved_profile`).

Clusters of three items are not used, because the one-step contradiction finds the same with a more readable reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from tilewright.errors import check_puzzle, check_word, quote
from tilewright.exact_cover.limits import NEVER, Deadline, Limit, as_limit
from tilewright.explain.position import Position, StepDeadline, Table, bits, first_bit
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import SEARCH, NamedTechnique, Tier

TIERS: tuple[Tier, ...] = ("easy", "medium", "hard", "extreme")
NARROW = 4  # a person follows the choices of an item only if they are few


class Finding(NamedTuple):
    """A set of options that are ruled out (as bits), the technique, and the items that are the reason."""

    technique: str
    ruled_out: int
    items: tuple[int, ...]


def claimed_cells(position: Position) -> Iterator[Finding]:
    """Find cells that belong to one clue or piece.

    A cell that only one owner can reach is its own: the cell is open and the piece is used at most once, so the
    placement that covers the cell is its only one. A cell that one owner covers in every position is closed to others:
    the piece is still missing and used at most once, and the item has room for one more option and no color to share.
    """
    table = position.table
    for item in sorted(position.open):
        table.deadline.step()
        choices = table.covering[item] & position.alive
        owner = table.owner(choices)
        if owner is None:
            continue
        own = table.owner_options[owner] & position.alive
        if table.is_cell(item) and not choices & ~own and (against := own & ~choices):
            yield Finding("claimed cell", against, (item,))
    for item, own in table.exactly_once:
        table.deadline.step()
        own &= position.alive
        if item not in position.open or not own:
            continue
        for cell in table.options[(own & -own).bit_length() - 1]:
            if cell in table.shared or position.room[cell] != 1:
                continue
            if not own & ~table.covering[cell] and (against := position.choices(cell) & ~own):
                yield Finding("claimed cell", against, (item, cell))


def starvation(position: Position) -> Iterator[Finding]:
    """Find options that conflict with every remaining choice of an item.

    The item is open, with any bounds: one of its choices is placed. Conflicts are those of items with hi = 1.
    """
    conflicts, covering = position.table.conflicts, position.table.covering
    for item in sorted(position.open):
        position.table.deadline.step()
        against = position.alive
        for option in bits(covering[item] & position.alive):
            against &= conflicts(option)
            if not against:
                break
        if against:
            yield Finding("starvation", against, (item,))


def cluster(position: Position) -> Iterator[Finding]:
    """Find options that conflict with every way to cover two items with few choices each.

    The items are open, with any upper bound: one choice of each is placed, and both may be the same one.
    """
    conflicts, covering = position.table.conflicts, position.table.covering
    narrow: dict[int, int] = {}
    for item in sorted(position.open):
        choices = covering[item] & position.alive
        if 2 <= choices.bit_count() <= NARROW and position.missing[item] == 1:
            narrow.setdefault(choices, item)
    sets = list(narrow)
    around = [reduce(or_, map(conflicts, bits(choices))) for choices in sets]
    for i, first in enumerate(sets):
        position.table.deadline.step()
        for second in sets[i + 1 :]:
            if not around[i] & second:
                continue
            against = position.alive
            pairs = ((a, b) for a in bits(first) for b in bits(second & ~conflicts(a)))
            for one, other in pairs:
                against &= (conflicts(one) | conflicts(other)) & ~(1 << one | 1 << other)
                if not against:
                    break
            if against:
                yield Finding("cluster", against, (narrow[first], narrow[second]))


def one_step_contradiction(position: Position) -> Iterator[Finding]:
    """Find options that, when placed on trial and propagated, leave an item without enough choices.

    This is sound for all bounds, as `propagate` is.
    """
    for option in bits(position.alive):
        position.table.deadline.step()
        trial = position.copy()
        trial.place(option)
        item = propagate(trial)
        if item is not None:
            yield Finding("one-step contradiction", 1 << option, (item,))


def propagate(position: Position, forced: list[tuple[int, int]] | None = None) -> int | None:
    """Place all forced options. Return the first item left with fewer options than are missing, or None.

    An open item with just as many choices as are missing takes all of them, whatever its upper bound.

    forced: collects (the item whose last choice it was, the option) in order.
    """
    table, changed = position.table, True
    while changed:
        changed = False
        table.deadline.step()
        for item in sorted(position.open):
            if item not in position.open:
                continue
            choices = table.covering[item] & position.alive
            if choices.bit_count() > position.missing[item]:
                continue
            for option in bits(choices):
                if position.alive >> option & 1:  # it may conflict with the one before it
                    position.place(option)
                    changed = True
                    if forced is not None:
                        forced.append((item, option))
            if item in position.open:
                return item
    return None


COORDINATES = {1: ("column",), 2: ("row", "column"), 3: ("layer", "row", "column")}


def item_name(table: Table, item: int) -> str:
    """Return the name of a cell, a clue or a piece, as the subject of a sentence."""
    if (owner := table.compiled.item_owners.get(item)) is not None:
        return table.compiled.puzzle.hints.owner_text(table.compiled, owner)
    if constraint := table.compiled.constraint_of(item):
        return f"the constraint {quote(constraint)}"
    if not table.is_cell(item):
        return f"the pinned {table.compiled.puzzle.owner_word}"
    grid = table.compiled.puzzle.grid
    cell, slot = grid.split(table.compiled.atoms[item])
    where = ", ".join(f"{name} {value}" for name, value in zip(COORDINATES[len(cell)], cell, strict=True))
    return f"the cell at {where} ({grid.letters[slot]})" if grid.letters else f"the cell at {where}"


def owner_name(table: Table, option: int) -> str:
    """Return the name of the clue or the piece of an option."""
    return table.compiled.puzzle.hints.owner_text(table.compiled, table.compiled.meanings[option][0])


def option_name(table: Table, option: int) -> str:
    """Return a placement in words: the piece, its position, and its id."""
    return table.compiled.puzzle.hints.option_text(table.placement(option), owner_name(table, option))


def reason_clause(table: Table, finding: Finding) -> str:
    """Return a clause that says why the finding's options are impossible."""
    first, more = first_bit(finding.ruled_out), finding.ruled_out.bit_count() - 1
    out = option_name(table, first) + (f" (and {more} other placement{'s' * (more > 1)})" if more else "")
    names = [item_name(table, item) for item in finding.items[:2]]
    match finding.technique:
        case "claimed cell" if len(finding.items) == 1:
            return f"only {owner_name(table, first)} can reach {names[0]}, which rules out {out}"
        case "claimed cell":
            return f"{names[1]} is covered by {names[0]} wherever that lies, which rules out {out}"
        case "starvation":
            return f"{out} would leave {names[0]} without {choices_text(table, finding.items[0])}"
        case "isolated region":
            size = table.compiled.puzzle.grid.area(len(finding.items))
            cells = "1 cell," if size == 1 else f"{size:.12g} cells around"
            least = min((len(piece.atoms) for piece in getattr(table.compiled.puzzle, "pieces", ())), default=0)
            why = "every piece has more" if len(finding.items) < least else "the pieces left do not add up to that"
            return f"{out} would cut off {cells} {names[0]}: {why}"
        case "cluster":
            return f"however {names[0]} and {names[1]} are covered, there is no room for {out}"
        case "invariant":
            return f"with the cells colored in two, the other pieces cannot balance the colors beside {out}"
        case _:
            return f"trying {out} and following what is forced leaves {names[0]} without {choices_text(table, finding.items[0])}"


def choices_text(table: Table, item: int) -> str:
    """Return what an item lacks, in words."""
    return "any choice" if table.cover.lo[item] == 1 else "enough choices"


def to_sentence(text: str) -> str:
    """Return a clause as a sentence."""
    return text[:1].upper() + text[1:] + "."


Technique = Callable[[Position], Iterator[Finding]]
# In the order in which they are tried, for every kind of puzzle; a kind may add its own. What is forced (a cell, a clue
# or a piece with one choice) is "easy" itself.
TECHNIQUES: tuple[NamedTechnique, ...] = (
    ("claimed cell", "medium", claimed_cells),
    ("starvation", "hard", starvation),
    ("cluster", "extreme", cluster),
    ("one-step contradiction", "extreme", one_step_contradiction),
)


def techniques_of(puzzle: Puzzle) -> tuple[NamedTechnique, ...]:
    """Return the techniques for a kind of puzzle, in the order in which they are tried."""
    if own := puzzle.hints.own_techniques():
        return tuple(sorted(TECHNIQUES + own, key=lambda technique: TIERS.index(technique[1])))
    return TECHNIQUES


@dataclass(frozen=True)
class Rating:
    """The tier of a puzzle, and how often each technique was used; "search" means that techniques did not suffice.

    `solvable` is False if the techniques proved that there is no solution.

    >>> from tilewright import Shikaku, rate
    >>> rate(Shikaku(2, 3, ((0, 0, 2), (1, 2, 4))))
    Rating(tier='easy', techniques=(('forced cell', 2),), solvable=True)
    """

    tier: Tier
    techniques: tuple[tuple[str, int], ...]
    solvable: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the techniques used."""
        return tuple(name for name, _ in self.techniques)

    def __str__(self) -> str:
        return f"{self.tier}: " + ", ".join(f"{name} x{times}" for name, times in self.techniques)


def initial_position(puzzle: Puzzle, deadline: Deadline = NEVER) -> Position:
    """Return the position without placements; pinned pieces are the first options that are forced."""
    return Position(Table(puzzle.compile(deadline=deadline), deadline))


def rate(puzzle: Puzzle, hardest: Tier = "extreme", *, limit: Limit | float | None = None) -> Rating:
    """Return the rating of a puzzle.

    hardest: techniques above this tier are not tried; a puzzle that needs them is rated as "search".
    limit:   seconds, or a Limit, whose nodes bound the steps of the techniques.

    Raises OutOfTimeError if the limit comes first.

    >>> from tilewright import Shikaku
    >>> str(rate(Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))))
    'easy: forced cell x2'
    """
    check_puzzle(puzzle)
    check_word("hardest", hardest, TIERS)
    position, used = initial_position(puzzle, StepDeadline(as_limit(limit))), Counter[str]()
    tier: Tier = "easy"
    while True:
        forced: list[tuple[int, int]] = []
        starved = propagate(position, forced)
        used.update(forced_name(position.table, item) for item, _ in forced)
        if starved is not None or (position.solved and not position.alive):
            return Rating(tier, tuple(used.items()), solvable=starved is None)
        # What is alive in a solved position may be added or not: there are several solutions.
        applied = None if position.solved else apply_easiest(position, hardest)
        if applied is None:
            return Rating(SEARCH, (*used.items(), ("search", 1)))
        name, level = applied
        tier = max(tier, level, key=TIERS.index)
        used[name] += 1


def forced_name(table: Table, item: int) -> str:
    """Return the name of the step in which an item has one choice left: a forced cell, clue or piece."""
    stands_for_owner = item in table.compiled.item_owners or not table.is_cell(item)
    return f"forced {table.compiled.puzzle.owner_word if stands_for_owner else 'cell'}"


def apply_easiest(position: Position, hardest: Tier) -> tuple[str, Tier] | None:
    """Apply the easiest technique that finds anything; return its name and tier, or None."""
    for name, tier, technique in techniques_of(position.table.compiled.puzzle):
        if TIERS.index(tier) > TIERS.index(hardest):
            break
        found = 0
        for finding in technique(position):
            found |= finding.ruled_out
            # Expensive, and one finding is enough to continue with easier techniques.
            if technique is one_step_contradiction:
                break
        if found:
            position.rule_out(found)
            return name, tier
    return None


def unsolved_profile(puzzle: Puzzle, deadline: Deadline = NEVER) -> tuple[int, ...]:
    """Return how many items stay uncovered by the techniques up to easy, up to medium, and up to hard.

    Raises OutOfTimeError at the deadline.
    """
    position = initial_position(puzzle, deadline)
    left = []
    for tier in TIERS[:-1]:
        if position.open:
            apply_all(position, tier)
        left.append(len(position.open))
    return tuple(left)


def apply_all(position: Position, hardest: Tier) -> None:
    """Apply the techniques up to a tier until they find nothing more, or a contradiction."""
    while propagate(position) is None and position.open and apply_easiest(position, hardest):
        pass


def tier_of(undone: Sequence[int]) -> int:
    """Return the first tier whose techniques leave nothing unsolved; the last tier if there is none.

    >>> tier_of([12, 3, 0, 0])
    2
    """
    return next((tier for tier, left in enumerate(undone) if not left), len(TIERS) - 1)


def closeness(undone: Sequence[int], level: int) -> tuple[int, ...]:
    """Return a key that is larger the closer a puzzle is to the tier `level`.

    The key first prefers little left unsolved by the tier's own techniques, then much left unsolved by the easier ones.
    """
    above = undone[level] if level < len(undone) else 0
    return (-above, *reversed(undone[:level]))
