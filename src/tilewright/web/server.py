"""The studio's web application: HTTP around `answers.py`.

It also streams the events of searches and checks requests: their hosts, origins and sizes, and the headers that protect
the page.

The page and its parts are read once, since a first visit asks for about seventy of them.

The server is uvicorn, with limits on what a client may hold and a bound on the time to shut down. uvicorn's own time
limit applies only between requests and restarts with every byte. When asyncio runs out of file descriptors, it logs as
many tracebacks as clients wait. So connections are accepted here, up to a number that leaves descriptors for the rest
of the studio, and a connection is closed if its request does not arrive completely in time.
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
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, nullcontext
from errno import EMFILE, ENFILE, ENOBUFS, ENOMEM
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.errors import TilewrightError
from tilewright.system import most_open_files
from tilewright.web import answers, without_comments
from tilewright.web.processes import Pool, Search, result
from tilewright.web.requests import PhrasedError, StudioLimits, error_fields

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
CONTENT_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT_POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)


class TooLarge(Exception):
    """The body of a request is too long."""


class Guard:
    """ASGI middleware that keeps pages of other sites from reaching the studio through the user's browser.

    A request must name one of our hosts, which defeats DNS rebinding, and its `Origin` header, if present, must be our
    own. A GET from a page of another site has no `Origin`, but `Sec-Fetch-Site`: the API answers our own page only,
    while the page itself may be linked to.

    A studio that listens on every address of the machine answers to any IP address, since a foreign host name cannot
    look like one.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], body: int) -> None:
        self.app, self.hosts, self.body = app, frozenset(hosts), body
        self.everywhere = not self.hosts.isdisjoint(EVERYWHERE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if refusal := self._refusal(headers, scope["path"]):
            status, text = refusal
            return await JSONResponse({"error": text}, status)(scope, receive, _with_headers(send))
        return await self.app(scope, _bounded(receive, self.body), _with_headers(send))

    def _refusal(self, headers: dict[bytes, str], path: str) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        if not self._answers_to(host):
            return 421, "this studio answers only to its own address"
        is_foreign = headers.get(b"sec-fetch-site", "none") not in (
            "same-origin",
            "none",
        )  # clients other than browsers do not send this header
        origin = headers.get(b"origin")
        if (origin is not None and urlsplit(origin).netloc != host) or (is_foreign and path.startswith("/api/")):
            return 403, "requests from other sites are refused"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > self.body:
            return 413, f"the request is too large: expected at most {self.body:,} bytes"
        return None

    def _answers_to(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname
            return name in self.hosts or (self.everywhere and bool(ip_address(name or "")))
        except ValueError:
            return False


def _bounded(receive: Receive, most: int) -> Receive:
    """Return `receive` with a limit on the size of the body, for requests that do not state their length."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return with_headers


BOOKLETS = 2  # booklets and other slow exports made at the same time
SLOW = (b'"booklet"', b'"solids"', b'"laser"', b'"certificate"')  # forms of an export that are slow to make
MADE = 100  # cached puzzles that were made on demand
Handler = Callable[[Request], Awaitable[Response]]


def create_app(limits: StudioLimits | None = None, searches: int = 2, hosts: tuple[str, ...] = ()) -> Starlette:
    """Return the application.

    searches: number of searches that run at the same time, each in its own process.

    hosts: names to which the application answers, besides those of the loopback interface.
    """
    limits = limits or StudioLimits()
    # Hints have two queues with one process each, so that puzzles of the size people play never wait behind large ones.
    pool, everyday, large = Pool(limits, searches), Pool(limits, 1), Pool(limits, 1)

    def close() -> None:
        for each in (pool, everyday, large):
            each.close()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        warm()
        for each in (pool, everyday, large):
            each.open()
        try:
            yield
        finally:
            close()

    guard = Middleware(Guard, hosts=(*LOOPBACK, *hosts), body=limits.body)
    app = Starlette(routes=_routes(), middleware=[guard], lifespan=lifespan)
    app.state.everyday, app.state.large, app.state.close = everyday, large, close
    app.state.made = {}
    app.state.pool, app.state.limits, app.state.printing = pool, limits, asyncio.Semaphore(BOOKLETS)
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/", page),
        Route("/api/search/{id}", _answered(_cancel), methods=["DELETE"]),
        Route("/api/search/{id}/events", _answered(_events)),
        Route("/api/{path:path}", _answered(_api), methods=["GET", "POST"]),
        Route("/static/{path:path}", part),
    ]


def _answered(handler: Handler) -> Handler:
    """Return the handler with our errors turned into JSON; other details of the server are never shown."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except TooLarge:
            status, fields = 413, error_fields(TilewrightError("the request is too large"))
        except ClientDisconnect:  # the client has disconnected
            status, fields = 400, error_fields(TilewrightError("the request was left unfinished"))
        except (TilewrightError, *answers.UNREADABLE) as error:
            status, fields = answers.refusal(error)
        return JSONResponse(fields, status_code=status)

    return answered


async def _api(request: Request) -> Response:
    """Answer a request of the API, with the help of the search processes."""
    body = await request.body()
    raw: str = request.scope["raw_path"].decode("ascii", "replace")
    # Some exports take long: only a few are made at the same time, so that other requests are answered meanwhile.
    is_slow = raw == "/api/export" and any(form in body for form in SLOW)
    async with request.app.state.printing if is_slow else nullcontext():
        found = await asyncio.to_thread(answers.answer, request.method, raw, body, request.app.state.limits)
    if isinstance(found, answers.SearchEvents):
        return JSONResponse({"id": request.app.state.pool.begin(found.work).id}, status_code=202)
    if isinstance(found, answers.File):
        name = {"content-disposition": f'attachment; filename="{found.name}"'}
        return Response(found.content, media_type=found.media, headers=name)
    return JSONResponse(await _worked(request, found) if isinstance(found, answers.ProcessJob) else found)


async def _worked(request: Request, job: answers.ProcessJob) -> Any:
    """Return the answer of a job, done by a process for puzzles of its size. The latest puzzles made are cached."""
    made: dict[str, Any] = request.app.state.made
    name = json.dumps(job.work) if job.is_lasting else ""
    if name in made:
        return made[name]
    lane: Pool = request.app.state.everyday if job.everyday else request.app.state.large
    end = await result(lane, job.work, job.key, request.is_disconnected)
    answer = await asyncio.to_thread(job.answer, end[job.key])
    if job.is_lasting:
        made[name] = answer
        if len(made) > MADE:
            made.pop(next(iter(made)))
    return answer


def _found(request: Request) -> Search:
    search: Search | None = request.app.state.pool.searches.get(request.path_params["id"])
    if search is None:
        raise PhrasedError("this search is over and forgotten: start it again", "search over")
    return search


async def _cancel(request: Request) -> Response:
    request.app.state.pool.cancel(_found(request))
    return JSONResponse({"ended": "stopped"})


async def _events(request: Request) -> Response:
    return StreamingResponse(_stream(_found(request)), media_type="text/event-stream")


async def _stream(search: Search) -> AsyncIterator[str]:
    """Yield the search's events from the beginning, so that a listener that connects late or again misses nothing."""
    sent = 0
    progress = None
    while True:
        changed = search.changed
        while sent < len(search.solutions):
            yield _event(search.solutions[sent])
            sent += 1
        if search.end is not None:
            yield _event(search.end)
            return
        if search.progress is not progress:
            progress = search.progress
            if progress is not None:
                yield _event(progress)
        try:
            await asyncio.wait_for(changed.wait(), timeout=15)
        except TimeoutError:
            yield ": still here\n\n"


def _event(message: dict[str, Any]) -> str:
    return f"event: {message['event']}\ndata: {answers.event_text(message)}\n\n"


STATIC = Path(__file__).parent / "static"
PAGE = STATIC / "index.html"
FIRST = "katamino/5x3"  # the puzzle of a first visit; see static/main.js
MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".woff2": "font/woff2",
}
AT_ONCE = ("/api/lattices", f"/api/gallery/{FIRST}")  # answers that the first visit needs are sent with the page
_making = threading.Lock()


async def page(request: Request) -> Response:
    """Return the page, including the answers that a first visit would request next."""
    return _answer(request, *await asyncio.to_thread(_ready_page))


def warm() -> None:
    """Prepare the page in the background, so that it is ready when the first browser has started."""
    threading.Thread(target=_ready_page, daemon=True).start()


async def part(request: Request) -> Response:
    """Return a script, style sheet or picture of the page. Only files that exist when the server starts are found."""
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
    """Return content, media type and tag of a file; `changed` makes the cache notice a new version."""
    content = file.read_bytes()
    if file.suffix == ".js":
        content = without_comments(content.decode()).encode()
    return content, MEDIA[file.suffix], _tag(content)


def _ready_page() -> tuple[bytes, str, str]:
    with _making:  # concurrent requests wait until the page is ready
        return _page(PAGE.stat().st_mtime_ns)


@lru_cache(maxsize=1)
def _page(changed: int) -> tuple[bytes, str, str]:
    """Return content, media type and tag of the page; `changed` makes the cache notice a new version."""
    known = {path: answers.answer("GET", path, b"", StudioLimits()) for path in AT_ONCE}
    text = json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")  # no text can close the script element
    block = f'<script type="application/json" id="known">{text}</script>'
    content = PAGE.read_text(encoding="utf-8").replace("</head>", f"{block}</head>", 1).encode()
    return content, "text/html", _tag(content)


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


WHOLE = 10.0  # seconds within which a request must arrive completely
FINISH = 1  # seconds that running answers have when the server ends
END = 1.5  # seconds after the signal at which the process ends, even if threads still run
RESERVE = 100  # file descriptors for everything but connections: pipes, pictures, modules
FEWEST, MOST = 16, 2000  # bounds on the number of connections
PAUSE = 0.5  # seconds without accepting when descriptors run out
QUIET = 60.0  # seconds between two warnings about it
SCARCE = (EMFILE, ENFILE, ENOBUFS, ENOMEM)

logger = logging.getLogger("uvicorn.error")


class StudioProtocol(H11Protocol):
    """HTTP/1.1 with a deadline for each request.

    The time runs from the connection, or from the first byte of a later request, to the end of the request.
    """

    def __init__(self, whole: float, ended: Callable[[], None], **given: Any) -> None:
        super().__init__(**given)
        self.whole, self.ended = whole, ended
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline of the first request of a new client."""
        super().connection_made(transport)
        self._await_request()

    def handle_events(self) -> None:
        """Process received data, and start or stop the deadline. More bytes of the same request do not extend it."""
        super().handle_events()
        begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if begun or self.conn.their_state is h11.SEND_BODY:
            if self.deadline is None:
                self._await_request()
        elif self.conn.their_state is not h11.IDLE:
            self._received()

    def shutdown(self) -> None:
        """Close the connection; an incomplete request is aborted."""
        if self.deadline is not None:
            self.transport.abort()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the deadline and report that the connection has ended."""
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
    """A server for one application on one listening socket. It calls `close` when it begins to shut down."""

    def __init__(
        self,
        app: ASGIApp,
        close: Callable[[], None] = lambda: None,
        log_level: str = "info",
        whole: float = WHOLE,
        connections: int | None = None,
    ) -> None:
        how: dict[str, Any] = {"http": "h11", "ws": "none", "lifespan": "on", "timeout_graceful_shutdown": FINISH}
        super().__init__(uvicorn.Config(app, log_level=log_level, **how))
        self.close, self.whole = close, whole
        files = most_open_files()  # connections may use a part of these
        self.connections = connections or (MOST if files is None else max(FEWEST, min(MOST, files - RESERVE)))
        self.room = asyncio.Semaphore(self.connections)
        self.signals: SimpleQueue[int] = SimpleQueue()
        self.last_told = -QUIET
        logger.addFilter(_tells)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server and accept connections on the first of the sockets.

        Accepting is done here instead of by uvicorn; the module's docstring explains why.
        """
        await super().startup(sockets=[])
        self.accepting = asyncio.create_task(self._accept((sockets or [])[0]))
        threading.Thread(target=self._end_in_time, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all searches, give other answers a moment, and close."""
        self.accepting.cancel()
        self.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to shut down after a signal."""
        self.signals.put(sig)  # safe to call from a signal handler
        super().handle_exit(sig, frame)

    def _end_in_time(self) -> None:
        """End the process a while after the signal, because Python would wait for threads that still work."""
        sig = self.signals.get()
        time.sleep(END)
        os._exit(128 + sig)

    async def _accept(self, listening: socket.socket) -> None:
        """Accept clients up to the limit; the others wait in the socket's queue."""
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
            except OSError:  # the client has already disconnected
                self.room.release()

    async def _pause(self, error: OSError) -> None:
        """Wait if file descriptors ran out. Other errors concern one client only, such as one that has disconnected."""
        if error.errno not in SCARCE:
            return
        if time.monotonic() - self.last_told > QUIET:
            self.last_told = time.monotonic()
            logger.warning("%s: new connections wait", error.strerror)
        await asyncio.sleep(PAUSE)

    def _protocol(self) -> StudioProtocol:
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        return StudioProtocol(self.whole, self.room.release, config=self.config, **state)


def _tells(record: logging.LogRecord) -> bool:
    """Return False for the traceback of an answer that was cancelled because the server ends."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
