"""Options of a search for tilings."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.exact_cover.choice import check_arguments
from tilewright.exact_cover.limits import NO_LIMIT, Limit
from tilewright.puzzle import Placement


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Options of a search.

    engine:   The name of an engine, or "auto".
    limit:    When to stop.
    threads:  The number of threads.
    labelled: Whether equal pieces count as different.
    partial:  Placements that every tiling must contain.

    Raises ArgumentError for values that no search accepts, EngineUnavailableError if the engine cannot run
    here.

    >>> SearchOptions(threads=2).engine
    'auto'
    """

    engine: str = "auto"
    limit: Limit = NO_LIMIT
    threads: int = 1
    labelled: bool = False
    partial: tuple[Placement, ...] = ()

    def __post_init__(self) -> None:
        check_arguments(self.engine, self.limit, self.threads, self.labelled)
