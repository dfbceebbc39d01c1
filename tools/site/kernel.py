"""kernel.wasm: the C++ kernel and its surface (native/bind), compiled by zig from PyPI (dependency group `site`)."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = ("-target", "wasm32-wasi", "-mcpu=generic+bulk_memory+simd128", "-O3")
# As in native/CMakeLists.txt; indexes of 64 bits, at most 2^29 by the limit of a cover's size, become words of 32 here.
EXACT = ("-Wconversion", "-Werror=conversion", "-Wno-sign-conversion", "-Wno-shorten-64-to-32")
COMPILE = ("-std=gnu++20", "-Wall", "-Wextra", *EXACT, "-Inative/include", "-Inative/src")
# 8 MB of stack for deep searches; 2 GB in all, so that a search which needs more fails by itself, not with its tab.
LINK = ("-mexec-model=reactor", "-s", "-Wl,-z,stack-size=8388608", "-Wl,--max-memory=2147483648")
JOBS = 2


def build_kernel(work: Path) -> Path:
    """Compile what has changed since the last time; return the path of kernel.wasm within `work`."""
    objects, wasm = work / "objects", work / "kernel.wasm"
    objects.mkdir(parents=True, exist_ok=True)
    native = ROOT / "native"
    found = [*native.glob("src/**/*.cpp"), *native.glob("bind/*.cpp"), *native.glob("wasm/*.cpp")]
    sources = sorted(path for path in found if path != native / "bind" / "module.cpp")  # that is Python's
    headers = list(native.rglob("*.hpp"))
    newest = max(path.stat().st_mtime for path in [*headers, Path(__file__)])
    made = {source: objects / (source.relative_to(ROOT).as_posix().replace("/", "_") + ".o") for source in sources}
    stale = [s for s, o in made.items() if not o.exists() or o.stat().st_mtime < max(newest, s.stat().st_mtime)]
    for gone in set(objects.glob("*.o")) - set(made.values()):
        gone.unlink()
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(lambda source: _zig(*COMPILE, "-c", str(source), "-o", str(made[source])), stale))
    if stale or not wasm.exists():
        _zig(*LINK, *map(str, made.values()), "-o", str(wasm))
    return wasm


def _zig(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", "c++", *TARGET, *words], cwd=ROOT, check=True)


if __name__ == "__main__":
    print(build_kernel(ROOT / "build" / "site"))
