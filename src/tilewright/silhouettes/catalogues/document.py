"""Files of answers: JSON with a head and long lists, one row a line, and a digest that detects changes by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import tilewright
from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.puzzle.digest import digest

VERSION = 1
TOO_DEEP = "brackets are nested too deeply"
T = TypeVar("T")


def with_digest(kind: str, head: Mapping[str, Any], lists: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the document with a digest over all of it, so that a truncated list is detected."""
    before = {"tilewright": VERSION, "kind": kind, **head, "version": tilewright.__version__}
    return {**before, "digest": digest_of({**before, **lists}), **lists}


def digest_of(data: Mapping[str, Any]) -> str:
    """Return the digest of a document; a digest in it is left out."""
    return digest("document", sorted((name, value) for name, value in data.items() if name != "digest"))


def document_text(data: Mapping[str, Any]) -> str:
    """Return the document as the text of a file: the head in one line, then each list, one row a line."""
    head = {name: value for name, value in data.items() if not _is_table(value)}
    parts = [json.dumps(head, ensure_ascii=False)[:-1]]
    for name, rows in data.items():
        if _is_table(rows):
            lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
            parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return ", ".join(parts) + "}\n"


def _is_table(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def is_document(text: str, kind: str) -> bool:
    """Return True if the text looks like a document of this kind, of any version."""
    head = text.lstrip()[:4096]
    return head.startswith("{") and f'"{kind}"' in head and '"kind"' in head


def parse_document(text: str, source: str, kind: str, what: str, read: Callable[[Mapping[str, Any]], T]) -> T:
    """Parse a document and return what `read` makes of it.

    what: the document in words, e.g. "a catalogue of silhouettes". Raises NotationError naming the `source` and what is
    wrong.
    """
    data = read_json(text, source, what)
    with errors_of(source, what):
        if not isinstance(data, dict) or data.get("kind") != kind:
            raise NotationError(f'expected {what}, with "kind": "{kind}"')
        version = data.get("tilewright")
        if type(version) is not int or version != VERSION:
            raise NotationError(f"{what} of version {quote(str(version))}: expected {VERSION}")
        if "digest" not in data:
            raise NotationError(f"it has no digest: expected {what} as the program writes it")
        if data["digest"] != digest_of(data):
            raise NotationError("the digest does not match the content: was the file edited by hand?")
        return read(data)


def same_json(one: object, other: object) -> bool:
    """Return True if two values are the same JSON: 1, 1.0 and true differ, the order of names does not matter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@contextmanager
def errors_of(source: str, what: str) -> Iterator[None]:
    """Turn whatever a malformed document raises into a NotationError naming the `source`."""
    try:
        yield
    except TilewrightError as error:
        raise type(error)(f"{source}: {error}") from None
    except KeyError as error:
        raise NotationError(
            f"{source}: {quote(str(error.args[0]))} is missing: expected {what} as the program writes it"
        ) from None
    except RecursionError:
        raise NotationError(f"{source}: {TOO_DEEP}: expected {what}") from None
    except (TypeError, AttributeError, ValueError, IndexError, OverflowError):
        raise NotationError(
            f"{source}: a value is of the wrong form: expected {what} as the program writes it"
        ) from None


def read_json(text: str, source: str, what: str) -> Any:
    """Parse JSON, each name once in an object. Raises NotationError naming the `source` and the place where it is not JSON."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except NotationError as error:
        reason = str(error)
    except json.JSONDecodeError as error:
        reason = f"not JSON from line {error.lineno}, column {error.colno} on"
    except RecursionError:
        reason = TOO_DEEP
    except ValueError:
        reason = "a number has too many digits"
    raise NotationError(f"{source}: {reason}: expected {what}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise NotationError(
            f"{quote(next(name for name in names if names.count(name) > 1))} stands twice in one object"
        )
    return found


def _refuse_constant(text: str) -> Any:
    raise NotationError(f"{text} is not a number of JSON")
