"""The engines by name. To ask for one imports its file alone: others may need packages that take long to load."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from tilewright.arguments import check_engine
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.engine import Engine
from tilewright.errors import EngineUnavailableError, UnknownEngineError, quote

# name -> (file in cover/engines/, class)
ENGINES = {
    "cp": ("cp", "Cp"),
    "frontier": ("frontier", "Frontier"),
    "glpk": ("glpk", "Glpk"),
    "glpk-minisat": ("glpk", "GlpkMinisat"),
    "mip": ("mip", "Mip"),
    "native": ("native", "Native"),
    "race": ("race", "Race"),
    "reference": ("reference", "Reference"),
    "sat": ("sat", "Sat"),
    "sat-cells": ("sat", "SatCells"),
    "sweep": ("sweep", "Sweep"),
    "z3": ("z3", "Z3"),
}


@cache
def lookup(name: str) -> Engine:
    """The engine called `name`, whether it can run here or not; UnknownEngineError lists those there are."""
    if name not in ENGINES:
        raise UnknownEngineError(f"unknown engine {quote(name)}: expected auto or one of {', '.join(ENGINES)}")
    module, cls = ENGINES[name]
    found: Engine = getattr(import_module(f"tilewright.cover.engines.{module}"), cls)()
    return found


def engines() -> dict[str, Engine]:
    """All engines by name, available here or not."""
    return {name: lookup(name) for name in ENGINES}


def engine(name: str, cover: ExactCover | None = None) -> Engine:
    """The engine called `name`, ready to run (on this cover, if given); EngineUnavailableError says why not.

    >>> engine("native").summary
    'compiled search for every cover: branches where the fewest options are left'
    """
    check_engine(name)
    found = lookup(name)
    reason = found.unavailable()
    if cover is not None and not reason:
        colors = "the cover has colors, which it does not take" if cover.colors and not found.colors else None
        reason = colors or found.refuses(cover)
    if reason:
        raise EngineUnavailableError(f"engine {name}: {reason}")
    return found
