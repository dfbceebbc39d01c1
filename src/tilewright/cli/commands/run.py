"""`tilewright run`: start, resume, status, log, export, verify, salvage; and what they say of a run."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tilewright.cli.options import Command, as_path, whole
from tilewright.cli.output import tell_rows
from tilewright.cli.terminal import DONE, INTERRUPTED, LIMIT_REACHED, NO, note, run_bar
from tilewright.cover.choice import choose
from tilewright.errors import NotationError, printable, quote
from tilewright.formats import tables
from tilewright.formats.answer import dumps_line
from tilewright.names import load
from tilewright.runs import work
from tilewright.runs.access import file_type, packs_directory, require_new
from tilewright.runs.archive import check_output, export, verify_archive
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job, Work
from tilewright.runs.verify import salvage, verify
from tilewright.runs.work import LocalPool, Status, WorkerPool
from tilewright.silhouettes.query import Query, parse_within


class OutOfTime(Exception):
    """The time that --for gave is over."""


class Watch:
    """Progress of a run on standard error: a line of JSON each time, or a bar on a terminal."""

    def __init__(self, json: bool, seconds: float | None) -> None:
        self.json = json
        self.until = None if seconds is None else time.monotonic() + seconds
        self.bar: Any = None

    def __enter__(self) -> Watch:
        if sys.stderr.isatty() and not self.json:
            self.bar = run_bar()
            self.bar.start()
            self.task = self.bar.add_task("", total=1.0)
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def __call__(self, store: Store) -> None:
        """Tell how the run stands; OutOfTime when its time is over."""
        if self.bar or self.json:
            found = work.status(store)
            if self.bar:
                self.bar.update(self.task, description=line(store, found), completed=found.share)
            if self.json:
                sys.stderr.write(dumps_line(row(found)))
                sys.stderr.flush()  # it is kept back under PYTHONUNBUFFERED: `terminal.open_all`
        if self.until is not None and time.monotonic() > self.until:
            raise OutOfTime


def many(number: int, noun: str) -> str:
    """`1 tiling`, `2 tilings`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def line(store: Store, found: Status) -> str:
    """The run in one line."""
    counts = found.state_counts
    parts = [many(found.value, noun_of(store)), f"{many(counts['done'], 'subproblem')} done"]
    parts.append(f"{counts['open'] + counts['taken']:,} left")
    if found.pace and found.seconds:
        parts.append(f"{found.nodes / found.seconds * found.pace / 1e6:,.1f} M nodes/s")
    if found.eta:
        low, likely, high = map(duration, found.eta)
        parts.append(f"about {likely} to go ({low} to {high})")
    return ", ".join(parts)


def noun_of(store: Store) -> str:
    """What a run counts."""
    return "silhouette" if store.manifest()["goal"] == "silhouettes" else "tiling"


def duration(seconds: float) -> str:
    """A time span for people: 45 s, 12 min, 3.5 h, 12 days."""
    for unit, size, limit, digits in (("s", 1, 120, 0), ("min", 60, 120, 0), ("h", 3600, 48, 1)):
        if seconds < limit * size:
            return f"{seconds / size:.{digits}f} {unit}"
    return f"{seconds / 86400:,.0f} days"


def row(found: Status) -> dict[str, Any]:
    """The run as JSON."""
    return {
        "finished": found.finished,
        "value": found.value,
        "value_text": str(found.value),
        "bound": "exact" if found.finished else "at least",
        "subproblems": found.state_counts,
        "share": round(found.share, 6),
        "remaining": found.remaining and [round(seconds, 1) for seconds in found.remaining],
        "eta": found.eta and [round(seconds, 1) for seconds in found.eta],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "pace": found.pace and round(found.pace, 3),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else None,
    }


def tell(store: Store, found: Status, json: bool, asked: bool = False) -> None:
    """The result, or how far the run is, on standard output; of a finished run more than the number where `asked`."""
    manifest = store.manifest()
    name, goal = manifest["name"], manifest["goal"]
    text = f"at least {line(store, found)}; `tilewright run resume {store.path}` goes on"
    if found.finished:
        took = f"{duration(found.seconds)} of work, in {store.path}"
        text = (
            f"{many(found.value, noun_of(store))}: {name}, goal {goal}, finished, {took}" if asked else str(found.value)
        )
    puzzle = {"name": name, "digest": manifest["digest"]}
    tell_rows(json, {"puzzle": puzzle, "goal": goal, **row(found)}, [text])


def pool_of(job: Work, store: Path, args: Namespace) -> WorkerPool:
    """Those who work: threads here, or a cluster."""
    if not args.dask:
        return LocalPool(job, args.threads)
    from tilewright.runs.dask import DaskPool  # the extra `cluster`, which may not be installed

    pool = DaskPool(job, args.dask, store if isinstance(job, Job) and job.goal == "all" else None)
    if pool.dashboard and not args.json:
        print(f"the dashboard is at {pool.dashboard}", file=sys.stderr)
    return pool


def run_until_done(store: Store, pool: WorkerPool, seconds: float | None, json: bool) -> int:
    """Go on with a run until it is finished, or out of time, or interrupted; then say how it stands."""
    stopped = LIMIT_REACHED
    if store.lost:
        note(f"{store.lost}: what was finished only there is done again")
    try:
        with Watch(json, seconds) as watch:
            work.run_until_done(store, pool, watch)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except SystemExit as terminated:  # so says the handler of SIGTERM
        stopped = terminated.code if isinstance(terminated.code, int) else INTERRUPTED
    found = work.status(store)
    if not store.empty_log():
        note(f"the log {store.path}-wal remains, for another process reads the store: keep both together")
    if files := len(store.files()):
        note(f"{many(files, 'file')} of tilings in {packs_directory(store.path)}: keep them with the store")
    tell(store, found, json)
    if not found.finished:
        return stopped
    return DONE if found.value else NO


START = """Examples: `tilewright run start pentominoes@6x10 --goal all --store 6x10.db --threads 2`,
`tilewright run start --goal silhouettes --pieces fridgeiq --symmetry D4 --store fridgeiq.db`.

[PUZZLE]  The puzzle, as for `tilewright count`; none with --goal silhouettes.
goal
--pieces SET  The same as for `design silhouettes`.
--symmetry GROUP  The same as for `design silhouettes`. [default: D4]
--contact edge|corner|concentric|corner-concentric  The same as for `design silhouettes`. [default: edge]
--within RxC  The same as for `design silhouettes`.
--store FILE.db  Where to keep the run. [default: DIGEST.db in this directory]
engine threads dask for json
"""
SILHOUETTES = ("pieces", "symmetry", "contact", "within")  # options for --goal silhouettes alone


def _run_start(args: Namespace) -> int:
    job = _silhouette_job(args) if args.goal == "silhouettes" else _tiling_job(args)
    path = args.store or Path(f"{job.manifest()['digest']}.db")
    require_new(path)
    with closing(pool_of(job, path, args)) as pool, work.start(path, job) as opened:
        if args.store is None:
            print(f"the run is kept in {path}", file=sys.stderr)
        return run_until_done(opened, pool, args.seconds, args.json)


def _tiling_job(args: Namespace) -> Work:
    if strange := [name for name in SILHOUETTES if getattr(args, name)]:
        raise NotationError(f"--{strange[0]} goes with --goal silhouettes: expected none with --goal {args.goal}")
    if args.puzzle is None:
        raise NotationError("no PUZZLE given: expected a file or PIECES@BOARD, or --goal silhouettes --pieces SET")
    puzzle = load(args.puzzle)
    choose(puzzle.compile().cover, "count", args.engine)
    return Job(tables.dump_json(puzzle), args.goal, args.engine)


def _silhouette_job(args: Namespace) -> Work:
    if args.puzzle is not None or args.pieces is None:
        given = f" and {quote(args.puzzle)}" if args.puzzle is not None else ""
        raise NotationError(f"--goal silhouettes{given}: expected --pieces SET and no PUZZLE")
    if args.engine != "auto":
        raise NotationError(f"--engine {args.engine} with --goal silhouettes: there is one search for silhouettes")
    within = parse_within(args.within) if args.within else None
    return SilhouetteJob(Query(args.pieces, args.symmetry or "D4", args.contact or "edge", within))


RESUME = """Example: `tilewright run resume 6x10.db --threads 2 --for 3600`.

store threads dask for json
"""


def _run_resume(args: Namespace) -> int:
    with Store.open(args.store) as opened:
        job = work.job_of(opened)
        work.check_weights(opened, job)
        with closing(pool_of(job, args.store, args)) as pool:
            return run_until_done(opened, pool, args.seconds, args.json)


STATUS = """Example: `tilewright run status 6x10.db`.

store json
"""


def _run_status(args: Namespace) -> int:
    with Store.open(args.store, read_only=True) as opened:
        work.check_puzzle(opened)
        tell(opened, work.status(opened), args.json, asked=True)
    return DONE


LOG = """Example: `tilewright run log 6x10.db --last 20`.

store
--last N  Only the N subproblems that ended last.
json  Print one JSON object a line.
"""


def _run_log(args: Namespace) -> int:
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


EXPORT = """The tilings are those of a run with `--goal all`. An unfinished run gives what was found so far (exit code 3). `run
verify` checks the file.

Example: `tilewright run export 6x10.db -o 6x10.jsonl`.

store
output required  Tilings: .jsonl, .parquet or .db; silhouettes: .json.
force json
"""


def _run_export(args: Namespace) -> int:
    check_output(args.output, args.force)
    with Store.open(args.store, read_only=True) as opened:
        found = export(opened, args.output, args.force)
        noun = noun_of(opened)
    bound, so_far = ("exact", "") if found.complete else ("at least", "of an unfinished run: ")
    row = {"archive": str(args.output), f"{noun}s": found.number, "bound": bound, "digest": found.digest}
    tell_rows(
        args.json, row, [f"{so_far}{many(found.number, noun)} in {args.output}, digest of the {noun}s {found.digest}"]
    )
    return DONE if found.complete else LIMIT_REACHED


VERIFY = """For a run: the subproblems partition the search, every tiling is valid and new, and the count adds up. For an archive:
every tiling is valid and new, and the number and the digest match. Exit code 3: the run is not finished, and nothing is
wrong so far.

Example: `tilewright run verify 6x10.db --sample 50`.

FILE  The store of a run, or an archive it was exported to.
--sample N = 20  Subproblems to solve again by another engine.
engine  The engine to solve them with.
json
"""


def _run_verify(args: Namespace) -> int:
    if is_store := file_type(args.file) == "store":
        with Store.open(args.file, read_only=True) as opened:
            report = verify(opened, args.sample, args.engine)
    else:
        report = verify_archive(args.file, args.sample, args.engine)
    words = {True: "valid", False: "not valid", None: "unfinished: nothing wrong so far"}
    digest = "digest of the subproblems" if is_store else "digest of the tilings"
    rest = (
        f"{digest if key == 'digest' else key}: {value}"
        for key, value in report.items()
        if value is not None and key != "valid"
    )
    tell_rows(args.json, report, [words[report["valid"]], *rest])
    return {True: DONE, False: NO, None: LIMIT_REACHED}[report["valid"]]


SALVAGE = """The finished subproblems are kept; the rest is open again.

Example: `tilewright run salvage damaged.db -o saved.db`.

store
output FILE.db required  A new store.
--puzzle PUZZLE  The puzzle, if the store lost it.
goal engine
"""


def _run_salvage(args: Namespace) -> int:
    job = None
    if args.puzzle:
        if args.goal == "silhouettes":
            raise NotationError("--puzzle goes with --goal count or all; a run for silhouettes is salvaged without")
        job = Job(tables.dump_json(load(args.puzzle)), args.goal, args.engine)
    saved, lost = salvage(args.store, args.output, job)
    print(f"{saved} finished subproblems saved in {args.output}, {lost} to be done again")
    return DONE


COMMANDS = {
    "run start": Command(START, _run_start),
    "run resume": Command(RESUME, _run_resume),
    "run status": Command(STATUS, _run_status),
    "run log": Command(LOG, _run_log, {"last": whole(1)}),
    "run export": Command(EXPORT, _run_export),
    "run verify": Command(VERIFY, _run_verify, {"file": as_path, "sample": whole(0)}),
    "run salvage": Command(SALVAGE, _run_salvage),
}
