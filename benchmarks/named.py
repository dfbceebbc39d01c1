"""All named instances of `tilewright bench` beside the yardsticks of this folder.

    uv run --group benchmark python benchmarks/named.py [--json docs/data/bench.json] [--limit 60] [--runs 5] [NAME...]

Ours and the plain sweep: medians of `--runs`; the others: one run each. CPU seconds, one thread. What is in the file
already is measured again only if it is named.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from measurements import Rows, options
from yardsticks import built

from tilewright.bench import SWEEP, Instance, Setting, measure, select_instances


def row(instance: Instance, runs: int, limit: float, programs: dict[str, list[str]], folder: Path) -> dict[str, Any]:
    sweep = {SWEEP: programs[SWEEP]}
    found = measure(instance, Setting(repeat=runs, limit=limit, programs=sweep), folder)
    others = {name: command for name, command in programs.items() if name != SWEEP}
    if instance.compared:
        found.peers |= measure(instance, Setting(repeat=1, limit=limit, programs=others), folder).peers
    if found.wrong:
        raise SystemExit("; ".join(found.wrong))
    beside: dict[str, Any] = {}
    for name, other in found.peers.items():
        if other.refused:
            beside[name] = other.refused
        elif not other.limit and other.solutions != found.tilings:
            beside[name] = f"wrong: {other.solutions} tilings"
        else:
            beside[name] = {"at_least" if other.limit else "seconds": round(other.seconds, 6)}
    return {
        "instance": instance.name,
        "job": instance.job,
        "tilings": None if found.tilings is None else str(found.tilings),
        "engine": found.engine,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        **({"aim": instance.aim} if instance.aim is not None else {}),
        **({"aimed ratio": instance.ratio} if instance.ratio is not None else {}),
        "load": round(os.getloadavg()[0], 1),
        "beside": beside,
    }


def main() -> None:
    parser = options(__doc__, limit=60.0, runs=5)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    rows = Rows(args.json, limit=args.limit, runs=args.runs).resumed()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = built(folder, "-march=native")
        for instance in select_instances(args.names):
            if args.names or instance.name not in {each["instance"] for each in rows}:
                rows.add(row(instance, args.runs, args.limit, programs, folder), "instance")


if __name__ == "__main__":
    main()
