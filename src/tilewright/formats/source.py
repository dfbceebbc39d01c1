"""Where text comes from: files, standard input. Refused before it is parsed when it is too large or no text."""

from __future__ import annotations

import sys
from pathlib import Path

from tilewright.errors import LimitError, NotationError

MAX_BYTES = 4 << 20  # the largest board there may be takes 1 to 3 MB as a drawing
MAX_PIECES = 10_000  # that a file may list
MAX_NOTATION = 20_000  # characters


def read_text(path: Path | str, limit: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for `-`, without a byte order mark."""
    if str(path) == "-":
        return decoded(sys.stdin.buffer.read(limit + 1), "standard input", limit)
    path = Path(path)
    if path.is_dir():
        raise NotationError(f"{path} is a directory: expected a file")
    with path.open("rb") as file:  # a size limit on what is read, for a device or a pipe has no size to ask for
        return decoded(file.read(limit + 1), str(path), limit)


def decoded(data: bytes, name: str, limit: int = MAX_BYTES) -> str:
    """The bytes as text; LimitError when there are more than `limit`, NotationError when they are no UTF-8."""
    if len(data) > limit:
        raise LimitError(f"{name} has more than {limit:,} bytes: expected a smaller file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{name} is no text: byte {error.start} is 0x{data[error.start]:02x}: expected UTF-8"
        ) from None
    if "\0" in text:
        raise NotationError(f"{name} is no text: byte {text.index(chr(0))} is 0x00: expected UTF-8")
    return text
