"""A studio of one's own for a test: `tilewright serve` in a process, on a free port of the loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.helpers.site import hosting, site_folder

COMMAND = (sys.executable, "-m", "tilewright", "serve", "--port", "0", "--quiet")


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """(address without the final slash, the server's process), which has ended afterwards."""
    process = subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, text=True)
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
