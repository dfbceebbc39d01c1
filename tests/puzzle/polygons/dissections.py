"""Random puzzles with an answer: a convex board cut by lines, again and again."""

from __future__ import annotations

import random
from fractions import Fraction

from tilewright.kinds.polygons.plane import Vector, cross_of
from tilewright.kinds.polygons.puzzle import PolygonPiece, PolygonPlacement, Polygons
from tilewright.kinds.polygons.shape import Corners, sound_ring, unit
from tilewright.kinds.polygons.surd import Surd, parse_ring
from tilewright.puzzle import Tiling

# For each field a board and the directions of cuts, in degrees or as (x, y).
FIELDS: dict[str, tuple[str, list[int | tuple[int, int]]]] = {
    "Q": ("0 0, 4 0, 4 3, 0 3", [0, 90]),
    "sqrt(2)": ("0 0, 2*sqrt(2) 0, 2*sqrt(2) 2*sqrt(2), 0 2*sqrt(2)", [0, 45, 90, 135]),
    "sqrt(3)": ("2 0, 1 sqrt(3), -1 sqrt(3), -2 0, -1 -sqrt(3), 1 -sqrt(3)", [0, 30, 60, 90, 120, 150]),
    "sqrt(5)": ("0 0, 1+sqrt(5) 0, 1+sqrt(5) 2, 0 2".replace(" 1+", " (1+").replace("sqrt(5) ", "sqrt(5)) "), [0, 90]),
    "sqrt(2), sqrt(3)": ("0 0, 1+sqrt(3) 0, 1+sqrt(3) 1+sqrt(2), 0 1+sqrt(2)", [0, 15, 30, 45, 60, 90, 105, 135]),
    "oblique": ("0 0, 6 0, 6 6, 0 6", [(1, 0), (0, 1), (1, 2), (2, 1), (3, 4), (1, -1), (1, -3)]),
}


def dissection(field: str, seed: int, pieces: int = 5) -> tuple[Polygons, Tiling]:
    """A puzzle, and the answer that it was cut from."""
    chance = random.Random(f"{field} {seed}")
    board, directions = FIELDS[field]
    parts = [sound_ring(parse_ring(board), "board")]
    for _ in range(200):
        if len(parts) == pieces:
            break
        place = chance.randrange(len(parts))
        cut = _cut(
            parts[place],
            chance.randrange(len(parts[place])),
            Fraction(chance.randrange(5), 4),
            chance.choice(directions),
        )
        if cut is not None:
            parts[place : place + 1] = cut
    named = [PolygonPiece(f"P{number}", part) for number, part in enumerate(parts)]
    puzzle = Polygons((sound_ring(parse_ring(board), "board"),), tuple(named))
    return puzzle, Tiling(puzzle, [PolygonPlacement(each.name, (), "0", corners=each.corners) for each in named])


def _cut(ring: Corners, side: int, share: Fraction, towards: int | tuple[int, int]) -> list[Corners] | None:
    """Both parts of a convex ring, cut through a point of a side; None where the line leaves one part empty."""
    (ax, ay), (bx, by) = ring[side - 1], ring[side]
    part = Surd.of(share)
    at = ax + (bx - ax) * part, ay + (by - ay) * part
    x, y = unit(towards, "") if isinstance(towards, int) else (Surd.of(towards[0]), Surd.of(towards[1]))
    end: Vector = (at[0] + x, at[1] + y)
    heights = [cross_of(at, end, corner) for corner in ring]
    halves: list[list[tuple[Surd, Surd]]] = [[], []]
    for k, corner in enumerate(ring):
        before, height = heights[k - 1], heights[k]
        if before.sign() * height.sign() < 0:
            ratio = before / (before - height)
            (px, py), (qx, qy) = ring[k - 1], corner
            for half in halves:
                half.append((px + (qx - px) * ratio, py + (qy - py) * ratio))
        for half, sign in zip(halves, (1, -1), strict=True):
            if height.sign() * sign >= 0:
                half.append(corner)
    if any(height.sign() > 0 for height in heights) and any(height.sign() < 0 for height in heights):
        return [sound_ring(tuple(half), "part") for half in halves]
    return None
