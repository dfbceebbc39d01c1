"""Whole-process times of `tilewright solve --json`: wall seconds, and the search alone as the answer tells it.

uv run python benchmarks/whole_process.py [--runs 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))


def puzzles(folder: Path) -> dict[str, list[str]]:
    """Group -> what to solve."""
    from tests.helpers.stock import STOCK, stock_puzzle
    from tilewright.formats import tables

    stock = []
    for challenge in STOCK["challenges"]:
        path = folder / f"{challenge['name']}.json"
        path.write_text(tables.dump_json(stock_puzzle(challenge)))
        stock.append(str(path))
    sizes = [(m, n) for m in range(5, 16) for n in range(5, 16) if m * n % 4 == 0]
    return {
        "Doodle Fit example": [str(ROOT / "examples/doodle-fit/two")],
        "Katamino 5x3 ... 5x12": sorted(map(str, (ROOT / "examples/katamino").iterdir())),
        "Shikaku 17x15": [str(ROOT / "examples/shikaku/blog-17x15")],
        "Tetris 5..15": [f"tetrominoes*@{m}x{n}" for m, n in sizes],
        "FridgeIQ stock": stock,
    }


def measure(puzzle: str, runs: int) -> tuple[float, float]:
    """Median wall seconds of the process, and of the search inside it."""
    walls, searches = [], []
    for _ in range(runs):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "tilewright", "solve", puzzle, "--json"], capture_output=True, check=False
        )
        walls.append(time.perf_counter() - started)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{puzzle}: {done.stderr.decode()}")
        searches.append(json.loads(done.stdout)["times"].get("search", 0.0))
    return statistics.median(walls), statistics.median(searches)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for group, members in puzzles(Path(folder)).items():
            measured = {member: measure(member, options.runs) for member in members}
            slowest = max(measured, key=lambda member: measured[member])
            longest = max(measured, key=lambda member: measured[member][1])
            row = {
                "group": group,
                "puzzles": len(members),
                "slowest": Path(slowest).stem,
                "wall": round(measured[slowest][0], 3),
                "longest search": Path(longest).stem,
                "search": round(measured[longest][1], 5),
            }
            rows.append(row)
            print("  ".join(f"{key}: {value}" for key, value in row.items()), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
