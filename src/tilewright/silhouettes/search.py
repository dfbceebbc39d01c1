"""Every silhouette that a set of pieces can make and that a symmetry group keeps: each once, with a tiling.

Connected silhouettes are grown and tested in the kernel; those of several parts are composed of part orbits. The bound that
makes the search finite and the proof that nothing is missed are in docs/theory/silhouettes.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from tilewright.pieces import Piece
from tilewright.silhouettes.budget import DeadlinePassed, SilhouetteBudget, SilhouetteProgress, check_deadline
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.catalogues.collection import Collection, OnFound, ignore
from tilewright.silhouettes.catalogues.union import search_union
from tilewright.silhouettes.partial_search import patience, search_in_part
from tilewright.silhouettes.pieces import name_pieces
from tilewright.silhouettes.plan import SearchPlan
from tilewright.silhouettes.problem import Problem
from tilewright.silhouettes.query import ALL, Query


def find_silhouettes(
    pieces: str | Sequence[Piece],
    symmetry: str = "D4",
    contact: str = "edge",
    within: tuple[int, int] | None = None,
    threads: int = 1,
    seconds: float | None = None,
    progress: SilhouetteProgress | None = None,
    on_found: OnFound = ignore,
) -> Catalogue:
    """Return the catalogue of all silhouettes that `pieces` tile and `symmetry` keeps.

    pieces: the notation (`fridgeiq!free`), the name of a file with pieces, or the pieces. contact: edge | corner |
    concentric | corner-concentric | all. within: rows and columns of a board that must hold the silhouette. The rest: see `search_silhouettes`.

    >>> found = find_silhouettes("tetrominoes:IOJL", "D4")
    >>> len(found.silhouettes), found.complete
    (1, True)
    """
    name, own = name_pieces(pieces)
    return search_silhouettes(Query(name, symmetry, contact, within, own), threads, seconds, progress, on_found)


def search_silhouettes(
    query: Query,
    threads: int = 1,
    seconds: float | None = None,
    progress: SilhouetteProgress | None = None,
    on_found: OnFound = ignore,
) -> Catalogue:
    """Answer a query. `on_found` is called with each silhouette at once and the catalogue so far.

    KeyboardInterrupt and the limit of `seconds` end the search with what there is; the catalogue is not `complete` then.
    Raises NotationError for a query that nothing can answer, LimitError for one that is too large.
    """
    if query.contact == ALL:
        return search_union(
            query, seconds, on_found, lambda part, left, tell: search_silhouettes(part, threads, left, progress, tell)
        )
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    budget = SilhouetteBudget(threads, deadline, progress or SilhouetteProgress())
    plan = SearchPlan(Problem(query), deadline)
    collection = Collection(plan.problem, budget.progress, on_found)
    try:
        complete = _search(plan, budget, collection)
    except KeyboardInterrupt:
        return collection.catalogue("stopped")
    except DeadlinePassed:
        complete = False
    return collection.catalogue("exhausted" if complete else "limit")


def _search(plan: SearchPlan, budget: SilhouetteBudget, collection: Collection) -> bool:
    """Search every case, or what is within reach of them. Return True if nothing can be missing."""
    budget.progress.estimate = seconds = plan.seconds_needed(budget)
    if seconds > patience(budget):
        return search_in_part(plan, budget, collection)
    complete = True
    for case in plan.cases:
        check_deadline(budget.deadline)
        complete &= case.search(budget, collection)
    return complete
