"""DIMACS CNF with the map from variables to placements in its comments, for any SAT solver."""

from __future__ import annotations

from tilewright.cover.encodings.clauses import encode
from tilewright.formats import dimacs
from tilewright.formats.models.model import Model


def dump(model: Model) -> str:
    """The formula as DIMACS text; placement i is variable i + 1."""
    return dimacs.dump(model.compiled, encode(model.cover), [model.title])
