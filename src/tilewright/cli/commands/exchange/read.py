"""`tilewright read`: another solver's answer."""

from __future__ import annotations

from argparse import Namespace

from tilewright.api.solve import Solved
from tilewright.cli import options
from tilewright.cli.exit_codes import DONE, NO
from tilewright.cli.listing.files import write_tilings
from tilewright.cli.output import check_outputs
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import read_puzzle
from tilewright.cli.terminal.color import print_tiling
from tilewright.errors import NotationError
from tilewright.explain.reasons.reason import Reason
from tilewright.formats.answer import print_json, solved_answer
from tilewright.formats.models.answers import read_answer
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.source import read_text

DETAILS = "Reads what glpsol -w, lp_solve -S3, CBC, HiGHS, MiniSat and CaDiCaL write, and the listing of a GAMS model that ends in `display x.l;`."


def add_arguments(parser: Parser) -> None:
    """The puzzle and the answer to its model."""
    options.add_puzzle(parser)
    parser.add_argument("answer", metavar="SOLVERFILE", help="What the solver wrote; `-` for standard input.")
    options.add_variables(parser)
    options.add_open(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
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
