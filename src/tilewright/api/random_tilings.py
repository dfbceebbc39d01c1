"""Tilings drawn at random: all equally likely where the graph of states fits in memory, else as a randomized search finds
them.

Each tiling is drawn anew, so that one may come twice. A seed gives the same tilings on every machine.

Here is also the search for one varied tiling, where any number of each piece may be used: left to itself a search takes
of equal choices the first, and fills 15x12 with 45 pieces I. It always gives the same tiling for a puzzle: nodes are
counted, not seconds, unless the limit comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tilewright.api.solve import Solved, VerdictWord
from tilewright.cover.choice import check_arguments
from tilewright.cover.limits import DEFAULT_MEMORY, MOST_COUNTED, Budget, Clock, Deadline, Limit, Report, interruptible
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.sampling import ROUND, SolutionGraph, random_solution
from tilewright.errors import LimitError, check_puzzle, check_whole
from tilewright.explain.reasons import NONE_FOUND, prepare
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import require_tiling, with_partial
from tilewright.puzzle.compiled import Compiled, SolutionArray, Tilings
from tilewright.system import digits

if TYPE_CHECKING:
    from random import Random

MOST_OPTIONS = 200_000  # of a cover: beyond it the tries take too much longer than a plain search
SMALL = 20_000  # options: below it a try takes milliseconds
COMPARED = 8  # tilings on small boards, of which the one of the most kinds is taken where none has every kind


def varied_placements(compiled: Compiled, labelled: bool, deadline: Deadline, clock: Clock) -> tuple[Placement, ...]:
    """Return a tiling with as many kinds of pieces as a few searches find; nothing where they find no tiling.

    Tilings with every kind are looked for first, then any. Raises OutOfTimeError at the deadline.
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
    """What a round of searches finds. That they find nothing is for the search after them to say."""
    from random import Random  # slow to import, for what is drawn alone

    rng, report = Random(0), deadline.report
    for number in (*[0] * _compared(compiled), *range(1, ROUND)):
        if report.ended is None:
            found = random_solution(compiled.cover, rng, Budget(deadline.limit, report), [number])
            report.ended = None if report.ended == "exhausted" else report.ended
            yield from () if found is None else [found]


GRAPH_MEMORY = 512 << 20  # bytes of the graph of states: tetrominoes on 9x12, after some seconds


@dataclass(frozen=True)
class Draw:
    """How random tilings were sampled.

    seed:   what the same tilings can be drawn again with.
    number: of all tilings, each of which was as likely as any other; None where a randomised search found them.
    why:    why they were not drawn from all, if so.

    >>> draw = Draw(7, 117)
    >>> draw.uniform, str(draw)
    (True, 'seed 7: drawn from all 117 tilings, each equally likely')
    """

    seed: int
    number: int | None
    why: str = ""

    @property
    def uniform(self) -> bool:
        """Whether every tiling was equally likely."""
        return self.number is not None

    def __str__(self) -> str:
        if self.number == 1:
            return f"seed {self.seed}: the only tiling there is"
        if self.number is not None:
            return f"seed {self.seed}: drawn from all {digits(self.number, ',')} tilings, each equally likely"
        return f"seed {self.seed}: found by a randomised search, not each equally likely ({self.why})"


def draw_tilings(
    puzzle: Puzzle, n: int, seed: int, limit: Limit, labelled: bool, partial: Sequence[Placement], report: Report
) -> Solved:
    """Draw `n` tilings that contain the placements of `partial`; `report.ended` says whether all `n` were drawn."""
    from random import Random  # slow to import, for what is drawn alone

    check_puzzle(puzzle)
    check_arguments("auto", limit, 1, labelled)
    check_whole("n", n, 1, MOST_COUNTED)
    check_whole("random", seed, 0, MOST_COUNTED)
    pinned, clock, solutions = with_partial(puzzle, partial), Clock(), SolutionArray()
    tilings: Sequence[Tiling] = ()
    draw, reason = Draw(seed, None), None
    with interruptible(limit, report) as deadline:
        prepared = prepare(pinned, labelled, deadline, clock)
        if prepared.compiled is None or prepared.reason is not None:
            draw, reason, report.ended = Draw(seed, 0), prepared.reason, "exhausted"
        else:
            graph, why = _graph(prepared.compiled.cover, limit, report)
            clock.lap("prepare")
            draw = Draw(seed, None if graph is None else graph.number, why)
            tilings = Tilings(puzzle, prepared.compiled, solutions)
            for solution in _solutions(prepared.compiled.cover, graph, Random(seed), Budget(limit, report)):
                require_tiling(pinned, prepared.compiled.placements(solution))
                solutions.extend([solution])
                report.solutions += 1
                if len(solutions) == n:
                    report.ended = "enough"
                    break
    if reason is None:
        clock.lap("search")
    word: VerdictWord = "solved" if tilings else "impossible" if report.ended == "exhausted" else "unknown"
    reason = NONE_FOUND if word == "impossible" and reason is None else reason
    ended, times = report.ended or "stopped", clock.times()
    return Solved(puzzle, tilings, ended, word, reason, report.engine, report.nodes, times, draw)


def _graph(cover: ExactCover, limit: Limit, report: Report) -> tuple[SolutionGraph | None, str]:
    """The graph of all solutions, or why there is none: it may take half of the time that is left."""
    seconds = None if limit.seconds is None else (report.seconds + limit.seconds) / 2
    memory = GRAPH_MEMORY if limit.memory == DEFAULT_MEMORY else limit.memory
    try:
        return SolutionGraph(cover, Limit(seconds=seconds, memory=memory), report), ""
    except LimitError as error:
        return None, str(error)
    finally:
        report.ended = "stopped" if report.stop else None
        report.nodes = 0


def _solutions(cover: ExactCover, graph: SolutionGraph | None, rng: Random, budget: Budget) -> Iterator[Solution]:
    """Solutions without end; `report.ended` is set where there are none, or at the limit."""
    report = budget.report
    report.engine = "native" if graph is None else "frontier"
    if graph is not None and not graph.number:
        report.ended = "exhausted"
    while not budget.is_spent() and report.ended is None:
        solution = random_solution(cover, rng, budget) if graph is None else graph.random(rng)
        if solution is not None:
            yield solution
