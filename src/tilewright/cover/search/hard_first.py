"""Orders in which hard pieces are tried first, a new one each time: for large boards and sets of which all must be used.

A sweep that takes what fits uses up the pieces that fit easily, and is left with those that do not. Samples of its tree
tell which these are: how often the options of a piece lead on, by how many are needed. Tried first where they fit, and
the easy ones kept for the end, eight sets of pentominoes fill 60 x 8 with hardly a step back. Where that goes wrong, it
goes wrong early, so the search begins again with the order shaken (Gomes, Selman, Kautz 1998), by numbers that are the
same each time.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from tilewright import _kernel
from tilewright.cover.problem import ExactCover
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import random
else:
    random = lazy("random")  # for searches that begin again

SAMPLES = 64  # nodes of a layer
SHAKE = 0.3  # spread of what is added to the logarithm of an option's hardness
LEAST_USES = 1e-9


class HardFirst:
    """Priorities of a cover's options; `kinds` are the items that do not form the board, such as pieces."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover
        board = set(cover.order)
        self.kinds = [item for item in range(len(cover.lo)) if item not in board and cover.lo[item] > 0]
        self._hardness: list[float] = []
        self._random = random.Random(0)

    @property
    def is_worth_trying(self) -> bool:
        """Whether there is a board, and different things that must be used on it."""
        return bool(self.cover.order) and len(self.kinds) > 1

    def priority(self, plan: _kernel.Plan) -> list[float]:
        """The next order; `plan` is a sweep's in its own order."""
        self._hardness = self._hardness or self._measure(plan.uses(SAMPLES))
        shake = self._random.gauss
        return [hardness + SHAKE * shake(0, 1) for hardness in self._hardness]

    def _measure(self, uses: list[float]) -> list[float]:
        """The logarithm of each option's hardness: of the hardest thing that it uses."""
        used = list(map(frozenset(self.kinds).intersection, self.cover.options))
        total = dict.fromkeys(self.kinds, 0.0)
        for items, number in zip(used, uses, strict=True):
            for item in items:
                total[item] += number
        need = {item: log(self.cover.lo[item] / max(number, LEAST_USES)) for item, number in total.items()}
        easiest = min(need.values(), default=0.0)
        return [max(map(need.__getitem__, items), default=easiest) for items in used]
