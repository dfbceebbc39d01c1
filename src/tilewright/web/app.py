"""The studio's web application: HTTP around what `answers.py` says, and the events of searches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from tilewright.errors import TilewrightError
from tilewright.web import answers, static_files
from tilewright.web.guard import LOOPBACK, Guard, TooLarge
from tilewright.web.limits import PhrasedError, StudioLimits, error_fields
from tilewright.web.processes.hints import HintDesk, result
from tilewright.web.processes.pool import Pool, Search

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
        static_files.warm()
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
        Route("/", static_files.page),
        Route("/api/search/{id}", _answered(_cancel), methods=["DELETE"]),
        Route("/api/search/{id}/events", _answered(_events)),
        Route("/api/{path:path}", _answered(_api), methods=["GET", "POST"]),
        Route("/static/{path:path}", static_files.part),
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
