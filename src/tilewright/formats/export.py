"""A puzzle as a text for other programs: another solver's model, or another format of puzzles."""

from __future__ import annotations

from tilewright import formats
from tilewright.errors import NotationError, quote
from tilewright.formats.models import MODELS
from tilewright.formats.models import export as export_model
from tilewright.puzzle import Puzzle


def export_names() -> tuple[str, ...]:
    """The names of all models and formats."""
    return (*MODELS, *formats.names())


def export(puzzle: Puzzle, to: str, model: str = "placements") -> str:
    """The text of a puzzle as the model or in the format called `to`; NotationError lists those there are.

    model: what variables stand for, "placements" or, as DIMACS, "cells" (states of cells, as in the Tetris-filling report).

    >>> from tilewright import load
    >>> export(load("FNPUV@5x5"), "notation")
    'FNPUV@5x5'
    """
    if to not in export_names():
        raise NotationError(f"format {quote(to)}: expected one of {', '.join(export_names())}")
    if to not in MODELS and model != "placements":
        raise NotationError(f"model {quote(model)} as {to}: expected a model of a solver, such as dimacs")
    return export_model(puzzle, to, model) if to in MODELS else formats.dump(puzzle, to)
