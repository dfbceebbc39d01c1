"""`tilewright count`: how many tilings a puzzle has."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tilewright.api.count import count as count_tilings
from tilewright.cli import terminal
from tilewright.cli.options import Command, Parser, read_begun_puzzle
from tilewright.cli.output import suggestion, tell_saved, which_limit
from tilewright.cli.terminal import LIMIT_REACHED, progress, tell_origin
from tilewright.cover.limits import Count, Limit, Report
from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.formats.answer import count_answer, print_json, reason_row
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import Reason

if TYPE_CHECKING:
    from tilewright.api.certificate import ProofState

WHY_SECONDS = 2.0  # for the reason of a count of 0

DETAILS = """Examples: `tilewright count pentominoes@6x10 --up-to symmetries` prints 2339;
`tilewright count FNPUV@5x5 --by V -o heat.svg` draws where the V lies how often; `tilewright count FNPUV@5x5 --proof all.txt`, then `tilewright check FNPUV@5x5 --proof all.txt`."""


def add_arguments(parser: Parser) -> None:
    """The puzzle, what counts as different, and the certificate."""
    parser.take("puzzle", "with", "up-to", "labelled", "engine", "limit", "memory", "threads")
    parser.take(
        "proof",
        help="Write a certificate that others can check: the states of a sweep over the board with their numbers.",
    )
    parser.add_argument(
        "--by",
        metavar="PIECE|CELL",
        help="Count how often a piece lies on each cell, or each piece on a cell such as `r0c0` (rows and columns from 0); "
        "`piece` and `cell` are all of them. With -o a picture.",
    )
    parser.take("outputs", help="Write the heat maps of --by to FILE, .svg or .png; may be repeated.")
    parser.take("json")


def run(args: Namespace) -> int:
    """Count and tell."""
    report = Report()  # its clock runs while the puzzle is read, so that the limit covers that too
    limit = Limit(seconds=args.limit, memory=args.memory, scratch=args.scratch)
    puzzle = read_begun_puzzle(args)
    if args.by is not None:
        from tilewright.cli.coverage import count_by  # for --by alone

        return count_by(args, puzzle, limit, report)
    if args.output:
        raise NotationError("-o goes with --by: a count is a number; expected --by piece, or the name of one")
    if args.proof is not None:
        _check_proof(args)
    certified = None
    with progress(report):
        found = count_tilings(
            puzzle,
            up_to=args.up_to,
            labelled=args.labelled,
            engine=args.engine,
            limit=limit,
            threads=args.threads,
            report=report,
        )
        if args.proof is not None:
            certified = _certify(args, puzzle, found, report)
    reason = _reason(puzzle, limit, report) if not found.value and found.bound == "exact" else None
    _tell(args, puzzle, found, certified, reason)
    if found.limit == "memory" or found.memory_wanted:
        terminal.tell(f"tilewright: {which_limit(found, limit)}")
    if args.scratch is not None:
        tell_saved(args.scratch, report)
    uncertified = certified is not None and certified.state is None and found.ended != "stopped"
    return LIMIT_REACHED if uncertified else found.exit_code


@dataclass(frozen=True)
class _Certified:
    """What became of the certificate; `state` is None where none was written, `said` why not or what it lacks."""

    state: ProofState | None
    kind: Literal["states", "tilings", "none"]
    said: str = ""


def _reason(puzzle: Puzzle, limit: Limit, report: Report) -> Reason | None:
    """Why there is no tiling, as far as that is found in the time that is left."""
    from tilewright.api.verdict import verdict  # for a count of 0

    left = WHY_SECONDS if limit.seconds is None else min(WHY_SECONDS, max(0.0, limit.seconds - report.seconds))
    found = verdict(puzzle, limit=Limit(seconds=left))
    return found.reason if found.verdict == "impossible" else None


def _tell(args: Namespace, puzzle: Puzzle, found: Count, certified: _Certified | None, reason: Reason | None) -> None:
    if args.json:
        state = {"proof": certified.state, "certificate": certified.kind} if certified and certified.state else {}
        why = {} if reason is None else {"reason": reason_row(puzzle, reason)}
        print_json({**count_answer(puzzle, found), **why, **state})
        return
    print(f"{'' if found.bound == 'exact' else found.bound + ' '}{found.value}")
    if reason is not None:
        tell_origin(reason.text)
        print(f"impossible: {reason.text}{suggestion(puzzle)}", file=sys.stderr)
    if certified:
        done = f"proof {certified.state}: {args.proof}" if certified.state else "no proof written"
        print(f"{done}{': ' * bool(certified.said)}{certified.said}", file=sys.stderr)


def _check_proof(args: Namespace) -> None:
    if args.up_to != "none" or args.labelled:
        raise NotationError(
            "--proof counts every tiling once, identical pieces alike: expected no --up-to and no --labelled"
        )
    if not args.proof.parent.is_dir():
        raise NotationError(f"{args.proof}: there is no directory {args.proof.parent}")


def _certify(args: Namespace, puzzle: Puzzle, found: Count, report: Report) -> _Certified:
    """Write the states, or where there are too many of them the list of all tilings."""
    from tilewright.api.certificate import MOST_LISTED, certify_count, certify_states  # all of proofs, for --proof

    if found.bound != "exact":
        return _Certified(None, "none", "the count is not exact")
    seconds = None if args.limit is None else max(0.0, args.limit - report.seconds)
    try:
        return _Certified(certify_states(puzzle, found.value, args.proof, seconds), "states")
    except OutOfTimeError:
        return _Certified(None, "none", "the limit came before all states of the certificate were known")
    except LimitError as error:
        why = str(error)
    if found.value > MOST_LISTED:
        return _Certified(None, "none", f"{why}, and it has more than {MOST_LISTED:,} tilings to list")
    limit = Limit(seconds=seconds)
    _, state = certify_count(puzzle, args.proof, engine=args.engine, limit=limit, threads=args.threads)
    if state is None:
        return _Certified(None, "none", f"{why}, and the limit came before all tilings were listed")
    return _Certified(state, "tilings", f"a list, for {why}; that none is missing rests on our own count")


COMMAND = Command(DETAILS, add_arguments, run)
