"""Free MPS, read by every solver of linear programs."""

from __future__ import annotations

from tilewright.formats.models.model import Model


def dump(model: Model) -> str:
    """The model as MPS text: exact rows are E, ranges are G with a range or L."""
    rows = [row for row in model.rows if row.terms or row.lo]
    senses = {
        row.name: "E" if row.lo == row.hi else "G" if row.lo else "L" for row in rows if row.lo or row.hi is not None
    }
    rows = [row for row in rows if row.name in senses]
    lines = [
        f"* {model.title}",
        "NAME tilewright FREE",
        "ROWS",
        " N obj",
        *(f" {senses[row.name]} {row.name}" for row in rows),
    ]
    by_column: dict[str, list[str]] = {column: [] for column in model.columns}
    for row in rows:
        for times, column in row.terms:
            by_column[column].append(f" {column} {row.name} {times}")
    lines.append("COLUMNS")
    for column, entries in by_column.items():
        lines += entries or [f" {column} obj 0"]
    if not by_column:
        lines.append(" none obj 0")
    lines.append("RHS")
    lines += [f" rhs {row.name} {row.hi if senses[row.name] == 'L' else row.lo}" for row in rows]
    ranged = [row for row in rows if senses[row.name] == "G" and row.hi is not None]
    if ranged:
        lines += ["RANGES", *(f" rng {row.name} {(row.hi or 0) - row.lo}" for row in ranged)]
    lines += ["BOUNDS", *(f" BV bnd {column}" for column in model.columns), "ENDATA"]
    return "\n".join(lines) + "\n"
