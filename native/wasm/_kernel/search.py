"""Plans, searches of them, and teams, which are of one here."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from tilewright._kernel.blocks import ints, lists
from tilewright._kernel.cover import Cover
from tilewright._kernel.instance import Held, Trap, acquired


class SearchEngine(Enum):
    """What searches: any cover, or the bit masks of a sweep."""

    GENERAL = 0
    SWEEP = 1


class TeamState(Enum):
    """Whether more solutions may come: only while it is RUNNING."""

    RUNNING = 0
    EXHAUSTED = 1
    ENDED = 2


class Plan(Held):
    """What a search engine prepares for a cover; shared by its searches, which live in its instance."""

    kind = "plan"

    def __init__(
        self,
        cover: Cover,
        engine: SearchEngine,
        whole: bool = True,
        parts: float = -1.0,
        memory: int = -1,
        priority: Sequence[float] = (),
    ) -> None:
        with acquired() as instance:
            copy = cover.enter(instance)
            if engine is SearchEngine.GENERAL:
                plan = instance.call("general_plan", copy)
            else:
                plan = instance.call("sweep_plan", copy, whole, parts, memory, arrays=[array("d", priority)])
            cover.leave(instance, copy)  # the plan keeps what it needs
            self.hold(instance, plan)

    def search(self, chosen: Sequence[int] = (), after: int = -1) -> Search:
        """A search of what lies below the node that these choices lead to."""
        return Search(self, chosen, after)

    def expected_nodes(self, samples: int) -> float:
        """About how many nodes a search of everything has; negative: not known."""
        return self.call("expected_nodes", samples)

    def uses(self, samples: int) -> list[float]:
        """How often each option leads to a node of that search, about; empty: not known."""
        self.call("uses", samples)
        return self.results()[0].cast("d").tolist()

    def subproblems(self, wanted: int) -> list[list[int]]:
        """Paths of choices that together are the whole search, in order; at least so many, if there are."""
        self.call("subproblems", wanted)
        return lists(*self.results())


class _OfPlan(Held):
    """What searches in a plan's instance."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan  # lives as long

    def begin(self, name: str, *numbers: float, arrays: Iterable[Any] = ()) -> None:
        """Make the object. Raises ValueError where the plan has no such search."""
        instance = self.plan.instance
        try:
            self.hold(instance, instance.call(name, self.plan.handle, *numbers, arrays=arrays))
        except Trap as trap:
            raise trap.as_python() from None

    def _progress(self) -> list[float]:
        self.call("progress")
        return self.results()[0].cast("d").tolist()

    def _found(self) -> tuple[memoryview, memoryview]:
        starts, options = self.results()
        return starts.cast("q"), options.cast("i")

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self._progress()[0])

    @property
    def solutions(self) -> int:
        """Solutions found so far."""
        return int(self._progress()[1])

    @property
    def fraction(self) -> float:
        """Part of the tree done."""
        return self._progress()[2]

    def __del__(self) -> None:
        if "handle" in self.__dict__:
            self.free()


class Search(_OfPlan):
    """A search, run in slices."""

    kind = "search"

    def __init__(self, plan: Plan, chosen: Sequence[int], after: int) -> None:
        super().__init__(plan)
        self.begin("search", after, arrays=[ints(chosen)])

    def run(
        self, max_nodes: int = -1, max_solutions: int = -1, collect: bool = True
    ) -> tuple[bool, memoryview, memoryview]:
        """Go on; (exhausted, starts, options): solution k is options[starts[k]:starts[k + 1]], ascending."""
        exhausted = bool(self.call("run", max_nodes, max_solutions, collect))
        return exhausted, *self._found()


class Team(_OfPlan):
    """A search by several threads natively; here it works while it is waited for."""

    kind = "team"

    def __init__(
        self,
        plan: Plan,
        threads: int,
        collect: bool,
        max_nodes: int,
        max_solutions: int,
        buffer: int,
        begun: Search | None = None,
    ) -> None:
        super().__init__(plan)
        self.begun = begun  # lives as long
        self.begin("team", threads, collect, max_nodes, max_solutions, buffer, begun.handle if begun else 0)

    def wait(self, seconds: float, most: int) -> tuple[TeamState, memoryview, memoryview]:
        """(state, starts, options) when about `most` solutions are there, or after so long."""
        state = TeamState(int(self.call("wait", seconds, most)))
        return state, *self._found()

    def stop(self) -> None:
        """End the search; what it has found still comes."""
        self.call("stop")

    @property
    def cpu(self) -> list[float]:
        """CPU seconds of each thread so far."""
        self.call("cpu")
        return self.results()[0].cast("d").tolist()
