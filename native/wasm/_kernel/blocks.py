"""How values pass to kernel.wasm and back: blocks of 64-bit words, as `native/wasm/blocks.hpp` says.

A type is what the kernel's description calls it: a letter of `struct` for a number, "text", "bytes" or "latin-1", or a list
of a name and more types.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

PADDING = (b"", bytes(7), bytes(6), bytes(5), bytes(4), bytes(3), bytes(2), bytes(1))
WORD = struct.Struct("<q")
UNSIGNED = struct.Struct("<Q")
DOUBLE = struct.Struct("<d")

Put = Callable[[Any, list[bytes]], None]  # a value's words, behind those before
Get = Callable[["Block"], Any]


class Block:
    """The words that a call gave, read one value after the other."""

    def __init__(self, content: bytes) -> None:
        self.view, self.at = memoryview(content), 0

    def word(self, form: struct.Struct = WORD) -> Any:
        """The next word."""
        self.at += 8
        return form.unpack_from(self.view, self.at - 8)[0]

    def content(self) -> memoryview:
        """The next array's bytes."""
        length = self.word()
        first = self.at
        self.at += (length + 7) // 8 * 8
        return self.view[first : first + length]


class Kind:
    """A type: how its values are put into a block, and got out of one."""

    def __init__(self, put: Put, get: Get) -> None:
        self.put, self.get = put, get


def kind_of(given: Any, named: Callable[[str, str], Kind]) -> Kind:
    """The type that the description calls so; `named` gives those of objects and enumerations."""
    if isinstance(given, str):
        return SIMPLE[given]
    name, *rest = given
    if name in ("object", "enum"):
        return named(name, rest[0])
    if name in ("numbers", "view"):
        return Kind(partial(_put_numbers, rest[0]), partial(_get_list if name == "numbers" else _get_view, rest[0]))
    kinds = [kind_of(each, named) for each in rest]
    if name == "list":
        return Kind(partial(_put_list, kinds[0]), partial(_get_elements, kinds[0]))
    if name == "optional":
        return Kind(partial(_put_optional, kinds[0]), lambda block: kinds[0].get(block) if block.word() else None)
    made = {"tuple": tuple, "row": list}[name]
    return Kind(partial(_put_row, kinds), lambda block: made([each.get(block) for each in kinds]))


def put_content(content: bytes, out: list[bytes]) -> None:
    """An array's bytes, filled up to whole words."""
    out += (WORD.pack(len(content)), content, PADDING[len(content) % 8])


def _put_numbers(letter: str, numbers: Any, out: list[bytes]) -> None:
    content = numbers if isinstance(numbers, memoryview) else array("B" if letter == "?" else letter, numbers)
    put_content(content.tobytes(), out)


def _get_view(letter: str, block: Block) -> memoryview:
    return block.content().cast(letter)


def _get_list(letter: str, block: Block) -> list[Any]:
    return block.content().cast(letter).tolist()


def _put_list(kind: Kind, values: Sequence[Any], out: list[bytes]) -> None:
    out.append(WORD.pack(len(values)))
    for each in values:
        kind.put(each, out)


def _get_elements(kind: Kind, block: Block) -> list[Any]:
    return [kind.get(block) for _ in range(block.word())]


def _put_optional(kind: Kind, value: Any, out: list[bytes]) -> None:
    out.append(WORD.pack(value is not None))
    if value is not None:
        kind.put(value, out)


def _put_row(kinds: Iterable[Kind], values: Iterable[Any], out: list[bytes]) -> None:
    for kind, each in zip(kinds, values, strict=True):
        kind.put(each, out)


def _put_integer(value: int, out: list[bytes]) -> None:
    out.append(WORD.pack(value))


INTEGER = Kind(_put_integer, Block.word)
SIMPLE = {
    **dict.fromkeys("bBhHiIq", INTEGER),
    "Q": Kind(lambda value, out: out.append(UNSIGNED.pack(value)), lambda block: block.word(UNSIGNED)),
    "d": Kind(lambda value, out: out.append(DOUBLE.pack(value)), lambda block: block.word(DOUBLE)),
    "?": Kind(_put_integer, lambda block: bool(block.word())),
    "text": Kind(lambda value, out: put_content(value.encode(), out), lambda block: bytes(block.content()).decode()),
    "bytes": Kind(lambda value, out: put_content(bytes(value), out), lambda block: bytes(block.content())),
    "latin-1": Kind(
        lambda value, out: put_content(value.encode("latin-1"), out),
        lambda block: bytes(block.content()).decode("latin-1"),
    ),
}
