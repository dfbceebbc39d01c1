"""`tilewright check`: does it tile? Which rule fails, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.app import DONE, NO, JsonOption, PuzzleArgument, app
from tilewright.errors import NotationError


@app.command()
def check(
    puzzle: PuzzleArgument,
    solution: Annotated[
        Path | None,
        typer.Argument(metavar="[SOLUTION]", help="A solution: our JSON or a drawing; `-` for standard input."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check a solution: print `valid`, or each rule that fails and where (exit code 1).

    Example: `tilewright check examples/doodle-fit/two answer.txt`.
    """
    from tilewright import formats
    from tilewright.puzzle.check import faults

    posed = formats.load(puzzle)
    if solution is None:
        raise NotationError("check needs a SOLUTION file: expected our JSON or a drawing")
    wrong = faults(posed, formats.read_solution(solution, posed))
    if json:
        from tilewright.formats.answer import atom_cells, print_json, puzzle_row

        rows = [{"rule": f.rule, "text": f.text, "cells": atom_cells(posed, f.atoms)} for f in wrong]
        print_json({"tilewright": 1, "puzzle": puzzle_row(posed), "valid": not wrong, "faults": rows})
    elif wrong:
        for fault in wrong:
            print(f"{fault.rule}: {fault.text}")
    else:
        print("valid")
    raise typer.Exit(NO if wrong else DONE)
