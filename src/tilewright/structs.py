"""Structs that several threads may read at once.

msgspec learns the fields of a struct when the first value is read into it, and notes the struct before it knows them all:
a second thread that reads one meanwhile meets a field without a type, and the process ends (a segmentation fault of msgspec
0.21). So each struct is learnt once, by one thread at a time, before anything is read into it.
"""

from __future__ import annotations

from threading import RLock
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

_learning = RLock()
_learnt: set[type[msgspec.Struct]] = set()


def learnt(struct: type[T]) -> type[T]:
    """Return the struct, ready to be read into by any thread.

    >>> class Point(msgspec.Struct):
    ...     x: int
    >>> msgspec.json.decode('{"x": 1}', type=learnt(Point)).x
    1
    """
    if struct not in _learnt:
        with _learning:
            msgspec.json.Decoder(struct)
            _learnt.add(struct)
    return struct
