"""`tilewright run`: long searches that survive anything."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    ForceOption,
    JsonOption,
    ThreadsOption,
    app,
    seconds_given,
)
from tilewright.cli.run_report import OutOfTime, Watch, many, noun_of, tell, tell_checked
from tilewright.errors import NotationError, printable, quote

if TYPE_CHECKING:
    from tilewright.runs.coordinator import WorkerPool
    from tilewright.runs.job import Work
    from tilewright.runs.store import Store

run = typer.Typer(
    help="Long searches that survive anything: kept in a store, resumed after any interruption.", no_args_is_help=True
)
app.add_typer(run, name="run")

StoreArgument = Annotated[Path, typer.Argument(metavar="STORE", help="The store of the run.")]
DaskOption = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Work on a Dask cluster: `tcp://scheduler:8786`, or `local:2`."),
]
GoalOption = Annotated[
    Literal["count", "all", "silhouettes"],
    typer.Option("--goal", help="Only count the tilings, keep them all, or find the silhouettes of --pieces."),
]
ForOption = Annotated[
    float | None,
    typer.Option(
        "--for", min=0, metavar="SECONDS", callback=seconds_given, help="Stop after so many seconds; resume goes on."
    ),
]


@run.command()
def start(
    puzzle: Annotated[
        str | None, typer.Argument(metavar="PUZZLE", help="As for `tilewright count`; none with --goal silhouettes.")
    ] = None,
    goal: GoalOption = "count",
    pieces: Annotated[str | None, typer.Option("--pieces", metavar="SET", help="As for design silhouettes.")] = None,
    symmetry: Annotated[str | None, typer.Option("--symmetry", help="As for design silhouettes; D4.")] = None,
    contact: Annotated[str | None, typer.Option("--contact", help="As for design silhouettes; edge.")] = None,
    within: Annotated[str | None, typer.Option("--within", metavar="RxC", help="As for design silhouettes.")] = None,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE.db", help="Where to keep the run; else DIGEST.db, here.")
    ] = None,
    engine: EngineOption = "auto",
    threads: ThreadsOption = 1,
    dask: DaskOption = None,
    seconds: ForOption = None,
    json: JsonOption = False,
) -> None:
    """Begin a run and work on it until it is finished or interrupted.

    Example: `tilewright run start pentominoes@6x10 --goal all --store 6x10.db --threads 2`.

    Example: `tilewright run start --goal silhouettes --pieces fridgeiq --symmetry D4 --store fridgeiq.db`.
    """
    from tilewright.runs import coordinator
    from tilewright.runs.access import require_new

    if goal == "silhouettes":
        work = _silhouette_job(puzzle, pieces, symmetry, contact, within, engine)
    else:
        given = {"--pieces": pieces, "--symmetry": symmetry, "--contact": contact, "--within": within}
        work = _tiling_job(puzzle, goal, engine, [name for name, value in given.items() if value])
    path = store or Path(f"{work.manifest()['digest']}.db")
    require_new(path)
    with _crew(work, threads, dask) as pool, coordinator.start(path, work) as opened:
        if store is None:
            print(f"the run is kept in {path}", file=sys.stderr)
        _work(opened, pool, seconds, json)


def _tiling_job(puzzle: str | None, goal: Literal["count", "all"], engine: str, strange: list[str]) -> Work:
    from tilewright import formats
    from tilewright.cover.search.choose import choose
    from tilewright.formats import json_puzzle
    from tilewright.runs.job import Job

    if strange:
        raise NotationError(f"{strange[0]} goes with --goal silhouettes: expected none with --goal {goal}")
    if puzzle is None:
        raise NotationError("no PUZZLE given: expected a file or PIECES@BOARD, or --goal silhouettes --pieces SET")
    posed = formats.load(puzzle)
    choose(posed.compile().cover, "count", engine)
    return Job(json_puzzle.dump(posed), goal, engine)


def _silhouette_job(
    puzzle: str | None, pieces: str | None, symmetry: str | None, contact: str | None, within: str | None, engine: str
) -> Work:
    from tilewright.runs.silhouettes import SilhouetteJob
    from tilewright.silhouettes.query import Query, parse_within

    if puzzle is not None or pieces is None:
        given = f" and {quote(puzzle)}" if puzzle is not None else ""
        raise NotationError(f"--goal silhouettes{given}: expected --pieces SET and no PUZZLE")
    if engine != "auto":
        raise NotationError(f"--engine {engine} with --goal silhouettes: there is one search for silhouettes")
    return SilhouetteJob(Query(pieces, symmetry or "D4", contact or "edge", parse_within(within) if within else None))


@run.command()
def resume(
    store: StoreArgument,
    threads: ThreadsOption = 1,
    dask: DaskOption = None,
    seconds: ForOption = None,
    json: JsonOption = False,
) -> None:
    """Go on with a run, here or on another machine, with any number of threads."""
    from tilewright.runs import coordinator
    from tilewright.runs.store import Store

    with Store.open(store) as opened, _crew(coordinator.job_of(opened), threads, dask) as pool:
        _work(opened, pool, seconds, json)


@run.command()
def status(store: StoreArgument, json: JsonOption = False) -> None:
    """Say how far a run is; it may be at work."""
    from tilewright.runs import coordinator
    from tilewright.runs.store import Store

    with Store.open(store, read_only=True) as opened:
        tell(opened, coordinator.status(opened), json, asked=True)


@run.command()
def log(
    store: StoreArgument,
    last: Annotated[int | None, typer.Option("--last", min=1, help="Only so many, those that ended last.")] = None,
    json: JsonOption = False,
) -> None:
    """List the subproblems: state, who worked on it and how long, what was found. `--json`: one object a line."""
    from tilewright.formats.answer import dumps_line
    from tilewright.runs.store import Store

    with Store.open(store, read_only=True) as opened:
        for row in opened.log(last):
            if json:
                sys.stdout.write(dumps_line(row))
            else:
                prefix = ",".join(map(str, row["prefix"])) or "all"
                found = f"{row['count']} x {row['weight']}" if row["count"] is not None else "-"
                times = f"{row['seconds']:10.3f} s {row['nodes']:>15,} nodes"
                print(
                    f"{row['id']:>7} {row['state']:<5} {times} {found:>16}  {printable(row['worker'] or '-', 60)}  {prefix}"
                )


@run.command()
def export(
    store: StoreArgument,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Tilings: .jsonl, .parquet or .db; silhouettes: .json."),
    ],
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Write the tilings of a run (`--goal all`), streaming; or the catalogue of a run for silhouettes.

    Of an unfinished run it is what was found so far (exit code 3). `run verify` checks the file.
    """
    from tilewright.formats.answer import print_json
    from tilewright.runs.archive import export as export_archive
    from tilewright.runs.store import Store

    with Store.open(store, read_only=True) as opened:
        found = export_archive(opened, output, force)
        noun = noun_of(opened)
    bound = "exact" if found.complete else "at least"
    if json:
        row = {f"{noun}s": found.number, "bound": bound, "digest": found.digest}
        print_json({"tilewright": 1, "archive": str(output), **row})
    else:
        so_far = "" if found.complete else "of an unfinished run: "
        print(f"{so_far}{many(found.number, noun)} in {output}, digest {found.digest}")
    raise typer.Exit(DONE if found.complete else LIMIT_REACHED)


@run.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The store of a run, or an archive it was exported to.")],
    sample: Annotated[int, typer.Option("--sample", min=0, help="Subproblems to solve again by another engine.")] = 20,
    engine: Annotated[str, typer.Option("--engine", help="That engine.")] = "auto",
    json: JsonOption = False,
) -> None:
    """Check a run: the subproblems partition the search, every tiling is valid and new, the count adds up.

    Check an archive: every tiling is valid and new, the number and the digest are those it says. Exit code 3: the run
    is not finished, and nothing is wrong so far.
    """
    from tilewright.formats.answer import print_json
    from tilewright.runs.access import file_type
    from tilewright.runs.archive_check import verify_archive
    from tilewright.runs.store import Store
    from tilewright.runs.verify import verify as verify_store

    if file_type(file) == "store":
        with Store.open(file, read_only=True) as opened:
            report = verify_store(opened, sample, engine)
    else:
        report = verify_archive(file, sample, engine)
    if json:
        print_json({"tilewright": 1, **report})
    else:
        tell_checked(report)
    raise typer.Exit({True: DONE, False: NO, None: LIMIT_REACHED}[report["valid"]])


@run.command()
def salvage(
    store: StoreArgument,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.db", help="A new store.")],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", metavar="PUZZLE", help="The puzzle, if the store lost it.")
    ] = None,
    goal: GoalOption = "count",
    engine: EngineOption = "auto",
) -> None:
    """Save the finished subproblems of a damaged store into a new one, where the rest is open again."""
    from tilewright import formats
    from tilewright.formats import json_puzzle
    from tilewright.runs.job import Job
    from tilewright.runs.salvage import salvage as salvage_store

    job = None
    if puzzle:
        if goal == "silhouettes":
            raise NotationError("--puzzle goes with --goal count or all; a run for silhouettes is salvaged without")
        job = Job(json_puzzle.dump(formats.load(puzzle)), goal, engine)
    saved, lost = salvage_store(store, output, job)
    print(f"{saved} finished subproblems saved in {output}, {lost} to be done again")


@contextmanager
def _crew(work: Work, threads: int, dask: str | None) -> Iterator[WorkerPool]:
    """Those who work, until the body ends."""
    from tilewright.runs.worker import LocalPool

    pool: WorkerPool
    if dask:
        from tilewright.runs.dask import DaskPool

        pool = DaskPool(work, dask)
    else:
        pool = LocalPool(work, threads)
    try:
        yield pool
    finally:
        pool.close()


def _work(store: Store, pool: WorkerPool, seconds: float | None, json: bool) -> None:
    """Go on with a run until it is finished, or out of time, or interrupted; then say how it stands."""
    from tilewright.runs import coordinator

    stopped = LIMIT_REACHED
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
    tell(store, found, json)
    if not found.finished:
        raise typer.Exit(stopped)
    raise typer.Exit(DONE if found.value else NO)
