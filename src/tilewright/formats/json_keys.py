"""JSON whose objects name a key twice: one reader takes the first value, another the last, so it is refused."""

from __future__ import annotations

from typing import Any

from tilewright.errors import NotationError, quote


def refuse_repeated_keys(text: str | bytes) -> None:
    """Raise NotationError if an object of this JSON, which is known to be well formed, has a key twice.

    >>> refuse_repeated_keys('{"board": "5x5", "board": "3x3"}')
    Traceback (most recent call last):
    tilewright.errors.NotationError: the key 'board' stands twice in one object: expected it once
    """
    parse_json(text)


def parse_json(text: str | bytes) -> Any:
    """Return what JSON means. Raises NotationError unless it means one thing: no key twice, no NaN, brackets nested within reason.

    >>> parse_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    import json  # as large as all else that a small puzzle needs; a drawing or a notation does without

    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        reason = "brackets are nested too deeply"
    except ValueError as error:  # also numbers with thousands of digits, and bytes that are not UTF-8
        reason = str(error)
    raise NotationError(f"{reason}: expected JSON")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise NotationError(f"the key {quote(key)} stands twice in one object: expected it once")
        seen.add(key)
    return dict(pairs)
