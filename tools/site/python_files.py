"""The Python of the site: its standard library less what no page needs, and the package with msgspec; as byte code."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import deflate

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tilewright"
KERNEL = ROOT / "native" / "wasm" / "_kernel"
# Parts of the package that only the command line and the server use, and those that printing needs besides.
NOT_IN_PAGE = [
    "cli", "runs", "series", "fillable", "widget", "__main__.py", "web/static", "web/server.py", "web/processes.py",
    "data/series.json", "data/tetromino-boards.json",
    "data/LICENSE-DejaVu.txt", "data/silhouettes/fridgeiq-D4-corner.json",
    "data/silhouettes/fridgeiq-free-D4-concentric.json", "data/silhouettes/fridgeiq-free-D4-corner.json",
]  # fmt: skip
FOR_PRINTING = ("publish", "silhouettes")
# Modules of the standard library that talk to networks, processes, terminals and programmers, or stand in for C.
NOT_NEEDED = [
    "_ast_unparse", "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "_sysconfigdata__emscripten_wasm32-emscripten",
    "antigravity", "argparse", "asyncio/proactor_events", "asyncio/windows_events", "asyncio/windows_utils", "bdb",
    "cProfile", "calendar", "cgi", "cmd", "code", "configparser", "csv", "ctypes", "curses", "dbm", "difflib",
    "doctest", "email", "ensurepip", "filecmp", "fileinput", "ftplib", "getopt", "getpass", "gettext", "gzip", "html",
    "http", "idlelib", "imaplib", "importlib/metadata", "lib2to3", "logging/config", "logging/handlers", "mailbox",
    "mimetypes", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb", "pickle", "pickletools",
    "platform", "plistlib", "poplib", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "pydoc_data",
    "quopri", "rlcompleter", "runpy", "sched", "shelve", "smtplib", "socketserver", "sqlite3", "ssl", "symtable",
    "tabnanny", "tarfile", "test", "this", "timeit", "tkinter", "trace", "tracemalloc", "tty", "turtle", "turtledemo",
    "unittest", "urllib/error", "urllib/request", "urllib/response", "urllib/robotparser", "venv", "wave",
    "webbrowser", "wsgiref", "xml/dom", "xml/sax", "xmlrpc", "zipapp", "__hello__", "__phello__",
    "concurrent/interpreters", "concurrent/futures/process", "concurrent/futures/interpreter", "json/tool",
    "compileall", "statistics", "tomllib/mypyc",
]  # fmt: skip
# Of the encodings those of Unicode and the oldest ones; text comes and goes as UTF-8.
ENCODINGS = [
    "__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "undefined",
    "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le", "utf_7", "utf_8",
    "utf_8_sig", "charmap",
]  # fmt: skip
DATE = (2020, 1, 1, 0, 0, 0)  # of every file in an archive: the same content is the same archive


def build_library(pyodide: Path, work: Path, target: Path) -> None:
    """Write stdlib.zip.gz."""
    sources = _fresh(work / "library")
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(sources)
    for name in NOT_NEEDED:
        _remove(sources / name)
        _remove(sources / f"{name}.py")
    for path in (sources / "encodings").iterdir():
        if path.stem not in ENCODINGS:
            _remove(path)
    _archive(_compiled(pyodide, sources, work / "library-compiled"), target)


def build_app(pyodide: Path, msgspec: Path, work: Path, target: Path, printing: Path) -> None:
    """Write app.zip.gz: the package with the kernel's module for WebAssembly, and msgspec; what only printing needs apart."""
    sources, rest = _fresh(work / "app"), _fresh(work / "printing")
    with zipfile.ZipFile(msgspec) as archive:
        archive.extractall(sources)
    for folder in sources.glob("*.dist-info"):
        shutil.rmtree(folder)
    package = sources / "tilewright"
    shutil.copytree(
        PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.pyi", "py.typed")
    )
    for name in NOT_IN_PAGE:
        _remove(package / name)
    for name in FOR_PRINTING:
        shutil.move(package / name, rest / "tilewright" / name)
    shutil.copytree(KERNEL, package / "_kernel", ignore=shutil.ignore_patterns("__pycache__", "machine.py"))
    _archive(_compiled(pyodide, sources, work / "app-compiled"), target)
    _archive(_compiled(pyodide, rest, work / "printing-compiled"), printing)


def _compiled(pyodide: Path, sources: Path, folder: Path) -> Path:
    """The folder with byte code in the place of sources, and all other files."""
    _fresh(folder)
    subprocess.run(["node", str(Path(__file__).with_name("compile.mjs")), pyodide, sources, folder], check=True)
    for path in sources.rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".pyi"):
            (folder / path.relative_to(sources)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / path.relative_to(sources))
    return folder


def _archive(folder: Path, target: Path) -> None:
    """All files of a folder, stored as they are and compressed as one: a tenth smaller, and read at once."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix(), DATE), path.read_bytes())
    target.write_bytes(deflate.gzip_compress(content.getvalue(), 12))


def _fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
