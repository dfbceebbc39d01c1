"""What the studio's page can be asked for, and what the static site answers: the rows of docs/reference/in-the-browser.md.

Everything that the page asks of a backend stands here, and every command of the command line; tests compare both with the
tables that the program itself uses.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

from playwright.sync_api import Page

from tilewright import load, solve
from tilewright.api.answer import line_of
from tilewright.cli.main import COMMANDS
from tilewright.errors import TilewrightError
from tilewright.formats import FORMATS, dump
from tilewright.kinds import Packing
from tilewright.lattice import NAMES
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board, Puzzle
from tilewright.web.puzzles import DAILY, System
from tilewright.web.requests import ExportRequest, SearchRequest

SQUARE = [[row, column] for row in range(4) for column in range(4)]
FIVE, SHIKAKU = "FNPUV@5x5", "2 . .\n. . 4\n. 3 ."
NOTHING_LAID = '{"placements": []}'
DAY = "2026-11-22"
# Answered with "" or with the sentence that the page shows.
ASK = """async ([method, path, body]) => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  const ended = (event) => (event.ended === 'error' ? event.text : '');
  const searched = () => new Promise((resolve, reject) =>
    api.search(body, { solutions() {}, end: (event) => resolve(ended(event)) }).catch(reject));
  try {
    if (path === '/api/search') return await searched();
    await (method === 'GET' ? api.get(path) : api.post(path, body));
    return '';
  } catch (error) {
    return error.message;
  }
}"""


@dataclass(frozen=True)
class Feature:
    """Something to ask for. command: the command that does the same, or more."""

    what: str
    path: str
    body: dict[str, Any] | None
    command: str

    def ask(self, page: Page) -> str:
        """Ask the page's backend; return "" or the sentence that says why not."""
        return str(page.evaluate(ASK, ["GET" if self.body is None else "POST", self.path, self.body]))


def features() -> list[Feature]:
    """All rows, in the order of the page."""
    return [*_views(), *_playing(), *_searches(), *_making(), *_reading(), *_exports()]


def _views() -> list[Feature]:
    return [
        Feature("the gallery, its pictures and maps", "/api/gallery", None, ""),
        Feature("a puzzle of the gallery", f"/api/gallery/{FIVE}", None, "show"),
        Feature("the lattices", "/api/lattices", None, ""),
        Feature("the sets of pieces", "/api/sets", None, "sets"),
        Feature("ladders", "/api/ladders", None, "design ladder"),
        Feature("the shelf", "/api/boxes", None, "shelf"),
        Feature("a box on the table", "/api/shelf/calendar", None, ""),
        Feature("the puzzles of the day", f"/api/day/{DAY}", None, ""),
        *(Feature(f"the day's puzzle: {name}", f"/api/day/{name}/{DAY}", None, "") for name in DAILY),
    ]


def _playing() -> list[Feature]:
    laid = {"puzzle": FIVE, "solution": NOTHING_LAID}
    return [
        Feature("what lies there, checked", "/api/check", laid, "check"),
        Feature("a hint", "/api/hint", laid, "hint"),
        Feature("a hint for a Shikaku", "/api/hint", {**laid, "puzzle": SHIKAKU}, "hint"),
    ]


GOALS = {
    "list": ("one solution, all, up to symmetry", "solve"),
    "count": ("how many solutions, up to symmetry", "count"),
    "verdict": ("impossible, unique or several, and why", "verdict"),
    "map": ("how many solutions use each place", ""),
    "steps": ("a search to watch", ""),
    "found": ("which of all solutions one is", ""),
}


def _searches() -> list[Feature]:
    laid = {"found": line_of(solve(load(FIVE)).tilings[0])}
    rows = [
        Feature(what, "/api/search", {"puzzle": FIVE, "goal": goal, "partial": laid.get(goal, "")}, command)
        for goal, (what, command) in GOALS.items()
    ]
    return [*rows, *(_on_lattice(name) for name in NAMES)]


def _on_lattice(name: str) -> Feature:
    """A board of the shape of a piece."""
    shape = polyforms(name, 2)[0]
    puzzle = Packing(Board(shape, lattice=name), (Piece("A", shape, name),))
    body = {"puzzle": dump(puzzle, "json"), "goal": "list"}
    return Feature(f"a solution on the lattice `{name}`", "/api/search", body, "solve")


MAKERS = {
    "shikaku": "design shikaku",
    "doodle-fit": "design blocks",
    "tetris": "",
    "fridgeiq": "design silhouettes",
    "edges": "design edges",
}


def _making() -> list[Feature]:
    size = {"rows": 7, "columns": 7}
    return [
        Feature("pieces of a set", "/api/pieces", {"pieces": "pentominoes:FNP"}, "sets"),
        *(
            Feature(
                f"a new puzzle: {system}",
                "/api/new",
                {"system": system, "difficulty": "easy", "seed": 7, **(size if system == "shikaku" else {})},
                MAKERS.get(system, ""),
            )
            for system in get_args(System)
        ),
        Feature("a board cut into pieces", "/api/cut", {"cells": SQUARE, "difficulty": "easy"}, "design blocks"),
    ]


def _reading() -> list[Feature]:
    """A row for each format, with a puzzle of its kind written in it."""
    sources = [load(FIVE), load(SHIKAKU), load("macmahon3@4x6 border=a"), load(BLOCKS), load("soma@3x3x3")]
    sources.append(load("edges 1x1 motion=fixed\n1234"))
    return [Feature(f"read {name}", "/api/puzzle", {"puzzle": _written(name, sources)}, "show") for name in FORMATS]


READ_ONLY = {  # texts of formats that are not written
    "janko": "begin\npuzzle sikaku\nsize 2\nproblem\n2 -\n- 2\nend\n",
    "boxed": "2 3 2\nDEFAULT\nAAA\nBBB\n",
    "regions": "0:\n##\n#.\n\n3x3: 2\n",
}
BLOCKS = "##\n##\n---\n#\n#\n---\n#\n#\n"


def _written(name: str, sources: list[Puzzle]) -> str:
    if name in READ_ONLY:
        return READ_ONLY[name]
    entry = FORMATS[name]
    for puzzle in sources:
        if entry.kind in ("", puzzle.kind):
            with suppress(TilewrightError):
                return entry.load().dump(puzzle)
    raise AssertionError(f"no puzzle here can be written as {name}: add one to `_reading`")


COMMANDS_OF = {
    "solids": "publish pieces",
    "laser": "publish laser",
    "booklet": "publish booklet",
    "cards": "publish cards",
    "certificate": "verdict",
}


def _exports() -> list[Feature]:
    forms = get_args(get_type_hints(ExportRequest)["form"])
    return [
        Feature(
            f"save as {form}",
            "/api/export",
            {"puzzle": SHIKAKU if form == "puzz.link" else FIVE, "form": form},
            COMMANDS_OF.get(form, "export" if form in FORMATS else "show"),
        )
        for form in forms
    ]


def goals() -> set[str]:
    """Return what a search may be asked for."""
    return set(get_args(get_type_hints(SearchRequest)["goal"]))


def without_page() -> list[str]:
    """Return the commands that nothing in the page does."""
    done = {feature.command for feature in features()}
    return [name for name in COMMANDS if name not in done]
