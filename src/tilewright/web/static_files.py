"""The page and its parts over HTTP. They are read once, since a first visit asks for some seventy of them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from tilewright.web import answers
from tilewright.web.limits import StudioLimits

STATIC = Path(__file__).parent / "static"
PAGE = STATIC / "index.html"
FIRST = "katamino/5x3"  # the puzzle of a first visit, see static/main.js
MEDIA = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
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
