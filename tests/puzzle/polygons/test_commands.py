"""Every command takes a polygon puzzle, or says in one line why it does not."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright import count, load, verdict
from tilewright.cover.engine import ENGINES
from tilewright.cover.limits import Limit
from tilewright.formats.model import Model
from tilewright.publish.booklet import Style, booklet, puzzle_challenge

T = EXAMPLES / "polygons" / "t-puzzle.toml"
SQUARE = EXAMPLES / "polygons" / "tangram-square.toml"

TAKEN = [
    "solve --all", "solve --random 2", "solve --labelled", "count --up-to symmetries", "count --by piece", "verdict", "hint",
    "show", "show --placements", "export --to lp", "export --to opb", "export --to toml",
]  # fmt: skip
REFUSED = [
    "verdict --proof proof", "solve --where 'X touches the border'", "hint --without x", "export --to gams", "export --to blocks",
    "export --to dimacs --model cells", "export --to dlx", "publish laser -o sheet.svg", "design blocks", "design family",
    "fillable", "solve --pieces tangram", "design cards",
]  # fmt: skip


def words_of(text: str) -> list[str]:
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", text)]


@pytest.mark.parametrize("text", TAKEN)
def test_commands_that_take_it(text: str, run: CommandLine) -> None:
    ran = run(*words_of(text), T)
    assert ran.code == 0 and ran.out, ran


@pytest.mark.parametrize("text", REFUSED)
def test_commands_that_refuse_it(text: str, run: CommandLine) -> None:
    run.refused(*words_of(text), T)


@pytest.mark.full
def test_it_can_be_measured(run: CommandLine) -> None:
    ran = run("bench", T)
    assert ran.code == 0 and "native" in ran.out


@pytest.mark.full
@pytest.mark.parametrize("name", ENGINES)
def test_every_engine(name: str) -> None:
    puzzle = load(T)
    assert count(puzzle, engine=name).value == 2
    found = verdict(puzzle, engine=name)
    assert found.verdict == "several" and found.unique_up_to == "symmetries"


@pytest.mark.full
def test_a_run(run: CommandLine) -> None:
    assert run("run", "start", SQUARE, "--goal", "all", "--store", "run.db").out.strip() == "8"
    assert "count: 8" in run("run", "verify", "run.db").out


def test_columns_of_models_are_names() -> None:
    model = Model.of(load(SQUARE))
    assert all(re.fullmatch(r"\w+", name) for name in model.columns) and len(set(model.columns)) == len(model.columns)


def test_pieces_are_printed_at_true_size(run: CommandLine) -> None:
    assert run("publish", "cards", SQUARE, "-o", "cards.svg", "--cell", "20mm").code == 0
    assert "M0 40L40 40L0 0Z" in Path("cards.svg").read_text()  # a large triangle: legs of 2 units


@pytest.mark.full
def test_a_booklet_prints_what_several_puzzles_need_once() -> None:
    challenges = [puzzle_challenge(load(name), Limit(), "") for name in (SQUARE, T)]
    once, twice = (pdfium.PdfDocument(booklet(several, Style(), "")) for several in (challenges, challenges * 2))
    assert len(twice) == len(once) + 2  # a page for each puzzle; the pieces fit on one
