"""Which engine is asked, when the user does not say, and what it can be told."""

from __future__ import annotations

from typing import Any

from tilewright.errors import argument_error, check_flag, check_threads
from tilewright.exact_cover.engine import Engine, engine
from tilewright.exact_cover.kernel import kernel_cover, preparation_seconds
from tilewright.exact_cover.limits import NEVER, Deadline, Limit
from tilewright.exact_cover.problem import ExactCover

NO_ENGINES = ("auto", "shikaku")  # the choice, and a search that needs no cover
COMPILED = ("auto", "race", "native", "sweep", "frontier")  # these look at the cover as the kernel holds it


FEW = 1000  # solutions; from there on what is fast to list pays for its preparation


def wants_many(limit: Limit) -> bool:
    """Whether so many solutions are wanted that it pays to prepare for listing all."""
    return limit.solutions is None or limit.solutions > FEW


def check_arguments(name: Any, limit: object, threads: object, labelled: object = False) -> None:
    """Raise ArgumentError at what no search can be told, EngineUnavailableError where the engine cannot run here."""
    if name not in NO_ENGINES:
        engine(name)
    if not isinstance(limit, Limit):
        raise argument_error("limit", limit, "seconds, or a Limit, e.g. Limit(seconds=10)", False)
    check_threads(threads)
    check_flag("labelled", labelled)


def choose(cover: ExactCover, name: str = "auto", deadline: Deadline = NEVER) -> Engine:
    """The engine called `name`, which for "auto" is the race of those that suit; EngineUnavailableError says why not.

    Raises OutOfTimeError when the deadline comes before the cover is ready for it.
    """
    if name in COMPILED:
        kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover))
    return engine("race" if name == "auto" else name, cover)
