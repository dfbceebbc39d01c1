"""`tilewright count`: how many tilings a puzzle has."""

from __future__ import annotations

from typing import Annotated, Literal

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
    json: JsonOption = False,
) -> None:
    """Count the tilings of a puzzle.

    Example: `tilewright count pentominoes@6x10 --up-to symmetries` prints 2339.
    """
    from tilewright.cli.progress import progress
    from tilewright.cover.limit import Limit
    from tilewright.cover.result import Report
    from tilewright.formats.family import load_member
    from tilewright.solve import count as count_tilings

    posed = load_member(puzzle, open_cells)
    report = Report()
    with progress(report):
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

        print_json(count_answer(posed, found))
    else:
        print(f"{'' if found.bound == 'exact' else found.bound + ' '}{found.value}")
    if found.ended == "stopped":
        raise typer.Exit(INTERRUPTED)
    if found.bound != "exact":
        raise typer.Exit(LIMIT_REACHED)
    raise typer.Exit(DONE if found.value else NO)
