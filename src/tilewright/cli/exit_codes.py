"""Exit codes: a contract that scripts depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.cover.search.report import Ended

DONE, NO, BAD_INPUT, LIMIT_REACHED, INTERRUPTED = 0, 1, 2, 3, 130


def unknown(ended: Ended | None, noun: str = "tiling") -> str:
    """What is said where a search ended with nothing found and nothing proven."""
    return f"unknown: {'interrupted' if ended == 'stopped' else 'the limit came'} before a {noun} was found"


def exit_code(ended: Ended | None, found: object) -> int:
    """The code of a search: how it ended, and whether anything was found."""
    if ended == "stopped":
        return INTERRUPTED
    if ended == "limit":
        return LIMIT_REACHED
    return DONE if found else NO
