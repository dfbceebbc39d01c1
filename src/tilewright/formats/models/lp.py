"""CPLEX LP, read by CBC, HiGHS, SCIP, Gurobi, glpsol --lp and others."""

from __future__ import annotations

from tilewright.formats.models.model import Model, ModelRow, wrap_words


def dump(model: Model) -> str:
    """The model as LP text."""
    # All columns stand in the objective, so that readers number them in our order.
    objective = [f"{'+ ' if i else ''}0 {column}" for i, column in enumerate(model.columns or ["none"])]
    lines = [f"\\ {model.title}", "Minimize", wrap_words([" obj:", *objective])]
    lines += ["Subject To", *(line for row in model.rows for line in _row(row))]
    bare = list(model.uncoverable_rows())
    if bare or not model.columns:
        lines += ["Bounds", " none = 0"]
    if model.columns:
        lines += ["Binary", wrap_words(["", *model.columns])]
    return "\n".join([*lines, "End"]) + "\n"


def _row(row: ModelRow) -> list[str]:
    words = [
        f"{'' if i == 0 else '+ '}{'' if times == 1 else f'{times} '}{column}"
        for i, (times, column) in enumerate(row.terms)
    ]
    words = words or (["none"] if row.lo else [])
    if not words:
        return []
    total = wrap_words([f" {{}}: {words[0]}", *words[1:]])
    if row.lo == row.hi:
        return [total.format(row.name) + f" = {row.lo}"]
    lines = [total.format(f"{row.name}_lo") + f" >= {row.lo}"] if row.lo else []
    return lines + ([total.format(f"{row.name}_hi") + f" <= {row.hi}"] if row.hi is not None else [])
