"""The smallest puzzle on which a question is still answered wrongly, as far as dropping one thing at a time leads."""

from __future__ import annotations

import re
import shlex
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.campaign import Difference, ask_once
from tests.campaign.kinds import KINDS
from tests.campaign.puzzles import to_text
from tests.campaign.questions import TABLE, questions_of
from tests.campaign.records import Records

MOST_ASKED, MOST_SECONDS = 600, 60.0
KEYS = 4  # draws of the question that are tried on each smaller puzzle: it may draw otherwise there


@dataclass(frozen=True)
class Reduced:
    """A reduced puzzle, what the question draws from, and what is wrong."""

    kind: str
    question: str
    drawn: Any
    key: str
    text: str

    @property
    def command(self) -> str:
        """A command that asks it again."""
        words = ("--kind", self.kind, "--question", self.question, "--key", self.key, "--case", to_text(self.drawn))
        return f"python -m tests.campaign {shlex.join(words)}"


def reduce(found: Difference, folder: Path, most: int = MOST_ASKED) -> Reduced:
    """Drop what can be dropped while the answer is wrong in the same way; `most` questions are asked for that."""
    questions_of(found.kind)
    kind, question = KINDS[found.kind], TABLE[found.kind, found.question]
    best = Reduced(found.kind, found.question, found.drawn, found.key, found.text)
    asked, until = 0, time.monotonic() + MOST_SECONDS

    def differs(drawn: Any) -> Reduced | None:
        nonlocal asked
        if not question.suits(drawn):
            return None
        for key in (best.key, *(f"{found.key}.{number}" for number in range(KEYS - 1))):
            asked += 1
            case = kind.case(kind.name, drawn, Random(key), folder, Records())
            text, _ = ask_once(kind, question, case, key)
            if text and sort_of(text) == sort_of(found.text):
                return Reduced(found.kind, found.question, drawn, key, text)
        return None

    smaller = True
    while smaller:
        smaller = False
        for drawn in kind.smaller(best.drawn):
            if asked > most or time.monotonic() > until:
                return best
            if (less := differs(drawn)) is not None:
                best, smaller = less, True
                break
    return best


def sort_of(text: str) -> str:
    """What sort of difference a text tells of: another would be another fault, or an input that is refused rightly."""
    return re.sub(r"\d+", "#", text.split(":")[0].partition(",")[0])
