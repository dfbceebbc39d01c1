"""`tilewright run`: start, resume, status, log, export, verify and salvage, and the reports on a run."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tilewright.cli import options
from tilewright.cli.options import Argument, Command, OneOf, as_path, whole
from tilewright.cli.output import tell_rows
from tilewright.cli.terminal import note, run_bar, tell
from tilewright.errors import NotationError, OutOfTimeError, printable, quote
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.formats import tables
from tilewright.loader import load
from tilewright.runs import work
from tilewright.runs.access import file_type, packs_directory, require_new
from tilewright.runs.archive import check_output, export, verify_archive
from tilewright.runs.silhouettes import SilhouetteJob
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Job, Work
from tilewright.runs.verify import salvage, verify
from tilewright.runs.work import LocalPool, Status, WorkerPool
from tilewright.silhouettes.query import Query, parse_within
from tilewright.system import digits, dumps_line


class RunTimeOver(Exception):
    """The time given by --limit is over."""


class Watch:
    """Shows the progress of a run on standard error: as lines of JSON, or as a bar on a terminal."""

    def __init__(self, json: bool, deadline: Deadline) -> None:
        self.json, self.deadline = json, deadline
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
        """Report the progress; raise RunTimeOver when the time is over."""
        if self.bar or self.json:
            found = work.status(store)
            if self.bar:
                self.bar.update(self.task, description=summary(store, found), completed=found.share)
            if self.json:
                sys.stderr.write(dumps_line(as_json(found)))
                sys.stderr.flush()  # needed even under PYTHONUNBUFFERED, because `terminal.open_all` turns write-through off
        if self.deadline.left <= 0:
            raise RunTimeOver


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 tiling` or `2 tilings`."""
    return f"{digits(number, ',')} {noun}{'s' * (number != 1)}"


def summary(store: Store, found: Status) -> str:
    """Return the state of the run in one line."""
    counts = found.state_counts
    parts = [counted(found.value, noun_of(store)), f"{counted(counts['done'], 'subproblem')} done"]
    parts.append(f"{counts['open'] + counts['taken']:,} left")
    if found.pace and found.seconds:
        # `nodes / seconds` is the speed of one worker; `pace` is the seconds of work that all workers do per
        # second.
        parts.append(f"{found.nodes / found.seconds * found.pace / 1e6:,.1f} M nodes/s")
    if found.eta:
        low, likely, high = map(duration, found.eta)
        parts.append(f"about {likely} to go ({low} to {high})")
    return ", ".join(parts)


def noun_of(store: Store) -> str:
    """Return the noun for what a run counts."""
    return "silhouette" if store.manifest()["goal"] == "silhouettes" else "tiling"


def duration(seconds: float) -> str:
    """Return a time span in words: 45 s, 12 min, 3.5 h, 12 days."""
    for unit, size, limit, places in (("s", 1, 120, 0), ("min", 60, 120, 0), ("h", 3600, 48, 1)):
        if seconds < limit * size:
            return f"{seconds / size:.{places}f} {unit}"
    return f"{seconds / 86400:,.0f} days"


def as_json(found: Status) -> dict[str, Any]:
    """Return the state of the run as JSON."""
    return {
        "finished": found.finished,
        "value": found.value,
        "value_text": digits(found.value),
        "bound": "exact" if found.finished else "at least",
        "subproblems": found.state_counts,
        "share": round(found.share, 6),
        "remaining": found.remaining and [round(seconds, 1) for seconds in found.remaining],
        "eta": found.eta and [round(seconds, 1) for seconds in found.eta],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "pace": found.pace and round(found.pace, 3),
        # The speed of one worker; `summary` shows that of all workers, which is `pace` times as high.
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else None,
    }


def print_status(store: Store, found: Status, json: bool, asked: bool = False) -> None:
    """Print the result or the progress; with `asked`, details even of a finished run."""
    manifest = store.manifest()
    name, goal = manifest["name"], manifest["goal"]
    if not found.finished:
        text = f"at least {summary(store, found)}; `tilewright run resume {store.path}` goes on"
    elif asked:
        took = f"{duration(found.seconds)} of work, in {store.path}"
        text = f"{counted(found.value, noun_of(store))}: {name}, goal {goal}, finished, {took}"
    else:
        text = digits(found.value)
    puzzle = {"name": name, "digest": manifest["digest"]}
    tell_rows(json, {"puzzle": puzzle, "goal": goal, **as_json(found)}, [text])


def pool_of(job: Work, path: Path, args: Namespace) -> WorkerPool:
    """Return the workers: processes on this machine, or a Dask cluster."""
    if not args.dask:
        return LocalPool(job, args.threads)
    from tilewright.runs.dask import DaskPool

    pool = DaskPool(job, args.dask, path if isinstance(job, Job) and job.goal == "all" else None)
    if pool.dashboard and not args.json:
        print(f"the dashboard is at {pool.dashboard}", file=sys.stderr)
    return pool


def run_and_report(store: Store, pool: WorkerPool, deadline: Deadline, json: bool) -> int:
    """Continue a run until it is finished, out of time or interrupted; then print its status."""
    exit_code = LIMIT_REACHED
    if store.lost:
        note(f"{store.lost}: what was finished only there is done again")
    try:
        with Watch(json, deadline) as watch:
            work.run_until_done(store, pool, watch)
    except RunTimeOver:
        pass
    except KeyboardInterrupt:
        exit_code = INTERRUPTED
    except SystemExit as terminated:  # raised by our SIGTERM handler
        exit_code = terminated.code if isinstance(terminated.code, int) else INTERRUPTED
    found = work.status(store)
    if not store.merge_log():
        note(f"the log {store.path}-wal remains, for another process reads the store: keep both together")
    if files := len(store.files()):
        note(f"{counted(files, 'file')} of tilings in {packs_directory(store.path)}: keep them with the store")
    print_status(store, found, json)
    if not found.finished:
        return exit_code
    return DONE if found.value else NO


START_HELP = """Examples: `tilewright run start pentominoes@6x10 --goal all --store 6x10.db --threads 2`,
`tilewright run start --goal silhouettes --pieces fridgeiq --symmetry D4 --store fridgeiq.db`."""
SILHOUETTE_OPTIONS = ("pieces", "symmetry", "contact", "within")  # options used only by --goal silhouettes


def _run_start(args: Namespace) -> int:
    deadline = Deadline(Limit(seconds=args.seconds))
    try:
        job = _silhouette_job(args) if args.goal == "silhouettes" else _tiling_job(args, deadline)
        path = args.store or Path(f"{job.manifest()['digest']}.db")
        require_new(path)
        with closing(pool_of(job, path, args)) as pool, work.start(path, job) as opened:
            if args.store is None:
                print(f"the run is kept in {path}", file=sys.stderr)
            return run_and_report(opened, pool, deadline, args.json)
    except OutOfTimeError:
        return _too_late(args)


def _too_late(args: Namespace) -> int:
    tell(f"tilewright: the puzzle was not ready within {args.seconds:g} s: expected a longer --limit")
    return LIMIT_REACHED


def _tiling_job(args: Namespace, deadline: Deadline) -> Work:
    if misplaced := [name for name in SILHOUETTE_OPTIONS if getattr(args, name)]:
        raise NotationError(f"--{misplaced[0]} goes with --goal silhouettes: expected none with --goal {args.goal}")
    if args.puzzle is None:
        raise NotationError("no PUZZLE given: expected a file or PIECES@BOARD, or --goal silhouettes --pieces SET")
    job = Job(tables.dump_json(load(args.puzzle)), args.goal, args.engine, deadline)
    choose(job.compiled.cover, args.engine, deadline)  # called only for its exceptions, before a store is created
    return job


def _silhouette_job(args: Namespace) -> Work:
    if args.puzzle is not None or args.pieces is None:
        given = f" and {quote(args.puzzle)}" if args.puzzle is not None else ""
        raise NotationError(f"--goal silhouettes{given}: expected --pieces SET and no PUZZLE")
    if args.engine != "auto":
        raise NotationError(f"--engine {args.engine} with --goal silhouettes: there is one search for silhouettes")
    within = parse_within(args.within) if args.within else None
    # The options default to None, so that `_tiling_job` can tell whether they were given; the real defaults are
    # here.
    return SilhouetteJob(Query(args.pieces, args.symmetry or "D4", args.contact or "edge", within))


RESUME_HELP = """Example: `tilewright run resume 6x10.db --threads 2 --limit 3600`."""


def _run_resume(args: Namespace) -> int:
    deadline = Deadline(Limit(seconds=args.seconds))
    with Store.open(args.store) as opened:
        try:
            job = work.job_of(opened, deadline)
            work.check_weights(opened, job)
        except OutOfTimeError:
            return _too_late(args)
        with closing(pool_of(job, args.store, args)) as pool:
            return run_and_report(opened, pool, deadline, args.json)


STATUS_HELP = """Example: `tilewright run status 6x10.db`."""


def _run_status(args: Namespace) -> int:
    with Store.open(args.store, read_only=True) as opened:
        work.check_puzzle(opened)
        print_status(opened, work.status(opened), args.json, asked=True)
    return DONE


LOG_HELP = """Example: `tilewright run log 6x10.db --last 20`."""


def _run_log(args: Namespace) -> int:
    with Store.open(args.store, read_only=True) as opened:
        for entry in opened.log(args.last):
            if args.json:
                sys.stdout.write(dumps_line(entry))
            else:
                print(log_line(entry))
    return DONE


def log_line(entry: Mapping[str, Any]) -> str:
    """Return a subproblem of the log as a line of text."""
    prefix = ",".join(map(str, entry["prefix"])) or "all"
    found = f"{entry['count']} x {entry['weight']}" if entry["count"] is not None else "-"
    worker = printable(entry["worker"] or "-", 60)
    times = f"{entry['seconds']:10.3f} s {entry['nodes']:>15,} nodes"
    return f"{entry['id']:>7} {entry['state']:<5} {times} {found:>16}  {worker}  {prefix}"


EXPORT_HELP = """The tilings are those of a run with `--goal all`. An unfinished run gives what was found so far (exit code 3). `run
verify` checks the file.

Example: `tilewright run export 6x10.db -o 6x10.jsonl`."""


def _run_export(args: Namespace) -> int:
    check_output(args.output, args.force)
    with Store.open(args.store, read_only=True) as opened:
        found = export(opened, args.output, args.force)
        noun = noun_of(opened)
    bound, so_far = ("exact", "") if found.complete else ("at least", "of an unfinished run: ")
    report = {"archive": str(args.output), f"{noun}s": found.number, "bound": bound, "digest": found.digest}
    text = f"{so_far}{counted(found.number, noun)} in {args.output}, digest of the {noun}s {found.digest}"
    tell_rows(args.json, report, [text])
    return DONE if found.complete else LIMIT_REACHED


VERIFY_HELP = """For a run: the subproblems partition the search, every tiling is valid and new, and the count adds up. For an archive:
every tiling is valid and new, and the number and the digest match. Exit code 3: the run is not finished, and nothing is
wrong so far.

Example: `tilewright run verify 6x10.db --sample 50`."""


def _run_verify(args: Namespace) -> int:
    is_store = file_type(args.file) == "store"
    if is_store:
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


SALVAGE_HELP = """The finished subproblems are kept; the rest is open again.

Example: `tilewright run salvage damaged.db -o saved.db`."""


def _run_salvage(args: Namespace) -> int:
    job = None
    if args.puzzle is not None:
        job = Job(tables.dump_json(load(args.puzzle)), args.goal or "count", args.engine or "auto")
    elif misplaced := [name for name in ("goal", "engine") if getattr(args, name) is not None]:
        raise NotationError(
            f"--{misplaced[0]} goes with --puzzle: expected both, or neither, as a store usually says it itself"
        )
    saved, lost = salvage(args.store, args.output, job)
    print(f"{saved} finished subproblems saved in {args.output}, {lost} to be done again")
    return DONE


COMMANDS = {
    "run start": Command(
        START_HELP,
        _run_start,
        [
            Argument(
                "puzzle",
                nargs="?",
                metavar="PUZZLE",
                help="The puzzle, as for `tilewright count`; none with --goal silhouettes.",
            ),
            options.GOAL,
            Argument("--pieces", metavar="SET", help="The same as for `design silhouettes`."),
            Argument("--symmetry", metavar="GROUP", help="The same as for `design silhouettes`. [default: D4]"),
            Argument(
                "--contact",
                metavar="edge|corner|concentric|corner-concentric",
                help="The same as for `design silhouettes`. [default: edge]",
            ),
            Argument("--within", metavar="RxC", help="The same as for `design silhouettes`."),
            Argument(
                "--store",
                type=as_path,
                metavar="FILE.db",
                help="Where to keep the run. [default: DIGEST.db in this directory]",
            ),
            options.ENGINE,
            options.THREADS,
            options.DASK,
            options.RUN_LIMIT,
            options.JSON,
        ],
    ),
    "run resume": Command(
        RESUME_HELP,
        _run_resume,
        [
            options.STORE,
            options.THREADS,
            options.DASK,
            options.RUN_LIMIT,
            options.JSON,
        ],
    ),
    "run status": Command(
        STATUS_HELP,
        _run_status,
        [
            options.STORE,
            options.JSON,
        ],
    ),
    "run log": Command(
        LOG_HELP,
        _run_log,
        [
            options.STORE,
            Argument("--last", type=whole(1), metavar="N", help="Only the N subproblems that ended last."),
            options.JSON.but(help="Print one JSON object per line."),
        ],
    ),
    "run export": Command(
        EXPORT_HELP,
        _run_export,
        [
            options.STORE,
            options.OUTPUT.but(required=True, help="Tilings: .jsonl, .parquet or .db; silhouettes: .json."),
            options.FORCE,
            options.JSON,
        ],
    ),
    "run verify": Command(
        VERIFY_HELP,
        _run_verify,
        [
            Argument(
                "file", type=as_path, metavar="FILE", help="The store of a run, or an archive it was exported to."
            ),
            Argument(
                "--sample", type=whole(0), metavar="N", default=20, help="Subproblems to solve again by another engine."
            ),
            options.ENGINE.but(help="The engine to solve them with."),
            options.JSON,
        ],
    ),
    "run salvage": Command(
        SALVAGE_HELP,
        _run_salvage,
        [
            options.STORE,
            options.OUTPUT.but(metavar="FILE.db", required=True, help="A new store."),
            Argument("--puzzle", metavar="PUZZLE", help="The puzzle, if the store lost it."),
            Argument(
                "--goal", type=OneOf("count", "all"), help="The goal of that run, with --puzzle. [default: count]"
            ),
            Argument("--engine", metavar="ENGINE", help="The engine of that run, with --puzzle. [default: auto]"),
        ],
    ),
}
