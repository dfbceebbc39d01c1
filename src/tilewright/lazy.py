"""Modules that are imported when something of them is first used: slow ones, and extras that may not be installed.

if TYPE_CHECKING:
    import numpy as np
else:
    np = lazy("numpy")  # slow to import, and for outlines only
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class lazy(ModuleType):  # noqa: N801  it is called like a function
    """A stand-in for a module, which imports it when something of it is first used, and keeps what was asked of it once.

    >>> lazy("textwrap").shorten("one two three", 8, placeholder="")
    'one two'
    """

    def __getattr__(self, name: str) -> object:
        """Import the module and return what it calls `name`. Raises ImportError when it is not installed."""
        found: object = getattr(import_module(self.__name__), name)
        setattr(self, name, found)
        return found
