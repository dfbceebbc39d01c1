"""What a text is taken for: one format each, over all examples and formats; texts that may be several things are refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.edge_puzzles import random_edges
from tests.helpers.generate import LATTICES, random_puzzle, random_shikaku
from tests.helpers.paths import ROOT
from tilewright import formats, loader
from tilewright.api.count import count
from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.kinds import EdgeMatching, Shikaku
from tilewright.pieces.piece import MOST_ATOMS
from tilewright.puzzle import Puzzle

EXAMPLES = sorted(
    path for path in (ROOT / "examples").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")
)
PUZZLES: list[Puzzle] = [
    *(random_puzzle(seed, LATTICES) for seed in range(40)),
    *(random_shikaku(seed) for seed in range(80)),
    *(random_edges(random.Random(seed), "square", 50).puzzle for seed in range(20)),
]


def recognized_as(text: str) -> list[str]:
    return [name for name, entry in formats.FORMATS.items() if entry.recognizes(text)]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_example_is_of_one_format_by_its_content_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(recognized_as(text)) == 1
    assert loader.parse(text) == loader.load(path)


@pytest.mark.parametrize("name", formats.names())
def test_what_a_format_writes_is_recognized_as_it_and_nothing_else(name: str) -> None:
    for puzzle in PUZZLES:
        try:
            text = formats.dump(puzzle, name)
        except TilewrightError:
            continue
        assert recognized_as(text) == [name], text
        if name != "xmpuzzle":  # of one dimension more, its colors BurrTools' own
            assert loader.parse(text).kind == puzzle.kind
        if isinstance(puzzle, Shikaku):
            assert loader.parse(text).digest == puzzle.digest, text


def number_lists(rng: random.Random) -> list[list[str]]:
    """Tiles of a square, with a border 0, each perhaps with its number before it."""
    rows, columns, labels = rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 22)
    tiles = [[str(rng.randint(0, labels)) for _ in range(4)] for _ in range(rows * columns)]
    if rng.random() < 0.5:
        tiles = [[str(number), *tile] for number, tile in enumerate(tiles, start=1)]
    return [[str(rows), str(columns)], *tiles]


@pytest.mark.parametrize("seed", range(60))
def test_tiles_without_their_board_are_never_taken_for_something_else(seed: int) -> None:
    head, *tiles = number_lists(random.Random(seed))
    bare = "".join(" ".join(tile) + "\n" for tile in tiles)
    for between in (" ", "\t", "  "):
        assert isinstance(loader.parse(f"{between.join(head)}\n{bare}"), EdgeMatching)
    for near in (bare, f"# pieces of a puzzle\n{bare}", bare.replace("\n", "\n\n"), bare.replace(" ", "\t")):
        assert recognized_as(near) == []
        with pytest.raises(NotationError):
            loader.parse(near)
    gray = bare.replace("0", "-") if len(tiles[0]) == 4 and bare.split().count("0") * 2 <= len(bare.split()) else bare
    try:
        read = loader.parse(gray)
    except NotationError:
        return
    assert isinstance(read, Shikaku) and sum(value or 0 for _, _, value in read.clues) == len(tiles) * 4


@pytest.mark.parametrize(
    "near",
    [
        "1 2 3\n4 5 6\n",  # a matrix
        "0 1 0\n1 1 1\n",  # a shape in rows of 0 and 1
        "1 0 0 1 0 0 1\n1 0 0 1 0 0 0\n0 0 0 1 1 0 1\n",  # an exact cover
        "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n",  # a Sudoku
        "1 1 2\n3 2 2\n",  # a tiling by numbers
        "4 4\n0 1 2\n",  # tiles of three labels below a board
        "5\n",
        "1,2,3,4\n2,3,4,1\n",
        "4x4\n0 1 2 3\n",
        "abca\ncbab\n",
        "1: abca\n2: cbab\n",
    ],
)
def test_near_misses_are_refused_in_one_line(near: str, run: CommandLine, tmp_path: Path) -> None:
    with pytest.raises(NotationError) as refused:
        loader.parse(near)
    assert "Shikaku" in str(refused.value) and "tiles" in str(refused.value) and "\n" not in str(refused.value)
    path = tmp_path / "unknown.txt"
    path.write_text(near)
    assert run("count", str(path)).code == 2


def test_a_suffix_or_a_first_line_says_what_numbers_are(tmp_path: Path) -> None:
    rows = "0 0 0 4\n0 0 0 0\n0 4 0 0\n"
    for text, suffix in ((rows, ".shikaku"), (f"# Shikaku\n{rows}", ""), (rows.replace("0", "."), "")):
        assert count(loader.parse(text, suffix)).value == count(loader.parse(rows, ".shikaku")).value
    with pytest.raises(NotationError, match="rows and columns"):
        loader.parse(rows, ".edges")


LARGE = "\n".join(["*" * 1000] * (MOST_ATOMS // 1000 + 1))


@pytest.mark.parametrize(
    "text",
    [
        f'board = "3x3"\n[[piece]]\nname = "A"\nshape = """\n{LARGE.replace("*", "#")}"""\n',
        f"###\n---\n{LARGE}\n",
    ],
)
def test_pieces_that_would_outlast_every_limit_are_refused(text: str) -> None:
    with pytest.raises(LimitError, match="101,000 cells"):
        loader.parse(text)
