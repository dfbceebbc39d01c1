"""Whole processes side by side: ours with each form of output, and other programs on the same covers.

    uv run python benchmarks/beside.py --json docs/data/bench-beside.json [--runs 5] [--limit 20]

CPU seconds of a process from its start to its end, medians; the programs take turns, so that all are measured in the
same minute. Ours starts from the notation and checks, draws and writes all; the yardsticks of this folder start from
the cover as a text, and print a number. Byte code is cached, as it is after an installation.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from yardsticks import built

from tilewright import load
from tilewright.bench.yardstick import cover_text

# name: what the command line takes, and whether all tilings are listed
INSTANCES = {
    "6x10": ("pentominoes@6x10", True),
    "5x12": ("pentominoes@5x12", True),
    "4x15": ("pentominoes@4x15", True),
    "3x20": ("pentominoes@3x20", True),
    "8x8 with hole": ("pentominoes@8x8-r3c3,r3c4,r4c3,r4c4", True),
    "Soma": ("soma@3x3x3", True),
    "Bedlam, first": ("bedlam@4x4x4", False),
    "FNPUV, first": ("FNPUV@5x5", False),
}


def cpu_seconds(command: Sequence[str], limit: float) -> float | None:
    """User and system seconds of one run; None when it fails or takes more CPU time than the limit."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    quiet = subprocess.DEVNULL
    before = os.times()
    bounded = ["sh", "-c", f'ulimit -t {max(1, round(limit))}; exec "$@"', "sh", *command]
    done = subprocess.run(bounded, stdout=quiet, stderr=quiet, env=environment, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return None if done.returncode else spent


def commands(name: str, folder: Path, others: dict[str, list[str]]) -> dict[str, list[str]]:
    """What is run for an instance, by column; the yardsticks list all or nothing."""
    notation, all_of_them = INSTANCES[name]
    ours = [sys.executable, "-m", "tilewright", "solve", notation, *(["--all"] if all_of_them else [])]
    written = {f"ours, {suffix}": [*ours, "-o", str(folder / f"x{suffix}"), "--force"] for suffix in (".txt", ".jsonl")}
    if not all_of_them:
        return {"ours": ours, **written}
    path = folder / "cover"
    path.write_text(cover_text(load(notation).compile().cover), encoding="ascii")
    return {"ours": ours, **written, **{each: [*command, str(path)] for each, command in others.items()}}


def row(name: str, folder: Path, others: dict[str, list[str]], runs: int, limit: float) -> dict[str, Any]:
    every = commands(name, folder, others)
    seconds: dict[str, list[float]] = {each: [] for each in every}
    given_up: set[str] = set()
    for number in range(runs + 1):  # the first warms up what is cached, and is not counted
        for each in every.keys() - given_up:
            spent = cpu_seconds(every[each], limit)
            if spent is None:
                given_up.add(each)
            elif number:
                seconds[each].append(spent)
    medians = {each: None if each in given_up else round(statistics.median(seconds[each]), 3) for each in every}
    return {"instance": name, "load": round(os.getloadavg()[0], 1), "seconds": medians}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        others = built(folder, "-march=native")
        for instance in INSTANCES:
            if options.only in instance:
                rows.append(row(instance, folder, others, options.runs, options.limit))
                print(json.dumps(rows[-1]), flush=True)
    if options.json:
        head = {"date": str(date.today()), "command": "benchmarks/beside.py", "limit": options.limit}
        options.json.write_text(json.dumps({**head, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
