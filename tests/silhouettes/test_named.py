"""Catalogues by name, several as one, and one outline as a puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.cli.publish_input import read_challenges
from tilewright.errors import NotationError
from tilewright.silhouettes.catalogues.named import Outline, catalogues_of, merged, outline_puzzle
from tilewright.silhouettes.catalogues.reading import load_catalogue, parse_catalogue
from tilewright.silhouettes.search import find_silhouettes

CORNER = "fridgeiq-D4-corner"


@pytest.fixture(scope="module")
def union() -> list[Outline]:
    return merged(catalogues_of("fridgeiq-D4"))


def test_the_union_has_every_outline_once(union: list[Outline]) -> None:
    assert [len(each.silhouettes) for each in catalogues_of("fridgeiq-D4")] == [92, 82]
    assert len({silhouette.id for _, silhouette in union}) == len(union) == 96


@pytest.mark.full
def test_a_booklet_prints_no_outline_twice(union: list[Outline]) -> None:
    assert len(read_challenges(["fridgeiq-D4"], None, 1)) == 96
    assert len(read_challenges([CORNER, "fridgeiq-D4"], None, 1)) == 96


def test_catalogues_merge(tmp_path: Path) -> None:
    found = find_silhouettes("tetrominoes:OJL", "C2")
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for path in (first, second):
        path.write_text(found.text())
    assert found.silhouettes
    both = read_challenges([str(first), str(second)], None, 1)
    assert len(both) == len(read_challenges([str(first)], None, 1)) == len(found.silhouettes)


def test_one_outline_is_a_puzzle(run: CommandLine, tmp_path: Path) -> None:
    found = find_silhouettes("tetrominoes:OJL", "C2")
    path = tmp_path / "a.json"
    path.write_text(found.text())
    for number, silhouette in enumerate(found.silhouettes, start=1):
        by_number, by_id = outline_puzzle(f"{path}#{number}"), outline_puzzle(f"{path}#{silhouette.id}")
        assert by_number == by_id
        assert by_number is not None
        assert by_number.board.atoms == tuple(sorted(silhouette.whole_cells))
    assert run("solve", f"{path}#1").code == 0
    assert run("show", f"{path}#1").code == 0
    refused = run("solve", f"{path}#{len(found.silhouettes) + 1}")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert f"expected a number from 1 to {len(found.silhouettes)}" in refused.err


def test_outlines_of_the_package(union: list[Outline], run: CommandLine) -> None:
    puzzle = outline_puzzle(f"{CORNER}#1")
    assert puzzle is not None
    assert puzzle.board.area == sum(piece.area for piece in puzzle.pieces)
    (number, *_) = [i for i, (_, silhouette) in enumerate(union, start=1) if silhouette.mixed]
    with pytest.raises(NotationError, match="parts half a cell apart"):
        outline_puzzle(f"fridgeiq-D4#{number}")


@pytest.mark.parametrize(
    "source", ["FNPUV@5x5", "nothing#3", "#1", "fridgeiq#1", "https://puzz.link/p?shikaku/6/6/a#1"]
)
def test_what_names_no_catalogue(source: str) -> None:
    assert outline_puzzle(source) is None


@pytest.mark.parametrize("which", ["", "0", "97", "zz", "-1", "\u0661"])
def test_outlines_that_are_not_there(which: str) -> None:
    with pytest.raises(NotationError, match="no outline"):
        outline_puzzle(f"{CORNER}#{which}")


def test_a_picture_of_each_outline_and_solution(run: CommandLine, tmp_path: Path) -> None:
    found = find_silhouettes("tetrominoes:OJL", "C2")
    path, there = tmp_path / "a.json", tmp_path / "outlines"
    path.write_text(found.text())
    assert run("publish", "sheet", path, "-o", there).code == 2  # no such directory
    there.mkdir()
    assert run("publish", "sheet", path, path, "-o", there).code == 0
    names = sorted(each.name for each in there.iterdir())
    numbers = range(1, len(found.silhouettes) + 1)
    assert names == sorted(f"{n:03}{end}.svg" for n in numbers for end in ("", "-solution"))
    assert all(each.read_text().startswith("<svg ") for each in there.iterdir())
    assert (there / "001.svg").read_text() != (there / "001-solution.svg").read_text()


@pytest.mark.parametrize(
    ("pieces", "symmetry"), [("tetrominoes:OJL", "C2"), ("tetrominoes:IOJL", "D4"), ("dominoes+trominoes", "C2")]
)
def test_all_contacts_are_the_union_by_id(pieces: str, symmetry: str) -> None:
    every = find_silhouettes(pieces, symmetry, "all")
    parts = {
        contact: {each.id for each in find_silhouettes(pieces, symmetry, contact).silhouettes}
        for contact in ("edge", "corner", "concentric")
    }
    ids = [each.id for each in every.silhouettes]
    assert ids == sorted(set.union(*parts.values()))
    assert parts["edge"] <= parts["corner"] & parts["concentric"]
    assert every.complete
    assert parse_catalogue(every.text()).text() == every.text()


def test_all_contacts_on_the_command_line(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    assert (
        run(
            "design", "silhouettes", "--pieces", "tetrominoes:OJL", "--symmetry", "C2", "--contact", "all", "-o", path
        ).code
        == 0
    )
    assert load_catalogue(path).query.contact == "all"
    store = tmp_path / "run.db"
    refused = run(
        "run", "start", "--goal", "silhouettes", "--pieces", "tetrominoes:OJL", "--contact", "all", "--store", store
    )
    assert (refused.code, refused.err.count("\n")) == (2, 1)
