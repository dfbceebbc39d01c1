"""Where text comes from: files, standard input. Refused before it is parsed when it is too large or no text."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, BinaryIO

from tilewright.errors import LimitError, NotationError, quote

if TYPE_CHECKING:
    from pathlib import Path  # slow to import, for a puzzle that is a notation or a small file

NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # for the writer of a pipe
MAX_BYTES = 4 << 20  # the largest board there may be takes 1 to 3 MB as a drawing
GZIP = b"\x1f\x8b"
UNPACKED = 8  # times as much may come out of a gzip file
MAX_PIECES = 10_000  # that a file may list
MAX_NOTATION = 20_000  # characters


def read_text(path: Path | str, limit: int = MAX_BYTES) -> str:
    """Return the text of a file, or of standard input for `-`, without a byte order mark. Raises as `decode_text`."""
    if str(path) == "-":
        return decode_text(sys.stdin.buffer.read(limit + 1), "standard input", limit)
    # A size limit on what is read, for a device or a pipe has no size to ask for.
    return decode_text(read_bytes(path, limit + 1), str(path), limit)


def read_bytes(path: Path | str, most: int) -> bytes:
    """Return at most so many bytes of a file; a directory is a NotationError, as for `read_text`."""
    if os.path.isdir(path):  # noqa: PTH112  pathlib is slow to import
        raise NotationError(f"{path} is a directory: expected a file")
    with os.fdopen(os.open(path, os.O_RDONLY | NO_WAIT | getattr(os, "O_BINARY", 0)), "rb") as file:
        return _read(file, path, most)


def _read(file: BinaryIO, path: Path | str, most: int) -> bytes:
    """Return at most so many bytes. A pipe's are waited for while it has a writer, and it is refused if it never had one."""
    if not stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
        return file.read(most)
    try:
        first = os.read(file.fileno(), most)
    except BlockingIOError:  # the writer has not begun
        first = None
    if first == b"":
        raise NotationError(f"{path} is a pipe that nobody writes to: expected a file")
    os.set_blocking(file.fileno(), True)
    return (first or b"") + file.read(most - len(first or b""))


def decode_text(data: bytes, name: str, limit: int = MAX_BYTES) -> str:
    """Return bytes as text, unpacked if they are gzip. Raises LimitError beyond `limit`, NotationError if not text.

    Text is UTF-8. XML that is not, as older programs write it without declaring an encoding, is taken as Latin-1.
    """
    if data[:2] == GZIP:
        data = _unpacked(data, name, UNPACKED * limit)
        limit *= UNPACKED
    if len(data) > limit:
        raise LimitError(f"{name} has more than {limit:,} bytes: expected a smaller file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if data.lstrip()[:1] == b"<":
            return data.decode("latin-1")
        raise NotationError(
            f"{name} is not text: byte {error.start} is 0x{data[error.start]:02x}: expected UTF-8"
        ) from None
    if "\0" in text:
        raise NotationError(f"{name} is not text: byte {text.index(chr(0))} is 0x00: expected UTF-8")
    return text


def _unpacked(data: bytes, name: str, limit: int) -> bytes:
    """The content of a gzip file, at most one byte more than `limit`."""
    import zlib  # for gzip files alone

    unpack = zlib.decompressobj(wbits=31)
    try:
        content = unpack.decompress(data, limit + 1)
    except zlib.error as error:
        raise NotationError(f"{name} is a broken gzip file: {error}: expected a whole one") from None
    if not unpack.eof and len(content) <= limit:
        raise NotationError(f"{name} is a gzip file that ends too early: expected a whole one")
    return content


def check_notation_length(text: str) -> str:
    """Return the notation. Raises LimitError beyond MAX_NOTATION characters."""
    if len(text) > MAX_NOTATION:
        raise LimitError(f"{quote(text)} has {len(text):,} characters: expected at most {MAX_NOTATION:,}, or a file")
    return text
