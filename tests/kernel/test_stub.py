"""The committed stub of the compiled module is what the module says of itself."""

from pathlib import Path

from nanobind.stubgen import StubGen

import tilewright
from tilewright import _kernel


def test_the_stub_is_in_step() -> None:
    generator = StubGen(_kernel)
    generator.put(_kernel)
    stub = Path(tilewright.__file__).with_name("_kernel.pyi")
    assert generator.get() == stub.read_text(), (
        "mend with: python -m nanobind.stubgen -m tilewright._kernel -O src/tilewright"
    )
