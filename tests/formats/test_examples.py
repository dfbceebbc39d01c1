"""The files in examples/ are the real input of the five systems; every one loads, and has the answer it should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.paths import DATA, ROOT
from tilewright import formats, loader
from tilewright.api.answer import line_of, solved_answer
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.kinds import Packing, Shikaku
from tilewright.puzzle.check import faults
from tilewright.system import dumps_json

EXAMPLES = ROOT / "examples"
DOODLE = json.loads((DATA / "doodle_fit.json").read_text())["instances"]
BLOG = json.loads((DATA / "shikaku_blog.json").read_text())["instances"]
STOCK = {c["name"]: c for c in json.loads((DATA / "fridgeiq_stock.json").read_text())["challenges"]}
FILES = sorted(path for path in EXAMPLES.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc"))
IMPOSSIBLE = {"rectangle_02_b.toml"}
OPEN = "256.edges"  # 16 x 16 squares: nobody finds a solution of it in a test


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.name != OPEN], ids=lambda path: str(path.relative_to(EXAMPLES))
)
def test_every_example_has_a_tiling_that_reads_back(path: Path, tmp_path: Path) -> None:
    puzzle = loader.load(path)
    found = solve(puzzle)
    assert found.verdict == ("impossible" if path.name in IMPOSSIBLE else "solved")
    for tiling in found.tilings:
        drawing, answer, line = (tmp_path / name for name in ("a.txt", "a.json", "a.jsonl"))
        drawing.write_text(f"{tiling}\n\n{tiling}\n", encoding="utf-8")
        answer.write_text(dumps_json(solved_answer(found)), encoding="utf-8")
        line.write_text(2 * line_of(tiling), encoding="utf-8")
        wanted = set(tiling.placements)
        assert set(loader.read_solution(answer, puzzle)) == wanted
        assert [set(read) for read in loader.read_solutions(line, puzzle)] == [wanted, wanted]
        read, again = loader.read_solutions(drawing, puzzle)
        assert read == again
        assert not faults(puzzle, read)
        if not isinstance(puzzle, Packing) or all(piece.copies == (1, 1) for piece in puzzle.pieces):
            assert set(read) == wanted
    for name in ("toml", "json"):
        assert loader.parse(formats.dump(puzzle, name)) == puzzle


def test_each_system_has_its_examples() -> None:
    names = {str(path.relative_to(EXAMPLES)) for path in FILES}
    assert {"doodle-fit/two", "tetris/8x7.toml", "shikaku/blog-6x6", "shikaku/blog-17x15"} <= names
    assert {f"katamino/5x{n}.toml" for n in range(3, 13)} <= names
    assert {"fridgeiq/square_01.toml", "fridgeiq/triangle_01.toml", "fridgeiq/challenge_01.toml"} <= names


@pytest.mark.parametrize(("name", "instance"), [("two", DOODLE[0]), ("cheeseonhead", DOODLE[1])])
def test_doodle_fit_files_are_the_published_instances(name: str, instance: dict[str, list[str]]) -> None:
    puzzle = loader.load(EXAMPLES / "doodle-fit" / name)
    assert isinstance(puzzle, Packing)
    assert str(puzzle.board).split("\n") == instance["shape"]
    assert [str(piece).split("\n") for piece in puzzle.pieces] == instance["blocks"]
    assert {piece.motion for piece in puzzle.pieces} == {"fixed"}


def test_the_doodle_fit_example_is_drawn_as_published() -> None:
    tiling = solve(loader.load(EXAMPLES / "doodle-fit" / "two")).tilings[0]
    assert str(tiling).replace(" ", ".").split("\n") == DOODLE[0]["blog_answer"]


def test_the_second_doodle_fit_instance_has_its_tilings() -> None:
    puzzle = loader.load(EXAMPLES / "doodle-fit" / "cheeseonhead")
    assert count(puzzle).value == DOODLE[1]["helper_n_solutions_as_tilings"]
    assert count(puzzle, labelled=True).value == DOODLE[1]["helper_n_solutions_labelled"]


@pytest.mark.parametrize("instance", BLOG, ids=lambda instance: instance["name"])
def test_shikaku_files_are_the_reconstructed_grids(instance: dict[str, object]) -> None:
    path = EXAMPLES / "shikaku" / str(instance["name"]).replace(" ", "-")
    puzzle = loader.load(path)
    assert isinstance(puzzle, Shikaku)
    assert [list(clue) for clue in puzzle.clues] == sorted(instance["clues"])  # type: ignore[call-overload]
    assert "reconstruction" in path.read_text()
    assert count(puzzle).value == 1


@pytest.mark.parametrize("path", sorted((EXAMPLES / "fridgeiq").glob("*")), ids=lambda path: path.stem)
def test_fridgeiq_files_are_the_stock_challenges(path: Path) -> None:
    puzzle = loader.load(path)
    if path.stem not in STOCK:
        return
    challenge = STOCK[path.stem]
    assert {piece.name for piece in puzzle.pieces} == set(challenge["parts"])  # type: ignore[union-attr]
    rows = puzzle.board.extent[0]
    # The data has y up, and so the letters n and s stay what they are when rows are counted from the top.
    wanted = {(rows - 1 - y, x, "nesw".index(letter)) for x, y, letters in challenge["cells"] for letter in letters}
    assert set(puzzle.board.atoms) == wanted
    if challenge["tilings"] and challenge["tilings"] < 100:
        assert count(puzzle).value == challenge["tilings"]


def test_the_polygon_with_holes_is_made_as_the_challenges_are() -> None:
    import shapely

    outer = shapely.Polygon(
        [(1, 0), (6, 0), (6, 1), (7, 1), (7, 6), (6, 6), (6, 7), (1, 7), (1, 6), (0, 6), (0, 1), (1, 1)]
    )
    inner = shapely.Polygon(
        [(2, 1), (5, 1), (5, 2), (6, 2), (6, 5), (5, 5), (5, 6), (2, 6), (2, 5), (1, 5), (1, 2), (2, 2)]
    )
    octagon = shapely.Polygon([(3, 1), (4, 1), (6, 3), (6, 4), (4, 6), (3, 6), (1, 4), (1, 3)])
    inner_square = shapely.box(3, 3, 4, 4)
    outline = outer.difference(inner).union(octagon.difference(inner_square))
    puzzle = loader.load(EXAMPLES / "fridgeiq" / "challenge_01.toml")
    assert puzzle.board.polygon.equals(outline)
    assert puzzle.board.area == outline.area == 40


def test_katamino_is_a_ladder() -> None:
    before: set[str] = set()
    for columns in range(3, 13):
        puzzle = loader.load(EXAMPLES / "katamino" / f"5x{columns}.toml")
        assert puzzle.board.extent == (5, columns)
        names = {piece.name for piece in puzzle.pieces}  # type: ignore[union-attr]
        assert before < names
        before = names


@pytest.mark.parametrize(
    ("url", "grid"),
    [
        ("https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j", "....3./56..6./....../....../.6..23/.5...."),
        ("pzv.jp/p.html?shikaku/2/2/.g-10+100", "?./**"),
    ],
)  # fmt: skip
def test_puzz_link(url: str, grid: str) -> None:
    puzzle = loader.load(url)
    assert isinstance(puzzle, Shikaku)
    values = {clue[:2]: "?" if clue[2] is None else str(clue[2]) for clue in puzzle.clues}
    rows = grid.split("/")
    for row, line in enumerate(rows):
        for column, character in enumerate(line):
            if character != "*":
                assert values.get((row, column), ".") == character
    if "*" in grid:
        assert [clue[2] for clue in puzzle.clues[1:]] == [16, 256]


def test_a_file_may_hold_the_notation_and_be_named_like_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.txt").write_text("FNPUV@5x5\n")
    assert loader.load("my.txt") == loader.load("FNPUV@5x5")
    Path("FNPUV@5x5").write_text("LPNUV@5x5\n")
    assert loader.load("FNPUV@5x5") == loader.load("LPNUV@5x5")
