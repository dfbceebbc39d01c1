"""Block levels like those of Doodle Fit: a shape cut into blocks that fit in one way only, without turning.

Blocks grow from random cells until the shape is full. Then single cells change their block as long as this does not
increase the number of solutions, and afterwards, for a wanted difficulty, as long as this does not lead away from it.
Moves are counted, not timed: a seed gives the same level on every machine, unless a time limit is reached.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from tilewright.design.made import Made, Wanted
from tilewright.errors import (
    NotationError,
    OutOfTimeError,
    TilewrightError,
    check_instance,
    check_whole,
    check_word,
)
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.explain.techniques import TIERS
from tilewright.kinds import Packing
from tilewright.kinds.packing.letters import short_names
from tilewright.lattice import Atom
from tilewright.lattice.planar import SQUARE
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.puzzle import Tier
from tilewright.render.canvas import escape


def random_shape(cells: int, rng: Random) -> Board:
    """Return a random connected region of `cells` squares.

    A cell with more neighbors in the region is more likely to be added.
    """
    region: set[Atom] = {(0, 0)}
    while len(region) < cells:
        edge = sorted(n for atom in region for n in SQUARE.adjacent(atom) if n not in region)
        region.add(edge[rng.randrange(len(edge))])
    return Board(tuple(region))


@dataclass(frozen=True)
class BlockPartition:
    """A board divided into connected blocks; `owner` maps each cell to the number of its block."""

    board: Board
    owner: dict[Atom, int]

    @classmethod
    def random(
        cls, board: Board, pieces: int, rng: Random, most: int | None = None, uneven: bool = False
    ) -> BlockPartition | None:
        """Return blocks grown cell by cell from random cells, with a preference for smaller blocks.

        uneven: let some blocks grow faster than others instead, which makes easy levels.

        Return None if some cells remain although every block beside them has `most` cells.
        """
        cells = list(board.atoms)
        rng.shuffle(cells)
        owner = {cell: number for number, cell in enumerate(cells[:pieces])}
        sizes = [1] * pieces
        eagerness = [1 + rng.randrange(10) ** 3 for _ in range(pieces)] if uneven else []
        while len(owner) < len(cells):
            free = set(cells).difference(owner)
            edges = sorted(
                (sizes[number], other, number)
                for cell, number in owner.items()
                for other in free.intersection(SQUARE.adjacent(cell))
                if most is None or sizes[number] < most
            )
            if not edges:
                return None
            if uneven:
                edges = [edge for edge in edges if edge[0] == 1] or edges  # no blocks of one cell if possible
                weights = [eagerness[number] for _, _, number in edges]
                _, cell, number = rng.choices(edges, weights)[0]
            else:
                _, cell, number = edges[rng.randrange(max(1, len(edges) // 2))]
            owner[cell] = number
            sizes[number] += 1
        return cls(board, owner)

    def moved(self, rng: Random, sizes: tuple[int, int] | None = None) -> BlockPartition | None:
        """Move a random cell to a neighboring block; return None if its own block would vanish or fall apart.

        sizes: the fewest and the most cells of a block.
        """
        cell = self.board.atoms[rng.randrange(len(self.board.atoms))]
        mine = self.owner[cell]
        least, most = sizes or (self.usual_least, len(self.owner))
        cells = Counter(self.owner.values())
        if cells[mine] <= least:
            return None
        around = {self.owner.get(beside, mine) for beside in SQUARE.adjacent(cell)} - {mine}
        near = sorted(number for number in around if cells[number] < most)
        if not near or not SQUARE.is_connected(c for c, n in self.owner.items() if n == mine and c != cell):
            return None
        return replace(self, owner={**self.owner, cell: near[rng.randrange(len(near))]})

    @property
    def usual_least(self) -> int:
        """The fewest cells of a block by default: single cells are dull if there is room for more."""
        return 2 if len(self.owner) >= 3 * len(set(self.owner.values())) else 1

    def lacking(self, least: int) -> int:
        """Return the number of cells that blocks lack to have at least `least` each."""
        return sum(max(0, least - cells) for cells in Counter(self.owner.values()).values())

    @cached_property
    def puzzle(self) -> Packing:
        """The blocks on the board as a puzzle, named 0, 1, 2, ... by position."""
        blocks: dict[int, list[Atom]] = {}
        for cell in self.board.atoms:
            blocks.setdefault(self.owner[cell], []).append(cell)
        named = zip(short_names(len(blocks)), blocks.values(), strict=True)
        return Packing(self.board, tuple(Piece(name, tuple(atoms), motion="fixed") for name, atoms in named))


MOST_PIECES, MOST_CELLS = 60, 400
USUAL_CELLS = 4  # average cells of a block by default
PARTITIONS = 60  # divisions tried before giving up
UNEVEN = 400  # divisions tried for an easy level on a given shape: on small boards one in ten is easy
MOVES = 400  # moves of single cells before a shape is divided anew
MOST_COUNTED = 200  # more tilings than this are not counted
NODES = 200_000  # nodes of one such count: a level that needs more is too hard to be fun


class NoLevelError(TilewrightError):
    """No level with one solution was found, because of the limit or after all tries."""


@dataclass(frozen=True, repr=False)
class Level(Made[Packing]):
    """A level with its rating, which is None if no difficulty was requested.

    reached: False if the level only has the nearest difficulty that was found.

    >>> from tilewright import make_level
    >>> level = make_level(None, 4, seed=1, difficulty="easy")
    >>> level.puzzle.piece_names, level.rating.tier, level.reached
    (('0', '1', '2', '3'), 'easy', True)
    """

    def __str__(self) -> str:
        rated = f", {self.rating}" if self.rating else ""
        return f"{len(self.puzzle.pieces)} blocks on {len(self.puzzle.board)} cells{rated}"

    def __repr__(self) -> str:
        return f"<Level: {self}>"

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>{self._repr_svg_()}"


def make_level(
    board: Board | None,
    pieces: int,
    seed: int = 0,
    unique: bool = True,
    difficulty: Tier | None = None,
    limit: Limit | float | None = None,
    sizes: tuple[int, int] | None = None,
) -> Level:
    """Return a level of `pieces` blocks on the board.

    board: None for a random shape of about 4 cells per block, or of the mean of `sizes`.

    seed: the same seed makes the same level, unless the limit is reached.

    unique: whether the level must have exactly one solution.

    limit: seconds, or a Limit.

    sizes: the fewest and the most cells of a block.

    Raises NotationError for a board that cannot be divided like this, and NoLevelError if the limit is reached first or
    no division that was tried has one solution.

    >>> from tilewright import Board, make_level, verdict
    >>> verdict(make_level(Board.of_size("4x4"), 4, seed=1).puzzle).verdict
    'unique'
    """
    check_whole("pieces", pieces, 1, MOST_PIECES)
    if difficulty is not None:
        check_word("difficulty", difficulty, TIERS)
    if board is not None:
        check_instance("board", board, Board, 'None or a Board, e.g. Board.of_size("5x5")')
        board = _on_squares(board)
        if not pieces <= (cells := len(board.atoms)) <= MOST_CELLS:
            raise NotationError(f"a shape of {cells} cells: expected {pieces} (one a piece) to {MOST_CELLS} cells")
        if not board.grid.is_connected(board.atoms):
            raise NotationError("the shape is not connected: expected cells connected through edges")
    if sizes is not None:
        _check_sizes(sizes, board, pieces)
    deadline = Deadline(Limit(seconds=as_limit(limit).seconds))
    wanted = None if difficulty is None else Wanted[Packing](difficulty, deadline)
    return _LevelMaker(board, pieces, Random(seed), unique, wanted, deadline, sizes).make()


def _on_squares(board: Board) -> Board:
    """Return the board on the lattice of squares. Raises NotationError if it is not made of whole squares."""
    if board.lattice == "halfsquare" and not board.optional:
        cells = Counter(board.grid.split(atom)[0] for atom in board.atoms)
        if set(cells.values()) == {board.grid.slot_count}:
            board = Board(tuple(cells))
    if board.lattice != "square" or board.optional:
        raise NotationError("the shape: expected whole squares of a flat board, none of them optional")
    return board


def _check_sizes(sizes: tuple[int, int], board: Board | None, pieces: int) -> None:
    least, most = sizes
    if not 1 <= least <= most:
        raise NotationError(f"blocks of {least} to {most} cells: expected at least 1, the smaller number first")
    if board is None and (least + most) * pieces > 2 * MOST_CELLS:
        raise NotationError(f"{pieces} blocks of {least} to {most} cells: expected at most {MOST_CELLS} cells in all")
    if board is not None and not least * pieces <= len(board.atoms) <= most * pieces:
        raise NotationError(
            f"{pieces} blocks of {least} to {most} cells cover {least * pieces} to {most * pieces} cells: "
            f"expected as many as the shape has, {len(board.atoms)}"
        )


@dataclass
class _LevelMaker:
    board: Board | None
    pieces: int
    rng: Random
    unique: bool
    wanted: Wanted[Packing] | None
    deadline: Deadline
    sizes: tuple[int, int] | None

    def is_good(self, partition: BlockPartition) -> bool:
        """Return whether the number of solutions is acceptable."""
        return not self.unique or self.count(partition) == 1

    def count(self, partition: BlockPartition) -> int:
        """Return the number of tilings, at most MOST_COUNTED; also MOST_COUNTED if the search was cut short."""
        cover = partition.puzzle.compile(deadline=self.deadline).cover
        limit = self.deadline.limit_left(NODES).of_turn(solutions=MOST_COUNTED)
        found = choose(cover).count(cover, limit)
        return found.solutions if found.ended == "exhausted" else MOST_COUNTED

    def has_easy_at_once(self, board: Board, wanted: Wanted[Packing]) -> bool:
        """Return whether an easy level is wanted and found among divisions into uneven blocks.

        It is then `wanted.nearest`.
        """
        for _ in self.deadline.watch(range(UNEVEN if wanted.level == 0 else 0), 1):
            partition = BlockPartition.random(board, self.pieces, self.rng, uneven=True)
            is_even = partition is None or partition.lacking(partition.usual_least)
            if partition and not is_even and self.is_good(partition) and wanted.meets(partition.puzzle):
                return True
        return False

    def make(self) -> Level:
        found, within = None, f"in {PARTITIONS} divisions: expected fewer or larger blocks"
        try:
            found = self.search()
        except OutOfTimeError:
            within = "was found within the limit"
        nearest = self.wanted and self.wanted.nearest
        if nearest:
            return Level(nearest.puzzle, nearest.rating, nearest.reached)
        if found:
            return Level(found.puzzle, None)
        raise NoLevelError(f"no level of {self.pieces} blocks with one solution {within}")

    def search(self) -> BlockPartition | None:
        """Return the division of a level, or None if a difficulty is wanted but was not reached.

        Raises OutOfTimeError at the deadline.
        """
        if self.wanted and self.board and self.sizes is None and self.has_easy_at_once(self.board, self.wanted):
            return None
        for _ in self.deadline.watch(range(PARTITIONS), 1):
            cells = USUAL_CELLS * self.pieces if self.sizes is None else sum(self.sizes) * self.pieces // 2
            board = self.board or random_shape(cells, self.rng)
            most = self.sizes and self.sizes[1]
            partition = BlockPartition.random(board, self.pieces, self.rng, most)
            partition = partition and self.with_sizes(partition)
            if partition and self.unique:
                partition = self.with_one_solution(partition)
            if partition and self.wanted:
                partition = self.climb(partition, self.wanted)
            if partition:
                return partition
        return None

    def with_sizes(self, partition: BlockPartition) -> BlockPartition | None:
        """Move cells until no block has too few cells; return None if this is not reached."""
        if self.sizes is None:
            return partition
        least = self.sizes[0]
        for _ in range(MOVES):
            if not partition.lacking(least):
                return partition
            moved = partition.moved(self.rng, (1, self.sizes[1]))
            if moved and moved.lacking(least) <= partition.lacking(least):
                partition = moved
        return None

    def with_one_solution(self, partition: BlockPartition) -> BlockPartition | None:
        """Move cells between blocks, without adding solutions, until there is one; return None on failure."""
        several = self.count(partition)
        for _ in range(MOVES):
            if several == 1:
                break
            if (moved := partition.moved(self.rng, self.sizes)) and (after := self.count(moved)) <= several:
                several, partition = after, moved
        return partition if several == 1 else None

    def climb(self, partition: BlockPartition, wanted: Wanted[Packing]) -> BlockPartition | None:
        """Move cells while this leads closer to the wanted difficulty; return the level that reaches it, or None."""
        moves = iter(range(MOVES))
        return wanted.climb(
            partition,
            move=lambda now: now.moved(self.rng, self.sizes),
            goes_on=lambda _: next(moves, None) is not None,
            is_good=self.is_good,
        )
