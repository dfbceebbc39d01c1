"""Instructions instead of seconds, by callgrind: the same on a busy machine as on an idle one.

    uv run python benchmarks/instructions.py [--json docs/data/bench-instructions.json] [INSTANCE...]

Of ours: a process that searches six times, less one that searches once, divided by five. Of the yardsticks: the whole
program, less one that reads a cover without options. Needs valgrind and a C++ compiler.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measurements import Rows, options
from yardsticks import built

from tilewright.bench import cover_text, select_instances

USUAL = ("6x10", "5x12", "4x15", "3x20", "8x8-hole", "katamino", "soma")
CHILD = """
import sys
from tilewright.bench import instances
from tilewright.bench import run_once
from tilewright.cover.kernel import kernel_cover
row = instances()[sys.argv[1]]
for puzzle, known in row.load():
    compiled = puzzle.compile().with_hints()
    kernel_cover(compiled.cover)
    for _ in range(int(sys.argv[2])):
        assert run_once(compiled, row.job, row.engine, 1e9, 1).tilings == known
"""


def instructions(command: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        full = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command]
        done = subprocess.run(
            full, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": "0"}
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise SystemExit(f"{' '.join(command[:2])}: {done.stderr[-500:]}")
    return int(found[1])


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("names", nargs="*", default=USUAL)
    args = parser.parse_args()
    rows = Rows(args.json)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # For a plain processor: valgrind does not know all instructions of new ones.
        programs = built(folder)
        (folder / "none").write_text("1 1\n1 1\n0\n1 0\n")
        for instance in select_instances(args.names):
            ours = [instructions([sys.executable, "-c", CHILD, instance.name, what]) for what in ("6", "1")]
            row: dict[str, object] = {"instance": instance.name, "ours": (ours[0] - ours[1]) // 5}
            for yardstick, program in programs.items():
                total = 0
                for puzzle, _ in instance.load():
                    (folder / "cover").write_text(cover_text(puzzle.compile().cover))
                    total += instructions([*program, str(folder / "cover")])
                    total -= instructions([*program, str(folder / "none")])
                row[yardstick] = total
            rows.add(row)


if __name__ == "__main__":
    main()
