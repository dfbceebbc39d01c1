"""Shikaku puzzles with one solution, of a wanted difficulty, symmetry and mix of rectangle sizes.

A random division gets its clues at random; while there is another division, the clues of the rectangles in which the
two differ move, and in the end the rectangles are cut anew. For a difficulty the clues then wander: a move is kept
when the puzzle stays unique and what the wanted techniques leave undone changes the right way.

Everything is counted, nothing is timed, so a seed gives the same puzzle everywhere (unless a time limit strikes).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.design.closeness import closeness, tier_of
from tilewright.design.shikaku.division import USUAL, Sizes, random_division
from tilewright.design.shikaku.orbits import RectangleOrbit, grid_isometries, puzzle_of
from tilewright.errors import NotationError, OutOfTimeError, TilewrightError
from tilewright.explain.hints.difficulty import Rating, rate, unsolved_profile
from tilewright.explain.hints.techniques import TIERS, Tier
from tilewright.kinds.shikaku.puzzle import Shikaku
from tilewright.kinds.shikaku.search import divide

MOST_CELLS = 250_000
DIVISIONS = 200  # divisions tried before giving up
MOVES = 12  # at least, of one division's clues, before the grid is divided anew
STALE = 60  # moves without progress before the search for a difficulty starts over


@dataclass(frozen=True)
class MadeShikaku:
    """A puzzle with its rating (None where none was asked for).

    reached: False when its difficulty is only the nearest to the wanted one that was met.

    >>> from tilewright import ShikakuRecipe, make_shikaku
    >>> made = make_shikaku(ShikakuRecipe(5, 5, difficulty="easy"), seed=1)
    >>> made.rating.tier, made.reached
    ('easy', True)
    """

    puzzle: Shikaku
    rating: Rating | None
    reached: bool = True


@dataclass(frozen=True)
class Recipe:
    """What is asked of `make_shikaku`.

    difficulty: easy, medium, hard or extreme; None: not asked for.
    symmetry:   of the places of the clues, e.g. C2.
    sizes:      weights of the rectangles' numbers of cells; None: the usual mix.
    tries:      bounds the puzzles rated on the way to a difficulty.

    Raises NotationError for a size, a difficulty or sizes out of bounds.

    >>> from tilewright import ShikakuRecipe, make_shikaku, verdict
    >>> verdict(make_shikaku(ShikakuRecipe(6, 6, symmetry="C2"), seed=3).puzzle).verdict
    'unique'
    """

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


def make(recipe: Recipe, seed: int, seconds: float | None = None) -> MadeShikaku:
    """Return a puzzle with exactly one solution; the same for the same recipe and seed (unless a time limit strikes).

    Raises OutOfTimeError where the limit comes before the first such puzzle.

    >>> make(Recipe(5, 5), seed=1) == make(Recipe(5, 5), seed=1)
    True
    """
    maker = _ShikakuMaker(recipe, Random(seed), seconds)
    if recipe.difficulty is None:
        return MadeShikaku(maker.unique().puzzle, None)
    return maker.unique_of_tier(recipe.difficulty)


@dataclass
class _Draft:
    """A division and the places of its clues."""

    orbits: list[RectangleOrbit]
    choice: list[int]
    puzzle: Shikaku


class _ShikakuMaker:
    """Makes puzzles of a recipe. closest: (distance in tiers, puzzle) of the one nearest to the wanted difficulty."""

    def __init__(self, recipe: Recipe, rng: Random, seconds: float | None) -> None:
        self.recipe, self.rng = recipe, rng
        self.isometries = grid_isometries(recipe.rows, recipe.columns, recipe.symmetry)
        self.deadline = Deadline(Limit(seconds=seconds))
        self.tries = 0
        self.closest: tuple[int, Shikaku] | None = None

    def draft(self, orbits: list[RectangleOrbit], choice: list[int]) -> _Draft:
        return _Draft(orbits, choice, puzzle_of(self.recipe.rows, self.recipe.columns, orbits, choice))

    def unique(self) -> _Draft:
        """Return a puzzle with one solution. Raises TilewrightError when none was found."""
        sizes = self.recipe.sizes or USUAL
        for _ in range(DIVISIONS):
            shape = self.recipe.rows, self.recipe.columns
            orbits = random_division(*shape, sizes, self.isometries, self.rng, self.deadline)
            draft = self.draft(orbits, [self.rng.randrange(len(found.places)) for found in orbits])
            for _ in range(MOVES + len(orbits) // 2):
                differing = self.differing(draft)
                if not differing:
                    return draft
                for number in differing:
                    draft.choice[number] = self.rng.randrange(len(orbits[number].places))
                draft = self.draft(orbits, draft.choice)
        raise TilewrightError(
            f"no Shikaku of {self.recipe.rows} x {self.recipe.columns} with one solution in {DIVISIONS} divisions: "
            "expected other sizes of rectangles or less symmetry"
        )

    def differing(self, draft: _Draft) -> list[int]:
        """Return the orbits of the rectangles that differ in another solution; none if the solution is unique."""
        self.deadline.check()
        found = divide(draft.puzzle, 2, Limit(nodes=20_000))
        intended = {
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
                number, wanted = intended[clue[:2]]
                if rect != wanted:
                    differing.add(number)
        return sorted(differing)

    def unique_of_tier(self, wanted: Tier) -> MadeShikaku:
        """Return a unique puzzle of the wanted tier, or the closest that was met."""
        level = TIERS.index(wanted)
        try:
            while self.tries < self.recipe.tries:
                if (found := self.climb(self.unique(), level)) is not None:
                    return MadeShikaku(found, rate(found))
        except OutOfTimeError:
            if self.closest is None:
                raise
        puzzle = self.closest[1] if self.closest else self.unique().puzzle
        return MadeShikaku(puzzle, rate(puzzle), reached=False)

    def climb(self, draft: _Draft, level: int) -> Shikaku | None:
        """Move clues as long as that brings the puzzle closer to the tier. Return it, or None when there is no progress."""
        undone, stale = unsolved_profile(draft.puzzle), 0
        while True:
            self.tries += 1
            distance = abs(tier_of(undone) - level)
            if self.closest is None or distance < self.closest[0]:
                self.closest = distance, draft.puzzle
            if distance == 0:
                return draft.puzzle
            if stale >= STALE or self.tries >= self.recipe.tries:
                return None
            moved, after = self.move(draft)
            stale += 1
            if after and closeness(after, level) >= closeness(undone, level):
                if closeness(after, level) > closeness(undone, level):
                    stale = 0
                draft, undone = moved, after

    def move(self, draft: _Draft) -> tuple[_Draft, tuple[int, ...]]:
        """Return the draft with a clue moved, and its profile; () for the profile when it is not unique."""
        self.deadline.check()
        choice = list(draft.choice)
        for _ in range(1 + self.rng.randrange(2)):
            number = self.rng.randrange(len(choice))
            choice[number] = self.rng.randrange(len(draft.orbits[number].places))
        moved = self.draft(draft.orbits, choice)
        if choice == draft.choice or self.differing(moved):
            return moved, ()
        return moved, unsolved_profile(moved.puzzle)
