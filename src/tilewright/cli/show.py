"""`tilewright show`: a puzzle's board, pieces, placements and size."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.app import ForceOption, JsonOption, OpenOption, OutputOption, PuzzleArgument, app
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.puzzle import Placement
    from tilewright.puzzle.compiled import Compiled


@app.command()
def show(
    puzzle: PuzzleArgument,
    placements: Annotated[bool, typer.Option("--placements", help="List every placement with its id.")] = False,
    piece: Annotated[
        str | None, typer.Option("--piece", metavar="P", help="Only the placements of this piece.")
    ] = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Cells, placements, size of the exact cover, naive choices.")
    ] = False,
    open_cells: OpenOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Draw the board and the pieces of a puzzle, or list its placements.

    Example: `tilewright show examples/shikaku/blog-6x6 --stats`.
    """
    from tilewright.cli.output import check_outputs, write_puzzle
    from tilewright.formats.family import load_member

    posed = load_member(puzzle, open_cells)
    for path in check_outputs(output or [], force):
        write_puzzle(path, posed, force)
    if json or stats or placements or piece:
        compiled = posed.compile()
    if json:
        from tilewright.formats.answer import print_json, puzzle_row

        answer = {"tilewright": 1, "puzzle": puzzle_row(posed), "stats": statistics(compiled)}
        if placements or piece:
            answer["placements"] = [each.id for each in _chosen(compiled, piece)]
        print_json(answer)
        return
    if not (stats or placements or piece):
        print(posed)
    if stats:
        for key, value in statistics(compiled).items():
            print(f"{key}: {value}")
    if placements or piece:
        for number, each in enumerate(_chosen(compiled, piece), start=1):
            print(f"{number} {each.id}")


def _chosen(compiled: Compiled, piece: str | None) -> list[Placement]:
    every = [compiled.placement(option) for option in range(len(compiled.cover.options))]
    if piece is None:
        return every
    names = {each.piece for each in every} | set(compiled.puzzle.piece_names)
    if piece not in names:
        raise NotationError(f"--piece {piece}: expected one of {', '.join(sorted(names))}")
    alike = (compiled.owner_names(owner) for owner in compiled.owners)
    same = {name for names in alike if piece in names for name in names}
    return [each for each in every if each.piece == piece or each.piece in same]


def statistics(compiled: Compiled) -> dict[str, object]:
    """Cells, pieces, placements, the cover's size, symmetries, and in how many ways one might place each piece once."""
    items, options, entries = compiled.cover.size
    by_kind: dict[int, int] = {}
    for number, _ in compiled.meanings:
        by_kind[number] = by_kind.get(number, 0) + 1
    return {
        "cells": compiled.puzzle.board.area,
        "pieces": len(compiled.puzzle.piece_names),
        "placements": options,
        "candidates": options,
        "items": items,
        "entries": entries,
        "symmetries": len(compiled.cover.automorphisms) or None,
        "naive choices": prod(by_kind.values()),
    }
