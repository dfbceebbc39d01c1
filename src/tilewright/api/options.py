"""How a search for tilings is to go about it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.exact_cover.choice import check_arguments
from tilewright.exact_cover.limits import NO_LIMIT, Limit
from tilewright.puzzle import Placement


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How to search.

    engine:   the name of an engine, or "auto".
    limit:    when to stop.
    threads:  how many work at once.
    labelled: whether equal pieces are told apart.
    partial:  placements that every tiling contains.

    Raises ArgumentError for what no search can be told, EngineUnavailableError where the engine cannot run here.

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
