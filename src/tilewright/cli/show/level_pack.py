"""The level pack on the command line: `show levels` lists and draws it."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from tilewright.cli.output import as_picture, check_outputs
from tilewright.errors import NotationError
from tilewright.files import write
from tilewright.formats.answer import print_json
from tilewright.formats.levels import PackLevel, pack_levels
from tilewright.render import draw
from tilewright.render.sheet import sheet_svg

CELL = 12.0  # pixels
COLUMNS = 6


def show_levels(args: Namespace) -> None:
    """Print the number, name, difficulty, blocks, cells and source of each level; write the pictures of `-o`."""
    if args.placements or args.piece or args.stats or args.states or args.open_cells:
        raise NotationError("the pack of levels has no placements: expected one of its levels, e.g. levels#heart")
    check_outputs(args.output, args.force, (".svg", ".png"))
    levels = pack_levels()
    for path in args.output:
        pictures = [partial(draw.board, board=level.puzzle.board) for level in levels]
        captions = [f"{level.number} {level.name}, {level.difficulty}" for level in levels]
        write(path, as_picture(path.suffix, sheet_svg(pictures, captions, COLUMNS, cell=CELL)), args.force)
    rows = [_row(level) for level in levels]
    if args.json:
        print_json({"tilewright": 1, "levels": rows})
        return
    for row in rows:
        print("{number:>2} {name:<12} {difficulty:<8} {blocks:>2} blocks {cells:>3} cells  {source}".format(**row))


def _row(level: PackLevel) -> dict[str, object]:
    head = {"number": level.number, "name": level.name, "source": level.source, "difficulty": level.difficulty}
    return {**head, "blocks": len(level.puzzle.pieces), "cells": len(level.puzzle.board.atoms)}
