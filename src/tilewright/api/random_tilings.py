"""Draw tilings at random.

All tilings are equally likely if the graph of states fits in memory; otherwise they come from a randomized
search.

Each tiling is drawn independently, so the same tiling may appear twice. A seed gives the same tilings on every
machine.

This file also holds the search for one varied tiling, used if any number of each piece is allowed: a plain
search takes the first of equal choices and fills 15x12 with 45 pieces I. The result is always the same for a
puzzle, because nodes are counted instead of seconds, unless the limit comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tilewright.api.options import SearchOptions
from tilewright.api.solved import Draw, Solved, VerdictWord
from tilewright.errors import LimitError, check_puzzle, check_whole
from tilewright.exact_cover.limits import DEFAULT_MEMORY, MOST_COUNTED, Clock, Deadline, Limit, interruptible
from tilewright.exact_cover.outcome import Ended
from tilewright.exact_cover.problem import ExactCover, Solution
from tilewright.exact_cover.progress import Progress
from tilewright.exact_cover.sampling import ROUND, RandomSearch, SolutionGraph
from tilewright.explain.reasons import NONE_FOUND, Prepared, prepare
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import require_tiling, with_partial
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.rules import Reason
from tilewright.puzzle.tilings import SolutionArray, Tilings

MOST_OPTIONS = 200_000  # options of a cover; beyond this, the attempts take much longer than a plain search
SMALL = 20_000  # options; below this, an attempt takes milliseconds
COMPARED = 8  # tilings compared on small boards if none contains every kind; the one with most kinds is chosen


def varied_placements(compiled: Compiled, labelled: bool, deadline: Deadline, clock: Clock) -> tuple[Placement, ...]:
    """Return a tiling with as many kinds of pieces as a few searches find; empty if they find no tiling.

    Tilings with every kind are searched for first, then any tilings. Raises OutOfTimeError at the deadline.
    """
    if len(compiled.cover.options) > MOST_OPTIONS:
        return ()
    every = prepare(compiled.puzzle.with_every_kind(), labelled, deadline, clock)
    if every.compiled is not None and every.reason is None:
        for solution in _varied_solutions(every.compiled, deadline):
            return every.compiled.placements(solution)
    found = islice(_varied_solutions(compiled, deadline), _compared(compiled))
    best = max(found, key=lambda solution: len({compiled.meanings[option][0] for option in solution}), default=())
    return compiled.placements(best)


def _compared(compiled: Compiled) -> int:
    return COMPARED if len(compiled.cover.options) < SMALL else 1


def _varied_solutions(compiled: Compiled, deadline: Deadline) -> Iterator[Solution]:
    """Yield the solutions that a round of randomized searches finds; finding none proves nothing."""
    from random import Random

    rng = Random(0)
    for number in (*[0] * _compared(compiled), *range(1, ROUND)):
        found = RandomSearch(compiled.cover, rng, deadline).solution([number])
        yield from () if found is None else [found]


GRAPH_MEMORY = 512 << 20  # bytes for the graph of states: enough for tetrominoes on 9x12, which take a few seconds


def draw_tilings(puzzle: Puzzle, n: int, seed: int, options: SearchOptions, progress: Progress | None) -> Solved:
    """Draw `n` tilings; `ended` is "enough" if all were drawn."""
    check_puzzle(puzzle)
    check_whole("n", n, 1, MOST_COUNTED)
    check_whole("random", seed, 0, MOST_COUNTED)
    deadline, clock = Deadline(options.limit, progress), Clock()
    drawing = _Drawing(puzzle, with_partial(puzzle, options.partial), seed)
    with interruptible() as block:
        prepared = prepare(drawing.pinned, options.labelled, deadline, clock)
        drawing.run(n, prepared, deadline, clock)
    result = drawing.result(block.ended)
    if result.reason is None or result.reason is NONE_FOUND:
        clock.lap("search")
    return replace(result, times=clock.times())


class _Drawing:
    """A run that draws tilings one after the other."""

    fraction = None

    def __init__(self, puzzle: Puzzle, pinned: Puzzle, seed: int) -> None:
        self.puzzle, self.pinned, self.seed = puzzle, pinned, seed
        self.draw, self.engine = Draw(seed, None), ""
        self.reason: Reason | None = None
        self.ended: Ended = "stopped"
        self._tilings: Sequence[Tiling] = ()
        self._drawn = SolutionArray()
        self._search: RandomSearch | None = None

    @property
    def nodes(self) -> int:
        """The nodes of the randomized search; 0 if tilings are drawn from a graph."""
        return self._search.nodes if self._search else 0

    @property
    def solutions(self) -> int:
        """The number of tilings drawn."""
        return len(self._drawn)

    def run(self, n: int, prepared: Prepared, deadline: Deadline, clock: Clock) -> None:
        """Draw `n` tilings; raise OutOfTimeError at the deadline, and keep the tilings drawn by then."""
        compiled = prepared.compiled
        if compiled is None or prepared.reason is not None:
            self.draw, self.reason, self.ended = Draw(self.seed, 0), prepared.reason, "exhausted"
            return
        graph, why = _graph(compiled.cover, deadline)
        clock.lap("prepare")
        self.draw = Draw(self.seed, None if graph is None else graph.number, why)
        self.engine = "native" if graph is None else "frontier"
        self._tilings = Tilings(self.puzzle, compiled, self._drawn)
        with deadline.progress.showing(self):
            self.ended = self._draw(n, compiled, graph, deadline)

    def _draw(self, n: int, compiled: Compiled, graph: SolutionGraph | None, deadline: Deadline) -> Ended:
        from random import Random

        rng = Random(self.seed)
        if graph is not None and not graph.number:
            return "exhausted"
        if graph is None:
            self._search = RandomSearch(compiled.cover, rng, deadline)
        while len(self._drawn) < n:
            if (spent := deadline.spent(self.nodes)) is not None:
                return spent
            solution = graph.random(rng) if graph is not None else self._search.solution() if self._search else None
            if solution is None:
                return "exhausted"
            require_tiling(self.pinned, compiled.placements(solution))
            self._drawn.extend([solution])
        return "enough"

    def result(self, cut: Ended | None) -> Solved:
        """Return the tilings drawn."""
        ended = cut or self.ended
        word: VerdictWord = "solved" if self._tilings else "impossible" if ended == "exhausted" else "unknown"
        return Solved(
            puzzle=self.puzzle,
            tilings=self._tilings,
            ended=ended,
            verdict=word,
            reason=NONE_FOUND if word == "impossible" and self.reason is None else self.reason,
            engine=self.engine,
            nodes=self.nodes,
            draw=self.draw,
        )


def _graph(cover: ExactCover, deadline: Deadline) -> tuple[SolutionGraph | None, str]:
    """Return the graph of all solutions, or the reason why there is none; it may take half of the remaining time."""
    limit = deadline.limit
    seconds = None if limit.seconds is None else (deadline.progress.seconds + limit.seconds) / 2
    memory = GRAPH_MEMORY if limit.memory == DEFAULT_MEMORY else limit.memory
    try:
        return SolutionGraph(cover, Deadline(Limit(seconds=seconds, memory=memory), deadline.progress)), ""
    except LimitError as error:
        deadline.check()
        return None, str(error)
