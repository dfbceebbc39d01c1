"""The boxes of the shelf: what is in them, their names wherever a puzzle goes, and published counts."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import median

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright.api.family import count_family
from tilewright.errors import NotationError
from tilewright.shelf import NAMES, is_shelf_name
from tilewright.shelf.box import (
    FOLDER,
    Box,
    BoxBoard,
    Published,
    boxes,
    check_dice,
    find_box,
    load_board,
    load_family,
    parse_roll,
)

BOARDS = [pytest.param(box, board, id=f"{box.name}/{board.name}") for box in boxes() for board in box.boards]


def test_the_names_are_those_of_the_files() -> None:
    files = {path.stem: path for path in Path(FOLDER).glob("*.toml")}
    assert files.keys() == NAMES.keys()
    assert {box.name: box.aliases for box in boxes()} == NAMES
    every = [name for box, aliases in NAMES.items() for name in (box, *aliases)]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(("box", "board"), BOARDS)
def test_the_pieces_fill_each_board(box: Box, board: BoxBoard) -> None:
    puzzle = board.member()
    assert sum(len(piece.atoms) * piece.copies[0] for piece in puzzle.pieces) == len(puzzle.board.atoms)
    assert box.sources and box.fits


@pytest.mark.parametrize(
    "name", ["kanoodle", "kanoodle/pyramid", "beads-55/diagonal", "genius-square", "calendar-weekday"]
)
def test_a_name_stands_for_a_puzzle(name: str) -> None:
    assert tw.load(name).digest == load_board(name).member().digest
    assert tw.solve(tw.load(name)).verdict == "solved"


@pytest.mark.parametrize("name", ["FNPUV@5x5", "kanoodles", "", "/", "levels#heart"])
def test_other_texts_are_no_names(name: str) -> None:
    assert not is_shelf_name(name)


def test_wrong_names_are_refused() -> None:
    with pytest.raises(NotationError, match="did you mean kanoodle"):
        find_box("kanodle")
    with pytest.raises(NotationError, match="balls-55/pyramid"):
        tw.load("kanoodle/tower")
    with pytest.raises(NotationError, match="no board"):
        tw.load("ubongo")


QUICK = {
    "tangram",
    "cube-27-6",
    "balls-25",
    "balls-32",
    "balls-55/pyramid",
    "katamino-12/3x20",
    "cube-27/cube",
    "slothouber-27/cube",
}
PUBLISHED = [
    pytest.param(
        board,
        each,
        id=f"{box.name}/{board.name}",
        marks=[] if box.name in QUICK or f"{box.name}/{board.name}" in QUICK else [pytest.mark.full],
    )
    for box in boxes()
    for board in box.boards
    for each in board.published
]


@pytest.mark.parametrize(("board", "each"), PUBLISHED)
def test_published_counts(board: BoxBoard, each: Published) -> None:
    """Their sources stand in the files."""
    puzzle = board.member()
    stated = {"none": each.tilings, "rotations": each.turned, "symmetries": each.classes}
    for up_to, number in stated.items():
        if number is not None:
            assert tw.count(puzzle, up_to=up_to).value == number, (up_to, each.source)  # type: ignore[arg-type]


def test_all_silhouettes_of_the_tangram_are_different() -> None:
    boards = find_box("tangram").boards
    shapes = {
        min(drawn.grid.image(motion, drawn.atoms) for motion in drawn.grid.motions)
        for drawn in (each.puzzle.board for each in boards)
    }
    assert len(shapes) == len(boards) >= 13 + 40
    assert sum(board.about.startswith("one of the thirteen") for board in boards) == 13


def test_the_command_lists_and_shows(run: CommandLine, tmp_path: Path) -> None:
    listed = run("shelf")
    assert listed.code == 0 and all(name in listed.out for name in NAMES)
    shown = run("shelf", "kanoodle", "-o", tmp_path / "box.svg")
    assert "balls-55/arrowhead" in shown.out and "<svg" in (tmp_path / "box.svg").read_text()
    row = run("shelf", "genius-square", "--json").json
    assert row["name"] == "dice-square" and len(row["boards"][0]["dice"]) == 7


@pytest.mark.parametrize(
    "words",
    [
        ("shelf", "kanodle"),
        ("shelf", "--check-dice", "A1"),
        ("shelf", "kanoodle", "--check-dice", "A1"),
        ("shelf", "genius-square", "--check-dice", "F1,D4"),
        ("shelf", "genius-square", "--check-dice", "F1,D4,A1,B2,E6,C5,Z9"),
        ("solve", "kanoodle", "--roll", "F1"),
        ("solve", "FNPUV@5x5", "--roll", "random"),
        ("design", "cards", "genius-square", "--difficulty", "hard..easy"),
        ("design", "levels", "--board", "8x8..6x6"),
        ("solve", "kanoodle", "--open", "F1"),
        ("solve", "genius-square", "--roll", "F1,D4,A1,B2,E6,C5"),
        ("solve", "genius-square", "--roll", "random", "--open", "F1"),
    ],
)
def test_wrong_uses_are_one_line(run: CommandLine, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert ran.code == 2 and ran.err.count("\n") == 1


def test_a_roll_and_a_date(run: CommandLine) -> None:
    roll = run("count", "genius-square", "--roll", "F1,D4,A1,B2,E6,C5,F2")
    family = load_family("genius-square")
    member = family.parse_member("F1,D4,A1,B2,E6,C5,F2")
    assert int(roll.out) == count_family(family, [member])[member]
    assert run("solve", "genius-square", "--roll", "random").code == 0
    assert run("count", "calendar-weekday", "--open", "FEB,14,SAT").out.strip() == "2015"


def test_a_default_roll_is_told_and_has_a_solution(run: CommandLine) -> None:
    ran = run("solve", "genius-star/golden")
    assert ran.code == 0 and "--roll " in ran.err
    assert "--open " in run("count", "calendar").err


def test_names_in_capitals() -> None:
    assert tw.load("Kanoodle/Pyramid").digest == tw.load("kanoodle/pyramid").digest


@pytest.mark.parametrize("name", ["genius-square", "kanoodle", "tangram/cat", "t-puzzle"])
@pytest.mark.parametrize("what", ["laser", "cards"])
def test_boxes_are_made(run: CommandLine, tmp_path: Path, what: str, name: str) -> None:
    ran = run("publish", what, name, "-o", tmp_path / "made.svg")
    assert ran.code == 0 and list(tmp_path.glob("made*.svg"))


@pytest.mark.parametrize("seed", range(3))
def test_dice_with_one_missing_are_recognized(seed: int) -> None:
    """Sets were sold with die 6 twice and without die 7: rolls of such dice name just that, given enough of them."""
    rng, board = random.Random(seed), load_board("genius-square")
    rolls = [",".join(rng.choice(board.dice[number]) for number in (0, 1, 2, 3, 4, 5, 5)) for _ in range(12)]
    rolls = [roll for roll in rolls if len(set(roll.split(","))) == 7]
    found = check_dice(board, rolls)
    assert len(found.bad) == len(rolls) and found.suspects == ((1, 2, 3, 4, 5, 6, 6),)


def test_dice_as_sold_pass() -> None:
    board = load_board("genius-star")
    rolls = [",".join(parse_roll(board, "random", seed)) for seed in range(20)]
    assert check_dice(board, rolls) == (20, (), ((1, 2, 3, 4, 5, 6, 7),))


def test_any_seven_blockers_on_the_square() -> None:
    """github.com/CatchemAL/genius-square: the tilings of all boards with any 7 of the 36 cells blocked are 11,387,941,312."""
    puzzle = load_board("genius-square").puzzle
    blocker = tw.Piece("X", ((0, 0),), copies=(7, 7))
    every = tw.Packing(puzzle.board, (*puzzle.pieces, blocker))
    assert tw.count(every, labelled=True).value == 11_387_941_312


FAMILIES = [
    pytest.param(board, id=f"{box.name}/{board.name}", marks=[] if box.name == "calendar" else [pytest.mark.full])
    for box in boxes()
    for board in box.boards
    if board.family is not None and any(each.least is not None or each.total for each in board.published_family)
]


@pytest.mark.parametrize("board", FAMILIES)
def test_published_families(board: BoxBoard) -> None:
    """Least, median, most, the sum and the rarest members, as the files have them."""
    assert board.family is not None
    found = count_family(board.family)
    values = list(found.values())
    for each in board.published_family:
        facts = [
            (each.least, min(values)),
            (each.median, median(values)),
            (each.most, max(values)),
            (each.impossible, values.count(0)),
            (each.total, sum(values)),
        ]
        assert all(stated in (None, value) for stated, value in facts), each.source
        if each.rarest:
            assert [",".join(names) for names, value in found.items() if value == min(values)] == each.rarest


def test_the_cells_of_a_calendar_as_people_type_them(run: CommandLine) -> None:
    by_commas, by_blanks = (run("show", "calendar", "--open", cells) for cells in ("MAR,14", "mar 14"))
    assert by_commas.code == by_blanks.code == 0
    assert "did you mean MAR?" in run.refused("show", "calendar", "--open", "MARCH,14")
    assert "14 is named more than once" in run.refused("show", "calendar", "--open", "MAR,14,14")
    family = load_family("calendar")
    assert family.parse_member("14 mar") == ("MAR", "14")
    assert family.with_open_cells(["MAR", "14"]).board == family.with_open_cells(family.split_names("mar 14")).board


def test_names_of_boxes_as_people_write_them(run: CommandLine) -> None:
    assert run("shelf", "Genius Square").out == run("shelf", "genius-square").out != ""
    assert run("show", "IQ Puzzler Pro/Diagonal").out == run("show", "iq-puzzler-pro/diagonal").out != ""
    assert tw.load("Kanoodle Jr") == tw.load("kanoodle-jr")
    assert "no such box" in run.refused("shelf", "Genius Circles")
