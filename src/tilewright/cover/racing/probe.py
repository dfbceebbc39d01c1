"""Whether the sweep or the general search suits a cover with colors, by a small part of both trees.

On boards the sweep is known to be faster, and nothing is asked. With colors either may be, by factors of ten thousand: tiles
with labels on their edges are for the sweep, crossing words for a search that goes where the fewest are left. So the general
search is begun, and the part of its tree that it has seen tells the whole (Knuth 1975); of the sweep's tree samples tell it.
Both are counted in nodes, so the choice depends on the cover alone.
"""

from __future__ import annotations

from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.plans import general_plan, sweep_plan
from tilewright.errors import LimitError

PROBE_NODES = 1_000  # of the general search, less than a millisecond
PROBE_SAMPLES = 64  # nodes of a layer of the sweep
SWEEP_NODES = 3  # of the sweep take about as long as one of the general search


def sweep_suits(cover: ExactCover, deadline: Deadline) -> bool:
    """Return True if the sweep, which must take the cover, is likely to search all of it faster; OutOfTimeError at the deadline."""
    if not cover.colors:
        return True
    search = general_plan(cover, deadline).search()
    exhausted, _, _ = search.run(PROBE_NODES, -1, False)
    if exhausted:
        return False  # it is done in no time
    try:
        plan = sweep_plan(cover, deadline, deadline.limit.memory, sampled=False)
    except LimitError:
        return False
    return plan.expected_nodes(PROBE_SAMPLES) * search.fraction < SWEEP_NODES * search.nodes
