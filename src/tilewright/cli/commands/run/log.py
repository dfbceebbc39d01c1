"""`tilewright run log`: the subproblems of a run."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.running.work import add_store
from tilewright.errors import printable
from tilewright.formats.answer import dumps_line
from tilewright.runs.store import Store

DETAILS = "Example: `tilewright run log 6x10.db --last 20`."


def add_arguments(parser: Parser) -> None:
    """The run, and how much of it."""
    add_store(parser)
    parser.add_argument("--last", metavar="N", type=options.whole(1), help="Only so many, those that ended last.")
    options.add_json(parser, "Print one JSON object a line.")


def run(args: Namespace) -> int:
    """List them."""
    with Store.open(args.store, read_only=True) as opened:
        for row in opened.log(args.last):
            if args.json:
                sys.stdout.write(dumps_line(row))
            else:
                print(_line(row))
    return DONE


def _line(row: Mapping[str, Any]) -> str:
    prefix = ",".join(map(str, row["prefix"])) or "all"
    found = f"{row['count']} x {row['weight']}" if row["count"] is not None else "-"
    times = f"{row['seconds']:10.3f} s {row['nodes']:>15,} nodes"
    return f"{row['id']:>7} {row['state']:<5} {times} {found:>16}  {printable(row['worker'] or '-', 60)}  {prefix}"
