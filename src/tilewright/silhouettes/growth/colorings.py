"""Coloring arguments: weights of the atoms whose sum over a tiled region the pieces bound.

The chessboard is the one that matters: no piece is more out of balance than its best position, and regions that resist
every other argument fall to it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import inf

from tilewright.kinds.packing.classes import PieceClass
from tilewright.silhouettes.budget import check_deadline
from tilewright.silhouettes.growth.cell_masks import orientations_of
from tilewright.silhouettes.orbits.graph import OrbitGraph

COLORINGS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: 1 - 2 * ((row + column) % 2),
    lambda row, column: 1 - 2 * (row % 2),
    lambda row, column: 1 - 2 * (column % 2),
)


def coloring_bounds(
    graph: OrbitGraph, classes: Sequence[PieceClass], deadline: float = inf
) -> list[tuple[list[int], int, int]]:
    """Return (weight of each node, least sum, greatest sum) for every coloring and choice of its sign in each layer.

    Raises DeadlinePassed after the deadline.
    """
    found = []
    for color in COLORINGS:
        most = 0
        for each in classes:
            forms = orientations_of(graph.grid, each)
            most += each.copies[0] * max(abs(sum(m.bit_count() * color(*cell) for cell, m in form)) for form in forms)
        for signs in product((1, -1), repeat=len(graph.layers) - 1):
            check_deadline(deadline)
            sign = (1, *signs)
            nodes = [sum(sign[f] * m.bit_count() * color(*cell) for f, cell, m in orbit) for orbit in graph.sites]
            found.append((nodes, -most, most))
    return found
