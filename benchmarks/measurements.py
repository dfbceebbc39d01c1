"""What the benchmarks share: their options, and the rows that they print and keep."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any


def options(text: str | None, **defaults: bool | float | str) -> argparse.ArgumentParser:
    """A parser that explains a benchmark by its docstring; it has `--json FILE`, and an option of its type for each default."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the measurements there")
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"by default {default or 'none'}")
    return parser


COMPILERS = ("c++", "g++", "clang++")


def compiled_program(name: str, folder: Path) -> list[str]:
    """The command of a C++ program of this folder, compiled for this machine; RuntimeError without a compiler."""
    compiler = next((path for each in COMPILERS if (path := shutil.which(each))), None)
    if compiler is None:
        raise RuntimeError(f"there is no C++ compiler on PATH: expected one of {', '.join(COMPILERS)}")
    flags = ["-O3", "-march=native", "-std=c++20", "-o", str(folder / name)]
    subprocess.run([compiler, *flags, str(Path(__file__).with_name(f"{name}.cpp"))], check=True)
    return [str(folder / name)]


class Rows(list[dict[str, Any]]):
    """Measurements: each is printed as it comes, and written with all before it, so that an ended run keeps what it has.

    path: of the file, or None; head: what the file says besides its date and command.
    """

    def __init__(self, path: Path | None, **head: Any) -> None:
        super().__init__()
        self.path = path
        self.head = {"date": str(date.today()), "command": f"benchmarks/{Path(sys.argv[0]).name}", **head}

    def resumed(self) -> Rows:
        """With the rows that the file has."""
        if self.path and self.path.exists():
            self.extend(json.loads(self.path.read_text())["rows"])
        return self

    def add(self, row: dict[str, Any], key: str = "") -> None:
        """Print and keep a row; where `key` is given, in place of the one with the same value of it."""
        place = next((place for place, each in enumerate(self) if key and each[key] == row[key]), len(self))
        self[place : place + 1] = [row]
        print(json.dumps(row), flush=True)
        if self.path:
            self.path.write_text(json.dumps({**self.head, "rows": self}, indent=1) + "\n")
