"""`tilewright optimise`: the best of all tilings, or the best that can be done where there is none."""

from __future__ import annotations

import sys
from argparse import Namespace

from tilewright import formats
from tilewright.api.optimise import Best, fewest, largest_filling, most
from tilewright.api.solve import Solved
from tilewright.api.stream import VerdictWord
from tilewright.cli import options
from tilewright.cli.output import check_outputs, write_tilings
from tilewright.cli.parser import Parser
from tilewright.cli.terminal.color import print_tiling
from tilewright.cover.search.limit import Limit
from tilewright.errors import NotationError
from tilewright.formats.answer import print_json, solved_answer
from tilewright.puzzle import Puzzle

DETAILS = """Pieces may be left out of a filling. Needs the extra `cp`.

Examples: `tilewright optimise tetrominoes*@8x8 --fewest O`, `tilewright optimise tetrominoes:T*@6x6 --filling`."""


def add_arguments(parser: Parser) -> None:
    """The puzzle and what is best."""
    options.add_puzzle(parser)
    parser.add_argument("--most", metavar="PIECE", help="Use this piece most often.")
    parser.add_argument("--fewest", metavar="PIECE", help="Use this piece least often.")
    parser.add_argument(
        "--filling", action="store_true", help="Cover as many cells as possible; pieces may be left out."
    )
    options.add_limit(parser)
    options.add_threads(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Find the best and show it."""
    if sum([args.most is not None, args.fewest is not None, args.filling]) != 1:
        raise NotationError("expected one of --most PIECE, --fewest PIECE, --filling")
    puzzle = formats.load(args.puzzle)
    check_outputs(args.output, args.force)
    found = _best(puzzle, args)
    for path in args.output:
        write_tilings(path, _solved(found), args.force)
    _tell(found, args.filling, args.json)
    return found.exit_code


def _best(puzzle: Puzzle, args: Namespace) -> Best:
    limit = Limit(seconds=args.limit)
    if args.filling:
        return largest_filling(puzzle, limit=limit, threads=args.threads)
    if args.most is not None:
        return most(puzzle, args.most, limit=limit, threads=args.threads)
    return fewest(puzzle, args.fewest, limit=limit, threads=args.threads)


def _solved(found: Best) -> Solved:
    """The answer in the form that `solve` gives, for what is written and printed."""
    tilings = () if found.tiling is None else (found.tiling,)
    verdict: VerdictWord = "solved" if tilings else "impossible" if found.ended == "exhausted" else "unknown"
    return Solved(found.puzzle, tilings, found.ended, verdict, engine="cp", times=found.times)


def _tell(found: Best, filling: bool, json: bool) -> None:
    proven = found.ended == "exhausted"
    if json:
        best = {"value": found.value, "bound": found.bound, "proven": proven}
        print_json({**solved_answer(_solved(found)), "best": best if found.tiling else None})
        return
    if found.tiling is None:
        print("impossible" if proven else "unknown: the limit came before a tiling was found")
        return
    print_tiling(found.tiling, False)
    what = f"{found.value:g} of {found.puzzle.board.area:g} cells covered" if filling else f"{found.value:g} copies"
    print(f"{what}, {'proven best' if proven else f'at best {found.bound:g}'}", file=sys.stderr)
