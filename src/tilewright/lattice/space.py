"""Lattices in space: point groups, all subgroups of a lattice's motions named after Schoenflies; the isometric view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from tilewright.lattice.lattice import GroupRow, Motion, Vector

Matrix = tuple[Vector, ...]

# (determinant, trace) tells an element apart: turns by 360, 180, 120, 90, 60 degrees, and the same with a reflection.
_ORDER = {3: 1, -1: 2, 0: 3, 1: 4, 2: 6}


def isometric(space: Sequence[tuple[float, float, float]]) -> tuple[tuple[float, float], ...]:
    """The picture's (x, y), y downwards, of steps in space, seen from the front, the right and above.

    Lengths along x, y and z are kept.
    """
    return tuple((sqrt(3) / 2 * (x + y), (x - y) / 2 - z) for x, y, z in space)


def product(a: Matrix, b: Matrix) -> Matrix:
    """The motion `a` after the motion `b`."""
    return tuple(
        tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)) for row in a
    )


def determinant(m: Matrix) -> int:
    """1 for a turn, -1 where something is mirrored."""
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def groups(motions: Sequence[Motion]) -> tuple[GroupRow, ...]:
    """Every subgroup of the motions (a group, identity first): its name and its motions' names; the smallest first."""
    index = {motion.matrix: number for number, motion in enumerate(motions)}
    table = [[index[product(a.matrix, b.matrix)] for b in motions] for a in motions]
    cyclic = {_generated(table, {number}) for number in range(len(motions))}
    found = set(cyclic)
    latest = set(cyclic)
    while latest:
        latest = {_generated(table, set(group | other)) for group in latest for other in cyclic if not other <= group}
        latest -= found
        found |= latest
    rows = sorted((sorted(group) for group in found), key=lambda group: (len(group), group))
    return tuple((schoenflies([motions[n].matrix for n in row]), tuple(motions[n].name for n in row)) for row in rows)


def _generated(table: Sequence[Sequence[int]], generators: set[int]) -> frozenset[int]:
    """The group that some motions generate, as numbers of motions."""
    group = {0}
    latest = {0}
    while latest:
        latest = {table[a][b] for a in latest for b in generators} - group
        group |= latest
    return frozenset(group)


def schoenflies(matrices: Sequence[Matrix]) -> str:
    """The Schoenflies name of a group of 3x3 integer matrices, e.g. `D2d`, `Oh`."""
    turns, mirrored = Counter[int](), Counter[int]()
    for m in matrices:
        sign = determinant(m)
        (turns if sign > 0 else mirrored)[_ORDER[sign * (m[0][0] + m[1][1] + m[2][2])]] += 1
    proper = _turn_group(turns)
    if not mirrored:
        return proper
    if mirrored[1]:  # the point reflection is there: the turns times {1, -1}
        return {"C1": "Ci", "C2": "C2h", "C3": "S6", "T": "Th", "O": "Oh", "D3": "D3d"}.get(proper, f"{proper}h")
    # Otherwise the elements with a reflection become turns when multiplied by -1; with them the turns are a larger group.
    larger = _turn_group(turns + mirrored)
    if larger == "O":
        return "Td"
    if larger.startswith("C"):
        return {"C2": "Cs", "C4": "S4", "C6": "C3h"}[larger]
    return f"{proper}v" if proper.startswith("C") else {"D4": "D2d", "D6": "D3h"}[larger]


def _turn_group(turns: Counter[int]) -> str:
    """The name of a group of turns by how many there are of each order."""
    if turns[3] == 8:
        return "O" if turns[4] else "T"
    order = max(turns)
    size = sum(turns.values())
    return f"C{order}" if size == order else f"D{size // 2}"
