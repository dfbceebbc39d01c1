"""`tilewright run verify`: is a run, or its archive, what it says?"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE, LIMIT_REACHED, NO
from tilewright.cli.parser import Parser
from tilewright.cli.running.report import tell_checked
from tilewright.formats.answer import print_json
from tilewright.runs.access import file_type
from tilewright.runs.archives.check import verify_archive
from tilewright.runs.store import Store
from tilewright.runs.verify import verify

DETAILS = """Of a run: the subproblems partition the search, every tiling is valid and new, the count adds up. Of an
archive: every tiling is valid and new, the number and the digest are those it says. Exit code 3: the run is not finished,
and nothing is wrong so far.

Example: `tilewright run verify 6x10.db --sample 50`."""


def add_arguments(parser: Parser) -> None:
    """The file and how closely to look."""
    parser.add_argument("file", metavar="FILE", type=Path, help="The store of a run, or an archive it was exported to.")
    parser.add_argument(
        "--sample",
        metavar="N",
        type=options.whole(0),
        default=20,
        help="Subproblems to solve again by another engine. [default: 20]",
    )
    options.add_engine(parser, "That engine.")
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Check and tell."""
    if file_type(args.file) == "store":
        with Store.open(args.file, read_only=True) as opened:
            report = verify(opened, args.sample, args.engine)
    else:
        report = verify_archive(args.file, args.sample, args.engine)
    if args.json:
        print_json({"tilewright": 1, **report})
    else:
        tell_checked(report)
    return {True: DONE, False: NO, None: LIMIT_REACHED}[report["valid"]]
