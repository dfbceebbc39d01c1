"""The graph in which symmetric regions grow: its nodes are orbits of filled cells under the group.

A cell can be filled in a few ways (whole, or one of the halves). A `Site` is a cell of one of the lattices that a region
may mix (a `layer`), together with the bit mask of its filled atoms. A node is an orbit of sites that do not overlap one
another. A region invariant under the group is a set of nodes without overlaps, and it is connected exactly when its nodes
are *and* the group elements met along its cycles generate the group (a voltage graph): docs/theory/silhouettes.md proves it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.silhouettes.orbits.group import GroupTable
from tilewright.silhouettes.orbits.positions import GroupPosition

Site = tuple[int, Vector, int]  # (layer, cell, bit mask of the filled atoms)
Contacts = list[list[tuple[int, int]]]  # for each node (other node, group element)
FAR = 1 << 30


@dataclass
class OrbitGraph:
    """Nodes and their contacts. Group elements are numbers, the same for every layer (`GroupTable`).

    layers:     the positions of the group on the lattices that a region may mix; their fixed points coincide.
    radius:     how far from the center representatives lie, in cells.
    sites:      for each node the sites of its orbit, the representative first.
    area:       atoms of the whole orbit.
    stabilizer: elements that keep the representative.
    edges, half_edges, corners: for each node, (other node, element h): the representative shares an edge (a part of
                one with another layer's; only a point) with h applied to the other's representative. A node may
                touch itself.
    overlaps:   nodes that cannot be in one region with this one.
    """

    grid: Lattice
    layers: tuple[GroupPosition, ...]
    radius: int
    sites: list[list[Site]] = field(default_factory=list)
    area: list[int] = field(default_factory=list)
    stabilizer: list[tuple[int, ...]] = field(default_factory=list)
    edges: Contacts = field(default_factory=list)
    half_edges: Contacts = field(default_factory=list)
    corners: Contacts = field(default_factory=list)
    overlaps: list[list[int]] = field(default_factory=list)

    @property
    def nodes(self) -> range:
        """The numbers of the nodes."""
        return range(len(self.area))

    @property
    def mirror_only(self) -> bool:
        """True if the group is a single mirror, which fixes a line, so that parts have no common center."""
        return self.layers[0].place == "line"

    @cached_property
    def group(self) -> GroupTable:
        """The multiplication table of the group."""
        return GroupTable.of(self.grid, self.layers[0])

    @cached_property
    def node_of(self) -> dict[Site, int]:
        """The node of each site of the graph."""
        return {site: node for node, orbit in enumerate(self.sites) for site in orbit}

    def through_corners(self) -> OrbitGraph:
        """Return the graph in which meeting in a point counts as sharing an edge."""
        rows = zip(self.edges, self.half_edges, self.corners, strict=True)
        edges = [sorted({*a, *b, *c}) for a, b, c in rows]
        empty: Contacts = [[] for _ in edges]
        return replace(self, edges=edges, half_edges=empty, corners=empty)

    def leaving(self, subgroup: frozenset[int]) -> list[int]:
        """Return the nodes with a contact whose element lies outside the subgroup; a connected region needs one.

        Without one, all elements met along the region's cycles lie in the subgroup and do not generate the group.
        """
        return [
            node
            for node, row in enumerate(self.edges)
            if any(h not in subgroup for _, h in row) or not subgroup.issuperset(self.stabilizer[node])
        ]

    def distances(self, sources: Iterable[int]) -> list[int]:
        """Return for each node the least area of a chain of touching nodes from a source to it, both ends counted."""
        found = [FAR] * len(self.area)
        heap = [(self.area[node], node) for node in sources]
        for area, node in heap:
            found[node] = area
        heapq.heapify(heap)
        while heap:
            area, node = heapq.heappop(heap)
            if area > found[node]:
                continue
            for other, _ in self.edges[node]:
                total = area + self.area[other]
                if total < found[other]:
                    found[other] = total
                    heapq.heappush(heap, (total, other))
        return found

    def atoms(self, nodes: Iterable[int]) -> list[tuple[int, Atom]]:
        """Return (layer, atom) for all filled atoms of the nodes, sorted."""
        sites = (site for node in nodes for site in self.sites[node])
        return sorted((layer, self.grid.join(cell, slot)) for layer, cell, mask in sites for slot in slots_in(mask))


def slots_in(mask: int) -> list[int]:
    """Return the slots of the atoms in a bit mask."""
    return [slot for slot in range(mask.bit_length()) if mask >> slot & 1]
