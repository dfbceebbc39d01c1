"""Modules that are imported when something of them is first used: slow ones, and extras that may not be installed.

if TYPE_CHECKING:
    import numpy as np
else:
    np = lazy("numpy")  # slow to import, and for outlines only
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class LazyModule(ModuleType):
    """A module in waiting; what has been asked of it once is kept, so that a second look costs nothing."""

    def __getattr__(self, name: str) -> object:
        """Import the module and return what it calls `name`. Raises ImportError when it is not installed."""
        found: object = getattr(import_module(self.__name__), name)
        setattr(self, name, found)
        return found


def lazy(name: str) -> ModuleType:
    """Return a stand-in for a module, which imports it when something of it is first used.

    >>> lazy("textwrap").shorten("one two three", 8, placeholder="")
    'one two'
    """
    return LazyModule(name)
