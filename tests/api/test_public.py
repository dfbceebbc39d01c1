"""What a user meets: `help` that fits the screen, a typed program over the whole library, nothing imported before it is used."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.paths import ROOT

SCRIPT = Path(__file__).with_name("strict_script.py")


@pytest.mark.parametrize("name", [name for name in tw.__all__ if not name.endswith("Error") and name != "cover"])
def test_help_fits_the_screen(name: str) -> None:
    value = getattr(tw, name)
    text = pydoc.plain(pydoc.render_doc(value))
    ours = [base for base in getattr(value, "__mro__", ()) if base.__module__.startswith("tilewright.")]
    described = (
        [value, *(getattr(base, key) for base in ours for key in vars(base) if not key.startswith("_"))]
        if inspect.isclass(value)
        else [value]
    )
    names = {each.__name__ for each in described if callable(each)}
    lines = text.splitlines()
    starts = [line for line in lines if any(line.lstrip(" |").startswith(f"{each}(") for each in names)]
    assert starts and max(map(len, starts)) <= 100, max(starts, key=len)
    if inspect.isfunction(value) and len(inspect.signature(value).parameters) > 4:
        first = lines.index(next(line for line in lines if line.startswith(f"{value.__name__}(")))
        assert lines[first] == f"{value.__name__}(" and "'" not in lines[first + 1]


def test_cover_is_the_package_and_the_function() -> None:
    code = "import tilewright.cover.limits, tilewright as tw; print(tw.cover([[1]]).count().value, tw.cover.limits.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "1 tilewright.cover.limits\n", done.stderr
    assert tw.cover([[1]]).items == (1,)


def test_signatures_say_what_python_says() -> None:
    assert list(inspect.signature(tw.solve).parameters)[:3] == ["puzzle", "n", "engine"]
    assert inspect.signature(tw.solve).bind(tw.load("FNPUV@5x5"), 3).arguments["n"] == 3
    assert str(inspect.signature(tw.faults)).startswith("(puzzle: Puzzle, ")


def test_the_script_runs() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


@pytest.mark.full
@pytest.mark.ci
def test_the_script_is_typed() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", str(SCRIPT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
