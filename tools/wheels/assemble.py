"""A wheel out of what the build backend makes without a compiler, and a kernel compiled for some system."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.wheels.compile import ROOT
from tools.wheels.targets import Interface, Target


def build_pure(out: Path) -> Path:
    """Build the wheel's Python part and its metadata with the project's own backend, and return its path."""
    shutil.rmtree(out, ignore_errors=True)
    plain = ["--config-setting=wheel.cmake=false", "--config-setting=wheel.py-api=py3"]
    _python("build", "--wheel", "--no-isolation", *plain, "--outdir", out, ROOT)
    (made,) = out.glob("*.whl")
    return made


def build_sdist(out: Path) -> Path:
    """Build the source distribution, and return its path."""
    _python("build", "--sdist", "--no-isolation", "--outdir", out, ROOT)
    return max(out.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime)


def assemble(pure: Path, module: Path, target: Target, interface: Interface, out: Path) -> Path:
    """Put the compiled kernel into a copy of the pure wheel, name the copy for its target, and return its path."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        _python("wheel", "unpack", "--dest", place, pure)
        (content,) = Path(place).iterdir()
        shutil.copy2(module, content / "tilewright")
        (description,) = content.glob("*.dist-info/WHEEL")
        description.write_text(described(description.read_text(encoding="utf-8"), target, interface), encoding="utf-8")
        _python("wheel", "pack", "--dest-dir", out, content)
    return max(out.glob("*.whl"), key=lambda path: path.stat().st_mtime)


def described(text: str, target: Target, interface: Interface) -> str:
    """Return the text of a wheel's file WHEEL with the tags of the target instead of those it has."""
    kept = [line for line in text.splitlines() if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    python = f"{interface.python_tag}-{interface.abi_tag}"
    tags = [f"Tag: {python}-{platform}" for platform in target.platform_tag.split(".")]
    return "\n".join([*kept, "Root-Is-Purelib: false", *tags, ""])


def _python(module: str, *arguments: str | Path) -> None:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{module} failed:\n{done.stdout}")
