"""How hard a puzzle is for a person: the easiest techniques that solve it, never the nodes of a search.

The easiest technique that applies is always used first. Techniques are monotone (`techniques.py`), so the rating is the lowest
tier whose techniques suffice: a puzzle rated easy is solved by easy techniques alone, in any order.

How close a puzzle is to a wanted difficulty, from what the techniques of each tier leave undone (`unsolved_profile`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import check_puzzle, check_word
from tilewright.explain.position import Position, Table
from tilewright.explain.techniques import (
    TIERS,
    Finding,
    Tier,
    claimed_cells,
    cluster,
    one_step_contradiction,
    propagate,
    starvation,
)
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.compiled import Compiled

if TYPE_CHECKING:
    from tilewright.explain.hint import Hint

Technique = Callable[[Position], Iterator[Finding]]
NamedTechnique = tuple[str, Tier, Technique]
# In the order in which they are tried, for every kind of puzzle; a kind may add its own. What is forced (a cell, a clue, a
# piece with one choice) is "easy" itself.
TECHNIQUES: tuple[NamedTechnique, ...] = (
    ("claimed cell", "medium", claimed_cells),
    ("starvation", "hard", starvation),
    ("cluster", "extreme", cluster),
    ("one-step contradiction", "extreme", one_step_contradiction),
)
FORCED: Tier = "easy"
SEARCH: Tier = "extreme"


class Hints:
    """The techniques by which a person solves a puzzle, and the words of a hint; a kind's own class adds its own."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def techniques(self) -> tuple[NamedTechnique, ...]:
        """Return the techniques, in the order in which they are tried."""
        return TECHNIQUES

    def step(self, partial: Sequence[Placement], without: Sequence[str], deadline: Deadline) -> Hint | None:
        """Return the next step where a kind finds it by other means than its cover; None where it does not."""
        return None

    def owner_text(self, compiled: Compiled, owner: int) -> str:
        """Return a piece or a clue, as the subject of a sentence."""
        return f"{self.puzzle.owner_word} {'/'.join(compiled.owner_names(owner))}"

    def option_text(self, placement: Placement, owner: str) -> str:
        """Return a placement in words: what and where."""
        return f"{self.puzzle.owner_word} {placement.piece} {self.place_text(placement)}"

    def place_text(self, placement: Placement) -> str:
        """Return in words where a placement lies, for a sentence that has said what."""
        return f"at {placement.id.partition('@')[2]}"


@dataclass(frozen=True)
class Rating:
    """The tier, and how often each technique was used; "search" among them means that techniques did not suffice.

    `solvable` is False when the techniques proved that there is no solution.

    >>> from tilewright import Shikaku, rate
    >>> rate(Shikaku(2, 3, ((0, 0, 2), (1, 2, 4))))
    Rating(tier='easy', techniques=(('forced cell', 2),), solvable=True)
    """

    tier: Tier
    techniques: tuple[tuple[str, int], ...]
    solvable: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The techniques used."""
        return tuple(name for name, _ in self.techniques)

    def __str__(self) -> str:
        return f"{self.tier}: " + ", ".join(f"{name} x{times}" for name, times in self.techniques)


def initial_position(puzzle: Puzzle, deadline: Deadline = NEVER) -> Position:
    """Return the position without placements; pinned pieces are the first thing that is forced."""
    return Position(Table(puzzle.compile(deadline=deadline), deadline))


def rate(puzzle: Puzzle, hardest: Tier = "extreme") -> Rating:
    """Return the rating; techniques above `hardest` are not tried (what needs them counts as "search").

    >>> from tilewright import Shikaku
    >>> str(rate(Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))))
    'easy: forced cell x2'
    """
    check_puzzle(puzzle)
    check_word("hardest", hardest, TIERS)
    return rate_position(initial_position(puzzle), hardest)


def rate_position(position: Position, hardest: Tier = "extreme") -> Rating:
    """The rating of what is left to do in a position, which is changed."""
    used: dict[str, int] = {}
    tier: Tier = "easy"
    while True:
        forced: list[tuple[int, int]] = []
        starved = propagate(position, forced)
        for item, _ in forced:
            name = forced_name(position.table, item)
            used[name] = used.get(name, 0) + 1
        if starved is not None:
            return Rating(tier, tuple(used.items()), solvable=False)
        if position.solved and not position.alive:
            return Rating(tier, tuple(used.items()))
        if position.solved:  # what is alive may be added or not: there are several solutions
            used["search"] = 1
            return Rating(SEARCH, tuple(used.items()))
        applied = apply_easiest(position, hardest)
        if applied is None:
            used["search"] = 1
            return Rating(SEARCH, tuple(used.items()))
        name, level = applied
        tier = max(tier, level, key=TIERS.index)
        used[name] = used.get(name, 0) + 1


def forced_name(table: Table, item: int) -> str:
    """What is forced when an item has one choice left: a cell, a clue or a piece."""
    stands_for_owner = item in table.compiled.item_owners or not table.is_cell(item)
    return f"forced {table.compiled.puzzle.owner_word if stands_for_owner else 'cell'}"


def apply_easiest(position: Position, hardest: Tier) -> tuple[str, Tier] | None:
    """Rule out what the easiest technique that finds anything finds; its name and tier, or None."""
    for name, tier, technique in position.table.compiled.puzzle.hints.techniques():
        if TIERS.index(tier) > TIERS.index(hardest):
            break
        found = 0
        for finding in technique(position):
            found |= finding.ruled_out
            if technique is one_step_contradiction:  # expensive, and one is enough to go on with easier ones
                break
        if found:
            position.rule_out(found)
            return name, tier
    return None


def unsolved_profile(puzzle: Puzzle) -> tuple[int, ...]:
    """Return how many items stay uncovered by the techniques up to easy, up to medium, and up to hard."""
    position = initial_position(puzzle)
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
    """Return the first tier whose techniques leave nothing undone; the last when none does.

    >>> tier_of([12, 3, 0, 0])
    2
    """
    return next((tier for tier, left in enumerate(undone) if not left), len(TIERS) - 1)


def closeness(undone: Sequence[int], level: int) -> tuple[int, ...]:
    """Return a key that is larger the closer a puzzle is to the tier `level`.

    First nothing left undone by the tier's own techniques, then much left undone by the easier ones.
    """
    above = undone[level] if level < len(undone) else 0
    return (-above, *reversed(undone[:level]))
