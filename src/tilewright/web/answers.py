"""Answer the requests of the studio's page, independently of HTTP.

Two callers use this module: the local server, and the worker of the static site, where Python runs in Pyodide (`ask`,
called by `static/backend/worker.js`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import msgspec

from tilewright.errors import BusyError, TilewrightError
from tilewright.puzzle.table import learnt
from tilewright.system import any_digits
from tilewright.web import downloads, puzzles, requests
from tilewright.web import work as jobs
from tilewright.web.puzzles import chosen_view, lattices, puzzle_view, sets_view


@dataclass(frozen=True)
class File:
    """A file to download."""

    content: bytes
    media: str
    name: str


@dataclass(frozen=True)
class ProcessJob:
    """Work for a search process; `answer` turns the value of `key` in the process's last message into the answer.

    everyday: whether the puzzle is small enough to be solved by hand, so that it does not wait behind large ones.

    is_lasting: whether the same work always gives the same answer, so that the answer may be cached.
    """

    work: dict[str, Any]
    key: str
    answer: Callable[[Any], Any]
    everyday: bool = False
    is_lasting: bool = False


@dataclass(frozen=True)
class SearchEvents:
    """A search whose events the page listens to."""

    work: dict[str, Any]


Answer = Any  # JSON, File, ProcessJob or SearchEvents
Handler = Callable[[tuple[str, ...], bytes, requests.StudioLimits], Answer]
# UnicodeError: JavaScript and Python accept half of a surrogate pair as a character, but UTF-8 does not.
UNREADABLE = (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError)


def answer(method: str, path: str, body: bytes, limits: requests.StudioLimits) -> Answer:
    """Return the answer to a request such as ("POST", "/api/puzzle", b'{"puzzle": "FNPUV@5x5"}').

    Raises TilewrightError with a message for the player, and one of UNREADABLE if the body does not have the type that
    the path expects.
    """
    for expected, pattern, handler in ROUTES:
        if method == expected and (found := pattern.fullmatch(path)):
            return handler(tuple(unquote(part) for part in found.groups()), body, limits)
    raise TilewrightError("the studio has nothing there")


def refusal(error: Exception) -> tuple[int, dict[str, Any]]:
    """Return the HTTP status of an error, and the fields to send to the page."""
    status = 429 if isinstance(error, BusyError) else 422 if isinstance(error, TilewrightError) else 400
    return status, requests.error_fields(error)


def _made(asked: puzzles.NewRequest, limits: requests.StudioLimits) -> ProcessJob:
    def view(text: str) -> dict[str, Any]:
        return {**puzzle_view(requests.parse_puzzle(text, limits)), "made": asked.fields}

    return ProcessJob(asked.job(), "puzzle", view, is_lasting=True)


def _cut(asked: requests.CutRequest, limits: requests.StudioLimits) -> ProcessJob:
    return ProcessJob(asked.job(limits), "puzzle", lambda text: puzzle_view(requests.parse_puzzle(text, limits)))


def _day(path: tuple[str, ...], _: bytes, limits: requests.StudioLimits) -> Answer:
    return {"date": str(puzzles.day_of(path[0])), "systems": [{"system": name} for name in puzzles.DAILY]}


def _day_puzzle(path: tuple[str, ...], _: bytes, limits: requests.StudioLimits) -> Answer:
    system, day = path[0], puzzles.day_of(path[1])
    puzzles.check_daily(system)
    asked = puzzles.request_of_day(system, day)
    return puzzles.puzzle_of_day(system, day) if asked is None else _made(asked, limits)


def _hint(asked: requests.CheckRequest, limits: requests.StudioLimits) -> ProcessJob:
    puzzle, work = asked.hint(limits)
    return ProcessJob(work, "hint", lambda step: step, requests.is_everyday(puzzle))


def _get(make: Callable[..., Any]) -> Handler:
    return lambda path, _, limits: make(*path)


def _post(kind: type[requests.Body], make: Callable[[requests.Body, requests.StudioLimits], Answer]) -> Handler:
    """Return a handler that decodes a body of this type and passes it to `make`."""
    return lambda _, body, limits: make(msgspec.json.decode(body, type=learnt(kind)), limits)


ROUTES: tuple[tuple[str, re.Pattern[str], Handler], ...] = tuple(
    (method, re.compile(pattern), handler)
    for method, pattern, handler in (
        ("GET", "/api/lattices", _get(lattices)),
        ("GET", "/api/gallery", _get(puzzles.entries)),
        ("GET", "/api/boxes", _get(puzzles.box_entries)),
        ("GET", "/api/gallery/(.+)", _get(puzzles.item_view)),
        ("GET", "/api/sets", _get(sets_view)),
        ("GET", "/api/ladders", _get(puzzles.ladder_map)),
        ("GET", "/api/shelf/(.+)", _get(puzzles.box_view)),
        ("GET", "/api/day/([^/]+)", _day),
        ("GET", "/api/day/([^/]+)/([^/]+)", _day_puzzle),
        ("POST", "/api/pieces", _post(requests.PiecesRequest, lambda asked, _: chosen_view(asked.pieces))),
        (
            "POST",
            "/api/puzzle",
            _post(
                requests.PuzzleRequest, lambda asked, limits: puzzle_view(requests.parse_puzzle(asked.puzzle, limits))
            ),
        ),
        ("POST", "/api/new", _post(puzzles.NewRequest, _made)),
        ("POST", "/api/cut", _post(requests.CutRequest, _cut)),
        ("POST", "/api/check", _post(requests.CheckRequest, requests.CheckRequest.answer)),
        ("POST", "/api/hint", _post(requests.CheckRequest, _hint)),
        (
            "POST",
            "/api/export",
            _post(requests.ExportRequest, lambda asked, limits: File(*downloads.export_file(asked, limits))),
        ),
        ("POST", "/api/search", _post(requests.SearchRequest, lambda asked, limits: SearchEvents(asked.job(limits)))),
    )
)


if not hasattr(time, "thread_time"):  # Pyodide has only one thread.
    time.thread_time = time.process_time

Post = Callable[[str], None]
# A browser tab has about 2 GB of memory and serves one user: keep fewer tilings, but accept puzzles of the same sizes.
LIMITS = requests.StudioLimits(kept_bytes=8 << 20)
# Exports that need packages unavailable for WebAssembly (manifold3d, ezdxf, shapely), with the command that makes each.
UNAVAILABLE = {
    "solids": "tilewright publish pieces",
    "laser": "tilewright publish laser",
}


def ask(method: str, path: str, body: str, post: Post) -> tuple[int, Any, str, str]:
    """Return (status, JSON text or bytes, media type, file name) for a request.

    `post` is called with each event of a search, as JSON text.
    """
    try:
        if len(body) > LIMITS.body:
            raise TilewrightError(f"the request is too large: expected at most {LIMITS.body:,} characters")
        _refuse_unavailable(path, body)
        found = _done(answer(method, path, body.encode(), LIMITS), post)
    except MemoryError as error:
        return 422, _json(requests.failed_end(error)), "", ""
    except (TilewrightError, *UNREADABLE) as error:
        status, fields = refusal(error)
        return status, _json(fields), "", ""
    if isinstance(found, File):
        return 200, found.content, found.media, found.name
    return 200, _json(found), "application/json", ""


def _refuse_unavailable(path: str, body: str) -> None:
    if path == "/api/export" and (command := UNAVAILABLE.get(msgspec.json.decode(body, type=learnt(_Form)).form)):
        text = f"this file is not made in the browser: {command}"
        raise requests.PhrasedError(text, "not in the browser", command=command)


class _Form(msgspec.Struct):
    form: str


def _done(found: Any, post: Post) -> Any:
    """Do the work of an answer, if it needs any, and return the result."""
    if isinstance(found, ProcessJob):
        messages: list[dict[str, Any]] = []
        jobs.do(found.work, messages.append)
        if found.key not in messages[-1]:
            raise requests.error_of(messages[-1], "the answer was not found in time")
        return found.answer(messages[-1][found.key])
    if isinstance(found, SearchEvents):
        _run_search(found.work, post)
        return {}
    return found


def event_text(message: dict[str, Any]) -> str:
    """Return a message of a search as JSON for the page; the lines of tilings already are JSON."""
    if message["event"] != "solutions":
        return _json(message)
    lines = ",".join(line.rstrip() for line in message["lines"])
    return f'{{"event":"solutions","solutions":[{lines}]}}'


def _run_search(work: dict[str, Any], post: Post) -> None:
    def tell(message: dict[str, Any]) -> None:
        post(event_text(message))

    try:
        jobs.do(work, tell)
    except (TilewrightError, MemoryError) as error:
        tell(requests.failed_end(error))


def _json(value: Any) -> str:
    with any_digits():
        return msgspec.json.encode(value).decode()
