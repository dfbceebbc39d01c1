"""Symmetries of the lattice beyond the group that map its outlines to outlines: of twins only one is examined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from tilewright.lattice import Lattice, Motion, Vector
from tilewright.lattice.symmetry import Isometry
from tilewright.puzzle.packing.classes import PieceClass
from tilewright.silhouettes.graph import OutlineGraph, Site, map_site


def twins(graph: OutlineGraph, kinds: Sequence[PieceClass]) -> list[list[int]]:
    """Permutations of the nodes by motions about the common centre that are not in the group but keep it.

    The motions keep the set of pieces too: of two mirror images, pieces that only turn may tile one alone. Groups that keep a whole mirror have none: there an outline and its twin lie in different places along it.
    """
    group = {isometry.motion.name for isometry in graph.frames[0].isometries}
    if graph.frames[0].name == "line":
        return []
    found = []
    for motion in graph.grid.motions:
        if motion.name in group or not _keeps(graph.grid, kinds, motion):
            continue
        if (permutation := _permutation(graph, motion)) is not None:
            found.append(permutation)
    return found


def _keeps(grid: Lattice, kinds: Sequence[PieceClass], motion: Motion) -> bool:
    """Whether the pieces moved so are the same pieces again."""
    before = Counter((kind.pieces[0].forms, kind.copies) for kind in kinds)
    moved = (tuple(sorted(grid.image(motion, orientation) for orientation in kind.pieces[0].forms)) for kind in kinds)
    return before == Counter((orientations, kind.copies) for orientations, kind in zip(moved, kinds, strict=True))


def _permutation(graph: OutlineGraph, motion: Motion) -> list[int] | None:
    maps = [_frame_map(graph, motion, frame) for frame in range(len(graph.frames))]
    result: list[int] = []
    for orbit in graph.sites:
        images = {_image(graph, maps, site) for site in orbit}
        if len(images) != 1 or None in images:
            return None
        result.extend(node for node in images if node is not None)
    return result if len(set(result)) == len(result) else None


def _image(graph: OutlineGraph, maps: list[tuple[int, Isometry] | None], site: Site) -> int | None:
    frame, cell, mask = site
    if (there := maps[frame]) is None:
        return None
    return graph.node_of.get((there[0], *map_site(graph.grid, there[1], cell, mask)))


def _frame_map(graph: OutlineGraph, motion: Motion, frame: int) -> tuple[int, Isometry] | None:
    """The frame that a frame becomes when the motion is made about the common centre, and how its cells move."""
    own = graph.frames[frame].point
    turned = tuple(sum(m * v for m, v in zip(row, own, strict=True)) for row in motion.matrix)
    offset = _offset(graph.grid, motion)
    for other, centre in enumerate(graph.frames):
        shift = [p - t - o for p, t, o in zip(centre.point, turned, offset, strict=True)]
        if all(Fraction(s).denominator == 1 for s in shift):
            return other, Isometry(motion, tuple(int(s) for s in shift))
    return None


def _offset(grid: Lattice, motion: Motion) -> tuple[Fraction, ...]:
    """Where the motion takes the point 0, in cells: a motion of cells is no motion about the plane's point 0."""
    start: Vector = (0,) * grid.dimension
    cell = grid.atoms_of(start)
    before, after = (_middle(grid, atoms) for atoms in (cell, tuple(grid.apply(motion, atom) for atom in cell)))
    moved = tuple(sum(m * v for m, v in zip(row, before, strict=True)) for row in motion.matrix)
    return tuple(a - b for a, b in zip(after, moved, strict=True))


def _middle(grid: Lattice, atoms: tuple[Vector, ...]) -> tuple[Fraction, ...]:
    corners = [corner for atom in atoms for corner in grid.corner_points(atom)]
    return tuple(Fraction(sum(axis), len(corners) * grid.scale) for axis in zip(*corners, strict=True))
