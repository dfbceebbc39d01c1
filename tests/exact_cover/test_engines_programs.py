"""What solvers outside this process answer, and what is refused."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.listing import listed
from tests.helpers.looks import stopped
from tilewright.errors import EngineUnavailableError, NotationError, OutOfTimeError
from tilewright.exact_cover import linear
from tilewright.exact_cover.engine import engine, engines
from tilewright.exact_cover.engines.mip import run_program
from tilewright.exact_cover.limits import Deadline, InterruptibleCall, Limit
from tilewright.exact_cover.outcome import PresolveNote
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.progress import Progress
from tilewright.kinds import Packing

COVER = ExactCover.of([(0,), (1,), (0, 1)], primary=2)
ANSWER = "c Problem: x\ns mip 2 3 o 0\ni 1 1\ni 2 1\nj 1 0\nj 2 0\nj 3 1\ne o f\n"


def test_answer_of_glpsol_is_read() -> None:
    assert linear.read_answer(ANSWER, 3) == (2,)
    assert linear.read_answer("s mip 2 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", 3) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cut short"),
        (ANSWER.replace("e o f\n", ""), "cut short"),
        (ANSWER.replace("j 2 0\n", ""), "cut short"),
        (ANSWER.replace("s mip 2 3 o", "s mip 2 4 o"), "4 columns: expected 3"),
        (ANSWER.replace("j 3 1", "j 3 0.5"), "expected 0 or 1"),
        (ANSWER.replace("j 3 1", "j 3 x"), "expected what glpsol -w writes"),
        (ANSWER.replace("j 3 1", "j"), "expected what glpsol -w writes"),
        (ANSWER.replace(" o 0\n", " u 0\n").replace("e o f\n", ""), "cut short"),
    ],
)
def test_broken_answers_are_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        linear.read_answer(text, 3)


def test_model_of_two() -> None:
    program = linear.Program.of(COVER, ["b0", "c00"], ["p", "q", "r"])
    text = linear.mathprog(program.columns, program.items.values())
    assert "var p, binary;" in text and "s.t. b0: p + r = 1;" in text and text.endswith("end;\n")
    bounded = ExactCover((0, 2, 1), (1, None, 3), ((0, 1, 1), (2,), (0, 1)))
    text, _ = linear.dump(bounded)
    assert "c0: x0 + x2 <= 1;" in text and "c1: 2 * x0 + x2 >= 2;" in text and "c2: 1 <= x1 <= 3;" in text


def test_missing_program_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, run: CommandLine, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineUnavailableError, match="glpsol is not on PATH: install GLPK"):
        engine("glpk", COVER)
    assert "install GLPK" in run.refused("solve", "FNPUV@5x5", "--engine", "glpk")


PACKAGES = {"sat": "python-sat", "mip": "highspy", "cp": "ortools", "z3": "z3-solver"}


@pytest.mark.parametrize(("name", "package"), PACKAGES.items())
def test_missing_package_says_how_to_get_it(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = engines()[name]
    monkeypatch.setattr("tilewright.exact_cover.engine.has_package", lambda _: False)
    assert str(found.unavailable()).endswith(f"pip install {package}")


@pytest.mark.skipif(not shutil.which("sleep"), reason="needs the program sleep")
def test_programs_are_ended_when_time_is_up(tmp_path: Path) -> None:
    for deadline, ended in ((Deadline(Limit(seconds=0.1)), "limit"), (Deadline(progress=stopped()), "stopped")):
        with pytest.raises(OutOfTimeError) as caught:
            run_program(["sleep", "60"], str(tmp_path), deadline)
        assert caught.value.ended == ended


@pytest.mark.skipif(not shutil.which("sh"), reason="needs the program sh")
def test_programs_end_with_us_when_we_are_terminated(tmp_path: Path) -> None:
    fake = tmp_path / "glpsol"
    fake.write_text(f"#!{shutil.which('sh')}\necho $$ > {tmp_path}/started\nexec {shutil.which('sleep')} 9999\n")
    fake.chmod(0o755)
    command = [sys.executable, "-m", "tilewright", "solve", "FNPUV@5x5", "--engine", "glpk"]
    owner = subprocess.Popen(command, env={**os.environ, "PATH": str(tmp_path)})
    started = tmp_path / "started"
    while not (started.exists() and started.read_text().strip()):
        assert owner.poll() is None
        time.sleep(0.02)
    owner.terminate()
    assert owner.wait(300) == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        for _ in range(15_000):  # an orphan that was ended is there until the system has taken notice
            os.kill(int(started.read_text()), 0)
            time.sleep(0.02)


def test_call_is_interrupted_by_a_stop() -> None:
    over = threading.Event()
    progress = Progress()
    call = InterruptibleCall(lambda: over.wait(60), over.set)
    threading.Timer(0.05, lambda: setattr(progress, "stop", True)).start()
    with pytest.raises(OutOfTimeError) as caught:
        call.wait(Deadline(progress=progress))
    assert caught.value.ended == "stopped" and not call.thread.is_alive()


def test_errors_of_a_call_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        InterruptibleCall(lambda: 1 // 0, lambda: None).wait(Deadline())


@pytest.mark.parametrize("name", ["sat", "cp", "mip", "z3"])
def test_stop_from_another_thread(name: str) -> None:
    if engines()[name].unavailable():
        pytest.skip(f"{name} is not installed")
    pairs = [(a, b) for a in range(40) for b in range(a + 1, 40)]
    progress = Progress()
    found = engine(name).solutions(ExactCover.of(pairs, primary=40), progress=progress)
    for number, _ in enumerate(found):
        progress.stop = progress.stop or number == 1
    assert found.outcome.ended == "stopped"


@pytest.mark.skipif(not find_spec("highspy"), reason="highspy is not installed")
def test_presolve_is_reported() -> None:
    found, outcome = listed("mip", Packing.parse("tetrominoes:O*@4x4").compile().cover)
    assert len(found) == 1
    assert outcome.note(PresolveNote) == PresolveNote(before=(16, 9, 36), settled="solved", after=(0, 0, 0))


@pytest.mark.skipif(not (find_spec("highspy") and find_spec("ortools")), reason="needs both packages")
def test_highs_and_or_tools_live_side_by_side() -> None:
    for name in ("mip", "cp", "mip", "cp"):
        assert [*engine(name).solutions(ExactCover.of([(0,)], primary=1))] == [[(0,)]]


@pytest.mark.skipif(not find_spec("highspy"), reason="highspy is not installed")
def test_a_worker_that_was_ended_is_not_used_again() -> None:
    hard = Packing.parse("pentominoes@6x10").compile().cover
    for _ in range(2):
        found, outcome = listed("mip", hard, Limit(seconds=0.3))
        assert not found and outcome.ended == "limit"
        assert [*engine("mip").solutions(ExactCover.of([(0,)], primary=1))] == [[(0,)]]


@pytest.mark.skipif(not find_spec("highspy"), reason="highspy is not installed")
def test_highs_takes_another_number_of_threads_each_time() -> None:
    """Its scheduler serves a process and keeps the first number it was started with."""
    cover = Packing.parse("dominoes*@2x3").compile().cover
    for threads in (1, 2, 4, 3, 3, 1, 2):
        found, outcome = listed("mip", cover, threads=threads)
        assert len(set(found)) == 3 and outcome.ended == "exhausted", threads
