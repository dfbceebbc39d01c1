"""What makers return: a puzzle of a wanted difficulty, or the nearest that was met; and the climb towards it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tilewright.explain.techniques import TIERS, Rating, Tier, closeness, tier_of, unsolved_profile
from tilewright.puzzle import Puzzle

P = TypeVar("P", bound=Puzzle)


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
    """A wanted difficulty. nearest: of the puzzles that were met, the first that was closest to it."""

    def __init__(self, difficulty: Tier) -> None:
        self.level = TIERS.index(difficulty)
        self.nearest: P | None = None
        self._distance = len(TIERS) + 1

    def meets(self, puzzle: P, level: int) -> bool:
        """Note a puzzle whose tier has this number. Return True if it is the wanted one."""
        distance = abs(level - self.level)
        if distance < self._distance:
            self._distance, self.nearest = distance, puzzle
        return distance == 0

    def climb(
        self,
        draft: D,
        move: Callable[[D], D | None],
        goes_on: Callable[[int], bool],
        is_good: Callable[[D], bool] = lambda _: True,
    ) -> D | None:
        """Move a draft as long as that brings its puzzle closer. Return the one that has the difficulty, None if none has.

        move: returns a draft a little different, None for one that is no good. goes_on: whether to move again, after so
        many moves without progress. is_good: asked of a draft that is no farther than the one before, as that takes long.
        """
        undone, stale = unsolved_profile(draft.puzzle), 0
        while not self.meets(draft.puzzle, tier_of(undone)):  # type: ignore[arg-type]
            if not goes_on(stale):
                return None
            moved, stale = move(draft), stale + 1
            if moved is None:
                continue
            after = unsolved_profile(moved.puzzle)
            if (gain := closeness(after, self.level)) < (before := closeness(undone, self.level)) or not is_good(moved):
                continue
            draft, undone, stale = moved, after, stale if gain == before else 0
        return draft
