"""Catalogues by name, several as one, and one silhouette as a puzzle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.paths import DATA
from tilewright.cli import main
from tilewright.cli.commands.publish import read_challenges
from tilewright.errors import NotationError
from tilewright.silhouettes import catalogue
from tilewright.silhouettes.catalogue import (
    BUILTIN,
    builtin,
    class_of,
    digest_of,
    document_text,
    load_catalogue,
    parse_catalogue,
    published_names,
)
from tilewright.silhouettes.comparison import Entry, catalogue_files, entry_of, merged, read_other, silhouette_puzzle
from tilewright.silhouettes.search import find_silhouettes

CORNER = "fridgeiq-D4-corner"


@pytest.fixture(scope="module")
def union() -> list[Entry]:
    return merged(catalogue_files("fridgeiq-D4"))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small catalogue in a file."""
    path = tmp_path_factory.mktemp("catalogues") / "a.json"
    path.write_text(find_silhouettes("tetrominoes:OJL", "C2").text())
    return path


def test_the_union_has_every_silhouette_once(union: list[Entry]) -> None:
    assert [len(each.ids) for each in catalogue_files("fridgeiq-D4")] == [92, 82]
    assert len({entry.id for entry in union}) == len(union) == 96


@pytest.mark.full
@pytest.mark.parametrize("name", BUILTIN)
def test_every_silhouette_of_the_package_holds(name: str) -> None:
    assert [each.id for each in builtin(name).silhouettes] == list(catalogue_files(name)[0].ids)


def test_names_are_the_published_ones(union: list[Entry]) -> None:
    published = read_other(DATA / "fridgeiq_published.json").names
    ids = {entry.id for entry in union}
    assert len(published_names()) == 74
    assert all(published[id_] == name and id_ in ids for id_, name in published_names().items())


def test_classes(union: list[Entry]) -> None:
    named = {entry.name: entry for entry in union}
    for name, words in (
        ("Dice", "edge"),
        ("Flying In", "corner"),
        ("Bullseye", "corner, concentric"),
        ("The Well", "concentric"),
    ):
        assert class_of(named[name].silhouette(), "D4") == words
    mixed = next(entry for entry in union if entry.id == "2320e48250886f92")
    assert class_of(mixed.silhouette(), "D4") == "concentric, mixed parity"


def test_one_silhouette_is_checked_alone(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    check = catalogue.check_silhouette
    monkeypatch.setattr(catalogue, "check_silhouette", lambda one, pieces: checked.append(one.id) or check(one, pieces))
    assert silhouette_puzzle("fridgeiq-D4#12") is not None
    assert len(checked) == 1


@pytest.mark.parametrize("source", ["fridgeiq-D4#Dice", "fridgeiq-D4#dice", "fridgeiq-D4#0126af29", f"{CORNER}#1"])
def test_by_number_name_and_id(source: str) -> None:
    puzzle, entry = silhouette_puzzle(source), entry_of(source)
    assert puzzle is not None and entry is not None
    assert (puzzle.name, entry.id) == ("Dice", "0126af294064d825")


def test_show_lists_a_catalogue(run: CommandLine, own: Path) -> None:
    ran = run("show", own, "-o", "catalogue.svg")
    ids = load_catalogue(own).silhouettes
    assert [line.split()[1] for line in ran.out.splitlines()] == [each.id for each in ids]
    assert Path("catalogue.svg").read_text().startswith("<svg ")
    rows = run("show", own, "--json").json["silhouettes"]
    assert [(row["number"], row["id"], row["class"]) for row in rows] == [
        (number, each.id, "edge") for number, each in enumerate(ids, start=1)
    ]
    assert "has no placements" in run.refused("show", own, "--stats")
    assert "expected one of .svg .png" in run.refused("show", own, "-o", "catalogue.pdf")


@pytest.mark.parametrize("command", ["solve", "count", "verdict", "hint", "export"])
def test_a_whole_catalogue_is_no_puzzle(run: CommandLine, own: Path, command: str) -> None:
    words = (command, "fridgeiq-D4", *(["--to", "dimacs"] if command == "export" else []))
    said = run.refused(*words)
    assert "catalogue of 96" in said and "fridgeiq-D4#1" in said


def test_runs_and_laser_cutters_take_a_silhouette(run: CommandLine, own: Path, tmp_path: Path) -> None:
    store = tmp_path / "run.db"
    assert run("run", "start", f"{own}#1", "--store", store, "--json").code == 0
    assert run("count", f"{own}#1", "--json").json["count"]["value"] >= 1
    assert run("publish", "laser", f"{own}#1", "-o", tmp_path / "cut.svg").code == 0


def test_a_silhouette_that_was_changed_is_refused(own: Path, tmp_path: Path) -> None:
    """Also when its digest was made anew: what the file says of it must follow from its cells."""
    data = json.loads(own.read_text())
    data["outlines"][0]["id"] = "0" * 16
    data["digest"] = digest_of(data)
    path = tmp_path / "changed.json"
    path.write_text(document_text(data))
    assert silhouette_puzzle(f"{path}#2") is not None
    with pytest.raises(NotationError, match=r"changed\.json: .*'0000000000000000'"):
        silhouette_puzzle(f"{path}#1")


@pytest.mark.full
def test_a_booklet_prints_no_silhouette_twice() -> None:
    assert len(read_challenges(["fridgeiq-D4"], None, 1)) == 96
    assert len(read_challenges([CORNER, "fridgeiq-D4"], None, 1)) == 96


def test_pages_carry_the_published_names(tmp_path: Path) -> None:
    sources = ["fridgeiq-D4#Dice", "fridgeiq-D4#2320e482", "fridgeiq-D4#1", "fridgeiq-D4#The Well"]
    assert [each.name for each in read_challenges(sources, None, 1)] == ["Dice", "", "The Well"]
    names = tmp_path / "names.json"
    names.write_text('{"0126af294064d825": "Five holes"}')
    assert [each.name for each in read_challenges(sources[:1], names, 1)] == ["Five holes"]


def test_catalogues_merge(tmp_path: Path) -> None:
    found = find_silhouettes("tetrominoes:OJL", "C2")
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for path in (first, second):
        path.write_text(found.text())
    assert found.silhouettes
    both = read_challenges([str(first), str(second)], None, 1)
    assert len(both) == len(read_challenges([str(first)], None, 1)) == len(found.silhouettes)


def test_one_silhouette_is_a_puzzle(run: CommandLine, tmp_path: Path) -> None:
    found = find_silhouettes("tetrominoes:OJL", "C2")
    path = tmp_path / "a.json"
    path.write_text(found.text())
    for number, silhouette in enumerate(found.silhouettes, start=1):
        by_number, by_id = silhouette_puzzle(f"{path}#{number}"), silhouette_puzzle(f"{path}#{silhouette.id}")
        assert by_number == by_id
        assert by_number is not None
        assert by_number.board.atoms == tuple(sorted(silhouette.whole_cells))
    assert run("solve", f"{path}#1").code == 0
    assert run("show", f"{path}#1").code == 0
    refused = run("solve", f"{path}#{len(found.silhouettes) + 1}")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert f"expected a number from 1 to {len(found.silhouettes)}" in refused.err


def test_silhouettes_of_the_package(union: list[Entry]) -> None:
    puzzle = silhouette_puzzle(f"{CORNER}#1")
    assert puzzle is not None
    assert puzzle.board.area == sum(piece.area for piece in puzzle.pieces)
    number = 1 + [entry.id for entry in union].index("2320e48250886f92")
    mixed = silhouette_puzzle(f"fridgeiq-D4#{number}")
    assert mixed is not None
    assert mixed.board.area == sum(piece.area for piece in mixed.pieces) == 4 * puzzle.board.area


@pytest.mark.parametrize(
    "source", ["FNPUV@5x5", "nothing#3", "#1", "fridgeiq#1", "https://puzz.link/p?shikaku/6/6/a#1"]
)
def test_what_names_no_catalogue(source: str) -> None:
    assert silhouette_puzzle(source) is None


@pytest.mark.parametrize("which", ["", "0", "97", "zz", "-1", "\u0661"])
def test_silhouettes_that_are_not_there(which: str) -> None:
    with pytest.raises(NotationError, match="no silhouette"):
        silhouette_puzzle(f"{CORNER}#{which}")


def test_a_picture_of_each_silhouette_and_solution(run: CommandLine, tmp_path: Path) -> None:
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


def test_names_without_blanks_and_catalogues_to_compare_with(run: CommandLine) -> None:
    for name in ("thesprocket", "The Sprocket", "sprocket"):
        assert run("show", f"fridgeiq-D4#{name}").out.startswith("The Sprocket\n"), name
    other = read_other("fridgeiq-D4")
    assert len(other.names) == 96 and other.lattice == "halfsquare"
    assert "No such file" in run.refused("design", "silhouettes", "--pieces", "fridgeiq:AB", "--compare", "fridgeiq-D9")


def test_standard_input_is_named() -> None:
    with pytest.raises(NotationError, match="`-` reads it from standard input"):
        main.run(["solve"])
