"""Python's side of the widget, without a notebook: the page it sends, the questions it answers, what it is told."""

from __future__ import annotations

import base64
import fnmatch
import json
import re
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from tilewright import load, solve
from tilewright.errors import NotationError
from tilewright.widget import ELSEWHERE, HOLE, PuzzleWidget, modules, page

PUZZLE = "FNPUV@5x5"


class Notebook:
    """What stands for the notebook: it keeps what the widget sends."""

    def __init__(self, widget: PuzzleWidget) -> None:
        self.widget, self.sent = widget, []
        widget.send = lambda content, buffers=None: self.sent.append((content, buffers))

    def ask(self, **question: Any) -> dict[str, Any]:
        self.widget._asked(None, {"view": "v", "number": 7, "question": question}, [])
        content, _ = self.sent[-1]
        assert (content["view"], content["number"]) == ("v", 7)
        return content


@pytest.fixture
def notebook() -> Iterator[Notebook]:
    widget = PuzzleWidget(PUZZLE)
    yield Notebook(widget)
    widget._searches.close()


def state(puzzle: str, solution: str) -> str:
    return json.dumps({"puzzle": puzzle, "solution": solution})


def solution_text(rows: int = 5) -> str:
    placements = solve(load(PUZZLE)).tilings[0].placements[:rows]
    return json.dumps(
        {"placements": [{"piece": p.piece, "cells": [list(atom) for atom in p.atoms]} for p in placements]}
    )


def test_every_module_that_is_named_is_there_by_its_own_name() -> None:
    found = modules()
    assert "backend/notebook.js" in found and "play/play.js" in found and "words/de/titles.js" in found
    for path, text in found.items():
        assert not re.search(r'(from|import\s*\()\s*["`]\.', text), path
        for name in re.findall(r'(?:\bfrom\s*|\bimport\s*\(?\s*)["`]tilewright/([^"`]+)["`]', text):
            assert name in ELSEWHERE or fnmatch.filter(found, HOLE.sub("*", name)), f"{path} names {name}"


def test_the_page_asks_nobody_for_anything() -> None:
    text = page()
    assert "/static/" not in re.sub(r'"data:[^"]*"', "", text)
    assert 'content="notebook"' in text and 'class="embed"' in text


def test_the_address_holds_the_puzzle() -> None:
    view, packed = PuzzleWidget(PUZZLE, view="solve")._address.split("/1.")
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15).decode()
    assert view == "#solve" and load(text).board == load(PUZZLE).board


def test_what_lies_on_the_board_is_a_value_and_told(notebook: Notebook) -> None:
    widget, told = notebook.widget, []
    widget.observe(lambda change: told.append(change["name"]), ["placements", "tiling"])
    widget._state = state(PUZZLE, solution_text(2))
    assert len(widget.placements) == 2 and widget.tiling is None and told == ["placements"]
    widget._state = state(PUZZLE, solution_text())
    assert widget.tiling == solve(load(PUZZLE)).tilings[0] and told[1:] == ["placements", "tiling"]
    widget.puzzle = load("LPV@3x5")
    assert widget._address.startswith("#play/1.")


@pytest.mark.parametrize(
    "strange",
    ["", "nonsense", "[]", state("/etc/passwd", "{}"), state(PUZZLE, "nonsense"), state("pentominoes@999x999", "{}")],
)
def test_what_does_not_hold_of_the_puzzle_is_dropped(notebook: Notebook, strange: str) -> None:
    notebook.widget._state = state(PUZZLE, solution_text(1))
    notebook.widget._state = strange
    assert len(notebook.widget.placements) == 1


def test_requests_are_answered_as_the_studio_does(notebook: Notebook) -> None:
    answer = notebook.ask(request=["POST", "/api/puzzle", json.dumps({"puzzle": PUZZLE})])
    assert answer["status"] == 200 and json.loads(answer["text"])["lattice"] == "square"
    refused = notebook.ask(request=["POST", "/api/puzzle", "{}"])
    assert refused["status"] == 400 and "error" in json.loads(refused["text"])
    notebook.ask(request=["POST", "/api/export", json.dumps({"puzzle": PUZZLE, "form": "svg"})])
    assert notebook.sent[-1][1][0].startswith(b"<svg")


def test_a_search_tells_its_events_until_its_end_and_can_be_stopped(notebook: Notebook) -> None:
    job = json.dumps({"puzzle": PUZZLE, "number": 20})
    name, events = notebook.ask(search=job)["search"], []
    while not (events and events[-1]["event"] == "end"):
        events += notebook.ask(events=name)["events"]
        time.sleep(0.05)
    assert sum(len(event["solutions"]) for event in events if event["event"] == "solutions") == 16
    assert notebook.ask(events=name)["events"][-1]["ended"] == "error"  # it is over and forgotten
    name = notebook.ask(search=json.dumps({"puzzle": "tetrominoes*@20x20", "goal": "list", "number": 10**6}))["search"]
    _, process = notebook.widget._searches.going[name]
    assert notebook.ask(stop=name) == {"view": "v", "number": 7}
    until = time.monotonic() + 60  # its exit code may be taken by a thread of ours this very moment
    while process.is_alive() and time.monotonic() < until:
        time.sleep(0.05)
    assert not process.is_alive()


def test_a_process_that_was_killed_while_it_waited_is_given_nothing(notebook: Notebook) -> None:
    for _ in range(2):
        name, events = notebook.ask(search=json.dumps({"puzzle": PUZZLE, "number": 20}))["search"], []
        while not (events and events[-1]["event"] == "end"):
            events += notebook.ask(events=name)["events"]
            time.sleep(0.05)
        assert events[-1]["ended"] == "exhausted"
        (_, process), *_ = notebook.widget._searches.idle
        process.kill()
        process.join(60)


def test_questions_of_no_kind_are_refused_in_words(notebook: Notebook) -> None:
    assert "str" in notebook.ask(request=[1, 2, 3])["error"]
    assert notebook.ask(search="{}")["error"]
    with pytest.raises(NotationError):
        PuzzleWidget("no puzzle at all")


STRANGE_STATES = [
    "",
    "{",
    "null",
    "[]",
    "3",
    '{"puzzle": 3, "solution": ""}',
    '{"solution": "{}"}',
    "\ud83d",
    '"\\ud83d"',
    "[" * 100_000,
]


@pytest.mark.parametrize("strange", STRANGE_STATES, ids=range(len(STRANGE_STATES)))
def test_a_puzzle_can_be_assigned_whatever_the_page_said_before(notebook: Notebook, strange: str) -> None:
    before = notebook.widget._address
    notebook.widget._state = strange
    notebook.widget.puzzle = load("LPV@3x5")
    assert notebook.widget._address != before


@pytest.mark.parametrize(
    "content",
    [None, 3, [], {}, {"question": {}}, {"view": "v"}, {"view": "v", "number": 7, "question": {"search": "\ud83d"}},
     {"view": "v", "number": 7, "question": {"request": ["POST", "/api/puzzle", "\ud83d"]}},
     {"view": "v", "number": 7, "question": {"request": ["GET", "/api/gallery/\ud83d", ""]}},
     {"view": "v", "number": 7, "question": {"events": "\ud83d"}}, {"view": "v", "number": 7, "question": {"stop": "\ud83d"}},
     {"view": "v", "number": 7, "question": {"search": "[" * 100_000}}, {"view": "v", "number": 7, "question": 9}],
)  # fmt: skip
def test_messages_of_no_page_are_answered_in_words_or_not_at_all(notebook: Notebook, content: Any) -> None:
    notebook.widget._asked(None, content, [])
    for answer, _ in notebook.sent:
        json.dumps(answer).encode("ascii")
        assert (answer["view"], answer["number"]) == ("v", 7) and "\ud83d" not in answer.get("error", "")
