"""Half figures along an edge: two tiles that match complete them across it, so that colors need not be told apart.

A figure is given by rings of points (along, inward): along the edge from its middle, and from the edge into the tile, in
lengths of the edge. All of them look the same from both ends of the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

Ring = tuple[tuple[float, float], ...]


def _disc(radius: float, middle: float = 0.0, steps: int = 12) -> Ring:
    return tuple((middle + radius * cos(pi * k / steps), radius * sin(pi * k / steps)) for k in range(steps + 1))


def _box(half: float, deep: float, middle: float = 0.0) -> Ring:
    return (middle - half, 0.0), (middle - half, deep), (middle + half, deep), (middle + half, 0.0)


def _tooth(half: float, deep: float, middle: float = 0.0) -> Ring:
    return (middle - half, 0.0), (middle, deep), (middle + half, 0.0)


# Their number has no divisor in common with that of the colors, so that colors and figures repeat together late.
FIGURES: tuple[tuple[Ring, ...], ...] = (
    (_disc(0.17),),
    (_tooth(0.2, 0.21),),
    (_box(0.15, 0.14),),
    (_disc(0.09, -0.16), _disc(0.09, 0.16)),
    (_box(0.05, 0.24),),
    (_tooth(0.1, 0.17, -0.18), _tooth(0.1, 0.17), _tooth(0.1, 0.17, 0.18)),
    (_box(0.26, 0.07),),
    (_box(0.05, 0.17, -0.14), _box(0.05, 0.17, 0.14)),
    (_box(0.05, 0.21), _box(0.2, 0.07)),
)


def place_figure(
    figure: Sequence[Ring], start: tuple[float, float], end: tuple[float, float], centre: tuple[float, float]
) -> list[list[tuple[float, float]]]:
    """Return the rings of a figure on the edge from `start` to `end`, towards `centre`.

    >>> place_figure([((0.0, 0.0), (0.0, 0.5))], (0, 0), (2, 0), (1, 1))
    [[(1.0, 0.0), (1.0, 1.0)]]
    """
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    along = (end[0] - start[0], end[1] - start[1])
    inward = (-along[1], along[0])
    if inward[0] * (centre[0] - middle[0]) + inward[1] * (centre[1] - middle[1]) < 0:
        inward = (along[1], -along[0])
    return [
        [(middle[0] + a * along[0] + d * inward[0], middle[1] + a * along[1] + d * inward[1]) for a, d in ring]
        for ring in figure
    ]
