"""Find the best tiling with CP-SAT: the fewest or most copies of a piece, or the largest part of a board filled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tilewright.api.options import SearchOptions
from tilewright.errors import NotationError, check_cells, check_puzzle, quote
from tilewright.exact_cover.limits import Clock, Deadline, Limit, as_limit, interruptible
from tilewright.exact_cover.outcome import HOW_ENDED, Ended, Result
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.progress import Progress
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import require_tiling
from tilewright.puzzle.puzzle import Compiled

MOST_TOLD = 20  # names in a message
Weighted = tuple[ExactCover, list[int]]  # a cover, and the weight of each of its options


@dataclass(frozen=True, repr=False, kw_only=True)
class Best(Result):
    """The best tiling found (None if none was found), its value, and a proven bound on the optimum.

    value: A number of copies, or of covered cells.
    bound: A bound in the same unit. When the value reaches it, the tiling is proven best and `ended` is
           "exhausted".
    times: The seconds that each phase took.

    >>> from tilewright import fewest, load
    >>> found = fewest(load("tetrominoes*@4x4"), "I")
    >>> found.value, found.bound, found.ended, found.exit_code
    (0.0, 0.0, 'exhausted', 0)
    """

    puzzle: Puzzle
    tiling: Tiling | None
    value: float
    bound: float
    ended: Ended
    times: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def answer(self) -> bool | None:
        """Whether there is a tiling; None when the limit came before the best was known."""
        return None if self.ended == "limit" else self.tiling is not None

    def __str__(self) -> str:
        if self.tiling is None:
            return "no tiling" if self.ended == "exhausted" else f"no tiling was found: {HOW_ENDED[self.ended]}"
        proven = (
            "proven best" if self.ended == "exhausted" else f"the best is known to be no better than {self.bound:.12g}"
        )
        return f"{self.value:.12g}, {proven}"

    def _repr_svg_(self) -> str:
        return (self.tiling or self.puzzle)._repr_svg_()


def fewest(
    puzzle: Puzzle,
    piece: str,
    *,
    limit: Limit | float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Best:
    """Find a tiling with the fewest copies of a piece, using CP-SAT (extra `cp`).

    Raises NotationError when the puzzle has no such piece, EngineUnavailableError without the extra.

    >>> from tilewright import fewest, load
    >>> found = fewest(load("tetrominoes*@4x5"), "T")
    >>> found.value, found.tiling.puzzle.name
    (0.0, 'tetrominoes*@4x5')
    """
    return _copies(puzzle, piece, False, limit, threads, progress)


def most(
    puzzle: Puzzle,
    piece: str,
    *,
    limit: Limit | float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Best:
    """Find a tiling with the most copies of a piece, using CP-SAT (extra `cp`).

    Raises NotationError when the puzzle has no such piece, EngineUnavailableError without the extra.

    >>> from tilewright import load, most
    >>> found = most(load("tetrominoes*@4x5"), "T")
    >>> found.value, found.ended
    (4.0, 'exhausted')
    """
    return _copies(puzzle, piece, True, limit, threads, progress)


def _copies(
    puzzle: Puzzle, piece: str, largest: bool, limit: Limit | float | None, threads: int, progress: Progress | None
) -> Best:
    check_puzzle(puzzle)
    if piece not in puzzle.piece_names:
        names = ", ".join(map(quote, puzzle.piece_names[:MOST_TOLD])) + ", ..." * (len(puzzle.piece_names) > MOST_TOLD)
        raise NotationError(f"no piece {quote(piece)}: expected one of {names}")

    def weighted(compiled: Compiled, deadline: Deadline) -> Weighted:
        number = next(owner for owner in compiled.owners if piece in compiled.owner_names(owner))
        return compiled.cover, [int(owner == number) for owner, _ in compiled.meanings]

    return _best(puzzle, weighted, largest, puzzle.copies_of(piece)[int(largest)], limit, threads, progress)


def largest_filling(
    puzzle: Puzzle, *, limit: Limit | float | None = None, threads: int = 1, progress: Progress | None = None
) -> Best:
    """Place pieces, or rectangles of clues, so that they cover as many as possible of the cells that must be covered.

    Pieces may be left out, even if a constraint requires them, but pinned ones may not. The tiling in the
    result is partial unless the whole board can be filled; the value counts cells. Raises ArgumentError for a
    puzzle without cells, EngineUnavailableError without the extra `cp`.

    >>> from tilewright import largest_filling, load
    >>> found = largest_filling(load("tetrominoes:IOTLS@4x5"))
    >>> found.value, found.puzzle.board.area
    (16.0, 20.0)
    """
    check_cells(puzzle, "the largest filling")
    return _best(puzzle, _filling, True, puzzle.board.area, limit, threads, progress, partial=True)


def _filling(compiled: Compiled, deadline: Deadline) -> Weighted:
    """Return the cover in which only the pins are required, and for each option the number of cells that count."""
    puzzle, cover = compiled.puzzle, compiled.cover
    optional = set(puzzle.board.optional)
    wanted = [atom not in optional for atom in compiled.atoms]
    cells = len(compiled.atoms)
    others = (item for item in range(cells, len(cover.lo)) if item not in compiled.item_owners)
    fixed = {item for item in others if not compiled.constraint_of(item)}  # pins remain required
    lo = tuple(bound if item in fixed else 0 for item, bound in enumerate(cover.lo))
    relaxed = cover.replace(lo=lo, automorphisms=(), adjacent=(), order=())
    weights = [sum(wanted[item] for item in option if item < cells) for option in deadline.watch(cover.options)]
    return relaxed, weights


def _best(
    puzzle: Puzzle,
    weighted: Callable[[Compiled, Deadline], Weighted],
    largest: bool,
    bound: float,
    limit: Limit | float | None,
    threads: int,
    progress: Progress | None,
    partial: bool = False,
) -> Best:
    """Find the tiling, or partial tiling, of the largest or least weight; `bound` is known before the search."""
    options, clock = SearchOptions(engine="cp", limit=as_limit(limit), threads=threads), Clock()
    deadline = Deadline(options.limit, progress)
    tiling, value, ended = None, 0.0, None
    with interruptible() as block:
        compiled = puzzle.compile(not partial, deadline=deadline)
        clock.lap("compile")
        cover, weights = weighted(compiled, deadline)
        from tilewright.exact_cover.engines.cp import optimise

        best = optimise(cover, weights, largest, deadline, threads)
        clock.lap("search")
        if best.solution is not None:
            tiling = compiled.tiling(best.solution)
            require_tiling(puzzle, tiling.placements, partial)
        scale = puzzle.grid.area if partial else float
        value, bound, ended = scale(best.value), scale(best.bound), best.outcome.ended
    return Best(
        puzzle=puzzle,
        tiling=tiling,
        value=value,
        bound=float(bound),
        ended=block.ended or ended or "stopped",
        times=clock.times(),
    )
