"""Levels with given pieces that may turn: a board grown from the pieces that can be filled in one way.

Each piece is laid beside the earlier ones, so that the board is connected and can be filled. A search then counts the
tilings, and the techniques of hints rate the level. Compact boards are hard and ragged ones are easy, so the wanted
difficulty decides how closely pieces are laid. Only integers are used and searches are bounded by nodes: a seed gives
the same levels on every machine, unless a time limit is reached.
"""

from __future__ import annotations

from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from random import Random
from typing import TYPE_CHECKING, Any

from tilewright.api.answer import solution_rows
from tilewright.api.verdict import verdict
from tilewright.design.made import unless_stopped
from tilewright.errors import NotationError, OutOfTimeError, as_tuple, check_instance, check_instances, check_word
from tilewright.exact_cover.limits import NEVER, Deadline, Limit, as_limit
from tilewright.explain.hint import hint
from tilewright.explain.techniques import TIERS, Rating, rate
from tilewright.formats.tables import KIND, dump_json
from tilewright.kinds import Packing
from tilewright.lattice import Atom, lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces import Piece
from tilewright.pieces.piece import refuse_parts
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.puzzle.puzzle import Hint, Tier
from tilewright.puzzle.table import parse_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# How many touching edges fewer than the maximum a piece may have where it is laid.
SLACK: dict[Tier, int] = {"easy": 9, "medium": 4, "hard": 1, "extreme": 1}
TRIES = 400  # boards grown per level before levels of other difficulties are used instead
NODES = 200_000  # nodes of a search for a second tiling: a level that needs more is too hard to be fun
HINT_NODES = 20_000  # nodes of one hint
MOST_HINTS = 500  # hints of one level


@dataclass(frozen=True)
class LevelRecipe:
    """The levels to make with `make_levels`.

    pieces: the available pieces; each is used at most as often as its copies allow.

    least, most: rows and columns of the smallest and the largest box in which a board is grown.

    used: the fewest and the most pieces of a level.

    easiest, hardest: the range of difficulties; there are equally many levels of each, if possible.

    unique: whether a level must have exactly one tiling.

    Raises NotationError for bounds that no level can satisfy.

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
        check_word("easiest", self.easiest, TIERS)
        check_word("hardest", self.hardest, TIERS)
        if not self.pieces:
            raise NotationError("there are no pieces: expected at least one")
        refuse_parts(self.pieces, "the making of levels")
        grid = lattice(self.pieces[0].lattice)
        if grid.dimension != 2 or grid.lean or grid.letters:
            raise NotationError(f"pieces of the lattice {grid.name}: expected pieces made of whole squares")
        if not all(1 <= low <= high <= MOST_SIDE for low, high in zip(self.least, self.most, strict=True)):
            raise NotationError(f"a board of {self.least} to {self.most}: expected 1 to {MOST_SIDE} rows and columns")
        fewest, most = self.used
        if not 1 <= fewest <= most <= MOST_USED:
            raise NotationError(f"{fewest} to {most} pieces: expected 1 to {MOST_USED}, the smaller first")
        if fewest > len(self.stock):
            raise NotationError(f"there are {len(self.stock)} pieces: expected at most so many in a level")
        smallest, (rows, columns) = sum(sorted(len(piece.atoms) for piece in self.stock)[:fewest]), self.most
        if smallest > rows * columns:
            covered = f"{fewest} pieces cover at least {smallest} cells"
            raise NotationError(f"{covered}: expected a board with more than {rows} x {columns}")
        if TIERS.index(self.easiest) > TIERS.index(self.hardest):
            raise NotationError(f"{self.easiest}..{self.hardest}: expected the easier difficulty first")

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The difficulties, starting with the easiest."""
        return TIERS[TIERS.index(self.easiest) : TIERS.index(self.hardest) + 1]

    @property
    def stock(self) -> tuple[Piece, ...]:
        """The pieces, each repeated as often as a level may use it."""
        most = self.used[1]
        return tuple(p for p in self.pieces for _ in range(most if p.copies[1] is None else min(p.copies[1], most)))


MOST_SIDE, MOST_USED = 30, 40


@dataclass(frozen=True)
class PieceLevel:
    """A level, its only tiling (or one of them, if several are allowed) and its rating.

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
    number: int
    found: list[PieceLevel] = field(default_factory=list)
    spare: list[PieceLevel] = field(default_factory=list)
    seen: set[tuple[Atom, ...]] = field(default_factory=set)

    def run(self) -> Iterator[list[PieceLevel]]:
        """Grow boards and yield the levels so far after each one found.

        This ends when there are enough levels of every difficulty, after too many tries, or at the deadline.
        """
        for turn in self.deadline.watch(range(TRIES * self.number), 1):
            tiers = [tier for tier in self.recipe.tiers if self.wanted[tier]]
            if not tiers:
                return
            if level := self.grow(tiers[turn % len(tiers)]):
                is_wanted = self.wanted[level.rating.tier] > 0
                self.wanted[level.rating.tier] -= is_wanted
                (self.found if is_wanted else self.spare).append(level)
                yield self.levels()

    def levels(self) -> list[PieceLevel]:
        """Return the levels so far, easy ones first.

        Surplus levels of some difficulties replace missing ones of others.
        """
        made = self.found + self.spare[: self.number - len(self.found)]
        return sorted(made, key=lambda level: (TIERS.index(level.rating.tier), len(level.tiling.placements)))

    def grow(self, tier: Tier) -> PieceLevel | None:
        """Return a rated level of about this difficulty, or None if pieces do not fit or the level is not suitable."""
        recipe, rng = self.recipe, self.rng
        sides = [rng.randint(low, high) for low, high in zip(recipe.least, recipe.most, strict=True)]
        chosen = rng.sample(recipe.stock, rng.randint(recipe.used[0], min(recipe.used[1], len(recipe.stock))))
        region: set[Atom] = set()
        for piece in self.deadline.watch(chosen, 1):
            spots = _spots(piece, region, *sides)
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
        times = Counter(piece.name for piece in chosen)
        pieces = {piece.name: piece.with_copies(times[piece.name], times[piece.name]) for piece in chosen}
        puzzle = Packing(board, tuple(pieces[name] for name in sorted(pieces)))
        judged = unless_stopped(verdict(puzzle, limit=self.deadline.limit_left(NODES)))
        if not judged.tilings or (recipe.unique and judged.verdict != "unique"):
            return None
        rating = rate(puzzle, recipe.hardest, limit=self.deadline.limit_left())
        if rating.tier not in recipe.tiers or (recipe.hardest != TIERS[-1] and "search" in rating.names):
            return None
        return PieceLevel(puzzle, judged.tilings[0], rating)


def _spots(piece: Piece, region: set[Atom], rows: int, columns: int) -> list[tuple[int, tuple[Atom, ...]]]:
    """Return (number of touching edges, atoms) for each place of a piece in the box beside the region."""
    grid = piece.grid
    found = []
    for _, form in piece.orientations:
        height, width = (max(atom[axis] for atom in form) + 1 for axis in (0, 1))
        for corner in product(range(rows - height + 1), range(columns - width + 1)):
            atoms = tuple(grid.shift(form, corner))
            if region.isdisjoint(atoms):
                touching = sum(near in region for atom in atoms for near in grid.adjacent(atom))
                if touching or not region:
                    found.append((touching, atoms))
    return found


def grow_levels(
    recipe: LevelRecipe, number: int, seed: int = 0, deadline: Deadline = NEVER
) -> Iterator[list[PieceLevel]]:
    """Yield the levels so far, sorted by difficulty, whenever one more is found; see `make_levels`."""
    wanted = Counter(islice(cycle(recipe.tiers), max(0, number)))
    with suppress(OutOfTimeError):
        yield from _Maker(recipe, Random(seed), deadline, wanted, max(0, number)).run()


def make_levels(
    recipe: LevelRecipe, number: int, seed: int = 0, limit: Limit | float | None = None
) -> list[PieceLevel]:
    """Return levels sorted by difficulty, no two with the same board up to rotation and reflection.

    number: how many levels; fewer are returned if no more are found or the limit is reached.

    seed: the same seed gives the same levels, unless the limit is reached.

    limit: seconds, or a Limit.

    >>> from tilewright.pieces import select
    >>> made = make_levels(LevelRecipe(select("pentominoes"), (4, 4), (5, 5), (3, 3), "easy", "medium"), 2, seed=1)
    >>> [level.rating.tier for level in made], [len(level.puzzle.pieces) for level in made]
    (['easy', 'medium'], [3, 3])
    """
    check_instance("recipe", recipe, LevelRecipe, 'a recipe, e.g. LevelRecipe(piece_set("pentominoes"))')
    latest = deque(grow_levels(recipe, number, seed, Deadline(Limit(seconds=as_limit(limit).seconds))), maxlen=1)
    return latest[0] if latest else []


def hint_walk(puzzle: Packing, *, limit: Limit | float | None = None) -> list[Hint]:
    """Return the hints from the empty board to the tiling, each one the easiest step.

    The list is incomplete if a hint would need too long a search.

    limit: seconds, or a Limit, for all hints together; its nodes bound each hint, as in `hint`.

    >>> from tilewright.pieces import select
    >>> level = make_levels(LevelRecipe(select("pentominoes"), (4, 4), (5, 5), (3, 3), "easy", "easy"), 1, seed=1)[0]
    >>> sum(len(step.placements) for step in hint_walk(level.puzzle) if step.kind == "place")
    3
    """
    placed: list[Placement] = []
    without: list[str] = []
    walk: list[Hint] = []
    deadline = Deadline(as_limit(limit))
    for _ in range(MOST_HINTS):
        step = hint(puzzle, placed, without=without, limit=deadline.limit_left(deadline.limit.nodes or HINT_NODES))
        if step.ended != "exhausted" and deadline.left <= 0:
            break  # there may be an easier step
        if step.kind == "place":
            placed += step.placements
        elif step.kind == "rule out":
            without += [placement.id for placement in step.placements]
        else:
            break
        walk.append(step)
    return walk


def levels_document(levels: Sequence[tuple[PieceLevel, Sequence[Hint] | None]], command: str) -> dict[str, Any]:
    """Return levels as JSON, with their hints if given; `command` says how they were made."""
    so_far = Counter[str]()
    rows = []
    for level, hints in levels:
        so_far[level.rating.tier] += 1
        rows.append(_level_row(f"{level.rating.tier} {so_far[level.rating.tier]}", level, hints))
    return {"tilewright": 1, "kind": KIND, "command": command, "levels": rows}


def _level_row(name: str, level: PieceLevel, hints: Sequence[Hint] | None) -> dict[str, Any]:
    puzzle = level.puzzle
    row = {
        "name": name,
        "source": "made",
        "difficulty": level.rating.tier,
        "techniques": dict(level.rating.techniques),
        "cells": len(puzzle.board.atoms),
        "pieces": {piece.name: piece.copies[0] for piece in puzzle.pieces},
        "puzzle": parse_json(dump_json(puzzle)),
        "solution": solution_rows(puzzle, [level.tiling])[0],
    }
    if hints is not None:
        row["hints"] = [
            {key: getattr(step, key) for key in ("kind", "technique", "tier", "text")}
            | {"placements": [placement.id for placement in step.placements]}
            for step in hints
        ]
    return row
