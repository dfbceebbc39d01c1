"""The studio's web application: HTTP around what `answers.py` says, the events of searches, and who may ask how much
(hosts, origins, sizes, and the headers that keep the page to itself).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, nullcontext
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.errors import TilewrightError
from tilewright.web import answers, server
from tilewright.web.processes import HintDesk, Pool, Search, result
from tilewright.web.requests import PhrasedError, StudioLimits, error_fields

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)


class TooLarge(Exception):
    """The body of a request is longer than allowed."""


class Guard:
    """ASGI middleware. A page of another site cannot reach the studio through the user's browser: requests must name
    one of our hosts (which defeats DNS rebinding), and an `Origin` header, where there is one, must be our own. A GET of
    another site's page bears no `Origin`, but `Sec-Fetch-Site`: puzzles are made, and work is done, for our own page only;
    the page itself may be linked to.
    A studio that listens on every address of the machine answers to any address, which no foreign name can pose as.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], body: int) -> None:
        self.app, self.hosts, self.body = app, frozenset(hosts), body
        self.everywhere = not self.hosts.isdisjoint(EVERYWHERE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(headers)
        if refusal:
            return await _refuse(send, *refusal)
        if _is_foreign(headers) and scope["path"].startswith("/api/"):
            return await _refuse(send, 403, "requests from other sites are refused")
        return await self.app(scope, _bounded(receive, self.body), _with_headers(send))

    def _refusal(self, headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        name = _name(f"//{host}")
        if name not in self.hosts and not (self.everywhere and _is_address(name)):
            return 421, "this studio answers only to its own address"
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "requests from other sites are refused"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > self.body:
            return 413, f"the request is too large: expected at most {self.body:,} bytes"
        return None


def _is_foreign(headers: dict[bytes, str]) -> bool:
    """Return True where a browser says that a page of another site asks; who is no browser says nothing."""
    return headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none")


def _name(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _is_address(name: str | None) -> bool:
    try:
        return bool(ip_address(name or ""))
    except ValueError:
        return False


def _bounded(receive: Receive, most: int) -> Receive:
    """Bodies without a length, counted as they come."""
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


async def _refuse(send: Send, status: int, text: str) -> None:
    body = f'{{"error": "{text}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


BOOKLETS = 2  # typeset, or other slow exports made, at once
SLOW = (b'"booklet"', b'"solids"', b'"laser"', b'"certificate"')  # forms of an export
MADE = 100  # puzzles made on demand that are kept
Handler = Callable[[Request], Awaitable[Response]]


def create_app(limits: StudioLimits | None = None, searches: int = 2, hosts: tuple[str, ...] = ()) -> Starlette:
    """The application. `searches` run at once, each in its own process; `hosts` are names it answers to besides the
    loopback's.
    """
    limits = limits or StudioLimits()
    pool, hinting = Pool(limits, searches), HintDesk(limits)

    def close() -> None:
        pool.close()
        hinting.close()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        server.warm()
        pool.open()
        hinting.open()
        try:
            yield
        finally:
            close()

    guard = Middleware(Guard, hosts=(*LOOPBACK, *hosts), body=limits.body)
    app = Starlette(routes=_routes(), middleware=[guard], lifespan=lifespan)
    app.state.hinting, app.state.close = hinting, close
    app.state.made = {}
    app.state.pool, app.state.limits, app.state.printing = pool, limits, asyncio.Semaphore(BOOKLETS)
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/", server.page),
        Route("/api/search/{id}", _answered(_cancel), methods=["DELETE"]),
        Route("/api/search/{id}/events", _answered(_events)),
        Route("/api/{path:path}", _answered(_api), methods=["GET", "POST"]),
        Route("/static/{path:path}", server.part),
    ]


def _answered(handler: Handler) -> Handler:
    """Errors of ours become one line of JSON; nothing else of the server's inside is ever shown."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except TooLarge:
            return _error(413, TilewrightError("the request is too large"))
        except ClientDisconnect:
            return _error(400, TilewrightError("the request was left unfinished"))  # nobody listens any more
        except (TilewrightError, *answers.UNREADABLE) as error:
            status, fields = answers.refusal(error)
            return JSONResponse(fields, status_code=status)

    return answered


def _error(status: int, error: Exception) -> JSONResponse:
    return JSONResponse(error_fields(error), status_code=status)


async def _api(request: Request) -> Response:
    """What `answers.py` says, with the work of search processes put in."""
    body = await request.body()
    raw: str = request.scope["raw_path"].decode("ascii", "replace")
    # Some files are solved and set first: only so many at once, so that everything else is answered meanwhile.
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
    """The answer of a job, which a process of the lane for its size does. The latest of puzzles that are made are kept."""
    made: dict[str, Any] = request.app.state.made
    name = json.dumps(job.work)
    if name in made:
        return made[name]
    desk: HintDesk = request.app.state.hinting
    end = await result(desk.everyday if job.everyday else desk.large, job.work, job.key, request.is_disconnected)
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
    """The search's events from its beginning; a listener that comes late or again misses nothing."""
    sent = 0
    progress = None
    while True:
        changed = search.changed
        while sent < len(search.solutions):
            yield _solutions(search.solutions[sent])
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


def _solutions(message: dict[str, Any]) -> str:
    """The lines are JSON already."""
    lines = ",".join(line.rstrip() for line in message["lines"])
    return f'event: solutions\ndata: {{"event": "solutions", "solutions": [{lines}]}}\n\n'


def _event(message: dict[str, Any]) -> str:
    return f"event: {message['event']}\ndata: {json.dumps(message)}\n\n"
