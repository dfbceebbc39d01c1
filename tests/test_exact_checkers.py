"""What checks an answer, a reason or a certificate computes with whole numbers, fractions and exact numbers alone."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright
import tilewright as tw
from tests.campaign.solvable import cut_polygons
from tilewright.kinds.polygons.surd import Surd
from tilewright.puzzle.rules import Reason

SOURCE = Path(tilewright.__file__).parent
CHECKERS = (
    "puzzle/check.py",
    "puzzle/rules.py",
    "kinds/packing/check.py",
    "kinds/packing/constraints.py",
    "kinds/shikaku/check.py",
    "kinds/edges/check.py",
    "kinds/polygons/check.py",
    "explain/checkers.py",
    "explain/count_states.py",
    "exact_cover/proof_check.py",
    "api/certificate.py",
    "formats/certificate.py",
)
WHOLE = {
    "gcd",
    "lcm",
    "isqrt",
    "prod",
    "comb",
    "factorial",
    "inf",
    "isinf",
}  # of `math`; the last two are of time limits
DIVIDES_EXACTLY = (
    "kinds/polygons/check.py",
)  # numbers with square roots; the test below shows that no float is made of them


def floats_in(tree: ast.AST) -> Iterator[str]:
    """What makes or compares floats, or tells things apart by where they are in memory."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex()):
                yield f"line {node.lineno}: {node.value}"
            case ast.Call(func=ast.Name(id="float" | "complex" | "round" | "id" | "hash") as name):
                yield f"line {node.lineno}: {name.id}(...)"
            case ast.Name(id="isclose") | ast.Attribute(attr="isclose" | "random"):
                yield f"line {node.lineno}: {ast.unparse(node)}"
            case ast.Import(names=names) if any(name.name in ("math", "cmath", "numpy", "random") for name in names):
                yield f"line {node.lineno}: {ast.unparse(node)}"
            case ast.ImportFrom(module="math", names=names) if not {name.name for name in names} <= WHOLE:
                yield f"line {node.lineno}: {ast.unparse(node)}"


def divisions_in(tree: ast.AST) -> Iterator[str]:
    return (
        ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
    )


@pytest.mark.parametrize("name", CHECKERS)
def test_checkers_have_no_floats(name: str) -> None:
    tree = ast.parse((SOURCE / name).read_text("utf-8"))
    assert list(floats_in(tree)) == []
    if name not in DIVIDES_EXACTLY:
        assert list(divisions_in(tree)) == []


def test_every_kind_s_checker_is_looked_at() -> None:
    assert {f"kinds/{path.parent.name}/check.py" for path in SOURCE.glob("kinds/*/check.py")} <= set(CHECKERS)


@pytest.mark.parametrize(
    "code",
    [
        "x = 0.5",
        "float(x)",
        "import math",
        "from math import atan2",
        "isclose(a, b)",
        "1j",
        "hash(x)",
        "id(x)",
        "round(x)",
    ],
)
def test_what_is_not_exact_is_seen(code: str) -> None:
    assert list(floats_in(ast.parse(code)))


def test_polygons_are_checked_without_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the functions on numbers and areas that the checker uses."""
    puzzles = [cut_polygons(random.Random(seed)) for seed in range(20)]

    def refuse(number: Surd) -> float:
        raise AssertionError(f"{number} became a float")

    monkeypatch.setattr(Surd, "__float__", refuse)
    for made in puzzles:
        checkers = made.puzzle.checkers
        assert tw.faults(made.puzzle, made.tiling) == []
        assert tw.faults(made.puzzle, made.tiling[1:], partial=True) == []
        assert all(checkers.reason_fault(Reason(kind, "")) for kind in checkers.checkable_reasons())
