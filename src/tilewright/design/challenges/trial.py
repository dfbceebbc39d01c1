"""Try cards: count the tilings of one, solve it and rate it; many one after the other, or in several processes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from tilewright.api.count import count
from tilewright.api.solve import Solved, solve
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Count
from tilewright.design.challenges.cards import Card, pieces_named
from tilewright.design.challenges.targets import TargetShape
from tilewright.explain.hints.difficulty import Rating, rate
from tilewright.explain.hints.techniques import TIERS, Tier
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.pieces import Piece
from tilewright.puzzle import Tiling

BATCH = 16  # cards that a process tries at a time
AHEAD = 3  # batches a process that are waiting
CEILING: dict[int, Tier] = {1: "easy", 2: "medium", 3: "hard"}  # by pieces: so few can be tried in every order
Task = tuple[TargetShape, tuple[str, ...]]  # a shape and the names of pieces
Answer = TypeVar("Answer", Count, Solved)


@dataclass(frozen=True)
class CardTrial:
    """How one card is tried. each: seconds for counting its tilings; rated: whether it is rated."""

    pieces: tuple[Piece, ...]
    rated: bool
    each: float

    def __call__(self, task: Task, seconds: float) -> Card | None:
        """Return the card, or None when the time was over before its solution was found."""
        shape, names = task
        if seconds <= 0:
            return None
        chosen = pieces_named(self.pieces, names)
        puzzle = Packing(shape.board, chosen, name=shape.name)
        found = _unless_stopped(count(puzzle, limit=Limit(seconds=min(seconds, self.each))))
        if found.value == 0 and found.bound == "exact":
            return Card(shape, chosen, 0)
        if found.ended == "limit" and seconds < self.each:
            return None
        solved = _unless_stopped(solve(puzzle, limit=Limit(seconds=self.each)))
        tiling = solved.tilings[0] if solved.tilings else None
        tilings = max(found.value, len(solved.tilings))
        rating = rate_card(puzzle, tiling, tilings) if tiling and self.rated else None
        return Card(shape, chosen, tilings, found.bound, tiling, rating)


def rate_card(puzzle: Packing, tiling: Tiling, tilings: int) -> Rating:
    """Return how hard a card is. Where there are several tilings, techniques cannot rule out what is a matter of choice.

    So when they find no more, a piece of `tiling` is placed as a lucky choice would: one makes a card medium, more hard.
    """
    most = CEILING.get(len(tiling.placements), TIERS[-1])
    if tilings < 2:
        found = rate(puzzle)
        return replace(found, tier=min(found.tier, most, key=TIERS.index))
    for choices in range(len(tiling.placements) + 1):
        pinned = tuple(Pin(placement.piece, placement.atoms) for placement in tiling.placements[:choices])
        found = rate(replace(puzzle, pinned=pinned), hardest="hard")
        if "search" not in found.names:
            break
    tier: Tier = max(found.tier, (TIERS[0], "medium", "hard")[min(choices, 2)], key=TIERS.index)
    techniques = (*found.techniques, *[("choice", choices)] * (choices > 0))
    return replace(found, tier=min(tier, most, key=TIERS.index), techniques=techniques)


def _unless_stopped(answer: Answer) -> Answer:
    """Return the answer. Raises KeyboardInterrupt when Ctrl-C ended the search, so that no further card is tried."""
    if answer.ended == "stopped":
        raise KeyboardInterrupt
    return answer


def try_cards(trial: CardTrial, tasks: Iterable[Task], threads: int, deadline: float) -> Iterator[Card]:
    """Yield the cards in order, as they are done; fewer when the deadline comes first. threads: processes."""
    if threads > 1:
        yield from _try_in_processes(trial, iter(tasks), threads, deadline)
        return
    for task in tasks:
        if (card := trial(task, deadline - time.perf_counter())) is None:
            return
        yield card


def _try_in_processes(trial: CardTrial, tasks: Iterator[Task], processes: int, deadline: float) -> Iterator[Card]:
    waiting: deque[Future[list[Card | None]]] = deque()
    with ProcessPoolExecutor(processes) as pool:
        try:
            while batch := tuple(islice(tasks, BATCH)):
                waiting.append(pool.submit(_try_batch, trial, batch, deadline - time.perf_counter()))
                if len(waiting) > AHEAD * processes and not (yield from _cards_of(waiting.popleft())):
                    return
            while waiting:
                if not (yield from _cards_of(waiting.popleft())):
                    return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _try_batch(trial: CardTrial, tasks: Sequence[Task], seconds: float) -> list[Card | None]:
    """Return the cards of some tasks; None after the last one when the time was over."""
    end = time.perf_counter() + seconds
    done: list[Card | None] = []
    for task in tasks:
        done.append(trial(task, end - time.perf_counter()))
        if done[-1] is None:
            break
    return done


def _cards_of(future: Future[list[Card | None]]) -> Generator[Card, None, bool]:
    """Yield the cards of a batch; return whether all of it was tried."""
    for card in future.result():
        if card is None:
            return False
        yield card
    return True
