"""Checks of the arguments of public functions: ArgumentError, a ValueError, names what was given and what was expected.

Strict on purpose: True is not a number, 1.0 is not a whole number, and a misspelled word is not the default.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import chain
from math import isfinite

from tilewright.errors import ArgumentError, ArgumentTypeError, quote

MOST_THREADS = 1024


def argument_error(name: str, value: object, expected: str, right_type: bool = True) -> ArgumentError:
    """Return the error for an argument called `name`; without the right type it is a TypeError, too.

    >>> argument_error("threads", 0, "a whole number, 1 to 1,024")
    ArgumentError('threads=0: expected a whole number, 1 to 1,024')
    """
    error = ArgumentError if right_type else ArgumentTypeError
    return error(f"{name}={quote(value) if isinstance(value, str) else _cut(value)}: expected {expected}")


def _cut(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a number of {value.bit_length():,} bits"  # Python refuses to print larger ones
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
    """Return True if there is a folder of this name in which files can be made.

    >>> is_writable_folder("no such folder")
    False
    """
    return os.path.isdir(path) and os.access(path, os.W_OK | os.X_OK)  # noqa: PTH112  pathlib is slow to import


def check_word(name: str, value: object, words: Sequence[str]) -> None:
    """Raise ArgumentError unless `value` is one of the words."""
    if not isinstance(value, str) or value not in words:
        raise argument_error(name, value, f"one of {', '.join(map(repr, words))}", isinstance(value, str))


def check_flag(name: str, value: object) -> None:
    """Raise ArgumentError unless `value` is True or False."""
    if not isinstance(value, bool):
        raise argument_error(name, value, "True or False", False)


def check_whole_tuples(name: str, value: object, expected: str, length: int = 0, optional: bool = False) -> None:
    """Raise ArgumentError unless `value` is a sequence of tuples of whole numbers, each of that length if one is given.

    `optional`: None may stand among the numbers.
    """
    if not isinstance(value, tuple | list) or not _are_whole_tuples(value, length, optional):
        raise argument_error(name, value, expected, False)


def _are_whole_tuples(value: Sequence[Sequence[object]], length: int, optional: bool) -> bool:
    """Whether all entries are such tuples; no step of it is taken entry by entry, for a board has a million cells."""
    if not all(issubclass(kind, tuple) for kind in set(map(type, value))):
        return False
    if length and not {length}.issuperset(map(len, value)):
        return False
    return ({int, type(None)} if optional else {int}).issuperset(map(type, chain.from_iterable(value)))


def as_tuple(name: str, value: object) -> tuple[object, ...]:
    """Return the things of a list, a set or any other collection. Raises ArgumentError for what is none.

    >>> as_tuple("pieces", [1, 2])
    (1, 2)
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise argument_error(name, value, "a list or tuple", False)
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
    """Raise ArgumentError unless `puzzle` is one: what every puzzle offers is its kind."""
    if not isinstance(getattr(puzzle, "kind", None), str) or not hasattr(puzzle, "compile"):
        raise argument_error("puzzle", puzzle, 'a puzzle, e.g. load("FNPUV@5x5")', False)


def check_threads(threads: object) -> None:
    """Raise ArgumentError unless `threads` is a number of threads, 1 to MOST_THREADS."""
    check_whole("threads", threads, 1, MOST_THREADS)


def check_engine(name: object) -> None:
    """Raise ArgumentError unless `name` is a string; whether an engine has that name is for the registry to say."""
    if not isinstance(name, str):
        raise argument_error("engine", name, "a name that `tilewright engines` lists, or 'auto'", False)
