"""Ctrl-C while the command line is being imported: exit code 130 and one word instead of a traceback.

The package imports this before anything that takes time, and this imports only what Python has loaded anyway (`signal`
and `typing` are not among it). For programs that merely use the package nothing happens, nor where Ctrl-C is ignored,
as by what a shell runs in the background. `cli.main` takes over when all is imported. Before that, in the first 0.03
seconds, Python itself starts, and a Ctrl-C is answered in its words.
"""

import _signal  # type: ignore[import-not-found]  # the part of `signal` in C
import os
import sys

NAMES = ("tilewright", "tilewright.exe")
MOMENT = 0.02  # seconds


def is_command_line() -> bool:
    """Whether this process is `tilewright` or `python -m tilewright`, and none of the workers that it starts."""
    if "multiprocessing" in sys.modules:  # workers are told our name, too
        return False
    name = (getattr(sys, "argv", None) or [""])[0]
    if name == "-m" or os.path.basename(name) == "__main__.py":  # noqa: PTH119  the former until its module is found
        return ("-m", "tilewright") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
    return os.path.basename(name) in NAMES  # noqa: PTH119  pathlib takes as long to import as we have


def end(number: int, frame: object) -> None:
    """End at once: nothing has been begun yet."""
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(128 + number)


def interrupt(number: int, frame: object) -> None:
    """Raise KeyboardInterrupt, but not while a module is imported: those in C print a traceback or call it an ImportError.

    The signal then comes again in a moment, by the alarm of the system where there is one.
    """
    if not _later(frame):
        raise KeyboardInterrupt


def _again(number: int, frame: object) -> None:
    """Send the signal again, to whoever takes it by now: a server has a way of its own to end."""
    if not _later(frame):
        _signal.raise_signal(_signal.SIGINT)


def _later(frame: object) -> bool:
    if not _imports(frame) or not hasattr(_signal, "setitimer"):
        return False
    _signal.signal(_signal.SIGALRM, _again)
    _signal.setitimer(_signal.ITIMER_REAL, MOMENT)
    return True


def _imports(frame: object) -> bool:
    while frame is not None:
        if getattr(frame, "f_code").co_filename == "<frozen importlib._bootstrap>":  # noqa: B009  a frame, says no type
            return True
        frame = getattr(frame, "f_back", None)
    return False


def terminate(number: int, frame: object) -> None:
    """End in order, so that the programs we run end with us."""
    sys.exit(128 + number)


def take_signals() -> None:
    """From now on, when all is imported, Ctrl-C is an exception, and so is SIGTERM."""
    if _signal.getsignal(_signal.SIGINT) is end:
        _signal.signal(_signal.SIGINT, interrupt)
    _signal.signal(_signal.SIGTERM, terminate)


def end_at_once() -> None:
    """From now on, when nothing is left to do but to leave, Ctrl-C ends the process: nobody would take an exception.

    One that waits for an import to end has come too late; its alarm would end us when Python has put the handlers away.
    """
    if _signal.getsignal(_signal.SIGINT) is interrupt:
        _signal.signal(_signal.SIGINT, end)
    if _signal.getsignal(getattr(_signal, "SIGALRM", _signal.SIGINT)) is _again:
        _signal.setitimer(_signal.ITIMER_REAL, 0)


if is_command_line() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, end)
