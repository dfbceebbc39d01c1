"""Build wheels for Linux, macOS and Windows on one machine, and the source distribution.

uv run --group wheels python -m tools.build_wheels --python python3.11 --python python3.12 --out dist

The compiler is zig from PyPI, which brings the libraries of every target. The headers are those of the Pythons named
(by default of the one that runs this): 3.11 gives wheels for 3.11, 3.12 and later the stable ABI (`cp312-abi3`). Every
wheel is inspected; what this machine cannot load has not been run, and is said to be so.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from pathlib import Path

from tools.wheels.assemble import assemble, build_pure, build_sdist
from tools.wheels.compile import ROOT, compile_kernel
from tools.wheels.inspect_wheel import faults_of
from tools.wheels.targets import TARGETS, Interface, Target, interface_of

WORK = ROOT / "build" / "wheels"
ASK = "import sys, sysconfig; print(*sys.version_info[:2], sysconfig.get_path('include'), sep='\\n')"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--target", action="append", choices=[*TARGETS, "here"], help="a system; by default all")
    parser.add_argument("--python", action="append", help="an interpreter with its headers; by default this one")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder of the wheels (default: dist)")
    parser.add_argument("--sdist", action="store_true", help="the source distribution, too")
    return parser.parse_args()


def interpreter(python: str) -> tuple[Interface, Path]:
    """Return what the headers of an interpreter are good for, and where they are."""
    answer = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=True).stdout.splitlines()
    include = Path(answer[2])
    if not (include / "Python.h").is_file():
        raise SystemExit(f"{python} has no headers in {include}: install them (Debian: python3-dev)")
    return interface_of((int(answer[0]), int(answer[1]))), include


def target_here() -> Target:
    """Return the target that is this machine."""
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    name = f"{ {'Darwin': 'macos'}.get(platform.system(), platform.system().lower()) }-{machine}"
    if name not in TARGETS:
        raise SystemExit(f"no wheels are built for {name}: choose a target of {', '.join(TARGETS)}")
    return TARGETS[name]


def build(target: Target, interface: Interface, include: Path, pure: Path, out: Path) -> tuple[Path, list[str]]:
    """Build one wheel, and return it with what is wrong with it."""
    module = compile_kernel(target, interface, include, WORK)
    wheel = assemble(pure, module, target, interface, out)
    return wheel, faults_of(wheel, target, interface)


def main() -> int:
    asked = parse_arguments()
    pythons = [interpreter(python) for python in asked.python or [sys.executable]]
    targets = [target_here() if name == "here" else TARGETS[name] for name in asked.target or TARGETS]
    pure = build_pure(WORK / "pure")
    failed = False
    for target in targets:
        for interface, include in pythons:
            wheel, faults = build(target, interface, include, pure, asked.out)
            print(
                f"{wheel.name}  {wheel.stat().st_size / 1e6:.2f} MB  {'; '.join(faults) or 'inspected, not run'}",
                flush=True,
            )
            failed |= bool(faults)
    if asked.sdist:
        print(build_sdist(asked.out).name)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
