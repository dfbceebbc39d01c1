"""Checks DRAT proofs with a program that is not the solver: drat-trim if it is on PATH, else dratify (pure Python)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from tilewright.errors import EngineUnavailableError

Checked = Literal["verified", "refuted", "unknown"]


def check(formula: Path, proof: Path, seconds: float | None = None) -> tuple[Checked, str]:
    """Whether the proof (DRAT, text) refutes the formula (DIMACS), and which checker says so; unknown when out of time."""
    if shutil.which("drat-trim"):
        command, name = ["drat-trim", str(formula), str(proof), "-t", str(int(seconds or 10**6) + 1)], "drat-trim"
    elif find_spec("dratify"):
        command, name = [sys.executable, "-m", "tilewright.cover.drat", str(formula), str(proof)], "dratify"
    else:
        raise EngineUnavailableError(
            "no proof checker: put drat-trim on PATH or pip install 'tilewright[sat]' (brings dratify)"
        )
    try:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "unknown", name
    if "s VERIFIED" in ran.stdout:
        return "verified", name
    return ("unknown" if "TIMEOUT" in ran.stdout else "refuted"), name


def main() -> None:
    """The checker's own process, so that it can be stopped: prints what drat-trim would."""
    from dratify import check_proof, parse_dimacs

    formula, proof = (Path(name).read_text(encoding="ascii") for name in sys.argv[1:3])
    result = check_proof(parse_dimacs(formula), proof)
    print("s VERIFIED" if result.ok and result.reached_empty else "s NOT VERIFIED")


if __name__ == "__main__":
    main()
