"""How long growth will take, by growing to smaller areas first: the number of regions grows exponentially."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from tilewright.silhouettes.budget import SilhouetteBudget
from tilewright.silhouettes.growth.region_search import REPORT, SKIP, RegionSearch

PROBE = 0.4  # seconds that one probe may take
AREAS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # of the whole area, tried one after the other


def estimate_growth(
    regions: RegionSearch, area: int, radius_of: Callable[[int], int], budget: SilhouetteBudget
) -> float:
    """Return the seconds that growth to this area will take; 0 when nearly all of it could be tried.

    radius_of: how far regions of an area reach. Where the graph holds only what is near the center, larger areas would
    be counted too low, and are not tried.
    """
    counts: list[tuple[int, int, float]] = []  # area, regions up to it, seconds
    for share in AREAS:
        most = int(area * share)
        if counts and regions.graph.radius < radius_of(most):
            break
        probe = SilhouetteBudget(1, min(time.perf_counter() + PROBE, budget.deadline))
        for _ in regions.grow([SKIP] * most + [REPORT], probe):
            pass
        if not regions.complete or probe.progress.seconds > PROBE / 2:
            break
        counts.append((most, probe.progress.grown, probe.progress.seconds))
    else:
        return 0.0
    return extrapolate(counts, area) / budget.threads


def extrapolate(counts: list[tuple[int, int, float]], area: int) -> float:
    """Return the seconds for an area from (area, regions, seconds) of smaller ones; infinity when there are too few."""
    if len(counts) < 2:
        return math.inf
    (a, tried_a, _), (b, tried_b, seconds) = counts[-2:]
    rate = math.log(max(tried_b, 2) / max(tried_a, 1)) / max(b - a, 1)
    return seconds * math.exp(min(rate * (area - b), 700))
