"""DIMACS: the formula of a puzzle for any SAT solver, with the map from variables to placement ids in its comments.

It is ASCII throughout, for there are programs that read nothing else: ids are written as `certificate.escape_id` does.

DIMACS CNF with the map from variables to placements in its comments, for any SAT solver.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.cover.formula import Cnf, Encoded, encode
from tilewright.formats.certificate import escape_id
from tilewright.formats.model import Model
from tilewright.puzzle.compiled import Compiled


def dump_formula(compiled: Compiled, encoded: Encoded, notes: Sequence[str] = (), cnf: Cnf | None = None) -> str:
    """The formula (or `cnf`, when clauses were added to it); a line `c x ID` says what variable x stands for."""
    ids = (escape_id(compiled.placement(option).id) for option in range(len(compiled.cover.options)))
    lines = [f"{variable} {id}" for variable, id in zip(encoded.option.tolist(), ids, strict=True)]
    return (cnf or encoded.cnf).dimacs([*notes, *lines])


def dump_dimacs(model: Model) -> str:
    """The formula as DIMACS text; placement i is variable i + 1."""
    return dump_formula(model.compiled, encode(model.cover), [model.title])
