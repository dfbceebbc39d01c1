"""Solutions kept in a store: compressed as they come, read back in batches, whatever their number.

For each solution its length and its options, 32 bits each, little-endian, all of it one zlib stream.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.cover.batch import Batch
from tilewright.cover.problem import Solution

if TYPE_CHECKING:
    from numpy import int32, uint32
    from numpy.typing import NDArray

CHUNK = 1 << 20  # bytes uncompressed at a time


class Packer:
    """Takes solutions in batches; `packed` when all are in."""

    def __init__(self) -> None:
        self.number = 0
        self.size = 0  # bytes so far, about
        self._stream = zlib.compressobj(1)
        self._parts: list[bytes] = []

    def add(self, rows: NDArray[int32]) -> None:
        """Take in solutions of one length, one a row."""
        import numpy as np

        lengths = np.full((len(rows), 1), rows.shape[1])
        part = self._stream.compress(np.hstack((lengths, rows)).astype("<u4").tobytes())
        self._parts.append(part)
        self.size += len(part)
        self.number += len(rows)

    def packed(self) -> bytes:
        """All that was taken in."""
        return b"".join((*self._parts, self._stream.flush()))


def pack(solutions: Sequence[Solution]) -> bytes:
    """Solutions as bytes."""
    packer = Packer()
    for _, rows in Batch.of(solutions).by_length():
        packer.add(rows)
    return packer.packed()


def unpack(packed: bytes) -> Iterator[Batch]:
    """The solutions of a pack, in batches; ValueError or zlib.error where it is damaged."""
    import numpy as np

    stream = zlib.decompressobj()
    rest = b""
    data = packed
    while data:
        rest += stream.decompress(data, CHUNK)
        data = stream.unconsumed_tail
        flat = np.frombuffer(rest, dtype="<u4", count=len(rest) // 4)
        batch, read = _batch(flat)
        if len(batch):
            yield batch
        rest = rest[4 * read :]
    if rest or not stream.eof:
        raise ValueError("kept solutions are cut short")


def _batch(flat: NDArray[uint32]) -> tuple[Batch, int]:
    """The whole solutions at the front, and how many numbers they take."""
    import numpy as np

    if len(flat):
        width = int(flat[0]) + 1
        rows = flat[: len(flat) // width * width].reshape(-1, width)
        if len(rows) and (rows[:, 0] == width - 1).all():  # as almost always: all of one length
            starts = np.arange(len(rows) + 1, dtype=np.int64) * (width - 1)
            return Batch(starts, rows[:, 1:].astype(np.int32).ravel()), rows.size
    ends, kept, place = [0], [flat[:0]], 0
    while place < len(flat) and place + int(flat[place]) < len(flat):
        kept.append(flat[place + 1 : place + 1 + int(flat[place])])
        ends.append(ends[-1] + len(kept[-1]))
        place += 1 + len(kept[-1])
    return Batch(np.array(ends, dtype=np.int64), np.concatenate(kept).astype(np.int32)), place
