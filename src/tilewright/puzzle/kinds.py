"""The kinds of puzzles there are: the folders of this package."""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import tilewright.puzzle


@lru_cache
def kinds() -> tuple[str, ...]:
    """The names of all kinds."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(tilewright.puzzle.__path__) if module.ispkg))


def files_of_kinds(package: str) -> dict[str, ModuleType]:
    """By kind, its file in a package of a layer above; kinds without one are left out."""
    names = {kind: f"{package}.{kind}" for kind in kinds()}
    return {kind: import_module(name) for kind, name in names.items() if find_spec(name)}
