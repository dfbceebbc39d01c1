"""Which engines are here, and what they list."""

from __future__ import annotations

from tilewright.exact_cover.engine import Engine, engine, engines
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.outcome import Outcome
from tilewright.exact_cover.problem import ExactCover, Solution

AVAILABLE = [name for name, found in engines().items() if not found.unavailable()]


# Engines that start a solver for each cover are given fewer of them.
SLOW = {"sat": 60, "sat-cells": 60, "cp": 30, "mip": 30, "glpk": 16, "glpk-minisat": 16, "z3": 16}


def listed(
    by: Engine | str, cover: ExactCover, limit: Limit | None = None, threads: int = 1
) -> tuple[list[Solution], Outcome]:
    """The solutions that an engine lists, in its order, and how it ended."""
    found = (engine(by) if isinstance(by, str) else by).solutions(cover, limit or Limit(), threads=threads)
    return [solution for batch in found for solution in batch], found.outcome


def all_solutions(cover: ExactCover) -> list[Solution]:
    """All solutions, by the oracle."""
    return listed("reference", cover)[0]
