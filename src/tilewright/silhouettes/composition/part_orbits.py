"""Part orbits: an edge-connected part of a silhouette with all its images under the group.

A part is either invariant under the whole group, and then growth finds it, or its stabilizer contains no turn, and then
it has few pieces, because all its images must be tiled at once (docs/theory/silhouettes.md, "Several parts").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.silhouettes.growth.kernel_tables import bit_set
from tilewright.silhouettes.growth.region_search import Nodes
from tilewright.silhouettes.orbits.graph import OrbitGraph


@dataclass(frozen=True)
class PartOrbit:
    """The nodes of a part's orbit; sets of nodes are bit sets.

    area:       atoms of all parts together.
    own:        its nodes.
    excluded:   nodes that overlap it, or share an edge with it on its own layer (they would belong to the part).
    half_edges: nodes that share a part of an edge with it from a layer shifted by half a cell.
    corners:    nodes that meet it in a point only, and `half_edges`.
    parts:      how many edge-connected parts it has; `invariant` if one part is kept by the whole group.
    """

    nodes: Nodes
    area: int
    own: int
    excluded: int
    half_edges: int
    corners: int
    invariant: bool
    parts: int = 1


class PartOrbitBuilder:
    """Builds part orbits of one graph; the contacts of single nodes are made bit sets once."""

    def __init__(self, graph: OrbitGraph) -> None:
        self.graph = graph
        self._excluded = [bit_set({*graph.overlaps[n], *_others(graph.edges[n])}) for n in graph.nodes]
        self._half_edges = [bit_set(_others(graph.half_edges[n])) for n in graph.nodes]
        self._corners = [bit_set(_others(graph.corners[n])) | self._half_edges[n] for n in graph.nodes]

    def build(self, nodes: Iterable[int], invariant: bool, parts: int = 1) -> PartOrbit:
        """Return the part orbit on these nodes."""
        nodes = tuple(nodes)
        area = own = excluded = half_edges = corners = 0
        for node in nodes:
            area += self.graph.area[node]
            own |= 1 << node
            excluded |= self._excluded[node]
            half_edges |= self._half_edges[node]
            corners |= self._corners[node]
        return PartOrbit(nodes, area, own, excluded, half_edges, corners, invariant, parts)


def _others(row: Iterable[tuple[int, int]]) -> set[int]:
    return {other for other, _ in row}
