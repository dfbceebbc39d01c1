"""Growth of symmetric regions beside what others have counted, and every region decided by another engine."""

import json
from collections.abc import Iterator

import pytest

from tests.helpers.paths import DATA
from tilewright.api.solve import count
from tilewright.cover.search.limit import Limit
from tilewright.lattice import Atom
from tilewright.puzzle import Board, Packing
from tilewright.silhouettes.catalogue import Query
from tilewright.silhouettes.graph import OutlineGraph, site_atoms
from tilewright.silhouettes.kernel_search import REPORT, SKIP, HuntReport
from tilewright.silhouettes.search import Search

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
    """The same, grown: outlines on one lattice that monominoes make."""
    search = Search(Query("+".join(["monomino"] * cells), group, "edge", None))
    for stage in search.stages:
        if not stage.several:
            search.search(stage)
    assert search.complete
    return len(search.outlines)


@pytest.mark.parametrize("group", ABOVE)
def test_growth_meets_the_polyominoes_counted_by_others(group: str) -> None:
    most = min(len(COUNTED[own]["values"]) for own in ABOVE[group])
    sizes = [cells for cells in range(1, min(most, 14)) if counted(group, cells)]
    assert [polyominoes(group, cells) for cells in sizes] == [counted(group, cells) for cells in sizes]


@pytest.mark.full
@pytest.mark.parametrize(("group", "cells"), [("D4", 60), ("C4", 36), ("D2", 28), ("D2d", 28), ("C2", 16), ("D1", 14)])
def test_growth_meets_the_polyominoes_counted_by_others_far_out(group: str, cells: int) -> None:
    assert polyominoes(group, cells) == counted(group, cells)


def regions(search: Search) -> Iterator[tuple[Atom, ...]]:
    """All connected invariant regions of the pieces' area, whether they can be tiled or not."""
    for stage in search.stages:
        if not stage.several:
            use = [SKIP] * search.area + [REPORT]
            for news, _ in search.hunt(stage.graph).grow(use, 1, float("inf"), HuntReport()):
                yield from (atoms_of(stage.graph, nodes) for nodes in news)


def atoms_of(graph: OutlineGraph, nodes: tuple[int, ...]) -> tuple[Atom, ...]:
    return tuple(atom for _, atom in site_atoms(graph, nodes))


@pytest.mark.full
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("pieces", "connected", "tiled"),
    [("tetrominoes:IOJL", 5, 1), ("pentominoes", 9976, 10), ("fridgeiq", 49827, 74), ("fridgeiq!free", 49827, 110)],
)
def test_every_connected_region_is_decided_by_another_engine(pieces: str, connected: int, tiled: int) -> None:
    """No refuting, no tables of the outlines' own: each region is posed as a puzzle of its own."""
    search = Search(Query(pieces, "D4", "edge", None))
    boards = list(regions(search))
    assert len(boards) == connected
    found = sum(solvable(Packing(Board(atoms, lattice=search.grid.name), search.pieces)) for atoms in boards)
    assert found == tiled


def solvable(puzzle: Packing) -> bool:
    return count(puzzle, engine="sweep", limit=Limit(solutions=1)).value > 0
