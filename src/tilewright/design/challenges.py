"""Challenges: every subset of the pieces on every target shape of its area.

For each, the search finds whether it can be solved, in how many ways, and how hard it is. These are the cards of games
like FridgeIQ: the shapes are few and regular, and the pieces vary. Subsets that differ only in identical pieces count
once, and so do shapes that differ only by a motion that all pieces can follow. Cards are tried one after the other, or
in several processes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from math import isfinite

from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.design.cards import Card, Cards, ChallengeQuery, pieces_named
from tilewright.design.made import unless_stopped
from tilewright.design.targets import TargetShape, parse_targets
from tilewright.errors import LimitError, OutOfTimeError
from tilewright.exact_cover.limits import MOST_SECONDS, NEVER, Deadline, Limit, as_limit
from tilewright.exact_cover.outcome import Ended
from tilewright.exact_cover.progress import Progress
from tilewright.explain.techniques import TIERS, Rating, rate
from tilewright.kinds import Packing
from tilewright.kinds.packing.compile import PieceClass
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Motion
from tilewright.pieces import Piece
from tilewright.puzzle import Tiling
from tilewright.puzzle.puzzle import Tier
from tilewright.silhouettes.query import PieceProblem


def subset_table(classes: Sequence[PieceClass], fewest: int, most: int | None) -> dict[int, int]:
    """Return {area in atoms: number of subsets of that area with `fewest` to `most` pieces}."""
    ways = Counter({(0, 0): 1})  # (area, pieces): number of subsets of the classes so far
    for each in classes:
        size, before = len(each.pieces[0].atoms), ways
        ways = Counter()
        for (area, used), number in before.items():
            for times in range(each.copies[0] + 1):
                if most is None or used + times <= most:
                    ways[area + times * size, used + times] += number
    table = Counter[int]()
    for (area, used), number in ways.items():
        table[area] += number * (used >= fewest)
    return dict(+table)


def subsets_of_area(
    classes: Sequence[PieceClass], area: int, fewest: int, most: int | None
) -> Iterator[tuple[str, ...]]:
    """Yield the names of the pieces of every subset of that area.

    Subsets that differ only in identical pieces count once.
    """
    sizes = [len(each.pieces[0].atoms) for each in classes]
    reachable = [{0}]  # areas that the classes from an index on can have, the last index first
    for each, size in zip(reversed(classes), reversed(sizes), strict=True):
        reachable.append({a + t * size for a in reachable[-1] for t in range(each.copies[0] + 1)})

    def extend(place: int, left: int, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if left not in reachable[-1 - place] or (most is not None and len(names) > most):
            return
        if place < len(classes):
            each, size = classes[place], sizes[place]
            for times in range(min(each.copies[0], left // size), -1, -1):
                yield from extend(place + 1, left - times * size, (*names, *each.names_in_turn(times)))
        elif len(names) >= fewest:
            yield names

    yield from extend(0, area, ())


BATCH = 16  # cards that a process tries at a time
AHEAD = 3  # waiting batches per process
CEILING: dict[int, Tier] = {1: "easy", 2: "medium", 3: "hard"}  # by pieces: so few can be tried in any order
Task = tuple[TargetShape, tuple[str, ...]]  # a shape and the names of pieces


@dataclass(frozen=True)
class CardTrial:
    """How to try one card: the seconds to count its tilings, and whether it is rated."""

    pieces: tuple[Piece, ...]
    rated: bool
    each: float

    def __call__(self, task: Task, seconds: float) -> Card | None:
        """Return the card, or None if time ran out before its solution was found and rated."""
        shape, names = task
        if seconds <= 0:
            return None
        deadline = Deadline(Limit(seconds=min(seconds, MOST_SECONDS)))
        chosen = pieces_named(self.pieces, names)
        puzzle = Packing(shape.board, shape.fitted(chosen), name=shape.name)
        found = unless_stopped(count(puzzle, limit=Limit(seconds=min(seconds, self.each))))
        if found.value == 0 and found.bound == "exact":
            return Card(shape, chosen, 0)
        if found.ended == "limit" and seconds < self.each:
            return None
        solved = unless_stopped(solve(puzzle, limit=Limit(seconds=max(0.0, min(deadline.left, self.each)))))
        tiling = solved.tilings[0] if solved.tilings else None
        tilings = max(found.value, len(solved.tilings))
        try:
            deadline.check()
            rating = rate_card(puzzle, tiling, tilings, deadline) if tiling and self.rated else None
        except OutOfTimeError:
            return None
        return Card(shape, chosen, tilings, found.bound, tiling, rating)


def rate_card(puzzle: Packing, tiling: Tiling, tilings: int, deadline: Deadline = NEVER) -> Rating:
    """Return the rating of a card.

    If there are several tilings, techniques cannot exclude what is a matter of choice. So when they find no more, a
    piece of `tiling` is placed, as a lucky choice would: one choice makes a card medium, more make it hard.

    Raises OutOfTimeError at the deadline.
    """
    most = CEILING.get(len(tiling.placements), TIERS[-1])
    if tilings < 2:
        found = rate(puzzle, limit=deadline.limit_left())
        return replace(found, tier=min(found.tier, most, key=TIERS.index))
    for choices in range(len(tiling.placements) + 1):
        pinned = tuple(Pin(placement.piece, placement.atoms) for placement in tiling.placements[:choices])
        found = rate(replace(puzzle, pinned=pinned), hardest="hard", limit=deadline.limit_left())
        if "search" not in found.names:
            break
    tier = max(found.tier, TIERS[min(choices, 2)], key=TIERS.index)
    techniques = (*found.techniques, *[("choice", choices)] * (choices > 0))
    return replace(found, tier=min(tier, most, key=TIERS.index), techniques=techniques)


def try_cards(trial: CardTrial, tasks: Iterable[Task], threads: int, deadline: Deadline) -> Iterator[Card]:
    """Yield the cards in order as soon as they are done, and stop at the deadline.

    threads: the number of processes.
    """
    in_turn = (None if deadline.ended else trial(task, deadline.left) for task in tasks)
    for card in _try_in_processes(trial, iter(tasks), threads, deadline) if threads > 1 else in_turn:
        if card is None:
            return
        yield card


def _try_in_processes(
    trial: CardTrial, tasks: Iterator[Task], processes: int, deadline: Deadline
) -> Iterator[Card | None]:
    waiting: deque[Future[list[Card | None]]] = deque()
    with ProcessPoolExecutor(processes) as pool:
        try:
            while (batch := tuple(islice(tasks, BATCH))) or waiting:
                if batch:
                    waiting.append(pool.submit(_try_batch, trial, batch, max(0.0, deadline.left)))
                if not batch or len(waiting) > AHEAD * processes:
                    yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _try_batch(trial: CardTrial, tasks: Sequence[Task], seconds: float) -> list[Card | None]:
    """Return the cards of some tasks, with None for the rest if time ran out."""
    deadline = Deadline(Limit(seconds=seconds if isfinite(seconds) else None))
    return [trial(task, deadline.left) for task in tasks]


MAX_CARDS = 5_000_000  # most cards tried in one search

OnCard = Callable[[Card, Callable[[], Cards]], None]


class ChallengeProgress(Progress):
    """The progress of a search for challenges: `nodes` counts the cards tried, `solutions` the cards kept.

    total: the number of cards to try.
    """

    def __init__(self) -> None:
        super().__init__()
        self.total = self._tried = self._kept = 0

    @property
    def nodes(self) -> int:
        """The number of cards tried."""
        return self._tried

    @property
    def solutions(self) -> int:
        """The number of cards kept."""
        return self._kept

    def begin(self, total: int) -> None:
        """Set the number of cards to try."""
        self.total = total

    def count(self, kept: bool) -> None:
        """Count one more card that was tried."""
        self._tried += 1
        self._kept += kept


@dataclass(frozen=True)
class ChallengePlan(PieceProblem[ChallengeQuery]):
    """The cards that a query asks to try.

    Raises NotationError for pieces with an unlimited number of copies, LimitError for too many cards, and
    OutOfTimeError at the deadline.
    """

    query: ChallengeQuery
    deadline: Deadline = field(default=NEVER, compare=False)

    def __post_init__(self) -> None:
        self.check_copies("a challenge")
        _refuse_too_many(sum(self.table.values()), "subsets of the pieces")
        _refuse_too_many(self.total, "challenges")

    @cached_property
    def table(self) -> dict[int, int]:
        """The number of subsets by area in atoms."""
        return subset_table(self.classes, self.query.fewest, self.query.most)

    @cached_property
    def shapes(self) -> dict[int, list[TargetShape]]:
        """The shapes by area in atoms, where images under motions that all pieces can follow count once."""
        grid, targets = self.grid, parse_targets(self.query.shapes, self.pieces)
        motions = common_motions(self.pieces)
        return {area: targets.of_area(area, grid, motions, self.deadline) for area in sorted(self.table) if area}

    @cached_property
    def total(self) -> int:
        """The number of cards."""
        return sum(self.table[area] * len(shapes) for area, shapes in self.shapes.items())

    def tasks(self) -> Iterator[Task]:
        """Yield (shape, names of pieces) for every card, small areas first."""
        for area, shapes in self.shapes.items():
            if shapes:
                subsets = list(subsets_of_area(self.classes, area, self.query.fewest, self.query.most))
                yield from ((shape, names) for shape in shapes for names in subsets)


def find_challenges(
    query: ChallengeQuery,
    *,
    threads: int = 1,
    limit: Limit | float | None = None,
    progress: ChallengeProgress | None = None,
    on_found: OnCard = lambda card, so_far: None,
) -> Cards:
    """Try every subset of the pieces on every shape of matching area; return the cards kept.

    threads: the number of processes.

    limit: seconds, or a Limit. At the limit or after KeyboardInterrupt, the cards found so far are returned, and the
    answer is not `complete`.

    on_found: called at once with each card kept, and with a function that returns all cards so far.

    >>> found = find_challenges(ChallengeQuery.of("tetrominoes:O+tetrominoes:O", ["2x4"], rated=False))
    >>> [(card.names, card.tilings) for card in found.cards]
    [(['O', 'O'], 1)]
    """
    progress = progress or ChallengeProgress()
    deadline = Deadline(Limit(seconds=as_limit(limit).seconds), progress)
    found: list[Card] = []

    def so_far(ended: Ended = "stopped") -> Cards:
        return Cards(query, query.chosen, tuple(found), ended)

    try:
        plan = ChallengePlan(query, deadline)
        progress.begin(plan.total)
        for card in try_cards(CardTrial(plan.pieces, query.rated, query.each), plan.tasks(), threads, deadline):
            kept = query.keeps(card)
            progress.count(kept)
            if kept:
                found.append(card)
                on_found(card, so_far)
    except KeyboardInterrupt:
        return so_far()
    except OutOfTimeError as error:
        return so_far(error.ended)
    return so_far("exhausted" if progress.nodes == progress.total else deadline.ended or "limit")


def _refuse_too_many(number: int, what: str) -> None:
    if number > MAX_CARDS:
        raise LimitError(
            f"there are {number:,} {what}: expected at most {MAX_CARDS:,}; bound the number of pieces with --pieces-used A..B"
        )


def common_motions(pieces: Sequence[Piece]) -> tuple[Motion, ...]:
    """Return the motions that every piece can follow: a shape and its image under one are the same challenge."""
    grid = pieces[0].grid
    return tuple(
        motion
        for motion in grid.motions
        if all(grid.image(motion, orientation) in piece.forms for piece in pieces for orientation in piece.forms)
    )
