"""Bodies that no page sends: they are refused with a status and one line, by the server, the static site and the widget."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tilewright.errors import TilewrightError
from tilewright.web import answers, puzzles, requests
from tilewright.web.requests import StudioLimits

DEEP = 100_000
HALF = "\ud83d"  # half of a surrogate pair
BODIES: dict[str, type[msgspec.Struct]] = {
    "/api/pieces": requests.PiecesRequest,
    "/api/puzzle": requests.PuzzleRequest,
    "/api/check": requests.CheckRequest,
    "/api/hint": requests.CheckRequest,
    "/api/search": requests.SearchRequest,
    "/api/export": requests.ExportRequest,
    "/api/new": puzzles.NewRequest,
    "/api/cut": requests.CutRequest,
}
RIGHT: dict[str, Any] = {
    "pieces": "pentominoes:F", "puzzle": "FNPUV@5x5", "solution": '{"placements": []}', "goal": "count", "number": 1,
    "partial": "", "up_to": "none", "seconds": 1.0, "form": "json", "language": "en", "difficulty": "easy", "seed": 1,
    "system": "shikaku", "rows": 7, "columns": 7, "cells": [[0, 0], [0, 1]], "size": 4,
}  # fmt: skip
# What stands in a body where a value is expected: JSON, and what only looks like it.
VALUES = {
    "half a pair": f'"{HALF}"',
    "half a pair, escaped": '"\\ud83d"',
    "halves in a puzzle": f'"FNPUV@5x5{HALF}"',
    "half a pair in a JSON puzzle": json.dumps(json.dumps({"board": "5x5", "pieces": "FNPUV", "name": HALF})),
    "half a pair in a TOML puzzle": json.dumps('board = "5x5"\npieces = "FNPUV"\nname = "\\ud83d"'),
    "arrays in arrays": "[" * DEEP,
    "closed arrays": "[" * DEEP + "]" * DEEP,
    "objects in objects": '{"a":' * DEEP,
    "a puzzle of arrays": json.dumps('{"board": ' + "[" * DEEP + "]" * DEEP + "}"),
    "a TOML puzzle of arrays": json.dumps("board = " + "[" * 5000 + "]" * 5000),
    "a solution of arrays": json.dumps('{"placements": ' + "[" * DEEP + "]" * DEEP + "}"),
    "XML in XML": json.dumps("<puzzle>" + "<a>" * 20_000 + "</a>" * 20_000 + "</puzzle>"),
    "a long number": "9" * 6000,
    "a long number in a puzzle": json.dumps('{"board": "5x5", "copies": ' + "9" * 6000 + "}"),
    "a long size": json.dumps("FNPUV@" + "9" * 6000 + "x5"),
    "long coordinates": json.dumps('{"placements": [{"piece": "F", "cells": [[' + "9" * 6000 + ", 0]]}]}"),
    "2 to the 64": str(2**64),
    "minus 2 to the 63": str(-(2**63)),
    "beyond floats": "1e999",
    "NaN": "NaN",
    "Infinity": "-Infinity",
    "NaN in a puzzle": json.dumps('{"board": "5x5", "pieces": "FNPUV", "outline": [[NaN, 1e999]]}'),
    "nothing": "null",
    "NUL": '"\\u0000"',
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("path", BODIES)
def test_every_field_with_every_hostile_value_is_refused_in_words(path: str, value: str) -> None:
    names = [field.name for field in msgspec.structs.fields(BODIES[path])]
    bodies = [value]
    for hostile in names:
        parts = [f'"{name}": {value if name == hostile else json.dumps(RIGHT[name])}' for name in names]
        bodies += ["{" + ", ".join(parts) + "}", "{" + f'"{HALF}": 1, ' + ", ".join(parts) + "}"]
    for body in bodies:
        try:
            answers.answer("POST", path, body.encode("utf-8", "surrogatepass"), StudioLimits())
        except (TilewrightError, *answers.UNREADABLE) as error:
            status, fields = answers.refusal(error)
            assert status in (400, 422)
            line = msgspec.json.encode(fields).decode()
            assert "\n" not in fields["error"] and len(line) < 10_000 and "Traceback" not in line
        if path not in ("/api/hint", "/api/search", "/api/new", "/api/export"):  # the site would do the work at once
            status, *_ = answers.ask("POST", path, body, lambda event: None)
            assert status in (200, 400, 422)


@pytest.mark.parametrize("part", [HALF, "%ED%A0%BD", "%00", "%", "..%2f..", "9" * 5000, "2026-02-30", "²026-01-01"])
def test_addresses_with_hostile_parts(part: str) -> None:
    for path in (f"/api/gallery/{part}", f"/api/day/{part}", f"/api/day/shikaku/{part}", f"/api/day/{part}/2026-11-11"):
        status, text, *_ = answers.ask("GET", path, "", lambda event: None)
        assert status == 422 and "\n" not in json.loads(text)["error"]
