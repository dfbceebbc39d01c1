"""`tilewright show`: a puzzle's board, pieces, placements and size."""

from __future__ import annotations

from argparse import Namespace
from math import prod

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.output import check_outputs, write_puzzle
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import read_puzzle
from tilewright.errors import NotationError
from tilewright.formats.answer import print_json, puzzle_row
from tilewright.puzzle import Placement
from tilewright.puzzle.compiled import Compiled

DETAILS = "Example: `tilewright show examples/shikaku/blog-6x6 --stats`."


def add_arguments(parser: Parser) -> None:
    """The puzzle and what to show of it."""
    options.add_puzzle(parser)
    parser.add_argument("--placements", action="store_true", help="List every placement with its id.")
    parser.add_argument("--piece", metavar="P", help="Only the placements of this piece.")
    parser.add_argument(
        "--stats", action="store_true", help="Cells, placements, size of the exact cover, naive choices."
    )
    options.add_open(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Draw or list."""
    puzzle = read_puzzle(args)
    check_outputs(args.output, args.force)
    for path in args.output:
        write_puzzle(path, puzzle, args.force)
    listed = bool(args.placements or args.piece)
    if not (args.json or args.stats or listed):
        print(puzzle)
        return DONE
    compiled = puzzle.compile().with_hints()
    placements = _chosen(compiled, args.piece) if listed else []
    if args.json:
        answer = {"tilewright": 1, "puzzle": puzzle_row(puzzle), "stats": statistics(compiled)}
        print_json(answer | ({"placements": [each.id for each in placements]} if listed else {}))
        return DONE
    if args.stats:
        for key, value in statistics(compiled).items():
            print(f"{key}: {value}")
    for number, each in enumerate(placements, start=1):
        print(f"{number} {each.id}")
    return DONE


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
