"""Growth of symmetric regions beside what others have counted, and every region decided by another engine."""

import json
from collections.abc import Iterator

import pytest

from tests.helpers.paths import DATA
from tilewright.api.count import count
from tilewright.exact_cover.limits import Limit
from tilewright.kinds import Packing
from tilewright.lattice import Atom
from tilewright.puzzle import Board
from tilewright.silhouettes.growth import REPORT, SKIP, GrowthDeadline
from tilewright.silhouettes.query import Problem, Query
from tilewright.silhouettes.search import Collection, SearchPlan

COUNTED = json.loads((DATA / "symmetric_polyominoes.json").read_text())["sequences"]
# what a region invariant under the group may have for its own group
ABOVE = {
    "D4": ("D4",),
    "C4": ("C4", "D4"),
    "D2": ("D2", "D4"),
    "D2d": ("D2d", "D4"),
    "C2": ("C2", "C4", "D2", "D2d", "D4"),
    "D1": ("D1", "D2", "D4"),
    "D1d": ("D1d", "D2d", "D4"),
}


def counted(group: str, cells: int) -> int:
    """Polyominoes that have at least the symmetries of the group, as published."""
    return sum(COUNTED[own]["values"][cells - COUNTED[own]["first"]] for own in ABOVE[group])


def polyominoes(group: str, cells: int) -> int:
    """The same, grown: silhouettes on one lattice that monominoes make."""
    plan = SearchPlan(Problem(Query("+".join(["monomino"] * cells), group, "edge", None)))
    collection = Collection(plan.problem)
    assert all(case.search(GrowthDeadline(), collection) for case in plan.cases if not case.composite)
    return len(collection.silhouettes)


@pytest.mark.parametrize("group", ABOVE)
def test_growth_meets_the_polyominoes_counted_by_others(group: str) -> None:
    most = min(len(COUNTED[own]["values"]) for own in ABOVE[group])
    sizes = [cells for cells in range(1, min(most, 12)) if counted(group, cells)]
    assert [polyominoes(group, cells) for cells in sizes] == [counted(group, cells) for cells in sizes]


@pytest.mark.full
@pytest.mark.parametrize(("group", "cells"), [("D4", 60), ("C4", 36), ("D2", 28), ("D2d", 28), ("C2", 16), ("D1", 14)])
def test_growth_meets_the_polyominoes_counted_by_others_far_out(group: str, cells: int) -> None:
    assert polyominoes(group, cells) == counted(group, cells)


def regions(plan: SearchPlan) -> Iterator[tuple[Atom, ...]]:
    """All connected invariant regions of the pieces' area, whether they can be tiled or not."""
    use = [SKIP] * plan.problem.area + [REPORT]
    for case in plan.cases:
        if not case.composite:
            for found, _ in case.tables.regions().grow(use, GrowthDeadline()):
                yield from (tuple(atom for _, atom in case.graph.atoms(nodes)) for nodes in found)


@pytest.mark.full
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("pieces", "connected", "tiled"),
    [("tetrominoes:IOJL", 5, 1), ("pentominoes", 9976, 10), ("fridgeiq", 49827, 74), ("fridgeiq!free", 49827, 110)],
)
def test_every_connected_region_is_decided_by_another_engine(pieces: str, connected: int, tiled: int) -> None:
    """No refuting, no tables of the silhouettes' own: each region is posed as a puzzle of its own."""
    plan = SearchPlan(Problem(Query(pieces, "D4", "edge", None)))
    boards = list(regions(plan))
    assert len(boards) == connected
    found = sum(
        solvable(Packing(Board(atoms, lattice=plan.problem.grid.name), plan.problem.pieces)) for atoms in boards
    )
    assert found == tiled


def solvable(puzzle: Packing) -> bool:
    return count(puzzle, engine="sweep", limit=Limit(solutions=1)).value > 0
