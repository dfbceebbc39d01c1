"""Checks src/tilewright/data/tetromino-boards.json without a line of tilewright: plain Python and its library alone.

    python tools/check_tetromino_boards.py [FILE] [--strips H]

For every one of the 127 sets of one-sided tetrominoes and every m x n it derives anew

1. that each base tiling is one;
2. that each reason holds: colorings by weighing every placement, strips and edges by an automaton that reads a board
   column by column (a finite graph, so that all lengths are decided at once), a theorem of others on strips of up to 15
   rows only;
3. that every board which no reason excludes is a base tiling or falls into two smaller such boards; and that a board
   with a side of 20 or more loses 8 columns to a fillable board, so that finitely many boards suffice;
4. that the automaton of each strip up to H rows agrees with the rules, for every set and all lengths.

Exit code 0 and a summary, or 1 and the first thing that is wrong.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[1] / "src" / "tilewright" / "data" / "tetromino-boards.json"
FROM, PERIOD = 12, 8
TESTED = 1000  # lengths below it are tried, which `Lengths.tested` finds to be enough
THEOREMS = 15  # rows of the strips on which theorems of others are tried, for all lengths
WALKUP = {"2k+1 x n", "4k+2 x n"}  # boards with a side that is no multiple of 4
DRAWINGS = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": ["###", ".#."],
    "S": [".##", "##."],
    "Z": ["##.", ".##"],
    "J": ["#..", "###"],
    "L": ["..#", "###"],
}
MIRROR = str.maketrans("SZJL", "ZSLJ")
Shape = tuple[tuple[int, int], ...]
Boards = Callable[[int, int], bool]


class WrongError(Exception):
    """What does not hold."""


class Claim(NamedTuple):
    """A reason of the file: no set of these kinds fills a board of any family."""

    kinds: frozenset[str]
    families: tuple[str, ...]
    row: dict[str, Any]


def require(holds: bool, message: str) -> None:
    if not holds:
        raise WrongError(message)


def shapes(kind: str) -> set[Shape]:
    """The four turns of a kind, moved to the top left."""
    cells = [(r, c) for r, line in enumerate(DRAWINGS[kind]) for c, mark in enumerate(line) if mark == "#"]
    found = set()
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        found.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return found


@cache
def side_fits(side: str, length: int) -> bool:
    if side == "n":
        return True
    found = re.fullmatch(r"(\d+)k(?:\+(\d+))?|(\d+)", side)
    require(found is not None, f"side {side}")
    assert found is not None
    if found[3]:
        require(int(side) < FROM, f"side {side}: lengths from {FROM} on are classes, not numbers")
        return length == int(side)
    require(PERIOD % int(found[1]) == 0, f"side {side}: {PERIOD} is no multiple of its period")
    return length % int(found[1]) == int(found[2] or 0)


def in_family(family: str, m: int, n: int) -> bool:
    first, second = family.split(" x ")
    return (side_fits(first, m) and side_fits(second, n)) or (side_fits(first, n) and side_fits(second, m))


# 1. Base tilings


def check_tiling(rows: list[str]) -> tuple[int, int, frozenset[str]]:
    """Height, width and kinds of a tiling."""
    require(len({len(line) for line in rows}) == 1, f"the rows of {rows} differ in length")
    parts: dict[str, list[tuple[int, int]]] = {}
    for r, line in enumerate(rows):
        for c, label in enumerate(line):
            parts.setdefault(label, []).append((r, c))
    used = set()
    for label, cells in parts.items():
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        shape = tuple(sorted((r - top, c - left) for r, c in cells))
        kind = next((kind for kind in DRAWINGS if shape in shapes(kind)), "")
        require(kind != "", f"part {label} of {rows} is no tetromino")
        used.add(kind)
    return len(rows), len(rows[0]), frozenset(used)


# 2. Reasons


def check_claim(claim: Claim) -> None:
    """That a reason holds for all boards it speaks of."""
    by = claim.row["by"]
    if by == "area":
        check_area(claim)
    elif by == "coloring":
        check_coloring(claim)
    elif by == "strip":
        for family in claim.families:
            check_strip(claim.kinds, family)
    elif by == "edge":
        require(claim.families == ("n x n",), "an edge excludes all boards")
        filled = fillable_lengths(claim.kinds, claim.row["rows"], 3)
        require(not any(filled(n) for n in filled.tested()), f"{sorted(claim.kinds)} cover an edge")
    else:
        require(by == "theorem" and bool(claim.row["source"]), f"a reason of unknown sort: {by}")
        require(claim.kinds == frozenset("T"), f"{sorted(claim.kinds)}: the theorem is about T alone")
        require(set(claim.families) <= WALKUP, f"{claim.families}: the theorem is about {sorted(WALKUP)}")
        for rows in range(1, THEOREMS + 1):  # not a proof, but none is known to us by an automaton
            filled = fillable_lengths(claim.kinds, rows)
            for n in filled.tested():
                excluded = any(in_family(family, rows, n) for family in claim.families)
                require(not (excluded and filled(n)), f"{sorted(claim.kinds)} fill {rows}x{n}")


def check_area(claim: Claim) -> None:
    sides = range(1, PERIOD + 1)
    for m, n in product(sides, sides):
        excluded = any(in_family(family, m, n) for family in claim.families)
        require(excluded == (m * n % 4 != 0), f"area of {m}x{n}")


def check_coloring(claim: Claim) -> None:
    """Every placement weighs 0, no board does.

    Modulo k the weight of a board depends on its lengths modulo k times those of the weights alone. Modulus 0 means the
    weights as they are: then they must be one column whose sum is 0, so that m x n weighs n times what m mod p x 1 does.
    """
    weights, modulus = claim.row["weights"], claim.row["modulus"]
    p, q = len(weights), len(weights[0])
    if modulus == 0:
        require(q == 1 and sum(weight for (weight,) in weights) == 0, "weights without a modulus: one column, sum 0")
    for kind in claim.kinds:
        for shape, i, j in product(shapes(kind), range(p), range(q)):
            total = sum(weights[(r + i) % p][(c + j) % q] for r, c in shape)
            require(residue(total, modulus) == 0, f"a placement of {kind} weighs {total}")
    period = math.lcm(PERIOD, p * max(modulus, 1), q * max(modulus, 1))

    def weight(m: int, n: int) -> int:
        return residue(sum(weights[r % p][c % q] for r, c in product(range(m), range(n))), modulus)

    for m, n in product(range(1, period + 1), repeat=2):
        if any(in_family(family, m, n) for family in claim.families):
            require(weight(m, n) != 0 or weight(n, m) != 0, f"{m}x{n} weighs 0")


def residue(value: int, modulus: int) -> int:
    return value % modulus if modulus else value


def check_strip(kinds: frozenset[str], family: str) -> None:
    """Of a family `h x side`: no board of h rows is filled."""
    rows, side = family.split(" x ")
    filled = fillable_lengths(kinds, int(rows))
    for n in filled.tested():
        require(not (side_fits(side, n) and filled(n)), f"{sorted(kinds)} fill {rows}x{n}")


class Lengths(NamedTuple):
    """The answers for every length n: they repeat from `start` on, as do the last ones of `answers`."""

    answers: list[bool]
    start: int

    def __call__(self, n: int) -> bool:
        """Whether length n can be covered."""
        settled = len(self.answers)
        return self.answers[n if n < settled else self.start + (n - self.start) % (settled - self.start)]

    def tested(self, most: int = TESTED) -> range:
        """The lengths below `most`. They must be all there are: those before the first period, and one period of both
        the automaton and the families of boards.
        """
        period = math.lcm(len(self.answers) - self.start, PERIOD)
        require(max(self.start, FROM) + period < most, f"lengths below {most} do not cover a period of {period}")
        return range(1, most)


def fillable_lengths(kinds: Iterable[str], rows: int, below: int = 0) -> Lengths:
    """Whether `rows` rows of n columns can be covered, for every n; pieces may reach into rows `below`.

    A state is what pieces occupy of the four columns behind those that are covered. The set of states reached after n
    columns follows from the set before, so that the sequence is periodic as soon as a set comes again.
    """
    height = rows + below
    pieces = list(column_masks(kinds, height))
    reached, seen = frozenset({0}), dict[frozenset[int], int]()
    answers: list[bool] = []
    while reached not in seen:
        seen[reached] = len(answers)
        answers.append(0 in reached)
        reached = next_column(reached, pieces, rows, height)
    return Lengths(answers, seen[reached])


def column_masks(kinds: Iterable[str], height: int) -> Iterator[tuple[int, int]]:
    """Each placement whose first cell is in column 0: the row of that cell, its cells as bits column * height + row."""
    for kind in sorted(kinds):
        for shape in shapes(kind):
            first = min(r for r, c in shape if c == 0)
            for row in range(-first, height - max(r for r, _ in shape)):
                if row >= 0:
                    yield row + first, sum(1 << (c * height + r + row) for r, c in shape)


def next_column(reached: Iterable[int], pieces: list[tuple[int, int]], rows: int, height: int) -> frozenset[int]:
    """The states behind the next column."""
    stack, met, behind = list(reached), set(reached), set()
    by_row = [[mask for row, mask in pieces if row == each] for each in range(height)]
    covered = sum(1 << (c * height + r) for c in range(4) for r in range(rows))
    later = [mask for row, mask in pieces if row >= rows and mask & covered]
    while stack:
        state = stack.pop()
        free = [row for row in range(rows) if not state >> row & 1]
        if not free:
            behind.add(state >> height)
        # Below the rows to be covered a piece may begin, or not: one that has cells in them further on is tried as well.
        for mask in (*by_row[free[0]], *later) if free else later:
            if not state & mask and state | mask not in met:
                met.add(state | mask)
                stack.append(state | mask)
    return frozenset(behind)


# 3. Composition


def check_composition(
    kinds: frozenset[str], claims: list[Claim], tilings: list[tuple[int, int, frozenset[str]]]
) -> int:
    """That the kinds fill every board which no claim excludes; the number of boards up to 20 x 20 that they fill."""
    families = [family for claim in claims if kinds <= claim.kinds for family in claim.families]
    sides = range(1, FROM + PERIOD)
    said = {(m, n): not any(in_family(family, m, n) for family in families) for m, n in product(sides, sides)}
    base = {size for m, n, used in tilings if used <= kinds for size in ((m, n), (n, m))}
    done: set[tuple[int, int]] = set()
    for m, n in sorted(said, key=lambda size: size[0] * size[1]):
        rows = any({(a, n), (m - a, n)} <= done for a in range(1, m))
        columns = any({(m, a), (m, n - a)} <= done for a in range(1, n))
        if rows or columns or (m, n) in base:
            require(said[m, n], f"{sorted(kinds)} fill {m}x{n}, which a reason excludes")
            done.add((m, n))
        require(not said[m, n] or (m, n) in done, f"{sorted(kinds)}: {m}x{n} is not composed")
    for m, n in product(sides, range(FROM, FROM + PERIOD)):
        require(
            not said[m, n] or said[m, PERIOD], f"{sorted(kinds)}: {m}x{PERIOD} is wanted to shorten {m}x{n + PERIOD}"
        )

    def folded(length: int) -> int:
        return length if length < FROM + PERIOD else FROM + (length - FROM) % PERIOD

    return sum(said[folded(m), folded(n)] for m in range(1, 21) for n in range(m, 21))


# 4. Strips


def check_strips(height: int, claims: list[Claim]) -> int:
    """That the rules say what the automata find, for every set up to mirror images; the number of strips."""
    count = 0
    for kinds in all_sets():
        if "".join(sorted("".join(kinds).translate(MIRROR))) < "".join(sorted(kinds)):
            continue
        families = [family for claim in claims if kinds <= claim.kinds for family in claim.families]
        for rows in range(1, height + 1):
            filled = fillable_lengths(kinds, rows)
            for n in filled.tested(200):
                said = not any(in_family(family, rows, n) for family in families)
                require(said == filled(n), f"{sorted(kinds)}: {rows}x{n} is said to be {said}")
            count += 1
    return count


def all_sets() -> Iterator[frozenset[str]]:
    for size in range(1, 8):
        yield from map(frozenset, combinations(DRAWINGS, size))


def check(path: Path, height: int) -> dict[str, int]:
    """Check a file; the number of boards up to 20 x 20 that each set fills. Raises WrongError."""
    data = json.loads(path.read_text())
    tilings = [check_tiling(rows) for rows in data["tilings"]]
    claims = [Claim(frozenset(row["kinds"]), tuple(row["boards"]), row) for row in data["reasons"]]
    mirrored = {(frozenset("".join(claim.kinds).translate(MIRROR)), claim.families) for claim in claims}
    require(mirrored == {(claim.kinds, claim.families) for claim in claims}, "a reason has no mirror image")
    for claim in claims:
        check_claim(claim)
    counts = {"".join(sorted(kinds)): check_composition(kinds, claims, tilings) for kinds in all_sets()}
    strips = check_strips(height, claims)
    print(f"{len(claims)} reasons, {len(tilings)} base tilings, {len(counts)} sets of kinds, {strips} strips: all hold")
    for claim in claims:
        if claim.row["by"] == "theorem":
            print(
                f"{''.join(claim.kinds)} by a theorem: {claim.row['source']}; for a side up to {THEOREMS} found here, too"
            )
    return counts


def main() -> int:
    """Check and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=DATA)
    parser.add_argument("--strips", type=int, default=3, metavar="H")
    args = parser.parse_args()
    try:
        check(args.file, args.strips)
    except WrongError as error:
        print(f"wrong: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
