"""The studio's answers inside of a web worker, where Python is Pyodide: called by `static/backend/worker.js`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from tilewright.errors import TilewrightError
from tilewright.structs import learnt
from tilewright.web import work as jobs
from tilewright.web.answers import UNREADABLE, File, ProcessJob, SearchEvents, answer, refusal
from tilewright.web.requests import PhrasedError, StudioLimits, error_of, failed_end

if not hasattr(time, "thread_time"):  # Pyodide, which has one thread
    time.thread_time = time.process_time

Post = Callable[[str], None]
# A browser's tab has some 2 GB, and no one else's work waits: fewer tilings kept, the same sizes of puzzles.
LIMITS = StudioLimits(kept_bytes=8 << 20)
# What needs packages that there are not for WebAssembly (manifold3d, ezdxf, shapely), and the command that does it.
UNAVAILABLE = {
    "solids": "tilewright publish pieces",
    "laser": "tilewright publish laser",
}


def ask(method: str, path: str, body: str, post: Post) -> tuple[int, Any, str, str]:
    """(status, JSON text or bytes, media type, file name) of a request. `post` takes the events of a search, as JSON."""
    try:
        if len(body) > LIMITS.body:
            raise TilewrightError(f"the request is too large: expected at most {LIMITS.body:,} characters")
        _refuse_unavailable(path, body)
        found = _done(answer(method, path, body.encode(), LIMITS), post)
    except MemoryError as error:
        return 422, _json(failed_end(error)), "", ""
    except (TilewrightError, *UNREADABLE) as error:
        status, fields = refusal(error)
        return status, _json(fields), "", ""
    if isinstance(found, File):
        return 200, found.content, found.media, found.name
    return 200, _json(found), "application/json", ""


def _refuse_unavailable(path: str, body: str) -> None:
    if path == "/api/export" and (command := UNAVAILABLE.get(msgspec.json.decode(body, type=learnt(_Form)).form)):
        text = f"this file is not made in the browser: {command}"
        raise PhrasedError(f"{text} (pip install 'tilewright[print]')", "not in the browser", command=command)


class _Form(msgspec.Struct):
    form: str


def _done(found: Any, post: Post) -> Any:
    """The answer once its work is done."""
    if isinstance(found, ProcessJob):
        messages: list[dict[str, Any]] = []
        jobs.do(found.work, messages.append)
        if found.key not in messages[-1]:
            raise error_of(messages[-1], "the answer was not found in time")
        return found.answer(messages[-1][found.key])
    if isinstance(found, SearchEvents):
        _search(found.work, post)
        return {}
    return found


def _search(work: dict[str, Any], post: Post) -> None:
    def tell(message: dict[str, Any]) -> None:
        if message["event"] == "solutions":  # the lines are JSON already
            lines = ",".join(line.rstrip() for line in message["lines"])
            post(f'{{"event": "solutions", "solutions": [{lines}]}}')
        else:
            post(_json(message))

    try:
        jobs.do(work, tell)
    except (TilewrightError, MemoryError) as error:
        tell(failed_end(error))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
