"""Lengths and paper sizes as given on the command line, in millimeters."""

from __future__ import annotations

import re

from tilewright.errors import NotationError, quote

UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "": 1.0}
LONGEST = 2000.0

# (width, height) in mm, upright.
PAPERS = {
    "a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0),
    "letter": (215.9, 279.4), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
}  # fmt: skip


def parse_length(text: str, option: str, least: float = 0.0, given: str = "") -> float:
    """Return a length such as `20mm`, `2cm`, `0.5in` or `20` in mm. Raises NotationError quoting option and text.

    >>> parse_length("2cm", "--cell")
    20.0
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)\s*", text)
    if not found or found[2] not in UNITS:
        raise NotationError(f"{option} {quote(given or text)}: expected a length such as 20mm, 2cm or 0.75in")
    length = float(found[1]) * UNITS[found[2]]
    if not least <= length <= LONGEST:
        raise NotationError(f"{option} {quote(given or text)}: expected {least:g}mm to {LONGEST:g}mm")
    return length


def parse_two_lengths(text: str, option: str, *least: float) -> tuple[float, float]:
    """Return two lengths such as `10x2mm` in mm; the second one's unit is also the first one's if that has none.

    >>> parse_two_lengths("10x2mm", "--magnet", 1, 0.5)
    (10.0, 2.0)
    """
    first, cross, second = text.partition("x")
    if not cross or "x" in second:
        raise NotationError(f"{option} {quote(text)}: expected two lengths such as 10x2mm")
    if first.strip()[-1:].isdigit():
        first += second.lstrip(" .0123456789")
    return parse_length(first, option, least[0], text), parse_length(second, option, least[1], text)


def paper_size(name: str) -> tuple[float, float]:
    """Return (width, height) in mm of a paper by name. Raises NotationError listing the names.

    >>> paper_size("a4")
    (210.0, 297.0)
    """
    if name.lower() not in PAPERS:
        raise NotationError(f"--paper {quote(name)}: expected one of {', '.join(PAPERS)}")
    return PAPERS[name.lower()]
