"""Every subset of the pieces on every target shape of its area: can it be done, in how many ways, how hard is it?

These are the cards of games like FridgeIQ: the shapes are few and regular, the pieces vary. Subsets are taken up to
identical pieces, shapes up to those motions that the pieces can follow (all, or only turns).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tilewright.cover.search.report import Ended
from tilewright.design.challenges.cards import Card, Cards, ChallengeQuery
from tilewright.design.challenges.subsets import subset_table, subsets_of_area
from tilewright.design.challenges.targets import TargetShape, parse_targets
from tilewright.design.challenges.trial import CardTrial, Task, try_cards
from tilewright.errors import LimitError, NotationError
from tilewright.kinds.packing.classes import PieceClass, piece_classes
from tilewright.lattice import Motion, lattice
from tilewright.pieces import Piece
from tilewright.silhouettes.pieces import common_lattice, name_pieces

MAX_CARDS = 5_000_000  # tried in one search
EACH = 10.0  # seconds for counting the tilings of one card

OnCard = Callable[[Card, Callable[[], Cards]], None]


@dataclass
class ChallengeProgress:
    """How far a search is; polled while it runs."""

    total: int = 0
    tried: int = 0
    kept: int = 0
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall time since the beginning."""
        return time.perf_counter() - self.started


@dataclass(frozen=True)
class ChallengePlan:
    """The cards that a query asks to try. Raises NotationError for pieces that come in any number, LimitError for too many."""

    query: ChallengeQuery

    def __post_init__(self) -> None:
        for piece in self.pieces:
            if piece.copies[0] != piece.copies[1]:
                raise NotationError(
                    f"piece {piece.name} comes in any number: a challenge needs a fixed number of each piece"
                )
        _refuse_too_many(sum(self.table.values()), "subsets of the pieces")
        _refuse_too_many(self.total, "challenges")

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.query.chosen

    @cached_property
    def classes(self) -> tuple[PieceClass, ...]:
        """The pieces in classes of identical ones."""
        return piece_classes(self.pieces, labelled=False)

    @cached_property
    def table(self) -> dict[int, int]:
        """area in atoms -> number of subsets."""
        return subset_table(self.classes, self.query.fewest, self.query.most)

    @cached_property
    def shapes(self) -> dict[int, list[TargetShape]]:
        """area in atoms -> shapes, each once up to the motions that the pieces can follow."""
        grid, targets = lattice(common_lattice(self.pieces)), parse_targets(self.query.shapes, self.pieces)
        motions = common_motions(self.pieces)
        return {area: targets.of_area(area, grid, motions) for area in sorted(self.table) if area}

    @cached_property
    def total(self) -> int:
        """How many cards there are."""
        return sum(self.table[area] * len(shapes) for area, shapes in self.shapes.items())

    def tasks(self) -> Iterator[Task]:
        """Yield (shape, names of pieces) of every card, small areas first."""
        for area, shapes in self.shapes.items():
            if shapes:
                subsets = list(subsets_of_area(self.classes, area, self.query.fewest, self.query.most))
                yield from ((shape, names) for shape in shapes for names in subsets)


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
    progress: ChallengeProgress | None = None,
    on_found: OnCard = lambda card, so_far: None,
) -> Cards:
    """Try every subset of `fewest` to `most` pieces on every shape of matching area; return the cards kept (families, sizes, files).

    pieces: the notation (`fridgeiq`), the name of a file with pieces, or the pieces. keep: all | solvable | unique. each:
    seconds for counting the tilings of one card; beyond it the count is a bound. threads: processes. on_found: called with
    each card at once, and with a function that returns all so far. The limit of `seconds` and KeyboardInterrupt end the
    search with what there is, and the answer is not `complete` then.

    >>> found = find_challenges("tetrominoes:O+tetrominoes:O", ["2x4"], rated=False)
    >>> [(card.names, card.tilings) for card in found.cards]
    [(['O', 'O'], 1)]
    """
    name, own = name_pieces(pieces)
    plan = ChallengePlan(ChallengeQuery(name, tuple(shapes), fewest, most, keep, own))
    progress = progress or ChallengeProgress()
    progress.total = plan.total
    found: list[Card] = []

    def so_far(ended: Ended = "stopped") -> Cards:
        return Cards(plan.query, plan.pieces, tuple(found), ended)

    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    try:
        for card in try_cards(CardTrial(plan.pieces, rated, each), plan.tasks(), threads, deadline):
            progress.tried += 1
            if plan.query.keeps(card):
                found.append(card)
                progress.kept = len(found)
                on_found(card, so_far)
    except KeyboardInterrupt:
        return so_far("stopped")
    return so_far("limit" if progress.tried < progress.total else "exhausted")


def _refuse_too_many(number: int, what: str) -> None:
    if number > MAX_CARDS:
        raise LimitError(
            f"there are {number:,} {what}: expected at most {MAX_CARDS:,}; bound the number of pieces with --to N"
        )


def common_motions(pieces: Sequence[Piece]) -> tuple[Motion, ...]:
    """Return the motions that every piece can follow: a shape and its image under one are the same challenge."""
    grid = pieces[0].grid
    return tuple(
        motion
        for motion in grid.motions
        if all(grid.image(motion, orientation) in piece.forms for piece in pieces for orientation in piece.forms)
    )
