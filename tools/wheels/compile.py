"""The kernel and its bindings, compiled for a target by zig, which brings every target's libraries with it.

What the build in CMakeLists.txt does through nanobind's own functions is done here as nanobind's `nb_combined.cpp`
describes it, because those functions ask the machine they run on what the extension has to be linked with.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import lief
import nanobind

from tools.wheels.headers import write_headers
from tools.wheels.targets import Interface, Target

ROOT = Path(__file__).parents[2]
NANOBIND = Path(nanobind.include_dir()).parent
ZIG = [sys.executable, "-m", "ziglang"]
OPTIMISED = ["-std=gnu++20", "-O3", "-DNDEBUG", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"]


def compile_kernel(target: Target, interface: Interface, include: Path, work: Path) -> Path:
    """Compile and link `_kernel` for a target. `include` holds CPython's headers of the interface's version or, for the
    stable ABI, of a later one. Raises CalledProcessError where the compiler fails; it has said why.
    """
    place = work / target.name / interface.abi_tag
    place.mkdir(parents=True, exist_ok=True)
    headers = write_headers(include, target, place / "include")
    objects = [*_kernel_objects(target, work / target.name / "kernel"), *_bindings(target, interface, headers, place)]
    module = place / interface.module_name(target)
    _link(target, interface, objects, module)
    return module


def _kernel_objects(target: Target, place: Path) -> list[Path]:
    """The C++ library that knows no Python: the same for every interface."""
    sources = sorted((ROOT / "native/src").rglob("*.cpp"))
    return _compile(target, sources, [f"-I{ROOT}/native/include", f"-I{ROOT}/native/src"], place)


def _bindings(target: Target, interface: Interface, headers: Path, place: Path) -> list[Path]:
    # The limited API's headers no longer include stdio.h, which nanobind's use.
    python = [f"-I{headers}", f"-I{NANOBIND}/include", "-include", "stdio.h", *interface.definitions]
    own = _compile(target, sorted((ROOT / "native/bind").glob("*.cpp")), [*python, f"-I{ROOT}/native/include"], place)
    core = [*python, f"-I{NANOBIND}/ext/robin_map/include", "-fno-strict-aliasing", "-DNB_COMPACT_ASSERTIONS"]
    return own + _compile(target, [NANOBIND / "src/nb_combined.cpp"], core, place)


def _compile(target: Target, sources: list[Path], options: list[str], place: Path) -> list[Path]:
    """Compile each source to an object. Zig itself remembers what it has compiled before."""
    place.mkdir(parents=True, exist_ok=True)
    position = [] if target.system == "windows" else ["-fPIC"]

    def compile_one(source: Path) -> Path:
        made = place / f"{source.parent.name}-{source.stem}.o"
        _zig("c++", "-target", target.zig, *OPTIMISED, *position, *options, "-c", str(source), "-o", str(made))
        return made

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        return list(workers.map(compile_one, sources))


def _link(target: Target, interface: Interface, objects: list[Path], module: Path) -> None:
    """Link without names that only a debugger reads. Python's own names are found when the module is loaded."""
    exported = module.parent / "exported.map"  # C++'s own library is inside, and must not stand in for that of others
    exported.write_text("{ global: PyInit__kernel; local: *; };\n", encoding="ascii")
    options = {
        "linux": ["-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now", f"-Wl,--version-script={exported}"],
        "macos": ["-Wl,-undefined,dynamic_lookup", "-Wl,-dead_strip", "-Wl,-headerpad_max_install_names"],
        "windows": ["-Wl,--gc-sections"],
    }[target.system]
    libraries = [str(_import_library(interface, objects, module.parent))] if target.system == "windows" else []
    names = [str(path) for path in objects]
    _zig("c++", "-target", target.zig, "-shared", "-s", *options, *names, *libraries, "-o", str(module))


def _import_library(interface: Interface, objects: list[Path], place: Path) -> Path:
    """What the linker for Windows needs instead of Python's DLL: the names that our objects take from it."""
    name = interface.windows_library
    wanted = sorted({symbol for path in objects for symbol in _python_names(path)})
    definition, library = place / f"{name}.def", place / f"{name}.lib"
    definition.write_text("\n".join([f"LIBRARY {name}.dll", "EXPORTS", *wanted, ""]), encoding="ascii")
    _zig("dlltool", "-m", "i386:x86-64", "-D", f"{name}.dll", "-d", str(definition), "-l", str(library))
    return library


def _python_names(path: Path) -> list[str]:
    """The names of Python that a COFF object leaves undefined; `__imp_` marks those that come from a DLL."""
    parsed = lief.COFF.parse(str(path))
    assert parsed is not None, f"{path} is not a COFF object"
    names = (str(symbol.name) for symbol in parsed.symbols if symbol.section_idx == 0)
    return [name.removeprefix("__imp_") for name in names if name.startswith(("__imp_Py", "__imp__Py"))]


def _zig(*arguments: str) -> None:
    subprocess.run([*ZIG, *arguments], check=True)
