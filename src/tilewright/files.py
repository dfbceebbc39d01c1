"""Files are written completely or not at all, and only over what they may replace.

Content goes to a hidden file in the same directory, which is renamed when all files of a call are complete. An existing
file keeps its mode; a new one gets what the umask leaves. A link, FIFO, device or read-only file is refused; with `force`
a link is followed, a FIFO or device is written to, and a read-only file is replaced. A file that grows (`GrowingFile`) is
written to NAME.XXXX.part beside the one that it replaces at its end.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from tilewright.errors import NotationError, quote

MODE = 0o666  # of a new file, before the umask
LONGEST_NAME = 255  # bytes, of which a character takes four at most
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # for the other end of a FIFO


def write(path: Path, content: str | bytes, force: bool = False) -> None:
    """Write a whole file or nothing; text is encoded as UTF-8. Raises NotationError if it cannot be written."""
    write_all({path: content}, force)


def write_all(files: Mapping[Path, str | bytes], force: bool = False) -> None:
    """Write all files or none. Raises NotationError naming the file that cannot be written, and why."""
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
    """Open a regular file for reading. Raises NotationError for any other, at once: opening a FIFO would wait for its writer."""
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
    """A file that is written bit by bit and takes the place of `path` when it is finished; nothing written, nothing replaced.

    Until then it is called NAME.XXXX.part, and stays there if the program is killed or the disk is full.
    """

    def __init__(self, path: Path, force: bool = False) -> None:
        self.path, self._force = path, force
        self._target = self._place = path
        self._file: BinaryIO | None = None

    def write(self, text: str) -> None:
        """Append. Raises NotationError naming the file that has what was written before, if this cannot be."""
        try:
            if self._file is None:
                self._file = self._open()
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            kept = f": what was written is in {_name(self._place)}" if self._file is not None else ""
            raise NotationError(f"{_name(self.path)}: {error.strerror or error}{kept}") from None

    def finish(self) -> None:
        """Put it into its place."""
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
    """Return the file that `path` leads to. Raises NotationError unless it may be written, and a file made beside it.

    Call it before a long search as well. A file is really made and removed, because permissions say nothing of full disks.
    Not `forcible`: the message does not advise --force, which the option of such a file does not take.
    """
    try:
        if not force:
            _check_replaceable(path, forcible)
        path = _followed(path)
        if path.is_dir():
            raise NotationError(f"{_name(path)}: is a directory: expected the name of a file")
        if not _is_stream(path):
            _try_new_file(path.parent)
    except NotationError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        said = getattr(error, "strerror", None) or error
        raise NotationError(f"{_name(path)}: cannot write there: {said}: expected a directory for new files") from None
    return path


def _try_new_file(folder: Path) -> None:
    """Make a file and remove it; `tempfile`, with all that it imports, takes as long as a small puzzle."""
    place = folder / _hidden_name()
    os.close(os.open(place, NEW, MODE))
    place.unlink()


def _hidden_name() -> str:
    return f".tilewright-{os.urandom(8).hex()}"


def _followed(path: Path) -> Path:
    """Return the file that a link leads to, or the path itself where it is none."""
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
    """Return True for a FIFO, device or socket, which is written to and never replaced."""
    return path.exists() and _is_special(path.stat().st_mode)


def _create(path: Path, content: bytes, like: Path) -> None:
    """Write a new file with the mode of the file `like`, where there is one."""
    with os.fdopen(os.open(path, NEW, MODE), "wb") as file:
        keep_mode(path, like)
        file.write(content)


def keep_mode(path: Path, like: Path) -> None:
    """Give `path` the mode of the file whose place it will take, where there is one."""
    if like.exists():
        path.chmod(stat.S_IMODE(like.stat().st_mode) & 0o777)


def _bytes(path: Path, content: str | bytes) -> bytes:
    try:
        return content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        lone = hex(ord(error.object[error.start]))
        raise NotationError(f"{_name(path)}: lone surrogate {lone}: expected text that UTF-8 can encode") from None


def _name(path: Path) -> str:
    """The path as an error quotes it: as it is where that is a name to be copied."""
    name = str(path)
    return name if name.isprintable() and len(name) <= 200 else quote(name)
