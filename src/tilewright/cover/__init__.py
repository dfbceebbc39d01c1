"""Exact covers: what must be covered, and options that cover it; engines, which know nothing of boards and pieces.

The package itself can be called: `tilewright.cover(options)` is the function of that name in `api/cover.py`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """A package that bears the name of a public function, and so has to be that function, too, in `help` as well."""

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        from inspect import cleandoc  # slow to import, and for `help` alone

        call = "cover(options, *, items=(), optional=(), copies=None) -> Cover"
        return f"{call}\n\n{cleandoc(import_module('tilewright.api.cover').cover.__doc__ or '')}"

    def __call__(self, *arguments: Any, **words: Any) -> Any:
        return import_module("tilewright.api.cover").cover(*arguments, **words)


cover = sys.modules[__name__]
cover.__class__ = _CallablePackage
