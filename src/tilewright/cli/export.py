"""`tilewright export` and `tilewright read`: other solvers' models out, their answers in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.app import DONE, NO, ForceOption, JsonOption, OpenOption, OutputOption, PuzzleArgument, app
from tilewright.errors import NotationError


@app.command()
def export(
    puzzle: PuzzleArgument,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="mathprog, lp, lp_solve, mps, dimacs, opb, smtlib, gams, dlx, equations; or toml, json, blocks, shikaku, puzz.link, tatham, pzprv3, xmpuzzle, notation.",
        ),
    ],
    open_cells: OpenOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
) -> None:
    """Write a puzzle as another solver's model, or in another puzzle format.

    The classic walk: `tilewright export two --to mathprog > two.mod`, `glpsol --math two.mod -w two.sol`,
    `tilewright read two two.sol`.
    """
    from tilewright import formats
    from tilewright.files import write
    from tilewright.formats.family import load_member
    from tilewright.formats.models import MODELS
    from tilewright.formats.models import export as export_model

    posed = load_member(puzzle, open_cells)
    names = [*MODELS, *formats.names()]
    if to not in names:
        raise NotationError(f"--to {to}: expected one of {', '.join(names)}")
    text = export_model(posed, to) if to in MODELS else formats.dump(posed, to)
    for note in formats.notes(posed, to):
        print(f"tilewright: note: {note}", file=sys.stderr)
    for path in output or []:
        write(path, text, force)
    if not output:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")


@app.command()
def read(
    puzzle: PuzzleArgument,
    answer: Annotated[str, typer.Argument(metavar="SOLVERFILE", help="What the solver wrote; `-` for standard input.")],
    open_cells: OpenOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Read another solver's answer to an exported model, check it and draw it.

    Reads what glpsol -w, lp_solve -S3, CBC, HiGHS, MiniSat and CaDiCaL write.
    """
    from tilewright.api.solve import Solved
    from tilewright.cli.color import print_tiling
    from tilewright.cli.output import check_outputs, write_tilings
    from tilewright.explain.reason import Reason
    from tilewright.formats.family import load_member
    from tilewright.formats.models.answers import read_answer
    from tilewright.formats.source import read_text
    from tilewright.puzzle import Tiling
    from tilewright.puzzle.check import faults

    posed = load_member(puzzle, open_cells)
    outputs: list[Path] = check_outputs(output or [], force)
    placements = read_answer(posed, read_text(answer))
    if placements is None:
        reason = Reason("search", "the solver says that there is none")
        found = Solved(posed, (), "exhausted", "impossible", reason, engine="read")
    else:
        wrong = faults(posed, placements)
        if wrong:
            raise NotationError(f"{answer} is no solution of this puzzle: {wrong[0].text}")
        found = Solved(posed, (Tiling(posed, placements),), "enough", "solved", engine="read")
    for path in outputs:
        write_tilings(path, found, force)
    if json:
        from tilewright.formats.answer import print_json, solved_answer

        print_json(solved_answer(found))
    elif found.tilings:
        print_tiling(found.tilings[0])
    elif found.reason:
        print(f"impossible: {found.reason.text}")
    raise typer.Exit(DONE if found.tilings else NO)
