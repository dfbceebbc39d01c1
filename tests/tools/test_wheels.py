"""What wheels are called, and the headers they are compiled with. The wheel itself is built and run by .ci/run."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

from tools.wheels.headers import pyconfig, write_headers
from tools.wheels.targets import TARGETS, interface_of

SIZES = """
#include <Python.h>
#include <stdio.h>
int main(void) {
  printf("%zu %zu %zu %zu %zu\\n", sizeof(PyHeapTypeObject), sizeof(PyTypeObject), sizeof(Py_ssize_t), sizeof(Py_hash_t),
         sizeof(PyThreadState));
  return PY_VERSION_HEX >> 24 != 3;
}
"""


@pytest.mark.parametrize(
    ("name", "version", "module"),
    [
        ("linux-x86_64", (3, 11), "_kernel.cpython-311-x86_64-linux-gnu.so"),
        ("linux-aarch64", (3, 13), "_kernel.abi3.so"),
        ("macos-arm64", (3, 11), "_kernel.cpython-311-darwin.so"),
        ("windows-x86_64", (3, 11), "_kernel.cp311-win_amd64.pyd"),
        ("windows-x86_64", (3, 12), "_kernel.pyd"),
    ],
)
def test_names_of_modules_are_those_that_python_looks_for(name: str, version: tuple[int, int], module: str) -> None:
    assert interface_of(version).module_name(TARGETS[name]) == module


def test_every_later_python_takes_the_stable_interface_of_3_12() -> None:
    for minor in (12, 13, 14):
        assert interface_of((3, minor)).definitions == ["-DPy_LIMITED_API=0x030c0000"]
    assert not interface_of((3, 11)).definitions


def sizes(include: Path, folder: Path) -> str:
    """What a program says that is compiled with these headers."""
    source, program = folder / "sizes.c", folder / "sizes"
    source.write_text(SIZES)
    subprocess.run(["cc", "-D_GNU_SOURCE", f"-I{include}", str(source), "-o", str(program)], check=True)
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout


def test_our_header_lays_out_what_python_does(tmp_path: Path) -> None:
    theirs = Path(sysconfig.get_path("include"))
    ours = write_headers(theirs, TARGETS["linux-x86_64"], tmp_path / "include")
    assert sizes(ours, tmp_path) == sizes(theirs, tmp_path)


def test_windows_has_short_longs_and_imports_from_a_library() -> None:
    text = pyconfig("windows")
    for line in ("SIZEOF_LONG 4", "SIZEOF_WCHAR_T 2", "MS_WINDOWS 1", "HAVE_DECLSPEC_DLL 1", "Py_ENABLE_SHARED 1"):
        assert f"#define {line}\n" in text
    assert "HAVE_FORK" not in text and "MS_WINDOWS" not in pyconfig("macos")
