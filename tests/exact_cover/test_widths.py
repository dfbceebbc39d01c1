"""Numbers around the widths of bytes, halves and words, from a puzzle down to the kernel, against closed forms.

The kernel's own widths are in `native/tests/test_widths.cpp`; random puzzles of such sizes in `test_wide_campaign.py`.
"""

from __future__ import annotations

from array import array as array_of
from itertools import pairwise
from math import comb, factorial, prod
from pathlib import Path

import pytest

from tilewright import _kernel
from tilewright.api.certificate import certify_states, check_proof
from tilewright.api.count import count
from tilewright.api.family import can_sweep, count_family
from tilewright.api.verdict import verdict
from tilewright.errors import TilewrightError
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.frontier_count import ResidueCount
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import MOST_COUNTED, Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.sampling import SolutionGraph
from tilewright.formats.dlx import parse as parse_dlx
from tilewright.kinds import EdgeMatching, Packing
from tilewright.kinds.edges.tiles import Tile
from tilewright.kinds.packing.family import Family
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOST_ATOMS, MOST_COPIES
from tilewright.puzzle import Board
from tilewright.runs.subproblem import pack, unpack
from tilewright.series.pattern import Pattern
from tilewright.series.strip import Strip

Copies = tuple[int, int | None]
WIDTHS = (63, 64, 65, 127, 128, 129, 255, 256, 257)
HALVES = (65_535, 65_536, 65_537)
ENGINES = ("auto", "frontier", "sweep", "native", "race")


def number_by(name: str, cover: ExactCover) -> int:
    """How many solutions an engine counts; it must come to the end."""
    found = choose(cover, name).count(cover)
    assert found.ended == "exhausted"
    return found.solutions


def rods(size: str, monominoes: Copies | None, dominoes: Copies | None) -> Packing:
    pieces = (("M", ((0, 0),), monominoes), ("D", ((0, 0), (0, 1)), dominoes))
    return Packing(Board.of_size(size), tuple(Piece(name, atoms, copies=each) for name, atoms, each in pieces if each))


FEW = {  # puzzles of few tilings: every engine, to its end
    "70 monominoes": (rods("7x10", (70, 70), None), 1),
    "66 monominoes or more": (rods("1x72", (66, None), (0, None)), 54_881),
    "70 equal tiles": (EdgeMatching(Board.of_size("2x35"), (Tile("T", tuple("abab"), (70, 70)),)), 2),
}
MANY = {
    "72 dominoes": (rods("12x12", None, (72, 72)), 53_060_477_521_960_000),  # OEIS A004003
    "60 to 66 monominoes": (rods("1x68", (60, 66), (0, None)), 681_268),
}


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("case", FEW)
def test_more_than_64_copies_by_every_engine(case: str, name: str) -> None:
    puzzle, number = FEW[case]
    found = count(puzzle, engine=name)
    assert (found.value, found.bound) == (number, "exact")


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("case", MANY)
def test_more_than_64_copies_and_many_tilings(case: str, name: str) -> None:
    puzzle, number = MANY[case]
    merges = name in ("auto", "frontier")  # the others find a tiling at a time
    found = count(puzzle, engine=name, limit=Limit(nodes=None if merges else 20_000))
    assert (found.value == number) if merges else (found.value <= number)
    assert found.bound == "exact" or found.value < number


def test_known_answers_are_those_of_plain_arithmetic() -> None:
    """Rows of n pieces, k of them dominoes."""
    assert sum(comb(72 - k, k) for k in range(4)) == FEW["66 monominoes or more"][1]
    assert sum(comb(68 - k, k) for k in range(1, 5)) == MANY["60 to 66 monominoes"][1]


@pytest.mark.parametrize("name", ENGINES)
def test_69_equal_tiles(name: str) -> None:
    puzzle = EdgeMatching(
        Board.of_size("2x35"), (Tile("T", ("a", "a", "a", "a"), (69, 69)), Tile("U", ("a", "b", "a", "a"), (1, 1)))
    )
    # The odd tile shows its b outward: four corners with two ways each, and one way at 66 places of the rim.
    found = count(puzzle, engine=name)
    assert (found.value, found.bound) == (74, "exact")


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("times", [*WIDTHS, 70])
def test_an_item_of_so_many_copies(times: int, name: str) -> None:
    """`times|a` of a text; as many options and one more, each of which covers it once."""
    text = f"{times}|a\n" + "a\n" * (times + 1)
    cover = parse_dlx(text)
    if name == "sweep":
        assert "exactly once" in (engine(name).refuses(cover) or "")
        return
    assert number_by(name, cover) == times + 1


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("width", WIDTHS)
def test_so_many_copies_of_a_piece(width: int, name: str) -> None:
    puzzle = rods(f"1x{width + 2}", (width, width), (0, 1))
    found = count(puzzle, engine=name)
    assert (found.value, found.bound) == (width + 1, "exact")
    if name != "sweep":  # what is fixed by a symmetry covers items twice, which it refuses
        found = count(puzzle, up_to="symmetries", engine=name)
        assert (found.value, found.bound) == (width // 2 + 1, "exact")
    assert verdict(rods(f"1x{width}", (width, width), None)).verdict == "unique"
    assert verdict(rods(f"1x{width}", (width + 1, width + 1), None)).verdict == "impossible"


@pytest.mark.parametrize("number", [*WIDTHS, *(pytest.param(each, marks=pytest.mark.full) for each in HALVES)])
def test_options_and_items_of_so_many(number: int) -> None:
    for name in ("native", "frontier", "auto"):
        one_item = ExactCover.of([(0,)] * number, 1)
        assert number_by(name, one_item) == number
        row = ExactCover.of([(k,) for k in range(number)] + [(number - 1,)], number)
        assert number_by(name, row) == 2


@pytest.mark.parametrize("number", [3999, 4000, 4001, 7999, 8000, 8001])
def test_where_the_tables_of_the_search_change(number: int) -> None:
    """The general search has narrow tables up to 4,000 items and 8,000 options."""
    cover = ExactCover.of([(k,) for k in range(min(number, 4001))] + [(0,)] * max(1, number - 4001), min(number, 4001))
    assert number_by("native", cover) == max(2, number - 4000)


@pytest.mark.parametrize("most", [*WIDTHS, *HALVES])
def test_solutions_of_a_run_with_so_large_a_number(most: int) -> None:
    solutions = [(0, most), (1, most - 1)]
    assert [s for batch in unpack(pack(solutions)) for s in batch] == solutions


POWERS = [2**bits + more for bits in (53, 63, 64, 128) for more in (-1, 0, 1)]  # where words and floats end


def cover_with(number: int) -> ExactCover:
    """So many solutions: an item chooses a binary digit of the number, and for a 1 items below it have two ways each."""
    bits = number.bit_length()
    options = []
    for digit in range(bits):
        if number >> digit & 1:  # item 0 by this digit; the items above it are covered by the same option
            options.append((0, *range(1 + digit, bits)))
    options += [(1 + item,) for item in range(bits - 1) for _ in range(2)]
    return ExactCover.of(options, bits)


@pytest.mark.parametrize("number", POWERS)
def test_counts_at_the_ends_of_words(number: int, tmp_path: Path) -> None:
    """Exact by all that count without listing; the rest give a bound."""
    cover = cover_with(number)
    for name in ("auto", "frontier"):
        found = engine(name).count(cover) if name != "auto" else engine("race").count(cover)
        assert (found.solutions, found.ended) == (number, "exhausted")
    assert engine("frontier").count(cover, Limit(scratch=tmp_path)).solutions == number
    residues = ResidueCount(kernel_cover(cover), 1 << 30)
    while residues.run(1_000_000) is _kernel.Outcome.RUNNING:
        pass
    assert residues.value == number
    graph = SolutionGraph(cover)
    assert graph.number == number and len(set(map(graph.solution, (0, number // 2, number - 1)))) == 3
    for name in ("native", "sweep"):
        found = engine(name).count(cover, Limit(nodes=2000))
        assert found.solutions < number and found.ended == "limit"


@pytest.mark.parametrize("length", [76, 77, 78, 90, 91, 92, 93, 94, 95])
def test_a_row_of_more_tilings_than_words_hold(length: int, tmp_path: Path) -> None:
    """Fibonacci numbers: number 92 is the last below 2^63, number 93 the last below 2^64; up to symmetry they are halved."""
    tilings, palindromes = fibonacci(length + 1), fibonacci(length // 2 + 2 if length % 2 == 0 else (length + 1) // 2)
    puzzle = rods(f"1x{length}", (0, None), (0, None))
    for name in ("auto", "frontier"):
        assert count(puzzle, engine=name).value == tilings
        assert count(puzzle, engine=name, up_to="symmetries").value == (tilings + palindromes) // 2
    assert Strip.of(Pattern("monomino*+dominoes*@1x{n}")).terms(length)[-1] == tilings
    proof = tmp_path / "proof"
    assert certify_states(puzzle, tilings, proof) and check_proof(puzzle, proof).good


def fibonacci(n: int) -> int:
    before, number = 0, 1
    for _ in range(n - 1):
        before, number = number, before + number
    return number


@pytest.mark.parametrize("number", [20, 21])
def test_tilings_with_their_labels(number: int) -> None:
    """20! has 62 bits, 21! has 66."""
    pieces = tuple(Piece(f"M{k}", ((0, 0),)) for k in range(number))
    found = count(Packing(Board.of_size(f"1x{number}"), pieces), labelled=True)
    assert (found.value, found.bound) == (factorial(number), "exact")


def test_families_with_more_tilings_than_a_word_holds() -> None:
    """Then the members are counted one by one."""
    corner = Piece("L", ((0, 0), (0, 1), (1, 0)), copies=(8, 8))
    pieces = (Piece("M", ((0, 0),), copies=(15, 15)), Piece("D", ((0, 0), (0, 1)), copies=(12, 12)), corner)
    names = tuple((str(k), ((k // 8, k % 8),)) for k in range(13))
    family = Family(Packing(Board.of_size("8x8"), pieces), names, (tuple(name for name, _ in names),))
    assert can_sweep(family)
    counted = count_family(family)
    assert min(counted.values()) > 2**64
    assert counted["7",] == count(family.with_open_cells(["7"])).value


@pytest.mark.parametrize("cells", [63, 64, 65])
def test_families_of_so_many_cells(cells: int) -> None:
    """A word has a bit a cell; one more cell, and the members are counted one by one."""
    puzzle = Packing(Board.of_size(f"1x{cells}"), (Piece("I", tuple((0, k) for k in range(cells - 1))),))
    family = Family(puzzle, tuple((str(k), ((0, k),)) for k in range(cells)), (tuple(map(str, range(cells))),))
    assert can_sweep(family) == (cells <= 64)
    assert [n for n, number in enumerate(count_family(family).values()) if number == 1] == [0, cells - 1]


@pytest.mark.parametrize("groups", [63, 64, 65])
def test_families_of_so_many_groups(groups: int) -> None:
    masks, owners = [1 << k % 63 for k in range(groups)], list(range(groups))

    def made() -> object:
        arrays = (array_of("Q", [1 << 63]), array_of("i", [0]), array_of("Q", masks), array_of("i", owners))
        return _kernel.FamilyCount(64, [1], *arrays, groups, 1 << 24)

    if groups <= 64:
        assert made()
    else:
        with pytest.raises(ValueError, match="at most 64 groups"):
            made()


@pytest.mark.full
@pytest.mark.parametrize("sizes", [(19_999_999,), (4000, 5000), (3, 7, 952_381)])
def test_families_of_twenty_million_members(sizes: tuple[int, ...]) -> None:
    """20,000,000 are the most; the kernel makes room for their counts before anything is counted."""
    masks, owners = array_of("Q"), array_of("i")
    for group, size in enumerate(sizes):
        masks.extend(array_of("Q", [1 << group]) * size)
        owners.extend(array_of("i", [group]) * size)

    def made() -> object:
        return _kernel.FamilyCount(
            64, [1], array_of("Q", [1 << 63]), array_of("i", [0]), masks, owners, len(sizes), 1 << 24
        )

    if prod(sizes) <= 20_000_000:
        assert made()
    else:
        with pytest.raises(ValueError, match="too many members"):
            made()


def test_bounds_of_copies_and_of_shapes() -> None:
    for number in (MOST_COPIES - 1, MOST_COPIES):
        assert Piece("M", ((0, 0),), copies=(0, number)).copies == (0, number)
    for copies in ((0, MOST_COPIES + 1), (MOST_COPIES + 1, None)):
        with pytest.raises(TilewrightError, match="copies"):
            Piece("M", ((0, 0),), copies=copies)
    for number in (MOST_ATOMS - 1, MOST_ATOMS):
        assert len(Piece("I", tuple((0, k) for k in range(number)), motion="fixed").atoms) == number
    with pytest.raises(TilewrightError, match="at most"):
        Piece("I", tuple((0, k) for k in range(MOST_ATOMS + 1)), motion="fixed")


def test_bounds_of_limits() -> None:
    for number in (MOST_COUNTED - 1, MOST_COUNTED):
        limit = Limit(nodes=number, solutions=number, memory=number)
        assert count(rods("1x4", (0, None), (0, None)), limit=limit).value == 5
    for kind in ("nodes", "solutions", "memory"):
        with pytest.raises(TilewrightError):
            count(rods("1x4", (0, None), (0, None)), limit=Limit(**{kind: MOST_COUNTED + 1}))


@pytest.mark.full
@pytest.mark.parametrize("cells", HALVES)
def test_boards_of_so_many_cells(cells: int) -> None:
    assert count(rods(f"1x{cells}", (cells, cells), None)).value == 1
    cover = rods(f"1x{cells}", (cells - 2, cells - 2), (1, 1)).compile().cover
    found = [s for batch in engine("native").solutions(cover, Limit(solutions=3)) for s in batch]
    assert len(set(found)) == 3 and all(len(each) == cells - 1 for each in found)
    assert all(a < b for each in found for a, b in pairwise(sorted(each)))
