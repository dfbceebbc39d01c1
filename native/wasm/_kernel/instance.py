"""Instances of kernel.wasm: how they are called, how they end, and the pool they come from."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from tilewright._kernel.blocks import pack, unpack

MOST_FREE = 4  # instances that wait for their next use
MOST_KEPT = 64 << 20  # bytes of memory of an instance that is used again: it never shrinks
INVALID, TOO_LONG, MEMORY, OTHER = 1, 2, 3, 4  # native/wasm/wasm.hpp


class Host(Protocol):
    """One instance as its surroundings offer it."""

    def call(self, name: str, *numbers: float) -> float:
        """What the exported function returns. Raises Trap when the instance has ended."""

    def read(self, address: int, length: int) -> bytes:
        """Bytes of its memory."""

    def write(self, address: int, content: bytes) -> None:
        """Change its memory."""

    def size(self) -> int:
        """Bytes of its memory."""


class Trap(Exception):
    """The instance has ended: `kind` as in wasm.hpp, `number` the bytes wanted if there was too little memory."""

    def __init__(self, text: str, kind: int = OTHER, number: float = 0) -> None:
        super().__init__(text)
        self.text, self.kind, self.number = text, kind, int(number)

    def as_python(self) -> Exception:
        """The exception that the compiled kernel raises in its place."""
        kinds: dict[int, type[Exception]] = {INVALID: ValueError, TOO_LONG: ValueError, MEMORY: MemoryError}
        return kinds.get(self.kind, RuntimeError)(self.text)


class Instance:
    """One instance. It has ended for good once a call has raised Trap."""

    def __init__(self) -> None:
        self.host: Host = _new_host()
        self.ended = False

    def call(self, name: str, *numbers: float, arrays: Iterable[Any] = ()) -> float:
        """Call `tw_NAME` with numbers and a block of arrays."""
        block = arrays if isinstance(arrays, bytes) else pack(arrays)
        try:
            if block:
                self.host.write(int(self.host.call("tw_input", float(len(block)))), block)
            return self.host.call(f"tw_{name}", *map(float, numbers))
        except Trap:
            self.ended = True
            raise

    def results(self) -> list[memoryview]:
        """The arrays that the last call has written."""
        length = int(self.host.call("tw_output_bytes"))
        return unpack(self.host.read(int(self.host.call("tw_output")), length)) if length else []


def _new_host() -> Host:
    """A new instance of what this Python runs in."""
    if sys.platform == "emscripten":
        from tilewright._kernel.browser import BrowserHost

        return BrowserHost()
    from tilewright._kernel.machine import MachineHost

    return MachineHost()


_free: list[Instance] = []


def acquire() -> Instance:
    """An instance that nobody else uses."""
    return _free.pop() if _free else Instance()


def release(instance: Instance) -> None:
    """Give an instance back whose objects are all freed."""
    if instance.ended or len(_free) >= MOST_FREE or instance.host.size() > MOST_KEPT:
        return
    instance.call("clear")
    _free.append(instance)


@contextmanager
def borrowed() -> Iterator[Instance]:
    """An instance for a few calls. What they throw becomes the compiled kernel's exception."""
    instance = acquire()
    try:
        yield instance
    except Trap as trap:
        raise trap.as_python() from None
    finally:
        release(instance)


class Held:
    """An object of the kernel in an instance of its own; freed with the Python object."""

    kind: str
    instance: Instance
    handle: float

    def hold(self, instance: Instance, handle: float) -> None:
        """Take over the object, and with it the instance."""
        self.instance, self.handle = instance, handle

    def call(self, name: str, *numbers: float, arrays: Iterable[Any] = ()) -> float:
        """Call `tw_KIND_NAME` for this object. Raises what the compiled kernel would."""
        try:
            return self.instance.call(f"{self.kind}_{name}", self.handle, *numbers, arrays=arrays)
        except Trap as trap:
            raise trap.as_python() from None

    def results(self) -> list[memoryview]:
        """The arrays that the last call has written."""
        return self.instance.results()

    def free(self) -> None:
        """Free the object. Its instance may be used again."""
        if not self.instance.ended:
            self.instance.call(f"{self.kind}_free", self.handle)

    def __del__(self) -> None:
        if "handle" in self.__dict__:
            self.free()
            release(self.instance)


@contextmanager
def acquired() -> Iterator[Instance]:
    """An instance that somebody is going to hold; given back where that fails, with the compiled kernel's exception."""
    instance = acquire()
    try:
        yield instance
    except Trap as trap:
        release(instance)
        raise trap.as_python() from None
    except BaseException:
        release(instance)
        raise
