"""Answers of Z3 and the listing of glpsol, and which formula an answer is of."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright
from tests.helpers.cli import CommandLine
from tilewright.errors import NotationError
from tilewright.exact_cover.linear import UndecidedError
from tilewright.formats.model import Model
from tilewright.formats.solution import read_answer

PUZZLE = tilewright.load("FNPUV@5x5")
MODEL = Model.of(PUZZLE)
TRUE = {
    name
    for name, placement in zip(MODEL.columns, MODEL.placements, strict=False)
    if placement.id in {each.id for each in tilewright.solve(PUZZLE).tilings[0].placements}
}


def model_text(names: list[str] | None = None) -> str:
    """What z3 -model writes."""
    lines = [
        f"  (define-fun {name} () Bool\n    {'true' if name in TRUE else 'false'})" for name in names or MODEL.columns
    ]
    return "\n".join(["sat", "(", *lines, ")"]) + "\n"


def values_text() -> str:
    """What (get-value (...)) gives."""
    pairs = " ".join(f"({name} {'true' if name in TRUE else 'false'})" for name in MODEL.columns)
    return f"sat\n({pairs})\n"


def listing(status: str = "INTEGER OPTIMAL") -> str:
    """What glpsol -o writes; a name of more than 12 characters has a line of its own."""
    rows = []
    for number, name in enumerate(MODEL.columns, start=1):
        named = name.ljust(12) if number % 3 else f"{name}\n{'':19}"
        rows.append(f"{number:6} {named} *  {int(name in TRUE):13}  {0:13}  {1:13} ")
    head = (
        f"Problem:    f\nRows:       30\nStatus:     {status}\n\n   No. Row name\n------\n     1 c00    1   1   = \n\n"
    )
    return head + "   No. Column name       Activity\n------ ------------\n" + "\n".join(rows) + "\n\nEnd of output\n"


@pytest.mark.parametrize("text", [model_text(), model_text(sorted(TRUE)), values_text(), listing()])
def test_an_answer_is_read_and_checked(run: CommandLine, tmp_path: Path, text: str) -> None:
    found = read_answer(PUZZLE, text)
    assert found is not None and len(found) == 5
    path = tmp_path / "answer"
    path.write_text(text)
    assert run("read", "FNPUV@5x5", path).code == 0
    assert run("check", "FNPUV@5x5", path).out == "valid\n"


def test_none_and_unknown() -> None:
    assert read_answer(PUZZLE, "unsat\n") is None
    assert read_answer(PUZZLE, 'unsat\n(error "line 9: model is not available")\n') is None
    assert read_answer(PUZZLE, listing("INTEGER EMPTY")) is None
    for text in ("unknown\n", listing("INTEGER UNDEFINED")):
        with pytest.raises(UndecidedError):
            read_answer(PUZZLE, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sat\n", "gives no values"),
        (model_text()[:-20], "cut short"),
        ("sat\n((nothing true))\n", "another model"),
        (values_text()[:-2] + f" ({MODEL.columns[0]} true))\n", "two values"),
        ("sat\n()\n", "no values"),
        (listing()[:-40], "cut short"),
        (listing().replace("\n     1 p", "\n     1 q"), "another model"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_answer(PUZZLE, text)


def test_the_formula_of_cell_states_is_recognized(run: CommandLine, tmp_path: Path) -> None:
    from pysat.solvers import Cadical153

    from tilewright.formats.model import cell_model

    puzzle = tilewright.load("tetrominoes*@4x4")
    formula = cell_model(puzzle).cnf
    with Cadical153(bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
        assert solver.solve()
        text = "SAT\n" + " ".join(map(str, [*solver.get_model(), 0])) + "\n"
    path = tmp_path / "answer"
    path.write_text(text)
    assert run("read", "tetrominoes*@4x4", path).code == 0
    assert run("check", "tetrominoes*@4x4", path).code == 0


def test_a_model_that_is_printed_twice(run: CommandLine, tmp_path: Path) -> None:
    """As `z3 -model` does with a text that asks for the model itself."""
    text = model_text() + model_text().removeprefix("sat\n")
    path = tmp_path / "answer"
    path.write_text(text)
    assert run("read", "FNPUV@5x5", path).code == 0
    name = min(TRUE)
    with pytest.raises(NotationError, match="two values"):
        read_answer(PUZZLE, text + f"(define-fun {name} () Bool false)")


def test_cell_states_of_triangles_are_refused(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "triangles.toml"
    path.write_text('lattice = "triangular"\npieces = "tetriamonds*"\nboard = "h2"\n')
    assert "whole squares" in run.refused("export", path, "--to", "dimacs", "--model", "cells")


@pytest.mark.parametrize("asked", [("-model",), ()])
def test_z3_itself(run: CommandLine, tmp_path: Path, asked: tuple[str, ...]) -> None:
    z3 = shutil.which("z3") or shutil.which("z3", path=str(Path(sys.executable).parent))
    if z3 is None:
        pytest.skip("no z3")
    model, answer = tmp_path / "model.smt2", tmp_path / "answer"
    text = run("export", "FNPUV@5x5", "--to", "smtlib").out
    if not asked:
        text = text.replace("(get-model)", f"(get-value ({' '.join(MODEL.columns)}))")
    model.write_text(text)
    answer.write_text(subprocess.run([z3, *asked, str(model)], capture_output=True, text=True, check=True).stdout)
    assert run("read", "FNPUV@5x5", answer).code == 0
    assert run("check", "FNPUV@5x5", answer).out == "valid\n"
