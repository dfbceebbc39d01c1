"""`tilewright run export`: what a run has found, as an archive."""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE, LIMIT_REACHED
from tilewright.cli.parser import Parser
from tilewright.cli.running.report import many, noun_of
from tilewright.cli.running.work import add_store
from tilewright.formats.answer import print_json
from tilewright.runs.archives.archive import export
from tilewright.runs.store import Store

DETAILS = """The tilings are those of a run with `--goal all`. Of an unfinished run it is what was found so far (exit code
3). `run verify` checks the file.

Example: `tilewright run export 6x10.db -o 6x10.jsonl`."""


def add_arguments(parser: Parser) -> None:
    """The run and the file."""
    add_store(parser)
    options.add_output(parser, "Tilings: .jsonl, .parquet or .db; silhouettes: .json.", required=True)
    options.add_force(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Write the archive."""
    with Store.open(args.store, read_only=True) as opened:
        found = export(opened, args.output, args.force)
        noun = noun_of(opened)
    if args.json:
        bound = "exact" if found.complete else "at least"
        row = {f"{noun}s": found.number, "bound": bound, "digest": found.digest}
        print_json({"tilewright": 1, "archive": str(args.output), **row})
    else:
        so_far = "" if found.complete else "of an unfinished run: "
        print(f"{so_far}{many(found.number, noun)} in {args.output}, digest {found.digest}")
    return DONE if found.complete else LIMIT_REACHED
