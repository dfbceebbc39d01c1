"""`tilewright publish`: booklets, pieces to print in plastic, sheets for the laser cutter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import app
from tilewright.errors import NotationError, TilewrightError

if TYPE_CHECKING:
    from tilewright.publish.challenge import Challenge

publish = typer.Typer(help="Make things: a booklet to print, pieces and trays, sheets to cut.", no_args_is_help=True)
app.add_typer(publish, name="publish")

CellOption = Annotated[str, typer.Option("--cell", metavar="LENGTH", help="Side of a cell: 20mm, 2cm, 0.75in.")]


@publish.command()
def booklet(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Catalogues of outlines and puzzles of any kind, in this order."),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.pdf", help="The PDF to write.")],
    cell: CellOption = "20mm",
    paper: Annotated[str, typer.Option(help="a3, a4, a5, letter, legal or tabloid.")] = "a4",
    binding: Annotated[str, typer.Option(help="left keeps room for holes or staples; none does not.")] = "left",
    title: Annotated[str, typer.Option(help="On the title page; else the first file's name.")] = "",
    patterns: Annotated[
        bool, typer.Option("--patterns", help="Hatch the pieces in black instead of coloring them.")
    ] = False,
    limit: Annotated[float, typer.Option(min=0.0, metavar="SECONDS", help="For solving each puzzle.")] = 60.0,
) -> None:
    """Write a booklet: one challenge a page at true size, pieces to cut out, solutions at the back.

    Example: `tilewright publish booklet examples/katamino/*.toml -o katamino.pdf --paper letter`.
    """
    from tilewright.cli.output import write
    from tilewright.publish.booklet import Style
    from tilewright.publish.booklet import booklet as make
    from tilewright.publish.length import millimetres

    if output.suffix != ".pdf":
        raise NotationError(f"-o {output}: unknown suffix {output.suffix!r}: expected .pdf")
    if not output.parent.is_dir():
        raise NotationError(f"-o {output}: there is no directory {output.parent}")
    style = Style(millimetres(cell, "--cell", 1.0), paper, binding, patterns)
    challenges = [challenge for name in files for challenge in _challenges(name, limit)]
    write(output, make(challenges, style, title or Path(files[0]).stem))


def _challenges(name: str, limit: float) -> list[Challenge]:
    """The challenges of a catalogue, or the one of a puzzle."""
    from tilewright import formats
    from tilewright.cover.limit import Limit
    from tilewright.formats.source import read_text
    from tilewright.publish import catalogue, challenge

    if Path(name).is_file() and catalogue.recognise(text := read_text(name)):
        try:
            return challenge.of_catalogue(catalogue.parse(text))
        except TilewrightError as error:
            raise type(error)(f"{name}: {error}") from None
    return [challenge.of_puzzle(formats.load(name), Limit(seconds=limit), Path(name).stem)]
