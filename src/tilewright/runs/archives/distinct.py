"""Are millions of solutions all different? By hashes on disk, in parts small enough to sort one after the other."""

from __future__ import annotations

import hashlib
from tempfile import TemporaryFile

import numpy as np

from tilewright.cover.batch import Batch

PARTS = 64  # open files; a hundred million solutions are then 25 MB a part
BYTES = 16  # of a hash: two of 10^9 solutions share one with a chance of 10^-21


class DistinctCounter:
    """Counts the different solutions among many batches. Memory: one part of PARTS."""

    def __init__(self) -> None:
        self._parts = [TemporaryFile() for _ in range(PARTS)]  # noqa: SIM115 (closed in __exit__)

    def __enter__(self) -> DistinctCounter:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._parts:
            part.close()

    def add(self, batch: Batch) -> None:
        """Add solutions."""
        for _, rows in batch.by_length():
            data, width = rows.astype("<i4").tobytes(), 4 * rows.shape[1]
            for place in range(0, len(data), width):
                hashed = hashlib.blake2b(data[place : place + width], digest_size=BYTES).digest()
                self._parts[hashed[0] % PARTS].write(hashed)

    def number(self) -> int:
        """Return how many different solutions were added."""
        found = 0
        for part in self._parts:
            part.seek(0)
            high, low = np.frombuffer(part.read(), dtype="<u8").reshape(-1, 2).T
            order = np.lexsort((low, high))
            high, low = high[order], low[order]
            found += len(high) and 1 + int(((high[1:] != high[:-1]) | (low[1:] != low[:-1])).sum())
        return found
