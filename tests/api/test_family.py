"""All members of a family in one sweep, against single counts and against plain backtracking."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.api.family import can_sweep, count_family, count_placed
from tilewright.errors import LimitError, NotationError, OutOfTimeError
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


def family_of(text: str, tmp_path: Path) -> Family:
    (tmp_path / "family.toml").write_text(text)
    return load_family(str(tmp_path / "family.toml"))


def numbered(cells: list[Atom]) -> str:
    """Groups of one name a cell, `c0` and so on, and the names."""
    names = [f"c{number}" for number in range(len(cells))]
    cell_lines = [f"{name} = [{list(cell)}]" for name, cell in zip(names, cells, strict=True)]
    return "\n".join([f"groups = [{names}]", "[named]", *cell_lines])


EVERY_CELL = [(row, column) for row in range(3) for column in range(6)]
SHAPES = 'pieces = [{name = "I", shape = "###"}, {name = "L", shape = "##\\n#", copies = 2}, {name = "V", shape = "###\\n#", copies = 2}]'


@pytest.mark.parametrize(
    "keys",
    [
        'where = "I and V are not adjacent"',
        'where = "no two of one kind meet"',
        'where = "at most 1 of V touches the border"',
        'where = "I does not touch the border"',
        'where = ["L, V touch the border", "at least 4 pieces touch the border"]',
        'paint = {red = "##.#\\n#...#"}',
        'pinned = [{piece = "I", cells = [[2, 3], [2, 4], [2, 5]]}]',
        'optional = "##"',
    ],
)
def test_a_member_is_the_same_puzzle_with_the_others_and_alone(keys: str, tmp_path: Path) -> None:
    shapes = SHAPES
    if "paint" in keys:
        may = 'allowed_paints = [{cells = "#", paints = ["blue"]}]'
        shapes = shapes.replace('name = "I"', f'name = "I", {may}')
    cells = [cell for cell in EVERY_CELL if not ("pinned" in keys and cell in ((2, 3), (2, 4), (2, 5)))]
    family = family_of(f'board = "3x6"\n{shapes}\n{keys}\n{numbered(cells)}', tmp_path)
    found = count_family(family)
    assert len(found) == len(cells) > 12
    for names, number in found.items():
        member = family.with_open_cells(names)
        assert number == tw.count(tw.loads(tw.dumps(member)), engine="reference").value
        assert (member.board.paint, member.pinned, member.constraints) != ((), (), ()) or member.board.optional


def test_groups_may_share_cells_and_names_differ_by_capitals(tmp_path: Path) -> None:
    """A member leaves open what any of its names has: `a` and `A` together are the first column of 2x8."""
    text = 'board = "2x8"\npieces = [{name = "D", shape = "##", copies = 7}]\ngroups = [["a", "b", "g"], ["A", "B"]]\n[named]\n'
    text += "a = [[0, 0]]\nb = [[0, 1]]\ng = [[0, 0], [1, 0]]\nA = [[0, 0], [1, 0]]\nB = [[1, 7]]"
    family = family_of(text, tmp_path)
    found = count_family(family)
    assert found == {
        ("a", "A"): 21, ("a", "B"): 0, ("b", "A"): 0, ("b", "B"): 1, ("g", "A"): 21, ("g", "B"): 0
    }  # fmt: skip
    assert all(tw.count(family.with_open_cells(names)).value == number for names, number in found.items())
    assert family.parse_member("G,A") == ("g", "A")
    with pytest.raises(NotationError, match="ab or Ab"):
        Family(family.puzzle, (("ab", ((0, 0),)), ("Ab", ((0, 1),))), (("ab", "Ab"),)).with_open_cells(["AB"])


def test_what_names_cells_moves_with_the_board(tmp_path: Path) -> None:
    """A member without the first column begins one column further right; pins and sentences mean the same cells."""
    text = 'board = "2x4"\npieces = [{name = "D", shape = "##", copies = "any"}]\ngroups = [["left", "right"]]\n'
    cells = "[named]\nleft = [[0, 0], [1, 0]]\nright = [[0, 3], [1, 3]]"
    sentence = family_of(f'where = "exactly 1 D covers r1c2"\n{text}{cells}', tmp_path)
    assert [sentence.with_open_cells([name]).constraints[0].text[-4:] for name in ("left", "right")] == ["r1c1", "r1c2"]
    pinned = family_of(f'pinned = [{{piece = "D", cells = [[0, 2], [1, 2]]}}]\n{text}{cells}', tmp_path)
    assert pinned.with_open_cells(["left"]).pinned[0].atoms == ((0, 1), (1, 1))
    function = Family(pinned.puzzle.where(each=lambda one: (1, 3) not in one), pinned.names, pinned.groups)
    assert count_family(pinned) == {("left",): 1, ("right",): 2}
    assert count_family(function) == {("left",): 0, ("right",): 2}


@pytest.mark.parametrize("keys", ['where = "D covers r0c0"', 'pinned = [{piece = "D", cells = [[0, 0], [0, 1]]}]'])
def test_a_member_that_lacks_what_the_puzzle_needs_is_refused_by_name(keys: str, tmp_path: Path) -> None:
    text = f'{keys}\nboard = "1x5"\npieces = [{{name = "D", shape = "##", copies = 2}}]\n'
    cells = "[named]\na = [[0, 0]]\nb = [[0, 4]]\n"
    family = family_of(f'{text}groups = [["a", "b"]]\n{cells}', tmp_path)
    for refused in (lambda: count_family(family), lambda: family.with_open_cells(["a"])):
        with pytest.raises(NotationError, match="a, which is left open"):
            refused()
    without = family_of(f'{text}groups = [["a", "b"]]\nexcluded = [["a"]]\n{cells}', tmp_path)
    assert count_family(without) == count_family(family, [["b"]]) == {("b",): 1}


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("a = []", "no cell"),
        ('"a,b" = [[0, 0]]', "commas"),
        ('" a" = [[0, 0]]', "blanks"),
        ("a = [[9, 9]]", "not on the board"),
    ],
)
def test_names_that_nobody_can_leave_open_are_refused(named: str, said: str, tmp_path: Path) -> None:
    name = named.partition(" =")[0].strip('"')
    with pytest.raises(NotationError, match=said):
        family_of(f'board = "2x2"\npieces = "dominoes*"\ngroups = [["{name}"]]\n[named]\n{named}', tmp_path)


def test_the_limit_is_for_all_members_together() -> None:
    """Each of these members takes much longer than the limit."""
    family = grid_family(Packing.parse("pentominoes*@11x11"), 20)
    progress = tw.Progress()
    with pytest.raises(OutOfTimeError) as late:
        count_family(family, limit=0.5, progress=progress)
    assert late.value.ended == "limit"
    assert progress.seconds < 5


def test_too_many_pieces_for_the_words_of_a_sweep_are_counted_one_by_one() -> None:
    pieces = tuple(tw.Piece(f"P{number}", ((0, 0),), copies=(2, 2)) for number in range(40))
    family = Family(Packing(tw.Board.of_size("2x32"), pieces), (("a", ((0, 0),)), ("b", ((0, 1),))), (("a", "b"),))
    assert not can_sweep(family)
    assert count_family(family) == {("a",): 0, ("b",): 0}


def test_a_sweep_stops_when_it_is_asked_to_even_before_its_first_state() -> None:
    """What the upper half of this board may cover are millions of sets of cells."""
    puzzle = Packing.parse("pentominoes@8x8")
    progress = tw.Progress()
    progress.on_look = lambda: setattr(progress, "stop", progress.engine == "family")  # as soon as the sweep has begun
    with pytest.raises(OutOfTimeError) as stopped:
        count_family(grid_family(puzzle, 16, 16, 16, 16), limit=600, progress=progress)
    assert stopped.value.ended == "stopped"
    assert progress.latest is not None and progress.latest.fraction == 0
