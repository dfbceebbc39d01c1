"""Blocks of arrays as kernel.wasm reads and writes them: of each its bytes as a 64-bit number, then its content."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

PADDING = (b"", bytes(7), bytes(6), bytes(5), bytes(4), bytes(3), bytes(2), bytes(1))


def pack(arrays: Iterable[Any]) -> bytes:
    """One block of all arrays (whatever offers its bytes), each filled up to a multiple of 8 bytes."""
    parts: list[bytes] = []
    for each in arrays:
        content = bytes(each)
        parts += (len(content).to_bytes(8, "little"), content, PADDING[len(content) % 8])
    return b"".join(parts)


def unpack(block: bytes) -> list[memoryview]:
    """The arrays of a block, as bytes."""
    view, at, arrays = memoryview(bytearray(block)), 0, []
    while at < len(view):
        length = int.from_bytes(view[at : at + 8], "little")
        arrays.append(view[at + 8 : at + 8 + length])
        at += 8 + (length + 7) // 8 * 8
    return arrays


def ints(numbers: Sequence[int]) -> array[int]:
    """32-bit integers."""
    return array("i", numbers)


def rows(lists: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    """Lists as compressed rows: 64-bit starts, and all of them end to end."""
    starts, flat = array("q", [0]), array("i")
    for numbers in lists:
        flat.extend(numbers)
        starts.append(len(flat))
    return starts, flat


def lists(starts: memoryview, flat: memoryview) -> list[list[int]]:
    """Compressed rows as lists."""
    at, numbers = starts.cast("q").tolist(), flat.cast("i").tolist()
    return [numbers[first:last] for first, last in pairwise(at)]
