"""The typer application that every command file adds itself to, and the options they share."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Annotated

import typer


def seconds_given(value: float | None) -> float | None:
    """A number of seconds, if one was given."""
    if value is not None and isnan(value):
        raise typer.BadParameter("expected a number of seconds")
    return value


app = typer.Typer(
    name="tilewright",
    help="Solve, count, prove, explain, design, print and play puzzles in which pieces must fit a board.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

# Exit codes: a contract that scripts depend on.
DONE, NO, BAD_INPUT, LIMIT_REACHED, INTERRUPTED = 0, 1, 2, 3, 130

PuzzleArgument = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A puzzle file (blocks text, TOML, JSON, Shikaku grid), `-` for standard input, a puzz.link URL, "
        "or the notation PIECES@BOARD, e.g. `FNPUV@5x5`, `tetrominoes*@8x7`, `pentominoes@8x8-r3c3,r3c4,r4c3,r4c4`.",
    ),
]
EngineOption = Annotated[str, typer.Option("--engine", help="Engine to use; `tilewright engines` lists them.")]
LimitOption = Annotated[
    float | None,
    typer.Option("--limit", min=0.0, metavar="SECONDS", callback=seconds_given, help="Stop after so many seconds."),
]
ThreadsOption = Annotated[int, typer.Option("--threads", min=1, max=1024, help="Threads to search with.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
OutputOption = Annotated[
    list[Path] | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write to FILE, in the form its suffix names; may be repeated."
    ),
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Let -o follow a link, write into a FIFO or device, replace a read-only file.")
]
LabelledOption = Annotated[bool, typer.Option("--labelled", help="Tell pieces of equal shape apart by their names.")]
OpenOption = Annotated[
    str | None,
    typer.Option("--open", metavar="NAMES", help="Of a board with named cells: those left open, e.g. `MAR,14`."),
]
