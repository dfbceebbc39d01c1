"""Runs of `design silhouettes`: the stages of the search, split into shares of a share.

A subproblem is named by its stage and then, for each split, which of the FAN shares: share j of share (part, parts)
takes every FAN-th of its subtrees, from the j-th on. So the subproblems are disjoint and together are the stage.
"""

from __future__ import annotations

import json
import math
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tilewright.errors import NotationError, TilewrightError
from tilewright.lattice import Atom
from tilewright.puzzle.digest import digest
from tilewright.runs.access import decoding
from tilewright.runs.job import LONGEST, cpu_seconds, here, pieces
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Outcome, TooLong
from tilewright.silhouettes.catalogue import Catalogue, Query, checked, pieces_digest
from tilewright.silhouettes.search import Search
from tilewright.silhouettes.silhouette import Outline

FAN = 8


@dataclass(frozen=True)
class OutlineJob:
    """What outlines are looked for."""

    query: Query

    def __reduce__(self) -> tuple[Any, ...]:
        """To a worker goes only what it needs to make the rest again."""
        return OutlineJob, (self.query,)

    @cached_property
    def search(self) -> Search:
        """The tables of the search; found outlines are taken from it after each subproblem."""
        return Search(self.query)

    def manifest(self) -> dict[str, Any]:
        """What a store keeps of it."""
        query = self.query
        asked = (pieces_digest(self.search.pieces), query.symmetry, query.contact, query.within)
        return {
            "goal": "silhouettes",
            "name": f"outlines of {query.pieces} with symmetry {query.symmetry}",
            "digest": digest("outlines", asked),
            "pieces": query.pieces,
            "symmetry": query.symmetry,
            "contact": query.contact,
            "within": query.within and list(query.within),
            "cover": [len(stage.graph.area) for stage in self.search.stages],
        }

    @classmethod
    def of(cls, manifest: dict[str, Any]) -> OutlineJob:
        """The job that a manifest describes."""
        within = manifest["within"] and tuple(manifest["within"])
        return cls(Query(manifest["pieces"], manifest["symmetry"], manifest["contact"], within))

    def roots(self) -> list[Child]:
        """The stages."""
        return [Child((number,)) for number in range(len(self.search.stages))]

    def split(self, child: Child) -> list[Child]:
        """The shares of a share."""
        return [Child((*child.prefix, j)) for j in range(FAN)]

    def work(self, child: Child) -> Outcome | TooLong:
        """Search a share, or split it when it takes too long."""
        started = cpu_seconds()
        complete, outlines = self._search(child, LONGEST)
        seconds, nodes = cpu_seconds() - started, self.search.report.grown + self.search.report.examined
        if not complete:
            return TooLong(pieces(self, child, 10 * LONGEST), nodes, seconds, here())
        return Outcome(len(outlines), nodes, seconds, _pack(outlines), here())

    def recount(self, child: Child, engine: str) -> tuple[int, str]:
        """Search a share again; there is one engine for outlines."""
        return len(self._search(child, math.inf)[1]), "native"

    def _search(self, child: Child, seconds: float) -> tuple[bool, list[Outline]]:
        search = self.search
        stage, *digits = child.prefix
        if not (0 <= stage < len(search.stages) and all(0 <= digit < FAN for digit in digits)):
            raise TilewrightError(f"there is no subproblem {list(child.prefix)}: is the store damaged?")
        search.complete, search.deadline, search.outlines = True, math.inf, {}
        search.hunt(search.stages[stage].graph)
        if search.stages[stage].several:  # every share needs tables and parts, so they are no part of its time
            search.blocks(search.stages[stage].graph)
        search.report.grown = search.report.examined = 0
        search.deadline = time.perf_counter() + seconds
        part = sum(digit * FAN**place for place, digit in enumerate(digits))
        search.search(search.stages[stage], (part, FAN ** len(digits)))
        return search.complete, list(search.outlines.values())


def _pack(outlines: list[Outline]) -> bytes:
    return zlib.compress(json.dumps([outline.solution for outline in outlines]).encode())


def _unpack(lattice: str, packed: bytes) -> list[Outline]:
    rows = json.loads(zlib.decompress(packed))
    return [Outline.of(lattice, [(name, tuple(map(_atom, atoms))) for name, atoms in row]) for row in rows]


def _atom(values: list[int]) -> Atom:
    return tuple(values)


def _found(store: Store, job: OutlineJob) -> Iterator[tuple[int, Outline]]:
    """(subproblem, outline) of all that is finished."""
    for task, outcome in store.finished():
        with decoding(store.path, f"subproblem {task.id}"):
            outlines = _unpack(job.search.grid.name, outcome.packed or _pack([]))
        for outline in outlines:
            yield task.id, outline


def catalogue(store: Store, job: OutlineJob, finished: bool) -> Catalogue:
    """The catalogue of what is finished; complete when the run is."""
    outlines = {outline.id: outline for _, outline in _found(store, job)}
    rows = tuple(outlines[id] for id in sorted(outlines))
    return Catalogue(job.query, job.search.pieces, rows, "exhausted" if finished else "stopped")


def outlines_fault(store: Store, job: OutlineJob) -> tuple[int, str | None]:
    """(how many outlines are kept, what is wrong with the first that is no outline, or there twice)."""
    seen: set[str] = set()
    for task, outline in _found(store, job):
        try:
            checked(outline, job.search.pieces)
        except NotationError as error:
            return len(seen), f"subproblem {task}: {error}"
        if outline.id in seen:
            return len(seen), f"subproblem {task} keeps outline {outline.id}, which is there already"
        seen.add(outline.id)
    total = store.total()
    return len(seen), None if len(seen) == total else f"{len(seen)} outlines are kept, the store says {total}"
