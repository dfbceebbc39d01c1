"""Shikaku puzzles with one solution, of a wanted difficulty, symmetry and mix of rectangle sizes.

A random division of the grid (symmetric if requested) gets random clues. While there is another division, the clues of
the rectangles in which the two differ are moved, and if this does not help, the grid is divided anew. For a wanted
difficulty, clues are then moved further: a move is kept if the puzzle stays unique, and what the allowed techniques
leave unsolved changes in the right direction.

Work is counted, not timed, so that a seed gives the same puzzle on every machine, unless a time limit is reached.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from random import Random

from tilewright.design.made import Made, Wanted
from tilewright.errors import NotationError, OutOfTimeError, TilewrightError, check_instance
from tilewright.exact_cover.limits import NEVER, Deadline, Limit, as_limit
from tilewright.explain.techniques import TIERS
from tilewright.kinds.shikaku.puzzle import Rect, Shikaku
from tilewright.kinds.shikaku.search import divide
from tilewright.lattice import Atom
from tilewright.lattice.planar import SQUARE
from tilewright.lattice.symmetry import Isometry, image, symmetries
from tilewright.puzzle.puzzle import Tier


def cells_of(rect: Rect) -> Iterator[Atom]:
    """Yield the cells of a rectangle."""
    top, left, height, width = rect
    return product(range(top, top + height), range(left, left + width))


def bounding_box(cells: Sequence[Atom]) -> Rect:
    """Return the bounding box of cells."""
    rows, columns = zip(*cells, strict=True)
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def grid_isometries(rows: int, columns: int, name: str) -> tuple[Isometry, ...]:
    """Return the isometries of the grid that make up a symmetry group, identity first.

    Raises NotationError if the grid does not have it.
    """
    names = dict(reversed(SQUARE.groups))  # if a group has two positions, the usual one comes first
    if name not in names:
        raise NotationError(f"unknown symmetry {name!r}: expected one of {', '.join(dict.fromkeys(names))}")
    corners = [(r, c) for r in range(rows) for c in range(columns) if r in (0, rows - 1) or c in (0, columns - 1)]
    found = tuple(iso for iso in symmetries(SQUARE, corners) if iso.motion.name in names[name])
    if len(found) != len(names[name]):
        raise NotationError(f"a grid of {rows} x {columns} cannot have symmetry {name}: expected a square")
    return found


@dataclass(frozen=True)
class RectangleOrbit:
    """Rectangles that the symmetries map to one another, and the possible common places of their clues.

    places[i][k] is the cell of rectangle k's clue for choice i.
    """

    rects: tuple[Rect, ...]
    places: tuple[tuple[Atom, ...], ...]


def rectangle_orbit(rect: Rect, motions: Sequence[Isometry]) -> RectangleOrbit | None:
    """Return the orbit of a rectangle, or None if its images overlap or no cell can hold its clue."""
    cells = list(cells_of(rect))
    images: dict[Rect, list[Isometry]] = {}
    for motion in motions:
        images.setdefault(bounding_box(image(SQUARE, motion, cells)), []).append(motion)
    if len({cell for there in images for cell in cells_of(there)}) < len(images) * len(cells):
        return None
    fixed = [cell for cell in cells if all(image(SQUARE, motion, [cell])[0] == cell for motion in images[rect])]
    places = tuple(tuple(image(SQUARE, motion, [cell])[0] for motion, *_ in images.values()) for cell in fixed)
    return RectangleOrbit(tuple(images), places) if places else None


def puzzle_of(rows: int, columns: int, orbits: Sequence[RectangleOrbit], choice: Sequence[int]) -> Shikaku:
    """Return the puzzle with its clues at the chosen places, one choice per orbit."""
    clues = [
        (cell[0], cell[1], _area(rect))
        for found, place in zip(orbits, choice, strict=True)
        for rect, cell in zip(found.rects, found.places[place], strict=True)
    ]
    return Shikaku(rows, columns, tuple(clues))


Sizes = Mapping[int, int]  # cells of a rectangle -> relative frequency
USUAL: Sizes = {2: 3, 3: 3, 4: 4, 5: 1, 6: 4, 8: 3, 9: 2, 10: 1, 12: 2}


def random_division(
    rows: int, columns: int, sizes: Sizes, motions: Sequence[Isometry], rng: Random, deadline: Deadline = NEVER
) -> list[RectangleOrbit]:
    """Return a random division, filling each first free cell in reading order with a rectangle of a random size.

    Sizes are drawn by weight. If no wanted size fits, the largest possible rectangle is used; afterwards neighbors are
    merged if that gives a wanted size. Raises OutOfTimeError at the deadline.
    """
    free = [[True] * columns for _ in range(rows)]
    found = []
    for row in deadline.watch(range(rows), 1):
        for column in range(columns):
            if free[row][column]:
                chosen = _draw(_fitting_rects(free, row, column, max(sizes)), free, sizes, motions, rng)
                for rect in chosen.rects:
                    for r, c in cells_of(rect):
                        free[r][c] = False
                found.append(chosen)
    return _merge_unwanted(found, sizes, motions, deadline)


def _fitting_rects(free: list[list[bool]], row: int, column: int, most: int) -> list[Rect]:
    """Return every free rectangle with this top left cell and at most `most` cells."""
    found: list[Rect] = []
    width = len(free[0]) - column
    for height, line in enumerate(free[row : row + most], start=1):
        width = min(width, most // height)
        width = next((run for run in range(width) if not line[column + run]), width)
        found += [(row, column, height, w) for w in range(1, width + 1)]
    return found


def _draw(
    fitting: list[Rect], free: list[list[bool]], sizes: Sizes, motions: Sequence[Isometry], rng: Random
) -> RectangleOrbit:
    """Return the orbit of a fitting rectangle, drawn by the weight of its size."""
    weights = [sizes.get(height * width, 0) for _, _, height, width in fitting]
    for _ in range(12):
        sums = list(accumulate(weights))
        if not sums[-1]:
            break
        index = bisect(sums, rng.randrange(sums[-1]))
        if found := _free_orbit(fitting[index], free, motions):
            return found
        weights[index] = 0
    for rect in sorted(fitting, key=lambda rect: (-_area(rect), rect)):
        if _area(rect) < max(sizes) and (found := _free_orbit(rect, free, motions)):
            return found
    single = _free_orbit(fitting[0], free, motions)
    assert single is not None  # the images of one cell are itself or elsewhere, and equally free
    return single


def _free_orbit(rect: Rect, free: list[list[bool]], motions: Sequence[Isometry]) -> RectangleOrbit | None:
    found = rectangle_orbit(rect, motions)
    return found if found and all(free[r][c] for other in found.rects for r, c in cells_of(other)) else None


def _merge_unwanted(
    orbits: list[RectangleOrbit], sizes: Sizes, motions: Sequence[Isometry], deadline: Deadline
) -> list[RectangleOrbit]:
    """Return the division with rectangles of unwanted sizes merged with a neighbor if this gives a wanted size."""
    of_rect = {rect: found for found in orbits for rect in found.rects}
    at = {cell: rect for rect in of_rect for cell in cells_of(rect)}
    for found in deadline.watch(orbits, 200):
        rect = found.rects[0]
        if rect not in of_rect or sizes.get(_area(rect)):
            continue
        for other in _neighbors(rect, at):
            if other not in found.rects and (merged := _merge(found, of_rect[other], other, sizes, motions)):
                for gone in (*found.rects, *of_rect[other].rects):
                    del of_rect[gone]
                for new in merged.rects:
                    of_rect[new] = merged
                    at.update(dict.fromkeys(cells_of(new), new))
                break
    return list(dict.fromkeys(of_rect[rect] for rect in sorted(of_rect)))


def _merge(
    first: RectangleOrbit, second: RectangleOrbit, other: Rect, sizes: Sizes, motions: Sequence[Isometry]
) -> RectangleOrbit | None:
    """Return the orbit of the first rectangle joined with `other` of the second orbit, or None if it is unwanted."""
    rect = first.rects[0]
    joined, area = bounding_box((*cells_of(rect), *cells_of(other))), _area(rect) + _area(other)
    if _area(joined) != area or not sizes.get(area):
        return None
    merged = rectangle_orbit(joined, motions)
    return merged if merged and 2 * len(merged.rects) == len(first.rects) + len(second.rects) else None


def _area(rect: Rect) -> int:
    return rect[2] * rect[3]


def _neighbors(rect: Rect, at: Mapping[Atom, Rect]) -> list[Rect]:
    """Return the rectangles beyond the four sides that could form a rectangle with this one.

    Such a neighbor contains the cell beyond the first cell of a side.
    """
    top, left, height, width = rect
    beside = ((top - 1, left), (top + height, left), (top, left - 1), (top, left + width))
    return [at[cell] for cell in beside if cell in at]


MOST_CELLS = 250_000
DIVISIONS = 200  # divisions tried before giving up
NODES = 20_000  # nodes of each search for another division
MOVES = 12  # least number of moves of one division's clues before the grid is divided anew
STALE = 60  # moves without progress before the search for a difficulty starts over


@dataclass(frozen=True)
class MadeShikaku(Made[Shikaku]):
    """A puzzle with its rating, which is None if no difficulty was requested.

    reached: False if the puzzle only has the nearest difficulty that was found.

    >>> from tilewright import ShikakuRecipe, make_shikaku
    >>> made = make_shikaku(ShikakuRecipe(5, 5, difficulty="easy"), seed=1)
    >>> made.rating.tier, made.reached
    ('easy', True)
    """


@dataclass(frozen=True)
class Recipe:
    """The puzzle to make with `make_shikaku`.

    difficulty: easy, medium, hard or extreme; None for any.

    symmetry: the symmetry group of the clues' places, such as C2.

    sizes: weights by the number of cells of a rectangle; None for the usual mix.

    tries: the most puzzles rated in the search for a difficulty.

    Raises NotationError if a size, the difficulty or `sizes` is not valid.

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
        if self.sizes is None:
            return
        if not self.sizes or min(*self.sizes, *self.sizes.values()) < 1:
            raise NotationError(f"rectangle sizes {dict(self.sizes)}: expected sizes and weights of 1 or more")
        fitting = product(self.sizes, range(1, self.rows + 1))  # cells, rows
        if not any(cells % rows == 0 and cells // rows <= self.columns for cells, rows in fitting):
            raise NotationError(
                f"a grid of {self.rows} x {self.columns} has no rectangle of {_listed(self.sizes)} cells: expected other sizes"
            )


def _listed(sizes: Sizes) -> str:
    """Return the sizes as text for a message, as a range if they are consecutive."""
    least, most = min(sizes), max(sizes)
    every = len(sizes) == most - least + 1
    return f"{least} to {most}" if every and least < most else ", ".join(map(str, sorted(sizes)))


def make(recipe: Recipe, seed: int = 0, limit: Limit | float | None = None) -> MadeShikaku:
    """Return a puzzle with exactly one solution; the same recipe and seed give the same puzzle within the limit.

    limit: seconds, or a Limit. Raises OutOfTimeError if it is reached before the first such puzzle.

    >>> make(Recipe(5, 5), seed=1) == make(Recipe(5, 5), seed=1)
    True
    """
    check_instance("recipe", recipe, Recipe, "a recipe, e.g. ShikakuRecipe(5, 5)")
    maker = _ShikakuMaker(recipe, Random(seed), as_limit(limit).seconds)
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
    def __init__(self, recipe: Recipe, rng: Random, seconds: float | None) -> None:
        self.recipe, self.rng = recipe, rng
        self.isometries = grid_isometries(recipe.rows, recipe.columns, recipe.symmetry)
        self.deadline = Deadline(Limit(seconds=seconds))
        self.tries = 0

    def draft(self, orbits: list[RectangleOrbit], choice: list[int]) -> _Draft:
        return _Draft(orbits, choice, puzzle_of(self.recipe.rows, self.recipe.columns, orbits, choice))

    def unique(self) -> _Draft:
        """Return a draft with one solution. Raises TilewrightError if none was found."""
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
        """Return the orbits of the rectangles that differ in another solution; an empty list if there is none."""
        self.deadline.check()
        found = divide(draft.puzzle, 2, Deadline(self.deadline.limit_left(NODES)))
        self.deadline.check()
        if len(found) < 2:
            # At most one solution was found. The intended one exists, so that there may be a second one unless the
            # search was complete.
            return [] if found.complete else list(range(len(draft.orbits)))
        common = set(found.rectangles(0)).intersection(found.rectangles(1))
        return [number for number, one in enumerate(draft.orbits) if not common.issuperset(one.rects)]

    def unique_of_tier(self, difficulty: Tier) -> MadeShikaku:
        """Return a unique puzzle of the wanted tier, or the nearest that was found."""
        wanted = Wanted[Shikaku](difficulty, self.deadline)
        try:
            while wanted.climb(self.unique(), self.moved, self.goes_on) is None and self.tries < self.recipe.tries:
                pass
        except OutOfTimeError:
            if wanted.nearest is None:
                raise
        nearest = wanted.nearest
        assert nearest is not None  # at least the first unique puzzle was recorded
        return MadeShikaku(nearest.puzzle, nearest.rating, nearest.reached)

    def goes_on(self, stale: int) -> bool:
        """Return whether to move clues again after `stale` moves without progress."""
        self.tries += 1
        return stale < STALE and self.tries < self.recipe.tries

    def moved(self, draft: _Draft) -> _Draft | None:
        """Return the draft with one or two clues moved, or None if it is not unique."""
        self.deadline.check()
        choice = list(draft.choice)
        for _ in range(1 + self.rng.randrange(2)):
            number = self.rng.randrange(len(choice))
            choice[number] = self.rng.randrange(len(draft.orbits[number].places))
        moved = self.draft(draft.orbits, choice)
        return None if choice == draft.choice or self.differing(moved) else moved
