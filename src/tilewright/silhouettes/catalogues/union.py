"""Silhouettes of every contact: the union by id of those that touch at corners and those with symmetric parts.

What is connected through edges is among both.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from tilewright.cover.search.report import Ended
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.catalogues.collection import OnFound
from tilewright.silhouettes.query import PARTS, Query
from tilewright.silhouettes.silhouette import Silhouette

Search = Callable[[Query, float | None, OnFound], Catalogue]


def search_union(query: Query, seconds: float | None, on_found: OnFound, search: Search) -> Catalogue:
    """Answer a query for all contacts by `search`, one contact after the other, within `seconds` together."""
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    found: dict[str, Silhouette] = {}
    endings: list[Ended] = []
    complete_for: list[set[str]] = []

    def catalogue(ended: Ended) -> Catalogue:
        listed = tuple(sorted(found.values(), key=lambda silhouette: silhouette.id))
        both = sorted(set.intersection(*complete_for)) if len(complete_for) == len(PARTS) else []
        return Catalogue(query, query.chosen, listed, ended, tuple(both))

    def add(silhouette: Silhouette, _: Catalogue) -> None:
        if silhouette.id not in found:
            found[silhouette.id] = silhouette
            on_found(silhouette, catalogue("stopped"))

    for contact in PARTS:
        left = None if seconds is None else max(deadline - time.perf_counter(), 0.0)
        part = search(replace(query, contact=contact), left, add)
        endings.append(part.ended)
        complete_for.append(set(part.complete_for))
        if part.ended == "stopped":
            return catalogue("stopped")
    return catalogue(next((ended for ended in endings if ended != "exhausted"), "exhausted"))
