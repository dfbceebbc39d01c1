"""Every error the package raises on purpose, in one tree."""

from __future__ import annotations


class TilewrightError(Exception):
    """Base of all errors raised on purpose; its text is one line meant for the user."""


class NotationError(TilewrightError):
    """Text that does not parse, is off the lattice or malformed; quotes the line and says what was expected."""


class LimitError(TilewrightError):
    """What was asked is too large; the text carries the estimate. Raised before anything is allocated."""


class EngineUnavailableError(TilewrightError):
    """An engine that is unknown, lacks its package, or cannot take this cover; says how to mend it."""


class RunMismatchError(TilewrightError):
    """A durable run that belongs to another puzzle, version or set of options."""


def quoted(text: str, width: int = 60) -> str:
    """`text` as a message may quote it: on one line, printable, cut to `width` characters."""
    line = text if len(text) <= width else text[: width - 1] + "…"
    return repr(line)
