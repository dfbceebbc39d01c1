"""All members of a family in one sweep, against single counts and against plain backtracking."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.api.family import can_sweep, count_family, count_placed
from tilewright.errors import LimitError, NotationError
from tilewright.kinds import Packing
from tilewright.kinds.packing.family import Family
from tilewright.lattice import Atom
from tilewright.shelf.box import load_family

SQUARE = Packing.parse("tetrominoes:IOTSL!free@5x5")


def grid_family(puzzle: Packing, *groups: int, seed: int = 0) -> Family:
    """The cells of a board dealt at random to groups of so many."""
    atoms = list(puzzle.board.atoms)
    random.Random(seed).shuffle(atoms)
    names = tuple((f"{row}-{column}", ((row, column),)) for row, column in atoms)
    dealt, at = [], 0
    for size in groups:
        dealt.append(tuple(name for name, _ in names[at : at + size]))
        at += size
    return Family(puzzle, names, tuple(dealt))


def brute(atoms: frozenset[Atom], shapes: list[list[tuple[Atom, ...]]]) -> int:
    """Tilings by covering the first bare cell in every way: no symmetry, no library."""
    if not atoms:
        return not shapes
    first, total = min(atoms), 0
    for place, forms in enumerate(shapes):
        for form in forms:
            base = min(form)
            laid = {(row - base[0] + first[0], column - base[1] + first[1]) for row, column in form}
            if laid <= atoms:
                total += brute(atoms - laid, shapes[:place] + shapes[place + 1 :])
    return total


@pytest.mark.parametrize("seed", range(3))
def test_each_member_as_by_brute_force(seed: int) -> None:
    family = grid_family(SQUARE, 3, 2, 4, 1, 3, seed=seed)
    shapes = [list(piece.forms) for piece in SQUARE.pieces]
    found = count_family(family)
    assert list(found) == list(family.members())
    assert any(found.values())
    for names, number in found.items():
        assert number == brute(frozenset(family.with_open_cells(names).board.atoms), shapes)


@pytest.mark.parametrize(
    "puzzle", ["tetrominoes:IOTSL!free@5x5", "tetrominoes:I+tetrominoes:I+tetrominoes:O+tetrominoes:L@3x6"]
)
@pytest.mark.parametrize("seed", [4, 5])
def test_sweep_and_single_counts_agree(puzzle: str, seed: int) -> None:
    packing = Packing.parse(puzzle)
    holes = len(packing.board.atoms) - 4 * sum(piece.copies[0] for piece in packing.pieces)
    family = grid_family(packing, *[3] * holes, seed=seed)
    found = count_family(family)
    for names in random.Random(seed).sample(list(found), min(9, len(found))):
        assert found[names] == tw.count(family.with_open_cells(names)).value


def test_some_members_alone() -> None:
    family = load_family("calendar")
    some = [("MAR", "14"), ("FEB", "29")]
    assert count_family(family, some) == {names: tw.count(family.with_open_cells(names)).value for names in some}


@pytest.mark.parametrize("name", ["calendar", "calendar-t"])
def test_a_calendar(name: str) -> None:
    family = load_family(name)
    found = count_family(family)
    assert len(found) == 366
    assert min(found.values()) > 0
    for names in random.Random(3).sample(list(found), 4):
        assert found[names] == tw.count(family.with_open_cells(names)).value


def test_what_no_sweep_holds_is_counted_one_by_one() -> None:
    puzzle = Packing.parse("dominoes*@3x5")
    family = grid_family(puzzle, 15)
    assert not can_sweep(family)
    found = count_family(family)
    assert all(number == tw.count(family.with_open_cells(names)).value for names, number in found.items())


def test_the_memory_limit_is_kept() -> None:
    with pytest.raises(LimitError, match="more memory"):
        count_family(load_family("calendar"), limit=tw.Limit(memory=10_000))


def test_pieces_placed_first() -> None:
    puzzle = Packing.parse("tetrominoes:IOTSL!free@4x5")
    assert not any(number for _, number in count_placed(puzzle, ["I", "O"]))  # T alone has three cells of one color
    puzzle = Packing.parse("pentominoes:LPVIY@5x5")
    found = dict(count_placed(puzzle, ["I"]))
    assert sum(found.values()) == tw.count(puzzle).value
    with pytest.raises(NotationError, match="fill"):
        list(count_placed(Packing.parse("FNPUV@5x6"), ["F"]))


@pytest.mark.full
def test_all_rolls_of_the_dice() -> None:
    """github.com/CatchemAL/genius-square: every roll can be solved, in 11 to 22,317 ways, the median is 1,340."""
    from statistics import median

    found = count_family(load_family("genius-square"))
    values = found.values()
    assert (len(found), min(values), median(values), max(values), sum(values)) == (62208, 11, 1340, 22317, 120464952)


@pytest.mark.full
def test_all_dates_with_weekdays() -> None:
    family = load_family("calendar-weekday")
    found = count_family(family)
    assert (len(found), min(found.values()), max(found.values()), sum(found.values())) == (2562, 97, 10374, 4864096)
    for names in random.Random(8).sample(list(found), 20):
        assert found[names] == tw.count(family.with_open_cells(names)).value


@pytest.mark.full
def test_all_rolls_of_the_star() -> None:
    family = load_family("genius-star")
    found = count_family(family)
    assert (len(found), min(found.values()), max(found.values()), sum(found.values())) == (165888, 3, 30583, 645287496)
    for names in random.Random(8).sample(list(found), 20):
        assert found[names] == tw.count(family.with_open_cells(names)).value


def test_numbers_stand_for_names() -> None:
    family = Family(tw.Packing.parse("dominoes*@1x5"), tuple((str(k), ((0, k),)) for k in range(5)), (tuple("01234"),))
    assert tw.count_family(family, [(2,), ("1",)]) == {("2",): 1, ("1",): 0}
