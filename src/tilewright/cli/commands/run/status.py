"""`tilewright run status`: how far a run is."""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.running.report import tell
from tilewright.cli.running.work import add_store
from tilewright.runs import coordinator
from tilewright.runs.store import Store

DETAILS = "Example: `tilewright run status 6x10.db`."


def add_arguments(parser: Parser) -> None:
    """The run."""
    add_store(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Look and tell."""
    with Store.open(args.store, read_only=True) as opened:
        tell(opened, coordinator.status(opened), args.json, asked=True)
    return DONE
