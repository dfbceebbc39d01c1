"""Functions that a layer defines for each kind of puzzle, in files that bear the kind's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch, update_wrapper
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from tilewright.puzzle.puzzle import Puzzle

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class ByKind(Generic[P, R]):
    """`functools.singledispatch` on a puzzle, which is the first argument.

    Before the first call for a kind, a file beside the function's is imported that registers what the kind has with
    `@function.register(Kind)`: for a function of `why.py` it is `why_KIND.py` if there is one, else `KIND.py` beside it,
    else `KIND.py` of the layer. What no kind registers, the plain function does.
    """

    def __init__(self, function: Callable[Concatenate[Puzzle, P], R]) -> None:
        self.module = function.__module__
        self.dispatcher = singledispatch(function)
        self.known: set[str] = set()
        update_wrapper(self, function)

    def __call__(self, puzzle: Puzzle, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The answer for a puzzle of this kind."""
        if puzzle.kind not in self.known:
            self._import_file(puzzle.kind)
            self.known.add(puzzle.kind)
        return self.dispatcher.dispatch(type(puzzle))(puzzle, *args, **kwargs)

    def _import_file(self, kind: str) -> None:
        package = self.module.rpartition(".")[0]
        layer = ".".join(self.module.split(".")[:2])
        for name in (f"{self.module}_{kind}", f"{package}.{kind}", f"{layer}.{kind}"):
            if find_spec(name):
                import_module(name)
                return

    def register(self, kind: type[Puzzle]) -> Callable[[F], F]:
        """Decorator: the function to call for puzzles of this class."""
        register: Callable[[F], F] = self.dispatcher.register(kind)  # type: ignore[assignment]
        return register


def by_kind(function: Callable[Concatenate[Puzzle, P], R]) -> ByKind[P, R]:
    """Decorator: the function of a layer, to be registered for each kind of puzzle."""
    return ByKind(function)
