"""Stored solutions: compressed as they are found, read back in batches, however many they are.

One zlib stream of blocks. A block is a table of solutions of one length: its rows, its columns and the bytes of a
number (1, 2 or 4), 32 bits each, then the options column by column, because numbers in a column are alike. All
little-endian.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.cover.problem import Batch, Solution
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import numpy as np
    from numpy import int32
    from numpy.typing import NDArray
else:
    np = lazy("numpy")  # slow to import: runs that only count need none


PACKING = 2  # raised when packs of old stores are not understood any more
HEADER = 12  # bytes
ROWS = 8192  # solutions a block, about: enough for numpy to be quick, few enough for the cache
MOST_EMPTY = 1 << 20  # rows without columns, which take no bytes: more are damage that would fill the memory
CHUNK = 1 << 20  # bytes uncompressed at a time


class Packer:
    """Compresses tables of solutions; `packed` returns the bytes when all are added."""

    def __init__(self) -> None:
        self.number = 0
        self.size = 0  # bytes so far, about
        self._stream = zlib.compressobj(1)
        self._parts: list[bytes] = []

    def add(self, rows: NDArray[int32]) -> None:
        """Add solutions of one length, one a row."""
        if not len(rows):
            return
        most = int(rows.max()) if rows.size else 0
        width = 1 if most < 1 << 8 else 2 if most < 1 << 16 else 4
        header = np.array([*rows.shape, width], dtype="<u4").tobytes()
        part = self._stream.compress(header + rows.T.astype(f"<u{width}", order="C").tobytes())
        self._parts.append(part)
        self.size += len(part)
        self.number += len(rows)

    def packed(self) -> bytes:
        """Return all that was added."""
        return b"".join((*self._parts, self._stream.flush()))


def tables(batches: Iterable[Sequence[Solution]]) -> Iterator[NDArray[int32]]:
    """The solutions of many batches as tables of one length each, of about ROWS rows."""
    waiting: dict[int, list[NDArray[int32]]] = {}
    for batch in batches:
        for _, rows in Batch.of(batch).by_length():
            alike = waiting.setdefault(rows.shape[1], [])
            alike.append(rows)
            if sum(map(len, alike)) >= ROWS:
                yield np.concatenate(waiting.pop(rows.shape[1]))
    for alike in waiting.values():
        yield np.concatenate(alike)


def pack(solutions: Sequence[Solution]) -> bytes:
    """Return solutions as bytes.

    >>> [list(batch) for batch in unpack(pack([(1, 2), (3, 4)]))]
    [[(1, 2), (3, 4)]]
    """
    packer = Packer()
    for rows in tables([solutions]):
        packer.add(rows)
    return packer.packed()


def unpack(packed: bytes) -> Iterator[Batch]:
    """Yield the solutions of a pack, block by block. Raises ValueError or zlib.error where it is damaged."""
    stream = zlib.decompressobj()
    rest, data, wanted = b"", packed, HEADER
    while not stream.eof:
        fresh = stream.decompress(data, max(CHUNK, wanted - len(rest)))
        if not fresh:
            break
        rest, data = rest + fresh, stream.unconsumed_tail
        while len(rest) >= (wanted := _size(rest)):
            yield _block(rest[:wanted])
            rest = rest[wanted:]
    if rest or not stream.eof:
        raise ValueError("the stored solutions are truncated")


def _size(front: bytes) -> int:
    """The bytes of the block that begins here, as far as they can be told."""
    if len(front) < HEADER:
        return HEADER
    rows, columns, width = (int.from_bytes(front[place : place + 4], "little") for place in (0, 4, 8))
    if width not in (1, 2, 4) or not rows or (rows > MOST_EMPTY and not columns):
        raise ValueError("the stored solutions are not in blocks")
    return HEADER + rows * columns * width


def _block(block: bytes) -> Batch:
    rows, columns, width = np.frombuffer(block, dtype="<u4", count=3).tolist()
    options = np.frombuffer(block, dtype=f"<u{width}", offset=HEADER).reshape(columns, rows)
    return Batch.of_table(options.T.astype(np.int32, order="C"))
