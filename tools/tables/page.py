"""What all tables share: reading measurements, writing Markdown, and putting tables into a page.

A table stands between `<!-- table NAME -->` and `<!-- end -->`; what is written by hand around it is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DATA = ROOT / "docs" / "data"
MEASURED = ROOT / "docs" / "measured"
Tables = dict[str, Callable[[], str]]


def read(name: str) -> Any:
    """A file of measurements."""
    return json.loads((DATA / name).read_text())


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def ms(seconds: float | None) -> str:
    """Seconds as milliseconds, with three or so digits; nothing for None."""
    if seconds is None:
        return ""
    value = seconds * 1000
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def filled(text: str, tables: Tables) -> str:
    """The text of a page with the tables that it has places for."""

    def place(found: re.Match[str]) -> str:
        return f"<!-- table {found[1]} -->\n{tables[found[1]]()}\n<!-- end -->"

    return re.sub(r"<!-- table ([\w-]+) -->\n.*?<!-- end -->", place, text, flags=re.DOTALL)
