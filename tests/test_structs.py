"""Structs are read into by several threads from the first moment on."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, threading, msgspec
from tilewright.puzzle.table import learnt

sys.setswitchinterval(1e-6)
TEXT = b'{"x": {"a": 1, "b": ["q"]}, "y": [{"a": 2}], "z": {"k": {"a": 3}}}'


class Inner(msgspec.Struct):
    a: int
    b: list[str] | None = None
    d: "list[Inner] | None" = None


def outer():
    class Outer(msgspec.Struct):
        x: Inner
        y: list[Inner] | str | int
        z: dict[str, Inner] | None = None
    return Outer


def read(struct, together, found):
    together.wait()
    found.append(msgspec.json.decode(TEXT, type=learnt(struct)).y[0].a)


for _ in range(300):
    struct, together, found = outer(), threading.Barrier(4), []
    threads = [threading.Thread(target=read, args=(struct, together, found)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2, 2, 2, 2]
print("whole")
"""


def test_a_struct_is_read_by_several_threads_at_once() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=False)
    assert (ran.stdout, ran.stderr, ran.returncode) == ("whole\n", "", 0)
