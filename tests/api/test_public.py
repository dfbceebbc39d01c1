"""What a user meets: signatures, and a typed program over the whole library."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.paths import ROOT

SCRIPT = Path(__file__).with_name("strict_script.py")


def test_cover_is_a_function() -> None:
    assert tw.cover([[1]]).count().value == 1
    assert tw.cover([["a"]]).items == ("a",)


def test_signatures_say_what_python_says() -> None:
    assert list(inspect.signature(tw.solve).parameters)[:3] == ["puzzle", "n", "engine"]
    assert inspect.signature(tw.solve).bind(tw.load("FNPUV@5x5"), 3).arguments["n"] == 3


def test_the_script_runs() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


@pytest.mark.full
@pytest.mark.ci
def test_the_script_is_typed() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", str(SCRIPT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
