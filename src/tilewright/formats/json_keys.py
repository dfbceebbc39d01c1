"""JSON whose objects name a key twice: one reader takes the first value, another the last, so it is refused."""

from __future__ import annotations

from tilewright.errors import NotationError, quote


def refuse_repeated_keys(text: str | bytes) -> None:
    """Raise NotationError if an object of this JSON, which is known to be well formed, has a key twice.

    >>> refuse_repeated_keys('{"board": "5x5", "board": "3x3"}')
    Traceback (most recent call last):
    tilewright.errors.NotationError: the key 'board' stands twice in one object: expected it once
    """
    import json  # as large as all else that a small puzzle needs; a drawing or a notation does without

    json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, object]]) -> None:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise NotationError(f"the key {quote(key)} stands twice in one object: expected it once")
        seen.add(key)
