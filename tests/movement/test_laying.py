"""Orders of laying, for boxes of the shelf: each is played backwards by the checker of movement."""

from __future__ import annotations

from itertools import islice

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.movement.disassembly import Separation, names_of
from tilewright.movement.replay import ReplayError, check_disassembly
from tilewright.movement.ways import ways_of

CUBES = [
    "cube-27/cube", "cube-27-6/cube", "cube-64/cube", "cube-64-12/cube", "conway-125/cube", "slothouber-27/cube",
    "solid-12/3x4x5",
]  # fmt: skip
PYRAMIDS = {  # away from the floor, which has four corners or three
    "balls-55/pyramid": (-2, 1, 1),
    "beads-55/pyramid": (-2, 1, 1),
    "balls-56/pyramid": (-2, 1, -1),
}


def check_leaves(tiling: tw.Tiling, order: list[str], vector: tuple[int, ...] = (-1, 0, 0)) -> None:
    """The pieces leave upwards one by one, the last that is laid first."""
    left, separations = list(names_of(tiling.placements)), []
    (name,) = [each.name for each in ways_of(tiling.puzzle.grid).directions if each.vector == vector]
    for piece in reversed(order[1:]):
        separations.append(Separation(tuple(left), (tw.Move((piece,), name, vector, None),)))
        left.remove(piece)
    check_disassembly(tiling, tw.Disassembly(tuple(names_of(tiling.placements)), tuple(separations)))


@pytest.mark.parametrize("name", CUBES)
def test_cubes_of_the_shelf(name: str) -> None:
    found = 0
    for tiling in islice(tw.tilings(tw.load(name)), 400):
        order, names = tw.laying_order(tiling), names_of(tiling.placements)
        assert bool(order) == (not order.cycle)
        if order:
            assert sorted(order.names) == sorted(names)
            check_leaves(tiling, list(order.names))
            found += 1
        for piece in order.cycle:
            with pytest.raises(ReplayError):  # it is under another one of the circle
                check_leaves(tiling, [*(each for each in names if each != piece), piece])
        if found == 2:
            break
    assert found == 2


@pytest.mark.parametrize("name", PYRAMIDS)
def test_pyramids_of_the_shelf(name: str) -> None:
    """Few pyramids can be laid straight from above."""
    found = 0
    for number, tiling in enumerate(islice(tw.tilings(tw.load(name)), 0, 6000, 7)):
        order = tw.laying_order(tiling)
        if order:
            check_leaves(tiling, list(order.names), PYRAMIDS[name])
            found += 1
        elif number % 50 == 0:
            for piece in order.cycle:
                with pytest.raises(ReplayError):
                    rest = [each for each in names_of(tiling.placements) if each != piece]
                    check_leaves(tiling, [*rest, piece], PYRAMIDS[name])
        if found == 2:
            break
    assert found == 2


def test_circles_lie_on_one_another() -> None:
    """In each circle every piece has a cell above one of the piece before."""
    circles = 0
    for tiling in islice(tw.tilings(tw.load("cube-27-6/cube")), 50):
        atoms = dict(zip(names_of(tiling.placements), (each.atoms for each in tiling.placements), strict=True))
        circle = tw.laying_order(tiling).cycle
        for lower, upper in zip(circle, (*circle[1:], *circle[:1]), strict=True):
            assert any(a[1:] == b[1:] and b[0] < a[0] for a in atoms[lower] for b in atoms[upper])
        circles += bool(circle)
    assert circles


def test_a_tray_with_an_opening(run: CommandLine) -> None:
    """From above any order will do; through an opening the piece that is farther in comes first."""
    board = tw.Board.of_size("2x3")
    hook, bar = tw.Piece("U", ((0, 0), (0, 1), (0, 2), (1, 0))), tw.Piece("I", ((0, 0), (0, 1)))
    tiling = tw.solve(tw.Packing(board, (hook, bar)))[0]
    atoms = {each.piece: each.atoms for each in tiling.placements}
    assert tw.laying_order(tiling).names == tuple(atoms)
    for way, (row, column) in {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.items():
        first = tw.laying_order(tiling, way).names[0]
        last = "I" if first == "U" else "U"
        steps = {(a[0] + k * row, a[1] + k * column) for a in atoms[last] for k in range(1, 4)}
        assert not steps & set(atoms[first])
    with pytest.raises(tw.NotationError):
        tw.laying_order(tiling, "north")
    row = run("solve", "soma@3x3x3", "--laying", "--json").json["solutions"][0]
    assert sorted(row["laying"]) == sorted("PATBVLZ")
    run.refused("solve", "soma@3x3x3", "--laying", "--filling")
