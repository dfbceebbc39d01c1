"""OPB, the form of pseudo-Boolean solvers: `+1 x1 +1 x4 = 1 ;`. Placement i is x(i + 1), as the comments say."""

from __future__ import annotations

from tilewright.formats.models.model import Model


def dump(model: Model) -> str:
    """The model as OPB text."""
    number = {column: index for index, column in enumerate(model.columns, start=1)}
    body = []
    for row in model.rows:
        total = " ".join(f"+{times} x{number[column]}" for times, column in row.terms) or "+0 x1"
        if row.lo == row.hi:
            body.append(f"{total} = {row.lo} ;")
            continue
        if row.lo:
            body.append(f"{total} >= {row.lo} ;")
        if row.hi is not None and row.terms:  # the form knows >= only
            body.append(f"{total.replace('+', '-')} >= -{row.hi} ;")
    head = [f"* #variable= {max(1, len(number))} #constraint= {len(body)}", f"* {model.title}"]
    head += [f"* x{index} {placement.id}" for index, placement in enumerate(model.placements, start=1)]
    head += [f"* x{number[column]} {column}" for column in model.columns[len(model.placements) :]]
    return "\n".join([*head, *body]) + "\n"
