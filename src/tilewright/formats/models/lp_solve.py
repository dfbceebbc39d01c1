"""lp_solve's own LP dialect, for `lp_solve -S3 FILE`."""

from __future__ import annotations

from tilewright.formats.models.model import Model, ModelRow, wrap_words


def dump(model: Model) -> str:
    """The model as lp_solve text."""
    lines = [f"/* {model.title} */", "max: ;", *(line for row in model.rows for line in _row(row))]
    if any(True for _ in model.uncoverable_rows()):
        lines.append("none = 0;")
    if model.columns:
        lines.append(wrap_words([f"bin {model.columns[0]}", *(f", {column}" for column in model.columns[1:])]) + ";")
    return "\n".join(lines) + "\n"


def _row(row: ModelRow) -> list[str]:
    words = [
        f"{'' if i == 0 else '+ '}{'' if times == 1 else f'{times} '}{column}"
        for i, (times, column) in enumerate(row.terms)
    ]
    if not words:
        return [f"{row.name}: none >= {row.lo};"] if row.lo else []
    # A relation of one variable is a bound to lp_solve, unless it has a name, as all of ours have.
    total = wrap_words([f"{{}}: {words[0]}", *words[1:]])
    if row.lo == row.hi:
        return [total.format(row.name) + f" = {row.lo};"]
    lines = [total.format(f"{row.name}_lo") + f" >= {row.lo};"] if row.lo else []
    return lines + ([total.format(f"{row.name}_hi") + f" <= {row.hi};"] if row.hi is not None else [])
