"""Silhouettes of mixed parity are puzzles in half cells: solved, counted, hinted, drawn and written."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tests.helpers.tiers import quick
from tilewright import formats, loader
from tilewright.kinds import Packing
from tilewright.lattice import lattice
from tilewright.loader import board_of, read_catalogues
from tilewright.silhouettes.comparison import doubled, entry_of, merged, silhouette_puzzle

MIXED = (19, 29, 36, 66, 78, 80, 81, 85)


def source(number: int) -> str:
    return f"fridgeiq-D4#{number}"


def apart(number: int) -> Packing:
    """The same silhouette on its own lattice, its parts set far from one another: pieces lie on whole cells of each."""
    entry = entry_of(source(number))
    assert entry is not None
    region = entry.silhouette()
    atoms = []
    for place, part in enumerate(region.edge_parts):
        moved = lattice(region.lattice).normalize((row // 2, column // 2, slot) for row, column, slot in part)
        atoms += [(row, column + 40 * place, slot) for row, column, slot in moved]
    return Packing(tw.Board(tuple(sorted(atoms)), lattice=region.lattice), entry.file.pieces)


def test_these_are_the_mixed_ones() -> None:
    entries = merged(read_catalogues("fridgeiq-D4"))
    assert tuple(n for n, each in enumerate(entries, start=1) if each.silhouette().mixed) == MIXED


def test_an_atom_becomes_four() -> None:
    grid = lattice("halfsquare")
    assert len(doubled(grid, [(0, 0, 0)])) == 4
    assert set(doubled(grid, [(2, 4, slot) for slot in range(4)])) == {
        (row, column, slot) for row in (2, 3) for column in (4, 5) for slot in range(4)
    }
    with pytest.raises(tw.NotationError, match="hexagonal"):
        doubled(lattice("hexagonal"), [(0, 0)])


@pytest.mark.parametrize("number", quick(MIXED, 2))
def test_solved_drawn_written_and_hinted(number: int) -> None:
    puzzle = tw.load(source(number))
    (tiling,) = tw.solve(puzzle).tilings
    assert {each.atoms for each in puzzle.parse_drawing(str(tiling))} == {each.atoms for each in tiling.placements}
    assert tiling._repr_svg_().startswith("<svg")
    assert loader.load(formats.dump(puzzle, "toml")) == puzzle
    assert tw.hint(puzzle).kind != "none"
    assert board_of(source(number)) == puzzle.board


@pytest.mark.full
@pytest.mark.parametrize("number", MIXED)
def test_counted_by_two_engines_and_with_the_parts_apart(number: int) -> None:
    puzzle = tw.load(source(number))
    counts = [tw.count(each, engine=name).value for each in (puzzle, apart(number)) for name in ("native", "sweep")]
    assert len(set(counts)) == 1, counts


def test_in_every_command(run: CommandLine) -> None:
    for words in (("solve",), ("show",), ("show", "--stats"), ("hint",), ("verdict",)):
        assert run(words[0], source(19), *words[1:]).code == 0, words
    assert run("export", source(19), "--to", "dimacs").out.startswith("c ")


def test_loose_names() -> None:
    for name in ("The Sprocket", "sprocket", "the sprocket", "SPROCKET"):
        found = silhouette_puzzle(f"fridgeiq-D4#{name}")
        assert found is not None and found.name == "The Sprocket"
    assert tw.load("fridgeiq@fridgeiq-D4#sprocket").board == tw.load("fridgeiq-D4#sprocket").board
