"""The first solution of a cover by the package exact-cover, in whose environment this is run: FILE, as `tilewright.bench` reads it.

python benchmarks/exact_cover_first.py src/tilewright/bench/__init__.py FILE
"""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path

import exact_cover  # type: ignore[import-not-found, unused-ignore]
import numpy as np


def main() -> None:
    read = run_path(sys.argv[1])["_read"](Path(sys.argv[2]))
    if read is None or read[2]:
        raise SystemExit("- it knows items that are covered once alone")
    options, primary, _ = read
    matrix = np.zeros((len(options), primary), dtype=np.int32)
    for row, option in enumerate(options):
        matrix[row, option] = 1
    print(len(exact_cover.get_exact_cover(matrix)))


if __name__ == "__main__":
    main()
