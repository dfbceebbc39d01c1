"""Build the static studio: plain files that any web server serves from any path, and that work without a network.

uv run --group site python -m tools.build_site [--out site]

Everything comes from this repository, PyPI (zig, libdeflate; msgspec and typst for Pyodide) and npm (Pyodide); node
compiles the Python files. What is built stays in build/site, so that a second time takes seconds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
from pathlib import Path

import deflate

from tilewright import __version__
from tools.site.answers import write_answers
from tools.site.kernel import ROOT, build_kernel
from tools.site.packages import MSGSPEC, TYPST, fetch_pyodide, fetch_wheel
from tools.site.page import write_files, write_page
from tools.site.python_files import build_app, build_library

WORK = ROOT / "build" / "site"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=ROOT / "site", help="the folder of the site, made anew (default: site)"
    )
    parser.add_argument("--no-typst", action="store_true", help="leave out typst (26 MB): no PDF in the page")
    return parser.parse_args()


def build(site: Path, with_typst: bool = True) -> None:
    """Build the whole site into a folder, which is made anew."""
    fresh = site.with_name(f".{site.name}.building")  # a build that fails leaves the old site as it was
    shutil.rmtree(fresh, ignore_errors=True)
    python = fresh / "python"
    python.mkdir(parents=True)
    pyodide = fetch_pyodide(WORK)
    _gzip(build_kernel(WORK), python / "kernel.wasm.gz")
    _gzip(pyodide / "pyodide.asm.wasm", python / "runtime.wasm.gz")
    for name in RUNTIME:
        shutil.copy(pyodide / name, python / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (python / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    build_library(pyodide, WORK, python / "stdlib.zip.gz")
    build_app(pyodide, fetch_wheel(MSGSPEC, WORK), WORK, python / "app.zip.gz", python / "print.zip.gz")
    if with_typst:
        shutil.copy(fetch_wheel(TYPST, WORK), python / "typst.whl")
    write_answers(fresh / "data")
    write_page(fresh)
    number = write_files(fresh, __version__)
    shutil.rmtree(site, ignore_errors=True)
    fresh.rename(site)
    print(f"{site}: version {number}, {transfer(site) / 1e6:.2f} MB to be transferred for all but printing")


def transfer(site: Path) -> int:
    """Bytes that a first visit takes until everything but printing works, where the server compresses text."""
    files = [
        path for path in site.rglob("*") if path.is_file() and path.name not in ("typst.whl", "print.zip.gz", "sw.js")
    ]
    packed = (".gz", ".png")
    return sum(
        path.stat().st_size if path.suffix in packed else len(gzip.compress(path.read_bytes())) for path in files
    )


def _gzip(source: Path, target: Path) -> None:
    target.write_bytes(deflate.gzip_compress(source.read_bytes(), 12))


if __name__ == "__main__":
    arguments = parse_arguments()
    build(arguments.out.resolve(), not arguments.no_typst)
