"""Every error the package raises on purpose, in one tree."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal


class TilewrightError(Exception):
    """Base of all errors raised on purpose; its text is one line meant for the user.

    >>> from tilewright import TilewrightError, load
    >>> try:
    ...     load("no-such-file.toml")
    ... except TilewrightError as error:
    ...     print(str(error).splitlines() == [str(error)])
    True
    """


class NotationError(TilewrightError, ValueError):
    """Text that does not parse, is off the lattice or malformed; quotes the line and says what was expected.

    >>> from tilewright import NotationError, load
    >>> try:
    ...     load("FNPUQ@5x5")
    ... except NotationError as error:
    ...     print("Q" in str(error))
    True
    """


class MissingFileError(NotationError, FileNotFoundError):
    """A source that is neither a file that exists nor text that can be read.

    >>> from tilewright import load
    >>> try:
    ...     load("no-such-file.toml")
    ... except FileNotFoundError as error:
    ...     print(type(error).__name__)
    MissingFileError
    """


class LimitError(TilewrightError):
    """What was asked for is too large; the text has the estimate. Raised before anything is allocated.

    >>> from tilewright import LimitError, load
    >>> try:
    ...     load("dominoes*@99999x99999")
    ... except LimitError:
    ...     print("too large")
    too large
    """


class BusyError(TilewrightError):
    """Too many others are being served by the studio; the same request may succeed in a moment.

    >>> from tilewright import BusyError, TilewrightError
    >>> issubclass(BusyError, TilewrightError)
    True
    """


class ArgumentError(TilewrightError, ValueError):
    """An argument of the wrong type or out of bounds; the text says what was given and what was expected.

    >>> from tilewright import ArgumentError, load, solve
    >>> try:
    ...     solve(load("FNPUV@5x5"), threads=0)
    ... except ArgumentError as error:
    ...     print(error)
    threads=0: expected a whole number, 1 to 1,024
    """


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument of the wrong type, so that it is a TypeError too.

    >>> from tilewright import count
    >>> try:
    ...     count("FNPUV@5x5")
    ... except TypeError as error:
    ...     print(error)
    puzzle='FNPUV@5x5': expected a puzzle, e.g. load("FNPUV@5x5")
    """


class EngineUnavailableError(TilewrightError):
    """An engine whose package is missing or which cannot solve this cover; the text says what to do.

    >>> from tilewright import EngineUnavailableError, load, solve
    >>> try:
    ...     solve(load("dominoes*@60x60"), engine="sweep")
    ... except EngineUnavailableError as error:
    ...     print(error)
    engine sweep: its state has 3600 bits: expected at most 2048
    """


class UnknownEngineError(EngineUnavailableError, ArgumentError):
    """An unknown name of an engine; the text lists the names there are.

    >>> from tilewright import UnknownEngineError, load, solve
    >>> try:
    ...     solve(load("FNPUV@5x5"), engine="dance")
    ... except UnknownEngineError as error:
    ...     print(error)
    unknown engine 'dance': expected auto or one of ...
    """


class OutOfTimeError(TilewrightError):
    """The time limit was reached, or a stop was requested, before a search could begin; `ended` says which.

    What a search has found by then is returned with an `ended` instead; this is for what has no part of an answer.

    >>> from tilewright import Limit, OutOfTimeError, load, tilings
    >>> try:
    ...     tilings(load("FNPUV@5x5"), limit=Limit(seconds=0)).compiled
    ... except OutOfTimeError as error:
    ...     print(error.ended)
    limit
    """

    def __init__(self, ended: Literal["limit", "stopped"] = "limit") -> None:
        super().__init__(
            "the time limit was reached while the puzzle was being prepared: expected a larger limit or a smaller puzzle"
            if ended == "limit"
            else "stopped while the puzzle was being prepared"
        )
        self.ended: Literal["limit", "stopped"] = ended


class RunMismatchError(TilewrightError):
    """A durable run that belongs to another puzzle, version or set of options, or on which another process is working.

    >>> from tilewright import RunMismatchError, TilewrightError
    >>> issubclass(RunMismatchError, TilewrightError)
    True
    """


class ScratchError(TilewrightError):
    """A count that keeps states on disk cannot go on: the disk is full, a file cannot be used, or another process has it.

    What was saved stays, and the same count goes on from there once the reason is gone.

    >>> from tilewright import ScratchError, TilewrightError
    >>> issubclass(ScratchError, TilewrightError)
    True
    """


TITLE = 200  # characters of a puzzle's title
LONGEST = 2000  # characters of a message
JOINERS = "\u200c\u200d"  # within words of some scripts, and within emoji


def controls_terminal(character: str) -> bool:
    """Return True for characters that a terminal obeys instead of showing, and for those UTF-8 or XML cannot hold.

    >>> controls_terminal("\x1b"), controls_terminal("é")
    (True, False)
    """
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in JOINERS
    ) or character in "\ufffe\uffff"


def printable(text: str, width: int = LONGEST) -> str:
    """Return untrusted text on one line, without characters that control a terminal, cut to `width` characters.

    >>> printable("two\\nlines")
    'two lines'
    """
    kept = "".join(
        " " if each.isspace() else each for each in text[: 4 * width] if each.isspace() or not controls_terminal(each)
    )
    line = " ".join(kept.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return what a message says of the name closest to `word`, with a space before it; "" when none is close.

    >>> did_you_mean("pentomino", ["tetrominoes", "pentominoes"])
    ' (did you mean pentominoes?)'
    """
    from difflib import get_close_matches  # only for typing errors

    near = get_close_matches(word, list(names), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def quote(text: str, width: int = 60) -> str:
    """Return text as messages quote it: as `repr`, cut to `width` characters.

    >>> quote("a" * 100, 5)
    "'aaaa…'"
    """
    line = text if len(text) <= width else text[: width - 1] + "…"
    return repr(line)
