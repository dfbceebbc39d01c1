"""Pictures of all placements: which candidates are drawn, under which numbers, how often each orientation fits."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.paths import EXAMPLES
from tilewright import load
from tilewright.errors import LimitError
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.shikaku import picture
from tilewright.loader import parse
from tilewright.render.canvas import LIGHT, Canvas
from tilewright.render.svg import check_drawn

BLOG = EXAMPLES / "shikaku" / "blog-6x6"


def captions(puzzle: Packing | Shikaku) -> list[str]:
    compiled = puzzle.compile()
    return [caption for _, caption in puzzle.picture.candidates(compiled, compiled.owners)]


def test_a_board_for_each_clue_and_one_with_all() -> None:
    puzzle = load(BLOG)
    assert isinstance(puzzle, Shikaku)
    found = captions(puzzle)
    assert len(found) == len(puzzle.clues) + 1
    assert found[-1] == "all: 31"
    assert found[0] == "2 at 0,0: 2"
    assert sum(int(text.rsplit(": ")[1]) for text in found[:-1]) == 31


def written(puzzle: Shikaku, picture: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The texts of one of the pictures."""
    texts: Counter[str] = Counter()
    monkeypatch.setattr(Canvas, "text", lambda self, text, *rest, **style: texts.update([text]))
    compiled = puzzle.compile()
    puzzle.picture.candidates(compiled, compiled.owners)[picture][0](Canvas(LIGHT))
    return texts


def test_candidates_bear_the_numbers_of_the_classic_grid(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load(BLOG)
    assert isinstance(puzzle, Shikaku)
    clues = Counter(str(value) for *_, value in puzzle.clues)
    everything = written(puzzle, -1, monkeypatch)
    assert everything - clues == Counter(map(str, range(1, 32))) - Counter()
    monkeypatch.undo()
    answer = set(run("solve", BLOG, "--numbers").out.split())
    assert answer <= set(everything)
    assert len(answer) == len(puzzle.clues)


def test_numbers_stay_inside_their_rectangles_and_apart() -> None:
    puzzle = load(EXAMPLES / "shikaku" / "blog-17x15")
    assert isinstance(puzzle, Shikaku)
    chosen = [(number, clue, rect) for number, (clue, rect) in enumerate(puzzle.candidates(), start=1)]
    spots = picture._spots(puzzle, chosen)
    assert len(chosen) == 253
    for (_, _, (top, left, height, width)), (x, y) in zip(chosen, spots, strict=True):
        assert left < x < left + width and top < y < top + height
    assert len(set(spots)) == len(spots)


def test_the_picture_of_a_clue_shows_what_lies_around_its_candidates() -> None:
    puzzle = load(EXAMPLES / "shikaku" / "blog-17x15")
    assert isinstance(puzzle, Shikaku)
    compiled = puzzle.compile()
    drawn = puzzle.picture.candidates(compiled, compiled.owners)
    assert len(drawn) == len(puzzle.clues)  # 253 on one board would be a muddle
    canvas = Canvas(LIGHT)
    drawn[0][0](canvas)  # a 2x1 in a corner
    left, top, right, bottom = canvas.box
    assert right - left <= 3 and bottom - top <= 4


def test_pins_change_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))
    pinned = puzzle.with_placements([puzzle.placement("0,0", [(0, 0), (1, 0)])])
    clues = Counter({"2": 1, "4": 1})
    free, tied = (written(each, -1, monkeypatch) - clues for each in (puzzle, pinned))
    assert set(tied) < set(free)


def test_every_orientation_with_its_positions() -> None:
    puzzle = Packing.parse("FNPUV@5x5")
    found = captions(puzzle)
    assert len(found) == sum(len(piece.orientations) for piece in puzzle.pieces) == 32
    assert found[0] == "F 0: 9"  # 3x3 places of a box of 3x3 on 5x5
    assert sum(int(text.rsplit(": ")[1]) for text in found) == 316
    assert "I 0: 0" in captions(Packing.parse("pentominoes@4x15")) + captions(
        Packing.parse("pentominoes@15x4")
    )  # an orientation that fits nowhere


def test_few_positions_are_drawn_one_by_one(run: CommandLine) -> None:
    puzzle = load(EXAMPLES / "doodle-fit" / "two")
    listed = run("show", EXAMPLES / "doodle-fit" / "two", "--placements").out.splitlines()
    assert [caption.replace(":", "") for caption in captions(puzzle)] == listed  # type: ignore[arg-type]
    assert len(listed) == 9
    compiled = puzzle.compile()
    for drawn, _ in puzzle.picture.candidates(compiled, compiled.owners):
        canvas = Canvas(LIGHT)
        drawn(canvas)
        assert canvas.box[2] - canvas.box[0] >= 4  # the board is there, not the piece alone


def test_pieces_that_fit_nowhere_are_drawn_with_0_positions() -> None:
    assert captions(Packing.parse("I@4x4")) == ["I 0: 0", "I 90: 0"]


def test_identical_pieces_are_drawn_once() -> None:
    puzzle = parse('board = "2x2"\n[[piece]]\nname = "A"\nshape = "##"\n[[piece]]\nname = "B"\nshape = "##"\n')
    assert isinstance(puzzle, Packing)
    assert captions(puzzle) == ["1: A@0,0/0", "2: A@1,0/0", "3: A@0,0/90", "4: A@0,1/90"]


def test_show_writes_candidates_and_only_with_placements(run: CommandLine, tmp_path: Path) -> None:
    for name in ("all.svg", "all.png"):
        assert run("show", BLOG, "--placements", "-o", tmp_path / name).code == 0
    assert run("show", BLOG, "-o", tmp_path / "board.svg").code == 0
    assert run("show", BLOG, "--piece", "1,3", "-o", tmp_path / "one.svg").code == 0
    sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert sizes["board.svg"] < sizes["one.svg"] < sizes["all.svg"]
    assert (tmp_path / "all.png").read_bytes()[:4] == b"\x89PNG"


def test_one_piece_keeps_its_numbers(run: CommandLine) -> None:
    every = run("show", BLOG, "--placements").out.splitlines()
    mine = run("show", BLOG, "--piece", "1,3").out.splitlines()
    assert mine == [line for line in every if re.match(r"\d+ 1,3@", line)]
    assert mine[0].startswith("4 ")
    assert "expected one of" in run("show", BLOG, "--piece", "9,9").err


def test_naive_numbers(run: CommandLine) -> None:
    stats = run("show", BLOG, "--stats").out
    assert "cells: 36\n" in stats
    assert "naive sets, C(31, 11): 84672315\n" in stats
    assert "naive choices: 41472\n" in stats
    assert "naive sets" not in run("show", "tetrominoes*@2x4", "--stats").out  # how many are placed is open
    assert run("show", "tetrominoes*@2x4", "--stats", "--json").json["stats"]["cells"] == 8


def test_too_many_to_draw() -> None:
    with pytest.raises(LimitError, match="expected at most 5,000"):
        check_drawn(5001)
