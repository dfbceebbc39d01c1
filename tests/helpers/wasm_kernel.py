"""Python with kernel.wasm in place of the compiled kernel, run by wasmtime.

As a plugin of pytest, `TILEWRIGHT_KERNEL_WASM=kernel.wasm pytest -p tests.helpers.wasm_kernel tests/...` runs any test
against it; as a program it runs another: `python -m tests.helpers.wasm_kernel tests/helpers/some.py ARGUMENTS`.
"""

from __future__ import annotations

import importlib.util
import runpy
import sys
from pathlib import Path

import tilewright

PACKAGE = Path(__file__).parents[2] / "native" / "wasm" / "_kernel"
NAME = "tilewright._kernel"


def install() -> None:
    """Put the package of kernel.wasm in the place of the extension module. Nothing may have imported that yet."""
    assert NAME not in sys.modules, "the compiled kernel is loaded already"
    spec = importlib.util.spec_from_file_location(
        NAME, PACKAGE / "__init__.py", submodule_search_locations=[str(PACKAGE)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    tilewright._kernel = module  # type: ignore[attr-defined]


install()
if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
