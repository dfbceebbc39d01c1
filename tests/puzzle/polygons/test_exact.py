"""Numbers that are nearly equal, very small or far away are told apart exactly."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.kinds import Polygons
from tilewright.kinds.polygons.check import _angles, _order, _plus
from tilewright.kinds.polygons.surd import Surd, parse_ring
from tilewright.puzzle.rules import Reason

Points = list[tuple[Fraction, Fraction]]


def ring(points: Any) -> list[list[str]]:
    return [[str(x), str(y)] for x, y in points]


def puzzle_of(board: Any, pieces: list[Any]) -> Polygons:
    rows = [{"name": f"P{number}", "corners": ring(points)} for number, points in enumerate(pieces)]
    puzzle = tw.load({"kind": "polygons", "board": board, "piece": rows})
    assert isinstance(puzzle, Polygons)
    return puzzle


def certificate(puzzle: Polygons, kind: str, path: Path) -> Path:
    reason = {"kind": kind, "atoms": [], "modulus": None, "weights": [], "pieces": []}
    path.write_text(json.dumps({"tilewright": 1, "certificate": "reason", "puzzle": puzzle.digest, "reason": reason}))
    return path


def test_a_chain_of_angles_that_floats_do_not_tell_apart_leads_nowhere(tmp_path: Path) -> None:
    """The board is its pieces side by side. Each of their angles is nearer to the next one than any tolerance."""
    unit = Fraction(37499, 50_000_000_000_000)
    pieces, parts = [], []
    for place in range(60):
        q = [(4 * place + k) * unit for k in range(1, 5)]
        points = [
            (q[0], q[0]),
            (2, -1),
            (4 - q[1], q[1]),
            (5, 2),
            (4 - q[2], 4 - q[2]),
            (2, 5),
            (q[3], 4 - q[3]),
            (-1, 2),
        ]
        pieces.append(points)
        parts.append([(x + 10 * place, y) for x, y in [*points, points[0]]])
    board = ", ".join(f"(({', '.join(f'{x} {y}' for x, y in part)}))" for part in parts)
    puzzle = puzzle_of(f"MULTIPOLYGON ({board})", pieces)
    checked = tw.check_proof(puzzle, certificate(puzzle, "angles", tmp_path / "proof"))
    assert (checked.good, checked.claim) == (False, "impossible")


def test_a_corner_that_is_missed_by_very_little_is_missed(tmp_path: Path) -> None:
    """A square of area 1; the pieces have its area, and corners of 90 degrees but for 10^-15."""
    little = Fraction(1, 10**15)
    cut = [(0, 0), (1, little), (1, 1), (0, 1 - little)]
    other = [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert tw.verdict(puzzle_of("0 0, 1 0, 1 1, 0 1", [other])).verdict == "unique"
    puzzle = puzzle_of("0 0, 1 0, 1 1, 0 1", [cut])
    assert tw.check_proof(puzzle, certificate(puzzle, "angles", tmp_path / "proof")).good
    assert tw.verdict(puzzle).verdict == "impossible"


def test_a_reason_of_angles_is_written_and_checked(tmp_path: Path) -> None:
    puzzle = puzzle_of("0 0, 2 0, 2 2, 0 2", [[(0, 0), (3, 0), (4, 1), (1, 1)], [(0, 0), (2, 0), (3, 1)]])
    found = tw.verdict(puzzle, proof=tmp_path / "proof")
    assert found.reason is not None and (found.reason.kind, found.proof) == ("angles", "checked")
    assert tw.check_proof(puzzle, tmp_path / "proof").good


def test_angles_are_added_exactly() -> None:
    (square,) = {*_angles(parse_ring("0 0, 1 0, 1 1, 0 1"))}
    (third,) = {*_angles(parse_ring("0 0, 2 0, 1 sqrt(3)"))}
    assert square == (0, Surd.of(0)) and _plus(square, square) == (1, None)
    assert _plus(third, _plus(third, third)) == (1, None)
    assert _plus(_plus(square, third), third) == _plus(third, _plus(third, square))
    assert _order(third) < _order(square) < _order(_plus(square, third)) < _order((1, None)) < _order((1, Surd.of(5)))
    reflex = _angles(parse_ring("0 0, 2 0, 2 2, 1 1"))
    assert reflex[3] == (1, None)  # straight
    assert _angles(parse_ring("0 0, 3 0, 3 3, 2 1"))[3] == (1, Surd.of(Fraction(4, 3)))


def test_no_angle_is_claimed_where_the_board_touches_itself() -> None:
    """Two squares that meet in a corner: what a ring shows there need not be one angle to fill."""
    squares = [[(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 2), (4, 2), (4, 4), (2, 4)]]
    board = "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))"
    puzzle = puzzle_of(board, squares)
    assert tw.count(puzzle).value == 1
    assert puzzle.checkers.reason_fault(Reason("angles", "")) is not None


@pytest.mark.parametrize("side", ["1", "1/1000", "1/10000000", "1/100000000000"])
@pytest.mark.parametrize("far", ["0", "999999", "-2999998/3"])
def test_small_pieces_far_away_are_found(side: str, far: str) -> None:
    """A square cut into three parts has eight tilings wherever it lies, however small it is."""
    s, o = Fraction(side), Fraction(far)
    square = [(o, o), (o + s, o), (o + s, o + s), (o, o + s)]
    parts = [
        [(0, 0), (s, 0), (s, s * 3 / 7)],
        [(0, 0), (s, s * 3 / 7), (s, s), (s * 2 / 5, s)],
        [(0, 0), (s * 2 / 5, s), (0, s)],
    ]
    puzzle = puzzle_of(ring(square), parts)
    assert tw.count(puzzle).value == 8
    assert tw.verdict(puzzle).verdict == "several"
