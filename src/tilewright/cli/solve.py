"""`tilewright solve`: print, draw and write the tilings of a puzzle."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    ForceOption,
    JsonOption,
    LabelledOption,
    LimitOption,
    OpenOption,
    OutputOption,
    PuzzleArgument,
    ThreadsOption,
    app,
)
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.api.solve import Solved
    from tilewright.cover.search.report import Report
    from tilewright.puzzle import Puzzle

PartialOption = Annotated[
    Path | None,
    typer.Option("--with", metavar="PARTIAL", help="Complete what lies there already: JSON or a drawing."),
]


@app.command()
def solve(
    puzzle: PuzzleArgument,
    number: Annotated[int, typer.Option("-n", min=1, help="How many tilings to find.")] = 1,
    every: Annotated[bool, typer.Option("--all", help="Find every tiling.")] = False,
    partial: PartialOption = None,
    engine: EngineOption = "auto",
    limit: LimitOption = None,
    open_cells: OpenOption = None,
    threads: ThreadsOption = 1,
    labelled: LabelledOption = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="Shikaku: print the grid of candidate numbers.")] = False,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Solve a puzzle: print one tiling, -n of them or all.

    Examples: `tilewright solve examples/doodle-fit/two`, `tilewright solve FNPUV@5x5 --all -o pictures.svg`,
    `tilewright solve pentominoes@6x10 --all -o all.jsonl` (streamed, one tiling a line).
    """
    from tilewright import formats
    from tilewright.api.solve import solve as solve_puzzle
    from tilewright.cli.output import check_outputs, write_tilings
    from tilewright.cli.progress import progress
    from tilewright.cover.search.limit import Limit
    from tilewright.cover.search.report import Report
    from tilewright.formats.family import load_member

    posed = load_member(puzzle, open_cells)
    if numbers and not posed.has_numbers:
        raise NotationError("--numbers: expected a Shikaku; other puzzles have no candidate numbers")
    given = formats.read_solution(partial, posed) if partial else ()
    outputs = check_outputs(output or [], force)
    wanted = None if every else number
    report = Report()
    if [path.suffix for path in outputs] == [".jsonl"] and not json:
        return _stream(posed, outputs[0], given, wanted, engine, limit, threads, labelled, report)
    with progress(report):
        found = solve_puzzle(
            posed,
            wanted,
            engine=engine,
            limit=Limit(seconds=limit),
            threads=threads,
            partial=given,
            labelled=labelled,
            report=report,
        )
    for path in outputs:
        write_tilings(path, found, force)
    if json:
        from tilewright.formats.answer import print_json, solved_answer

        print_json(solved_answer(found))
    else:
        _print(found, numbers)
    raise typer.Exit(_exit_code(found, wanted))


def _print(found: Solved, numbers: bool) -> None:
    from tilewright.cli.color import print_tiling

    for index, tiling in enumerate(found.tilings):
        if index:
            print()
        print_tiling(tiling, numbers)
    if not found.tilings and found.verdict == "impossible" and found.reason:
        print(f"impossible: {found.reason.text}")
    elif not found.tilings:
        print("unknown: the limit came before a tiling was found", file=sys.stderr)
    elif found.ended == "limit":
        print(f"stopped by the limit after {len(found.tilings)} tilings", file=sys.stderr)


def _exit_code(found: Solved, wanted: int | None) -> int:
    if found.ended == "stopped":
        return INTERRUPTED
    if found.ended == "limit":
        return LIMIT_REACHED
    return DONE if found.tilings else NO


def _stream(
    posed: Puzzle,
    path: Path,
    given: object,
    wanted: int | None,
    engine: str,
    limit: float | None,
    threads: int,
    labelled: bool,
    report: Report,
) -> None:
    """Every tiling as a line of `path`, as it is found: memory does not grow with their number."""
    from tilewright.api.solve import TilingStream, with_partial
    from tilewright.cli.progress import progress
    from tilewright.cover.search.limit import Limit
    from tilewright.formats.lines import LineWriter

    stream = TilingStream(
        with_partial(posed, given),  # type: ignore[arg-type]
        engine=engine,
        limit=replace(Limit(seconds=limit), solutions=wanted),
        threads=threads,
        labelled=labelled,
        report=report,
    )
    written = 0
    # Written in place, line by line: an interrupt or a crash leaves what was found.
    with progress(report), path.open("wb", buffering=0) as file:
        lines = None
        try:
            for batch in stream:
                lines = lines or LineWriter(stream.compiled)
                file.write(lines(batch).encode())
                written += len(batch)
        except KeyboardInterrupt:
            report.ended = "stopped"
    print(f"{written} tilings in {path}", file=sys.stderr)
    if report.ended in ("stopped", "limit"):
        raise typer.Exit(INTERRUPTED if report.ended == "stopped" else LIMIT_REACHED)
    raise typer.Exit(DONE if written else NO)
