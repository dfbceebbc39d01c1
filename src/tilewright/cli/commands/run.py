"""`tilewright run`: start, resume, status, log, export, verify, salvage; and what they say of a run."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilewright.cli import options
from tilewright.cli.options import Command, Parser
from tilewright.cli.terminal import DONE, INTERRUPTED, LIMIT_REACHED, NO, note, run_bar
from tilewright.cover.choice import choose
from tilewright.errors import NotationError, printable, quote
from tilewright.formats import tables
from tilewright.formats.answer import dumps_line, print_json
from tilewright.names import load
from tilewright.runs import work
from tilewright.runs import work as coordinator
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


def tell_checked(report: dict[str, Any], digest: str) -> None:
    """What `run verify` found, a line each; `digest` names what its digest is of."""
    words = {True: "valid", False: "not valid", None: "unfinished: nothing wrong so far"}
    print(words[report["valid"]])
    for key, value in report.items():
        if value is not None and key != "valid":
            print(f"{digest if key == 'digest' else key}: {value}")


def line(store: Store, found: Status) -> str:
    """The run in one line."""
    left = found.state_counts["open"] + found.state_counts["taken"]
    parts = [
        many(found.value, noun_of(store)),
        f"{many(found.state_counts['done'], 'subproblem')} done",
        f"{left:,} left",
    ]
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
    for limit, unit, size, digits in ((120, "s", 1, 0), (7200, "min", 60, 0), (48 * 3600, "h", 3600, 1)):
        if seconds < limit:
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
        "remaining": _rounded(found.remaining),
        "eta": _rounded(found.eta),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "pace": found.pace and round(found.pace, 3),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else None,
    }


def _rounded(span: tuple[float, float, float] | None) -> list[float] | None:
    return None if span is None else [round(seconds, 1) for seconds in span]


def tell(store: Store, found: Status, json: bool, asked: bool = False) -> None:
    """The result, or how far the run is, on standard output; of a finished run more than the number where `asked`."""
    manifest = store.manifest()
    if json:
        puzzle = {"name": manifest["name"], "digest": manifest["digest"]}
        print_json({"tilewright": 1, "puzzle": puzzle, "goal": manifest["goal"], **row(found)})
    elif found.finished and not asked:
        print(found.value)
    elif found.finished:
        goal, took = manifest["goal"], f"{duration(found.seconds)} of work"
        print(
            f"{many(found.value, noun_of(store))}: {manifest['name']}, goal {goal}, finished, {took}, in {store.path}"
        )
    else:
        print(f"at least {line(store, found)}; `tilewright run resume {store.path}` goes on")


def add_store(parser: Parser) -> None:
    """The store of a run that there is."""
    parser.add_argument("store", metavar="STORE", type=Path, help="The store of the run.")


def add_goal(parser: Parser) -> None:
    """What a run is for."""
    parser.add_argument(
        "--goal",
        type=options.OneOf("count", "all", "silhouettes"),
        default="count",
        help="Only count the tilings, keep them all, or find the silhouettes of --pieces.",
    )


def add_work(parser: Parser) -> None:
    """Threads, cluster and limits of the work."""
    parser.take("threads")
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
    parser.take("json")


@contextmanager
def crew_of(work: Work, store: Path, threads: int, dask: str | None, json: bool) -> Iterator[WorkerPool]:
    """Those who work, until the body ends."""
    pool: WorkerPool
    if dask:
        from tilewright.runs.dask import DaskPool  # the extra `cluster`, which may not be installed

        pool = DaskPool(work, dask, store if isinstance(work, Job) and work.goal == "all" else None)
        if pool.dashboard and not json:
            print(f"the dashboard is at {pool.dashboard}", file=sys.stderr)
    else:
        pool = LocalPool(work, threads)
    try:
        yield pool
    finally:
        pool.close()


def run_until_done(store: Store, pool: WorkerPool, seconds: float | None, json: bool) -> int:
    """Go on with a run until it is finished, or out of time, or interrupted; then say how it stands."""
    stopped = LIMIT_REACHED
    if store.lost:
        note(f"{store.lost}: what was finished only there is done again")
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
        note(f"the log {store.path}-wal remains, for another process reads the store: keep both together")
    if files := len(store.files()):
        note(f"{many(files, 'file')} of tilings in {packs_directory(store.path)}: keep them with the store")
    tell(store, found, json)
    if not found.finished:
        return stopped
    return DONE if found.value else NO


START_DETAILS = """Examples: `tilewright run start pentominoes@6x10 --goal all --store 6x10.db --threads 2`,
`tilewright run start --goal silhouettes --pieces fridgeiq --symmetry D4 --store fridgeiq.db`."""
SILHOUETTES = ("pieces", "symmetry", "contact", "within")  # options for --goal silhouettes alone


def _add_start_arguments(parser: Parser) -> None:
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        nargs="?",
        help="The puzzle, as for `tilewright count`; none with --goal silhouettes.",
    )
    add_goal(parser)
    parser.add_argument("--pieces", metavar="SET", help="The same as for `design silhouettes`.")
    parser.add_argument("--symmetry", metavar="GROUP", help="The same as for `design silhouettes`. [default: D4]")
    parser.add_argument(
        "--contact",
        metavar="edge|corner|concentric|corner-concentric",
        help="The same as for `design silhouettes`. [default: edge]",
    )
    parser.add_argument("--within", metavar="RxC", help="The same as for `design silhouettes`.")
    parser.add_argument(
        "--store", metavar="FILE.db", type=Path, help="Where to keep the run. [default: DIGEST.db in this directory]"
    )
    parser.take("engine")
    add_work(parser)


def _run_start(args: Namespace) -> int:
    work = _silhouette_job(args) if args.goal == "silhouettes" else _tiling_job(args)
    path = args.store or Path(f"{work.manifest()['digest']}.db")
    require_new(path)
    with crew_of(work, path, args.threads, args.dask, args.json) as pool, coordinator.start(path, work) as opened:
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


RESUME_DETAILS = "Example: `tilewright run resume 6x10.db --threads 2 --for 3600`."


def _add_resume_arguments(parser: Parser) -> None:
    add_store(parser)
    add_work(parser)


def _run_resume(args: Namespace) -> int:
    with Store.open(args.store) as opened:
        job = work.job_of(opened)
        work.check_weights(opened, job)
        with crew_of(job, args.store, args.threads, args.dask, args.json) as pool:
            return run_until_done(opened, pool, args.seconds, args.json)


STATUS_DETAILS = "Example: `tilewright run status 6x10.db`."


def _add_status_arguments(parser: Parser) -> None:
    add_store(parser)
    parser.take("json")


def _run_status(args: Namespace) -> int:
    with Store.open(args.store, read_only=True) as opened:
        work.check_puzzle(opened)
        tell(opened, work.status(opened), args.json, asked=True)
    return DONE


LOG_DETAILS = "Example: `tilewright run log 6x10.db --last 20`."


def _add_log_arguments(parser: Parser) -> None:
    add_store(parser)
    parser.add_argument("--last", metavar="N", type=options.whole(1), help="Only the N subproblems that ended last.")
    parser.take("json", help="Print one JSON object a line.")


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


EXPORT_DETAILS = """The tilings are those of a run with `--goal all`. An unfinished run gives what was found so far (exit code 3). `run verify` checks the file.

Example: `tilewright run export 6x10.db -o 6x10.jsonl`."""


def _add_export_arguments(parser: Parser) -> None:
    add_store(parser)
    parser.take("output", help="Tilings: .jsonl, .parquet or .db; silhouettes: .json.", required=True)
    parser.take("force", "json")


def _run_export(args: Namespace) -> int:
    check_output(args.output, args.force)
    with Store.open(args.store, read_only=True) as opened:
        found = export(opened, args.output, args.force)
        noun = noun_of(opened)
    if args.json:
        bound = "exact" if found.complete else "at least"
        row = {f"{noun}s": found.number, "bound": bound, "digest": found.digest}
        print_json({"tilewright": 1, "archive": str(args.output), **row})
    else:
        so_far = "" if found.complete else "of an unfinished run: "
        print(f"{so_far}{many(found.number, noun)} in {args.output}, digest of the {noun}s {found.digest}")
    return DONE if found.complete else LIMIT_REACHED


VERIFY_DETAILS = """For a run: the subproblems partition the search, every tiling is valid and new, and the count adds up. For an archive:
every tiling is valid and new, and the number and the digest match. Exit code 3: the run is not finished, and nothing is
wrong so far.

Example: `tilewright run verify 6x10.db --sample 50`."""


def _add_verify_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="The store of a run, or an archive it was exported to.")
    parser.add_argument(
        "--sample", metavar="N", type=options.whole(0), default=20, help="Subproblems to solve again by another engine."
    )
    parser.take("engine", help="The engine to solve them with.")
    parser.take("json")


def _run_verify(args: Namespace) -> int:
    if is_store := file_type(args.file) == "store":
        with Store.open(args.file, read_only=True) as opened:
            report = verify(opened, args.sample, args.engine)
    else:
        report = verify_archive(args.file, args.sample, args.engine)
    if args.json:
        print_json({"tilewright": 1, **report})
    else:
        tell_checked(report, "digest of the subproblems" if is_store else "digest of the tilings")
    return {True: DONE, False: NO, None: LIMIT_REACHED}[report["valid"]]


SALVAGE_DETAILS = """The finished subproblems are kept; the rest is open again.

Example: `tilewright run salvage damaged.db -o saved.db`."""


def _add_salvage_arguments(parser: Parser) -> None:
    add_store(parser)
    parser.take("output", help="A new store.", metavar="FILE.db", required=True)
    parser.add_argument("--puzzle", metavar="PUZZLE", help="The puzzle, if the store lost it.")
    add_goal(parser)
    parser.take("engine")


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
    "run start": Command(START_DETAILS, _add_start_arguments, _run_start),
    "run resume": Command(RESUME_DETAILS, _add_resume_arguments, _run_resume),
    "run status": Command(STATUS_DETAILS, _add_status_arguments, _run_status),
    "run log": Command(LOG_DETAILS, _add_log_arguments, _run_log),
    "run export": Command(EXPORT_DETAILS, _add_export_arguments, _run_export),
    "run verify": Command(VERIFY_DETAILS, _add_verify_arguments, _run_verify),
    "run salvage": Command(SALVAGE_DETAILS, _add_salvage_arguments, _run_salvage),
}
