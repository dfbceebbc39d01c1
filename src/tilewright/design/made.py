"""The results of makers, and the search for a puzzle of a wanted difficulty by small changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.explain.techniques import TIERS, Rating, closeness, rate, tier_of, unsolved_profile
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Tier

if TYPE_CHECKING:
    from tilewright.exact_cover.outcome import Result

P = TypeVar("P", bound=Puzzle)
Answer = TypeVar("Answer", bound="Result")


def unless_stopped(answer: Answer) -> Answer:
    """Return the answer. Raises KeyboardInterrupt if Ctrl-C ended the search, so that nothing more is made."""
    if answer.ended == "stopped":
        raise KeyboardInterrupt
    return answer


@dataclass(frozen=True)
class Made(Generic[P]):
    """A puzzle with its rating, which is None if no difficulty was requested.

    reached: False if the puzzle only has the nearest difficulty that was found.
    """

    puzzle: P
    rating: Rating | None
    reached: bool = True


class Draft(Protocol):
    """What a maker changes until its puzzle is good."""

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        ...


D = TypeVar("D", bound=Draft)


class Wanted(Generic[P]):
    """A wanted difficulty; `nearest` is the first rated puzzle among those closest to it so far."""

    def __init__(self, difficulty: Tier, deadline: Deadline = NEVER) -> None:
        self.level, self.deadline = TIERS.index(difficulty), deadline
        self.nearest: Made[P] | None = None
        self._distance = len(TIERS) + 1

    def meets(self, puzzle: P, level: int | None = None) -> bool:
        """Record a puzzle; return whether it has the wanted difficulty.

        level: the index of its tier, if known.

        Raises OutOfTimeError if the deadline comes before its rating.
        """
        rating = None
        if level is None:
            rating = rate(puzzle, limit=self.deadline.limit_left())
            level = TIERS.index(rating.tier)
        distance = abs(level - self.level)
        if distance < self._distance:
            rating = rating or rate(puzzle, limit=self.deadline.limit_left())
            self._distance, self.nearest = distance, Made(puzzle, rating, reached=distance == 0)
        return distance == 0

    def climb(
        self,
        draft: D,
        move: Callable[[D], D | None],
        goes_on: Callable[[int], bool],
        is_good: Callable[[D], bool] = lambda _: True,
    ) -> D | None:
        """Change a draft until its puzzle has the difficulty; return that draft, or None.

        A change is kept if the puzzle does not move away from the difficulty. move: returns a slightly different draft,
        or None for an unsuitable one.

        goes_on: returns whether to continue after this number of moves without progress.

        is_good: called last, as it takes long, for a draft that is at least as close as the one before.

        Raises OutOfTimeError at the deadline.
        """
        undone, stale = unsolved_profile(draft.puzzle, self.deadline), 0
        while not self.meets(draft.puzzle, tier_of(undone)):  # type: ignore[arg-type]
            if not goes_on(stale):
                return None
            moved, stale = move(draft), stale + 1
            if moved is None:
                continue
            after = unsolved_profile(moved.puzzle, self.deadline)
            if (gain := closeness(after, self.level)) < (before := closeness(undone, self.level)) or not is_good(moved):
                continue
            draft, undone, stale = moved, after, stale if gain == before else 0
        return draft
