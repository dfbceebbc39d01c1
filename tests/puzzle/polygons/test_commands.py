"""Every command takes a polygon puzzle, or says in one line why it does not."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright import count, coverage, largest_filling, load, verdict
from tilewright.cli.terminal import tell_origin
from tilewright.errors import ArgumentError, LimitError, NotationError
from tilewright.exact_cover.engine import ENGINES
from tilewright.exact_cover.limits import Limit
from tilewright.formats.model import Model
from tilewright.publish.booklet import Style, booklet, puzzle_challenge

T = EXAMPLES / "polygons" / "t-puzzle.toml"
SQUARE = EXAMPLES / "polygons" / "tangram-square.toml"

TAKEN = [
    "solve --all", "solve --random 2", "solve --labelled", "count --up-to symmetries", "verdict", "hint",
    "show", "show --placements", "export --to lp", "export --to opb", "export --to toml",
]  # fmt: skip
REFUSED = [
    "verdict --proof proof", "solve --where 'X touches the border'", "hint --without x", "export --to gams", "export --to blocks",
    "export --to dimacs --model cells", "export --to dlx", "design blocks", "design family",
    "fillable", "solve --pieces tangram", "design cards", "count --by piece", "count --by cell", "count --by triangle",
    "solve --roll random", "solve --filling",
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


def test_a_filling_and_coverage_are_of_cells() -> None:
    for ask in (largest_filling, coverage):
        with pytest.raises(ArgumentError, match="no cells"):
            ask(load(SQUARE))


def test_what_has_no_cells_is_told_of_no_cells(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "strip.toml"
    path.write_text('kind = "polygons"\nboard = {rectangle = [1, 8]}\npieces = "tangram"\n')
    ran = run("verdict", path, "--relax")
    assert ran.out.startswith("impossible") and "cells" not in ran.out


def test_coordinates_are_no_rows_and_columns(run: CommandLine, capsys: pytest.CaptureFixture[str]) -> None:
    tell_origin("the corner of 45 degrees at (0, 12) is no sum of pieces' corners")
    assert not capsys.readouterr().err
    tell_origin("nothing covers (0, 12)")
    assert "count from 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("board", "expected"), [('"0 0, 2 2, 2 0, 0 2"', "two sides cross"), ("{sqare = 2}", "did you mean square")]
)
def test_wrong_boards_name_what_is_wrong(board: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        load(f'kind = "polygons"\nboard = {board}\npieces = "tangram"\n')


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


SVG_SQUARE = "M10 10h282.843v282.843h-282.843z"


def test_svg_paths_are_snapped_within_a_tolerance_that_is_shown_or_refused() -> None:
    row = {"path": SVG_SQUARE, "unit": 100, "roots": [2]}
    puzzle = load({"kind": "polygons", "pieces": "tangram", "board": {"svg": row}})
    assert count(puzzle).value == 8 and 0 < puzzle.moved < 1e-5 and "were moved by" in str(puzzle)
    plain = load(
        {
            "kind": "polygons",
            "pieces": "tangram",
            "board": {"square": "2*sqrt(2)", "translate": ["0.1+sqrt(2)", "-0.1-sqrt(2)"]},
        }
    )
    assert puzzle.rings == plain.rings
    hole = {"square": 3, "minus": {"svg": "M-.5-.5H.5V.5H-.5Z"}}
    assert (
        load(
            {"kind": "polygons", "board": hole, "piece": [{"name": "A", "corners": "0 0, 2 0, 2 1, 0 1", "copies": 4}]}
        ).board.area
        == 8
    )


def test_blanks_and_line_ends_stand_anywhere_in_an_svg_path() -> None:
    paths = ("M0 0H2V2H0Z", "\n\tM 0,0\n\tH 2\r\n\tV 2 , H 0\n\tZ\n")
    one, other = (load({"kind": "polygons", "pieces": "tangram", "board": {"svg": path}}) for path in paths)
    assert one == other


@pytest.mark.parametrize(
    "svg",
    [
        SVG_SQUARE, "", "M0 0", "M0 0L1 0C1 1 2 2 3 3Z", "M0 0L1 0L0 1ZM5 5L6 5L5 6Z", "L1 0L0 1Z", "M0 0L1 x", "M0 0L1e99 0L0 1Z", 3, None, [],
        {"path": "M0 0L1 0L0 1Z", "unit": 0}, {"path": "M0 0L1 0L0 1Z", "roots": [1]}, {"path": "M0 0L1 0L0 1Z", "roots": [10**30]},
        {"path": "M0 0L1 0L0 1Z", "tolerance": 5}, {"path": "M0 0L1 0L0 1Z", "unit": "nan"}, {"path": "M0 0" + "L1 0" * 3000},
    ],
)  # fmt: skip
def test_paths_that_are_none_are_refused_in_a_line(svg: object) -> None:
    with pytest.raises((NotationError, LimitError)) as refused:
        load({"kind": "polygons", "pieces": "tangram", "board": {"svg": svg}})
    assert "\n" not in str(refused.value)


def test_a_number_of_no_field_is_refused_with_the_reason() -> None:
    """Dudeney's triangle to square has cuts of the length sqrt(4 sqrt(3) - 3)."""
    piece = {"name": "A", "corners": "0 0, sqrt(4*sqrt(3)-3) 0, 0 1"}
    with pytest.raises(NotationError, match="no sum of square roots"):
        load({"kind": "polygons", "board": {"square": 2}, "piece": [piece]})
