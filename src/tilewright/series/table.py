"""A series as others read it: a b-file, a plot."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10

from tilewright.render.canvas import Canvas
from tilewright.render.theme import LIGHT, Theme
from tilewright.series.pattern import Index
from tilewright.series.term import Term

WIDTH, HEIGHT = 14.0, 8.0  # of the plot, in cells
SIZE = 0.45  # of its letters


def bfile(terms: Sequence[Term], head: Sequence[str] = ()) -> str:
    """The lines of a b-file: what it is of, then `n a(n)` in rising order.

    The terms of a table are numbered 1, 2, 3, ... in the order of its antidiagonals, those that are not there left out.

    >>> print(bfile([Term((2,), 5, "", "", 0, 0, "")], ["dominoes*@4x{n}"]), end="")
    # dominoes*@4x{n}
    2 5
    """
    lines = [f"# {line}" for line in head]
    for place, term in enumerate(sorted(terms, key=_order), start=1):
        lines.append(f"{term.index[0] if len(term.index) == 1 else place} {term.value}")
    return "\n".join(lines) + "\n"


def _order(term: Term) -> tuple[int, Index]:
    return sum(term.index), term.index


def plot(terms: Sequence[Term], title: str, theme: Theme = LIGHT) -> str:
    """The terms above their n, on a logarithmic scale; those that are 0 are left out. An SVG document."""
    points = [(term.index[0], _log(term.value)) for term in sorted(terms, key=_order) if term.value > 0]
    canvas = Canvas(theme, 32.0)
    top = max([1, *(ceil(y) for _, y in points)])
    first, last = min((x for x, _ in points), default=0), max((x for x, _ in points), default=1)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - first) / max(1, last - first) * WIDTH, HEIGHT * (1 - y / top)

    step = max(1, ceil(top / 6))
    for power in range(0, top + 1, step):
        _, y = at(first, power)
        canvas.line([(0, y), (WIDTH, y)], fill="none", stroke=theme.soft, width=0.02)
        canvas.text(f"10^{power}", (-0.3, y), SIZE, theme.ink, anchor="end")
    for x in range(first, last + 1, max(1, ceil((last - first) / 14))):
        canvas.text(str(x), (at(x, 0)[0], HEIGHT + 0.6), SIZE, theme.ink)
    if points:
        canvas.line([at(*point) for point in points], fill="none", stroke=theme.ink, width=0.05)
    for point in points:
        canvas.circle(at(*point), 0.12, fill=theme.ink)
    canvas.text(title, (WIDTH / 2, -0.8), SIZE, theme.ink, bold=True)
    return canvas.svg(title=title)


def _log(value: int) -> float:
    """log10, of numbers beyond what a float holds too."""
    digits = len(str(value)) - 1
    return log10(value / 10**digits) + digits
