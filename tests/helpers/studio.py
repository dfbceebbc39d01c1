"""A studio of one's own for a test: `tilewright serve` in a process, on a free port of the loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.site import hosting, site_folder

COMMAND = (sys.executable, "-m", "tilewright", "serve", "--port", "0", "--quiet")
ROOT = Path(__file__).parents[2]


@contextmanager
def serving(*options: str, module: str = "tilewright") -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """(address without the final slash, the server's process), which has ended afterwards; `module` is the command line."""
    python, option, _, *rest = COMMAND
    process = subprocess.Popen((python, option, module, *rest, *options), stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()  # "The studio: http://127.0.0.1:40123/"
        yield line.split()[-1].rstrip("/"), process
    finally:
        process.terminate()
        process.wait(timeout=120)
        if process.stdout:
            process.stdout.close()


def is_site() -> bool:
    """Whether the browser tests are to visit the static site: TILEWRIGHT_BACKEND=site. Else they visit a local server."""
    return os.environ.get("TILEWRIGHT_BACKEND") == "site"


@contextmanager
def page_address() -> Iterator[str]:
    """The address of the page that a browser's test visits."""
    if is_site():
        with hosting(site_folder()) as address:
            yield address
    else:
        with serving("--searches", "1") as (address, _):
            yield address
