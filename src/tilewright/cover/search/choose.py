"""Which engine suits a cover, when the user does not say."""

from __future__ import annotations

from typing import Literal

from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover
from tilewright.cover.racing.probe import is_doubtful
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.cover.search.engine import Engine
from tilewright.cover.search.registry import engine
from tilewright.errors import EngineUnavailableError

Goal = Literal["find", "list", "count"]

# The first that takes the cover is chosen.
PREFERENCE: dict[Goal, tuple[str, ...]] = {
    "find": ("race", "native", "reference"),
    "list": ("sweep", "native", "reference"),
    "count": ("race", "native", "reference"),
}
COMPILED = ("auto", "race", "native", "sweep", "frontier")  # these look at the cover as the kernel holds it


def choose(cover: ExactCover, goal: Goal, name: str = "auto", deadline: Deadline = NEVER) -> Engine:
    """The engine called `name`, or for "auto" the one that suits the goal; EngineUnavailableError says why not.

    Raises OutOfTimeError when the deadline comes before the cover is ready for it.
    """
    if name in COMPILED:
        kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover))
    if name != "auto":
        return engine(name, cover)
    reasons = []
    doubtful = goal == "list" and is_doubtful(cover)
    for candidate in PREFERENCE["count" if doubtful else goal]:  # the race begins with a look at both searches
        try:
            return engine(candidate, cover)
        except EngineUnavailableError as reason:
            reasons.append(str(reason))
    raise EngineUnavailableError("; ".join(reasons))
