"""The best of all tilings, as `solve --most`, `--fewest` and `--filling` tell it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.api.prepare import with_partial
from tilewright.api.solve import Solved
from tilewright.api.stream import VerdictWord
from tilewright.cli.exit_codes import unknown
from tilewright.cli.parser import Parser
from tilewright.cli.terminal.color import print_tiling
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import NotationError
from tilewright.lazy import lazy
from tilewright.puzzle import Placement, Puzzle

if TYPE_CHECKING:
    from tilewright.api import optimise
    from tilewright.api.optimise import Best
    from tilewright.cli.listing import files
    from tilewright.formats import answer
else:  # `solve` imports this file for its options; these are for the best tiling alone
    optimise, files = lazy("tilewright.api.optimise"), lazy("tilewright.cli.listing.files")
    answer = lazy("tilewright.formats.answer")

ENGINES = ("auto", "cp")


def add_best(parser: Parser) -> None:
    """Add the options that ask for the best tiling."""
    parser.add_argument("--most", metavar="KIND", help="The tiling with the most of this piece (extra `cp`).")
    parser.add_argument("--fewest", metavar="KIND", help="The tiling with the fewest of this piece (extra `cp`).")
    parser.add_argument(
        "--filling", action="store_true", help="Cover as many cells as possible; pieces may be left out (extra `cp`)."
    )


def wants_best(args: Namespace) -> bool:
    """Return True if the best tiling is asked for. Raises NotationError for options that do not go with that."""
    asked = [args.most is not None, args.fewest is not None, args.filling]
    if sum(asked) > 1:
        raise NotationError("expected one of --most KIND, --fewest KIND, --filling")
    if any(asked) and (args.number != 1 or args.every or args.random is not None):
        raise NotationError("--most, --fewest and --filling find one tiling: expected no -n, --all or --random")
    if any(asked) and args.engine not in ENGINES:
        raise NotationError("--most, --fewest and --filling are answered by the engine cp: expected no other --engine")
    return any(asked)


def solve_best(puzzle: Puzzle, partial: Sequence[Placement], args: Namespace, report: Report) -> int:
    """Find the best and show it; return the exit code. The limit is on the report's clock."""
    found = _best(with_partial(puzzle, partial), args, report)
    solved = _solved(found)
    files.write_tilings(args.output, solved, args.force)
    _tell(found, solved, args)
    return found.exit_code


def _best(puzzle: Puzzle, args: Namespace, report: Report) -> Best:
    limit, threads = Limit(seconds=args.limit), args.threads
    if args.filling:
        every = [piece for piece in getattr(puzzle, "pieces", ()) if piece.copies[0] > 0 and piece.copies[1] is None]
        if every:
            raise NotationError(
                f"--filling leaves pieces out, but piece {every[0].name} is wanted at least once: "
                "expected no --kinds all and no `+`"
            )
        return optimise.largest_filling(puzzle, limit=limit, threads=threads, report=report)
    if args.most is not None:
        return optimise.most(puzzle, args.most, limit=limit, threads=threads, report=report)
    return optimise.fewest(puzzle, args.fewest, limit=limit, threads=threads, report=report)


def _solved(found: Best) -> Solved:
    """The answer in the form that `solve` gives, for what is written and printed."""
    tilings = () if found.tiling is None else (found.tiling,)
    verdict: VerdictWord = "solved" if tilings else "impossible" if found.ended == "exhausted" else "unknown"
    return Solved(found.puzzle, tilings, found.ended, verdict, engine="cp", times=found.times)


def _tell(found: Best, solved: Solved, args: Namespace) -> None:
    proven = found.ended == "exhausted"
    if args.json:
        best = {"value": found.value, "bound": found.bound, "proven": proven}
        answer.print_json({**answer.solved_answer(solved), "best": best if found.tiling else None})
        return
    if found.tiling is None:
        print("impossible" if proven else unknown(found.ended))
        return
    print_tiling(found.tiling, args.numbers, args.walls)
    area = found.puzzle.board.area
    what = f"{found.value:g} of {area:g} cells covered" if args.filling else f"{found.value:g} copies"
    print(f"{what}, {'proven best' if proven else f'at best {found.bound:g}'}", file=sys.stderr)
