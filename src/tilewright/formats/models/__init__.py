"""Models for other solvers: one file each, with `dump(model) -> str`. A new one is a file and its name in `MODELS`."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from tilewright.errors import NotationError, quote
from tilewright.formats.models import cells
from tilewright.formats.models.model import Model
from tilewright.puzzle import Puzzle

__all__ = ["MODELS", "VARIABLES", "Model", "export"]

# Name on the command line -> module of this package.
MODELS = {
    "mathprog": "mathprog",
    "lp": "lp",
    "lp_solve": "lp_solve",
    "mps": "mps",
    "dimacs": "dimacs",
    "opb": "opb",
    "smtlib": "smtlib",
    "gams": "gams.model",
    "dlx": "dlx",
    "equations": "equations",
}


class _Format(Protocol):
    def dump(self, model: Model) -> str:
        """The model as text."""


UNCOLORED = ("gams",)  # which cannot state covers with colors

# What the variables of a formula stand for.
VARIABLES = ("placements", "cells")


def export(puzzle: Puzzle, name: str, variables: str = "placements") -> str:
    """Return the puzzle as a model in the format called `name`. Raises NotationError listing the names there are.

    variables: "placements", or for DIMACS also "cells": one for each cell and state, as in the Tetris-filling report.

    >>> from tilewright import Packing
    >>> print(export(Packing.parse("tetrominoes:O@2x2"), "dlx").splitlines()[1])
    c00 c01 c10 c11 bO
    """
    if name not in MODELS:
        raise NotationError(f"unknown model format {name!r}: expected one of {', '.join(MODELS)}")
    if variables not in VARIABLES or (variables == "cells" and name != "dimacs"):
        raise NotationError(f"model {quote(variables)} as {name}: expected placements, or cells as dimacs")
    if variables == "cells":
        return cells.dump(puzzle)
    module = cast(_Format, import_module(f"tilewright.formats.models.{MODELS[name]}"))
    model = Model.of(puzzle)
    if model.cover.colors and name in UNCOLORED:
        others = ", ".join(other for other in MODELS if other not in UNCOLORED)
        raise NotationError(f"{name} cannot say that placements share an edge by its label: expected one of {others}")
    return module.dump(model)
