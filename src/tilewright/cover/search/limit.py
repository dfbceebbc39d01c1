"""The budget of a search."""

from __future__ import annotations

import os
from dataclasses import dataclass

from tilewright.arguments import check_folder, check_seconds, check_whole

DEFAULT_MEMORY = 4 << 30
MOST_SECONDS = 1e9  # some thirty years; clocks take no number
MOST_COUNTED = 2**62  # nodes, solutions and bytes: what the kernel's numbers hold


@dataclass(frozen=True)
class Limit:
    """When to stop: seconds of wall time, nodes, solutions; bytes of memory, of which kept solutions may fill half.

    scratch: a folder on disk where `count` keeps the states that do not fit in memory, and what it goes on from after a
             limit, Ctrl-C or a crash. Files of a count that is done are removed. Everything else takes no notice of it.

    >>> from tilewright import Limit, count, load
    >>> count(load("pentominoes@6x10"), limit=Limit(nodes=100), engine="native").bound
    'at least'
    """

    seconds: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    memory: int = DEFAULT_MEMORY
    scratch: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        check_seconds("seconds", self.seconds, MOST_SECONDS)
        check_whole("nodes", self.nodes, 1, MOST_COUNTED, optional=True)
        check_whole("solutions", self.solutions, 1, MOST_COUNTED, optional=True)
        check_whole("memory", self.memory, 1, MOST_COUNTED)
        check_folder("scratch", self.scratch)

    def of_turn(self, *, seconds: float | None = None, nodes: int | None = None) -> Limit:
        """The limit of a part of the work: these values in place of its own, where given; they are not checked again.

        >>> Limit(solutions=3).of_turn(nodes=20)
        Limit(seconds=None, nodes=20, solutions=3, memory=4294967296, scratch=None)
        """
        made = object.__new__(Limit)  # a turn may last microseconds, which the checks alone would take
        seconds = self.seconds if seconds is None else seconds
        made.__dict__.update(self.__dict__, seconds=seconds, nodes=self.nodes if nodes is None else nodes)
        return made
