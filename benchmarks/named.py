"""All named instances of `tilewright bench` beside the yardsticks of this folder and the packages that are installed.

    uv run --group benchmark python benchmarks/named.py [--json docs/data/bench.json] [--limit 60] [--runs 5] [NAME...]

Ours and the plain sweep: medians of `--runs`; the others: one run each. CPU seconds, one thread. What is in the file
already is measured again only if it is named.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from yardsticks import built

from tilewright.bench import SWEEP, Instance, Setting, measure, peer_commands, select_instances


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--no-packages", action="store_true", help="only the yardsticks of this folder")
    args = parser.parse_args()
    data = json.loads(args.json.read_text()) if args.json.exists() else {"rows": []}
    data |= {"date": str(date.today()), "command": "benchmarks/named.py", "limit": args.limit, "runs": args.runs}
    done = {old["instance"]: old for old in data["rows"]}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = built(folder, "-march=native") | ({} if args.no_packages else peer_commands()[0])
        for instance in select_instances(args.names):
            if args.names or instance.name not in done:
                done[instance.name] = row(instance, args.runs, args.limit, programs, folder)
                print(json.dumps(done[instance.name]), flush=True)
                data["rows"] = list(done.values())
                args.json.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
