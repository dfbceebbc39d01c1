"""Text as outlines, so that a picture looks the same where no font is installed, and letters can be engraved.

The outlines are data/letters.json (DejaVu Sans, free licence beside it), in font units, y upwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

Point = tuple[float, float]
CAP_HEIGHT = 1493 / 2048  # of a capital letter, in sizes


@lru_cache
def _table(bold: bool) -> tuple[float, dict[str, tuple[float, str]]]:
    data = json.loads((files("tilewright") / "data/letters.json").read_text("utf-8"))
    return data["units"], {c: (width, path) for c, (width, path) in data["bold" if bold else "regular"].items()}


def has_outlines(text: str) -> bool:
    """Whether every character has an outline."""
    return all(character in _table(False)[1] for character in text)


def glyphs(text: str, bold: bool = False) -> Iterator[tuple[float, str]]:
    """(distance from the start, path data) of each character, both in 1/units of the size; `?` for unknown ones."""
    _, table = _table(bold)
    x = 0.0
    for character in text:
        width, path = table.get(character, table["?"])
        if path:
            yield x, path
        x += width


def units() -> float:
    """Font units of one size."""
    return _table(False)[0]


def width(text: str, bold: bool = False) -> float:
    """Length of a text, in sizes."""
    size, table = _table(bold)
    return sum(table.get(character, table["?"])[0] for character in text) / size


def contours(text: str, bold: bool = True, steps: int = 6) -> list[list[Point]]:
    """The outlines as polygons for size 1, centred on (0, 0), y upwards; curves in `steps` straight pieces.

    To be filled by the non-zero rule.
    """
    size = units()
    left = width(text, bold) / 2
    return [
        [((x + start) / size - left, y / size - CAP_HEIGHT / 2) for x, y in contour]
        for start, path in glyphs(text, bold)
        for contour in _flatten(path, steps)
    ]


def _flatten(path: str, steps: int) -> Iterator[list[Point]]:
    """The closed polygons of path data that has the commands M L H V Q Z only."""
    contour: list[Point] = []
    for command, text in re.findall(r"([MLHVQZ])([^MLHVQZ]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", text)]
        if command == "Z":
            yield contour
            contour = []
        elif command in "ML":
            contour += zip(values[::2], values[1::2], strict=True)
        elif command == "H":
            contour += [(x, contour[-1][1]) for x in values]
        elif command == "V":
            contour += [(contour[-1][0], y) for y in values]
        else:
            for cx, cy, x, y in zip(*(values[i::4] for i in range(4)), strict=True):
                contour += _curve(contour[-1], (cx, cy), (x, y), steps)


def _curve(start: Point, control: Point, end: Point, steps: int) -> Iterator[Point]:
    for step in range(1, steps + 1):
        t = step / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield tuple(a * p + b * q + c * r for p, q, r in zip(start, control, end, strict=True))  # type: ignore[misc]
