"""The engine for a name, and the check of its arguments. The rule of `auto` is in `race.py`."""

from __future__ import annotations

from typing import Any

from tilewright.errors import argument_error, check_flag, check_threads
from tilewright.exact_cover.engine import Engine, engine
from tilewright.exact_cover.kernel import kernel_cover, preparation_seconds
from tilewright.exact_cover.limits import NEVER, Deadline, Limit
from tilewright.exact_cover.problem import ExactCover

NO_ENGINES = ("auto", "shikaku")  # the automatic choice, and a search that needs no cover
COMPILED = ("auto", "race", "native", "sweep", "frontier")  # engines that use the kernel's form of the cover


FEW = 1000  # solutions; beyond it, the preparation for fast listing pays off


def wants_many(limit: Limit) -> bool:
    """Return whether so many solutions are wanted that preparing to list all of them pays off."""
    return limit.solutions is None or limit.solutions > FEW


def check_arguments(name: Any, limit: object, threads: object, labelled: object = False) -> None:
    """Raise ArgumentError for invalid arguments of a search, EngineUnavailableError if the engine cannot run here."""
    if name not in NO_ENGINES:
        engine(name)
    if not isinstance(limit, Limit):
        raise argument_error("limit", limit, "seconds, or a Limit, e.g. Limit(seconds=10)", False)
    check_threads(threads)
    check_flag("labelled", labelled)


def choose(cover: ExactCover, name: str = "auto", deadline: Deadline = NEVER) -> Engine:
    """Return the engine called `name`; "auto" is the race of those that suit the cover.

    Raises EngineUnavailableError with the reason if it cannot run, OutOfTimeError when the deadline comes before the
    cover is prepared.
    """
    if name in COMPILED:
        kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover))
    return engine("race" if name == "auto" else name, cover)
