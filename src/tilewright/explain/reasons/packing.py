"""Why a packing puzzle has no tiling."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.plans import general_plan
from tilewright.explain.reasons.areas import region_reasons, whole_area_reasons
from tilewright.explain.reasons.invariant import invariant_reason
from tilewright.explain.reasons.reason import Reason
from tilewright.explain.reasons.why import area_reasons, reasons, uncovered_reasons
from tilewright.puzzle import Packing
from tilewright.puzzle.packing.compile import CompiledPacking

MOST_ITEMS = 5_000  # for an invariant: elimination takes 20 ms at 1,000 items and 50,000 options
FEW_ITEMS = 100  # up to which elimination takes less than a millisecond, about as long as a look for a tiling
LOOKS, NODES_A_LOOK = 6, 500  # of the search for a tiling that makes all further reasons needless: 1 ms in all


@area_reasons.register(Packing)
def _area_reasons(puzzle: Packing, deadline: Deadline) -> Iterator[Reason]:
    return whole_area_reasons(puzzle, deadline)


@reasons.register(Packing)
def _reasons(puzzle: Packing, compiled: CompiledPacking, deadline: Deadline) -> Iterator[Reason]:
    yield from _unplaceable(compiled, deadline)
    yield from uncovered_reasons(compiled, deadline)
    items = len(compiled.cover.lo)
    if FEW_ITEMS < items <= MOST_ITEMS and _is_soon_solved(compiled.cover, deadline):
        return
    yield from region_reasons(puzzle, deadline)
    if items <= MOST_ITEMS and (found := invariant_reason(compiled, deadline)) is not None:
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


def _unplaceable(compiled: CompiledPacking, deadline: Deadline) -> Iterator[Reason]:
    """Pieces that must be used but fit nowhere."""
    meanings: set[tuple[int, str]] = set()
    for part in deadline.parts(compiled.meanings):
        meanings.update(part)
    placed = {owner for owner, _ in meanings}
    for owner in compiled.owners:
        if compiled.owner_copies(owner)[0] > 0 and owner not in placed:
            yield Reason("unplaceable", f"piece {compiled.owner_names(owner)[0]} fits nowhere on the board")
