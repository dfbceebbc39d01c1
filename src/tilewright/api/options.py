"""Options of a search for tilings."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.errors import check_flag, check_word
from tilewright.exact_cover.choice import check_arguments
from tilewright.exact_cover.limits import NO_LIMIT, Limit
from tilewright.exact_cover.outcome import UP_TO, UpTo
from tilewright.puzzle import Placement


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Options of a search.

    engine:   The name of an engine, or "auto".
    limit:    When to stop.
    threads:  The number of threads.
    labelled: Whether equal pieces count as different.
    partial:  Placements that every tiling must contain.
    up_to:    Of the images of a tiling under rotations, or all symmetries, only one is kept.
    disassemble: Whether only tilings are kept whose pieces come apart by straight moves.

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
    up_to: UpTo = "none"
    disassemble: bool = False

    def __post_init__(self) -> None:
        check_arguments(self.engine, self.limit, self.threads, self.labelled)
        check_word("up_to", self.up_to, UP_TO)
        check_flag("disassemble", self.disassemble)

    @property
    def is_selective(self) -> bool:
        """Whether some of the tilings that are found are left out."""
        return self.up_to != "none" or self.disassemble
