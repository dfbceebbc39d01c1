"""Every subset of the pieces against every target shape of its area: can it be done, in how many ways, how hard is it?

The cards of games like FridgeIQ: the shapes are few and regular, the pieces vary. Subsets are taken up to identical
pieces, shapes up to those motions that the pieces can follow (all, or only turns).
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeVar

from tilewright.api.solve import Solved, count, solve
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Count, Ended
from tilewright.design.challenges.cards import Asked, Card, Cards, some_of
from tilewright.design.challenges.shapes import Shape, parse_targets
from tilewright.errors import LimitError, NotationError
from tilewright.explain.difficulty import Rating, rate
from tilewright.explain.techniques import TIERS, Tier
from tilewright.lattice import Motion, lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Packing, Tiling
from tilewright.puzzle.packing.classes import PieceClass, piece_classes
from tilewright.puzzle.packing.puzzle import Pin
from tilewright.silhouettes.pieces import common_lattice, name_pieces

MAX_CARDS = 5_000_000  # that are tried in one go
CHUNK = 16  # cards a process tries at a time
EACH = 10.0  # seconds for counting the tilings of one card

CEILING: dict[int, Tier] = {1: "easy", 2: "medium", 3: "hard"}  # by pieces: so few can be tried in every order
Answer = TypeVar("Answer", Count, Solved)
Found = Callable[[Card, Callable[[], Cards]], None]


@dataclass
class ChallengeReport:
    """How far it is: polled while it runs."""

    total: int = 0
    tried: int = 0
    kept: int = 0
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall time since the beginning."""
        return time.perf_counter() - self.started


def find_challenges(
    pieces: str | Sequence[Piece],
    shapes: Sequence[str],
    fewest: int = 1,
    most: int | None = None,
    keep: str = "all",
    rated: bool = True,
    each: float = EACH,
    threads: int = 1,
    seconds: float | None = None,
    report: ChallengeReport | None = None,
    on_found: Found = lambda card, so_far: None,
) -> Cards:
    """All cards of `fewest` to `most` of the pieces and the shapes name_pieces: families, sizes, files.

    pieces: the notation (`fridgeiq`), the name of a file with pieces, or the pieces. keep: all | solvable | unique. `each`: seconds for counting the tilings of one card; beyond it the count is a bound.
    `on_found` is called with each card at once, and with what gives all so far. `threads` are processes. The limit of `seconds` and KeyboardInterrupt end the search with what there is, and the
    answer is not `complete` then.
    """
    name, own = name_pieces(pieces)
    asked = Asked(name, tuple(shapes), fewest, most, keep, own)
    chosen = asked.chosen
    for piece in chosen:
        if piece.copies[0] != piece.copies[1]:
            raise NotationError(f"piece {piece.name} comes in any number: a challenge needs a fixed supply of pieces")
    search = _Search(asked, chosen, rated, each, report or ChallengeReport(), on_found)
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    try:
        search.run(threads, deadline)
    except KeyboardInterrupt:
        return search.cards("stopped")
    return search.cards("limit" if search.report.tried < search.report.total else "exhausted")


class _Search:
    """One run: what is asked, what is found."""

    def __init__(
        self,
        asked: Asked,
        pieces: tuple[Piece, ...],
        rated: bool,
        each: float,
        report: ChallengeReport,
        on_found: Found,
    ) -> None:
        self.asked, self.pieces, self.rated, self.each = asked, pieces, rated, each
        self.report, self.on_found = report, on_found
        self.found: list[Card] = []
        self.grid = lattice(common_lattice(pieces))
        self.kinds = piece_classes(pieces, labelled=False)
        self.table = subset_table(self.kinds, asked.fewest, asked.most)
        targets = parse_targets(asked.shapes, pieces)
        _refuse_too_many(sum(self.table.values()), "subsets of the pieces")
        motions = followed(self.pieces)
        self.shapes = {area: targets.of_area(area, self.grid, motions) for area in sorted(self.table) if area}
        report.total = sum(self.table[area] * len(some) for area, some in self.shapes.items())
        _refuse_too_many(report.total, "challenges")

    def tasks(self) -> Iterator[tuple[Shape, tuple[str, ...]]]:
        """(shape, names of pieces) of every card, small areas first."""
        for area, shapes in self.shapes.items():
            if shapes:
                subsets = list(subsets_of_area(self.kinds, area, self.asked.fewest, self.asked.most))
                yield from ((shape, names) for shape in shapes for names in subsets)

    def run(self, threads: int, deadline: float) -> None:
        """Try every card, until the deadline."""
        for card in self.tried(threads, deadline):
            self.report.tried += 1
            if self.keeps(card):
                self.found.append(card)
                self.report.kept = len(self.found)
                self.on_found(card, lambda: self.cards("stopped"))

    def keeps(self, card: Card) -> bool:
        """Whether the card is asked for."""
        if self.asked.keep == "unique":
            return card.tilings == 1 and card.bound == "exact"
        return self.asked.keep == "all" or card.tiling is not None

    def tried(self, threads: int, deadline: float) -> Iterator[Card]:
        """The cards in order, as they are done; fewer when the deadline comes first."""
        work = _Work(self.pieces, self.rated, self.each)
        if threads == 1:
            for task in self.tasks():
                if (card := work(task, deadline - time.perf_counter())) is None:
                    return
                yield card
            return
        ahead: deque[Future[list[Card | None]]] = deque()
        with ProcessPoolExecutor(threads) as pool:
            try:
                tasks = self.tasks()
                while some := tuple(islice(tasks, CHUNK)):
                    ahead.append(pool.submit(_chunk, work, some, deadline - time.perf_counter()))
                    if len(ahead) > 3 * threads and not (yield from _done(ahead.popleft())):
                        return
                while ahead:
                    if not (yield from _done(ahead.popleft())):
                        return
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def cards(self, ended: Ended) -> Cards:
        """What there is."""
        return Cards(self.asked, self.pieces, tuple(self.found), ended)


def _refuse_too_many(number: int, what: str) -> None:
    if number > MAX_CARDS:
        raise LimitError(
            f"there are {number:,} {what}: expected at most {MAX_CARDS:,}; bound the number of pieces with --to N"
        )


def _done(future: Future[list[Card | None]]) -> Generator[Card, None, bool]:
    """The cards of a chunk; returns whether all of it was tried."""
    for card in future.result():
        if card is None:
            return False
        yield card
    return True


@dataclass(frozen=True)
class _Work:
    """Tries one card."""

    pieces: tuple[Piece, ...]
    rated: bool
    each: float

    def __call__(self, task: tuple[Shape, tuple[str, ...]], seconds: float) -> Card | None:
        """The card, or None when the time was over before its solution was found."""
        shape, names = task
        if seconds <= 0:
            return None
        chosen = some_of(self.pieces, names)
        puzzle = Packing(shape.board, chosen, name=shape.name)
        found = _unstopped(count(puzzle, limit=Limit(seconds=min(seconds, self.each))))
        if found.value == 0 and found.bound == "exact":
            return Card(shape, chosen, 0)
        if found.ended == "limit" and seconds < self.each:
            return None
        solved = _unstopped(solve(puzzle, limit=Limit(seconds=self.each)))
        tiling = solved.tilings[0] if solved.tilings else None
        tilings = max(found.value, len(solved.tilings))
        rating = rating_of(puzzle, tiling, tilings) if tiling and self.rated else None
        return Card(shape, chosen, tilings, found.bound, tiling, rating)


def rating_of(puzzle: Packing, tiling: Tiling, tilings: int) -> Rating:
    """How hard a card is. Where several tilings are there, techniques cannot rule out what is a matter of choice.

    So when they find no more, a piece of `tiling` is laid as a lucky choice would: one makes a card medium, more hard.
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


def _unstopped(answer: Answer) -> Answer:
    """The answer; a search that Ctrl-C ended is no reason to go on with the next card."""
    if answer.ended == "stopped":
        raise KeyboardInterrupt
    return answer


def _chunk(work: _Work, tasks: Sequence[tuple[Shape, tuple[str, ...]]], seconds: float) -> list[Card | None]:
    """Some cards in a process of its own; None after the last one when the time was over."""
    end = time.perf_counter() + seconds
    done: list[Card | None] = []
    for task in tasks:
        done.append(work(task, end - time.perf_counter()))
        if done[-1] is None:
            break
    return done


def followed(pieces: Sequence[Piece]) -> tuple[Motion, ...]:
    """The motions that every piece can follow: a shape and its image under one are the same challenge."""
    grid = pieces[0].grid
    return tuple(
        motion
        for motion in grid.motions
        if all(grid.image(motion, orientation) in piece.forms for piece in pieces for orientation in piece.forms)
    )


def subset_table(kinds: Sequence[PieceClass], fewest: int, most: int | None) -> dict[int, int]:
    """area in atoms -> number of subsets of that area with `fewest` to `most` pieces."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for kind in kinds:
        size = len(kind.pieces[0].atoms)
        new: dict[tuple[int, int], int] = {}
        for (area, used), number in ways.items():
            for times in range(kind.copies[0] + 1):
                if most is None or used + times <= most:
                    key = area + times * size, used + times
                    new[key] = new.get(key, 0) + number
        ways = new
    table: dict[int, int] = {}
    for (area, used), number in ways.items():
        if used >= fewest:
            table[area] = table.get(area, 0) + number
    return table


def subsets_of_area(kinds: Sequence[PieceClass], area: int, fewest: int, most: int | None) -> Iterator[tuple[str, ...]]:
    """The names of the pieces of every subset of that area, each once up to identical pieces."""
    sizes = [len(kind.pieces[0].atoms) for kind in kinds]
    reachable = [{0}]  # areas that the kinds from a place on can make
    for kind, size in zip(reversed(kinds), reversed(sizes), strict=True):
        reachable.append({a + t * size for a in reachable[-1] for t in range(kind.copies[0] + 1)})
    reachable.reverse()

    def extend(place: int, left: int, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if left not in reachable[place] or (most is not None and len(names) > most):
            return
        if place == len(kinds):
            if len(names) >= fewest:
                yield names
            return
        for times in range(min(kinds[place].copies[0], left // sizes[place]), -1, -1):
            yield from extend(place + 1, left - times * sizes[place], (*names, *kinds[place].names_in_turn(times)))

    yield from extend(0, area, ())
