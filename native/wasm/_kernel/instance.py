"""Instances of kernel.wasm: how they are called, how they end, and the pool they come from."""

from __future__ import annotations

import sys
from typing import Protocol

from tilewright._kernel.blocks import WORD

MOST_FREE = 4  # instances that wait for their next use
MOST_KEPT = 64 << 20  # bytes of memory of an instance that is used again: it never shrinks
INVALID, TOO_LONG, MEMORY, OTHER, OVERFLOW = 1, 2, 3, 4, 5  # native/wasm/blocks.hpp
EXCEPTIONS = {INVALID: ValueError, TOO_LONG: ValueError, MEMORY: MemoryError, OVERFLOW: OverflowError}


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
    """The instance has ended: `kind` as in blocks.hpp, `number` the bytes wanted if there was too little memory."""

    def __init__(self, text: str, kind: int = OTHER, number: float = 0) -> None:
        super().__init__(text)
        self.text, self.kind, self.number = text, kind, int(number)

    def as_python(self) -> Exception:
        """The exception that the compiled kernel raises in its place."""
        return EXCEPTIONS.get(self.kind, RuntimeError)(self.text)


class Instance:
    """One instance. It has ended for good once a call has raised Trap."""

    def __init__(self) -> None:
        self.host: Host = _new_host()
        self.ended = False
        self.host.call("tw_begin")

    def call(self, name: str, *numbers: float, block: bytes = b"") -> bytes:
        """Call an exported function whose values are in a block; the words of its results."""
        try:
            if block:
                self.host.write(int(self.host.call("tw_input", float(len(block)))), block)
            address = int(self.host.call(name, *map(float, numbers)))
        except Trap:
            self.ended = True
            raise
        head = self.host.read(address, 16)  # of most results all
        length = 8 * WORD.unpack_from(head)[0]
        return head[8 : 8 + length] if length <= 8 else self.host.read(address + 8, length)

    def free(self, handle: int) -> None:
        """Free an object."""
        if not self.ended:
            self.host.call("tw_free", float(handle))


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
    instance.host.call("tw_clear")
    _free.append(instance)
