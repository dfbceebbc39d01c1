"""What the site takes from npm and PyPI: Pyodide, and the wheels of two packages for it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

PYODIDE = "314.0.7"  # CPython 3.14; its platform tag stands below
MSGSPEC, TYPST = "msgspec==0.22.0", "typst==0.15.2"
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
TRIES = 3
PAUSE = 5.0  # seconds between tries: registries are away for moments


def fetch_pyodide(work: Path) -> Path:
    """The folder of npm's package pyodide, unpacked within `work`."""
    folder = work / f"pyodide-{PYODIDE}"
    if not (folder / "package" / "pyodide.asm.wasm").exists():
        folder.mkdir(parents=True, exist_ok=True)
        _run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", "--pack-destination", str(folder))
        with tarfile.open(folder / f"pyodide-{PYODIDE}.tgz") as archive:
            archive.extractall(folder, filter="data")
    return folder / "package"


def fetch_wheel(requirement: str, work: Path) -> Path:
    """The wheel of a package for Pyodide, within `work`."""
    folder = work / "wheels"
    name, version = requirement.split("==")

    def found() -> list[Path]:
        return sorted(folder.glob(f"{name}-{version}-*wasm32.whl"))

    if not found():
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:")
        _run(*pip, *PLATFORM, "--dest", str(folder), requirement)
    return found()[0]


def _run(*words: str) -> None:
    _try(lambda: subprocess.run(words, check=True))


def _try(action: Callable[[], object]) -> None:
    for number in range(TRIES):
        try:
            action()
            return
        except subprocess.CalledProcessError:
            if number == TRIES - 1:
                raise
            time.sleep(PAUSE)
