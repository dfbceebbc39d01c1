"""Connected components in the quotient by the group, with the stabilizers of the parts that they stand for.

Walk a spanning tree and note which copy of each node is reached; every further contact, and every stabilizer of a node,
gives a group element. These generate the stabilizer of the part (docs/theory/silhouettes.md, "Connectedness").
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.silhouettes.orbits.graph import Contacts, OrbitGraph


def quotient_components(
    graph: OrbitGraph, nodes: Sequence[int], contacts: Sequence[Contacts]
) -> list[tuple[list[int], frozenset[int]]]:
    """Return (nodes, stabilizer of one connected part) for each component of the nodes joined by these contacts."""
    left = set(nodes)
    found = []
    while left:
        copies, elements = _explore(graph, min(left), left, contacts)
        left -= copies.keys()
        found.append((sorted(copies), graph.group.generate(elements)))
    return found


def is_connected(graph: OrbitGraph, nodes: Sequence[int], contacts: Sequence[Contacts]) -> bool:
    """Return True if the nodes with all their images are one connected region."""
    components = quotient_components(graph, nodes, contacts)
    return len(components) == 1 and len(components[0][1]) == graph.group.order


def _explore(
    graph: OrbitGraph, start: int, nodes: set[int], contacts: Sequence[Contacts]
) -> tuple[dict[int, int], set[int]]:
    """Return (node -> the copy of it that is reached, elements met) for the component of `start` within `nodes`."""
    group = graph.group
    copies = {start: 0}
    stack, elements = [start], set[int]()
    while stack:
        node = stack.pop()
        copy = copies[node]
        elements.update(group.conjugate(s, copy) for s in graph.stabilizer[node])
        for other, h in (pair for relation in contacts for pair in relation[node]):
            there = group.times[copy][h]  # copy·node meets copy·h·other
            if other in copies:
                elements.add(group.times[there][group.inverse[copies[other]]])
            elif other in nodes:
                copies[other] = there
                stack.append(other)
    return copies, elements
