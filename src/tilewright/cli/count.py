"""`tilewright count`: how many tilings a puzzle has."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    JsonOption,
    LabelledOption,
    LimitOption,
    OpenOption,
    PuzzleArgument,
    ThreadsOption,
    app,
)
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.certificate import ProofState
    from tilewright.cover.result import Count, Report
    from tilewright.solve import AnyPuzzle

UpToOption = Annotated[
    Literal["none", "rotations", "symmetries"],
    typer.Option("--up-to", help="Count tilings that turn (or turn and mirror) into one another once."),
]


@app.command()
def count(
    puzzle: PuzzleArgument,
    up_to: UpToOption = "none",
    labelled: LabelledOption = False,
    engine: EngineOption = "auto",
    limit: LimitOption = None,
    open_cells: OpenOption = None,
    threads: ThreadsOption = 1,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof", metavar="FILE", help="Write the list of all tilings and its hash, which others can check."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Count the tilings of a puzzle.

    Examples: `tilewright count pentominoes@6x10 --up-to symmetries` prints 2339;
    `tilewright count FNPUV@5x5 --proof all.txt`, then `tilewright check FNPUV@5x5 --proof all.txt`.
    """
    from tilewright.cli.progress import progress
    from tilewright.cover.limit import Limit
    from tilewright.cover.result import Report
    from tilewright.formats.family import load_member
    from tilewright.solve import count as count_tilings

    posed = load_member(puzzle, open_cells)
    if proof is not None:
        _refuse_unlisted(proof, up_to != "none" or labelled)
    report = Report()
    state = None
    with progress(report):
        if proof is not None:
            found, state = _certified(posed, proof, engine, limit, threads, report)
        else:
            found = count_tilings(
                posed,
                up_to=up_to,
                labelled=labelled,
                engine=engine,
                limit=Limit(seconds=limit),
                threads=threads,
                report=report,
            )
    if json:
        from tilewright.formats.answer import count_answer, print_json

        print_json({**count_answer(posed, found), **({"proof": state} if state else {})})
    else:
        print(f"{'' if found.bound == 'exact' else found.bound + ' '}{found.value}")
        if proof is not None:
            print(f"proof {state}: {proof}" if state else "no proof written: the count is not exact", file=sys.stderr)
    raise typer.Exit(_exit_code(found))


def _refuse_unlisted(proof: Path, orbits: bool) -> None:
    if orbits:
        raise NotationError(
            "--proof lists every tiling once, identical pieces alike: expected no --up-to and no --labelled"
        )
    if not proof.parent.is_dir():
        raise NotationError(f"{proof}: there is no directory {proof.parent}")


def _certified(
    posed: AnyPuzzle, proof: Path, engine: str, limit: float | None, threads: int, report: Report
) -> tuple[Count, ProofState | None]:
    """The count and, when it is exact, whether its certificate was checked in time."""
    from tilewright.certificate import certify_count
    from tilewright.cover.limit import Limit

    return certify_count(posed, proof, engine=engine, limit=Limit(seconds=limit), threads=threads, report=report)


def _exit_code(found: Count) -> int:
    if found.ended == "stopped":
        return INTERRUPTED
    if found.bound != "exact":
        return LIMIT_REACHED
    return DONE if found.value else NO
