"""Nobody writes into somebody else's outcome or progress: outcomes are frozen, and a progress is written by its class alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import tilewright as tw

SOURCES = sorted(Path(tw.__file__).parent.rglob("*.py"))
OWNED = ("outcome", "progress")  # what such objects are called, as names, as ends of names and as attributes
CLASSES = ("Outcome", "Progress", "Searching")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def strangers(tree: ast.Module) -> Iterator[str]:
    """Where an attribute of an outcome or a progress is set that neither `self` is nor the function made; `stop` may be."""
    for function in ast.walk(tree):
        if isinstance(function, Function):
            owned = set(_annotated(function))
            made = {name for node in ast.walk(function) for name in _made(node)}
            for node in ast.walk(function):
                for target in _targets(node):
                    base = target.value
                    is_own = isinstance(base, ast.Name) and base.id in made
                    if _is_owned(base, owned) and not is_own and target.attr != "stop":
                        yield f"{function.name}, line {target.lineno}: {ast.unparse(target)}"


def _annotated(function: Function) -> Iterator[str]:
    arguments = function.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if each.annotation is not None and any(name in ast.unparse(each.annotation) for name in CLASSES):
            yield each.arg


def _made(node: ast.AST) -> Iterator[str]:
    """The names that stand for a new object."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        called = ast.unparse(node.value.func)
        if called.endswith(CLASSES):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _targets(node: ast.AST) -> Iterator[ast.Attribute]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    elif isinstance(node, ast.Delete):
        targets = node.targets
    for target in targets:
        for each in ast.walk(target):
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store | ast.Del):
                yield each


def _is_owned(base: ast.expr, owned: set[str]) -> bool:
    if isinstance(base, ast.Name):
        return base.id in owned or base.id.endswith(OWNED)
    return isinstance(base, ast.Attribute) and base.attr.endswith(OWNED)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_nobody_writes_into_what_another_owns(path: Path) -> None:
    assert [*strangers(ast.parse(path.read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize(
    "wrong",
    [
        "def f(progress): progress.nodes = 3",
        "def f(shown: Progress): shown.nodes += 1",
        "def f(self): self.outcome.ended = 'limit'",
        "def f(stream): stream.deadline.progress.started -= 1",
        "def f(found: Outcome | None): found.nodes, a = 1, 2",
    ],
)
def test_what_is_wrong_is_seen(wrong: str) -> None:
    assert len([*strangers(ast.parse(wrong))]) == 1


@pytest.mark.parametrize(
    "right",
    [
        "def f(self): self.nodes = 3",
        "def f(progress): progress.stop = True",
        "def f():\n progress = Progress()\n progress.started = 0",
        "def f(outcome): outcome = replace(outcome, nodes=3)",
    ],
)
def test_what_is_right_is_not(right: str) -> None:
    assert [*strangers(ast.parse(right))] == []


def test_outcomes_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        tw.Outcome(ended="limit").nodes = 3  # type: ignore[misc]
