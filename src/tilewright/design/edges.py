"""Edge-matching puzzles with one solution, of a wanted difficulty.

Random labels are put on the edges of the board, and the tiles are cut out of it, shuffled and turned. If all solutions
are images of one another, a tile is pinned; if there are others, new labels are drawn. Fewer labels make harder
puzzles. Work is counted, not timed, so that a seed gives the same puzzle on every machine, unless a time limit is
reached.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from random import Random

from tilewright.api.solve import solve
from tilewright.api.verdict import verdict
from tilewright.design.made import Made, Wanted, unless_stopped
from tilewright.errors import NotationError, OutOfTimeError, TilewrightError
from tilewright.exact_cover.limits import Deadline, Limit, as_limit
from tilewright.explain.techniques import TIERS
from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges.puzzle import FREE, MATCHES, UNIFORM, TilePin
from tilewright.kinds.edges.tiles import Tile
from tilewright.lattice import Atom
from tilewright.puzzle import Board
from tilewright.puzzle.puzzle import Tier

MOST_CELLS = 256
FRAME = "frame"  # a label used on the border only
BORDERS = (FRAME, FREE, UNIFORM)
LETTERS = string.ascii_lowercase
NODES = 200_000  # nodes of each search for a second solution


@dataclass(frozen=True)
class EdgesRecipe:
    """The puzzle to make with `make_edges`.

    board: a size such as 4x4, on the lattice.

    labels: the number of labels; None for a random number.

    border: "frame" (its own label all around), "uniform" or "free"; always "free" on a torus.

    match: "same" or "partner".

    turn: whether tiles may be turned.

    difficulty: easy, medium, hard or extreme; None for any.

    tries: the most puzzles that are drawn.

    proved: False for the first puzzle drawn, without a search for other solutions, as is necessary for boards of 16x16.

    Raises NotationError for combinations that cannot be made.
    """

    board: str
    lattice: str = "square"
    labels: int | None = None
    border: str = FRAME
    match: str = "same"
    turn: bool = True
    difficulty: Tier | None = None
    tries: int = 300
    proved: bool = True

    def __post_init__(self) -> None:
        for name, word, known in (("border", self.border, BORDERS), ("match", self.match, MATCHES)):
            if word not in known:
                raise NotationError(f"{name} {word!r}: expected one of {', '.join(known)}")
        if self.difficulty is not None and self.difficulty not in TIERS:
            raise NotationError(f"unknown difficulty {self.difficulty!r}: expected one of {', '.join(TIERS)}")
        if self.labels is not None and not 1 <= self.labels < len(LETTERS):
            raise NotationError(f"{self.labels} labels: expected 1 to {len(LETTERS) - 1}")
        board = Board.of_size(self.board, self.lattice)
        if board.grid.periods and all(board.grid.periods):  # a torus has no border
            object.__setattr__(self, "border", FREE)
        cells = len(board.atoms)
        if not 2 <= cells <= MOST_CELLS:
            raise NotationError(f"a board of {cells:,} places: expected 2 to {MOST_CELLS}")
        if not self.proved and self.difficulty is not None:
            raise NotationError("a difficulty is that of the only solution: expected none where no proof is asked for")
        if not self.turn and "triangular" in self.lattice:
            raise NotationError("triangles that do not turn fit half of the places: expected tiles that turn")


def make_edges(recipe: EdgesRecipe, seed: int, limit: Limit | float | None = None) -> Made[EdgeMatching]:
    """Return a puzzle with exactly one solution; the same recipe and seed give the same puzzle within the limit.

    If the recipe asks for no proof, the puzzle has at least one solution. Raises TilewrightError if no puzzle was found
    in the recipe's number of tries, and OutOfTimeError if the limit is reached first.

    >>> made = make_edges(EdgesRecipe("3x3", labels=5), seed=1)
    >>> verdict(made.puzzle).verdict
    'unique'
    """
    rng = Random(seed)
    if not recipe.proved:
        return Made(_thrown(recipe, rng), None)
    deadline = Deadline(Limit(seconds=as_limit(limit).seconds))
    wanted = None if recipe.difficulty is None else Wanted[EdgeMatching](recipe.difficulty, deadline)
    try:
        for _ in deadline.watch(range(recipe.tries), 1):
            puzzle = _unique(_thrown(recipe, rng), rng, deadline)
            if puzzle and wanted is None:
                return Made(puzzle, None)
            if puzzle and wanted and wanted.meets(puzzle):
                break
    except OutOfTimeError:
        if wanted is None or wanted.nearest is None:
            raise
    if wanted is None or wanted.nearest is None:
        raise TilewrightError(f"no puzzle with one solution in {recipe.tries} tries: expected more labels")
    return wanted.nearest


def _thrown(recipe: EdgesRecipe, rng: Random) -> EdgeMatching:
    """Return a random puzzle, which has at least the solution from which it was cut."""
    board = Board.of_size(recipe.board, recipe.lattice)
    places = len(board.atoms)
    count = recipe.labels or rng.randint(2, min(len(LETTERS) - 1, 2 + places))
    letters = LETTERS[1 : count + 1] if recipe.border == FRAME else LETTERS[:count]
    outside = LETTERS[0] if recipe.border == FRAME else rng.choice(letters)
    shown = _labels(recipe, board, letters, outside, rng)
    tiles: list[Tile] = []
    for number, atom in enumerate(rng.sample(board.atoms, places), start=1):
        word = tuple(shown[atom, other] for other in board.grid.adjacent(atom))
        start = rng.randrange(len(word)) if recipe.turn else 0
        tiles.append(Tile(str(number), word[start:] + word[:start], motion="turn" if recipe.turn else "fixed"))
    border = outside if recipe.border == FRAME else recipe.border
    return EdgeMatching(board, tuple(tiles), border, recipe.match)


def _labels(recipe: EdgesRecipe, board: Board, letters: str, outside: str, rng: Random) -> dict[tuple[Atom, Atom], str]:
    """Return the label that each atom shows towards each neighbor."""
    there = set(board.atoms)
    shown: dict[tuple[Atom, Atom], str] = {}
    for atom in board.atoms:
        for other in board.grid.adjacent(atom):
            label = rng.choice(letters)
            if other not in there:
                shown[atom, other] = label if recipe.border == FREE else outside
            elif (atom, other) not in shown:
                swap = recipe.match == "partner" and rng.random() < 0.5
                shown[atom, other] = label.upper() if swap else label
                shown[other, atom] = shown[atom, other].swapcase() if recipe.match == "partner" else label
    return shown


def _unique(puzzle: EdgeMatching, rng: Random, deadline: Deadline) -> EdgeMatching | None:
    """Return the puzzle, with a pinned tile if its solutions are images of one another, or None if they differ."""
    found = unless_stopped(verdict(puzzle, limit=deadline.limit_left(NODES)))
    if found.verdict == "unique":
        return puzzle
    if found.unique_up_to is None:
        return None
    for placed in rng.sample(found.tilings[0].placements, len(puzzle.board.atoms)):
        pinned = replace(puzzle, pinned=(TilePin(placed.piece, placed.atoms[0], placed.motion),))
        again = unless_stopped(solve(pinned, 2, limit=deadline.limit_left(NODES)))
        if again.ended == "exhausted" and len(again.tilings) == 1:
            return pinned
    return None
