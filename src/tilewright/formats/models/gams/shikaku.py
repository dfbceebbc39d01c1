"""The GAMS text of a Shikaku: its table of clues, and rectangles as products of ranges of rows and columns."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.formats.models.gams.model import Text, name_of, statements
from tilewright.formats.models.model import Model
from tilewright.formats.puzzles.gams_table import sets_text, table_text
from tilewright.puzzle import Shikaku
from tilewright.puzzle.shikaku.puzzle import rectangle


@statements.register(Shikaku)
def _statements(puzzle: Shikaku, model: Model) -> Text:
    number = len(model.cover.options)
    candidates = f"k1*k{number}" if number else ""
    declarations = [
        f"{sets_text(puzzle.rows, puzzle.columns)}\n  k 'candidate rectangles' / {candidates} /;",
        "",
        table_text(puzzle),
        "set map(i,j,k) 'candidate k covers the cell' /",
        ",\n".join(f"  {word}" for word in _products(model)),
        "/;",
    ]
    equations = ["cover(i,j) 'every cell once, and so every clue: no candidate holds two'"]
    return Text(declarations, equations, ["cover(i,j).. sum(map(i,j,k), x(k)) =e= 1;"])


def _products(model: Model) -> Iterator[str]:
    """`(r1*r2).(c1*c3).k1` for each candidate."""
    for option, placement in enumerate(model.placements):
        top, left, height, width = rectangle(placement)
        yield f"{_range('r', top, height)}.{_range('c', left, width)}.{name_of(option)}"


def _range(letter: str, first: int, length: int) -> str:
    return f"{letter}{first + 1}" if length == 1 else f"({letter}{first + 1}*{letter}{first + length})"
