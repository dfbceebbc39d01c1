"""The log of a store: what SQLite drops of it without a word is noticed here.

SQLite takes a log that is missing for an empty one, and one that is damaged for one that ends before the damage. What was finished
after the last checkpoint is then gone, as if it had never been. Two things tell. The owner writes MISSING into the file before a
checkpoint and THERE into the log after it, so that a file without its log says MISSING. And transactions of this log that
follow the last one which SQLite reads were written whole once. (A reader who reads on since before the owner began keeps MISSING
from the file; then only a damaged log is noticed, not a missing one.) The layout is https://sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import struct
import time
from pathlib import Path
from typing import NamedTuple

from tilewright.runs.access import wal_path

MARK, MISSING, THERE = "log", "missing", "there"  # the key in the manifest, and its values
LOG_BYTES = 4 << 20  # after which a log is brought into the file
HEADER, FRAME = 32, 24  # bytes at the beginning of the log, and before each page in it
READ_FRAMES = 16  # where the index of a log has the number of frames that SQLite reads
MOMENT = 0.3  # seconds in which an owner at work ends a transaction


class _Dropped(NamedTuple):
    """The first transaction that is dropped: its last frame, and the two numbers that all frames of the log carry."""

    frame: int
    salts: bytes


def log_fault(path: Path, mark: object) -> str | None:
    """Return what is wrong with the log of a store that is open for reading, if finished work is lost with it."""
    log = wal_path(path)
    if not log.exists() or not log.stat().st_size:
        return f"its log {log.name} is missing" if mark == MISSING else None
    found = _dropped(log)
    if found is not None:
        time.sleep(MOMENT)  # an owner at work may have written frames that it has not announced yet
        found = found if log.exists() and _dropped(log) == found else None
    return None if found is None else f"its log {log.name} is damaged"


def _dropped(log: Path) -> _Dropped | None:
    index = log.with_name(log.name.removesuffix("-wal") + "-shm")
    with log.open("rb") as file:
        header = file.read(HEADER)
        size, salts, number = int.from_bytes(header[8:12], "big"), header[16:24], _read_frames(index)
        if not _is_header(header):
            return _Dropped(0, header)
        length, step = log.stat().st_size, FRAME + size
        for frame in range(number, (length - HEADER) // step):
            file.seek(HEADER + frame * step)
            head = file.read(FRAME)
            # The last frame of a transaction has the size of the file; one of an earlier log has other salts.
            if head[8:16] == salts and any(head[4:8]):
                return _Dropped(frame + 1, salts)
    return None


def _read_frames(index: Path) -> int:
    if not index.exists():
        return 0
    with index.open("rb") as file:
        file.seek(READ_FRAMES)
        data = file.read(4)
    return int(struct.unpack("=I", data)[0]) if len(data) == 4 else 0


def _is_header(header: bytes) -> bool:
    """Return True if the header of a log is whole: its last 8 bytes are a checksum of the others."""
    if len(header) < HEADER or header[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return False
    words = struct.unpack("<6I" if header[3] == 0x82 else ">6I", header[:24])
    one = other = 0
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, other) == header[24:]
