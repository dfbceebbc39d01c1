"""SMT-LIB 2 with pseudo-Boolean sums, for Z3 (`z3 FILE`)."""

from __future__ import annotations

from tilewright.formats.models.model import Model, ModelRow


def dump(model: Model) -> str:
    """The model as SMT-LIB text that asks for a model."""
    lines = [f"; {model.title}", "(set-option :produce-models true)"]
    lines += [f"(declare-const {column} Bool)" for column in model.columns]
    lines += [line for row in model.rows for line in _row(row)]
    return "\n".join([*lines, "(check-sat)", "(get-model)"]) + "\n"


def _row(row: ModelRow) -> list[str]:
    if not row.terms:
        return [f"(assert false) ; nothing covers {row.name}"] if row.lo else []
    weights = " ".join(str(times) for times, _ in row.terms)
    columns = " ".join(column for _, column in row.terms)
    asserted = [("pbeq", row.lo)] if row.lo == row.hi else []
    if row.lo != row.hi:
        asserted = [("pbge", row.lo)] * (row.lo > 0) + [("pble", row.hi)] * (row.hi is not None)  # type: ignore[list-item]
    return [f"(assert ((_ {test} {bound} {weights}) {columns})) ; {row.name}" for test, bound in asserted]
