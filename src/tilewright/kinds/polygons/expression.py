"""Exact numbers and points as people write them: `sqrt(2)/2`, `(1+sqrt(5))/2`, `0.25`; WKT with such numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds.polygons.surd import Surd

LONGEST = 200  # characters of an expression
LONGEST_NUMBER = 40  # digits
FARTHEST = 10**6  # what a coordinate may be
MOST_CORNERS = 500  # of a polygon
EXPECTED = "a number such as 3, 1/2, 0.25, sqrt(2)/2 or (1+sqrt(5))/2"

Point = tuple[Surd, Surd]

_OPERATIONS: dict[type[ast.operator], Callable[[Surd, Surd], Surd]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


def parse_number(value: object) -> Surd:
    """Return the number of an expression, or of a TOML number, exactly. Raises NotationError for anything else.

    >>> parse_number("sqrt(2)/2 + 0.5")
    Surd('1/2+1/2*sqrt(2)')
    >>> parse_number(0.1)
    Surd('1/10')
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise NotationError(f"{quote(repr(value)[:80])}: expected {EXPECTED}")
    text = (str(value) if isinstance(value, int) else repr(value)) if not isinstance(value, str) else value.strip()
    if len(text) > LONGEST:
        raise NotationError(
            f"{quote(text[:60])}...: an expression of {len(text)} characters: expected at most {LONGEST}"
        )
    if not re.fullmatch(r"[0-9a-z.+*/()\s-]+", text) or "**" in text or "//" in text:
        raise NotationError(f"{quote(text)}: expected {EXPECTED}")
    try:
        number = _value(ast.parse(text, mode="eval").body, text)
    except ZeroDivisionError:
        raise NotationError(f"{quote(text)} divides by zero: expected {EXPECTED}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotationError(f"{quote(text)}: expected {EXPECTED}") from None
    if abs(float(number)) > FARTHEST:
        raise LimitError(f"{quote(text)}: expected a number of at most {FARTHEST:,}")
    return number


def _value(node: ast.expr, text: str) -> Surd:
    """The value of what may stand in an expression; nothing else is looked at."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        written = ast.get_source_segment(text, node) or ""
        if len(written) > LONGEST_NUMBER or not re.fullmatch(r"\d*\.?\d*(e-?\d{1,2})?", written):
            raise NotationError(f"{quote(written)}: expected a number of at most {LONGEST_NUMBER} digits")
        return Surd.of(Fraction(written))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value(node.operand, text)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_value(node.left, text), _value(node.right, text))
    is_root = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sqrt"
    if is_root and isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        return _root(_value(node.args[0], text))
    raise NotationError(f"{quote(text)}: expected {EXPECTED}")


def _root(under: Surd) -> Surd:
    if under.sign() < 0:
        raise NotationError(f"sqrt({under}) is not real: expected {EXPECTED}")
    found = under.sqrt()
    if found is None:
        raise NotationError(
            f"sqrt({under}) is no sum of square roots of whole numbers: expected corners in a field such as Q(sqrt(2), sqrt(3))"
        )
    return found


def parse_point(value: object) -> Point:
    """Return a point `[x, y]`. Raises NotationError."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NotationError(f"{quote(repr(value)[:80])}: expected a corner [x, y]")
    return parse_number(value[0]), parse_number(value[1])


def parse_ring(value: object) -> tuple[Point, ...]:
    """Return the corners of a list, or of text such as "0 0, 1 0, 0 sqrt(2)/2". Raises NotationError."""
    if isinstance(value, str):
        pairs = [_pair(part) for part in value.split(",")]
    elif isinstance(value, list | tuple):
        pairs = [parse_point(each) for each in value] if len(value) <= MOST_CORNERS + 1 else []
    else:
        raise NotationError(f"{quote(repr(value)[:80])}: expected a list of corners [x, y]")
    if len(pairs) > 1 and pairs[0] == pairs[-1]:
        del pairs[-1]
    if not 3 <= len(pairs) <= MOST_CORNERS:
        raise NotationError(f"a polygon of {len(pairs) or len(value)} corners: expected 3 to {MOST_CORNERS}")
    return tuple(pairs)


def _pair(text: str) -> Point:
    """Two expressions with a blank between them; within one there are none."""
    words = text.split()
    if len(words) != 2:
        raise NotationError(f"{quote(text.strip())}: expected a corner `x y`, without blanks inside x and y")
    return parse_number(words[0]), parse_number(words[1])


def parse_wkt(text: str) -> list[list[tuple[Point, ...]]]:
    """Return the rings of each polygon of WKT, whose numbers may be expressions. Raises NotationError.

    >>> [[len(ring) for ring in rings] for rings in parse_wkt("POLYGON ((0 0, sqrt(2) 0, 0 1, 0 0))")]
    [[3]]
    """
    found = re.fullmatch(r"\s*(MULTI)?POLYGON\s*(\(.*\))\s*", text, re.IGNORECASE | re.DOTALL)
    if not found:
        raise NotationError(f"{quote(text[:60])}: expected WKT such as POLYGON ((0 0, 1 0, 0 sqrt(2), 0 0))")
    nested = _nested(found[2], 2 if found[1] is None else 3)
    return [[parse_ring(ring) for ring in polygon] for polygon in (nested if found[1] else [nested])]


def _nested(text: str, depth: int) -> Any:
    """What stands in so many brackets, as lists of texts; brackets of expressions are left in them."""
    text = text.strip()
    if depth == 0:
        return text
    if text[:1] != "(" or text[-1:] != ")":
        raise NotationError(f"{quote(text[:60])}: expected brackets around it, as in POLYGON ((0 0, 1 0, 0 1, 0 0))")
    parts, level, start = [], 0, 1
    for place, mark in enumerate(text):
        level += (mark == "(") - (mark == ")")
        if level == 0 and place < len(text) - 1:
            raise NotationError(f"{quote(text[:60])}: expected brackets that match")
        if mark == "," and level == 1 and depth > 1:
            parts.append(text[start:place])
            start = place + 1
    if level:
        raise NotationError(f"{quote(text[:60])}: expected brackets that match")
    inner = [*parts, text[start:-1]]
    return [_nested(part, depth - 1) for part in inner] if depth > 1 else text[1:-1]
