"""Errors as the page gets them: the program's own line, and fields from which the page makes a sentence in its language."""

from __future__ import annotations

from typing import Any

from tilewright.errors import BusyError, LimitError, NotationError, TilewrightError, printable


class PhrasedError(TilewrightError):
    """An error that the page has a sentence for. `kind` names the sentence, `values` are filled in.

    >>> PhrasedError("the board is too large", "too many cells", count=9999, most=2500).values
    {'count': 9999, 'most': 2500}
    """

    def __init__(self, text: str, kind: str, **values: int | str) -> None:
        super().__init__(text)
        self.kind, self.values = kind, values


class PhrasedLimitError(PhrasedError, LimitError):
    """What was asked for is too large for the studio."""


class PhrasedNotationError(PhrasedError, NotationError):
    """Something was written, or asked for, that the studio cannot take."""


def error_fields(error: Exception) -> dict[str, Any]:
    """The body of an answer that refuses: the line `error`, the `kind` of sentence, and its `values`.

    >>> from tilewright.errors import NotationError
    >>> error_fields(NotationError("line 1: 'Q': expected a piece"))
    {'error': "line 1: 'Q': expected a piece", 'kind': 'notation', 'values': {}}
    """
    if not isinstance(error, TilewrightError):
        return {"error": printable(f"the request is not understood: {error}"), "kind": "request", "values": {}}
    values = error.values if isinstance(error, PhrasedError) else {}
    return {"error": printable(str(error)), "kind": _kind(error), "values": values}


def _kind(error: TilewrightError) -> str:
    if isinstance(error, PhrasedError):
        return error.kind
    kinds = {BusyError: "busy", LimitError: "limit", NotationError: "notation"}
    return next((kind for each, kind in kinds.items() if isinstance(error, each)), "other")
