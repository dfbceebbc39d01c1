"""`tilewright solve`: print, draw and write the tilings of a puzzle."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.api.solve import Solved, outcome
from tilewright.api.solve import solve as solve_puzzle
from tilewright.api.stream import tilings
from tilewright.cli import options
from tilewright.cli.best import add_best, solve_best, wants_best
from tilewright.cli.exit_codes import exit_code, unknown
from tilewright.cli.listing.listing import Listing
from tilewright.cli.listing.sink import Printed, Sink, is_watched
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import read_partial, read_puzzle
from tilewright.cli.terminal.progress import progress
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import NotationError
from tilewright.lazy import lazy
from tilewright.puzzle import Placement, Puzzle, Tiling

if TYPE_CHECKING:
    import random

    from tilewright.cli import output
    from tilewright.cli.listing import files, held
else:  # each takes a part of the time that a small puzzle takes, and its option alone needs it
    random, output = lazy("random"), lazy("tilewright.cli.output")
    files, held = lazy("tilewright.cli.listing.files"), lazy("tilewright.cli.listing.held")

ENDS = {"limit": "stopped by the limit", "stopped": "interrupted"}
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
        "Write to FILE, in the form its suffix names; may be repeated. A .txt or .jsonl grows while tilings are found, and takes "
        "the place of the drawings printed. Where none is found, only a .json is written.",
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
        output.check_outlines(args.output, puzzle)
    if best:
        return solve_best(puzzle, partial, args, report)
    with ExitStack() as bar:
        bar.enter_context(progress(report))
        listing = Listing(_sinks(args, bar), Deadline(Limit(seconds=args.limit), report))
        found, number = _search(puzzle, partial, args, listing)
    listing.finish(found)
    if not args.json:
        _tell(found, number, listing)
    return exit_code(found.ended, number)


def _sinks(args: Namespace, bar: ExitStack) -> list[Sink]:
    """Who takes the tilings. A bar that shows the progress makes room for drawings on a terminal."""
    sinks = [files.file_sink(path, args.force) for path in args.output]
    if args.json:
        sinks.append(held.AnswerText())
    elif not any(path.suffix in files.LISTS for path in args.output):
        before = bar.close if is_watched() else lambda: None
        sinks.append(Printed(args.numbers, args.walls, alone=not sinks, before=before))
    return sinks


def _search(puzzle: Puzzle, partial: Sequence[Placement], args: Namespace, listing: Listing) -> tuple[Solved, int]:
    """What was found, without its tilings, which went to the listing, and how many they are."""
    report = listing.deadline.report
    if args.random is None:
        stream = tilings(puzzle, partial=partial, report=report, **_options(args))
        stream.feed(listing.take)
        found = outcome(stream, ())
    else:
        found = solve_puzzle(puzzle, partial=partial, report=report, random=args.random, **_options(args))
    if found.tilings and not listing.take(found.tilings):  # those that did not come from a stream
        found = replace(found, ended=report.ended or "stopped")
    number = len(found.tilings) if args.random is not None or found.tilings else stream.found
    return replace(found, tilings=()), number


def _check_random(args: Namespace) -> None:
    """Throw a seed where none is given. Raises NotationError for options that do not go with tilings at random."""
    if args.random is not None and (args.every or args.engine != "auto"):
        raise NotationError("--random draws -n tilings by a method of its own: expected no --all and no --engine")
    if args.random == options.NO_SEED:
        args.random = random.SystemRandom().randrange(1_000_000)


def _options(args: Namespace) -> dict[str, Any]:
    """What the options say of the search."""
    return {
        "n": None if args.every else args.number,
        "engine": args.engine,
        "limit": Limit(seconds=args.limit),
        "threads": args.threads,
        "labelled": args.labelled,
    }


def _tell(found: Solved, number: int, listing: Listing) -> None:
    """Say on standard error what should be known of the tilings, or why there is none."""
    if not number:
        _tell_why_none(found)
        return
    for sink in listing.sinks:
        for note in sink.notes(number):
            print(note, file=sys.stderr)
    if found.draw is not None:
        print(found.draw, file=sys.stderr)
    if found.ended in ENDS:
        written = "" if listing.written >= number else f", {listing.written} of them written"
        print(f"{ENDS[found.ended]} after {number} {'tiling' if number == 1 else 'tilings'}{written}", file=sys.stderr)


def _tell_why_none(found: Solved) -> None:
    if found.verdict == "impossible" and found.reason:
        print(f"impossible: {found.reason.text}")
        return
    print(unknown(found.ended), file=sys.stderr)
    if found.partial is not None:
        print(found.partial)
        print(_partial_note(found.partial), file=sys.stderr)


def _partial_note(part: Tiling) -> str:
    """How much of a tiling was found."""
    placed, places = len(part.placements), len(part.puzzle.board.atoms)
    return f"the most that was laid: {placed} of {places} places, every edge matching"
