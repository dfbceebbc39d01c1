"""What can be said about a wheel without running it: its size, and what its kernel is, needs and offers."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import lief
from abi3info import DATAS, FUNCTIONS

from tools.wheels.targets import STABLE_SINCE, Interface, Target

MOST_BYTES = 3_000_000
ENTRY = "PyInit__kernel"
C_LIBRARY = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"}
ANYWHERE = -2  # macOS: the name is looked for in all that is loaded, as Python's must be
LOADERS = {"x86_64": "ld-linux-x86-64.so.2", "aarch64": "ld-linux-aarch64.so.1"}


@dataclass(frozen=True)
class Facts:
    """Of a shared library: its machine, the libraries it needs, the names it offers and those it takes from Python."""

    machine: str
    needs: frozenset[str]
    offers: frozenset[str]
    takes: frozenset[str]
    oldest: str = ""  # the oldest macOS that loads it
    signed: bool = True


def faults_of(wheel: Path, target: Target, interface: Interface) -> list[str]:
    """Return what is wrong with a wheel, a sentence each: nothing if it is what its name says."""
    faults = []
    if wheel.stat().st_size > MOST_BYTES:
        faults.append(f"{wheel.stat().st_size} bytes, more than {MOST_BYTES}")
    with tempfile.TemporaryDirectory() as place, zipfile.ZipFile(wheel) as content:
        inside = [name for name in content.namelist() if "/_kernel." in name and not name.endswith(".pyi")]
        if inside != [f"tilewright/{interface.module_name(target)}"]:
            return [*faults, f"the compiled kernel in it is {inside}"]
        facts = READERS[target.system](content.extract(inside[0], place))
    faults += _faults(facts, target, interface)
    if target.system == "linux":
        faults += audit(wheel, target)
    return faults


def _faults(facts: Facts, target: Target, interface: Interface) -> list[str]:
    machine = target.zig.split("-")[0]
    allowed = {
        "linux": C_LIBRARY | {LOADERS[machine]},
        "macos": {"/usr/lib/libSystem.B.dylib"},
        "windows": {f"{interface.windows_library}.dll", "KERNEL32.dll"},
    }[target.system]
    faults = []
    if facts.machine != machine:
        faults.append(f"it is for {facts.machine}")
    if strange := sorted(name for name in facts.needs - allowed if not name.startswith("api-ms-win-crt-")):
        faults.append(f"it needs {', '.join(strange)}")
    if target.system == "windows" and f"{interface.windows_library}.dll" not in facts.needs:
        faults.append(f"it does not import {interface.windows_library}.dll")
    if ENTRY not in facts.offers:
        faults.append(f"it does not export {ENTRY}")
    if target.system == "linux" and len(facts.offers) > 1:  # names are shared by all that is loaded there
        faults.append(f"it exports {len(facts.offers)} names: {sorted(facts.offers)[:3]}")
    if not facts.takes:
        faults.append("it takes nothing from Python")
    if interface.stable and (outside := sorted(facts.takes - stable_names())):
        faults.append(f"outside the stable ABI: {', '.join(outside)}")
    if target.system == "macos" and facts.oldest != target.zig.split("-macos.")[1]:
        faults.append(f"it asks for macOS {facts.oldest}")
    if target.system == "macos" and machine == "aarch64" and not facts.signed:
        faults.append("it has no signature, without which arm64 loads nothing")
    return faults


def stable_names() -> set[str]:
    """The names of the stable ABI as of the version that our wheels name."""
    found = [*FUNCTIONS.values(), *DATAS.values()]
    return {item.symbol.name for item in found if (item.added.major, item.added.minor) <= STABLE_SINCE}


def audit(wheel: Path, target: Target) -> list[str]:
    """Ask auditwheel whether the wheel keeps what its platform tag promises."""
    command = [sys.executable, "-m", "auditwheel", "show", str(wheel)]
    said = " ".join(subprocess.run(command, capture_output=True, text=True, check=False).stdout.split())
    promised = target.platform_tag.split(".")[-1]
    if f'is consistent with the following platform tag: "{promised}"' in said:
        return []
    return [f"auditwheel says: {said}"]


def _from_python(names: set[str]) -> frozenset[str]:
    return frozenset(name for name in names if name.startswith(("Py", "_Py")))


def _read_elf(path: str) -> Facts:
    binary = lief.ELF.parse(path)
    assert binary is not None, f"{path} is not an ELF file"
    machine = {lief.ELF.ARCH.X86_64: "x86_64", lief.ELF.ARCH.AARCH64: "aarch64"}[binary.header.machine_type]
    offers = frozenset(str(symbol.name) for symbol in binary.exported_symbols)
    takes = _from_python({str(symbol.name) for symbol in binary.dynamic_symbols if symbol.shndx == 0})
    return Facts(machine, frozenset(map(str, binary.libraries)), offers, takes)


def _read_macho(path: str) -> Facts:
    binaries = lief.MachO.parse(path)
    binary = binaries.at(0) if binaries else None
    assert binary is not None, f"{path} is not a Mach-O file"
    cpu = lief.MachO.Header.CPU_TYPE
    machine = {cpu.X86_64: "x86_64", cpu.ARM64: "aarch64"}[binary.header.cpu_type]
    offers = frozenset(str(symbol.name).removeprefix("_") for symbol in binary.exported_symbols)
    bound: dict[bool, set[str]] = {True: set(), False: set()}
    for binding in binary.bindings:
        if (symbol := binding.symbol) is not None:
            bound[binding.library_ordinal == ANYWHERE].add(str(symbol.name).removeprefix("_"))
    itself = lief.MachO.LoadCommand.TYPE.ID_DYLIB
    libraries = {str(library.name) for library in binary.libraries if library.command != itself}
    needs = frozenset(libraries | {f"{name} in one library" for name in _from_python(bound[False])})
    if binary.build_version is not None:
        least = binary.build_version.minos
    else:
        assert binary.version_min is not None, f"{path} does not say for which system it is"
        least = binary.version_min.version
    oldest = f"{least[0]}.{least[1]}"
    return Facts(machine, needs, offers, _from_python(bound[True]), oldest, binary.has_code_signature)


def _read_pe(path: str) -> Facts:
    binary = lief.PE.parse(path)
    assert binary is not None, f"{path} is not a PE file"
    machine = {lief.PE.Header.MACHINE_TYPES.AMD64: "x86_64"}[binary.header.machine]
    exported = binary.get_export()
    offers = frozenset(str(entry.name) for entry in exported.entries) if exported else frozenset()
    takes = _from_python({str(entry.name) for library in binary.imports for entry in library.entries})
    return Facts(machine, frozenset(str(library.name) for library in binary.imports), offers, takes)


READERS = {"linux": _read_elf, "macos": _read_macho, "windows": _read_pe}
