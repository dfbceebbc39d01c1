"""The kernel's test for regions that a placement cuts off, held to a flood fill over sets."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from tilewright._kernel import RegionTest


def rows(lists: list[list[int]]) -> tuple[memoryview, memoryview]:
    starts = array("q", [0])
    for each in lists:
        starts.append(starts[-1] + len(each))
    return memoryview(starts), memoryview(array("i", [value for each in lists for value in each]))


def parts(near: list[list[int]], cells: set[int]) -> list[set[int]]:
    found = []
    while cells:
        part, edge = set[int](), {min(cells)}
        while edge:
            part |= edge
            edge = {other for cell in edge for other in near[cell]} & cells - part
        found.append(part)
        cells = cells - part
    return found


def smallest(near: list[list[int]], state: list[int], option: list[int], totals: list[int]) -> int:
    """The cells of the smallest region beside an option that cannot be filled, 0 if there is none."""
    covered = {item for item in option if item < len(near)}
    beside = {other for cell in covered for other in near[cell]}
    free = {cell for cell, value in enumerate(state) if value} - covered
    sizes = [
        len(part)
        for part in parts(near, free)
        if part & beside and not any(totals[sum(state[cell] == 2 for cell in part) : len(part) + 1])
    ]
    return min(sizes, default=0)


@pytest.mark.parametrize("seed", range(300))
def test_regions_are_those_of_a_flood_fill(seed: int) -> None:
    rng = Random(seed)
    height, width = rng.randint(1, 5), rng.randint(1, 70 if seed % 10 == 0 else 6)
    cells = height * width
    place = {(row, column): row * width + column for row in range(height) for column in range(width)}
    near = [
        [place[at] for at in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if at in place] for r, c in sorted(place)
    ]
    options = [sorted(rng.sample(range(cells + 2), rng.randint(1, min(4, cells)))) for _ in range(20)]
    state = [rng.choice((0, 1, 2, 2)) for _ in range(cells)]
    totals = [[int(rng.random() < 0.3) for _ in range(cells + 1)] for _ in range(2)]
    group = [rng.randrange(2) for _ in options]
    test = RegionTest(*rows(near), *rows(options))
    arrays = (state, list(range(len(options))), group, totals[0] + totals[1])
    found = test.cut_off(*(memoryview(array("i", each)) for each in arrays))
    for number, region in enumerate(found):
        assert len(region) == smallest(near, state, options[number], totals[group[number]])
        assert region == sorted(region) and all(state[cell] for cell in region)


def test_what_does_not_fit_together_is_refused() -> None:
    near, options = rows([[1], [0]]), rows([[0]])
    ints = [memoryview(array("i", each)) for each in ([2, 2], [0], [0], [1, 0, 1])]
    test = RegionTest(*near, *options)
    assert test.cut_off(*ints) == [[1]]
    for place, wrong in enumerate(([2], [1], [1], [1, 0])):
        given = list(ints)
        given[place] = memoryview(array("i", wrong))
        with pytest.raises(ValueError, match=r"expected|out of range"):
            test.cut_off(*given)
    with pytest.raises(ValueError, match="out of range"):
        RegionTest(*rows([[2], [0]]), *options)
