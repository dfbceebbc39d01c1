"""The normalizer: symmetries of the lattice outside the group that map its silhouettes to silhouettes.

They map one region that the pieces tile to another, so of the regions they map to one another only one is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from tilewright.kinds.packing.classes import PieceClass
from tilewright.lattice import Lattice, Motion, Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.silhouettes.orbits.build import map_site
from tilewright.silhouettes.orbits.graph import OrbitGraph, Site
from tilewright.silhouettes.orbits.positions import centroid


def normalizer_permutations(graph: OrbitGraph, classes: Sequence[PieceClass]) -> list[list[int]]:
    """Return permutations of the nodes by motions about the common center outside the group that normalize it.

    The motions keep the set of pieces too: pieces that only turn may tile one of two mirror images alone. For a mirror
    alone there are none: a region and its image lie in different places along the mirror.
    """
    if graph.mirror_only:
        return []
    group = {isometry.motion.name for isometry in graph.layers[0].isometries}
    found = []
    for motion in graph.grid.motions:
        if motion.name in group or not _keeps_pieces(graph.grid, classes, motion):
            continue
        if (permutation := _permutation(graph, motion)) is not None:
            found.append(permutation)
    return found


def _keeps_pieces(grid: Lattice, classes: Sequence[PieceClass], motion: Motion) -> bool:
    """Return True if the motion maps the set of pieces to itself."""
    forms = [each.pieces[0].forms for each in classes]
    images = [tuple(sorted(grid.image(motion, orientation) for orientation in some)) for some in forms]
    copies = [each.copies for each in classes]
    return Counter(zip(forms, copies, strict=True)) == Counter(zip(images, copies, strict=True))


def _permutation(graph: OrbitGraph, motion: Motion) -> list[int] | None:
    maps = [_layer_map(graph, motion, layer) for layer in range(len(graph.layers))]
    result: list[int] = []
    for orbit in graph.sites:
        images = {_image(graph, maps, site) for site in orbit}
        if len(images) != 1 or None in images:
            return None
        result.extend(node for node in images if node is not None)
    return result if len(set(result)) == len(result) else None


def _image(graph: OrbitGraph, maps: list[tuple[int, Isometry] | None], site: Site) -> int | None:
    layer, cell, mask = site
    if (target := maps[layer]) is None:
        return None
    return graph.node_of.get((target[0], *map_site(graph.grid, target[1], cell, mask)))


def _layer_map(graph: OrbitGraph, motion: Motion, layer: int) -> tuple[int, Isometry] | None:
    """Return the layer to which the motion about the common center takes a layer, and how its cells move."""
    own = graph.layers[layer].point
    turned = tuple(sum(m * v for m, v in zip(row, own, strict=True)) for row in motion.matrix)
    offset = _offset(graph.grid, motion)
    for other, position in enumerate(graph.layers):
        shift = [p - t - o for p, t, o in zip(position.point, turned, offset, strict=True)]
        if all(Fraction(s).denominator == 1 for s in shift):
            return other, Isometry(motion, tuple(int(s) for s in shift))
    return None


def _offset(grid: Lattice, motion: Motion) -> tuple[Fraction, ...]:
    """Return the image of the point 0, in cells: a motion of cells need not fix the plane's origin."""
    start: Vector = (0,) * grid.dimension
    cell = grid.atoms_of(start)
    before, after = (centroid(grid, atoms) for atoms in (cell, tuple(grid.apply(motion, atom) for atom in cell)))
    moved = tuple(sum(m * v for m, v in zip(row, before, strict=True)) for row in motion.matrix)
    return tuple(a - b for a, b in zip(after, moved, strict=True))
