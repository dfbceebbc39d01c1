"""`tilewright design ...`: makes puzzles. One file per maker; each adds its command to `design`."""

from __future__ import annotations

import typer

from tilewright.cli.app import app

design = typer.Typer(
    help="Make puzzles: outlines, challenges, boards.", no_args_is_help=True, rich_markup_mode="markdown"
)
app.add_typer(design, name="design")
