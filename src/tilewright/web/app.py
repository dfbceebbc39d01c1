"""The studio's web application: routes and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from tilewright.errors import BusyError, TilewrightError, printable
from tilewright.web import export, gallery, new_puzzles
from tilewright.web.guard import LOOPBACK, Guard, TooLarge
from tilewright.web.hints import HintDesk, result
from tilewright.web.limits import StudioLimits
from tilewright.web.pool import Pool, Search
from tilewright.web.requests import (
    Body,
    CheckRequest,
    ExportRequest,
    PiecesRequest,
    PuzzleRequest,
    SearchRequest,
    parse_puzzle,
)
from tilewright.web.view import chosen_view, lattices, puzzle_view, sets_view

STATIC = Path(__file__).parent / "static"
BOOKLETS = 2  # typeset at once
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
        Route("/", lambda _: FileResponse(STATIC / "index.html")),
        Route("/api/lattices", _answered(_lattices)),
        Route("/api/gallery", _answered(_gallery)),
        Route("/api/gallery/{name:path}", _answered(_gallery_item)),
        Route("/api/sets", _answered(_sets)),
        Route("/api/pieces", _answered(_pieces), methods=["POST"]),
        Route("/api/puzzle", _answered(_puzzle), methods=["POST"]),
        Route("/api/ladders", _answered(_ladders)),
        Route("/api/new", _answered(_new), methods=["POST"]),
        Route("/api/day/{date}", _answered(_day)),
        Route("/api/day/{system}/{date}", _answered(_day_puzzle)),
        Route("/api/check", _answered(_check), methods=["POST"]),
        Route("/api/hint", _answered(_hint), methods=["POST"]),
        Route("/api/export", _answered(_export), methods=["POST"]),
        Route("/api/search", _answered(_begin), methods=["POST"]),
        Route("/api/search/{id}", _answered(_cancel), methods=["DELETE"]),
        Route("/api/search/{id}/events", _answered(_events)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


def _answered(handler: Handler) -> Handler:
    """Errors of ours become one line of JSON; nothing else of the server's inside is ever shown."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except BusyError as error:
            return _error(429, str(error))
        except TilewrightError as error:
            return _error(422, str(error))
        except TooLarge:
            return _error(413, "the request is too large")
        except ClientDisconnect:
            return _error(400, "the request was left unfinished")  # nobody listens any more
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
            return _error(400, f"the request is not understood: {error}")

    return answered


def _error(status: int, text: str) -> JSONResponse:
    return JSONResponse({"error": printable(text)}, status_code=status)


async def _read(request: Request, kind: type[Body]) -> Body:
    return msgspec.json.decode(await request.body(), type=kind)


async def _lattices(_: Request) -> Response:
    return JSONResponse(lattices())


async def _gallery(_: Request) -> Response:
    return JSONResponse(gallery.entries())


async def _gallery_item(request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(gallery.item_view, request.path_params["name"]))


async def _sets(_: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(sets_view))


async def _pieces(request: Request) -> Response:
    asked = await _read(request, PiecesRequest)
    return JSONResponse(await asyncio.to_thread(chosen_view, asked.pieces))


async def _puzzle(request: Request) -> Response:
    asked = await _read(request, PuzzleRequest)
    return JSONResponse(
        await asyncio.to_thread(lambda: puzzle_view(parse_puzzle(asked.puzzle, request.app.state.limits)))
    )


async def _new(request: Request) -> Response:
    return await _made(request, await _read(request, new_puzzles.NewRequest))


async def _made(request: Request, asked: new_puzzles.NewRequest) -> Response:
    known: dict[new_puzzles.NewRequest, dict[str, Any]] = request.app.state.made
    if asked not in known:
        end = await result(request.app.state.hinting.large, asked.job(), "puzzle", request.is_disconnected)
        limits: StudioLimits = request.app.state.limits
        known[asked] = await asyncio.to_thread(lambda: puzzle_view(parse_puzzle(end["puzzle"], limits)))
        if len(known) > MADE:
            known.pop(next(iter(known)))
    return JSONResponse({**known[asked], "made": asked.fields})


async def _ladders(_: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(new_puzzles.ladder_map))


async def _day(request: Request) -> Response:
    day = new_puzzles.day_of(request.path_params["date"])
    return JSONResponse({"date": str(day), "systems": [{"system": name} for name in new_puzzles.DAILY]})


async def _day_puzzle(request: Request) -> Response:
    day, system = new_puzzles.day_of(request.path_params["date"]), request.path_params["system"]
    new_puzzles.check_daily(system)
    asked = new_puzzles.request_of_day(system, day)
    if asked is not None:
        return await _made(request, asked)
    return JSONResponse(await asyncio.to_thread(new_puzzles.puzzle_of_day, system, day))


async def _check(request: Request) -> Response:
    asked = await _read(request, CheckRequest)
    return JSONResponse(await asyncio.to_thread(asked.answer, request.app.state.limits))


async def _hint(request: Request) -> Response:
    asked = await _read(request, CheckRequest)
    puzzle, job = await asyncio.to_thread(asked.hint, request.app.state.limits)
    return JSONResponse(await request.app.state.hinting.hint(puzzle, job, request.is_disconnected))


async def _export(request: Request) -> Response:
    asked = await _read(request, ExportRequest)
    # Booklets are solved and set first: only so many at once, so that everything else is answered meanwhile.
    async with request.app.state.printing if asked.form == "booklet" else nullcontext():
        content, kind, name = await asyncio.to_thread(export.export_file, asked, request.app.state.limits)
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def _begin(request: Request) -> Response:
    asked = await _read(request, SearchRequest)
    limits: StudioLimits = request.app.state.limits
    job = await asyncio.to_thread(asked.job, limits)
    search = request.app.state.pool.begin(job)
    return JSONResponse({"id": search.id}, status_code=202)


def _found(request: Request) -> Search:
    search: Search | None = request.app.state.pool.searches.get(request.path_params["id"])
    if search is None:
        raise TilewrightError("this search is over and forgotten: start it again")
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
