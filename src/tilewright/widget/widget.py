"""The widget: Python's side of it. `widget.js` is the notebook's, `web/static/backend/notebook.js` the page's."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any, Literal

import msgspec

from tilewright.errors import TilewrightError, printable
from tilewright.formats import load, tables
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.structs import learnt
from tilewright.web import browser
from tilewright.web.answers import UNREADABLE
from tilewright.web.requests import SearchRequest, parse_puzzle
from tilewright.widget.page import page
from tilewright.widget.searches import Searches

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("tilewright.widget needs anywidget: pip install 'tilewright[widget]'") from error

SCRIPT = Path(__file__).with_name("widget.js")


class WidgetState(msgspec.Struct):
    """What the page tells: the puzzle that is open, and what lies on its board or is shown of its solutions."""

    puzzle: str
    solution: str


class Question(msgspec.Struct):
    """What the page asks. One of the fields is given; `number` and `view` come back with the answer."""

    request: tuple[str, str, str] | None = None  # method, path, body
    search: str | None = None
    events: str | None = None
    stop: str | None = None


class PuzzleWidget(anywidget.AnyWidget):
    """A puzzle to play and solve in a notebook.

    puzzle:      the puzzle that is open; another may be assigned.
    placements:  what lies on the board, or in the view of solutions the tiling that is shown: a tuple of `Placement`.
    tiling:      the `Tiling` when the placements are a complete and correct one, else None.
    height:      of the widget, in pixels; it is higher where what it shows needs more.
    """

    _esm = f"const PAGE = {json.dumps(page())};\n{SCRIPT.read_text(encoding='utf-8')}"
    _address = traitlets.Unicode().tag(sync=True)
    _state = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(600).tag(sync=True)
    puzzle = traitlets.Any()
    placements = traitlets.Any(default_value=())
    tiling = traitlets.Any(default_value=None, allow_none=True)

    def __init__(self, puzzle: Puzzle | str, view: Literal["play", "solve"] = "play", height: int = 600) -> None:
        """Open a puzzle, or what `load` makes of a text, to be played or solved. Raises NotationError for other text."""
        self._view, self._searches = view, Searches()  # first: a widget that fails to open is closed all the same
        opened = load(puzzle) if isinstance(puzzle, str) else puzzle
        super().__init__(puzzle=opened, height=height, _address=address_of(opened, view))
        self.on_msg(self._asked)
        self.observe(self._told, "_state")
        self.observe(self._reopened, "puzzle")

    def close(self) -> None:
        """End the widget and its searches."""
        self._searches.close()
        super().close()

    def _told(self, change: Any) -> None:
        """Take in what the page tells. What does not hold of the puzzle is dropped: the page may be anybody's."""
        try:
            state = _state_of(change["new"])
            opened = parse_puzzle(state.puzzle, browser.LIMITS)
            placements = parse_solution(state.solution, opened)
        except (TilewrightError, *UNREADABLE):
            return
        with self.hold_trait_notifications():
            if tables.dump_json(opened) != tables.dump_json(self.puzzle):
                self.puzzle = opened
            self.placements = placements
            self.tiling = None if faults(self.puzzle, placements) else Tiling(self.puzzle, placements)

    def _reopened(self, change: Any) -> None:
        """Show the puzzle that was assigned, unless it is the page's own."""
        if self._opened() != tables.dump_json(change["new"]):
            self._address = address_of(change["new"], self._view)

    def _opened(self) -> str:
        """The puzzle that the page says it shows, as JSON; empty where it says nothing of the kind."""
        try:
            return _state_of(self._state).puzzle
        except UNREADABLE:
            return ""

    def _asked(self, _: Any, content: Any, buffers: Any) -> None:
        """Answer a question of the page. What bears no view and no number is not the page's."""
        if not isinstance(content, dict) or not {"view", "number", "question"} <= content.keys():
            return
        try:
            question = msgspec.convert(content["question"], learnt(Question))
            answer, files = self._answer(question)
        except (TilewrightError, *UNREADABLE) as error:
            answer, files = {"error": printable(str(error)), "events": [_end(error)]}, []
        self.send({"view": content["view"], "number": content["number"], **answer}, files)

    def _answer(self, question: Question) -> tuple[dict[str, Any], list[bytes]]:
        if question.request:
            status, found, media, _ = browser.ask(*question.request, lambda event: None)
            head = {"status": status, "type": media or "application/json"}
            return (head, [found]) if isinstance(found, bytes) else ({**head, "text": found}, [])
        if question.search:
            job = msgspec.json.decode(question.search, type=learnt(SearchRequest)).job(browser.LIMITS)
            return {"search": self._searches.begin(job)}, []
        if question.events:
            return {"events": [_readable(event) for event in self._searches.events(question.events)]}, []
        self._searches.stop(question.stop or "")
        return {}, []


def _state_of(text: str) -> WidgetState:
    return msgspec.json.decode(text, type=learnt(WidgetState))


def address_of(puzzle: Puzzle, view: str) -> str:
    """Return the address that shows all of a puzzle, as `state/link.js` packs it."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(tables.dump_json(puzzle).encode()) + packer.flush()
    return f"#{view}/1.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def _readable(event: dict[str, Any]) -> dict[str, Any]:
    """An event with its tilings, whose lines are JSON already."""
    if event["event"] != "solutions":
        return event
    return {**event, "solutions": [json.loads(line) for line in event["lines"]], "lines": []}


def _end(error: Exception) -> dict[str, Any]:
    return {"event": "end", "ended": "error", "text": printable(str(error))}
