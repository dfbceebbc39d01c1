"""Standard input, output and error, whatever the shell made of them: closed, full, left by their reader, without UTF-8."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

NAMES = ("stdin", "stdout", "stderr")  # by their numbers
UNPRINTABLE = "replace"  # of characters that the encoding lacks


def open_all() -> None:
    """Give closed streams to nobody: a file opened later would get their number, and our output with it."""
    for number, name in enumerate(NAMES):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the least free number, which is this one
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w" if number else "r", encoding="utf-8")  # noqa: SIM115, PTH123  pathlib is slow
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What is printed is kept back even under PYTHONUNBUFFERED: a reader that leaves must not hide the exit code.
            stream.reconfigure(errors=UNPRINTABLE, write_through=False)


def flush() -> None:
    """Write what is kept back, while an error can still be told. A reader that has gone is none: it has seen enough."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(BrokenPipeError):
            stream.flush()


def tell(line: str) -> None:
    """Print a line on standard error, if that is possible."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def give_up() -> None:
    """Nobody can read us any more: what is kept back goes nowhere, and Python's end says nothing of it."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
