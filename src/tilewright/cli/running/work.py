"""What `run start` and `run resume` share: who works, until when, and what is said at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.cli.parser import Parser
from tilewright.cli.running.report import OutOfTime, Watch, tell
from tilewright.runs import coordinator
from tilewright.runs.coordinator import WorkerPool
from tilewright.runs.job import Work
from tilewright.runs.store import Store
from tilewright.runs.worker import LocalPool


def add_store(parser: Parser) -> None:
    """The store of a run that there is."""
    parser.add_argument("store", metavar="STORE", type=Path, help="The store of the run.")


def add_goal(parser: Parser) -> None:
    """What a run is for."""
    goal = options.OneOf("count", "all", "silhouettes")
    parser.add_argument(
        "--goal",
        metavar=goal.metavar,
        type=goal,
        default="count",
        help="Only count the tilings, keep them all, or find the silhouettes of --pieces. [default: count]",
    )


def add_work(parser: Parser) -> None:
    """Who works and how long."""
    options.add_threads(parser)
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="Work on a Dask cluster: `tcp://scheduler:8786`, or `local:2`."
    )
    parser.add_argument(
        "--for",
        dest="seconds",
        metavar="SECONDS",
        type=options.seconds(),
        help="Stop after so many seconds; resume goes on.",
    )
    options.add_json(parser)


@contextmanager
def crew_of(work: Work, threads: int, dask: str | None, json: bool) -> Iterator[WorkerPool]:
    """Those who work, until the body ends."""
    pool: WorkerPool
    if dask:
        from tilewright.runs.dask import DaskPool  # the extra `cluster`, which may not be installed

        pool = DaskPool(work, dask)
        if pool.dashboard and not json:
            print(f"the dashboard is at {pool.dashboard}", file=sys.stderr)
    else:
        pool = LocalPool(work, threads)
    try:
        yield pool
    finally:
        pool.close()


def _note(text: str) -> None:
    print(f"tilewright: note: {text}", file=sys.stderr)


def run_until_done(store: Store, pool: WorkerPool, seconds: float | None, json: bool) -> int:
    """Go on with a run until it is finished, or out of time, or interrupted; then say how it stands."""
    stopped = LIMIT_REACHED
    if store.lost:
        _note(f"{store.lost}: what was finished only there is done again")
    try:
        with Watch(json, seconds) as watch:
            coordinator.run_until_done(store, pool, watch)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except SystemExit as terminated:  # so says the handler of SIGTERM
        stopped = terminated.code if isinstance(terminated.code, int) else INTERRUPTED
    found = coordinator.status(store)
    if not store.empty_log():
        _note(f"the log {store.path}-wal remains, for another process reads the store: keep both together")
    tell(store, found, json)
    if not found.finished:
        return stopped
    return DONE if found.value else NO
