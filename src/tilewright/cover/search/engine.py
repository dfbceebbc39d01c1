"""What an engine is, and the registry. An engine is one file in this package: a class with `@register`.

The shortest complete engine is `reference.py`; start from it. The contract, tested for every engine by
`tests/cover/test_engine_contract.py`:

- `solutions` yields batches of distinct solutions in an order that depends on nothing but the cover and the limit;
- it keeps `report` true while it runs, and sets `report.ended` before it returns;
- it stops at the limit, and at most 0.2 s after `KeyboardInterrupt`, `report.stop` or the closing of the generator;
- `unavailable` and `refuses` say in one line why not and what to do, without doing any work.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import ClassVar

from tilewright.arguments import check_engine
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import EngineUnavailableError, UnknownEngineError, quote


class Engine:
    """Base of all engines."""

    name: ClassVar[str]
    summary: ClassVar[str]
    complete: ClassVar[bool] = True  # whether it can prove that there is no (further) solution
    counts: ClassVar[bool] = False  # whether `count` is better than listing

    def unavailable(self) -> str | None:
        """Why the engine cannot run here, with the fix, or None."""
        return None

    def refuses(self, cover: ExactCover) -> str | None:
        """Why the engine cannot take this cover, or None."""
        return None

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        raise NotImplementedError

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions (of those found, when `report.ended` is not "exhausted")."""
        return sum(len(batch) for batch in self.solutions(cover, limit, report, threads))


_registry: dict[str, Engine] = {}


def register(cls: type[Engine]) -> type[Engine]:
    """Class decorator: makes an engine known under its `name`."""
    _registry[cls.name] = cls()
    return cls


def engines() -> dict[str, Engine]:
    """All engines by name, available here or not."""
    package = import_module("tilewright.cover.engines")
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"tilewright.cover.engines.{module.name}")
    return dict(sorted(_registry.items()))


def engine(name: str, cover: ExactCover | None = None) -> Engine:
    """The engine called `name`, ready to run (on this cover, if given); EngineUnavailableError says why not."""
    check_engine(name)
    if name not in _registry and name.isidentifier():
        with suppress(ModuleNotFoundError):  # an engine's file bears its name, so the others need not be imported
            import_module(f"tilewright.cover.engines.{name}")
    if name not in _registry and name not in engines():
        raise UnknownEngineError(f"unknown engine {quote(name)}: expected one of {', '.join(engines())}")
    found = _registry[name]
    reason = found.unavailable() or (found.refuses(cover) if cover is not None else None)
    if reason:
        raise EngineUnavailableError(f"engine {name}: {reason}")
    return found
