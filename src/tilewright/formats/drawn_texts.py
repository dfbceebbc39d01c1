"""Cheap tests for texts that draw a board or pieces, used before the module that reads them is imported."""

from __future__ import annotations

import re
from itertools import groupby

SHIKAKU_HEAD = r"\s*#\s*shikaku\b"


def is_blocks(text: str) -> bool:
    """Return True if a line of the text consists of dashes."""
    if "---" not in text or re.match(SHIKAKU_HEAD, text, re.IGNORECASE) or re.fullmatch(r"[\s?-]*\d[\d\s?-]*", text):
        return False
    return re.search(r"^[ \t]*-{3,}[ \t\r]*$", text, re.MULTILINE) is not None


SOMA_CUBES = 27


def soma_layers(text: str) -> list[list[str]]:
    """Return the rows of each layer of a figure; comments are left out."""
    lines = (line.partition("#")[0].rstrip() for line in text.splitlines())
    return [list(layer) for filled, layer in groupby(lines, key=bool) if filled]


def is_soma(text: str) -> bool:
    """Return True for several layers in the signs of a Soma figure that hold 27 cubes."""
    if not re.match(r"[\s#.*o3ltzcpn]", text[:1]) or len(text) > 20_000:
        return False
    layers = soma_layers(text)
    rows = [row for layer in layers for row in layer]
    if len(layers) < 2 or not all(re.fullmatch(r"[ .*o3ltzcpn]+", row) for row in rows):
        return False
    return sum(len(row) - row.count(".") - row.count(" ") for row in rows) == SOMA_CUBES


REGION = (
    r"[ \t]*[0-9]{1,6}[ \t]*[xX×*][ \t]*[0-9]{1,6}[ \t]*:"  # the start of a line that lists the contents of a rectangle
)


def is_regions(text: str) -> bool:
    """Return True if some, but not all, lines have the form `12x5: 1 0 2`.

    >>> is_regions("0:\\n##\\n\\n4x2: 3"), is_regions("4x4:1_1")
    (True, False)
    """
    if ":" not in text or "\n" not in text.strip():
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    found = sum(re.fullmatch(rf"{REGION}[ \t0-9,]*", line, re.ASCII) is not None for line in lines)
    return 0 < found < len(lines)


def is_boxed(text: str) -> bool:
    """Return True if the first line has three numbers and the second a word."""
    number = r"[0-9]{1,6}"
    return (
        re.match(rf"\s*{number}(?:[ \t,]+{number}){{2}}[ \t]*\r?\n\s*[A-Za-z]{{4,}}[ \t]*(\r?\n|$)", text) is not None
    )


def is_divided(text: str) -> bool:
    """Return True if there are empty lines between other lines.

    >>> is_divided("##\\n\\n##\\n"), is_divided("\\n##\\n##")
    (True, False)
    """
    return not all(map(str.strip, text.strip().splitlines()))


def unexpected_in_drawing(text: str) -> tuple[str, str] | None:
    """Return a line and the character in it that is not allowed in drawings; None for a text that is no drawing.

    A text counts as a drawing if most of its characters are marks.

    >>> unexpected_in_drawing("XX.\\nXQ."), unexpected_in_drawing("FNPUQ@5x5")
    (('XQ.', 'Q'), None)
    """
    from tilewright.pieces import marks

    cells = "".join(text.split())
    strange = [character for character in cells if character not in marks.ALL]
    if not strange or 3 * len(strange) > len(cells):
        return None
    return next(line for line in text.splitlines() if strange[0] in line), strange[0]


def is_drawn(text: str) -> bool:
    """Return True if the text has only marks of drawings, some of which are cells, and not only marks of half squares.

    >>> is_drawn("XX.\\n.XX"), is_drawn("XY")
    (True, False)
    """
    from tilewright.pieces import marks

    shapes = "◢◣◤◥▲▼"
    cells = set(text) - set(f"{marks.NONE} \t\r\n")
    return bool(cells - set("JLF7")) and cells <= {*marks.SURE, *marks.OTHERS, *shapes, *"JLF7"} and not is_soma(text)
