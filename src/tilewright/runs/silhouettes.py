"""Runs of `design silhouettes`: the cases of the search, split into shares again and again.

A subproblem is named by its case and then, for each split, by one of FAN shares: share j of share (part, parts) takes
every FAN-th of its subtrees, starting with the j-th. So the subproblems are disjoint and together are the case.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.exact_cover.limits import Limit
from tilewright.puzzle.placement import digest
from tilewright.puzzle.table import parse_json
from tilewright.runs.access import DamageError, detect_damage
from tilewright.runs.store import Store
from tilewright.runs.subproblem import LONGEST, Child, SubproblemOutcome, TooLong, cpu_seconds, here, pieces
from tilewright.silhouettes.catalogue import Catalogue, pieces_digest
from tilewright.silhouettes.growth import GrowthDeadline, GrowthProgress
from tilewright.silhouettes.query import Problem, Query, check_answers, check_silhouette
from tilewright.silhouettes.search import Collection, SearchPlan
from tilewright.silhouettes.silhouette import PlacedPiece, Silhouette

FAN = 8


@dataclass(frozen=True)
class SilhouetteJob:
    """The query that a run answers."""

    query: Query

    def __reduce__(self) -> tuple[Any, ...]:
        """Send only the query to a worker, which builds the rest again."""
        return SilhouetteJob, (self.query,)

    @cached_property
    def plan(self) -> SearchPlan:
        """The cases of the search, with tables that all subproblems share."""
        return SearchPlan(Problem(self.query))

    def manifest(self) -> dict[str, Any]:
        """Return the description of the job that a store keeps."""
        query = self.query
        decisive = (pieces_digest(self.plan.problem.pieces), query.symmetry, query.contact, query.within)
        return {
            "goal": "silhouettes",
            "name": f"silhouettes of {query.pieces} with symmetry {query.symmetry}",
            "digest": digest("outlines", decisive),  # the word is that of stores of earlier versions
            "pieces": query.pieces,
            "symmetry": query.symmetry,
            "contact": query.contact,
            "within": query.within and list(query.within),
            "cover": [len(case.graph.area) for case in self.plan.cases],
        }

    @classmethod
    def of(cls, manifest: dict[str, Any]) -> SilhouetteJob:
        """Return the job that a manifest describes."""
        within = manifest["within"] and tuple(manifest["within"])
        return cls(Query(manifest["pieces"], manifest["symmetry"], manifest["contact"], within))

    def roots(self) -> list[Child]:
        """Return one subproblem for each case."""
        return [Child((number,)) for number in range(len(self.plan.cases))]

    def split(self, child: Child) -> list[Child]:
        """Return the shares into which a share is split."""
        return [Child((*child.prefix, j)) for j in range(FAN)]

    def work(self, child: Child) -> SubproblemOutcome | TooLong:
        """Search a share, or split it if it takes too long."""
        started, progress = cpu_seconds(), GrowthProgress()
        complete, silhouettes = self._search(child, LONGEST, progress)
        seconds, nodes = cpu_seconds() - started, progress.nodes + progress.examined
        if not complete:
            return TooLong(pieces(self, child, 10 * LONGEST), nodes, seconds, here())
        text = _text(silhouettes).encode()
        if len(text) > MOST_BYTES:
            return TooLong(((child.prefix, tuple(self.split(child))),), nodes, seconds, here())
        return SubproblemOutcome(len(silhouettes), nodes, seconds, zlib.compress(text), here())

    def recount(self, child: Child, engine: str) -> tuple[int, str]:
        """Search a share again; the only engine for silhouettes is `native`."""
        return len(self._search(child, None, GrowthProgress())[1]), "native"

    def _search(self, child: Child, seconds: float | None, progress: GrowthProgress) -> tuple[bool, list[Silhouette]]:
        """Return whether the share was completed in time, and the silhouettes found."""
        cases, (number, *digits) = self.plan.cases, child.prefix
        if not (0 <= number < len(cases) and all(0 <= digit < FAN for digit in digits)):
            raise TilewrightError(f"there is no subproblem {list(child.prefix)}: is the store damaged?")
        cases[number].prepare(GrowthDeadline())  # not counted as the share's time, since every share needs the tables
        end = None if seconds is None else progress.seconds + seconds
        deadline = GrowthDeadline(Limit(seconds=end), progress)
        collection = Collection(self.plan.problem, progress)
        part = sum(digit * FAN**place for place, digit in enumerate(digits))
        complete = cases[number].search(deadline, collection, (part, FAN ** len(digits)))
        return complete, list(collection.silhouettes.values())


# Most bytes of the uncompressed silhouettes of one subproblem, about 60,000 of FridgeIQ; larger shares are split.
MOST_BYTES = 64 << 20


def _text(silhouettes: Sequence[Silhouette]) -> str:
    return json.dumps([silhouette.solution for silhouette in silhouettes])


def unpack_silhouettes(lattice: str, packed: bytes | None) -> list[Silhouette]:
    """Return the silhouettes of a subproblem without checking them.

    Raises ValueError or zlib.error unless the data is exactly as it was written.
    """
    stream = zlib.decompressobj()
    text = stream.decompress(packed or b"", MOST_BYTES)
    if not stream.eof or stream.unused_data:
        raise ValueError("the stored silhouettes are truncated, or too many")
    silhouettes = [Silhouette.of(lattice, map(_placed, row)) for row in parse_json(text)]
    if _text(silhouettes).encode() != text:
        raise ValueError("the stored silhouettes are not as they were written")
    return silhouettes


def _placed(row: Any) -> PlacedPiece:
    """Return a placed piece. Raises ValueError for other types: 1.0 and true are not coordinates."""
    match row:
        case [str(name), [_, *_] as atoms] if all(isinstance(atom, list) for atom in atoms):
            if all(type(value) is int for atom in atoms for value in atom):
                return name, tuple(map(tuple, atoms))
    raise ValueError("a stored silhouette is not made of placed pieces")


def _stored(store: Store, job: SilhouetteJob) -> Iterator[tuple[int, Silhouette]]:
    """Yield (subproblem, silhouette) for all finished ones, checked against the pieces and the query.

    Raises DamageError if a silhouette does not match the query, is stored twice, or was not counted.
    """
    seen: set[str] = set()
    for task, outcome in store.finished():
        with detect_damage(store.path, f"subproblem {task.id}"):
            silhouettes = unpack_silhouettes(job.plan.problem.grid.name, outcome.packed)
            if len(silhouettes) != outcome.count:
                raise ValueError(f"{len(silhouettes)} silhouettes are stored, {outcome.count} were counted")
            for silhouette in silhouettes:
                check_answers(check_silhouette(silhouette, job.plan.problem.pieces), job.query)
                if silhouette.id in seen:
                    raise ValueError(f"silhouette {silhouette.id} is stored already")
                seen.add(silhouette.id)
        for silhouette in silhouettes:
            yield task.id, silhouette


def run_catalogue(store: Store, job: SilhouetteJob, finished: bool) -> Catalogue:
    """Return the catalogue of the finished silhouettes; it is complete if the run is finished."""
    silhouettes = {silhouette.id: silhouette for _, silhouette in _stored(store, job)}
    rows = tuple(silhouettes[id] for id in sorted(silhouettes))
    return Catalogue(job.query, job.plan.problem.pieces, rows, "exhausted" if finished else "stopped")


def silhouettes_fault(store: Store, job: SilhouetteJob) -> tuple[int, str | None]:
    """Return the number of valid silhouettes stored, and the first fault or None."""
    number = 0
    try:
        for _ in _stored(store, job):
            number += 1
    except DamageError as damage:
        return number, str(damage.what)
    return number, None
