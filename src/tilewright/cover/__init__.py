"""Exact covers: what must be covered, and options that cover it; engines, which know nothing of boards and pieces.

The package itself can be called: `tilewright.cover(options)` is the function of that name in `api/cover.py`. Python puts
a package into the namespace of the one above it when it is first imported, over whatever has its name there.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """A package that bears the name of a public function, and so has to be that function, too, in `help` as well."""

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        from inspect import getdoc  # slow to import, and for `help` alone

        from tilewright.api.cover import cover as function  # the one import upwards: see above

        return f"cover(options, *, items=(), optional=(), copies=None) -> Cover\n\n{getdoc(function)}"

    def __call__(self, *arguments: Any, **words: Any) -> Any:
        from tilewright.api.cover import cover as function  # as above

        return function(*arguments, **words)


cover = sys.modules[__name__]
cover.__class__ = _CallablePackage
