"""The budget of a search."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_MEMORY = 4 << 30


@dataclass(frozen=True)
class Limit:
    """When to stop: seconds of wall time, nodes, solutions; bytes of memory an engine may plan to use."""

    seconds: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    memory: int = DEFAULT_MEMORY
