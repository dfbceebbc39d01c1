"""Edge matching from the command line: every command, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.api.solve import solve
from tilewright.api.verdict import verdict
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.explain.hint import hint
from tilewright.explain.techniques import rate
from tilewright.formats import dump
from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges.filling import fill
from tilewright.kinds.edges.picture import label_color
from tilewright.loader import load, parse
from tilewright.puzzle import Placement
from tilewright.puzzle.check import faults
from tilewright.puzzle.picture import tiling_svg
from tilewright.puzzle.rules import Reason

UNIQUE = """edges 3x3 border=a
bacf
acee
badf
bdaa @2,2/270
ddfa
aeda
abca
fcaa
deff
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "three.edges"
    path.write_text(UNIQUE)
    return path


def test_commands(file: Path, run: CommandLine, tmp_path: Path) -> None:
    for answer in ("answer.txt", "answer.json", "answer.jsonl"):
        assert run("solve", file, "-o", tmp_path / answer).code == 0
        assert run("check", file, tmp_path / answer).code == 0
    drawn = run("solve", file)
    assert drawn.out.startswith("+-a-+-a-+-a-+\n") and len(drawn.out.splitlines()) == 7
    (tmp_path / "wrong.txt").write_text(drawn.out.replace(drawn.out.splitlines()[1].split()[1], "x", 1))
    assert run("check", file, tmp_path / "wrong.txt").code == 2
    assert run("count", file).out == "1\n" and run("count", "macmahon2@2x3", "--up-to", "labels").out == "52\n"
    assert run("verdict", file).out.startswith("unique")
    assert run("show", file, "--stats").code == 0 and "pinned: 4@2,2/270" in run("show", file).out
    assert run("show", file, "-o", tmp_path / "three.svg").code == 0 and "<svg" in (tmp_path / "three.svg").read_text()
    assert run("hint", file).code == 0 and run("export", file, "--to", "dlx").code == 0
    assert run("publish", "booklet", file, "-o", tmp_path / "book.pdf").code == 0


def test_models(file: Path, run: CommandLine, tmp_path: Path) -> None:
    assert "gams cannot say" in run.refused("export", file, "--to", "gams")
    for form in ("mathprog", "lp", "lp_solve", "mps", "opb", "smtlib", "equations"):
        assert "ue10_4" in run("export", file, "--to", form).out or form == "mathprog"
    run("export", file, "--to", "dlx", "-o", tmp_path / "three.dlx")
    assert run("cover", tmp_path / "three.dlx", "--count").out == "1\n"


def test_the_certificate_of_another_kind_is_refused(file: Path, run: CommandLine, tmp_path: Path) -> None:
    run("count", "FNPUV@5x5", "--proof", tmp_path / "other")
    forged = (tmp_path / "other").read_text().replace(load("FNPUV@5x5").digest, load(file).digest)
    (tmp_path / "forged").write_text(forged)
    assert run("check", file, "--proof", tmp_path / "forged").code in (1, 2)


def test_a_proof_that_there_is_one_solution(file: Path, run: CommandLine, tmp_path: Path) -> None:
    assert run("verdict", file, "--proof", tmp_path / "proof").code == 0
    assert run("check", file, "--proof", tmp_path / "proof").code == 0


def test_reasons(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "odd.edges"
    path.write_text("edges 2x2 border=a\naabb\naabb\naabb\naabc\n")
    assert "label b stands on 7 edges, an odd number inside" in run("verdict", path).out
    assert run("verdict", path, "--proof", tmp_path / "proof").code == 1
    assert run("check", path, "--proof", tmp_path / "proof").code == 0
    for text, kind in (
        ("edges 1x2 border=a match=partner\naaBa\naaaB\n", "labels"),
        ("edges 1x2 border=uniform\naabb\nccdd\n", "labels"),
        ("edges 2x2\nabcd\nabca\n", "area"),
    ):
        found = verdict(parse(text))
        assert found.verdict == "impossible" and found.reason is not None and found.reason.kind == kind
        assert found.puzzle.checkers.reason_fault(found.reason) is None
        assert load("macmahon2@2x3").checkers.reason_fault(found.reason) is not None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("edges 3x3\nabcde\n", "5 labels"),
        ("edges 2x2\nabca\nabc\n", "3 edges"),
        ("edges 3x3 border=z\nabca\n", "border 'z': expected a label of the tiles (a b c)"),
        ("edges 3x3 border=sometimes\nabca\n", "border 'sometimes'"),
        ("edges 3x3 match=partner\na1bA\n", "label '1' has no partner"),
        ("edges 1x1 wrap=2\nabca\n", "'wrap=2'"),
        ("edges 2x2\nabca @9,9\n", "not on the board"),
        ("edges 2x2\nx: abca\nx: abcb\n", "two tiles are called 'x'"),
        ("edges 1x2\nabca *2 @0,0/90\nabcd @0,0/0\n", "both lie at (0, 0)"),
        ("edges 2x2\nabca *2-1\n", "copies 2 to 1"),
        ("edges h2\nabca\n", "h2"),
        ("edges 2x2~\nabca *\n", "3 cells around"),
        ("2 2\n0 1 2 3\n0 1 2\n", "expected four numbers"),
        ("tiles = 'macmahon99'\nboard = '2x2'\n", "expected 1 to 26 labels"),
        ("tiles = 'abca'\nboard = '1x1'\ncolour = 'a'\n", "expected the keys"),
        ("tiles = 'abca'\nboard = '1x1'\nmotion = 'jump'\n", "unknown motion"),
        ("tiles = 'abca'\nboard = '1x1'\nmotion = 90\n", 'expected "turn", "free" or "fixed"'),
        (
            "tiles = 'abca'\nboard = '1x1'\n[[pinned]]\ntile = '1'\ncell = [0, 0]\nmotion = 90\n",
            'expected "0", "90", "180" or "270" in quotes',
        ),
        ("tiles = ['abca', 'abcde']\nboard = '1x2'\n", "'abcde': 5 labels"),
        ("tiles = [1]\nboard = '1x2'\n", "or an array of them"),
        ("tiles = '#macmahon3'\nboard = '4x6'\n", "has no tiles"),
        ("tiles = 'macmahon3'\nboard = {}\n", "expected cells = [[row, column], ...]"),
        ('{"tiles": ["#a"], "board": "2x2"}', "has no tiles"),
    ],
)
def test_bad_input(text: str, told: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    assert told in run.refused("solve", path)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_list_is_refused(text: str, run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "empty.edges"
    path.write_text(text)
    assert "is empty: expected" in run.refused("count", path)


def test_tiles_may_be_an_array() -> None:
    lines = load('{"tiles": "abca\\nx: abcb *2", "board": "1x3"}\n')
    assert load('{"tiles": ["abca", "x: abcb *2"], "board": "1x3"}\n') == lines
    assert load("tiles = ['abca', 'x: abcb *2']\nboard = '1x3'\n") == lines


def test_formats() -> None:
    numbers = load("2 2\n1 0 1 3 0\n2 1 0 0 2\n3 0 0 4 3\n4 4 0 0 2\n")
    assert (numbers.border, numbers.piece_names) == ("0", ("1", "2", "3", "4"))  # type: ignore[attr-defined]
    for text in ("macmahon3@4x6 border=a", "wang2*@3x4~~", "hexagons2@h3-r0c0", "triangles4@h2 border=uniform", UNIQUE):
        puzzle = load(text)
        for form in ("toml", "json"):
            assert parse(dump(puzzle, form)) == puzzle
    assert dump(load("macmahon3@4x6 border=a"), "edge-notation").strip() == "macmahon3@4x6 border=a"


def test_lists_of_tiles_have_pins_and_wraps() -> None:
    triangles = "edges 1x2 match=partner\nabA\nbaA\nBaA @0,1d/180\naBA\n"
    for text in (UNIQUE, triangles, "wang2*@3x4~~", "triangles4@h2 border=uniform", "edges 1x2\nabab *2 @0,1/90\n"):
        assert parse(dump(load(text), "edge-list")) == load(text)
    with pytest.raises(NotationError, match="tile '1' is pinned twice"):
        dump(
            load("tiles='abab *2'\nboard='1x2'\n[[pinned]]\ntile='1'\ncell=[0,0]\n[[pinned]]\ntile='1'\ncell=[0,1]\n"),
            "edge-list",
        )
    with pytest.raises(NotationError, match="write it as edge-notation, TOML or JSON"):
        dump(load("macmahon3@4x6"), "notation")


def test_hints_lead_to_the_answer() -> None:
    puzzle = load(UNIQUE)
    (answer,) = solve(puzzle, None).tilings
    lying: list[Placement] = []
    while len(lying) < len(answer.placements):
        step = hint(puzzle, lying)
        assert step.kind == "place" and set(step.placements) <= set(answer.placements)
        lying += step.placements
    turned = puzzle.placed(answer.placements[0].piece, answer.placements[0].atoms, "180")
    assert hint(puzzle, [turned]).kind == "wrong"
    assert rate(puzzle).solvable


def test_the_most_that_was_laid_is_kept() -> None:
    puzzle = load("macmahon3@4x6 border=a")
    assert isinstance(puzzle, EdgeMatching)
    placed = fill(puzzle, steps=3000)
    assert 12 < len(placed) <= 24 and faults(puzzle, placed, partial=True) == []
    found = solve(puzzle, 1, engine="native", limit=Limit(nodes=10, seconds=5))
    assert found.verdict == "unknown" and found.partial is not None
    assert faults(puzzle, found.partial.placements, partial=True) == []


def test_a_part_that_fills_the_board_is_a_tiling() -> None:
    puzzle = load("macmahon3*@6x6")
    found = solve(puzzle, 1, engine="native", limit=Limit(nodes=1, seconds=5))
    assert (found.verdict, found.ended, found.exit_code, found.partial) == ("solved", "enough", 0, None)
    assert faults(puzzle, found.tilings[0].placements) == []
    more = solve(puzzle, 2, engine="native", limit=Limit(nodes=1, seconds=5))
    assert (more.verdict, more.ended, len(more.tilings)) == ("solved", "limit", 1)


@pytest.mark.parametrize("notation", ["wang2*@3x4~", "macmahon2*@2x2", "hexagons2*@3x4~~"])
def test_there_may_be_more_kinds_than_places(notation: str, run: CommandLine, tmp_path: Path) -> None:
    for name in ("answer.txt", "answer.json"):
        assert run("solve", notation, "-o", tmp_path / name).code == 0
        assert run("check", notation, tmp_path / name).out.startswith("valid")
    every = run("solve", notation, "--kinds", "all")
    assert every.code == 1 and "the tiles are at least" in every.out


def test_more_tiles_than_places_are_an_answer(run: CommandLine, tmp_path: Path) -> None:
    for command in ("solve", "count", "verdict", "hint"):
        assert run(command, "macmahon3@3x5").code == 1
    proof = tmp_path / "proof"
    assert run("verdict", "macmahon3@3x5", "--proof", proof).code == 1
    assert run("check", "macmahon3@3x5", "--proof", proof).out.startswith("valid: impossible")
    assert load("macmahon3@4x6").checkers.reason_fault(Reason("area", "")) is not None


def test_a_drawing_of_a_wrapped_board_is_read(run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "w.edges").write_text("edges 3x3~ match=same border=free\nabac\n" + "abab\n" * 7 + "abac\n")
    assert run("solve", tmp_path / "w.edges", "-o", tmp_path / "w.txt").code == 0
    assert run("check", tmp_path / "w.edges", tmp_path / "w.txt").out.startswith("valid")


def test_labels_that_contradict_the_tile_are_told(file: Path, run: CommandLine, tmp_path: Path) -> None:
    answer = run("solve", file, "--json").json
    answer["solutions"][0]["placements"][0]["labels"].reverse()
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    assert "as the tile lies" in run.refused("check", file, tmp_path / "answer.json")


def test_one_tiling_where_any_number_is_allowed_has_many_tiles(run: CommandLine) -> None:
    drawn = run("solve", "wang2*@3x4~").out
    assert len({word for word in drawn.split() if len(word) == 4 and word.isalpha()}) > 4
    assert drawn == run("solve", "wang2*@3x4~").out  # the same every time


def test_what_filled_the_board_is_named() -> None:
    """A limit that ends the search before it begins leaves the board to the search for the most tiles."""
    found = solve(load("macmahon2@2x3"), limit=Limit(seconds=1e-6))
    assert (found.verdict, found.engine) == ("solved", "filling")


@pytest.mark.parametrize(
    ("text", "places", "sides"), [("wang2*@3x4~", 12 + 3, 4), ("hexagons2*@3x4~~", 12 + 3 + 4 + 1, 6)]
)
def test_wrapped_answers_show_the_first_tiles_again(text: str, places: int, sides: int, tmp_path: Path) -> None:
    tiling = solve(load(text)).tilings[0]
    svg = tiling_svg(tiling)
    wedges = sum(svg.count(f'fill="{label_color(tiling.puzzle, label)}"') for label in ("a", "b"))
    assert wedges == places * sides and "stroke-dasharray" in svg


def test_wrapped_boards_with_holes_in_files(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "ring.toml"
    path.write_text('tiles = "wang2*"\nwrap = "columns"\nboard = """\n####\n# ##\n"""\n')
    puzzle = load(str(path))
    assert isinstance(puzzle, EdgeMatching) and (puzzle.lattice, len(puzzle.board.atoms)) == ("square~4", 7)
    assert parse(dump(puzzle, "json")) == puzzle == parse(dump(puzzle, "toml"))
    inside, border = 3 + 4 + 2, 4 + 3 + 3
    assert run("count", path).out == f"{2 ** (inside + border)}\n"
    for wrong, expected in (
        (("columns", "rows"), "expected columns or both"),
        (("wrap", "lattice"), "expected square"),
    ):
        path.write_text(path.read_text().replace(*wrong))
        assert expected in run.refused("show", path)
        path.write_text(path.read_text().replace(*reversed(wrong)))


@pytest.mark.parametrize("partial", [False, True])
def test_a_pinned_tile_in_another_motion_is_named_with_the_motion_that_is_wanted(partial: bool) -> None:
    free = load("tiles='abab'\nboard='1x1'\n")
    pinned = load("tiles='abab'\nboard='1x1'\n[[pinned]]\ntile='1'\ncell=[0,0]\nmotion='90'\n")
    [wrong] = [each for each in solve(free, None) if each.placements[0].motion == "0"]
    [fault] = faults(pinned, wrong.placements, partial)
    assert (fault.rule, fault.text) == ("pin", "the pinned tile 1 does not lie at (0, 0) in motion 90")


@pytest.mark.parametrize("words", [(), ("--match", "same")])
def test_a_made_puzzle_says_how_sides_match_only_where_that_is_not_the_usual_way(
    run: CommandLine, words: tuple[str, ...]
) -> None:
    assert "match" not in json.loads(run("design", "edges", "2x2", "--json", *words).out)["puzzles"][0]["toml"]
