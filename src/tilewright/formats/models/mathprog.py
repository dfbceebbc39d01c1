"""GNU MathProg, for `glpsol --math FILE -w ANSWER`: the classic way of Doodle Fit."""

from __future__ import annotations

from tilewright.cover.encodings import mathprog
from tilewright.cover.problem import ExactCover
from tilewright.formats.models.model import Model


def dump(model: Model) -> str:
    """The model as MathProg text; the rows in the order pieces, cells."""
    place = {name: number for number, name in enumerate(model.row_names)}
    order = [place[name] for name in dict.fromkeys(row.name for row in model.rows) if name in place]
    order += [item for item in range(len(place)) if item not in set(order)]  # whose colors are all alike
    new = {item: number for number, item in enumerate(order)}
    cover = model.cover
    rows = [
        sorted((new[item], color) for item, color in zip(option, colors, strict=True))
        for option, colors in zip(cover.options, cover.color_rows, strict=True)
    ]
    sorted_cover = ExactCover(
        tuple(cover.lo[item] for item in order),
        tuple(cover.hi[item] for item in order),
        tuple(tuple(item for item, _ in row) for row in rows),
        colors=[color for row in rows for _, color in row] if cover.colors else (),
    )
    return mathprog.dump(
        sorted_cover, [model.row_names[item] for item in order], model.placement_columns, note=model.title
    )
