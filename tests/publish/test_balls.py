"""Pieces of balls to print: one body each, as large as it should be, and they go together as the tiling says."""

from __future__ import annotations

from itertools import combinations
from math import pi
from pathlib import Path

import manifold3d
import pytest

from tests.helpers.cli import CommandLine
from tilewright import load, solve
from tilewright.pieces import select
from tilewright.publish.solids import NECK, SolidStyle, ball_body, balls_at, piece_solid, print_files
from tilewright.render.solids import ball_place

CELL, CLEARANCE = 20.0, 0.15


@pytest.mark.parametrize("text", ["dispheres", "kanoodle:AFK", "tetraspheres:1,7,20"])
def test_volumes_are_those_of_balls_and_necks(text: str) -> None:
    radius = CELL / 2 - CLEARANCE
    ball = 4 / 3 * pi * radius**3
    cap = radius - (radius**2 - (NECK * CELL) ** 2) ** 0.5  # how deep a neck's rim lies in a ball
    neck = pi * (NECK * CELL) ** 2 * (2 * CLEARANCE + 2 * cap) - 2 * pi * cap**2 * (3 * radius - cap) / 3
    for piece in select(text):
        middles = [ball_place(piece.grid, atom) for atom in piece.atoms]
        touching = sum(
            sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) < 1.01 for pair in combinations(middles, 2)
        )
        expected = len(piece.atoms) * ball + touching * neck
        assert piece_solid(piece, SolidStyle(CELL)).body.volume() == pytest.approx(expected, rel=0.015)


def test_the_pieces_of_a_tiling_go_together() -> None:
    puzzle = load("kanoodle@p5")
    bodies = [
        balls_at(manifold3d, puzzle.grid, placement.atoms, CELL, CLEARANCE)
        for placement in solve(puzzle).tilings[0].placements
    ]
    assert len(bodies) == 12
    assert all((one ^ other).volume() < 1e-6 for one, other in combinations(bodies, 2))


def test_a_piece_stands_on_the_bed_and_is_one_body() -> None:
    for piece in select("kanoodle:ABL"):
        body = ball_body(manifold3d, piece, CELL, CLEARANCE)
        assert body.bounding_box()[2] == pytest.approx(0, abs=1e-6) and len(body.decompose()) == 1


def test_files_of_a_set_of_balls(run: CommandLine, tmp_path: Path) -> None:
    files, notes = print_files(select("dispheres"), None, SolidStyle(CELL, label=True))
    assert {"plate.stl", "plate.3mf"} < set(files) and "no letters" in notes[0]
    for words, expected in ((["--magnet", "5x2"], "needs flat pieces"), (["--cell", "1.2mm"], "larger cells")):
        assert expected in run.refused("publish", "pieces", "dispheres", "-o", tmp_path / "o", *words)
