"""How a series grows: what the next term will take, and how many tilings there are for each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from tilewright.series.term import Term

NOTICEABLE = 0.005  # seconds; faster terms say nothing of the next
USUAL = 3.0  # times the last, where nothing better is known


@dataclass(frozen=True)
class Estimate:
    """What a term may take: seconds, and bytes of memory."""

    seconds: float
    memory: int

    def __str__(self) -> str:
        return f"about {in_units(self.seconds)}, {self.memory / 1e6:,.0f} MB"


def estimate(before: Sequence[Term]) -> Estimate | None:
    """What the term after these may take, by the growth of the last of them; None while all were done at once.

    Of a series whose terms are 0 or trivial now and then only those that took their time are compared.

    >>> def term(n, seconds):
    ...     return Term((n,), 1, "", "", seconds, 50_000_000, "")
    >>> print(estimate([term(3, 0.01), term(4, 0.1), term(5, 1.0)]))
    about 10 s, 50 MB
    """
    slow = [term for term in before if term.seconds >= NOTICEABLE]
    if not slow:
        return None
    recent = slow[-3:]
    steps = sum(recent[-1].index) - sum(recent[0].index)
    factor = (recent[-1].seconds / recent[0].seconds) ** (1 / steps) if steps > 0 else USUAL
    held = [term.memory for term in before[-2:]]
    more = max(1.0, held[-1] / held[0]) if held[0] else 1.0  # nobody knows: not every system tells
    return Estimate(recent[-1].seconds * max(1.0, factor), round(held[-1] * more))


def in_units(seconds: float) -> str:
    """A time in two digits, with its unit."""
    for size, unit in ((86400.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s")):
        if seconds >= size:
            return f"{float(f'{seconds / size:.2g}'):g} {unit}"
    return f"{float(f'{seconds * 1000:.2g}'):g} ms"


def entropy(value: int, cells: int) -> float | None:
    """log(tilings) for each cell; None where there is no tiling.

    >>> round(entropy(12988816, 64), 4)
    0.2559
    """
    return log(value) / cells if value > 0 else None
