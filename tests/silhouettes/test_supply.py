"""Pieces of one's own: from a file or as they are, for outlines and for challenges; what is compared with what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.paths import DATA
from tilewright import ChallengeQuery, find_challenges
from tilewright.design.cards import parse_cards
from tilewright.errors import NotationError
from tilewright.pieces import select
from tilewright.silhouettes.catalogue import load_catalogue, parse_catalogue
from tilewright.silhouettes.search import find_silhouettes

PUBLISHED = DATA / "fridgeiq_published.json"
# the tetrominoes O, J and L, drawn; the board does not matter
DRAWN = """
[[piece]]
name = "Block"
shape = "##/##"

[[piece]]
name = "Hook"
shape = '''
.#
.#
##'''
flip = false

[[piece]]
name = "L"
cells = [[0, 0], [1, 0], [2, 0], [2, 1]]
flip = false
""".replace("##/##", "##\\n##")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(DRAWN)
    return path


def test_outlines_of_own_pieces_are_those_of_the_same_named_pieces(own: Path, tmp_path: Path, run: CommandLine) -> None:
    there = tmp_path / "c.json"
    assert run("design", "silhouettes", "--pieces", own, "--symmetry", "C2", "-o", there).code == 0
    own.unlink()  # the catalogue needs no other file
    found = load_catalogue(there)
    named = find_silhouettes("tetrominoes:OJL", "C2")
    assert [outline.id for outline in found.silhouettes] == [outline.id for outline in named.silhouettes]
    assert {piece.name for piece in found.pieces} == {"Block", "Hook", "L"}
    assert parse_catalogue(found.text()).text() == found.text()


def test_challenges_of_own_pieces(own: Path, tmp_path: Path, run: CommandLine) -> None:
    there = tmp_path / "c.json"
    assert run("design", "challenges", "--pieces", own, "--shapes", "rectangles,squares", "-o", there).code == 0
    own.unlink()
    found = parse_cards(there.read_text())
    named = find_challenges(ChallengeQuery.of("tetrominoes:OJL", ["rectangles", "squares"]))
    assert [(c.shape.name, c.tilings) for c in found.cards] == [(c.shape.name, c.tilings) for c in named.cards]
    assert run("publish", "booklet", there, "-o", tmp_path / "c.pdf").code == 0


def test_pieces_from_python_and_of_a_puzzle(own: Path) -> None:
    named = find_silhouettes("tetrominoes:OJL", "C2")
    assert find_silhouettes(select("tetrominoes:OJL"), "C2").silhouettes == named.silhouettes
    own.write_text('board = "3x4"\n' + DRAWN)
    assert [o.id for o in find_silhouettes(str(own), "C2").silhouettes] == [o.id for o in named.silhouettes]
    own.with_suffix(".json").write_text(json.dumps({"pieces": "tetrominoes:OJL"}))
    assert find_silhouettes(str(own.with_suffix(".json")), "C2").silhouettes == named.silhouettes


@pytest.mark.parametrize("command", ["silhouettes", "challenges"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('board = "3x3"', "there are no pieces"),
        ('[[piece]]\nname = "A"', "shape"),
        ('[[piece]]\nname = "A"\nshape = "#"\n' * 2, "two pieces are called 'A'"),
        ('[[piece]]\nname = "A"\nshape = "#"\ncopies = "any"', "fixed number of each piece"),
        (
            '[[piece]]\nname = "A"\nshape = "#"\nallowed_paints = [{cells = [[0, 0]], paints = ["x"]}]',
            "has allowed paints",
        ),
        ("[[piece]", "own.toml"),
    ],
)
def test_bad_own_pieces_are_refused(command: str, content: str, message: str, own: Path, run: CommandLine) -> None:
    own.write_text(content)
    assert message in run.refused("design", command, "--pieces", own)
    assert "there is no such file" in run.refused("design", command, "--pieces", own.with_name("other.toml"))


def test_copies_are_added_and_the_refusal_of_a_letter_twice_says_so(run: CommandLine) -> None:
    said = run.refused("design", "silhouettes", "--pieces", "tetrominoes:IIO")
    assert "I appears twice" in said and "tetrominoes:I2" in said
    assert find_silhouettes("tetrominoes:I2", "D2").silhouettes
    assert find_silhouettes("tetrominoes:I+tetrominoes:I", "D2").silhouettes


def test_the_published_collection_is_compared_on_its_own_lattice(run: CommandLine) -> None:
    words = ("design", "silhouettes", "--compare", PUBLISHED, "--pieces")
    answer = run(*words, "fridgeiq:DIYM", "--symmetry", "D1", "--limit", "0")
    assert "only there: 79" in answer.out
    said = run.refused(*words, "tetrominoes")
    assert str(PUBLISHED) in said and "halfsquare" in said and "'tetrominoes' on square" in said


def test_a_catalogue_of_another_question_is_compared_with_a_note(tmp_path: Path, run: CommandLine) -> None:
    other = tmp_path / "other.json"
    other.write_text(find_silhouettes("tetrominoes:OJL", "D2").text())
    words = ("design", "silhouettes", "--symmetry", "D4", "--compare", other, "--pieces")
    answer = run(*words, "tetrominoes:IOJL")
    assert f"note: {other}" in answer.err and "tetrominoes:OJL" in answer.err and "symmetry D2" in answer.err
    assert "note" not in run(*words[:3], "D2", *words[4:], "tetrominoes:OJL").err
    other.write_text("{")
    assert "not JSON from line 1, column 2 on" in run.refused(*words, "tetrominoes:IOJL")
    other.write_text('{"challenges": [1]}')
    assert "no silhouettes that could be read" in run.refused(*words, "tetrominoes:IOJL")
    other.write_text("{}")
    assert "no silhouettes that could be read" in run.refused(*words, "tetrominoes:IOJL")


def test_what_is_no_own_piece_is_said_in_python() -> None:
    with pytest.raises(NotationError, match="expected at least one"):
        find_silhouettes([])
