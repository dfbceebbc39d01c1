"""Why a packing puzzle has no tiling.

The techniques that count pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.plans import general_plan
from tilewright.explain.hints.difficulty import TECHNIQUES, Hints, NamedTechnique
from tilewright.explain.hints.regions import invariant, isolated_region
from tilewright.explain.hints.techniques import TIERS
from tilewright.explain.reasons.areas import region_reasons, whole_area_reasons
from tilewright.explain.reasons.invariant import invariant_reason
from tilewright.explain.reasons.reason import Reason
from tilewright.explain.reasons.why import Reasons, uncovered_reasons
from tilewright.kinds import Packing
from tilewright.kinds.packing.compile import CompiledPacking
from tilewright.puzzle.compiled import Compiled

MOST_ITEMS = 5_000  # for an invariant: elimination takes 20 ms at 1,000 items and 50,000 options
FEW_ITEMS = 100  # up to which elimination takes less than a millisecond, about as long as a look for a tiling
LOOKS, NODES_A_LOOK = 6, 500  # of the search for a tiling that makes all further reasons needless: 1 ms in all


class PackingReasons(Reasons):
    """The reasons of packing puzzles."""

    puzzle: Packing

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        return whole_area_reasons(puzzle, deadline)

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        yield from _unplaceable(compiled, deadline)
        yield from uncovered_reasons(compiled, deadline)
        items = len(compiled.cover.lo)
        if FEW_ITEMS < items <= MOST_ITEMS and _is_soon_solved(compiled.cover, deadline):
            return
        yield from region_reasons(puzzle, deadline)
        if items <= MOST_ITEMS and (found := invariant_reason(cast("CompiledPacking", compiled), deadline)) is not None:
            yield found


def _is_soon_solved(cover: ExactCover, deadline: Deadline) -> bool:
    """Whether a short search finds a tiling, so that there is no reason why there is none."""
    search = general_plan(cover, deadline).search()
    for _ in range(LOOKS):
        deadline.check()
        exhausted = search.run(NODES_A_LOOK, 1, False)[0]
        if exhausted or search.solutions:
            break
    return search.solutions > 0


def _unplaceable(compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    """Pieces that must be used but fit nowhere."""
    meanings: set[tuple[int, str]] = set()
    for part in deadline.parts(compiled.meanings):
        meanings.update(part)
    placed = {owner for owner, _ in meanings}
    for owner in compiled.owners:
        if compiled.owner_copies(owner)[0] > 0 and owner not in placed:
            yield Reason("unplaceable", f"piece {compiled.owner_names(owner)[0]} fits nowhere on the board")


OF_PIECES: tuple[NamedTechnique, ...] = (
    ("isolated region", "medium", isolated_region),
    ("invariant", "hard", invariant),
)
ALL_TECHNIQUES = tuple(sorted(TECHNIQUES + OF_PIECES, key=lambda technique: TIERS.index(technique[1])))


class PackingHints(Hints):
    """The words and techniques of packing puzzles."""

    puzzle: Packing

    def techniques(self) -> tuple[NamedTechnique, ...]:
        return ALL_TECHNIQUES
