"""`tilewright run`: long searches that survive anything."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tilewright.cli.app import (
    DONE,
    INTERRUPTED,
    LIMIT_REACHED,
    NO,
    EngineOption,
    JsonOption,
    PuzzleArgument,
    ThreadsOption,
    app,
)
from tilewright.errors import NotationError

if TYPE_CHECKING:
    from tilewright.runs.coordinator import Status
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
    Literal["count", "all"], typer.Option("--goal", help="Only count the tilings, or keep them all.")
]
ForOption = Annotated[
    float | None, typer.Option("--for", min=0, metavar="SECONDS", help="Stop after so many seconds; resume goes on.")
]


@run.command()
def start(
    puzzle: PuzzleArgument,
    goal: GoalOption = "count",
    store: Annotated[Path | None, typer.Option("--store", metavar="FILE.db", help="Where to keep the run.")] = None,
    engine: EngineOption = "auto",
    threads: ThreadsOption = 1,
    dask: DaskOption = None,
    seconds: ForOption = None,
    json: JsonOption = False,
) -> None:
    """Begin a run and work on it until it is finished or interrupted.

    Example: `tilewright run start pentominoes@6x10 --goal all --store 6x10.db --threads 2`.
    """
    from tilewright import formats
    from tilewright.cover.choose import choose
    from tilewright.formats import json_puzzle
    from tilewright.runs import coordinator
    from tilewright.runs.job import Job

    posed = formats.load(puzzle)
    path = store or Path(f"{posed.digest}.db")
    if not path.parent.is_dir():
        raise NotationError(f"--store {path}: there is no directory {path.parent}")
    choose(posed.compile().cover, "count", engine)
    with coordinator.start(path, Job(json_puzzle.dump(posed), goal, engine)) as opened:
        _work(opened, threads, dask, seconds, json)


@run.command()
def resume(
    store: StoreArgument,
    threads: ThreadsOption = 1,
    dask: DaskOption = None,
    seconds: ForOption = None,
    json: JsonOption = False,
) -> None:
    """Go on with a run, here or on another machine, with any number of threads."""
    from tilewright.runs.store import Store

    with Store.open(store) as opened:
        _work(opened, threads, dask, seconds, json)


@run.command()
def status(store: StoreArgument, json: JsonOption = False) -> None:
    """Say how far a run is; it may be at work."""
    from tilewright.runs import coordinator
    from tilewright.runs.store import Store

    with Store.open(store, read_only=True) as opened:
        _tell(opened, coordinator.status(opened), json)


@run.command()
def export(
    store: StoreArgument,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="solutions.jsonl, .parquet or .db")],
    json: JsonOption = False,
) -> None:
    """Write the tilings of a finished run (`--goal all`), streaming."""
    from tilewright.formats.answer import print_json
    from tilewright.runs.archive import export as export_archive
    from tilewright.runs.store import Store

    with Store.open(store, read_only=True) as opened:
        number, digest = export_archive(opened, output)
    if json:
        print_json({"tilewright": 1, "archive": str(output), "tilings": number, "digest": digest})
    else:
        print(f"{number} tilings in {output}, digest {digest}")


@run.command()
def verify(
    store: StoreArgument,
    sample: Annotated[int, typer.Option("--sample", min=0, help="Subproblems to solve again by another engine.")] = 20,
    engine: Annotated[str, typer.Option("--engine", help="That engine.")] = "auto",
    json: JsonOption = False,
) -> None:
    """Check a run: the subproblems partition the search, every tiling is valid and new, the count adds up."""
    from tilewright.formats.answer import print_json
    from tilewright.runs.archive import verify as verify_archive
    from tilewright.runs.store import Store

    with Store.open(store, read_only=True) as opened:
        report = verify_archive(opened, sample, engine)
    if json:
        print_json({"tilewright": 1, **report})
    else:
        for key, value in report.items():
            print(f"{key}: {value}")
    raise typer.Exit(DONE if report["valid"] else NO)


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

    job = Job(json_puzzle.dump(formats.load(puzzle)), goal, engine) if puzzle else None
    saved, lost = salvage_store(store, output, job)
    print(f"{saved} finished subproblems saved in {output}, {lost} to be done again")


def _work(store: Store, threads: int, dask: str | None, seconds: float | None, json: bool) -> None:
    from tilewright.runs import coordinator
    from tilewright.runs.worker import LocalCrew

    job = coordinator.job_of(store)
    crew: coordinator.Crew
    if dask:
        from tilewright.cluster.crew import DaskCrew

        crew = DaskCrew(job, dask)
    else:
        crew = LocalCrew(job, threads)
    interrupted = False
    try:
        with _Watch(json, seconds) as watch:
            coordinator.proceed(store, crew, watch)
    except (KeyboardInterrupt, _OutOfTime) as reason:
        interrupted = isinstance(reason, KeyboardInterrupt)
    finally:
        crew.dismiss()
    found = coordinator.status(store)
    _tell(store, found, json)
    if not found.finished:
        raise typer.Exit(INTERRUPTED if interrupted else LIMIT_REACHED)
    raise typer.Exit(DONE if found.value else NO)


class _OutOfTime(Exception):
    """The time that --for gave is over."""


class _Watch:
    """Progress of a run: a line of JSON each time, or a bar on a terminal."""

    def __init__(self, json: bool, seconds: float | None) -> None:
        import time

        self.json, self.now = json, time.monotonic
        self.until = None if seconds is None else self.now() + seconds
        self.bar: Any = None

    def __enter__(self) -> _Watch:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("", total=1.0)
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def __call__(self, store: Store) -> None:
        from tilewright.runs import coordinator

        if self.bar or self.json:
            found = coordinator.status(store)
            if self.bar:
                self.bar.update(self.task, description=_line(found), completed=found.share)
            if self.json:
                from tilewright.formats.answer import dumps_line

                sys.stderr.write(dumps_line(_row(found)))
        if self.until is not None and self.now() > self.until:
            raise _OutOfTime


def _line(found: Status) -> str:
    left = found.tally["open"] + found.tally["taken"]
    eta = ""
    if found.remaining:
        low, likely, high = found.remaining
        eta = f", {likely:,.0f} s of work left ({low:,.0f} to {high:,.0f})"
    return f"{found.value:,} tilings, {found.tally['done']:,} subproblems done, {left:,} left{eta}"


def _row(found: Status) -> dict[str, Any]:
    return {
        "finished": found.finished,
        "value": found.value,
        "value_text": str(found.value),
        "bound": "exact" if found.finished else "at least",
        "subproblems": found.tally,
        "share": round(found.share, 6),
        "remaining": None if found.remaining is None else [round(s, 1) for s in found.remaining],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else None,
    }


def _tell(store: Store, found: Status, json: bool) -> None:
    manifest = store.manifest()
    if json:
        from tilewright.formats.answer import print_json

        puzzle = {"name": manifest["name"], "digest": manifest["digest"]}
        print_json({"tilewright": 1, "puzzle": puzzle, "goal": manifest["goal"], **_row(found)})
    elif found.finished:
        print(found.value)
    else:
        print(f"at least {_line(found)}; `tilewright run resume {store.path}` goes on")
