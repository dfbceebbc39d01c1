"""`tilewright check`: does it tile? Which rule fails, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import DONE, LIMIT_REACHED, NO, JsonOption, LimitOption, OpenOption, PuzzleArgument, app
from tilewright.errors import NotationError, printable

if TYPE_CHECKING:
    from tilewright.puzzle import Puzzle


@app.command()
def check(
    puzzle: PuzzleArgument,
    solution: Annotated[
        Path | None,
        typer.Argument(metavar="[SOLUTION]", help="A solution: our JSON or a drawing; `-` for standard input."),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof", metavar="FILE", help="Check a certificate that `verdict --proof` or `count --proof` wrote."
        ),
    ] = None,
    open_cells: OpenOption = None,
    limit: LimitOption = None,
    json: JsonOption = False,
) -> None:
    """Check a solution: print `valid`, or each rule that fails and where (exit code 1); or check a certificate.

    Examples: `tilewright check examples/doodle-fit/two answer.txt`, `tilewright check LPNUV@5x5 --proof none.cnf`.
    """
    from tilewright import formats
    from tilewright.formats.family import load_member
    from tilewright.puzzle.check import faults

    posed = load_member(puzzle, open_cells)
    if (solution is None) == (proof is None):
        raise NotationError("check needs a SOLUTION file (our JSON or a drawing) or --proof FILE, one of the two")
    if proof is not None:
        return _check_proof(posed, proof, limit, json)
    assert solution is not None
    wrong = faults(posed, formats.read_solution(solution, posed))
    if json:
        from tilewright.formats.answer import atom_cells, print_json, puzzle_row

        rows = [{"rule": f.rule, "text": f.text, "cells": atom_cells(posed, f.atoms)} for f in wrong]
        print_json({"tilewright": 1, "puzzle": puzzle_row(posed), "valid": not wrong, "faults": rows})
    elif wrong:
        for fault in wrong:
            print(printable(f"{fault.rule}: {fault.text}"))
    else:
        print("valid")
    raise typer.Exit(NO if wrong else DONE)


def _check_proof(posed: Puzzle, proof: Path, limit: float | None, json: bool) -> None:
    from tilewright.api.certificate import check_proof

    checked = check_proof(posed, proof, limit)
    if json:
        from tilewright.formats.answer import print_json, puzzle_row

        print_json(
            {
                "tilewright": 1,
                "puzzle": puzzle_row(posed),
                "valid": bool(checked.good),
                "proof": "unchecked" if checked.good is None else "checked",
                "claim": checked.claim,
                "text": checked.text,
            }
        )
    else:
        word = {True: "valid", False: "invalid", None: "unchecked"}[checked.good]
        print(printable(f"{word}: {checked.claim + ': ' if checked.claim else ''}{checked.text}"))
    raise typer.Exit({True: DONE, False: NO, None: LIMIT_REACHED}[checked.good])
