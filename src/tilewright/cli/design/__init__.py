"""`tilewright design`: makers of puzzles, one file each, which adds its command to `design`."""

from __future__ import annotations

from importlib import import_module

import typer

from tilewright.cli.app import app

design = typer.Typer(name="design", help="Make puzzles.", no_args_is_help=True)
app.add_typer(design)

# In the order of the help text. A new maker is a new file and a name here.
MAKERS = ("silhouettes", "challenges", "shikaku", "levels", "ladder", "family")

for _name in MAKERS:
    import_module(f"tilewright.cli.design.{_name}")
