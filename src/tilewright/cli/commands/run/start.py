"""`tilewright run start`: a new run."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import load_puzzle
from tilewright.cli.running.work import add_goal, add_work, crew_of, run_until_done
from tilewright.cover.search.choose import choose
from tilewright.errors import NotationError, quote
from tilewright.formats.puzzles import json_puzzle
from tilewright.runs import coordinator
from tilewright.runs.access import require_new
from tilewright.runs.job import Job, Work
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.silhouettes.query import Query, parse_within

DETAILS = """Examples: `tilewright run start pentominoes@6x10 --goal all --store 6x10.db --threads 2`,
`tilewright run start --goal silhouettes --pieces fridgeiq --symmetry D4 --store fridgeiq.db`."""
SILHOUETTES = ("pieces", "symmetry", "contact", "within")  # options for --goal silhouettes alone


def add_arguments(parser: Parser) -> None:
    """What to search, where to keep it, who works."""
    parser.add_argument(
        "puzzle", metavar="PUZZLE", nargs="?", help="As for `tilewright count`; none with --goal silhouettes."
    )
    add_goal(parser)
    parser.add_argument("--pieces", metavar="SET", help="As for design silhouettes.")
    parser.add_argument("--symmetry", metavar="GROUP", help="As for design silhouettes; D4.")
    parser.add_argument(
        "--contact", metavar="edge|corner|concentric|corner-concentric", help="As for design silhouettes; edge."
    )
    parser.add_argument("--within", metavar="RxC", help="As for design silhouettes.")
    parser.add_argument("--store", metavar="FILE.db", type=Path, help="Where to keep the run; else DIGEST.db, here.")
    options.add_engine(parser)
    add_work(parser)


def run(args: Namespace) -> int:
    """Begin and work."""
    work = _silhouette_job(args) if args.goal == "silhouettes" else _tiling_job(args)
    path = args.store or Path(f"{work.manifest()['digest']}.db")
    require_new(path)
    with crew_of(work, args.threads, args.dask, args.json) as pool, coordinator.start(path, work) as opened:
        if args.store is None:
            print(f"the run is kept in {path}", file=sys.stderr)
        return run_until_done(opened, pool, args.seconds, args.json)


def _tiling_job(args: Namespace) -> Work:
    if strange := [name for name in SILHOUETTES if getattr(args, name)]:
        raise NotationError(f"--{strange[0]} goes with --goal silhouettes: expected none with --goal {args.goal}")
    if args.puzzle is None:
        raise NotationError("no PUZZLE given: expected a file or PIECES@BOARD, or --goal silhouettes --pieces SET")
    puzzle = load_puzzle(args.puzzle)
    choose(puzzle.compile().cover, "count", args.engine)
    return Job(json_puzzle.dump(puzzle), args.goal, args.engine)


def _silhouette_job(args: Namespace) -> Work:
    if args.puzzle is not None or args.pieces is None:
        given = f" and {quote(args.puzzle)}" if args.puzzle is not None else ""
        raise NotationError(f"--goal silhouettes{given}: expected --pieces SET and no PUZZLE")
    if args.engine != "auto":
        raise NotationError(f"--engine {args.engine} with --goal silhouettes: there is one search for silhouettes")
    within = parse_within(args.within) if args.within else None
    return SilhouetteJob(Query(args.pieces, args.symmetry or "D4", args.contact or "edge", within))
