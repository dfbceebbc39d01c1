"""`tilewright run salvage`: what can be saved of a damaged store."""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import load_puzzle
from tilewright.cli.running.work import add_goal, add_store
from tilewright.errors import NotationError
from tilewright.formats.puzzles import json_puzzle
from tilewright.runs.job import Job
from tilewright.runs.salvage import salvage

DETAILS = """The finished subproblems are kept; the rest is open again.

Example: `tilewright run salvage damaged.db -o saved.db`."""


def add_arguments(parser: Parser) -> None:
    """The damaged store, the new one, and what the former may have lost."""
    add_store(parser)
    options.add_output(parser, "A new store.", metavar="FILE.db", required=True)
    parser.add_argument("--puzzle", metavar="PUZZLE", help="The puzzle, if the store lost it.")
    add_goal(parser)
    options.add_engine(parser)


def run(args: Namespace) -> int:
    """Save what can be saved."""
    job = None
    if args.puzzle:
        if args.goal == "silhouettes":
            raise NotationError("--puzzle goes with --goal count or all; a run for silhouettes is salvaged without")
        job = Job(json_puzzle.dump(load_puzzle(args.puzzle)), args.goal, args.engine)
    saved, lost = salvage(args.store, args.output, job)
    print(f"{saved} finished subproblems saved in {args.output}, {lost} to be done again")
    return DONE
