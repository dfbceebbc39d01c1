"""What can be said of a packing puzzle: why it has no tiling; its pieces in words."""

from __future__ import annotations

from collections.abc import Iterator

import tilewright.explain.independent_placements_packing
import tilewright.explain.verify_packing  # noqa: F401  (both register what checkers share with nothing else)
from tilewright.cover.search.deadline import Deadline
from tilewright.explain.areas import region_reasons, whole_area_reasons
from tilewright.explain.difficulty import TECHNIQUES, NamedTechnique, techniques
from tilewright.explain.invariant import invariant_reason
from tilewright.explain.reason import Reason
from tilewright.explain.regions import invariant, isolated_region
from tilewright.explain.techniques import TIERS
from tilewright.explain.verify import checkable_reasons
from tilewright.explain.why import area_reasons, reasons, uncovered_reasons
from tilewright.puzzle import Packing
from tilewright.puzzle.packing.compile import CompiledPacking

OF_PIECES: tuple[NamedTechnique, ...] = (
    ("isolated region", "medium", isolated_region),
    ("invariant", "hard", invariant),
)
ALL_TECHNIQUES = tuple(sorted(TECHNIQUES + OF_PIECES, key=lambda technique: TIERS.index(technique[1])))
MOST_ITEMS = 5_000  # for an invariant: elimination takes 20 ms at 1,000 items and 50,000 options


@area_reasons.register(Packing)
def _area_reasons(puzzle: Packing, deadline: Deadline) -> Iterator[Reason]:
    return whole_area_reasons(puzzle, deadline)


@techniques.register(Packing)
def _techniques(puzzle: Packing) -> tuple[NamedTechnique, ...]:
    return ALL_TECHNIQUES


@reasons.register(Packing)
def _reasons(puzzle: Packing, compiled: CompiledPacking, deadline: Deadline) -> Iterator[Reason]:
    yield from _unplaceable(compiled, deadline)
    yield from uncovered_reasons(compiled, deadline)
    yield from region_reasons(puzzle, deadline)
    if len(compiled.cover.lo) <= MOST_ITEMS and (found := invariant_reason(compiled, deadline)) is not None:
        yield found


def _unplaceable(compiled: CompiledPacking, deadline: Deadline) -> Iterator[Reason]:
    """Pieces that must be used but fit nowhere."""
    placed = {owner for owner, _ in deadline.watch(compiled.meanings)}
    for owner in compiled.owners:
        if compiled.owner_copies(owner)[0] > 0 and owner not in placed:
            yield Reason("unplaceable", f"piece {compiled.owner_names(owner)[0]} fits nowhere on the board")


@checkable_reasons.register(Packing)
def _counted_reasons(puzzle: Packing) -> tuple[str, ...]:
    return ("area", "region", "invariant")
