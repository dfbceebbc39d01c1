"""The page and its parts over HTTP. They are read once, since a first visit asks for some seventy of them.

The studio's server: uvicorn, with limits on what a client may hold and a bound on how long ending may take.

uvicorn's own time limit holds between requests only, and begins anew with every byte; asyncio, when it cannot accept
for want of file descriptors, logs as many tracebacks as clients wait. So connections are accepted here, up to a
number that leaves descriptors to the rest of the studio, and a request that is not whole in time is closed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from errno import EMFILE, ENFILE, ENOBUFS, ENOMEM
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any

import h11
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.system import most_open_files
from tilewright.web import answers
from tilewright.web.requests import StudioLimits

STATIC = Path(__file__).parent / "static"
PAGE = STATIC / "index.html"
FIRST = "katamino/5x3"  # the puzzle of a first visit, see static/main.js
MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".woff2": "font/woff2",
}
AT_ONCE = ("/api/lattices", f"/api/gallery/{FIRST}")  # answers that the first visit needs, sent with the page
_making = threading.Lock()


async def page(request: Request) -> Response:
    """The page, with the answers in it that a first visit would ask for next."""
    return _answer(request, *await asyncio.to_thread(_ready_page))


def warm() -> None:
    """Prepare the page in the background, so that it is ready when the first browser has started."""
    threading.Thread(target=_ready_page, daemon=True).start()


async def part(request: Request) -> Response:
    """A script, style sheet or picture of the page. Only files that are there from the beginning are found."""
    name = request.path_params["path"]
    if name not in _names():
        return Response("not found", 404)
    file = STATIC / name
    return _answer(request, *_content(file, file.stat().st_mtime_ns))


def _answer(request: Request, content: bytes, media: str, tag: str) -> Response:
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return Response(content, media_type=media, headers={"etag": tag})


@lru_cache
def _names() -> frozenset[str]:
    return frozenset(file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.suffix in MEDIA)


@lru_cache(maxsize=500)
def _content(file: Path, changed: int) -> tuple[bytes, str, str]:
    """Content, media type and tag of a file that was changed then."""
    content = file.read_bytes()
    return content, MEDIA[file.suffix], _tag(content)


def _ready_page() -> tuple[bytes, str, str]:
    with _making:  # who comes while it is made waits for it
        return _page(PAGE.stat().st_mtime_ns)


@lru_cache(maxsize=1)
def _page(changed: int) -> tuple[bytes, str, str]:
    """The page as it was changed then."""
    known = {path: answers.answer("GET", path, b"", StudioLimits()) for path in AT_ONCE}
    text = json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")  # nothing in it ends the element
    block = f'<script type="application/json" id="known">{text}</script>'
    html = PAGE.read_text(encoding="utf-8").replace("</head>", f"{block}</head>", 1)
    content = html.encode()
    return content, "text/html", _tag(content)


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


WHOLE = 10.0  # seconds within which a request must be whole
FINISH = 1  # seconds that answers under way have when the server ends
END = 1.5  # seconds after the signal at which the process ends, whatever its threads do
RESERVE = 100  # file descriptors for all but connections: pipes, pictures, modules
FEWEST, MOST = 16, 2000  # connections at once
PAUSE = 0.5  # seconds without accepting when descriptors run out
QUIET = 60.0  # seconds between two lines that say so
SCARCE = (EMFILE, ENFILE, ENOBUFS, ENOMEM)

logger = logging.getLogger("uvicorn.error")


class StudioProtocol(H11Protocol):
    """HTTP/1.1 with a deadline for each request: from the connection, or the first byte of a later one, to its end."""

    def __init__(self, whole: float, ended: Callable[[], None], **given: Any) -> None:
        super().__init__(**given)
        self.whole, self.ended = whole, ended
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has come; its request must be whole in time."""
        super().connection_made(transport)
        self._await_request()

    def handle_events(self) -> None:
        """Take in what has come of requests. More bytes of the same request give no new time."""
        super().handle_events()
        begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if begun or self.conn.their_state is h11.SEND_BODY:
            if self.deadline is None:
                self._await_request()
        elif self.conn.their_state is not h11.IDLE:
            self._received()

    def shutdown(self) -> None:
        """The server ends: a request that is not whole is not waited for."""
        if self.deadline is not None:
            self.transport.abort()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was sent away."""
        self._received()
        super().connection_lost(exc)
        self.ended()

    def _await_request(self) -> None:
        self.deadline = self.loop.call_later(self.whole, self.transport.abort)

    def _received(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class StudioServer(uvicorn.Server):
    """A server of one application on one listening socket. `close` is called when it begins to end."""

    def __init__(
        self,
        app: ASGIApp,
        close: Callable[[], None] = lambda: None,
        log_level: str = "info",
        whole: float = WHOLE,
        connections: int | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app, log_level=log_level, http="h11", ws="none", lifespan="on", timeout_graceful_shutdown=FINISH
            )
        )
        self.close, self.whole = close, whole
        self.connections = connections or _affordable()
        self.room = asyncio.Semaphore(self.connections)
        self.signals: SimpleQueue[int] = SimpleQueue()
        self.last_told = -QUIET
        logger.addFilter(_tells)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept on the first of the sockets, which we do ourselves."""
        await super().startup(sockets=[])
        self.accepting = asyncio.create_task(self._accept((sockets or [])[0]))
        threading.Thread(target=self._end_in_time, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what listeners wait for, give other answers a moment, and close."""
        self.accepting.cancel()
        self.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal asks the server to end."""
        self.signals.put(sig)  # which may be called from a signal handler
        super().handle_exit(sig, frame)

    def _end_in_time(self) -> None:
        """Threads that still work, which Python would wait for, end with the process."""
        sig = self.signals.get()
        time.sleep(END)
        os._exit(128 + sig)

    async def _accept(self, listening: socket.socket) -> None:
        """Accept clients while there is room; the others wait in the socket's queue."""
        listening.setblocking(False)
        loop = asyncio.get_running_loop()
        while True:
            await self.room.acquire()
            try:
                client, _ = await loop.sock_accept(listening)
            except OSError as error:
                self.room.release()
                await self._pause(error)
                continue
            try:
                await loop.connect_accepted_socket(self._protocol, client)
            except OSError:  # a client that has gone already
                self.room.release()

    async def _pause(self, error: OSError) -> None:
        """Wait for descriptors; other failures are those of one client, such as one that has gone."""
        if error.errno not in SCARCE:
            return
        if time.monotonic() - self.last_told > QUIET:
            self.last_told = time.monotonic()
            logger.warning("%s: new connections wait", error.strerror)
        await asyncio.sleep(PAUSE)

    def _protocol(self) -> StudioProtocol:
        return StudioProtocol(
            self.whole,
            self.room.release,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )


def _tells(record: logging.LogRecord) -> bool:
    """Return False for the traceback of an answer that was cancelled because the server ends."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def _affordable() -> int:
    """Connections for which there are file descriptors."""
    files = most_open_files()
    return MOST if files is None else max(FEWEST, min(MOST, files - RESERVE))
