"""The static site for tests: built once, and served from a path of its own by a plain file server."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "site" / "www"
BUILD = ("uv", "run", "--quiet", "--group", "site", "python", "-m", "tools.build_site", "--out", str(BUILT))


@lru_cache
def site_folder() -> Path:
    """The site's files: TILEWRIGHT_SITE names them, or they are built (minutes, once)."""
    named = os.environ.get("TILEWRIGHT_SITE")
    if named:
        return Path(named).resolve()
    if not (BUILT / "files.json").exists():
        subprocess.run(BUILD, cwd=ROOT, check=True)
    return BUILT


@lru_cache
def kernel_wasm() -> Path:
    """kernel.wasm, which the site is built with."""
    named = os.environ.get("TILEWRIGHT_KERNEL_WASM")
    if named:
        return Path(named).resolve()
    site_folder()
    return ROOT / "build" / "site" / "kernel.wasm"


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosting(folder: Path, path: str = "/") -> Iterator[str]:
    """The address, without its last slash, of a folder that is served below a path; nothing else is there."""

    class Handler(_Files):
        def translate_path(self, asked: str) -> str:
            inside = asked.removeprefix(path) if asked.startswith(path) else "not-there"
            return super().translate_path("/" + inside)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{path}".rstrip("/")
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
