"""Roots: nodes from which growth starts, so that every connected region is grown from exactly one of them.

Every connected region has a node whose contacts leave a given maximal subgroup; the one of least rank is its root
(docs/theory/silhouettes.md, "Growth"). Where translations keep the position of the group, one period holds all roots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from tilewright.lattice import Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.silhouettes.orbits.graph import OrbitGraph

UNRANKED = 2**31 - 1
PERIODS = 4  # cells: how far a translation along a mirror is looked for


def free_translations(graph: OrbitGraph) -> list[Vector]:
    """Return the shortest independent translations that keep the group's position: along a mirror, or everywhere for C1."""
    group = graph.layers[0].isometries
    zero = (0,) * graph.grid.dimension
    steps = (v for v in product(range(-PERIODS, PERIODS + 1), repeat=graph.grid.dimension) if v > zero)
    kept = [v for v in steps if all(_linear_image(g, v) == v for g in group)]
    independent: list[Vector] = []
    for vector in sorted(kept, key=lambda v: (sum(x * x for x in v), v)):
        if not independent or (len(independent) == 1 and _determinant(independent[0], vector)):
            independent.append(vector)
    return independent


def _linear_image(isometry: Isometry, vector: Vector) -> Vector:
    return tuple(sum(m * v for m, v in zip(row, vector, strict=True)) for row in isometry.motion.matrix)


def _determinant(a: Vector, b: Vector) -> int:
    return a[0] * b[1] - a[1] * b[0]


def roots_and_ranks(graph: OrbitGraph) -> tuple[list[int], list[int]]:
    """Return (roots in order, rank of every node). Every connected region has one root of least rank, in one place."""
    subgroups = graph.group.maximal_subgroups
    candidates = min((graph.leaving(m) for m in subgroups), key=len) if subgroups else list(graph.nodes)
    free = free_translations(graph)
    key: Callable[[int], tuple[float, ...]]
    if free:
        # Along the translation: no two nodes of a period differ by it, so one period holds one copy of each region.
        key = lambda node: (*_period(graph, node, free), node)  # noqa: E731
        roots = sorted((n for n in candidates if not any(_period(graph, n, free))), key=key)
    else:
        key = lambda node: (_distance(graph, node), node)  # noqa: E731
        roots = sorted(candidates, key=key)
    ranks = [UNRANKED] * len(graph.area)
    for place, node in enumerate(sorted(candidates, key=key)):
        ranks[node] = place
    return roots, ranks


def _period(graph: OrbitGraph, node: int, free: Sequence[Vector]) -> tuple[int, ...]:
    """Return how many periods lie between the origin and the node's representative."""
    cell = graph.sites[node][0][1]
    if len(free) == 2:
        return cell
    (step,) = free
    return (sum(map(int.__mul__, cell, step)) // sum(v * v for v in step),)


def _distance(graph: OrbitGraph, node: int) -> float:
    """Return the distance of the node's representative from the center, in cells, maximum norm."""
    layer, cell, _ = graph.sites[node][0]
    return max(abs(float(v + 0.5 - p)) for v, p in zip(cell, graph.layers[layer].point, strict=True))
