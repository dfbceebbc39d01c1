"""Counting by the frontier or by a search, where the better one cannot be told from the puzzle's size.

Many tilings on a narrow board want the frontier, which merges states; few tilings on a wide one want a search; the two
differ by factors of thousands either way. Each says how long it is likely to take still (`contenders.py`), the one that
says less goes on, for a part of what the other would take, and is then asked again. So a wrong guess costs little, and
what the choice costs is a first look at both: a thousand nodes of the search, with which small covers are done, and the
first quarter of the frontier's steps, a tenth of its time. With colors the steps of a frontier tell nothing of its time; there
both take turns that double, so that a count takes at most some four times as long as by the better one; only a search
that says after its first turn that it is done in two more has them at once.

Where memory ends the frontier, the search goes on alone if it is likely to be done soon; else the count ends there, since
more memory, or a scratch folder, would help and waiting would not.
"""

from __future__ import annotations

from collections import Counter
from math import inf, isinf

from tilewright.cover.counting.memory import note_out_of_memory
from tilewright.cover.problem import ExactCover
from tilewright.cover.racing.contenders import FrontierContender, SearchContender
from tilewright.cover.racing.probe import BegunSearch
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline

LEAST_TURN = 0.0005  # seconds
FIRST_TURN = 0.002  # of those that double
FIRST_LAYER = 1e-7  # seconds, at least, a move of a step and an option: what one layer of a frontier may take
WORTH_A_CHANGE = 0.7  # the other is to be that much better; what is only guessed does not make them take turns
SHARE = 0.15  # of what the other would take still, for a turn
SOON = 600.0  # seconds that a search may be expected to take still where memory ended the frontier and there is no time limit
DOUBT = 2.0  # by which such an expectation may be wrong: a time limit so many times too short does not end the count at once


class CountRace:
    """The frontier and a search on the same count, each laid aside where it stands and taken up again there."""

    def __init__(
        self, cover: ExactCover, search: str, deadline: Deadline, threads: int, begun: BegunSearch | None = None
    ) -> None:
        self.report = deadline.report
        self.budget = Budget(deadline.limit, deadline.report)
        self.search = SearchContender(cover, "native" if begun else search, deadline, threads, begun)
        self.frontier = FrontierContender(cover, deadline, threads)
        self.colored, self.turn = bool(cover.colors), _first_turn(cover)
        self.prolonged = False  # whether the search, saying that it is soon done, was believed: once, as it may err
        self.patient = self.colored or begun is not None  # the frontier is not begun before the search had its turn
        self.at_work: SearchContender | FrontierContender = self.search

    def run(self) -> int:
        """The number of solutions; of those that the search has found, when the limit comes first."""
        report = self.report
        try:
            over = self._until(self.search, self.turn) if self.patient else self._turn(self.search, 0.0)
            while not over:
                over = self._next_turn()
        finally:
            report.nodes = self.frontier.states + self.search.nodes
            if report.ended != "exhausted":
                report.solutions = self.search.solutions
        return report.solutions

    def _next_turn(self) -> bool:
        if self.frontier.lacks_memory:
            return self._without_frontier()
        if self.colored:
            return self._double_turn()
        self.search.refine(self.frontier.remaining)
        if self.search.is_rough and self._turn(self.search, 0.0):
            return True
        other = self.frontier if self.at_work is self.search else self.search
        if other.remaining < WORTH_A_CHANGE * self.at_work.remaining:
            self.at_work, other = other, self.at_work
        left = other.remaining
        return self._turn(self.at_work, None if isinf(left) else max(LEAST_TURN, SHARE * left))

    def _without_frontier(self) -> bool:
        """Let the search go on to its end where that is likely to come soon; else memory is the limit."""
        patience = SOON if isinf(self.budget.left) else DOUBT * self.budget.left
        self.search.refine(patience)
        if self.search.remaining <= patience:
            return self._turn(self.search, None)
        self.report.engine = "frontier"
        note_out_of_memory(self.budget)
        return True

    def _double_turn(self) -> bool:
        if self.frontier.out:
            return self._turn(self.search, None)
        if self.at_work is self.search:
            if not self.prolonged and self.search.remaining < 2 * self.turn:
                self.prolonged = True
                return self._until(self.search, 3 * self.turn)
            self.at_work = self.frontier
        else:
            self.at_work, self.turn = self.search, 2 * self.turn
        return self._until(self.at_work, self.turn)

    def _until(self, contender: SearchContender | FrontierContender, seconds: float) -> bool:
        """Let it go on until it has used so much CPU in all; whether all is over then."""
        while contender.seconds < seconds and contender.remaining < inf:
            if self._turn(contender, seconds - contender.seconds):
                return True
        return False

    def _turn(self, contender: SearchContender | FrontierContender, seconds: float | None) -> bool:
        """Let it go on for so long, at least for one slice; whether all is over then."""
        self.report.ended = None
        contender.go_on(self.budget.of_turn(seconds))
        return self.budget.left <= 0 or self.report.ended not in ("limit", None)


def _first_turn(cover: ExactCover) -> float:
    """Seconds for the search before the frontier begins, whose layers cannot be left in the middle: more if they are wide."""
    if not cover.colors:
        return FIRST_TURN
    times = Counter(cover.options.flat)
    widest = max((times[item] for item, lo in enumerate(cover.lo) if lo), default=0)
    return FIRST_TURN + FIRST_LAYER * widest * len(cover.options)
