"""`tilewright run resume`: on with a run."""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli.parser import Parser
from tilewright.cli.running.work import add_store, add_work, crew_of, run_until_done
from tilewright.runs import coordinator
from tilewright.runs.store import Store

DETAILS = "Example: `tilewright run resume 6x10.db --threads 2 --for 3600`."


def add_arguments(parser: Parser) -> None:
    """The run, and who works."""
    add_store(parser)
    add_work(parser)


def run(args: Namespace) -> int:
    """Open and work."""
    with (
        Store.open(args.store) as opened,
        crew_of(coordinator.job_of(opened), args.threads, args.dask, args.json) as pool,
    ):
        return run_until_done(opened, pool, args.seconds, args.json)
