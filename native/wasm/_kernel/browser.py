"""Instances of kernel.wasm in Pyodide, through `web/static/backend/kernel.js`."""

from __future__ import annotations

from typing import Any

from js import newKernel  # type: ignore[import-not-found]
from tilewright._kernel.instance import Trap


class BrowserHost:
    """One instance in JavaScript. A call that ends it gives NaN; `failure` then says why."""

    def __init__(self) -> None:
        self.instance: Any = newKernel()
        self._call, self._view = self.instance.call, self.instance.view

    def call(self, name: str, *numbers: float) -> float:
        """Call an exported function."""
        result = self._call(name, *numbers)
        if result != result:
            failure = self.instance.failure
            raise Trap(failure.text, failure.kind, failure.number)
        return float(result)

    def read(self, address: int, length: int) -> bytes:
        """Copy from memory."""
        return bytes(self._view(address, length).to_bytes())

    def write(self, address: int, content: bytes) -> None:
        """Copy into memory."""
        self._view(address, len(content)).assign(content)

    def size(self) -> int:
        """Bytes of memory."""
        return int(self.instance.size())
