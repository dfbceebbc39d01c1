"""Files: text is read within bounds, and files are written completely or not at all.

Input from a file or standard input is refused before parsing if it is too large or not text.

Output goes to a hidden file in the same directory, which is renamed when all files of a call are complete. An
existing file keeps its mode; a new one gets the mode that the umask allows. A link, FIFO, device or read-only
file is refused. With `force`, a link is followed, a FIFO or device is written to, and a read-only file is
replaced. A file that grows (`GrowingFile`) is written to NAME.XXXX.part, beside the file that it replaces at
the end.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, BinaryIO

from tilewright.errors import LimitError, NotationError, did_you_mean, quote

if TYPE_CHECKING:
    from pathlib import Path

MODE = 0o666  # the mode of a new file, before the umask
MOST_NAMES = 10_000  # names of files that are compared with one that does not exist
LONGEST_NAME = 255  # bytes; a character takes at most four
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # do not wait for the other end of a FIFO or pipe


def suffix_of(path: Path | str) -> str:
    """Return the suffix that tells what a file holds, in lower case: `.svg` for `X.SVG`."""
    return os.path.splitext(path)[1].lower()  # noqa: PTH122  paths are strings where pathlib is slow to import


def closest_file(name: str, others: Iterable[str] = ()) -> str:
    """Return a suggestion with the file name closest to one that does not exist; `others` are names without a folder."""
    folder, base = os.path.split(name)
    try:
        there = sorted(os.listdir(folder or "."))[:MOST_NAMES]  # noqa: PTH208
    except (OSError, ValueError):
        there = []
    return did_you_mean(base, there if folder else [*there, *others]) if base else ""


def write(path: Path, content: str | bytes, force: bool = False) -> None:
    """Write a whole file or nothing; text is encoded as UTF-8.

    Raises NotationError if it cannot be written.
    """
    write_all({path: content}, force)


def write_all(files: Mapping[Path, str | bytes], force: bool = False) -> None:
    """Write all files or none; raise NotationError naming the file that cannot be written, and why."""
    from pathlib import Path

    whole = {check_writable(path, force): _bytes(path, content) for path, content in files.items()}
    hidden: dict[Path, Path] = {}
    path = Path()
    try:
        for path, content in whole.items():
            if not _is_stream(path):
                hidden[path] = path.parent / _hidden_name()
                _create(hidden[path], content, like=path)
        for path, content in whole.items():
            if path in hidden:
                hidden[path].replace(path)
            else:
                path.write_bytes(content)
    except BaseException as error:
        for unfinished in hidden.values():
            unfinished.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise NotationError(f"{_name(path)}: {error.strerror or error}: nothing was written") from None
        raise


def open_regular(path: Path, expected: str) -> BinaryIO:
    """Open a regular file for reading.

    Raises NotationError at once for any other file; opening a FIFO would wait for its writer.
    """
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | NO_WAIT | getattr(os, "O_BINARY", 0)), "rb")
    except (OSError, ValueError) as error:
        kind = "it is a directory" if os.path.isdir(path) else getattr(error, "strerror", None) or error  # noqa: PTH112
        raise NotationError(f"{_name(path)}: {kind}: expected {expected}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotationError(f"{_name(path)} is not a regular file: expected {expected}")
    return file


class GrowingFile:
    """A file that is written in parts and replaces `path` when it is finished, unless nothing was written.

    Until then it is called NAME.XXXX.part; it remains there if the program is killed or the disk is full.
    """

    def __init__(self, path: Path, force: bool = False) -> None:
        self.path, self._force = path, force
        self._target = self._place = path
        self._file: BinaryIO | None = None

    def write(self, text: str) -> None:
        """Append text; if that fails, raise NotationError naming the file that has the text written before."""
        try:
            if self._file is None:
                self._file = self._open()
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            kept = f": what was written is in {_name(self._place)}" if self._file is not None else ""
            raise NotationError(f"{_name(self.path)}: {error.strerror or error}{kept}") from None

    def finish(self) -> None:
        """Move the file to its final place."""
        if self._file is not None:
            self._file.close()
            if self._place != self._target:
                self._place.replace(self._target)
            self._file = None

    def _open(self) -> BinaryIO:
        self._target = self._place = check_writable(self.path, self._force)
        if _is_stream(self._target):
            return self._target.open("wb")
        end = f".{os.urandom(2).hex()}.part"
        self._place = self._target.with_name(self._target.name[: LONGEST_NAME // 4 - len(end)] + end)
        file = os.fdopen(os.open(self._place, NEW, MODE), "wb")
        keep_mode(self._place, self._target)
        return file


def check_writable(path: Path, force: bool = False, forcible: bool = True) -> Path:
    """Return the file that `path` leads to; raise NotationError unless it may be written, and a file created beside it.

    It should also be called before a long search. A file is actually created and removed, because permissions
    do not reveal a full disk. If not `forcible`, the message does not suggest --force, because the option for
    such a file does not accept it.
    """
    try:
        if not force:
            _check_replaceable(path, forcible)
        path = _followed(path)
        if path.is_dir():
            raise NotationError(f"{_name(path)}: is a directory: expected the name of a file")
        if not _is_stream(path):  # importing `tempfile` would take as long as solving a small puzzle
            place = path.parent / _hidden_name()
            os.close(os.open(place, NEW, MODE))
            place.unlink()
    except NotationError:
        raise
    except (OSError, ValueError) as error:  # ValueError is raised for a name with a NUL
        said = getattr(error, "strerror", None) or error
        raise NotationError(f"{_name(path)}: cannot write there: {said}: expected a directory for new files") from None
    return path


def _hidden_name() -> str:
    return f".tilewright-{os.urandom(8).hex()}"


def _followed(path: Path) -> Path:
    """Return the file that a link leads to, or the path itself if it is not a link."""
    from pathlib import Path

    if not path.is_symlink():
        return path
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _check_replaceable(path: Path, forcible: bool) -> None:
    """Raise NotationError if the existing file is a link, a FIFO, a device or read-only."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    kind = "a link" if stat.S_ISLNK(mode) else "not a regular file" if _is_special(mode) else None
    if kind is None and stat.S_ISREG(mode) and not (mode & 0o222 and os.access(path, os.W_OK)):
        kind = "read-only"
    if kind is not None:
        advice = "another name, or --force" if forcible else "another name"
        raise NotationError(f"{_name(path)}: the existing file is {kind}: expected {advice}")


def _is_special(mode: int) -> bool:
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _is_stream(path: Path) -> bool:
    return path.exists() and _is_special(path.stat().st_mode)


def _create(path: Path, content: bytes, like: Path) -> None:
    """Write a new file with the mode of the file `like`, if that exists."""
    with os.fdopen(os.open(path, NEW, MODE), "wb") as file:
        keep_mode(path, like)
        file.write(content)


def keep_mode(path: Path, like: Path) -> None:
    """Give `path` the mode of the file that it will replace, if that exists."""
    if like.exists():
        path.chmod(stat.S_IMODE(like.stat().st_mode) & 0o777)


def _bytes(path: Path, content: str | bytes) -> bytes:
    try:
        return content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        lone = hex(ord(error.object[error.start]))
        raise NotationError(f"{_name(path)}: lone surrogate {lone}: expected text that UTF-8 can encode") from None


def _name(path: Path) -> str:
    """Return the path as error messages quote it: unchanged if it can be copied."""
    name = str(path)
    return name if name.isprintable() and len(name) <= 200 else quote(name)


EPOCH = (1980, 1, 1, 0, 0, 0)  # the date of files in an archive: the same content gives the same bytes


def archive(files: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP file of these files by name."""
    import io
    import zipfile

    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


MAX_BYTES = 4 << 20  # the largest possible board takes 1 to 3 MB as a drawing
GZIP = b"\x1f\x8b"
PNG = b"\x89PNG\r\n\x1a\n"
PICTURES = (PNG, b"GIF8", b"\xff\xd8\xff", b"II*\0", b"MM\0*")  # the first bytes of pictures
UNPACKED = 8  # a gzip file may expand to this many times the limit
MAX_PIECES = 10_000  # pieces that a file may list
MAX_NOTATION = 20_000  # characters


def data_text(name: str) -> str:
    """Return a text that comes with the package, from its folder `data`."""
    from pathlib import Path

    return Path(__file__).with_name("data").joinpath(name).read_text(encoding="utf-8")


def read_text(path: Path | str, limit: int = MAX_BYTES) -> str:
    """Return the text of a file, or of standard input for `-`, without a byte order mark.

    Raises the errors of `decode_text`.
    """
    if str(path) == "-":
        return decode_text(sys.stdin.buffer.read(limit + 1), "standard input", limit)
    # The amount read is limited, because a device or a pipe has no size to check.
    return decode_text(read_bytes(path, limit + 1), str(path), limit)


def read_bytes(path: Path | str, most: int) -> bytes:
    """Return at most `most` bytes of a file; raise NotationError for a directory, as `read_text` does."""
    if os.path.isdir(path):  # noqa: PTH112  pathlib is slow to import
        raise NotationError(f"{path} is a directory: expected a file")
    with os.fdopen(os.open(path, os.O_RDONLY | NO_WAIT | getattr(os, "O_BINARY", 0)), "rb") as file:
        return _read(file, path, most)


def _read(file: BinaryIO, path: Path | str, most: int) -> bytes:
    """Return at most `most` bytes of a file.

    The function waits for a pipe as long as it has a writer, and refuses it if it never had one.
    """
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
    """Return bytes as text, decompressed if they are gzip.

    Text is UTF-8. XML that is not UTF-8 is read as Latin-1, because older programs write it without declaring
    an encoding. Raises LimitError beyond `limit` bytes, NotationError if the bytes are not text.
    """
    if data[:2] == GZIP:
        data = _unpacked(data, name, UNPACKED * limit)
        limit *= UNPACKED
    if len(data) > limit:
        raise LimitError(f"{name} has more than {limit:,} bytes: expected a smaller file")
    if data.startswith(PICTURES):
        advice = "pieces for the board that it draws, as --pieces 'tetrominoes*'" if data.startswith(PNG) else "a PNG"
        raise NotationError(f"{name} is a picture: expected {advice}")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NotationError(f"{name} is text in UTF-16: expected UTF-8, in which editors can save it as well")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if data.lstrip()[:1] == b"<":
            return data.decode("latin-1")
        wrong = f"byte {error.start} is 0x{data[error.start]:02x}"
        raise NotationError(f"{name} is not text: {wrong}: expected UTF-8") from None
    if "\0" in text:
        raise NotationError(f"{name} is not text: byte {text.index(chr(0))} is 0x00: expected UTF-8")
    return text


def _unpacked(data: bytes, name: str, limit: int) -> bytes:
    """Return the content of a gzip file, at most one byte more than `limit`."""
    import zlib

    unpack = zlib.decompressobj(wbits=31)
    try:
        content = unpack.decompress(data, limit + 1)
    except zlib.error as error:
        raise NotationError(f"{name} is a broken gzip file: {error}: expected a whole one") from None
    if not unpack.eof and len(content) <= limit:
        raise NotationError(f"{name} is a gzip file that ends too early: expected a whole one")
    return content


def check_notation_length(text: str) -> str:
    """Return the notation; raise LimitError beyond MAX_NOTATION characters."""
    if len(text) > MAX_NOTATION:
        raise LimitError(f"{quote(text)} has {len(text):,} characters: expected at most {MAX_NOTATION:,}, or a file")
    return text
