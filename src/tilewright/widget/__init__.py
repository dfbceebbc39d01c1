"""Play, solve and view a puzzle in a notebook with the studio's own page (extra `widget`).

The widget runs in Jupyter, marimo and other hosts of anywidget:

    from tilewright import PuzzleWidget
    w = PuzzleWidget("FNPUV@5x5")
    w

The player's moves are available in Python: `w.placements` holds the placements on the board, `w.tiling` is the tiling
once it is complete, and `w.observe(function, "tiling")` calls a function when it changes.

This file is the Python side; `widget.js` is the notebook's side, and `web/static/backend/notebook.js` the page's. The
page is one text for a frame without a server, including its modules. A module in a frame without an address cannot
import another by a relative path. So `from "./core/dom.js"` becomes `from "tilewright/core/dom.js"`, and an import map
at the top holds the text of each module. Each search is a process, so that the notebook stays responsive and a search
can be stopped at once.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import secrets
import zlib
from contextlib import suppress
from functools import lru_cache, partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal

import msgspec

from tilewright.errors import BusyError, TilewrightError, printable
from tilewright.formats import tables
from tilewright.formats.solution import parse_solution
from tilewright.loader import load
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.table import learnt
from tilewright.system import kill
from tilewright.web import answers, without_comments
from tilewright.web.answers import UNREADABLE
from tilewright.web.processes import spawn
from tilewright.web.requests import PhrasedError, SearchRequest, parse_puzzle

STATIC = Path(__file__).parents[1] / "web" / "static"
ENTRY = "main.js"
# Modules that only the static site runs: workers and offline support.
ELSEWHERE = ("backend/site.js", "backend/sw.js", "backend/worker.js")
IMPORT = re.compile(r'(\bfrom\s*|\bimport\s*\(?\s*)(["`])(\.{1,2}/[^"`]+\.js)\2')
HOLE = re.compile(r"\$\{\w+\}")  # in a module name that is a template: all matching files are included
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)" />')
EARLY = r'<link rel="(?:module)?preload" href="/static/[^>]+>|<script (?:type="module" async|defer) src="/static/[^"]+"></script>'
FONT = "fonts/figtree.woff2"
PRELOAD = re.compile(rf"\s*(?:{EARLY})")
SCRIPT_TAG = re.compile(r'<script type="module" src="/static/[^"]+"></script>')


@lru_cache
def page() -> str:
    """Return the page as one HTML text with its styles, font and scripts."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    text = text.replace('<html lang="en">', '<html lang="en" class="embed">')
    text = text.replace("</title>", '</title><meta name="tilewright-backend" content="notebook" />', 1)
    text = PRELOAD.sub("", text)
    text = STYLE.sub(lambda found: f"<style>{(STATIC / found[1]).read_text(encoding='utf-8')}</style>", text)
    font = base64.b64encode((STATIC / FONT).read_bytes()).decode()
    text = text.replace(f"../{FONT}", f"data:font/woff2;base64,{font}")
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    text = text.replace("/static/icon.svg", _address("image/svg+xml", icon))
    return SCRIPT_TAG.sub(lambda _: _scripts(), text)


def _scripts() -> str:
    imports = json.dumps({"imports": {_name(at): _address("text/javascript", text) for at, text in modules().items()}})
    return f'<script type="importmap">{imports}</script><script type="module">import "{_name(ENTRY)}";</script>'


def modules() -> dict[str, str]:
    """Return every module that the page's entry imports, by path, with names instead of relative paths in the text."""
    found: dict[str, str] = {}
    ahead = [ENTRY]
    while ahead:
        path = ahead.pop()
        if path in found or path in ELSEWHERE:
            continue
        text = without_comments((STATIC / path).read_text(encoding="utf-8"))
        for match in IMPORT.finditer(text):
            target = HOLE.sub("*", _resolved(path, match[3]))
            ahead += [file.relative_to(STATIC).as_posix() for file in STATIC.glob(target)]
        found[path] = IMPORT.sub(partial(_renamed, path), text)
    return found


def _renamed(path: str, found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}{_name(_resolved(path, found[3]))}{found[2]}"


def _resolved(path: str, relative: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def _name(path: str) -> str:
    return f"tilewright/{path}"


def _address(media: str, text: str) -> str:
    return f"data:{media};base64,{base64.b64encode(text.encode()).decode()}"


Worker = tuple[Connection, BaseProcess]
MOST = 4  # most searches at once
_CRASHED = {"event": "end", "ended": "error", "text": "the search process ended unexpectedly", "kind": "process ended"}


class Searches:
    """The running searches. A process that has finished waits for the next search."""

    def __init__(self) -> None:
        self.going: dict[str, Worker] = {}
        self.idle: list[Worker] = []

    def begin(self, job: dict[str, Any]) -> str:
        """Start a search and return its id. Raises BusyError if too many searches are running."""
        if len(self.going) >= MOST:
            raise BusyError(f"{MOST} searches go on: stop one of them")
        worker = self._idle_worker() or spawn()
        worker[0].send(job)
        name = secrets.token_urlsafe(12)
        self.going[name] = worker
        return name

    def _idle_worker(self) -> Worker | None:
        while self.idle:
            pipe, process = worker = self.idle.pop()
            if process.is_alive():
                return worker
            pipe.close()  # it was killed, perhaps because the machine ran out of memory
        return None

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return a search's events since the last call; the last event of a search is `end`.

        Raises PhrasedError if the search is unknown.
        """
        if name not in self.going:
            raise PhrasedError("this search is over and forgotten: start it again", "search over")
        worker = self.going[name]
        pipe = worker[0]
        found: list[dict[str, Any]] = []
        try:
            while pipe.poll() and not (found and found[-1]["event"] == "end"):
                message = pipe.recv()
                found += [message] if message["event"] != "ready" else []
        except (EOFError, OSError):
            self.stop(name)
            return [*found, _CRASHED]
        if found and found[-1]["event"] == "end":
            del self.going[name]
            self.idle.append(worker)
        return found

    def stop(self, name: str) -> None:
        """Stop a search at once; nothing happens if it has ended already."""
        if worker := self.going.pop(name, None):
            kill(worker[1])
            worker[0].close()

    def close(self) -> None:
        """End all searches and processes."""
        for name in list(self.going):
            self.stop(name)
        for pipe, process in self.idle:
            kill(process)
            pipe.close()
        self.idle.clear()


try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("tilewright.widget needs anywidget: pip install anywidget") from error

SCRIPT = Path(__file__).with_name("widget.js")


class WidgetState(msgspec.Struct):
    """The state reported by the page: the open puzzle, and the placements on its board or of the solution shown."""

    puzzle: str
    solution: str


class Question(msgspec.Struct):
    """A question of the page with one of the fields; `number` and `view` are sent back with the answer."""

    request: tuple[str, str, str] | None = None  # method, path, body
    search: str | None = None
    events: str | None = None
    stop: str | None = None


class PuzzleWidget(anywidget.AnyWidget):
    """A puzzle to play and solve in a notebook.

    puzzle: the open puzzle; another one may be assigned.

    placements: the placements on the board, or of the tiling shown in the view of solutions, as a tuple of `Placement`.

    tiling: the `Tiling` if the placements are complete and correct, else None.

    height: the least height of the widget in pixels; it grows with its content.

    >>> from tilewright import load
    >>> widget = PuzzleWidget(load("LPNUV@5x5"))
    >>> widget.placements, widget.tiling
    ((), None)
    """

    _esm = f"const PAGE = {json.dumps(page())};\n{SCRIPT.read_text(encoding='utf-8')}"
    _address = traitlets.Unicode().tag(sync=True)
    _state = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(600).tag(sync=True)
    puzzle = traitlets.Any()
    placements = traitlets.Any(default_value=())
    tiling = traitlets.Any(default_value=None, allow_none=True)

    def __init__(self, puzzle: Puzzle | str, view: Literal["play", "solve"] = "play", height: int = 600) -> None:
        """Open a puzzle, or a text that `load` accepts, to play or solve it. Raises NotationError for other text."""
        self._view, self._searches = view, Searches()  # set first, because a widget that fails to open is closed, too
        opened = load(puzzle) if isinstance(puzzle, str) else puzzle
        super().__init__(puzzle=opened, height=height, _address=address_of(opened, view))
        self.on_msg(self._asked)
        self.observe(self._told, "_state")
        self.observe(self._reopened, "puzzle")

    def close(self) -> None:
        """Close the widget and end its searches."""
        self._searches.close()
        super().close()

    def _told(self, change: Any) -> None:
        """Update the placements from the page's state; ignore states that are not valid for the puzzle."""
        try:
            state = _state_of(change["new"])
            opened = parse_puzzle(state.puzzle, answers.LIMITS)
            placements = parse_solution(state.solution, opened)
        except (TilewrightError, *UNREADABLE):
            return
        with self.hold_trait_notifications():
            if tables.dump_json(opened) != tables.dump_json(self.puzzle):
                self.puzzle = opened
            self.placements = placements
            self.tiling = None if faults(self.puzzle, placements) else Tiling(self.puzzle, placements)

    def _reopened(self, change: Any) -> None:
        """Show the puzzle that was assigned, unless it came from the page."""
        shown = ""
        with suppress(*UNREADABLE):
            shown = _state_of(self._state).puzzle
        if shown != tables.dump_json(change["new"]):
            self._address = address_of(change["new"], self._view)

    def _asked(self, _: Any, content: Any, buffers: Any) -> None:
        """Answer a question of the page; ignore messages without a view, a number and a question."""
        if not isinstance(content, dict) or not {"view", "number", "question"} <= content.keys():
            return
        try:
            question = msgspec.convert(content["question"], learnt(Question))
            answer, files = self._answer(question)
        except (TilewrightError, *UNREADABLE) as error:
            text = printable(str(error))
            answer, files = {"error": text, "events": [{"event": "end", "ended": "error", "text": text}]}, []
        self.send({"view": content["view"], "number": content["number"], **answer}, files)

    def _answer(self, question: Question) -> tuple[dict[str, Any], list[bytes]]:
        if question.request:
            status, found, media, _ = answers.ask(*question.request, lambda event: None)
            head = {"status": status, "type": media or "application/json"}
            return (head, [found]) if isinstance(found, bytes) else ({**head, "text": found}, [])
        if question.search:
            job = msgspec.json.decode(question.search, type=learnt(SearchRequest)).job(answers.LIMITS)
            return {"search": self._searches.begin(job)}, []
        if question.events:
            events = self._searches.events(question.events)
            return {"events": [json.loads(answers.event_text(event)) for event in events]}, []
        self._searches.stop(question.stop or "")
        return {}, []


def _state_of(text: str) -> WidgetState:
    return msgspec.json.decode(text, type=learnt(WidgetState))


def address_of(puzzle: Puzzle, view: str) -> str:
    """Return the page address that contains the puzzle, packed as in `state/address.js`."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(tables.dump_json(puzzle).encode()) + packer.flush()
    return f"#{view}/1.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


__all__ = ["PuzzleWidget"]
