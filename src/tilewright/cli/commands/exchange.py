"""`tilewright export`: a puzzle as another solver's model, or in another puzzle format.

`tilewright read`: another solver's answer.
"""

from __future__ import annotations

import sys
from argparse import Namespace

from tilewright import formats
from tilewright.api.solve import Solved
from tilewright.cli import options
from tilewright.cli.listing import write_tilings
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE, NO, check_outputs, read_puzzle
from tilewright.cli.terminal import print_tiling
from tilewright.errors import NotationError
from tilewright.files import write
from tilewright.formats.answer import print_json, solved_answer
from tilewright.formats.model import MODELS, export
from tilewright.formats.solver_answers import read_answer
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import Reason, faults
from tilewright.source import read_text

EXPORT_DETAILS = """The classic walk: `tilewright export two --to mathprog > two.mod`, `glpsol --math two.mod -w two.sol`,
`tilewright read two two.sol`."""


def add_export_arguments(parser: Parser) -> None:
    """The puzzle and the format."""
    options.add_puzzle(parser)
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        required=True,
        help=f"A model: {', '.join(MODELS)}; or a format of puzzles: {', '.join(formats.names())}.",
    )
    options.add_variables(parser)
    options.add_open(parser)
    options.add_outputs(parser)


def run_export(args: Namespace) -> int:
    """Write it."""
    puzzle = read_puzzle(args)
    text = export(puzzle, args.to, args.model)
    for note in formats.notes(puzzle, args.to):
        print(f"tilewright: note: {note}", file=sys.stderr)
    for path in args.output:
        write(path, text, args.force)
    if not args.output:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    return DONE


READ_DETAILS = "Reads what glpsol -w, lp_solve -S3, CBC, HiGHS, MiniSat and CaDiCaL write, and the listing of a GAMS model that ends in `display x.l;`."


def add_read_arguments(parser: Parser) -> None:
    """The puzzle and the answer to its model."""
    options.add_puzzle(parser)
    parser.add_argument("answer", metavar="SOLVERFILE", help="What the solver wrote; `-` for standard input.")
    options.add_variables(parser)
    options.add_open(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run_read(args: Namespace) -> int:
    """Read, check, draw."""
    puzzle = read_puzzle(args)
    check_outputs(args.output, args.force)
    found = _found(puzzle, args.answer, args.model)
    write_tilings(args.output, found, args.force)
    if args.json:
        print_json(solved_answer(found))
    elif found.tilings:
        print_tiling(found.tilings[0])
    elif found.reason:
        print(f"impossible: {found.reason.text}")
    return DONE if found.tilings else NO


def _found(puzzle: Puzzle, answer: str, variables: str) -> Solved:
    """The checked answer; NotationError if it is no solution."""
    placements = read_answer(puzzle, read_text(answer), variables)
    if placements is None:
        reason = Reason("search", "the solver says that there is none")
        return Solved(puzzle, (), "exhausted", "impossible", reason, engine="read")
    if wrong := faults(puzzle, placements):
        raise NotationError(f"{answer} is no solution of this puzzle: {wrong[0].text}")
    return Solved(puzzle, (Tiling(puzzle, placements),), "enough", "solved", engine="read")


EXPORT = Command(EXPORT_DETAILS, add_export_arguments, run_export)
READ = Command(READ_DETAILS, add_read_arguments, run_read)
