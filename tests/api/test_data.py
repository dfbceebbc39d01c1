"""Values as dictionaries and JSON, read back as the same; lists of pieces and rows of 0 and 1; strangers' data refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tilewright as tw
from tests.helpers.every_puzzle import PUZZLES
from tilewright.errors import NotationError


def values() -> list[Any]:
    found: list[Any] = []
    for source in ("FNPUV@5x5", "dominoes*@3x3", "dominoes*@4x4-r0c0,r3c3", "2 .\n. 2\n# shikaku"):
        puzzle = tw.load(source if "\n" not in source else "# shikaku\n2 .\n. 2")
        found += [puzzle, tw.verdict(puzzle), tw.hint(puzzle), tw.rate(puzzle)]
        found += list(tw.solve(puzzle))
    return [*found, *tw.solve(tw.load("fridgeiq:DIY@3x3")), *tw.solve(tw.load("macmahon3*@2x3"))]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_round_trip(value: Any) -> None:
    line = tw.dumps(value)
    assert "\n" not in line and json.loads(line) == json.loads(tw.dumps(value, indent=True))
    assert tw.loads(line) == value and tw.from_dict(tw.to_dict(value)) == value
    assert str(tw.loads(line)) == str(value)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_puzzles_of_every_kind(puzzle: tw.Puzzle) -> None:
    for read in (
        tw.loads(tw.dumps(puzzle)),
        tw.loads(tw.dumps(puzzle, indent=True)),
        tw.from_dict(tw.to_dict(puzzle)),
        tw.load(tw.export(puzzle, "json")),
        tw.load(tw.export(puzzle, "toml")),
    ):
        assert read == puzzle and isinstance(read, tw.Puzzle) and read.digest == puzzle.digest
    for value in (tw.verdict(puzzle), *tw.solve(puzzle)):
        assert tw.loads(tw.dumps(value)) == value


def test_load_takes_dictionaries_and_one_line() -> None:
    puzzle = tw.load("FNPUV@5x5")
    assert tw.load(tw.to_dict(puzzle)) == puzzle == tw.load(tw.dumps(puzzle))
    assert tw.load('{"pieces": "FNPUV", "board": "5x5"}') == puzzle
    with pytest.raises(NotationError, match="of kind 'tiling'"):
        tw.load(tw.to_dict(tw.solve(puzzle)[0]))


U, BAR = [[1, 0, 1], [1, 1, 1]], [[1, 1, 1]]


@pytest.mark.parametrize(
    "data",
    [
        {"pieces": [U, BAR]},
        {"piece": [U, BAR]},
        {"pieces": ["101\n111", "###"]},
        {"pieces": [{"shape": U}, {"shape": "###"}]},
        {"piece": [{"name": "A", "shape": U}, {"shape": BAR}]},
        {"pieces": {"A": U, "B": BAR}},
        {"piece": {"A": U, "B": BAR}},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "board", ["111\n111\n110", ["111", "111", "110"], [[1, 1, 1], [1, 1, 1], [1, 1, 0]], "###\n###\n##."], ids=str
)
def test_pieces_and_boards_in_every_form(data: dict[str, Any], board: Any) -> None:
    puzzle = tw.load({**data, "board": board})
    assert isinstance(puzzle, tw.Packing)
    assert puzzle.piece_names == ("A", "B") and str(puzzle.board) == "###\n###\n##."
    assert str(puzzle.pieces[0]) == "#.#\n###"
    assert tw.load(json.dumps({**data, "board": board})) == puzzle


def test_names_in_lists_are_the_notation() -> None:
    puzzle = tw.load('{"pieces": ["F", "N", "pentominoes:PU", "V"], "board": "5x5"}')
    assert puzzle == tw.load("FNPUV@5x5")
    assert tw.load("pieces = ['I', 'L']\nboard = '2x5'").piece_names == ("I", "L")
    mixed = tw.load({"pieces": ["I", {"shape": "##"}, "##", {"name": "A", "shape": "#"}], "board": "2x5"})
    assert mixed.piece_names == ("I", "B", "C", "A")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"pieces": [3], "board": "2x2"}, "expected"),
        ({"pieces": ["##"], "board": ["12"]}, "unexpected"),
        ({"pieces": ["##"], "board": [3]}, "expected"),
        ({"pieces": [], "board": "2x2"}, "no pieces"),
        ({"kind": "tiling", "tilewright": 1, "puzzle": {}, "placements": []}, "kind"),
    ],
    ids=str,
)
def test_wrong_dictionaries(data: dict[str, Any], words: str) -> None:
    with pytest.raises(NotationError, match=words):
        tw.load(data)


def test_strangers_are_checked() -> None:
    verdict = tw.to_dict(tw.verdict(tw.load("tetrominoes:O@2x2")))
    verdict["tilings"][0][0]["cells"] = [[0, 0], [0, 1], [1, 0], [5, 5]]
    with pytest.raises(NotationError, match="is none"):
        tw.from_dict(verdict)
    hint = tw.to_dict(tw.hint(tw.load("tetrominoes:O@2x2")))
    for change in ({"atoms": [[9, 9]]}, {"ended": "maybe"}, {"more": 1}, {"atoms": [[0.5, 1]]}):
        with pytest.raises(NotationError, match="expected"):
            tw.from_dict({**hint, **change})
    with pytest.raises(NotationError, match="kind"):
        tw.from_dict({"kind": "cake"})
    with pytest.raises(NotationError, match="object"):
        tw.loads("[1, 2]")
    with pytest.raises(TypeError, match="value="):
        tw.to_dict(3)  # type: ignore[arg-type]
