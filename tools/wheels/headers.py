"""CPython's headers for systems other than this one.

The headers of one version are the same everywhere except `pyconfig.h`, which says what the compiler finds. We write that
file ourselves: what the public headers ask for is known from the target alone. `compile.py` takes the headers of an
interpreter on this machine and this file in place of the one beside them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tools.wheels.targets import System, Target

# Sizes that are the same on all 64-bit systems.
SIZES = {
    "SHORT": 2, "INT": 4, "LONG_LONG": 8, "VOID_P": 8, "SIZE_T": 8, "TIME_T": 8, "PID_T": 4, "UINTPTR_T": 8,
    "FLOAT": 4, "DOUBLE": 8, "_BOOL": 1,
}  # fmt: skip
OF_SYSTEM: dict[System, list[str]] = {
    "linux": ["HAVE_CLOCK_GETTIME", "HAVE_LANGINFO_H"],
    "macos": ["HAVE_CLOCK_GETTIME", "HAVE_LANGINFO_H"],
    "windows": ["MS_WINDOWS", "MS_WIN32", "MS_WIN64", "NT_THREADS", "HAVE_DECLSPEC_DLL", "Py_ENABLE_SHARED"],
}
POSIX = ["HAVE_PTHREAD_H", "HAVE_SSIZE_T", "HAVE_SYS_TIME_H", "HAVE_SYS_SELECT_H", "HAVE_FORK"]
EVERYWHERE = ["HAVE_STDDEF_H", "HAVE_WCHAR_H", "HAVE_SYS_STAT_H", "HAVE_STAT_H", "HAVE_LONG_LONG", "HAVE_THREAD_LOCAL"]
BUILT_WITH = ["WITH_THREAD", "WITH_PYMALLOC", "WITH_DOC_STRINGS", "DOUBLE_IS_LITTLE_ENDIAN_IEEE754"]


def write_headers(include: Path, target: Target, out: Path) -> Path:
    """Copy the headers in `include` to `out` with the target's `pyconfig.h` among them, and return `out`."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(include, out, ignore=shutil.ignore_patterns("pyconfig*.h"))
    (out / "pyconfig.h").write_text(pyconfig(target.system), encoding="utf-8")
    return out


def pyconfig(system: System) -> str:
    """Return the text of `pyconfig.h` for a 64-bit little-endian system.

    >>> "#define SIZEOF_LONG 4" in pyconfig("windows"), "#define SIZEOF_LONG 8" in pyconfig("macos")
    (True, True)
    """
    windows = system == "windows"
    sizes = {**SIZES, "LONG": 4 if windows else 8, "WCHAR_T": 2 if windows else 4, "PTHREAD_T": 8}
    flags = [*EVERYWHERE, *BUILT_WITH, *OF_SYSTEM[system], *([] if windows else POSIX)]
    lines = [f"#define SIZEOF_{name} {size}" for name, size in sizes.items()]
    return "\n".join(["#pragma once", *lines, *(f"#define {name} 1" for name in flags), ""])
