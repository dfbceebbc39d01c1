"""Outlines as WKT: hostile ones end in one line, and the others cover what shapely says they cover."""

from __future__ import annotations

import random

import pytest
import shapely

from tests.helpers.cli import CommandLine
from tests.helpers.tiers import quick
from tilewright.errors import NotationError, TilewrightError
from tilewright.lattice import lattice
from tilewright.puzzle import Board

TRIANGLE = "((0 0, 3 0, 3 3, 0 0))"


@pytest.mark.parametrize("lattice_name", ["square", "halfsquare"])
@pytest.mark.parametrize("seed", quick(range(40), 20))
def test_boards_come_back_from_their_own_outline(lattice_name: str, seed: int) -> None:
    choose = random.Random(seed)
    atoms = [atom for atom in Board.of_size("7x9", lattice_name).atoms if choose.random() < 0.6]
    board = Board(tuple(atoms), lattice=lattice_name)
    assert Board.from_outline(board.polygon, lattice_name) == board
    assert Board.from_outline(board.polygon.wkt, lattice_name) == board
    rounded = shapely.to_wkt(shapely.transform(board.polygon, lambda at: at + 1e-9), rounding_precision=12)
    assert Board.from_outline(rounded, lattice_name) == board


@pytest.mark.parametrize("seed", quick(range(300), 120))
def test_random_rings_are_taken_if_and_only_if_they_cover_whole_atoms(seed: int) -> None:
    """Beside a decision of shapely's alone, atom by atom."""
    choose = random.Random(seed)
    corners = [(choose.randrange(9) / 2, choose.randrange(9) / 2) for _ in range(choose.choice([3, 4, 4, 5]))]
    ring = shapely.Polygon([*corners, corners[0]])
    try:
        found = set(Board.from_outline(ring.wkt, "halfsquare").atoms)
    except TilewrightError:
        found = None
    grid = lattice("halfsquare")
    atoms = Board.of_size("5x5", "halfsquare").atoms
    shapes = [shapely.Polygon([(x, 5 - y) for x, y in grid.polygon(atom)]) for atom in atoms]
    shares = [ring.intersection(shape).area / shape.area if ring.is_valid else 0.5 for shape in shapes]
    if not ring.area or any(1e-9 < share < 1 - 1e-9 for share in shares):
        assert found is None
    else:
        whole = [atom for atom, share in zip(atoms, shares, strict=True) if share > 0.5]
        assert found == set(Board(tuple(whole), lattice="halfsquare").atoms)


@pytest.mark.parametrize(
    ("outline", "said"),
    [
        ("GEOMETRYCOLLECTION (" * 100_000, "expected a POLYGON or MULTIPOLYGON"),
        ("POLYGON " + "(" * 1_000_000, "instead of two numbers a corner"),
        ("MULTIPOLYGON (" * 100_000, "instead of '('"),
        (f"GEOMETRYCOLLECTION (POLYGON {TRIANGLE})", "expected a POLYGON or MULTIPOLYGON"),
        ("POLYGON ((0 0, 1e999 0, 1 1, 0 0))", "corner inf 0 is too far away"),
        ("POLYGON ((0 0, -1e999 0, 1 1, 0 0))", "corner -inf 0 is too far away"),
        ("POLYGON ((0 0, nan 0, 1 1, 0 0))", "instead of two numbers"),
        ("POLYGON ((0 0, inf 0, 1 1, 0 0))", "instead of two numbers"),
        ("POLYGON ((0 0, 1e9 0, 1e9 1e9, 0 0))", "expected at most 1,000,000"),
        ("POLYGON ((0 0, 2e9 0, 1 1, 0 0))", "too far away"),
        ("POLYGON ((0 0, 3 0, 3 3))", "a ring of three corners or more that ends where it begins"),
        ("POLYGON ((0 0, 0 0))", "a ring of three corners or more"),
        ("POLYGON EMPTY", "instead of '('"),
        ("POLYGON Z ((0 0 0, 3 0 0, 3 3 0, 0 0 0))", "instead of '('"),
        ("POLYGON ((0 0 0, 3 0 0, 3 3 0, 0 0 0))", "instead of ',' or ')'"),
        (f"POLYGON {TRIANGLE} x", "instead of the end"),
        ("POLYGON ((٣ 0, 3 0, 3 3, ٣ 0))", "instead of two numbers"),
        ("", "expected a POLYGON"),
        ("POLYGON ((0 0, 1 0, 0 0, 1 0, 0 0))", "runs twice along from 0 0 to 1 0"),
        ("POLYGON ((0 0, 2 1, 0 1, 0 0))", "edge from 0 0 to 2 1 cuts through"),
        ("POLYGON ((0 0, 1.5 0, 1.5 1, 0 0))", "corner 1.5 0 cuts through"),
        ("POLYGON ((0.25 0.25, 1.25 0.25, 1.25 1.25, 0.25 0.25))", "corner 0.25 0.25 cuts through"),
        ("POLYGON ((0 0, 1 0, 2 0, 0 0))", "runs twice"),
        ("POLYGON ((0 0, 3 3, 3 0, 0 3, 0 0))", "Self-intersection"),
        (f"MULTIPOLYGON ({TRIANGLE}, ((1 0, 2 0, 2 1, 1 0)))", "twice"),
    ],
)
def test_hostile_outlines_are_one_line(outline: str, said: str) -> None:
    with pytest.raises(TilewrightError) as refused:
        Board.from_outline(outline, "halfsquare")
    assert said in str(refused.value) and len(str(refused.value)) < 400 and str(refused.value).isprintable()


def test_an_edge_back_and_forth_is_refused_at_its_second_step() -> None:
    """What shapely would compare pair by pair."""
    there_and_back = "0 0, 999 0, " * 100_000
    with pytest.raises(TilewrightError, match="runs twice along from 998 0 to 999 0"):
        Board.from_outline(f"POLYGON (({there_and_back}0 0))")


def test_many_long_edges_that_lie_across_one_another_never_reach_shapely(monkeypatch: pytest.MonkeyPatch) -> None:
    def reached(_: object) -> bool:
        raise AssertionError("shapely was asked")

    monkeypatch.setattr(shapely, "is_valid", reached)
    teeth = ", ".join(f"{i * 0.018:.3f} 0, {i * 0.018 + 500:.3f} 500" for i in range(50_000))
    with pytest.raises(TilewrightError, match="cuts through an atom"):
        Board.from_outline(f"POLYGON (({teeth}, 0 -1, 0 0))")


@pytest.mark.parametrize("outline", ["GEOMETRYCOLLECTION (" * 30_000, "POLYGON ((0 0, 1e999 0, 1 1, 0 0))"])
def test_the_program_says_one_line(outline: str, run: CommandLine, tmp_path) -> None:
    (tmp_path / "a.toml").write_text(f'pieces = "fridgeiq:DIY"\noutline = "{outline}"\n')
    said = run.refused("solve", tmp_path / "a.toml")
    assert said.startswith("tilewright: ") and said.count("\n") <= 1 and "Warning" not in said


def test_outlines_with_holes_and_several_parts() -> None:
    framed = Board.from_outline("POLYGON ((0 0, 3 0, 3 3, 0 3, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))")
    assert framed == Board.of_size("3x3-r1c1")
    both = Board.from_outline(" multipolygon(((0 0,1 0,1 1,0 1,0 0)),( (2 0,3 0,3 +1.0,2 1e0,2 0)))")
    assert both.atoms == ((0, 0), (0, 2))
    assert Board.from_outline("POLYGON " + TRIANGLE, "halfsquare").area == 4.5


@pytest.mark.parametrize(
    ("half_width", "half_height", "rows"),
    [(1.5, 1.5, ["###"] * 3), (1.5, 1, ["###"] * 2), (1, 1.5, ["##"] * 3)],
)
def test_what_is_centered_on_0_with_odd_sides_is_moved(half_width: float, half_height: float, rows: list[str]) -> None:
    with pytest.warns(UserWarning, match="was moved by"):
        board = Board.from_outline(shapely.box(-half_width, -half_height, half_width, half_height))
    assert str(board) == "\n".join(rows)


def test_what_no_move_sets_right_is_refused() -> None:
    for shift in (0.25, 0.75):
        with pytest.raises(NotationError):
            Board.from_outline(f"POLYGON (({shift} 0, 3 0, 3 3, 0 3, {shift} 0))")
