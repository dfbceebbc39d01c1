"""How long after its limit a command ends: every command with a limit, on every instance of the growth plots.

    uv run python benchmarks/limits.py --json docs/data/bench-limits.json [--limits 0.05 0.3 1] [--only WORD] [--folder DIR] [--clock cpu]

A process does what the command line does, its clock starting when the command is imported and its words are not read yet, so
that reading the puzzle counts. Its parent looks at the process's CPU clock when the limit has passed, and at the end:
`cpu` is what the command used beyond its limit, `wall` what a user waited beyond it, on a machine that is shared.

With `--clock cpu` the clock of the limit itself is that of the processor: on a busy machine the same as on an idle one, where the
clock of the wall would pass the limit before the command has done anything.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from large_instances import SETS, written
from measurements import Rows, options

CHILD = """
import sys, time
if sys.argv.pop(1) == "cpu":
    time.perf_counter = time.process_time
from tilewright.cli.main import main
from tilewright.cli.main import find, load
load(find(sys.argv[1:])[0])
from tilewright import _start
_start.is_command_line = lambda: True
print(time.perf_counter(), file=sys.stderr, flush=True)
main()
"""
COMMANDS = (["solve"], ["count"], ["verdict"], ["hint"])
SPECIAL = [["verdict", "--relax"], ["solve", "--all"], ["count", "--up-to", "symmetries"]]


def puzzles(files: dict[str, str]) -> Iterator[tuple[str, str]]:
    """(name, what the command line takes)."""
    for side in (30, 100, 300, 1000):
        yield f"dominoes {side}x{side}", f"dominoes*@{side}x{side}"
    yield "dominoes 1x1000000", "dominoes*@1x1000000"
    for side in (100, 300, 1000):
        yield f"Shikaku {side}x{side}", files[f"shikaku-{side}"]
    for copies in SETS:
        yield f"{12 * copies} pentominoes", files[f"sets-{copies}.json"]
    yield "pentacubes 10x12x12", "pentacubes*@10x12x12"
    yield "burr", files["burr.xmpuzzle"]
    yield "Bedlam, as xmpuzzle", files["bedlam.xmpuzzle"]


def runs(files: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """(instance, words of the command line without the limit)."""
    for name, puzzle in puzzles(files):
        for command, *more in (*COMMANDS, *SPECIAL):
            yield name, [command, puzzle, *more]
    yield "cover of 10^6 options", ["cover", files["million.dlx"]]
    yield "cover of 10^6 options", ["cover", files["million.dlx"], "--count"]
    yield "design 200x200", ["design", "shikaku", "200x200"]


def measure(words: list[str], limit: float, clock: str) -> dict[str, Any]:
    """Seconds beyond the limit, of the wall's clock and of the processor's, and the exit code."""
    command = [sys.executable, "-c", CHILD, clock, *words, "--limit", str(limit)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        began = float(process.stderr.readline())
        if clock == "wall":
            time.sleep(max(0.0, began + limit - time.perf_counter()))
        at_limit = _cpu(process.pid) if clock == "wall" else began + limit
        tail = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    cpu = used.ru_utime + used.ru_stime - at_limit
    answer = {"code": process.returncode, "cpu": round(max(0.0, cpu), 3)}
    if clock == "wall":
        answer["wall"] = round(max(0.0, time.perf_counter() - began - limit), 3)
    return answer if process.returncode in (0, 1, 3) else {**answer, "error": tail.decode()[-200:]}


def _cpu(process: int) -> float:
    """CPU seconds of a process so far; endless for one that is over."""
    try:
        return time.clock_gettime((~process << 3) | 2)  # as clock_getcpuclockid numbers the clocks of processes
    except OSError:
        return float("inf")


def main() -> None:
    parser = options(__doc__, only="", folder="")
    parser.add_argument("--limits", type=float, nargs="+", default=[0.05, 0.3, 1.0])
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall", help="which clock the limit is on")
    args = parser.parse_args()
    rows = Rows(args.json, clock=args.clock)
    with tempfile.TemporaryDirectory() as temporary:
        for name, words in runs(written(Path(args.folder or temporary))):
            if args.only in f"{name} {' '.join(words)}":
                ends = {str(limit): measure(words, limit, args.clock) for limit in args.limits}
                rows.add({"instance": name, "command": " ".join([words[0], *words[2:]]), "ends": ends})


if __name__ == "__main__":
    main()
