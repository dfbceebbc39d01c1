"""Shikaku puzzles with one solution, of a wanted difficulty, symmetry and mix of rectangle sizes.

A random division gets its clues at random; while there is another division, the clues of the rectangles in which the
two differ move, and in the end the rectangles are cut anew. For a difficulty the clues then wander: a move is kept
when the puzzle stays unique and what the wanted techniques leave undone changes the right way.

Everything is counted, nothing is timed, so a seed gives the same puzzle everywhere (unless a time limit strikes).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from tilewright.cover.search.limit import Limit
from tilewright.design.merit import merit, tier_of
from tilewright.design.shikaku.divisions import USUAL, Orbit, Sizes, cut, group, posed
from tilewright.errors import NotationError, TilewrightError
from tilewright.explain.difficulty import Rating, rate, unsolved_profile
from tilewright.explain.techniques import TIERS, Tier
from tilewright.puzzle.shikaku.puzzle import Shikaku
from tilewright.puzzle.shikaku.search import divide

MOST_CELLS = 250_000
CUTS = 200  # divisions tried before giving up
PATIENCE = 12  # moves of one division's clues, per clue, before it is cut anew
STALE = 60  # moves without progress before the search for a difficulty starts over


@dataclass(frozen=True)
class Made:
    """A puzzle with its rating (None where none was asked for); `reached` is False when it is only the nearest."""

    puzzle: Shikaku
    rating: Rating | None
    reached: bool = True


@dataclass(frozen=True)
class Recipe:
    """What is asked for. `tries` bounds the puzzles rated on the way to a difficulty."""

    rows: int
    columns: int
    difficulty: Tier | None = None
    symmetry: str = "C1"
    sizes: Sizes | None = None
    tries: int = 3000

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1 or self.rows * self.columns > MOST_CELLS:
            raise NotationError(
                f"a Shikaku of {self.rows} x {self.columns} cells: expected at least 1 x 1 and at most {MOST_CELLS:,} cells"
            )
        if self.difficulty is not None and self.difficulty not in TIERS:
            raise NotationError(f"unknown difficulty {self.difficulty!r}: expected one of {', '.join(TIERS)}")
        if self.sizes is not None and (not self.sizes or min(self.sizes) < 1 or min(self.sizes.values()) < 1):
            raise NotationError(f"rectangle sizes {dict(self.sizes)}: expected sizes and weights of 1 or more")


def make(recipe: Recipe, seed: int, seconds: float | None = None) -> Made:
    """A puzzle with exactly one solution; the same for the same recipe and seed."""
    maker = _Maker(recipe, Random(seed), seconds)
    if recipe.difficulty is None:
        return Made(maker.unique().puzzle, None)
    return maker.rated(recipe.difficulty)


@dataclass
class _Draft:
    """A division and the places of its clues."""

    orbits: list[Orbit]
    choice: list[int]
    puzzle: Shikaku


class _OutOfTime(Exception):
    pass


class _Maker:
    def __init__(self, recipe: Recipe, rng: Random, seconds: float | None) -> None:
        self.recipe, self.rng = recipe, rng
        self.motions = group(recipe.rows, recipe.columns, recipe.symmetry)
        self.end = None if seconds is None else time.perf_counter() + seconds

    def draft(self, orbits: list[Orbit], choice: list[int]) -> _Draft:
        return _Draft(orbits, choice, posed(self.recipe.rows, self.recipe.columns, orbits, choice))

    def unique(self) -> _Draft:
        """A puzzle with one solution."""
        sizes = self.recipe.sizes or USUAL
        for _ in range(CUTS):
            orbits = cut(self.recipe.rows, self.recipe.columns, sizes, self.motions, self.rng)
            draft = self.draft(orbits, [self.rng.randrange(len(found.places)) for found in orbits])
            for _ in range(PATIENCE + len(orbits) // 2):
                differing = self.differing(draft)
                if not differing:
                    return draft
                for number in differing:
                    draft.choice[number] = self.rng.randrange(len(orbits[number].places))
                draft = self.draft(orbits, draft.choice)
        raise TilewrightError(
            f"no Shikaku of {self.recipe.rows} x {self.recipe.columns} with one solution in {CUTS} divisions: "
            "expected other sizes of rectangles or less symmetry"
        )

    def differing(self, draft: _Draft) -> list[int]:
        """The orbits of the rectangles that another solution has otherwise; none if the solution is unique."""
        found = divide(draft.puzzle, 2, Limit(nodes=20_000))
        meant = {
            cell: (number, rect)
            for number, one in enumerate(draft.orbits)
            for rect, cell in zip(one.rects, one.places[draft.choice[number]], strict=True)
        }
        if len(found) < 2:
            # At most one was seen: the intended one is a solution, so two exist unless the search was complete.
            return [] if found.complete else list(range(len(draft.orbits)))
        differing = set()
        for division in range(2):
            for clue, rect in zip(draft.puzzle.clues, found.rectangles(division), strict=True):
                number, wanted = meant[clue[:2]]
                if rect != wanted:
                    differing.add(number)
        return sorted(differing)

    def rated(self, wanted: Tier) -> Made:
        """A unique puzzle of the wanted tier, or the nearest met."""
        level = TIERS.index(wanted)
        nearest: tuple[int, Shikaku] | None = None
        tries = 0
        try:
            while tries < self.recipe.tries:
                draft = self.unique()
                undone = unsolved_profile(draft.puzzle)
                stale = 0
                while True:
                    tries += 1
                    here = tier_of(undone)
                    if nearest is None or abs(here - level) < nearest[0]:
                        nearest = abs(here - level), draft.puzzle
                    if here == level:
                        return Made(draft.puzzle, rate(draft.puzzle))
                    if stale >= STALE or tries >= self.recipe.tries:
                        break
                    moved, after = self.move(draft)
                    better = merit(after, level) if after else None
                    stale += 1
                    if better is not None and better >= merit(undone, level):
                        if better > merit(undone, level):
                            stale = 0
                        draft, undone = moved, after
        except _OutOfTime:
            pass
        puzzle = nearest[1] if nearest else self.unique().puzzle
        return Made(puzzle, rate(puzzle), reached=False)

    def move(self, draft: _Draft) -> tuple[_Draft, tuple[int, ...]]:
        """The draft with a clue moved, and its profile; nothing for the profile when it is not unique."""
        if self.end is not None and time.perf_counter() > self.end:
            raise _OutOfTime
        choice = list(draft.choice)
        for _ in range(1 + self.rng.randrange(2)):
            number = self.rng.randrange(len(choice))
            choice[number] = self.rng.randrange(len(draft.orbits[number].places))
        moved = self.draft(draft.orbits, choice)
        if choice == draft.choice or self.differing(moved):
            return moved, ()
        return moved, unsolved_profile(moved.puzzle)
