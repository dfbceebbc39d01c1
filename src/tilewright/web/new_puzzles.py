"""New puzzles on demand, and the puzzles of a day: the same for everyone who asks for the same."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.web import gallery

Difficulty = Literal["easy", "medium", "hard"]
SMALLEST, LARGEST = 5, 20  # rows and columns
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FIRST_DAY = date(2026, 1, 1)
LAST_DAY = date(2099, 12, 31)
SHIKAKU = "shikaku"  # the system that is made; of the others a day picks one from the gallery
# Rows, columns and difficulty by weekday, Monday first: small and easy to large and hard.
WEEK: tuple[tuple[int, int, Difficulty], ...] = (
    (7, 7, "easy"),
    (8, 8, "easy"),
    (8, 8, "medium"),
    (10, 10, "easy"),
    (10, 10, "medium"),
    (12, 12, "medium"),
    (12, 12, "hard"),
)


class NewRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A Shikaku of so many rows and columns; the seed says which of all."""

    rows: int
    columns: int
    difficulty: Difficulty
    seed: int

    def job(self) -> dict[str, Any]:
        """The job for the process that makes it. Raises NotationError for sizes and seeds out of bounds."""
        if not all(SMALLEST <= length <= LARGEST for length in (self.rows, self.columns)):
            size = f"{self.rows} x {self.columns}"
            raise NotationError(f"a new Shikaku of {size}: expected {SMALLEST} to {LARGEST} rows and columns")
        if not 0 <= self.seed < 10**12:
            raise NotationError(f"seed {quote(str(self.seed))}: expected a number from 0 to 999999999999")
        return {"goal": "new", "request": msgspec.to_builtins(self)}

    @property
    def name(self) -> str:
        """What the page calls the puzzle."""
        return f"Shikaku {self.rows} x {self.columns}, {self.difficulty}, no. {self.seed}"


def day_of(text: str) -> date:
    """Parse a day written as 2026-11-21. Raises NotationError outside of 2026 to 2099."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not DAY.fullmatch(text) or not FIRST_DAY <= day <= LAST_DAY:
        raise NotationError(f"day {quote(text)}: expected one from {FIRST_DAY} to {LAST_DAY}")
    return day


def shikaku_of_day(day: date) -> NewRequest:
    """The day's Shikaku."""
    rows, columns, difficulty = WEEK[day.weekday()]
    return NewRequest(rows, columns, difficulty, int(day.strftime("%Y%m%d")))


@lru_cache
def systems() -> dict[str, str]:
    """The systems that have a puzzle each day: short names for addresses, and titles."""
    titles = dict.fromkeys(entry["system"] for entry in gallery.entries() if entry["system"] != gallery.SHELF)
    return {title.lower().replace(" ", "-"): title for title in titles if title != "More"}


def pick_of_day(system: str, day: date) -> str:
    """The name of the gallery's puzzle that a day picks for a system."""
    if system not in systems():
        raise NotationError(f"system {quote(system)}: expected one of {', '.join(systems())}")
    names = [entry["name"] for entry in gallery.entries() if entry["system"] == systems()[system]]
    number = int.from_bytes(sha256(f"{system} {day}".encode()).digest()[:8])
    return str(names[number % len(names)])
