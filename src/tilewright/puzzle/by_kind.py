"""Functions that a layer defines for each kind of puzzle, in a file of the kind's name."""

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

    Before the first call for a kind, the file `KIND.py` of the package that `by_kind` is used in is imported, if there
    is one: it registers what it has with `@function.register(Kind)`. What no kind registers, the plain function does.
    """

    def __init__(self, function: Callable[Concatenate[Puzzle, P], R]) -> None:
        self.package = function.__module__.rpartition(".")[0]
        self.dispatcher = singledispatch(function)
        self.known: set[str] = set()
        update_wrapper(self, function)

    def __call__(self, puzzle: Puzzle, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The answer for a puzzle of this kind."""
        if puzzle.kind not in self.known:
            name = f"{self.package}.{puzzle.kind}"
            if find_spec(name):
                import_module(name)
            self.known.add(puzzle.kind)
        return self.dispatcher.dispatch(type(puzzle))(puzzle, *args, **kwargs)

    def register(self, kind: type[Puzzle]) -> Callable[[F], F]:
        """Decorator: the function to call for puzzles of this class."""
        register: Callable[[F], F] = self.dispatcher.register(kind)  # type: ignore[assignment]
        return register


def by_kind(function: Callable[Concatenate[Puzzle, P], R]) -> ByKind[P, R]:
    """Decorator: the function of a layer, to be registered for each kind of puzzle."""
    return ByKind(function)
