"""Taking assemblies apart, against published levels, a plain reference, and the checker."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

import tilewright as tw
from tests.helpers.assemblies import assembly, random_pieces
from tests.helpers.movement_reference import take_apart
from tests.helpers.paths import ROOT
from tilewright.lattice import lattice
from tilewright.movement.replay import ReplayError, check_disassembly

PUBLISHED = json.loads((ROOT / "tests/data/interlocking.json").read_text(encoding="utf-8"))["assemblies"]


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


def test_some_altered_answers_are_refused() -> None:
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


def fewest_moves(pieces: list[frozenset[tuple[int, ...]]]) -> int | None:
    """The least number of moves in all by brute force; a set that can leave does not stop on its way."""
    dimension, span = len(next(iter(pieces[0]))), 12
    axes = [tuple(sign * (k == axis) for k in range(dimension)) for axis in range(dimension) for sign in (1, -1)]

    @cache
    def least(part: frozenset[frozenset[tuple[int, ...]]]) -> int:
        bodies = sorted(part, key=sorted)
        if len(bodies) < 2:
            return 0
        seen, layer, level, best = {normal(bodies)}, [tuple(bodies)], 0, 10**6
        while layer and level + len(bodies) - 1 < best:
            level, after = level + 1, []
            for position, size, axis in product(layer, range(1, len(bodies)), axes):
                for moved in combinations(range(len(bodies)), size):
                    still = frozenset().union(*(position[k] for k in range(len(bodies)) if k not in moved))
                    shifted, reached = position, []
                    for _ in range(span):
                        shifted = tuple(
                            frozenset(tuple(map(int.__add__, cell, axis)) for cell in body) if k in moved else body
                            for k, body in enumerate(shifted)
                        )
                        if still & frozenset().union(*(shifted[k] for k in moved)):
                            break
                        reached.append(shifted)
                    if len(reached) == span:
                        halves = [
                            [body for k, body in enumerate(position) if (k in moved) == taken]
                            for taken in (True, False)
                        ]
                        best = min(best, level + sum(least(frozenset(normal(half))) for half in halves))
                        continue
                    for each in reached:
                        if normal(each) not in seen:
                            seen.add(normal(each))
                            after.append(each)
            layer = after
        return best

    return least(frozenset(normal(pieces)))


def normal(bodies: Iterable[frozenset[tuple[int, ...]]]) -> tuple[frozenset[tuple[int, ...]], ...]:
    """Bodies moved together so that their least coordinates are 0."""
    bodies = list(bodies)
    low = [min(axis) for axis in zip(*(cell for body in bodies for cell in body), strict=True)]
    return tuple(frozenset(tuple(map(int.__sub__, cell, low)) for cell in body) for body in bodies)


def test_the_fewest_moves_are_those_of_brute_force() -> None:
    rng, different = random.Random(5), 0
    for _ in range(60):
        pieces = random_pieces(rng)
        if sum(map(len, pieces)) > 24:
            continue
        found = tw.disassemble(assembly(pieces, "cubic" if len(pieces[0][0]) == 3 else "square"), fewest=True)
        if found:
            assert found.fewest == fewest_moves([frozenset(piece) for piece in pieces]), pieces
            different += found.fewest != len(found.separations)
    assert different > 3
