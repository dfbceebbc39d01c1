"""`tilewright bench`: how fast, on named instances, beside a plain sweep and other packages."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.app import DONE, INTERRUPTED, LIMIT_REACHED, NO, EngineOption, JsonOption, ThreadsOption, app

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.bench.measure import Measurement
    from tilewright.bench.yardstick import PeerResult

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[INSTANCE]...",
        help="Names of instances, of their groups, or puzzles (all tilings of each); without any: all but the slow ones.",
    ),
]


@app.command()
def bench(
    names: NamesArgument = None,
    engine: EngineOption = "auto",
    repeat: Annotated[int, typer.Option("--repeat", min=1, metavar="N", help="Runs of each; the median counts.")] = 3,
    peers: Annotated[
        bool, typer.Option("--peers", help="Run the exact-cover packages that are installed, too.")
    ] = False,
    limit: Annotated[
        float,
        typer.Option("--limit", min=0.01, metavar="SECONDS", help="The longest a run may take, ours or another's."),
    ] = 60.0,
    threads: ThreadsOption = 1,
    list_: Annotated[bool, typer.Option("--list", help="Name the instances, run nothing.")] = False,
    json: JsonOption = False,
) -> None:
    """Measure the search: seconds from a compiled cover, all that comes after it included.

    CPU seconds with one thread, wall seconds with several. Every number of tilings is held against the known one: a wrong
    number ends with exit code 1, a run that the limit stopped with 3.

    Examples: `tilewright bench 6x10 8x8-hole`, `tilewright bench pentominoes --peers`,
    `tilewright bench FNPUV@5x5 --engine native --repeat 7`.
    """
    from tilewright.bench.instances import select_instances
    from tilewright.bench.measure import Setting, measure
    from tilewright.cover.search.engine import engine as engine_called

    if engine != "auto":
        engine_called(engine)  # an unknown one is refused before anything is run
    wanted = select_instances(names or [])
    if list_:
        _print_names()
        return
    with tempfile.TemporaryDirectory() as folder:
        programs, notes = _programs(Path(folder), peers) if any(i.compared for i in wanted) else ({}, [])
        for note in notes:
            print(note, file=sys.stderr)
        setting = Setting(engine, repeat, limit, threads, programs)
        if not json:
            print(_line([*HEAD, *(f"x {name}" for name in programs)]))
        rows: list[Measurement] = []
        interrupted = False
        try:
            for instance in wanted:
                rows.append(measure(instance, setting, Path(folder)))
                if not json:
                    print(_line(_cells(rows[-1], list(programs))), flush=True)
        except KeyboardInterrupt:  # what was measured is told all the same
            interrupted = True
    if json:
        _print_json(rows, setting.engine, repeat, limit, threads, notes)
    wrong = [line for row in rows for line in row.wrong]
    for line in (*(f"wrong: {line}" for line in wrong), *(line for row in rows for line in row.stopped)):
        print(line, file=sys.stderr)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NO if wrong else LIMIT_REACHED if any(row.tilings is None for row in rows) else DONE)


def _programs(folder: Path, peers: bool) -> tuple[dict[str, Sequence[str]], list[str]]:
    """What to run beside, and what cannot be."""
    from tilewright.bench.measure import SWEEP
    from tilewright.bench.peers import peer_commands
    from tilewright.bench.yardstick import build

    sweep, why_not = build(folder)
    programs: dict[str, Sequence[str]] = {SWEEP: sweep} if sweep else {}
    notes = [why_not] if why_not else []
    if peers:
        here, missing = peer_commands()
        programs |= here
        if missing:
            notes.append(f"not installed: {', '.join(missing)} (pip install {' '.join(missing)})")
    return programs, notes


HEAD = ("instance", "job", "tilings", "engine", "nodes", "seconds", "aim")
WIDTHS = (24, 6, 22, 18, 12, 10, 7)  # what stands behind is 14 wide


def _line(cells: Sequence[str]) -> str:
    left = {0, 1, 3}
    widths = [*WIDTHS, *[14] * (len(cells) - len(WIDTHS))]
    placed = enumerate(zip(cells, widths, strict=True))
    return "  ".join(f"{text:<{width}}" if k in left else f"{text:>{width}}" for k, (text, width) in placed).rstrip()


def _cells(row: Measurement, programs: Sequence[str]) -> list[str]:
    instance = row.instance
    tilings = "limit" if row.tilings is None else "WRONG" if row.wrong else str(row.tilings)
    if len(tilings) > WIDTHS[2]:
        tilings = f"{int(tilings):.8e}"
    seconds = f"{row.seconds:.2g}" if row.seconds < 0.001 else f"{row.seconds:.4f}"
    aim = "" if instance.aim is None else f"{instance.aim:g}"
    cells = [instance.name, instance.job, tilings, row.engine, str(row.nodes), seconds, aim]
    return cells + [_factor(row, row.peers.get(name), name) for name in programs]


def _factor(row: Measurement, other: PeerResult | None, name: str) -> str:
    """How many times our seconds another took."""
    factor = row.ratio(name)
    if other is None or factor is None:
        return "-"
    if other.solutions is not None and row.tilings is not None and other.solutions != row.tilings:
        return f"wrong: {other.solutions}"
    return f"{'> ' if other.limit else ''}{factor:.1f}"


def _print_names() -> None:
    from tilewright.bench.instances import instances

    for instance in instances().values():
        what = f"{instance.job}, {len(instance.puzzles)} puzzle{'s' if len(instance.puzzles) > 1 else ''}"
        print(f"{instance.name:<{WIDTHS[0]}}  {instance.group:<12}  {what}{', slow' if instance.slow else ''}")


def _print_json(
    rows: list[Measurement], engine: str, repeat: int, limit: float, threads: int, notes: list[str]
) -> None:
    import os
    import platform
    from datetime import date

    from tilewright import __version__
    from tilewright.formats.answer import print_json

    machine = {"processor": platform.machine(), "system": platform.system(), "python": platform.python_version()}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    print_json(
        {
            "tilewright": 1,
            "kind": "bench",
            "version": __version__,
            "date": str(date.today()),
            "machine": {**machine, "cores": os.cpu_count(), "load": load},
            "setting": {"engine": engine, "repeat": repeat, "limit": limit, "threads": threads},
            "clock": "wall" if threads > 1 else "cpu",
            "notes": notes,
            "rows": [_row(row) for row in rows],
        }
    )


def _row(row: Measurement) -> dict[str, Any]:
    found: dict[str, Any] = {"instance": row.instance.name, "group": row.instance.group, "job": row.instance.job}
    if row.tilings is not None:
        found |= {"tilings": row.tilings, "tilings_text": str(row.tilings)}
    found |= {"seconds": row.seconds, "nodes": row.nodes, "engine": row.engine, "ended": _ended(row)}
    found |= {key: value for key in ("aim", "ratio") if (value := getattr(row.instance, key)) is not None}
    found["beside"] = {name: _beside_row(other) for name, other in row.peers.items()}
    return found | {key: value for key in ("wrong", "stopped") if (value := getattr(row, key))}


def _ended(row: Measurement) -> str:
    return "limit" if row.tilings is None else "enough" if row.instance.job == "find" else "exhausted"


def _beside_row(other: PeerResult) -> dict[str, Any]:
    if other.refused:
        return {"refused": other.refused}
    return {"at_least": other.seconds} if other.limit else {"seconds": other.seconds, "tilings": other.solutions}
