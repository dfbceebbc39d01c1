"""Areas of shapes from which something was cut all around."""

import math
from collections.abc import Sequence

import numpy as np

from tilewright.lattice import Atom, Lattice
from tilewright.lattice.outline import regions


def area(grid: Lattice, atoms: Sequence[Atom], cell: float, inwards: float, radius: float = 0.0) -> float:
    """The area of a shape moved inwards, its outward corners rounded, by Steiner's formula.

    Moving a polygon in by d takes d times its edge and gives d² times the sum of tan(half the turn) over its
    corners; rounding a corner that turns by t takes r² (tan(t / 2) - t / 2).
    """
    found = 0.0
    for region in regions(grid, atoms):
        for ring in region.rings:
            points = np.array([grid.point(corner) for corner in ring]) * cell
            steps = np.roll(points, -1, axis=0) - points
            turns = [turn(a, b) for a, b in zip(np.roll(steps, 1, axis=0), steps, strict=True)]
            x, y = points.T
            enclosed = float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
            edge = float(np.hypot(*steps.T).sum())
            corners = sum(math.tan(t / 2) for t in turns)
            round_off = sum(math.tan(t / 2) - t / 2 for t in turns if t > 0)
            found += enclosed - inwards * edge + inwards**2 * corners - radius**2 * round_off
    return found


def turn(before: np.ndarray, after: np.ndarray) -> float:
    """By how much one turns at a corner, positive where the shape's corner points outwards."""
    cross = before[0] * after[1] - before[1] * after[0]
    return math.atan2(cross, float(before @ after))
