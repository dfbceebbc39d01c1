"""Instances of kernel.wasm outside of a browser, by wasmtime: for tests. TILEWRIGHT_KERNEL_WASM names the file."""

from __future__ import annotations

import os
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from tilewright._kernel.instance import Trap
from wasmtime import Engine, Func, Instance, Module, Store, WasmtimeError
from wasmtime import Trap as WasmTrap

NOT_SUPPORTED = 52  # of WASI: ENOSYS


@lru_cache
def _compiled() -> tuple[Engine, Module]:
    engine = Engine()
    return engine, Module(engine, Path(os.environ["TILEWRIGHT_KERNEL_WASM"]).read_bytes())


class MachineHost:
    """One instance by wasmtime."""

    def __init__(self) -> None:
        engine, module = _compiled()
        self.store = Store(engine)
        self.failure: tuple[int, str, float] | None = None
        imports = [Func(self.store, each.type, self._import(each.name)) for each in module.imports]
        self.exports = Instance(self.store, module, imports).exports(self.store)
        self.memory: Any = self.exports["memory"]
        self.functions: dict[str, Any] = {}
        self.call("_initialize")

    def call(self, name: str, *numbers: float) -> float:
        """Call an exported function."""
        function = self.functions.get(name) or self.functions.setdefault(name, self.exports[name])
        try:
            return float(function(self.store, *numbers) or 0.0)
        except (WasmTrap, WasmtimeError) as trap:
            if self.failure is None:
                raise Trap(f"the kernel ended: {str(trap).splitlines()[-1].strip()}") from None
            kind, text, number = self.failure
            raise Trap(text, kind, number) from None

    def read(self, address: int, length: int) -> bytes:
        """Copy from memory."""
        return bytes(self.memory.read(self.store, address, address + length))

    def write(self, address: int, content: bytes) -> None:
        """Copy into memory."""
        self.memory.write(self.store, content, address)

    def size(self) -> int:
        """Bytes of memory."""
        return int(self.memory.data_len(self.store))

    def _import(self, name: str) -> Any:
        return {"fail": self._fail, "clock_time_get": self._clock}.get(name, lambda *_: NOT_SUPPORTED)

    def _fail(self, kind: int, text: int, length: int, number: float) -> None:
        self.failure = (kind, self.read(text, length).decode(), number)

    def _clock(self, clock: int, precision: int, address: int) -> int:
        self.write(address, time.perf_counter_ns().to_bytes(8, "little"))
        return 0
