"""Outlines put together of shapes, against the same by Shapely; and what is refused, in one line each."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.cli import CommandLine
from tilewright import loader
from tilewright.errors import LimitError, TilewrightError
from tilewright.kinds.packing.outline_table import build_outline
from tilewright.puzzle import Board

BOX = {"square": 1}
HOLES = [BOX, *({**BOX, "translate": [x, y]} for x in (-2, 2) for y in (-2, 2))]
MIDDLES = [{**BOX, "translate": [x, y]} for x, y in ((0, 3), (3, 0), (0, -3), (-3, 0))]


def board(outline: Any, **shapes: Any) -> Board:
    return Board.from_outline(build_outline(outline, shapes), "halfsquare")


@pytest.mark.parametrize(
    ("outline", "wanted"),
    [
        ({"square": 3}, shapely.box(0, 0, 3, 3)),
        ({"rectangle": [2, 3]}, shapely.box(0, 0, 2, 3)),
        ({"octagon": [4, 1]}, shapely.Polygon([(1, 0), (3, 0), (4, 1), (4, 3), (3, 4), (1, 4), (0, 3), (0, 1)])),
        ({"diamond": 4}, shapely.Polygon([(2, 0), (4, 2), (2, 4), (0, 2)])),
        ({"triangle": 3}, shapely.Polygon([(0, 0), (3, 0), (0, 3)])),
        ({"triangle": 3, "turn": 90}, shapely.Polygon([(0, 3), (0, 0), (3, 3)])),
        ({"polygon": [[0, 0], [2, 0], [0, 2]]}, shapely.Polygon([(0, 0), (2, 0), (0, 2)])),
        ({"square": 1, "scale": 3}, shapely.box(0, 0, 3, 3)),
        ({"square": 6, "scale": 0.5, "minus": {"square": 2}}, shapely.box(0, 0, 3, 3) - shapely.box(1, 1, 2, 2)),
        ({"square": 1, "translate": [7, 7]}, shapely.box(0, 0, 1, 1)),
        ({"union": [{"rectangle": [1, 3]}, {"rectangle": [3, 1]}]}, shapely.box(1, 0, 2, 3) | shapely.box(0, 1, 3, 2)),
        (
            {"intersection": [{"square": 4}, {"diamond": 6}]},
            shapely.Polygon([(1, 0), (3, 0), (4, 1), (4, 3), (3, 4), (1, 4), (0, 3), (0, 1)]),
        ),
        ({"minus": BOX, "plus": {"square": 3}, "square": 1}, shapely.box(0, 0, 3, 3) - shapely.box(1, 1, 2, 2)),
        ({"difference": [{"square": 5}, {"square": 3}]}, shapely.box(0, 0, 5, 5) - shapely.box(1, 1, 4, 4)),
        ("POLYGON ((0 0, 2 0, 0 2, 0 0))", shapely.Polygon([(0, 0), (2, 0), (0, 2)])),
    ],
)
def test_shapes_and_changes(outline: Any, wanted: shapely.Polygon) -> None:
    assert board(outline).polygon.equals(wanted)


def test_a_silhouette_with_five_holes_as_people_build_it() -> None:
    """Dice: a square without five cells, and without the middles of its sides."""
    table = {"pieces": "fridgeiq", "outline": {"square": 7, "minus": [*HOLES, *MIDDLES]}}
    text = "lattice = 'halfsquare'\npieces = 'fridgeiq'\n[outline]\nsquare = 7\nminus = [" + ", ".join(
        "{" + ", ".join(f"{key} = {value}" for key, value in hole.items()) + "}" for hole in [*HOLES, *MIDDLES]
    )
    puzzle = loader.parse(text + "]\n")
    assert puzzle.board.area == 40
    polygon = puzzle.board.polygon
    assert len(polygon.interiors) == 5 and table["outline"]["square"] == 7  # type: ignore[index]
    wanted = shapely.box(0, 0, 7, 7)
    for x, y in [(3, 3), (1, 1), (1, 5), (5, 1), (5, 5), (3, 0), (0, 3), (6, 3), (3, 6)]:
        wanted -= shapely.box(x, y, x + 1, y + 1)
    assert polygon.equals(wanted)


def test_thirds_fit_together() -> None:
    third = {"square": 1, "scale": 1 / 3}
    row = [{"shape": third, "translate": [n / 3, 0]} for n in range(3)]
    rows = [{"union": row, "translate": [0, n / 3]} for n in range(3)]
    assert board({"union": rows}).area == 1


def test_names() -> None:
    shapes = {
        "hole": {"square": 1},
        "ring": {"square": 3, "minus": "hole"},
        "wkt": "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))",
    }
    assert board("ring", **shapes).area == 8
    assert board({"shape": "ring", "plus": {"shape": "hole", "translate": [2, 0]}}, **shapes).area == 9
    assert board("wkt", **shapes).area == 1


@pytest.mark.parametrize(
    ("outline", "said"),
    [
        ({}, r"outline: 0 shapes: expected one of square, rectangle"),
        ({"square": 1, "diamond": 2}, "outline: 2 shapes"),
        ({"square": 5, "hole": 1}, "outline: unknown key 'hole': expected square"),
        ({"square": "5"}, "outline.square = \"'5'\": expected a number"),
        ({"square": True}, "outline.square = 'True': expected a number"),
        ({"square": 0}, "expected a number above 0"),
        ({"square": float("nan")}, "expected a number"),
        ({"square": 1e300}, "at most 10,000"),
        ({"rectangle": 3}, "expected a list of 2 numbers"),
        ({"rectangle": [3]}, "expected a list of 2 numbers"),
        ({"octagon": [4, 2]}, "the cut less than half of the side"),
        ({"polygon": [[0, 0], [1, 1]]}, "three or more corners"),
        ({"polygon": [[0, 0], [2, 2], [2, 0], [0, 2]]}, "not a simple polygon"),
        ({"square": 5, "minus": {"square": 9}}, r"outline\.minus: nothing is left"),
        ({"square": 5, "minus": {"square": 1, "move": 1}}, r"outline\.minus\[0\]: unknown key 'move'"),
        ({"square": 5, "minus": [{"square": 1}, 7]}, r"outline\.minus\[1\]: '7': expected WKT"),
        ({"square": 5, "turn": 45}, "expected 90, 180 or 270"),
        ({"square": 5, "scale": -1}, "expected a number above 0"),
        ({"square": 9000, "scale": 9000}, "too far away"),
        ({"square": 5, "translate": [1]}, "expected a list of 2 numbers"),
        ({"union": {"square": 1}}, "expected a list of at least 2"),
        ({"square": 5, "minus": "gone"}, r"outline\.minus\[0\]: no shape 'gone': expected WKT"),
        ({"square": 5, "minus": "POLYGON ((0 0"}, "expected WKT|expected"),
        ({"shape": "loop"}, "shape 'loop' is defined in terms of itself"),
        ({"square": 2.5}, "cuts through an atom"),
        ({"intersection": [{"square": 1}, {"square": 1, "translate": [1, 0]}]}, "nothing is left"),
    ],
)
def test_what_is_refused(outline: Any, said: str) -> None:
    with pytest.raises(TilewrightError, match=said):
        board(outline, loop={"square": 5, "minus": "loop"})


def test_what_is_too_much() -> None:
    doubled: dict[str, Any] = {"a0": BOX}
    for n in range(1, 30):
        doubled[f"a{n}"] = {"union": [f"a{n - 1}", {"shape": f"a{n - 1}", "translate": [2**n, 0]}]}
    with pytest.raises(LimitError, match="at most 1,000 shapes"):
        board("a29", **doubled)
    teeth = [corner for n in range(0, 200, 2) for corner in ([n, 1], [n, 200], [n + 1, 200], [n + 1, 1])]
    comb = {"polygon": [[0, 0], *teeth, [199, 0]]}
    with pytest.raises(LimitError, match="corners: expected at most 1,000"):
        board({"union": [comb, {"shape": comb, "turn": 90, "translate": [0, 199]}]})
    with pytest.raises(LimitError, match="corners: expected at most 1,000"):
        board({"polygon": [[n, n * n % 7] for n in range(1001)]})
    deep: Any = BOX
    for _ in range(60):
        deep = {"shape": deep}
    with pytest.raises(LimitError, match="40 in one another"):
        board(deep)


tables = st.recursive(
    st.sampled_from([BOX, {"diamond": 2}, {"octagon": [3, 1]}, "hole", "POLYGON ((0 0, 1 0, 0 1, 0 0))", 5, "", []])
    | st.dictionaries(st.sampled_from(["square", "scale", "turn", "x"]), st.floats() | st.integers() | st.booleans()),
    lambda inner: st.dictionaries(
        st.sampled_from(["union", "minus", "plus", "shape", "square", "translate", "difference"]),
        inner | st.lists(inner, max_size=3) | st.floats(),
        max_size=3,
    ),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(tables)
def test_any_table_is_a_board_or_an_error(outline: Any) -> None:
    try:
        found = board(outline, hole=BOX)
    except TilewrightError as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert found.area > 0


def test_errors_of_files_are_one_line(run: CommandLine, tmp_path: Any) -> None:
    path = tmp_path / "own.toml"
    path.write_text("pieces = 'X'\noutline = {square = 5, minus = {square = -1}}\n")
    assert "outline.minus[0].square = '-1': expected a number above 0" in run.refused("show", path)
    path.write_text("pieces = 'X'\noutline = [1]\n")
    assert "expected WKT such as" in run.refused("show", path)
    path.write_text("pieces = 'X'\noutline = 'ring'\n[shapes]\nring = 3\n")
    assert "shapes.ring: '3': expected WKT" in run.refused("show", path)
