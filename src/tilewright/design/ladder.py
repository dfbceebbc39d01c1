"""Katamino: which k pentominoes fill 5 x k, in how many ways, and ladders that add one piece per step.

All subsets of one size come from one search: that for the 5 x k board with every pentomino at most once. Its tilings
are grouped by the pieces they use.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from tilewright.api.solve import tilings
from tilewright.errors import NotationError
from tilewright.files import data_text
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board
from tilewright.version import __version__

LETTERS = "FILNPTUVWXYZ"
Table = Mapping[str, int]  # letters in alphabetical order -> number of tilings; subsets without tilings are omitted


@lru_cache
def published_tables() -> dict[int, Table]:
    """Return {k: table of 5 x k} from the data file, which `python -m tools.make_ladder` writes."""
    data = json.loads(data_text("ladder.json"))
    return {int(k): table["subsets"] for k, table in data["boards"].items()}


def document(tables: Mapping[int, Table]) -> dict[str, Any]:
    """Return the tables as the JSON document that is published."""
    boards = {
        str(k): {"digest": ladder_puzzle(k).digest, "solvable": len(t), "tilings": sum(t.values()), "subsets": dict(t)}
        for k, t in tables.items()
    }
    return {
        "tilewright": 1,
        "kind": "ladder",
        "what": "tilings of 5 x k by k different pentominoes, for every subset that has any (none of the others has)",
        "command": "python -m tools.make_ladder",
        "version": __version__,
        "boards": boards,
    }


def ladder_puzzle(k: int) -> Packing:
    """Return the puzzle of 5 x k with every pentomino at most once."""
    pieces = tuple(piece.with_copies(0, 1) for piece in select("pentominoes"))
    return Packing(Board.of_size(f"5x{k}"), pieces)


def count_subsets(k: int) -> Table:
    """Return {letters of k pentominoes: number of tilings of 5 x k}, without subsets that have no tilings.

    Raises NotationError unless k is from 1 to 12.
    """
    if not 1 <= k <= len(LETTERS):
        raise NotationError(f"5 x {k}: expected 5 x 1 to 5 x {len(LETTERS)}")
    found = ("".join(sorted(each.piece for each in tiling.placements)) for tiling in tilings(ladder_puzzle(k)))
    return dict(sorted(Counter(found).items()))


def ladders(tables: Mapping[int, Table], first: int, last: int, seed: int = 0) -> Iterator[tuple[str, ...]]:
    """Yield the greatest possible number of ladders from 5 x first to 5 x last that share no subset.

    Each step of a ladder adds a piece. The ladders are disjoint paths found by augmentation: a new ladder may reroute
    earlier ones, so that their number is maximal. Raises NotationError for steps without a table.
    """
    asked = f"a ladder from 5x{first} to 5x{last}"
    if not all(k in tables for k in range(first, last + 1)):
        raise NotationError(f"{asked}: expected steps from 5x{min(tables)} to 5x{max(tables)}")
    if first > last:
        raise NotationError(f"{asked}: expected the smaller board first")
    yield from _DisjointPaths(tables, first, last, Random(seed)).paths()


class _DisjointPaths:
    """Vertex-disjoint paths through the subsets, found by augmentation; `after[s]` follows s on its path."""

    def __init__(self, tables: Mapping[int, Table], first: int, last: int, rng: Random) -> None:
        self.first, self.last = first, last
        self.levels = {k: set(tables[k]) for k in range(first, last + 1)}
        self.starts = sorted(self.levels[first])
        rng.shuffle(self.starts)
        self.rank = {name: rng.randrange(1 << 30) for k in self.levels for name in sorted(self.levels[k])}
        self.after: dict[str, str] = {}
        self.before: dict[str, str] = {}
        self.used: set[str] = set()

    def larger(self, subset: str) -> list[str]:
        """Return the subsets on the next level that add one piece to this one."""
        if len(subset) == self.last:
            return []
        grown = ("".join(sorted(subset + letter)) for letter in LETTERS if letter not in subset)
        return sorted((name for name in grown if name in self.levels[len(subset) + 1]), key=self.rank.__getitem__)

    def paths(self) -> Iterator[tuple[str, ...]]:
        for head in [start for start in self.starts if self._augment(start)]:
            path = [head]
            while path[-1] in self.after:
                path.append(self.after[path[-1]])
            yield tuple(path)

    def _augment(self, start: str) -> bool:
        """Add one path, by breadth-first search over (subset, whether it was reached backwards along its own path)."""
        came: dict[tuple[str, bool], tuple[str, bool] | None] = {(start, False): None}
        queue = [(start, False)]
        for state in queue:
            subset, backwards = state
            if len(subset) == self.last and subset not in self.used:
                self._reroute(came, state)
                return True
            for other in self._moves(subset, backwards):
                if other not in came:
                    came[other] = state
                    queue.append(other)
        return False

    def _moves(self, subset: str, backwards: bool) -> Iterator[tuple[str, bool]]:
        if backwards or subset not in self.used:  # otherwise its own path is the only way on
            for other in self.larger(subset):
                if self.after.get(subset) != other:
                    yield other, False
        if subset in self.before:
            yield self.before[subset], True

    def _reroute(self, came: Mapping[tuple[str, bool], tuple[str, bool] | None], state: tuple[str, bool]) -> None:
        steps = [state]
        while (previous := came[steps[-1]]) is not None:
            steps.append(previous)
        edges = [(a, b, back) for (a, _), (b, back) in pairwise(reversed(steps))]
        for a, b, back in edges:
            if back:
                del self.after[b], self.before[a]
        for a, b, back in edges:
            if not back:
                self.after[a], self.before[b] = b, a
        self.used = {start for start in self.used if len(start) == self.first}
        self.used |= {steps[-1][0], *self.after, *self.before}
