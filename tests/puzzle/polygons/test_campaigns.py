"""Campaigns: puzzles cut from an answer are solved and counted, and altered answers are judged, each by a second method.

A campaign of other seeds: TILEWRIGHT_SEEDS=5000-6000 pytest -m full tests/puzzle/polygons/test_campaigns.py
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import isqrt

import pytest

from tests.puzzle.polygons.dissections import FIELDS, dissection
from tilewright.exact_cover.limits import NEVER
from tilewright.kinds.polygons.compile import explored
from tilewright.kinds.polygons.plane import board_motions, turned
from tilewright.kinds.polygons.puzzle import PolygonPlacement, Polygons
from tilewright.kinds.polygons.search import tilings_of
from tilewright.kinds.polygons.shape import Corners
from tilewright.kinds.polygons.surd import ONE, ZERO, Point, Surd
from tilewright.puzzle import Tiling
from tilewright.puzzle.check import faults

FIRST, _, END = os.environ.get("TILEWRIGHT_SEEDS", "10000-10340").partition("-")
SEEDS = range(int(FIRST), int(END))
PART = 34  # seeds of a test

Laid = frozenset[tuple[int, frozenset[Point]]]  # of each piece the number of its form, and its corners
Plain = list[tuple[Fraction, Fraction]]


# Dissections


def has_tiling(puzzle: Polygons, laid: Laid) -> bool:
    """Whether the search met a tiling."""
    search, _, node = explored(puzzle, NEVER)
    left = set(laid)
    while left and node is not None:
        for number, following in node.moves:
            form, ring = search.positions[number]
            key = form, frozenset(search.plane.points[at] for at in ring)
            if key in left:
                left.remove(key)
                node = following
                break
        else:
            return False
    return not left


def images(puzzle: Polygons, answer: Tiling) -> list[Laid]:
    """An answer under every motion of its board."""
    names = explored(puzzle, NEVER)[1]
    form = {name: number for number, group in enumerate(names) for name in group}
    rings = [(form[each.piece], each.corners) for each in answer if isinstance(each, PolygonPlacement)]
    return [
        frozenset((owner, frozenset(map(motion.image, ring))) for owner, ring in rings)
        for motion in board_motions(puzzle.rings)
    ]


def moved_puzzle(puzzle: Polygons) -> Polygons:
    """The puzzle mirrored, turned by the angle of 3, 4, 5 and five times as large, its pieces in another order."""

    def image(ring: Corners) -> Corners:
        return tuple(turned((Surd.of(3), Surd.of(4)), (-x, y)) for x, y in reversed(ring))

    pieces = [replace(piece, corners=image(piece.corners)) for piece in reversed(puzzle.pieces)]
    return Polygons(tuple(map(image, puzzle.rings)), tuple(pieces))


def number_of(puzzle: Polygons) -> int:
    node = explored(puzzle, NEVER)[2]
    return node.count if node else 0


def rectangles(wide: Surd, pieces: Counter[tuple[Surd, Surd]], skyline: tuple[tuple[Surd, Surd], ...]) -> int:
    """The packings of rectangles above a skyline of (left, height): what lies leftmost on its lowest part is tried."""
    if not +pieces:
        return int(len(skyline) == 1)  # as much as the board holds lies on it, up to one height
    low = min(range(len(skyline)), key=lambda place: (float(skyline[place][1]), place))
    left, height = skyline[low]
    right = skyline[low + 1][0] if low + 1 < len(skyline) else wide
    found = 0
    for x, y in {size for each in +pieces for size in (each, each[::-1])}:
        piece = (x, y) if pieces[x, y] else (y, x)
        if left + x <= right:
            parts = [*skyline[:low], (left, height + y), *((left + x, height) for _ in range(left + x < right)), *skyline[low + 1 :]]  # fmt: skip
            level = tuple(part for k, part in enumerate(parts) if not k or part[1] != parts[k - 1][1])
            found += rectangles(wide, pieces - Counter([piece]), level)
    return found


def rectangle_packings(puzzle: Polygons) -> int:
    """The tilings of a rectangle with rectangles, by a program of its own."""
    sizes = Counter[tuple[Surd, Surd]]()
    for piece in puzzle.pieces:
        (ax, ay), (bx, by), (cx, cy), _ = piece.corners
        x, y = (abs_of(cx - ax), abs_of(cy - ay)) if ax == bx or ay == by else (ZERO, ZERO)
        sizes[min((x, y), (y, x), key=lambda size: (str(size[0]), str(size[1])))] += 1
    return rectangles(puzzle.rings[0][2][0], sizes, ((ZERO, ZERO),))


def abs_of(number: Surd) -> Surd:
    return -number if number.sign() < 0 else number


def check_dissection(field: str, seed: int, pieces: int) -> None:
    puzzle, answer = dissection(field, seed, pieces)
    where = field, seed, pieces
    assert not faults(puzzle, answer.placements), where
    assert all(has_tiling(puzzle, laid) for laid in images(puzzle, answer)), where
    search, names, node = explored(puzzle, NEVER)
    for numbers in islice(tilings_of(node), 3):
        placed = [search.positions[number] for number in numbers]
        tiling = [
            puzzle.placement_at(names[form][0], [[*map(str, search.plane.points[at])] for at in ring])
            for form, ring in placed
        ]
        assert not {fault.rule for fault in faults(puzzle, tiling)} - {"copies"}, where  # of like pieces the first name
        assert Counter(form for form, _ in placed) == Counter(
            form for form, group in enumerate(names) for _ in group
        ), where
    if seed % 2:
        assert number_of(moved_puzzle(puzzle)) == number_of(puzzle), where
    if field in ("Q", "sqrt(5)"):
        assert rectangle_packings(puzzle) == number_of(puzzle), where


@pytest.mark.parametrize("field", FIELDS)
def test_dissections(field: str) -> None:
    for seed in range(2):
        check_dissection(field, seed, 4)


@pytest.mark.full
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("first", SEEDS[::PART])
def test_a_campaign_of_dissections(field: str, first: int) -> None:
    for seed in range(first, min(first + PART, SEEDS.stop)):
        check_dissection(field, seed, 3 + seed % 3)


# Altered answers


def plain(ring: Sequence[Point]) -> Plain:
    """Corners as fractions, true to 300 bits."""

    def value(number: Surd) -> Fraction:
        roots = (coefficient * Fraction(isqrt(under << 600), 1 << 300) for under, coefficient in number.terms)
        return sum(roots, Fraction(0)) / number.denominator

    return [(value(x), value(y)) for x, y in ring]


def plain_area(ring: Plain) -> Fraction:
    return sum((a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)), Fraction(0)) / 2


def shared(one: Plain, other: Plain) -> bool:
    """Whether two convex polygons share an area, by cutting one at the sides of the other."""
    found = one
    for k, (px, py) in enumerate(other):
        qx, qy = other[(k + 1) % len(other)]
        heights = [(qx - px) * (y - py) - (qy - py) * (x - px) for x, y in found]
        cut: Plain = []
        for i, (x, y) in enumerate(found):
            (u, v), before = found[i - 1], heights[i - 1]
            if before * heights[i] < 0:
                part = before / (before - heights[i])
                cut.append((u + (x - u) * part, v + (y - v) * part))
            if heights[i] >= 0:
                cut.append((x, y))
        found = cut
        if len(found) < 3:
            return False
    area = plain_area(found)
    assert not Fraction(1, 10**60) < area < Fraction(1, 10**45), "neither clearly an area nor clearly none"
    return area > Fraction(1, 10**50)


def leaves(ring: Plain, board: Plain) -> bool:
    """Whether a polygon leaves a convex one."""
    return any(
        (qx - px) * (y - py) - (qy - py) * (x - px) < -Fraction(1, 10**60)
        for (px, py), (qx, qy) in zip(board, board[1:] + board[:1], strict=True)
        for x, y in ring
    )


def expected_rules(puzzle: Polygons, laid: Sequence[PolygonPlacement]) -> set[str]:
    board, rings = plain(puzzle.rings[0]), [plain(each.corners_ccw) for each in laid]
    off = any(leaves(ring, board) for ring in rings)
    over = any(shared(one, other) for k, one in enumerate(rings) for other in rings[:k])
    return {rule for rule, broken in (("off-board", off), ("overlap", over)) if broken}


def shifted(placement: PolygonPlacement, x: Surd, y: Surd, corner: int | None = None) -> PolygonPlacement:
    """One corner, or all, moved."""
    corners = enumerate(placement.corners)
    return replace(placement, corners=tuple((u + x, v + y) if corner in (None, k) else (u, v) for k, (u, v) in corners))


def turned_about(placement: PolygonPlacement, tangent: Fraction) -> PolygonPlacement:
    """Turned about its first corner by twice the angle of a tangent."""
    size = 1 + tangent * tangent
    turn = Surd.of((1 - tangent * tangent) / size), Surd.of(2 * tangent / size)
    x, y = placement.corners[0]
    offsets = [turned(turn, (u - x, v - y)) for u, v in placement.corners]
    return replace(placement, corners=tuple((x + dx, y + dy) for dx, dy in offsets))


def check_altered(field: str, seed: int) -> Counter[str]:
    """Four altered answers of a dissection. Returns how each was to be judged."""
    puzzle, answer = dissection(field, seed)
    chance = random.Random(f"altered {field} {seed}")
    laid = [each for each in answer if isinstance(each, PolygonPlacement)]
    place = chance.randrange(len(laid))
    piece, rest = laid[place], laid[:place] + laid[place + 1 :]
    judged = Counter[str]()

    def judge(what: str, altered: PolygonPlacement, beside: list[PolygonPlacement], rules: set[str] | None) -> None:
        written = [[str(x), str(y)] for x, y in altered.corners]
        read = puzzle.placement_at(altered.piece, written)  # as an answer that is read back
        found = {fault.rule for fault in faults(puzzle, [*beside, read], partial=True)}
        wanted = expected_rules(puzzle, [*beside, altered]) if rules is None else rules
        assert found == wanted, (what, field, seed, place, found, wanted)
        judged[f"{what}: {'+'.join(sorted(wanted)) or 'good'}"] += 1

    little, least = Surd.of(Fraction(1, 10**12)), Surd.of(Fraction(1, 10**15))
    way = chance.choice([(ONE, ZERO), (-ONE, ZERO), (ZERO, ONE), (ZERO, -ONE)])
    corner = chance.randrange(len(piece.corners))
    judge("a corner moved by 10^-12", shifted(piece, way[0] * little, way[1] * little, corner), rest, {"shape"})
    tangent = chance.choice([Fraction(1, 3), Fraction(-1, 7), Fraction(1, 10**12), Fraction(-1, 10**9)])
    judge("turned", turned_about(piece, tangent), rest, None)
    other = chance.choice(rest)
    push = shifted(piece, way[0] * least, way[1] * least)
    judge("moved by 10^-15 beside another", push, [other], None)
    (ax, ay), (bx, by) = other.corners[0], other.corners[1]
    share = Surd.of(Fraction(chance.randint(-4, 4), 16))
    judge("slid along another", shifted(piece, (bx - ax) * share, (by - ay) * share), [other], None)
    return judged


@pytest.mark.parametrize("field", FIELDS)
def test_altered_answers(field: str) -> None:
    for seed in range(4):
        check_altered(field, seed)


@pytest.mark.full
@pytest.mark.parametrize("field", FIELDS)
def test_a_campaign_of_altered_answers(field: str) -> None:
    judged = Counter[str]()
    for seed in SEEDS[::4]:
        judged += check_altered(field, seed)
    print(f"\n{field}: " + ", ".join(f"{number} x {what}" for what, number in sorted(judged.items())))
