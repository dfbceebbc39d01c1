"""Levels with given pieces that turn: a board grown from the pieces, with one way to fill it.

Each piece is laid beside those that lie already, so that the board is connected and can be filled; a search then counts the
tilings, and the techniques of hints rate the level. Boards that hug their pieces are hard, ragged ones are easy, so the wanted
difficulty decides how closely pieces are laid. Integers only, and searches are bounded in nodes: a seed gives the same levels on
every machine, unless a time limit strikes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from tilewright.api.verdict import verdict
from tilewright.cover.limits import Deadline, Limit, as_limit
from tilewright.errors import NotationError, as_tuple, check_instance, check_instances, check_word
from tilewright.explain.hint import Hint, hint
from tilewright.explain.techniques import TIERS, Rating, Tier, rate
from tilewright.kinds import Packing
from tilewright.lattice import Atom, lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Tiling

if TYPE_CHECKING:
    from collections.abc import Iterable

# How many touching edges fewer than the most a piece may have where it is laid.
SLACK: dict[Tier, int] = {"easy": 9, "medium": 4, "hard": 1, "extreme": 1}
TRIES = 400  # boards grown for each level before those of another difficulty take its place
NODES = 200_000  # of a search for a second tiling: a level that needs more is no fun
HINT_NODES = 20_000  # of one hint
MOST_HINTS = 500  # of one level


@dataclass(frozen=True)
class LevelRecipe:
    """What is asked of `make_levels`.

    pieces: the pool; each is used at most as often as its copies allow.
    least, most: rows and columns of the smallest and of the largest box that a board is grown in.
    used:   the fewest and the most pieces of a level.
    easiest, hardest: the difficulties, as many levels of each as can be.
    unique: with one tiling alone.

    Raises NotationError for bounds that no level keeps.

    >>> from tilewright.pieces import select
    >>> LevelRecipe(select("pentominoes"), used=(4, 5), hardest="medium").tiers
    ('easy', 'medium')
    """

    pieces: tuple[Piece, ...]
    least: tuple[int, int] = (6, 6)
    most: tuple[int, int] = (8, 8)
    used: tuple[int, int] = (5, 8)
    easiest: Tier = "easy"
    hardest: Tier = "hard"
    unique: bool = True

    if TYPE_CHECKING:

        def __init__(
            self,
            pieces: Iterable[Piece],
            least: tuple[int, int] = (6, 6),
            most: tuple[int, int] = (8, 8),
            used: tuple[int, int] = (5, 8),
            easiest: Tier = "easy",
            hardest: Tier = "hard",
            unique: bool = True,
        ) -> None: ...

    def __post_init__(self) -> None:
        expected = 'pieces, e.g. piece_set("pentominoes")'
        object.__setattr__(self, "pieces", as_tuple("pieces", self.pieces, expected))
        check_instances("pieces", self.pieces, Piece, expected)
        for name, tier in (("easiest", self.easiest), ("hardest", self.hardest)):
            check_word(name, tier, TIERS)
        if not self.pieces:
            raise NotationError("there are no pieces: expected at least one")
        grid = lattice(self.pieces[0].lattice)
        if grid.dimension != 2 or grid.lean or grid.letters:
            raise NotationError(f"pieces of the lattice {grid.name}: expected pieces made of whole squares")
        if not all(1 <= low <= high <= MOST_SIDE for low, high in zip(self.least, self.most, strict=True)):
            raise NotationError(f"a board of {self.least} to {self.most}: expected 1 to {MOST_SIDE} rows and columns")
        if not 1 <= self.used[0] <= self.used[1] <= MOST_USED:
            raise NotationError(
                f"{self.used[0]} to {self.used[1]} pieces: expected 1 to {MOST_USED}, the smaller first"
            )
        if self.used[0] > len(self.stock):
            raise NotationError(f"there are {len(self.stock)} pieces: expected at most so many in a level")
        smallest = sum(sorted(len(piece.atoms) for piece in self.stock)[: self.used[0]])
        if smallest > self.most[0] * self.most[1]:
            raise NotationError(
                f"{self.used[0]} pieces cover at least {smallest} cells: expected a board with more than "
                f"{self.most[0]} x {self.most[1]}"
            )
        if TIERS.index(self.easiest) > TIERS.index(self.hardest):
            raise NotationError(f"{self.easiest}..{self.hardest}: expected the easier difficulty first")

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The difficulties from the easiest on."""
        return TIERS[TIERS.index(self.easiest) : TIERS.index(self.hardest) + 1]

    @property
    def stock(self) -> tuple[Piece, ...]:
        """The pieces, each as often as a level may use it."""
        return tuple(
            piece
            for piece in self.pieces
            for _ in range(self.used[1] if piece.copies[1] is None else min(piece.copies[1], self.used[1]))
        )


MOST_SIDE, MOST_USED = 30, 40


@dataclass(frozen=True)
class PieceLevel:
    """A level, its one tiling (or some tiling, where several are allowed) and how hard it is.

    >>> from tilewright.pieces import select
    >>> level = make_levels(LevelRecipe(select("pentominoes"), (4, 4), (5, 5), (3, 3), "easy", "easy"), 1, seed=1)[0]
    >>> level.rating.tier, len(level.tiling.placements)
    ('easy', 3)
    """

    puzzle: Packing
    tiling: Tiling
    rating: Rating


@dataclass
class _Maker:
    recipe: LevelRecipe
    rng: Random
    deadline: Deadline
    wanted: Counter[Tier]
    found: list[PieceLevel] = field(default_factory=list)
    spare: list[PieceLevel] = field(default_factory=list)
    seen: set[tuple[Atom, ...]] = field(default_factory=set)

    def run(self, number: int) -> None:
        """Grow boards until there are enough levels of every difficulty, or too many tries, or no time."""
        tiers = [tier for tier in self.recipe.tiers if self.wanted[tier]]
        for turn in range(TRIES * number):
            open_tiers = [tier for tier in tiers if self.wanted[tier]]
            if not open_tiers or self.deadline.left <= 0:
                return
            level = self.grow(open_tiers[turn % len(open_tiers)])
            if level is None:
                continue
            if self.wanted[level.rating.tier]:
                self.wanted[level.rating.tier] -= 1
                self.found.append(level)
            else:
                self.spare.append(level)

    def grow(self, tier: Tier) -> PieceLevel | None:
        """A level that is about so hard; None where pieces do not fit, or fit in several ways."""
        recipe, rng = self.recipe, self.rng
        sides = [rng.randint(low, high) for low, high in zip(recipe.least, recipe.most, strict=True)]
        chosen = rng.sample(recipe.stock, rng.randint(recipe.used[0], min(recipe.used[1], len(recipe.stock))))
        region: set[Atom] = set()
        for piece in chosen:
            spots = _spots(piece, region, sides[0], sides[1])
            if not spots:
                return None
            closest = max(touching for touching, _ in spots) - SLACK[tier]
            good = [atoms for touching, atoms in spots if touching >= closest]
            region.update(good[rng.randrange(len(good))])
        board = Board(tuple(region), lattice=chosen[0].lattice)
        form = canonical_form(board.grid, board.atoms)
        if form in self.seen or not all(low <= side for low, side in zip(recipe.least, board.extent, strict=True)):
            return None
        self.seen.add(form)
        return self.rated(Packing(board, _with_copies(chosen)))

    def rated(self, puzzle: Packing) -> PieceLevel | None:
        """The level with its rating; None where it has several tilings or another difficulty."""
        judged = verdict(puzzle, limit=Limit(nodes=NODES))
        if not judged.tilings or (self.recipe.unique and judged.verdict != "unique"):
            return None
        hardest = self.recipe.hardest
        rating = rate(puzzle, hardest)
        if rating.tier not in self.recipe.tiers or (hardest != TIERS[-1] and "search" in rating.names):
            return None
        return PieceLevel(puzzle, judged.tilings[0], rating)


def _spots(piece: Piece, region: set[Atom], rows: int, columns: int) -> list[tuple[int, tuple[Atom, ...]]]:
    """Where a piece may lie in a box beside the region: (how many edges touch, the atoms)."""
    grid = piece.grid
    found = []
    for _, form in piece.orientations:
        height, width = (max(atom[axis] for atom in form) + 1 for axis in (0, 1))
        for row in range(rows - height + 1):
            for column in range(columns - width + 1):
                atoms = tuple(grid.shift(form, (row, column)))
                if region.isdisjoint(atoms):
                    touching = sum(near in region for atom in atoms for near in grid.adjacent(atom))
                    if touching or not region:
                        found.append((touching, atoms))
    return found


def _with_copies(chosen: list[Piece]) -> tuple[Piece, ...]:
    times = Counter(piece.name for piece in chosen)
    pieces = {piece.name: piece for piece in chosen}
    return tuple(pieces[name].with_copies(times[name], times[name]) for name in sorted(pieces))


def make_levels(
    recipe: LevelRecipe, number: int, seed: int = 0, limit: Limit | float | None = None
) -> list[PieceLevel]:
    """Return levels from the easiest to the hardest, no two boards alike under turns and mirrors.

    number:  how many; fewer where the recipe has no more, or where the limit comes first.
    seed:    the same seed gives the same levels, unless the limit strikes.
    limit:   seconds, or a Limit.

    >>> from tilewright.pieces import select
    >>> made = make_levels(LevelRecipe(select("pentominoes"), (4, 4), (5, 5), (3, 3), "easy", "medium"), 2, seed=1)
    >>> [level.rating.tier for level in made], [len(level.puzzle.pieces) for level in made]
    (['easy', 'medium'], [3, 3])
    """
    check_instance("recipe", recipe, LevelRecipe, 'a recipe, e.g. LevelRecipe(piece_set("pentominoes"))')
    tiers = recipe.tiers
    wanted = Counter({tier: number // len(tiers) + (i < number % len(tiers)) for i, tier in enumerate(tiers)})
    maker = _Maker(recipe, Random(seed), Deadline(Limit(seconds=as_limit(limit).seconds)), wanted)
    maker.run(number)
    made = maker.found + maker.spare[: max(0, number - len(maker.found))]
    return sorted(made, key=lambda level: (TIERS.index(level.rating.tier), len(level.tiling.placements)))


def hint_walk(puzzle: Packing) -> list[Hint]:
    """Return the hints from the empty board to the tiling, each the easiest step; fewer where a hint needs too long a search.

    >>> from tilewright.pieces import select
    >>> level = make_levels(LevelRecipe(select("pentominoes"), (4, 4), (5, 5), (3, 3), "easy", "easy"), 1, seed=1)[0]
    >>> sum(len(step.placements) for step in hint_walk(level.puzzle) if step.kind == "place")
    3
    """
    placed: list[Placement] = []
    without: list[str] = []
    walk: list[Hint] = []
    while len(walk) < MOST_HINTS:
        step = hint(puzzle, placed, without=without, limit=Limit(nodes=HINT_NODES))
        if step.kind not in ("place", "rule out"):
            break
        walk.append(step)
        if step.kind == "place":
            placed += step.placements
        else:
            without += [placement.id for placement in step.placements]
    return walk
