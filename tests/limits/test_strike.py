"""After the clock has struck, little more is done: counted in calls of functions, so no test here takes a look at a clock."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.clock import NEVER, Clock
from tests.limits.running import words_of

MOST_CALLS = 60_000  # of functions after the limit: some hundredths of a second
LOOKS = (0, 7, 40)  # at the clock, before it strikes
# Each would go on for much longer.
COMMANDS = [
    "solve tetrominoes*@30x30 -n 1000 -o {out}.svg",
    "solve pentominoes*@30x30 -o {out}.png",
    "solve tetracubes*@8x8x8 -n 3 -o {out}.svg",
    "solve tetrominoes*@30x30 -n 1000 -o {out}.wkt",
    "solve tetrominoes*@30x30 --random 1 -n 1000",
    "count tetrominoes*@30x30 --up-to symmetries",
    "count pentominoes*@20x20 --where 'no two of one kind meet'",
    "count tetrominoes*@8x8 --by piece -o {out}.svg",
    "verdict pentominoes*@30x30 -o {out}.svg",
    "verdict {parity.json} --relax",
    "hint pentominoes@6x10",
    "check LPNUV@5x5 --proof {formula.cert}",
    "cover {pairs.dlx} --all",
    "series tetrominoes*@{n}x{n} --n 30",
    "series pentominoes*@5x{n} --recurrence",
    "design silhouettes --pieces pentominoes --symmetry C2",
    "design challenges --pieces fridgeiq --shapes convex",
    "design shikaku 30x30 --difficulty extreme --count 20 --json",
    "design edges 5x5 --difficulty extreme --count 20",
    "design blocks --shape 12x12 --pieces 30 --difficulty extreme",
    "design levels --pieces pentominoes --count 200 --difficulty easy..extreme --hints -o {out}.json",
    "design convex sei-shonagon",
    "design family calendar --find hexominoes --tries 100000",
    "design family mondrian",
]


class Struck(Clock):
    """A clock that counts what is called after it has struck."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, looks: float) -> None:
        self.calls = 0
        super().__init__(monkeypatch, looks)

    def strike(self) -> None:
        super().strike()
        if sys.getprofile() is None:
            sys.setprofile(self._count)

    def _count(self, frame: FrameType, event: str, argument: Any) -> None:
        self.calls += event in ("call", "c_call")


@pytest.fixture
def strike(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], Struck]]:
    yield lambda looks: Struck(monkeypatch, looks)
    sys.setprofile(None)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("command", COMMANDS)
def test_little_is_done_after_the_limit(
    command: str, looks: int, run: CommandLine, strike: Callable[[float], Struck], files: Path, tmp_path: Path
) -> None:
    words = words_of(command, files, tmp_path)
    clock = strike(looks)
    ran = run(*words, "--limit", str(NEVER))
    sys.setprofile(None)
    assert "Traceback" not in ran.err and ran.code in (0, 1, 2, 3)
    assert clock.calls <= MOST_CALLS, f"{clock.calls:,} calls after the limit"
