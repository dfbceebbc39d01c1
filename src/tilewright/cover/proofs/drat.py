"""Second opinions on proofs, by programs that others wrote: drat-trim if it is on PATH, dratify (pure Python) if installed.

Our own checker (`rup.py`) decides; these must not disagree with it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from math import inf, isinf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

Checked = Literal["verified", "refuted", "unknown"]


def opinions(formula: str, proof: str, deadline: float = inf) -> Iterator[tuple[str, Checked]]:
    """The name of each checker there is, and whether the proof (DRAT, text) refutes the formula (DIMACS, ASCII).

    "unknown" when a checker is not done at `deadline`, a time of `time.monotonic()`, or fails.
    """
    with TemporaryDirectory(prefix="tilewright-") as folder:
        paths = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        for path, text in zip(paths, (formula, proof), strict=True):
            path.write_text(text, encoding="ascii", newline="\n")
        for name, command in _checkers(*map(str, paths)):
            yield name, _ask(command, deadline)


def _checkers(formula: str, proof: str) -> Iterator[tuple[str, list[str]]]:
    if found := shutil.which("drat-trim"):  # it takes options behind the files only
        yield "drat-trim", [found, formula, proof, "-t", "1000000"]  # its own limit is 20,000 s; ours is the deadline
    if find_spec("dratify"):
        yield "dratify", [sys.executable, "-m", "tilewright.cover.proofs.drat", formula, proof]


def _ask(command: list[str], deadline: float) -> Checked:
    seconds = None if isinf(deadline) else max(0.0, deadline - time.monotonic())
    try:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "unknown"
    said = ran.stdout.splitlines()
    if "s VERIFIED" in said:
        return "verified"
    return "refuted" if "s NOT VERIFIED" in said else "unknown"


def main() -> None:
    """The process of dratify, so that it can be stopped: prints what drat-trim would."""
    from dratify import check_proof, parse_dimacs  # the extra `sat`, and for this process alone

    formula, proof = (Path(name).read_text(encoding="ascii") for name in sys.argv[1:3])
    result = check_proof(parse_dimacs(formula), proof)
    print("s VERIFIED" if result.ok and result.reached_empty else "s NOT VERIFIED")


if __name__ == "__main__":
    main()
