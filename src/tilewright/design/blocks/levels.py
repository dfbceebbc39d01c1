"""Block levels in the manner of Doodle Fit: a shape cut into blocks that go back in one way only, without turning.

Blocks grow from random cells until the shape is full; then single cells change their block as long as that leaves fewer
solutions, and after that, for a wanted difficulty, as long as it comes nearer. Integers only, and moves are counted, not
timed: a seed gives the same level everywhere (unless a time limit strikes).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from tilewright.cover.search.choose import choose
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.design.merit import merit, tier_of
from tilewright.errors import NotationError, TilewrightError
from tilewright.explain.difficulty import Rating, rate, unsolved_profile
from tilewright.explain.techniques import TIERS, Tier
from tilewright.lattice import Atom
from tilewright.lattice.square import LATTICE
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Packing
from tilewright.puzzle.packing.drawing import short_names

MOST_PIECES, MOST_CELLS = 60, 400
CUTS = 60  # tried before giving up
MOVES = 400  # of single cells, before a shape is cut anew
ENOUGH = 200  # tilings are not counted beyond it
NODES = 200_000  # of one such count: a level that needs more is no fun


class NoLevelError(TilewrightError):
    """The limit came before a level with one solution was found."""


@dataclass(frozen=True)
class Level:
    """A level with its rating (None where none was asked for); `reached` is False when it is only the nearest."""

    puzzle: Packing
    rating: Rating | None
    reached: bool = True


def random_shape(cells: int, rng: Random) -> Board:
    """A connected region: each new cell beside one there, the more neighbours it has the likelier."""
    region: set[Atom] = {(0, 0)}
    while len(region) < cells:
        edge = sorted(n for atom in region for n in LATTICE.adjacent(atom) if n not in region)
        region.add(edge[rng.randrange(len(edge))])
    return Board(tuple(region))


def make_level(
    board: Board | None,
    pieces: int,
    seed: int,
    unique: bool = True,
    difficulty: Tier | None = None,
    seconds: float | None = None,
) -> Level:
    """A level of `pieces` blocks on the board (None: a random shape of some 4 cells a block)."""
    if not 1 <= pieces <= MOST_PIECES:
        raise NotationError(f"{pieces} pieces: expected 1 to {MOST_PIECES}")
    if board is not None and not pieces <= len(board.atoms) <= MOST_CELLS:
        raise NotationError(
            f"a shape of {len(board.atoms)} cells: expected {pieces} (one a piece) to {MOST_CELLS} cells"
        )
    if board is not None and (board.lattice != "square" or board.optional):
        raise NotationError("the shape: expected whole squares, none of them optional")
    if board is not None and not board.grid.is_connected(board.atoms):
        raise NotationError("the shape is not connected: expected cells that hang together through edges")
    return _Maker(board, pieces, Random(seed), unique, difficulty, seconds).make()


class _Maker:
    def __init__(
        self,
        board: Board | None,
        pieces: int,
        rng: Random,
        unique: bool,
        difficulty: Tier | None,
        seconds: float | None,
    ) -> None:
        self.board, self.pieces, self.rng, self.unique = board, pieces, rng, unique
        self.level = None if difficulty is None else TIERS.index(difficulty)
        self.end = None if seconds is None else time.perf_counter() + seconds
        self.nearest: tuple[int, Packing] | None = None

    @property
    def left(self) -> float | None:
        """Seconds until the limit; None: there is none."""
        return None if self.end is None else max(0.0, self.end - time.perf_counter())

    @property
    def over(self) -> bool:
        """Whether the limit has come."""
        return self.left == 0

    def make(self) -> Level:
        for _ in range(CUTS):
            cut = Cut.random(self.board or random_shape(4 * self.pieces, self.rng), self.pieces, self.rng)
            if self.unique and not self.until_unique(cut):
                if self.over:
                    break
                continue
            if self.level is None:
                return Level(cut.puzzle, None)
            if self.climb(cut):
                return Level(cut.puzzle, rate(cut.puzzle))
            if self.over:
                break
        if self.nearest is None and self.over:
            raise NoLevelError(f"no level of {self.pieces} blocks with one solution was found within the limit")
        if self.nearest is None:
            raise TilewrightError(
                f"no level of {self.pieces} blocks with one solution in {CUTS} cuts: expected fewer or larger blocks"
            )
        return Level(self.nearest[1], rate(self.nearest[1]), reached=False)

    def until_unique(self, cut: Cut) -> bool:
        """Move cells between blocks until there is one solution; a move that adds solutions is taken back."""
        several = tilings(cut.puzzle, self.left)
        for _ in range(MOVES):
            if several == 1 or self.over:
                break
            before = dict(cut.owner)
            if cut.move(self.rng):
                after = tilings(cut.puzzle, self.left)
                several, cut.owner = (after, cut.owner) if after <= several else (several, before)
        return several == 1

    def climb(self, cut: Cut) -> bool:
        """Move cells while that brings the level nearer to the wanted difficulty; whether it is reached."""
        assert self.level is not None
        undone = unsolved_profile(cut.puzzle)
        for _ in range(MOVES):
            far = abs(tier_of(undone) - self.level)
            if self.nearest is None or far < self.nearest[0]:
                self.nearest = far, cut.puzzle
            if far == 0:
                return True
            if self.over:
                return False
            before = dict(cut.owner)
            if not cut.move(self.rng):
                continue
            after = unsolved_profile(cut.puzzle)
            if merit(after, self.level) < merit(undone, self.level) or (
                self.unique and tilings(cut.puzzle, self.left) > 1
            ):
                cut.owner = before
            else:
                undone = after
        return False


@dataclass
class Cut:
    """A board cut into connected blocks: the number of each cell's block."""

    board: Board
    owner: dict[Atom, int]

    @classmethod
    def random(cls, board: Board, pieces: int, rng: Random) -> Cut:
        """Blocks grown cell by cell from random cells, the smaller ones rather than the larger."""
        cells = list(board.atoms)
        rng.shuffle(cells)
        owner = {cell: number for number, cell in enumerate(cells[:pieces])}
        sizes = [1] * pieces
        there = set(board.atoms)
        while len(owner) < len(there):
            edges = sorted(
                (sizes[number], other, number)
                for cell, number in owner.items()
                for other in LATTICE.adjacent(cell)
                if other in there and other not in owner
            )
            _, cell, number = edges[rng.randrange(max(1, len(edges) // 2))]
            owner[cell] = number
            sizes[number] += 1
        return cls(board, owner)

    def move(self, rng: Random) -> bool:
        """Give a random cell to a neighbouring block, if its own stays connected and does not vanish."""
        cell = self.board.atoms[rng.randrange(len(self.board.atoms))]
        mine = self.owner[cell]
        blocks = len(set(self.owner.values()))
        least = 2 if len(self.owner) >= 3 * blocks else 1  # single cells are no fun where there is room
        if sum(number == mine for number in self.owner.values()) <= least:
            return False
        near = sorted({self.owner[n] for n in LATTICE.adjacent(cell) if n in self.owner} - {mine})
        if not near or not LATTICE.is_connected(c for c, n in self.owner.items() if n == mine and c != cell):
            return False
        self.owner = {**self.owner, cell: near[rng.randrange(len(near))]}
        return True

    @property
    def puzzle(self) -> Packing:
        """The blocks, named 0, 1, 2, ... by position, on the board."""
        blocks: dict[int, list[Atom]] = {}
        for cell in self.board.atoms:
            blocks.setdefault(self.owner[cell], []).append(cell)
        named = zip(short_names(len(blocks)), blocks.values(), strict=True)
        return Packing(self.board, tuple(Piece(name, tuple(atoms), motion="fixed") for name, atoms in named))


def tilings(puzzle: Packing, seconds: float | None = None) -> int:
    """The number of tilings, up to ENOUGH; ENOUGH, too, where the search was cut short: nothing is known then."""
    cover = puzzle.compile().cover
    report = Report()
    limit = Limit(nodes=NODES, solutions=ENOUGH, seconds=seconds)
    found = sum(map(len, choose(cover, "find").solutions(cover, limit, report, 1)))
    return found if report.ended == "exhausted" else ENOUGH
