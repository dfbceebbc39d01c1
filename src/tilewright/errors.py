"""All errors that the package raises on purpose, functions that quote text in messages, and checks of arguments.

The checks of the arguments of public functions raise ArgumentError, a ValueError that names what was given and
what was expected. They are strict on purpose: True is not a number, 1.0 is not a whole number, and a misspelled
word is not replaced by the default.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain
from math import isfinite
from typing import Any, Literal


class TilewrightError(Exception):
    """The base of all errors raised on purpose; its text is one line meant for the user.

    >>> from tilewright import TilewrightError, load
    >>> try:
    ...     load("no-such-file.toml")
    ... except TilewrightError as error:
    ...     print(str(error).splitlines() == [str(error)])
    True
    """


class NotationError(TilewrightError, ValueError):
    """Raised for text that cannot be parsed or is not valid; the message quotes the line and says what was expected.

    >>> from tilewright import NotationError, load
    >>> try:
    ...     load("FNPUQ@5x5")
    ... except NotationError as error:
    ...     print("Q" in str(error))
    True
    """


class InternalError(TilewrightError):
    """Raised if a result fails one of our own checks: the fault is in the package, not in the input.

    >>> from tilewright import InternalError, TilewrightError
    >>> issubclass(InternalError, TilewrightError)
    True
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return f"internal error: {self.what}"


class MissingFileError(NotationError, FileNotFoundError):
    """Raised for a source that is neither an existing file nor text that can be read.

    >>> from tilewright import load
    >>> try:
    ...     load("no-such-file.toml")
    ... except FileNotFoundError as error:
    ...     print(type(error).__name__)
    MissingFileError
    """


class LimitError(TilewrightError):
    """Raised if the request is too large, before anything is allocated; the message has the estimate.

    >>> from tilewright import LimitError, load
    >>> try:
    ...     load("dominoes*@99999x99999")
    ... except LimitError:
    ...     print("too large")
    too large
    """


class BusyError(TilewrightError):
    """Raised if the studio is serving too many other requests; the same request may succeed in a moment.

    >>> from tilewright import BusyError, TilewrightError
    >>> issubclass(BusyError, TilewrightError)
    True
    """


class ArgumentError(TilewrightError, ValueError):
    """Raised for an argument of the wrong type or out of bounds; the message says what was given and what was expected.

    >>> from tilewright import ArgumentError, load, solve
    >>> try:
    ...     solve(load("FNPUV@5x5"), threads=0)
    ... except ArgumentError as error:
    ...     print(error)
    threads=0: expected a whole number, 1 to 1,024
    """


class ArgumentTypeError(ArgumentError, TypeError):
    """Raised for an argument of the wrong type; it is a TypeError, too.

    >>> from tilewright import count
    >>> try:
    ...     count("FNPUV@5x5")
    ... except TypeError as error:
    ...     print(error)
    puzzle='FNPUV@5x5': expected a puzzle, e.g. load("FNPUV@5x5")
    """


class EngineUnavailableError(TilewrightError):
    """Raised if an engine's package is missing or it cannot solve this cover; the message says what to do.

    >>> from tilewright import EngineUnavailableError, load, solve
    >>> try:
    ...     solve(load("dominoes*@60x60"), engine="sweep")
    ... except EngineUnavailableError as error:
    ...     print(error)
    engine sweep: its state has 3600 bits: expected at most 2048
    """


class UnknownEngineError(EngineUnavailableError, ArgumentError):
    """Raised for an unknown name of an engine; the message lists the known names.

    >>> from tilewright import UnknownEngineError, load, solve
    >>> try:
    ...     solve(load("FNPUV@5x5"), engine="dance")
    ... except UnknownEngineError as error:
    ...     print(error)
    unknown engine 'dance': expected auto or one of ...
    """


class OutOfTimeError(TilewrightError):
    """Raised if the time limit was reached, or a stop requested, before there was an answer; `ended` says which.

    A search that has partial results returns them with its own `ended` instead.

    >>> from tilewright import Limit, OutOfTimeError, load, tilings
    >>> try:
    ...     tilings(load("FNPUV@5x5"), limit=Limit(seconds=0)).compiled
    ... except OutOfTimeError as error:
    ...     print(error.ended)
    limit
    """

    def __init__(
        self, ended: Literal["limit", "stopped"] = "limit", when: str = "while the puzzle was being prepared"
    ) -> None:
        late = f"the time limit was reached {when}: expected a larger limit or a smaller puzzle"
        super().__init__(late if ended == "limit" else f"stopped {when}")
        self.ended: Literal["limit", "stopped"] = ended


class RunMismatchError(TilewrightError):
    """Raised if a durable run belongs to another puzzle, version or set of options, or another process uses it.

    >>> from tilewright import RunMismatchError, TilewrightError
    >>> issubclass(RunMismatchError, TilewrightError)
    True
    """


class ScratchError(TilewrightError):
    """Raised if a count that keeps states on disk cannot continue.

    The disk is full, a file cannot be used, or another process uses it. What was saved is kept, and the same
    count continues from there once the problem is solved.

    >>> from tilewright import ScratchError, TilewrightError
    >>> issubclass(ScratchError, TilewrightError)
    True
    """


TITLE = 200  # characters of a puzzle's title
LONGEST = 2000  # characters of a message
JOINERS = "\u200c\u200d"  # characters within words of some scripts, and within emoji


def controls_terminal(character: str) -> bool:
    """Return True for characters that control a terminal, and for those that UTF-8 or XML cannot hold.

    >>> controls_terminal("\x1b"), controls_terminal("é")
    (True, False)
    """
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in JOINERS
    return hidden or character in "\ufffe\uffff"


def printable(text: str, width: int = LONGEST) -> str:
    """Return untrusted text on one line, without characters that control a terminal, cut to `width` characters.

    >>> printable("two\\nlines")
    'two lines'
    """
    kept = text[: 4 * width]
    if not (kept.isascii() and kept.isprintable()):  # most texts need no check of each character
        kept = "".join(each for each in kept if each.isspace() or not controls_terminal(each))
    line = " ".join(kept.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a suggestion for messages with the name closest to `word`, after a space; "" if none is close.

    >>> did_you_mean("pentomino", ["tetrominoes", "pentominoes"])
    ' (did you mean pentominoes?)'
    """
    from difflib import get_close_matches

    near = get_close_matches(word, list(names), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def quote(text: str, width: int = 60) -> str:
    """Return text as messages quote it: as `repr`, cut to `width` characters.

    >>> quote("a" * 100, 5)
    "'aaaa…'"
    """
    line = text if len(text) <= width else text[: width - 1] + "…"
    return repr(line)


MOST_THREADS = 1024


def argument_error(name: str, value: object, expected: str, right_type: bool = True) -> ArgumentError:
    """Return the error for an argument called `name`; if the type is wrong, it is a TypeError, too.

    >>> argument_error("threads", 0, "a whole number, 1 to 1,024")
    ArgumentError('threads=0: expected a whole number, 1 to 1,024')
    """
    error = ArgumentError if right_type else ArgumentTypeError
    return error(f"{name}={quote(value) if isinstance(value, str) else _cut(value)}: expected {expected}")


def _cut(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a number of {value.bit_length():,} bits"  # Python refuses to print longer ones
    return quote(repr(value))[1:-1]


def check_whole(name: str, value: object, least: int, most: int, optional: bool = False) -> None:
    """Raise ArgumentError unless `value` is a whole number from `least` to `most` (or None, if `optional`)."""
    if optional and value is None:
        return
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= value <= most:  # type: ignore[operator]
        either = " or None" if optional else ""
        raise argument_error(name, value, f"a whole number, {least:,} to {most:,}{either}", whole)


def check_seconds(name: str, value: object, most: float) -> None:
    """Raise ArgumentError unless `value` is None or a finite number of seconds from 0 to `most`."""
    if value is None:
        return
    real = isinstance(value, int | float) and not isinstance(value, bool)
    if not real or (isinstance(value, float) and not isfinite(value)) or not 0 <= value <= most:  # type: ignore[operator]
        raise argument_error(name, value, f"seconds, 0 to {most:,.0f}, or None", real)


def check_folder(name: str, value: object) -> None:
    """Raise ArgumentError unless `value` is None or the path of a folder that can be written to."""
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if path is not None and not (isinstance(path, str) and is_writable_folder(path)):
        raise argument_error(name, path, "a folder that can be written to, or None", isinstance(path, str))


def is_writable_folder(path: str) -> bool:
    """Return True if there is a folder of this name in which files can be created.

    >>> is_writable_folder("no such folder")
    False
    """
    return os.path.isdir(path) and os.access(path, os.W_OK | os.X_OK)  # noqa: PTH112  pathlib is slow to import


def check_word(name: str, value: object, words: Sequence[str]) -> None:
    """Raise ArgumentError unless `value` is one of the words."""
    if not isinstance(value, str) or value not in words:
        raise argument_error(name, value, f"one of {', '.join(map(repr, words))}", isinstance(value, str))


def check_instance(name: str, value: object, types: type, expected: str) -> None:
    """Raise ArgumentError unless `value` is an instance of a class."""
    if not isinstance(value, types):
        raise argument_error(name, value, expected, False)


def check_flag(name: str, value: object) -> None:
    """Raise ArgumentError unless `value` is True or False."""
    if not isinstance(value, bool):
        raise argument_error(name, value, "True or False", False)


def check_whole_tuples(name: str, value: object, expected: str, length: int = 0, optional: bool = False) -> None:
    """Raise ArgumentError unless `value` is a sequence of tuples of whole numbers, each of `length` if that is not 0.

    With `optional`, None may stand among the numbers.
    """
    if not isinstance(value, tuple | list) or not _are_whole_tuples(value, length, optional):
        raise argument_error(name, value, expected, False)


def _are_whole_tuples(value: Sequence[Sequence[object]], length: int, optional: bool) -> bool:
    """Return whether all entries are such tuples, without a Python loop over the entries: boards have a million cells."""
    if not all(issubclass(kind, tuple) for kind in set(map(type, value))):
        return False
    if length and not {length}.issuperset(map(len, value)):
        return False
    return ({int, type(None)} if optional else {int}).issuperset(map(type, chain.from_iterable(value)))


def as_tuple(name: str, value: object, expected: str = "a list or tuple") -> tuple[object, ...]:
    """Return the elements of a list, a set or any other collection; raise ArgumentError for anything else.

    >>> as_tuple("pieces", [1, 2])
    (1, 2)
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise argument_error(name, value, expected, False)
    return tuple(value)


def check_instances(name: str, value: object, types: type, expected: str) -> None:
    """Raise ArgumentError unless `value` is a sequence of instances of a class."""
    if not isinstance(value, tuple | list) or not all(isinstance(each, types) for each in value):
        raise argument_error(name, value, expected, False)


def check_placements(name: str, value: object) -> None:
    """Raise ArgumentError unless `value` is a sequence of placements."""
    if not isinstance(value, tuple | list) or not all(
        hasattr(each, "piece") and hasattr(each, "atoms") for each in value
    ):
        raise argument_error(name, value, "a list of placements, e.g. solve(puzzle)[0].placements[:1]", False)


def check_puzzle(puzzle: object) -> None:
    """Raise ArgumentError unless `puzzle` is a puzzle, which is recognized by its attribute `kind`."""
    if hasattr(puzzle, "exact_cover"):
        expected = "a puzzle; a cover of your own has methods: .solve(), .count(), .verdict()"
        raise argument_error("puzzle", puzzle, expected, False)
    if not isinstance(getattr(puzzle, "kind", None), str) or not hasattr(puzzle, "compile"):
        raise argument_error("puzzle", puzzle, 'a puzzle, e.g. load("FNPUV@5x5")', False)


def check_cells(puzzle: Any, what: str) -> None:
    """Raise ArgumentError if the board has no cells; `what` names the operation that needs them, e.g. "a filling"."""
    check_puzzle(puzzle)
    if not (puzzle.board.atoms or puzzle.board.optional):
        raise ArgumentError(f"a {puzzle.title} has no cells: expected a puzzle with cells for {what}")


def check_threads(threads: object) -> None:
    """Raise ArgumentError unless `threads` is a number of threads, 1 to MOST_THREADS."""
    check_whole("threads", threads, 1, MOST_THREADS)


def check_engine(name: object) -> None:
    """Raise ArgumentError unless `name` is a string; the registry checks that an engine has this name."""
    if not isinstance(name, str):
        raise argument_error("engine", name, "a name that `tilewright engines` lists, or 'auto'", False)
