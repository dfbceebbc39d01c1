"""Whether a position can be completed, as a search finds out within its share of the budget."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.cover.search.choose import choose
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.explain.hints.position import Position, bit_list

SEARCH_NODES = 2_000_000  # of each look for a completion; beyond it a hint goes by techniques alone
SHARE = 0.5  # of the time that is left: the techniques need some, too


@dataclass(frozen=True)
class Completion:
    """The result of a search for a completion.

    solution: its options, those placed already included; None when none was found.
    decided:  False when the search was cut short, so that nothing follows from finding none.
    """

    solution: tuple[int, ...] | None
    decided: bool

    @property
    def impossible(self) -> bool:
        """Whether it is certain that there is no completion."""
        return self.decided and self.solution is None


def find_completion(position: Position) -> Completion:
    """Search for a completion of the position."""
    deadline = position.table.deadline
    deadline.check()
    options = sorted([*bit_list(position.alive), *position.placed])
    part = position.table.cover.with_options(options, deadline)
    limit, report = _share(deadline), deadline.report
    report.ended, report.solutions, report.nodes = None, 0, 0
    for batch in choose(part, "find", deadline=deadline).solutions(part, limit, report, 1):
        for solution in batch:
            return Completion(tuple(options[number] for number in solution), decided=True)
    return Completion(None, decided=report.ended == "exhausted")


def _share(deadline: Deadline) -> Limit:
    """What a search for one solution may use."""
    seconds, nodes = deadline.limit.seconds, deadline.limit.nodes
    if seconds is not None:
        seconds -= (1 - SHARE) * max(0.0, deadline.left)
    return Limit(seconds=seconds, nodes=min(SEARCH_NODES, nodes or SEARCH_NODES), solutions=1)
