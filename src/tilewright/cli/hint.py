"""`tilewright hint`: one step, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.app import (
    DONE,
    LIMIT_REACHED,
    NO,
    ForceOption,
    JsonOption,
    OpenOption,
    OutputOption,
    PuzzleArgument,
    app,
    seconds_given,
)
from tilewright.errors import NotationError

CODES = {"wrong": NO, "impossible": NO, "none": LIMIT_REACHED}  # kinds of hints; all others are done


@app.command()
def hint(
    puzzle: PuzzleArgument,
    partial: Annotated[
        Path | None, typer.Option("--with", metavar="PARTIAL", help="What lies there already: JSON or a drawing.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="ID", help="A placement that an earlier hint ruled out; may be repeated."),
    ] = None,
    limit: Annotated[
        float,
        typer.Option("--limit", min=0.0, metavar="SECONDS", callback=seconds_given, help="Stop after so many seconds."),
    ] = 2.0,
    open_cells: OpenOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Show the next step by the easiest technique, or which move is wrong (exit code 1); never more than one step.

    When the limit comes first it is the best step found until then; exit code 3 if there was none.

    Example: `tilewright hint examples/shikaku/blog-6x6 -o step.svg`.
    """
    from tilewright import Limit, formats
    from tilewright.explain.hint import hint as next_step
    from tilewright.files import check_writable, write
    from tilewright.formats.family import load_member
    from tilewright.puzzle import Tiling
    from tilewright.render.png import png
    from tilewright.render.step import step_svg

    posed = load_member(puzzle, open_cells)
    given = tuple(formats.read_solution(partial, posed)) if partial else ()
    for path in output or []:
        if path.suffix not in (".svg", ".png"):
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .svg or .png for a hint")
        check_writable(path, force)
    step = next_step(posed, given, without or (), Limit(seconds=limit))
    for path in output or []:
        svg = step_svg(Tiling(posed, given), step.placements, step.kind == "place", step.atoms)
        write(path, png(svg) if path.suffix == ".png" else svg, force)
    if json:
        from tilewright.formats.answer import atom_cells, placement_row, print_json, puzzle_row

        row = {
            "kind": step.kind,
            "technique": step.technique,
            "tier": step.tier,
            "text": step.text,
            "placements": [placement_row(posed, placement) for placement in step.placements],
            "cells": atom_cells(posed, step.atoms),
            "ended": step.ended,
        }
        print_json({"tilewright": 1, "puzzle": puzzle_row(posed), "hint": row})
    else:
        print(step.text)
        if step.technique:
            print(f"({step.kind}; technique: {step.technique}, {step.tier})")
        if step.ended == "limit" and step.kind != "none":
            print(f"(stopped after {limit:g} s: there may be an easier step)")
        for placement in step.placements:
            print(placement.id)
    raise typer.Exit(CODES.get(step.kind, DONE))
