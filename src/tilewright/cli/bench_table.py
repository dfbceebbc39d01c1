"""What `tilewright bench` prints: the table for people, the report for machines."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import date
from typing import Any

from tilewright import __version__
from tilewright.bench.measure import Measurement, Setting
from tilewright.bench.yardstick import PeerResult

HEAD = ("instance", "job", "tilings", "engine", "nodes", "seconds", "aim")
WIDTHS = (24, 6, 22, 18, 12, 10, 7)  # what stands behind is 14 wide
NAME_WIDTH = WIDTHS[0]


def heading(programs: Sequence[str]) -> str:
    """The first line of the table."""
    return _line([*HEAD, *(f"x {name}" for name in programs)])


def _line(cells: Sequence[str]) -> str:
    left = {0, 1, 3}
    widths = [*WIDTHS, *[14] * (len(cells) - len(WIDTHS))]
    placed = enumerate(zip(cells, widths, strict=True))
    return "  ".join(f"{text:<{width}}" if k in left else f"{text:>{width}}" for k, (text, width) in placed).rstrip()


def line_of(row: Measurement, programs: Sequence[str]) -> str:
    """The row of the table for a measured instance."""
    instance = row.instance
    tilings = "limit" if row.tilings is None else "WRONG" if row.wrong else str(row.tilings)
    if len(tilings) > WIDTHS[2]:
        tilings = f"{int(tilings):.8e}"
    seconds = f"{row.seconds:.2g}" if row.seconds < 0.001 else f"{row.seconds:.4f}"
    aim = "" if instance.aim is None else f"{instance.aim:g}"
    cells = [instance.name, instance.job, tilings, row.engine, str(row.nodes), seconds, aim]
    return _line([*cells, *(_factor(row, row.peers.get(name), name) for name in programs)])


def _factor(row: Measurement, other: PeerResult | None, name: str) -> str:
    """How many times our seconds another took."""
    factor = row.ratio(name)
    if other is None or factor is None:
        return "-"
    if other.solutions is not None and row.tilings is not None and other.solutions != row.tilings:
        return f"wrong: {other.solutions}"
    return f"{'> ' if other.limit else ''}{factor:.1f}"


def json_report(rows: Sequence[Measurement], setting: Setting, notes: Sequence[str]) -> dict[str, Any]:
    """All that was measured, and where."""
    machine = {"processor": platform.machine(), "system": platform.system(), "python": platform.python_version()}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "tilewright": 1,
        "kind": "bench",
        "version": __version__,
        "date": str(date.today()),
        "machine": {**machine, "cores": os.cpu_count(), "load": load},
        "setting": {
            "engine": setting.engine,
            "repeat": setting.repeat,
            "limit": setting.limit,
            "threads": setting.threads,
        },
        "clock": "wall" if setting.threads > 1 else "cpu",
        "notes": list(notes),
        "rows": [_row(row) for row in rows],
    }


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
