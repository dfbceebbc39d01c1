"""`tilewright solve`: print, draw and write the tilings of a puzzle."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.api.solve import Solved
from tilewright.api.solve import solve as solve_puzzle
from tilewright.api.stream import tilings
from tilewright.cli import options
from tilewright.cli.best import add_best, solve_best, wants_best
from tilewright.cli.exit_codes import exit_code, unknown
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import read_partial, read_puzzle
from tilewright.cli.terminal.color import print_tilings
from tilewright.cli.terminal.progress import progress
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import NotationError
from tilewright.lazy import lazy
from tilewright.puzzle import Placement, Puzzle, Tiling

if TYPE_CHECKING:
    import random

    from tilewright.cli import output
    from tilewright.formats import answer, lines
else:  # each takes a part of the time that a small puzzle takes, and its option alone needs it
    random, output = lazy("random"), lazy("tilewright.cli.output")
    answer, lines = lazy("tilewright.formats.answer"), lazy("tilewright.formats.lines")

DETAILS = """Examples: `tilewright solve examples/doodle-fit/two`, `tilewright solve FNPUV@5x5 --all -o pictures.svg`,
`tilewright solve pentominoes@6x10 --all -o all.jsonl` (streamed, one tiling a line), `tilewright solve tetrominoes*@8x8 --random 7`,
`tilewright solve tetrominoes*@8x8 --fewest O`, `tilewright solve tetrominoes:T*@6x6 --filling`.

Where any number of each piece may be used, the first tiling has many kinds; `--kinds all`, or + in place of * in the
notation, asks for each at least once."""


def add_arguments(parser: Parser) -> None:
    """The puzzle, how many tilings, and where to put them."""
    options.add_puzzle(parser)
    options.add_number(parser, "tiling")
    options.add_random(parser)
    parser.add_argument(
        "--kinds", metavar="all", type=options.OneOf("all"), help="Use every piece of the puzzle at least once."
    )
    add_best(parser)
    options.add_partial(parser, "Complete what lies there already: JSON or a drawing.")
    options.add_engine(parser)
    options.add_limit(parser)
    options.add_open(parser)
    options.add_threads(parser)
    options.add_labelled(parser)
    parser.add_argument("--numbers", action="store_true", help="Shikaku: print the grid of candidate numbers.")
    parser.add_argument("--walls", action="store_true", help="Squares: draw walls around every piece.")
    options.add_outputs(
        parser,
        "Write to FILE, in the form its suffix names; may be repeated. A .txt takes the place of the drawings printed.",
    )
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Solve and tell."""
    report = Report()  # its clock runs while the puzzle is read, so that the limit covers that too
    puzzle = read_puzzle(args).with_every_kind() if args.kinds else read_puzzle(args)
    best = wants_best(args)
    _check_random(args)
    if args.numbers and not puzzle.has_numbers:
        raise NotationError("--numbers: expected a Shikaku; other puzzles have no candidate numbers")
    if args.walls:
        puzzle.draw_walls(Tiling(puzzle, ()))  # refused before the search where there are none
    partial = read_partial(args.partial, puzzle)
    if args.output:
        output.check_outputs(args.output, args.force)
    if best:
        return solve_best(puzzle, partial, args)
    if args.random is None and [path.suffix for path in args.output] == [".jsonl"] and not args.json:
        return _stream(args, puzzle, partial, report)
    with progress(report):
        found = solve_puzzle(puzzle, partial=partial, report=report, random=args.random, **_search(args))
    for path in args.output:
        output.write_tilings(path, found, args.force)
    if args.json:
        answer.print_json(answer.solved_answer(found))
    else:
        _print(found, args)
    return found.exit_code


def _check_random(args: Namespace) -> None:
    """Throw a seed where none is given. Raises NotationError for options that do not go with tilings at random."""
    if args.random is not None and (args.every or args.engine != "auto"):
        raise NotationError("--random draws -n tilings by a method of its own: expected no --all and no --engine")
    if args.random == options.NO_SEED:
        args.random = random.SystemRandom().randrange(1_000_000)


def _search(args: Namespace) -> dict[str, Any]:
    """What the options say of the search."""
    return {
        "n": None if args.every else args.number,
        "engine": args.engine,
        "limit": Limit(seconds=args.limit),
        "threads": args.threads,
        "labelled": args.labelled,
    }


def _print(found: Solved, args: Namespace) -> None:
    """Tell the answer. What is in a text file already is not drawn once more."""
    written = [path for path in args.output if path.suffix == ".txt"]
    if written and found.tilings:
        notes = [f"{len(found.tilings)} {'tiling' if len(found.tilings) == 1 else 'tilings'} in {written[0]}"]
    else:
        notes = print_tilings(found.puzzle, found.tilings, args.numbers, args.walls)
    for note in filter(None, (*notes, found.draw and found.tilings and str(found.draw))):
        print(note, file=sys.stderr)
    if not found.tilings and found.verdict == "impossible" and found.reason:
        print(f"impossible: {found.reason.text}")
    elif not found.tilings:
        print(unknown(found.ended), file=sys.stderr)
        if found.partial is not None:
            print(found.partial)
            print(_partial_note(found.partial), file=sys.stderr)
    elif found.ended == "limit":
        print(f"stopped by the limit after {len(found.tilings)} tilings", file=sys.stderr)


def _partial_note(part: Tiling) -> str:
    """How much of a tiling was found."""
    placed, places = len(part.placements), len(part.puzzle.board.atoms)
    return f"the most that was laid: {placed} of {places} places, every edge matching"


def _stream(args: Namespace, puzzle: Puzzle, partial: Sequence[Placement], report: Report) -> int:
    """Every tiling as a line of the file, as it is found: memory does not grow with their number."""
    stream = tilings(puzzle, partial=partial, report=report, **_search(args))
    path, text_of = args.output[0], lines.LineWriter()
    # Written in place, line by line: an interrupt or a crash leaves what was found.
    with progress(report), path.open("wb", buffering=0) as file:
        stream.feed(lambda batch: file.write(text_of(batch).encode()))
    print(f"{stream.found} tilings in {path}", file=sys.stderr)
    return exit_code(report.ended, stream.found)
