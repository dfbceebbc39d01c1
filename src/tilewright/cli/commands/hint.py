"""`tilewright hint`: one step, and why."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tilewright.cli.options import Command, Parser, read_partial, read_puzzle
from tilewright.cli.output import as_picture, write
from tilewright.cli.terminal import DONE, LIMIT_REACHED, NO, tell_origin
from tilewright.cover.limits import Limit, Report
from tilewright.errors import NotationError
from tilewright.explain.hint import Hint
from tilewright.explain.hint import hint as next_step
from tilewright.files import check_writable
from tilewright.formats.answer import atom_cells, print_json, puzzle_row
from tilewright.puzzle import Placement, Puzzle, Tiling

DETAILS = """Never more than one step; exit code 1 if a move is wrong. When the limit comes first it is the best step
found until then; exit code 3 if there was none.

Example: `tilewright hint examples/shikaku/blog-6x6 -o step.svg`."""
CODES = {"wrong": NO, "impossible": NO, "none": LIMIT_REACHED}  # kinds of hints; all others are done


def add_arguments(parser: Parser) -> None:
    """The puzzle and what is known of it."""
    parser.take("puzzle", "with")
    parser.add_argument(
        "--without",
        metavar="ID",
        action="append",
        default=[],
        help="A placement that an earlier hint ruled out; may be repeated.",
    )
    parser.take("limit", default=2.0)
    parser.take("outputs", "json")


def run(args: Namespace) -> int:
    """Find a step and show it."""
    reading = Report()  # its clock: the limit covers the reading of the puzzle too
    puzzle = read_puzzle(args)
    given = tuple(read_partial(args.partial, puzzle))
    for path in args.output:
        if path.suffix not in (".svg", ".png"):
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .svg or .png for a hint")
        check_writable(path, args.force)
    step = next_step(puzzle, given, without=args.without, limit=Limit(seconds=args.limit), report=reading)
    for path in args.output:
        _draw(path, puzzle, given, step, args.force)
    if args.json:
        _print_json(puzzle, step)
    else:
        _print(step, args.limit)
    return CODES.get(step.kind, DONE)


def _draw(path: Path, puzzle: Puzzle, given: tuple[Placement, ...], step: Hint, force: bool) -> None:
    from tilewright.render.svg import step_svg  # drawing, for -o alone

    svg = step_svg(Tiling(puzzle, given), step.placements, step.kind == "place", step.atoms)
    write(path, as_picture(path.suffix, svg), force)


def _print_json(puzzle: Puzzle, step: Hint) -> None:
    row = {
        "kind": step.kind,
        "technique": step.technique,
        "tier": step.tier,
        "text": step.text,
        "placements": [puzzle.placement_row(placement) for placement in step.placements],
        "cells": atom_cells(puzzle, step.atoms),
        "ended": step.ended,
    }
    print_json({"tilewright": 1, "puzzle": puzzle_row(puzzle), "hint": row})


def _print(step: Hint, limit: float) -> None:
    print(step.text)
    if step.technique:
        print(f"({step.kind}; technique: {step.technique}, {step.tier})")
    if step.ended == "limit" and step.kind != "none":
        print(f"(stopped after {limit:g} s: there may be an easier step)")
    for placement in step.placements:
        print(placement.id)
    tell_origin(step.text)


COMMAND = Command(DETAILS, add_arguments, run)
