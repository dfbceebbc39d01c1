"""The tables that the kernel's search works on: graph, filled cells and pieces as rows of integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright import _kernel
from tilewright.kinds.packing.classes import PieceClass
from tilewright.silhouettes.growth.cell_masks import FilledCells
from tilewright.silhouettes.growth.plane import FlatPlane
from tilewright.silhouettes.growth.roots import roots_and_ranks
from tilewright.silhouettes.orbits.graph import FAR, OrbitGraph, Site

Rows = tuple[list[int], list[int]]  # compressed rows: where each starts, and all of them behind one another
PieceRow = tuple[int, int, int, list[int], list[int], list[int]]  # fewest, most, area, starts, offsets, masks


def kernel_graph(graph: OrbitGraph) -> _kernel.SilhouetteGraph:
    """Return the graph as the kernel holds it."""
    roots, ranks = roots_and_ranks(graph)
    group = graph.group
    reach = []
    for subgroup in group.maximal_subgroups:
        distances = graph.distances(graph.leaving(subgroup))
        reach.append([min(d, FAR) - a for d, a in zip(distances, graph.area, strict=True)])
    start, to = compressed([[o for o, _ in row] for row in graph.edges])
    return _kernel.SilhouetteGraph(
        times=[t for row in group.times for t in row],
        area=graph.area,
        stabiliser=[bit_set(s) for s in graph.stabilizer],
        edges=(start, to, [h for row in graph.edges for _, h in row]),
        overlaps=compressed(graph.overlaps),
        roots=roots,
        rank=ranks,
        subgroup=[bit_set(m) for m in group.maximal_subgroups],
        reach=reach,
    )


def filled_rows(plane: FlatPlane, filled: Sequence[Sequence[Site]]) -> tuple[list[int], list[int], list[int]]:
    """Return (starts, numbers of cells, masks) of what each node fills."""
    rows = [sorted((plane.number(site), site[2]) for site in orbit) for orbit in filled]
    start, numbers = compressed([[number for number, _ in row] for row in rows])
    return start, numbers, [mask for row in rows for _, mask in row]


def piece_row(
    plane: FlatPlane, piece_class: PieceClass, orientations: Sequence[FilledCells], required: bool
) -> PieceRow:
    """Return a class of pieces for the kernel; `required` means that all its copies are used."""
    start, offsets = compressed([plane.offsets(orientation) for orientation in orientations])
    least, most = piece_class.copies
    assert most is not None
    masks = [mask for orientation in orientations for _, mask in orientation]
    return least if required else 0, most, len(piece_class.pieces[0].atoms), start, offsets, masks


def bit_set(numbers: Iterable[int]) -> int:
    """Return a set of numbers as a bit set."""
    return sum(1 << number for number in numbers)


def compressed(rows: Sequence[Sequence[int]]) -> Rows:
    """Return the rows behind one another, and where each starts."""
    start, flat = [0], list[int]()
    for row in rows:
        flat.extend(row)
        start.append(len(flat))
    return start, flat
