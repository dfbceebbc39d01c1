"""What makers return: a puzzle of a wanted difficulty, or the nearest that was met; and the climb towards it."""

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
    """Return the answer. Raises KeyboardInterrupt when Ctrl-C ended the search, so that nothing more is made."""
    if answer.ended == "stopped":
        raise KeyboardInterrupt
    return answer


@dataclass(frozen=True)
class Made(Generic[P]):
    """A puzzle with its rating (None where none was asked for).

    reached: False when its difficulty is only the nearest to the wanted one that was met.
    """

    puzzle: P
    rating: Rating | None
    reached: bool = True


class Draft(Protocol):
    """What a maker changes until its puzzle is good."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        ...


D = TypeVar("D", bound=Draft)


class Wanted(Generic[P]):
    """A wanted difficulty. nearest: of the puzzles that were met, the first that was closest to it, rated."""

    def __init__(self, difficulty: Tier, deadline: Deadline = NEVER) -> None:
        self.level, self.deadline = TIERS.index(difficulty), deadline
        self.nearest: Made[P] | None = None
        self._distance = len(TIERS) + 1

    def meets(self, puzzle: P, level: int | None = None) -> bool:
        """Note a puzzle, whose tier has this number if that is known. Return True if it is the wanted one.

        Raises OutOfTimeError where the deadline comes before its rating.
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
        """Move a draft as long as that brings its puzzle closer. Return the one that has the difficulty, None if none has.

        Raises OutOfTimeError at the deadline.

        move: returns a draft a little different, None for one that is no good. goes_on: whether to move again, after so
        many moves without progress. is_good: asked of a draft that is no farther than the one before, as that takes long.
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
