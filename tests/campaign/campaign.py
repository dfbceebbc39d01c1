"""The loop: draw a puzzle, ask some questions, and hand over what is wrong."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.cases import Case, Wrong, working_in
from tests.campaign.kinds import KINDS, Kind
from tests.campaign.questions import Question, questions_of
from tests.campaign.records import Records
from tests.campaign.truth import TooManyError

SECONDS = 300  # for one question, on a busy machine: an answer that takes longer is a difference, too
DRAWN = 5  # puzzles for a number, at most


@dataclass(frozen=True)
class Difference:
    """A question that is answered wrongly: of which puzzle (by its number and seed) and what is wrong."""

    kind: str
    question: str
    drawn: Any
    seed: int
    number: int
    text: str
    trace: str = ""

    @property
    def key(self) -> str:
        """What the question draws from."""
        return f"{self.seed}.{self.number}.{self.question}"


class LateError(Exception):
    """A question took longer than it may."""


@dataclass
class Campaign:
    """Puzzles from number `first` on.

    folder: for files, and for nothing else.
    only:   the kind of puzzles, "" for all; question: the one to ask, "" for a draw.
    """

    seed: int
    folder: Path
    only: str = ""
    question: str = ""
    records: Records | None = None

    def differences(self, first: int, stop: int, seconds: float | None = None) -> Iterator[Difference]:
        """Ask puzzles one after the other; yield what is wrong."""
        until = None if seconds is None else time.monotonic() + seconds
        for number in range(first, stop):
            if until is not None and time.monotonic() > until:
                return
            yield from self.ask_puzzle(number)

    def ask_puzzle(self, number: int) -> Iterator[Difference]:
        """Draw a puzzle and ask it some questions."""
        case = self.case(number)
        kind, drawn, records = KINDS[case.kind], case.drawn, case.records
        features = kind.features(drawn)
        records.note_puzzle(kind.name, features)
        rng = Random(f"{self.seed}.{number}.questions")
        for question in questions_of(kind.name):
            chosen = rng.random() < question.share
            wanted = question.name == self.question if self.question else chosen
            if wanted and question.suits(drawn):
                records.note_question(kind.name, question.name, features)
                key = f"{self.seed}.{number}.{question.name}"
                text, trace = ask_once(kind, question, case, key)
                if text:
                    yield Difference(kind.name, question.name, drawn, self.seed, number, text, trace)

    def case(self, number: int) -> Case:
        """The puzzle of a number: the first that is drawn whose truth is not too much work, or the last of some."""
        rng = Random(f"{self.seed}.{number}")
        names = [self.only] if self.only else list(KINDS)
        (name,) = rng.choices(names, [KINDS[name].share for name in names])
        kind = KINDS[name]
        for _ in range(DRAWN):
            case = kind.case(name, kind.draw(rng), rng, self.folder, self.records or Records())
            try:
                case.weigh()
            except TooManyError:
                continue
            break
        return case


def ask_once(kind: Kind, question: Question, case: Case, key: str) -> tuple[str, str]:
    """What is wrong with the answer to a question, in a line, and where that was seen; nothing if it is right.

    key: decides what the question draws.
    """
    case.rng = Random(key)
    try:
        with working_in(case.folder), within(SECONDS):
            if not kind.refused(case):
                question.ask(case)
    except TooManyError:
        return "", ""
    except Wrong as wrong:
        return str(wrong), ""
    except LateError:
        return f"no answer in {SECONDS} s", ""
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever the package raises is a difference
        return f"{type(error).__name__}: {error}", traceback.format_exc(limit=-6)
    return "", ""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise LateError after so many seconds."""

    def late(number: int, frame: object) -> None:
        raise LateError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
