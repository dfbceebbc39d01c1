"""The fewest pieces that must be given so that a board of the shelf has one solution left, and in how many ways.

    python -m tools.fewest_given kanoodle/pyramid

All tilings are listed; a set of placements that stands in one tiling alone is a challenge. Sets of one, two, ... are tried
until some are found.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations

from tilewright import load, solve

MOST = 200_000  # tilings


def fewest_given(name: str) -> tuple[int, int, int]:
    """How many tilings there are, the fewest pieces of a challenge, and the challenges with so many.

    Raises ValueError for boards with too many tilings to be listed.
    """
    tilings = [sorted(each.id for each in tiling.placements) for tiling in solve(load(name), MOST + 1).tilings]
    if not 0 < len(tilings) <= MOST:
        raise ValueError(f"{name}: expected 1 to {MOST:,} tilings")
    for given in range(len(tilings[0]) + 1):
        found = Counter(some for tiling in tilings for some in combinations(tiling, given))
        if alone := sum(number == 1 for number in found.values()):
            return len(tilings), given, alone
    raise AssertionError("a whole tiling stands alone")


def main() -> None:
    for name in sys.argv[1:]:
        tilings, given, challenges = fewest_given(name)
        print(f"{name}: {tilings:,} tilings, {given} given, {challenges:,} challenges", flush=True)


if __name__ == "__main__":
    main()
