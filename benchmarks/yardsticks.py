"""The yardsticks of this folder, compiled for this machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tilewright.bench import COMPILERS

HERE = Path(__file__).parent
NAMES = {"plain sweep": "plain_sweep", "dancing links": "dlx", "sparse sets": "sparse_sets"}


def built(folder: Path, *flags: str) -> dict[str, list[str]]:
    """The command of each."""
    compiler = next((path for name in COMPILERS if (path := shutil.which(name))), None)
    if compiler is None:
        raise SystemExit(f"no C++ compiler ({', '.join(COMPILERS)}) on PATH")
    for name in NAMES.values():
        command = [compiler, "-O3", *flags, "-std=c++20", "-o", str(folder / name), str(HERE / f"{name}.cpp")]
        subprocess.run(command, check=True)
    return {shown: [str(folder / name)] for shown, name in NAMES.items()}
