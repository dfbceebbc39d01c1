"""The compiled kernel's names where no extension module can be loaded: in a browser, by kernel.wasm.

This package takes the place of the extension `tilewright._kernel` in the wheel of the static studio, and in tests. Each
object that searches has an instance of kernel.wasm to itself, from a pool (`instance.py`): a failure ends that
instance and nothing else, and its memory goes with it.
"""

from __future__ import annotations

from tilewright._kernel.cover import (
    MOST_ENTRIES,
    UNLIMITED,
    Cover,
    OptionTable,
    SolutionChecker,
    common_length,
    find_invariant,
    frontier_refusal,
    narrowed,
    sweep_refusal,
)
from tilewright._kernel.frontier import Frontier, Outcome, SolutionGraph
from tilewright._kernel.placements import BoardAtoms, Placements
from tilewright._kernel.search import Plan, Search, SearchEngine, Team, TeamState
from tilewright._kernel.shikaku import ShikakuJob
from tilewright._kernel.silhouettes import (
    RegionOutcome,
    RegionUse,
    SilhouetteGraph,
    SilhouetteNews,
    SilhouetteSearch,
)

__all__ = [
    "MOST_ENTRIES",
    "UNLIMITED",
    "BoardAtoms",
    "Cover",
    "Frontier",
    "OptionTable",
    "Outcome",
    "Placements",
    "Plan",
    "RegionOutcome",
    "RegionUse",
    "Search",
    "SearchEngine",
    "ShikakuJob",
    "SilhouetteGraph",
    "SilhouetteNews",
    "SilhouetteSearch",
    "SolutionChecker",
    "SolutionGraph",
    "Team",
    "TeamState",
    "common_length",
    "find_invariant",
    "frontier_refusal",
    "narrowed",
    "sweep_refusal",
]
