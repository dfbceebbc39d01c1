"""Taking assemblies apart, against published levels, a plain reference, and the checker."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product

import pytest

import tilewright as tw
from tests.helpers.movement_reference import take_apart
from tests.helpers.paths import ROOT
from tilewright.lattice import lattice
from tilewright.movement.replay import ReplayError, check_disassembly

PUBLISHED = json.loads((ROOT / "tests/data/interlocking.json").read_text(encoding="utf-8"))["assemblies"]


def assembly(pieces: list[list[tuple[int, ...]]], grid: str = "cubic") -> tw.Tiling:
    """The pieces A, B, ... where they lie."""
    atoms = tuple(sorted(atom for piece in pieces for atom in piece))
    board = tw.Board(atoms, (), grid)
    named = [(f"P{number}", tuple(piece)) for number, piece in enumerate(pieces)]
    puzzle = tw.Packing(board, (tw.Piece("P0", named[0][1][:1], grid, (0, None)),))
    return tw.Tiling(puzzle, tuple(tw.Placement(name, piece, "0", grid) for name, piece in named))


def random_pieces(rng: random.Random) -> list[list[tuple[int, ...]]]:
    """Up to four pieces of a random box, connected or not: pieces in several parts interlock more often."""
    while True:
        dimension = rng.choice((2, 3, 3))
        size = [rng.randint(2, 4) if dimension == 3 else rng.randint(3, 6) for _ in range(dimension)]
        pieces: list[list[tuple[int, ...]]] = [[] for _ in range(rng.randint(2, 4))]
        filled = rng.uniform(0.3, 1)
        for cell in product(*map(range, size)):
            if rng.random() < filled:
                rng.choice(pieces).append(cell)
        if all(pieces):
            return pieces


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row["name"])
def test_published_levels(row: dict[str, object]) -> None:
    pieces: dict[str, list[tuple[int, ...]]] = {}
    for z, layer in enumerate(row["layers"]):  # type: ignore[arg-type, var-annotated]
        for y, line in enumerate(layer):
            for x, label in enumerate(line):
                if label != "0":
                    pieces.setdefault(label, []).append((z, y, x))
    tiling = assembly(list(pieces.values()))
    found = tw.disassemble(tiling)
    assert found.level == row["level"] and found.canonical
    check_disassembly(tiling, found)


@pytest.mark.parametrize("seed", range(6))
def test_levels_are_those_of_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        pieces = random_pieces(rng)
        tiling = assembly(pieces, "cubic" if len(pieces[0][0]) == 3 else "square")
        found = tw.disassemble(tiling)
        assert (found.levels if found else None) == take_apart([frozenset(piece) for piece in pieces]), pieces
        check_disassembly(tiling, found)
        quick = tw.disassemble(tiling, canonical=False)
        assert (quick.answer, quick.level) == (found.answer, found.level)
        check_disassembly(tiling, quick)


@pytest.mark.parametrize("name", ["square", "halfsquare", "triangular", "hexagonal", "cubic", "prism", "spheres"])
def test_images_have_the_same_levels(name: str) -> None:
    """The canonical numbers of moves are the same for every image of an assembly under the lattice's motions."""
    grid, rng = lattice(name), random.Random(7)
    region = [atom for cell in product(range(3), repeat=grid.dimension) for atom in grid.atoms_of(cell)]
    different = set()
    for _ in range(20):
        pieces: list[list[tuple[int, ...]]] = [[] for _ in range(3)]
        filled = rng.uniform(0.1, 0.5)
        for atom in region:
            if rng.random() < filled:
                rng.choice(pieces).append(atom)
        if not all(pieces):
            continue
        tiling = assembly(pieces, name)
        found = tw.disassemble(tiling)
        check_disassembly(tiling, found)
        different.add(found.levels)
        for motion in rng.sample(grid.motions, 4):
            image = assembly([[grid.apply(motion, atom) for atom in piece] for piece in pieces], name)
            moved = tw.disassemble(image)
            assert (moved.answer, moved.levels) == (found.answer, found.levels)
            check_disassembly(image, moved)
    assert len(different) > 1


def test_altered_answers_are_refused() -> None:
    """Of every altered list of moves or certificate, none with a false claim passes."""
    rng, refused = random.Random(3), 0
    while refused < 60:
        pieces = random_pieces(rng)
        tiling = assembly(pieces, "cubic" if len(pieces[0][0]) == 3 else "square")
        found = tw.disassemble(tiling)
        if found.stuck is not None:
            if len(found.stuck.positions) < 2:
                continue
            drop = rng.randrange(len(found.stuck.positions))
            kept = tuple(each for number, each in enumerate(found.stuck.positions) if number != drop)
            false = replace(found, stuck=replace(found.stuck, positions=kept))
        elif found.separations:
            number = rng.randrange(len(found.separations))
            separation = found.separations[number]
            if len(separation.moves) < 2:
                continue
            moves = separation.moves[1:] if rng.random() < 0.5 else (*separation.moves[:-2], separation.moves[-1])
            rows = list(found.separations)
            rows[number] = replace(separation, moves=moves)
            false = replace(found, separations=tuple(rows))
        else:
            continue
        with pytest.raises(ReplayError):
            check_disassembly(tiling, false)
        refused += 1
