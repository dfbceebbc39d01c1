"""GNU MathProg, for `glpsol --math FILE -w ANSWER`: the classic way of Doodle Fit."""

from __future__ import annotations

from tilewright.cover.encodings import mathprog
from tilewright.cover.problem import ExactCover
from tilewright.formats.models.model import Model


def dump(model: Model) -> str:
    """The model as MathProg text; the rows in the order pieces, cells."""
    place = {name: number for number, name in enumerate(model.row_names)}
    order = [place[row.name] for row in model.rows]
    new = {item: number for number, item in enumerate(order)}
    cover = model.cover
    sorted_cover = ExactCover(
        tuple(cover.lo[item] for item in order),
        tuple(cover.hi[item] for item in order),
        tuple(tuple(sorted(new[item] for item in option)) for option in cover.options),
    )
    return mathprog.dump(sorted_cover, [row.name for row in model.rows], model.columns, note=model.title)
