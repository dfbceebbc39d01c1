"""`tilewright check`: does it tile? Which rule fails, and where."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tilewright import formats
from tilewright.cli.options import Command, Parser, read_begun_puzzle
from tilewright.cli.output import tell_check
from tilewright.cli.terminal import DONE, NO, tell_origin
from tilewright.errors import NotationError, printable
from tilewright.formats.answer import atom_cells, print_json, puzzle_row
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import faults

DETAILS = """Prints `valid`, or each rule that fails and where (exit code 1). Of a file with several solutions all are checked.

Examples: `tilewright check examples/doodle-fit/two answer.txt`, `tilewright check LPNUV@5x5 --proof none.cnf`."""


def add_arguments(parser: Parser) -> None:
    """The puzzle, and a solution or a certificate."""
    parser.take("puzzle")
    parser.add_argument(
        "solution",
        metavar="SOLUTION",
        nargs="?",
        type=Path,
        help="Solutions: our JSON (whole, or lines), drawings, or what a solver wrote, as for `read`; `-` for standard input.",
    )
    parser.take("proof", help="Check a certificate that `verdict --proof` or `count --proof` wrote.")
    parser.take("with", "limit", "json")


def run(args: Namespace) -> int:
    """Check and tell."""
    puzzle = read_begun_puzzle(args)
    if (args.solution is None) == (args.proof is None):
        raise NotationError("check needs a SOLUTION file (our JSON or a drawing) or --proof FILE, one of the two")
    if args.proof is not None:
        return _check_proof(puzzle, args.proof, args.limit, args.json)
    return _check_solutions(puzzle, _read_solutions(args.solution, puzzle), args.json)


def _read_solutions(path: Path, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    try:
        return formats.read_solutions(path, puzzle)
    except NotationError:
        from tilewright.formats.certificate import is_certificate  # of proofs, for a file that is no solution

        if is_certificate(path):
            raise NotationError(f"{path} is a certificate: expected a solution, or `--proof {path}`") from None
        raise


def _check_solutions(puzzle: Puzzle, solutions: Sequence[Sequence[Placement]], json: bool) -> int:
    """Check every solution of a file: one that is wrong makes the file wrong."""
    wrong = [(number, fault) for number, found in enumerate(solutions, start=1) for fault in faults(puzzle, found)]
    if json:
        rows = [
            {"rule": f.rule, "text": f.text, "cells": atom_cells(puzzle, f.atoms), "solution": number}
            for number, f in wrong
        ]
        head = {"tilewright": 1, "puzzle": puzzle_row(puzzle), "valid": not wrong, "checked": len(solutions)}
        print_json({**head, "faults": rows})
    elif wrong:
        for number, fault in wrong:
            place = f"solution {number}: " if len(solutions) > 1 else ""
            print(printable(f"{place}{fault.rule}: {fault.text}"))
        tell_origin(*(fault.text for _, fault in wrong))
    else:
        print("valid" if len(solutions) == 1 else f"valid: {len(solutions):,} solutions")
    return NO if wrong else DONE


def _check_proof(puzzle: Puzzle, proof: Path, limit: float | None, json: bool) -> int:
    from tilewright.api.certificate import check_proof  # all of proofs, which a solution does not need

    return tell_check(check_proof(puzzle, proof, limit), json, {"puzzle": puzzle_row(puzzle)})


COMMAND = Command(DETAILS, add_arguments, run)
