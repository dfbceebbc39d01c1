"""kernel.wasm behind the compiled kernel's names, by wasmtime: the same answers, and failures that end one instance."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest

from tests.helpers.answers_of import answers
from tests.helpers.site import ROOT, kernel_wasm
from tilewright import _kernel

PROGRAM = ("tests/helpers/answers_of.py",)


def by_wasm(*words: str) -> list[str]:
    """The lines that a program prints with kernel.wasm."""
    environment = {**os.environ, "TILEWRIGHT_KERNEL_WASM": str(kernel_wasm())}
    command = (sys.executable, "-m", "tests.helpers.wasm_kernel", *words)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def same_answers(first: int, last: int) -> None:
    lines = by_wasm(*PROGRAM, str(first), str(last))
    assert len(lines) == last - first
    for seed, line in zip(range(first, last), lines, strict=True):
        assert json.loads(line) == json.loads(json.dumps(answers(seed))), seed


@pytest.mark.full
@pytest.mark.ci
def test_random_puzzles_of_all_lattices_have_the_same_answers() -> None:
    same_answers(0, 60)


@pytest.mark.full
def test_two_thousand_random_puzzles_have_the_same_answers() -> None:
    same_answers(60, 2060)


SURFACE = """
import enum, json, sys
from tilewright import _kernel

rows = {}
for name in sorted(vars(_kernel)):
    value = getattr(_kernel, name)
    if isinstance(value, type) and issubclass(value, enum.Enum):
        rows[name] = {each.name: each.value for each in value}
    elif isinstance(value, type):
        rows[name] = [each for each in sys.argv[1:] if each.startswith(name + ".") and hasattr(value, each.split(".")[1])]
    elif isinstance(value, int):
        rows[name] = value
    elif callable(value):
        rows[name] = "function"
print(json.dumps(rows, sort_keys=True))
"""


@pytest.mark.full
@pytest.mark.ci
def test_all_that_the_compiled_kernel_has_is_there(tmp_path: Path) -> None:
    """Its names, its constants, its enumerations' values, and of each class its methods and properties."""
    program = tmp_path / "surface.py"
    program.write_text(SURFACE)
    members = [
        f"{name}.{member}"
        for name, value in vars(_kernel).items()
        if isinstance(value, type) and not issubclass(value, Enum)
        for member in vars(value)
        if not member.startswith("_")
    ]
    compiled = subprocess.run(
        [sys.executable, str(program), *members], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    (browser,) = by_wasm(str(program), *members)
    here = json.loads(browser)
    for name, row in json.loads(compiled).items():
        assert here[name] == row, name


LEVELS = """
import tilewright as tw
for text in ("soma@3x3x3", "tetracubes*@2x4x4", "pentominoes:FNPUV@5x5"):
    answers = tw.solve(tw.load(text), 3)
    print(text, [(each.answer, each.levels) for each in map(tw.disassemble, answers)])
"""


def test_assemblies_come_apart_in_as_many_moves(tmp_path: Path) -> None:
    program = tmp_path / "levels.py"
    program.write_text(LEVELS)
    compiled = subprocess.run(
        [sys.executable, str(program)], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert by_wasm(str(program)) == compiled.splitlines()


def test_a_value_comes_back_from_a_block_as_it_was() -> None:
    blocks = runpy.run_path(str(ROOT / "native" / "wasm" / "_kernel" / "blocks.py"))
    for given, value in (
        ("q", -(2**62)),
        ("Q", 2**64 - 1),
        ("d", -0.5),
        ("?", True),
        ("text", "Größe"),
        ("bytes", b"\0" * 9),
        ("latin-1", "±"),
        (["numbers", "i"], [-1, 2, 3]),
        (["list", ["numbers", "H"]], [[], [1], [65535] * 5]),
        (["optional", ["tuple", "q", "text"]], (1, "")),
        (["optional", "q"], None),
        (["row", "q", "q", "q"], [1, 2, 3]),
    ):
        kind = blocks["kind_of"](given, None)
        out: list[bytes] = []
        kind.put(value, out)
        kind.put(value, out)
        block = blocks["Block"](b"".join(out))
        assert (kind.get(block), kind.get(block)) == (value, value), given
        assert block.at == len(block.view) and not block.at % 8, given


FAILURES = """
from array import array
from tilewright import Limit, Packing, Shikaku, count, load
from tilewright import _kernel
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.errors import LimitError

def tried(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"

def view(kind, *numbers):
    return memoryview(array(kind, numbers))

empty = view("q"), view("i")
print(tried(lambda: _kernel.Cover(view("i", 1), view("i", 0), view("q", 0), view("i"), view("i"), *empty, [], view("i"))))
cover = kernel_cover(load("pentominoes@6x10").compile().cover)
plan = _kernel.Plan(cover, _kernel.SearchEngine.GENERAL)
search = plan.search()
print(search.run(1000)[0], search.nodes)
print(tried(lambda: _kernel.Plan(cover, _kernel.SearchEngine.SWEEP, memory=1000)).partition(":")[0])
print(tried(lambda: plan.search([7, 7, 7])).partition(":")[0])
frontier = _kernel.Frontier(kernel_cover(load("pentominoes@6x10").compile().cover), 1 << 20)
outcome = _kernel.Outcome.RUNNING
while outcome is _kernel.Outcome.RUNNING:
    outcome = frontier.run(100_000)
print(outcome, frontier.memory_wanted > 1 << 20)
corners = tuple((row, column, None) for row in (0, 399) for column in (0, 399))
print(tried(lambda: count(Shikaku(400, 400, corners))).partition(":")[0])
print(count(load("pentominoes@6x10")).value)
"""


@pytest.mark.full
@pytest.mark.ci
def test_a_failure_ends_one_instance_and_the_next_call_gets_another(tmp_path: Path) -> None:
    program = tmp_path / "failures.py"
    program.write_text(FAILURES)
    cover, found, plan, path, frontier, shikaku, whole = by_wasm(str(program))
    assert cover.startswith("ValueError: ") and len(cover) > len("ValueError: ")
    assert found.split() == ["False", "1000"]
    assert plan == "MemoryError"
    assert path == "ValueError"  # and with it the plan's instance has ended; the others go on
    assert frontier == "Outcome.OUT_OF_MEMORY True"
    assert shikaku == "LimitError"
    assert whole == "9356"
