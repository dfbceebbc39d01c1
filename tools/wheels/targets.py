"""The systems that wheels are built for, and the interfaces of Python that their kernels are linked against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

System = Literal["linux", "macos", "windows"]


@dataclass(frozen=True)
class Target:
    """A system: what zig calls it, what wheels call it, and what its shared libraries may need at run time."""

    name: str
    system: System
    zig: str
    platform_tag: str
    soabi: str  # how CPython ends the names of extensions there


# glibc 2.17 is that of manylinux2014. macOS 11 is the first for arm64, and 10.15 the oldest with all of C++17's library.
TARGETS = {
    target.name: target
    for target in (
        Target(
            "linux-x86_64",
            "linux",
            "x86_64-linux-gnu.2.17",
            "manylinux2014_x86_64.manylinux_2_17_x86_64",
            "x86_64-linux-gnu",
        ),
        Target(
            "linux-aarch64",
            "linux",
            "aarch64-linux-gnu.2.17",
            "manylinux2014_aarch64.manylinux_2_17_aarch64",
            "aarch64-linux-gnu",
        ),
        Target("macos-arm64", "macos", "aarch64-macos.11.0", "macosx_11_0_arm64", "darwin"),
        Target("macos-x86_64", "macos", "x86_64-macos.10.15", "macosx_10_15_x86_64", "darwin"),
        Target("windows-x86_64", "windows", "x86_64-windows-gnu", "win_amd64", "win_amd64"),
    )
}


@dataclass(frozen=True)
class Interface:
    """What a wheel asks of Python: the internals of one version, or the stable ABI from 3.12 on."""

    python: tuple[int, int]  # the version that the wheel names
    stable: bool

    @property
    def python_tag(self) -> str:
        """The wheel's tag of Python, such as `cp312`."""
        return f"cp{self.python[0]}{self.python[1]}"

    @property
    def abi_tag(self) -> str:
        """The wheel's tag of the interface: `abi3`, or that of the one version."""
        return "abi3" if self.stable else self.python_tag

    @property
    def definitions(self) -> list[str]:
        """What the compiler is told so that the headers offer this interface and no more."""
        return [f"-DPy_LIMITED_API=0x{self.python[0]:02x}{self.python[1]:02x}0000"] if self.stable else []

    @property
    def windows_library(self) -> str:
        """Python's library on Windows, without the ending."""
        return "python3" if self.stable else f"python{self.python[0]}{self.python[1]}"

    def module_name(self, target: Target) -> str:
        """The file name of the compiled kernel."""
        if target.system == "windows":
            return "_kernel.pyd" if self.stable else f"_kernel.{self.python_tag}-{target.soabi}.pyd"
        if self.stable:
            return "_kernel.abi3.so"
        return f"_kernel.cpython-{self.python[0]}{self.python[1]}-{target.soabi}.so"


STABLE_SINCE = (3, 12)  # nanobind needs what the stable ABI has only since then


def interface_of(version: tuple[int, int]) -> Interface:
    """The interface that a Python of this version has headers for.

    >>> interface_of((3, 14)).abi_tag, interface_of((3, 14)).python_tag, interface_of((3, 11)).abi_tag
    ('abi3', 'cp312', 'cp311')
    """
    return Interface(STABLE_SINCE, True) if version >= STABLE_SINCE else Interface(version, False)
