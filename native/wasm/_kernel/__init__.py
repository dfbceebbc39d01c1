"""The compiled kernel's names where no extension module can be loaded: in a browser, by kernel.wasm.

This package takes the place of the extension `tilewright._kernel` in the wheel of the static studio, and in tests. Each
object that searches has an instance of kernel.wasm to itself, from a pool (`instance.py`): a failure ends that
instance and nothing else, and its memory goes with it. Its names are made of what kernel.wasm says of itself
(`surface.py`), but for those that must differ here (`here.py`).
"""

from __future__ import annotations

from tilewright._kernel import here

globals().update(here.NAMES)
Frontier, SolutionGraph = here.Frontier, here.SolutionGraph
SilhouetteSearch, ShikakuJob = here.SilhouetteSearch, here.ShikakuJob
