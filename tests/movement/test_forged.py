"""Altered answers about movement: the checker accepts none whose claim is false, and all whose claim still holds.

What is true is decided here by moving cells one step at a time, and for stuck parts by the plain reference.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tilewright as tw
from tests.helpers.assemblies import assembly, random_pieces
from tests.helpers.movement_reference import take_apart
from tilewright.errors import LimitError
from tilewright.movement.disassembly import Disassembly, StuckPart
from tilewright.movement.replay import ReplayError, check_disassembly
from tilewright.movement.ways import ways_of

Cells = dict[str, frozenset[tuple[int, ...]]]
FAR = 40  # steps beyond any of these assemblies


def leads_apart(cells: Cells, answer: Disassembly) -> bool:
    """Whether the moves of an answer can be made and leave single pieces."""
    places, parts = dict(cells), [frozenset(cells)]
    for separation in answer.separations:
        part = frozenset(separation.pieces)
        if part not in parts:
            return False
        parts.remove(part)
        ends = [move.distance is None for move in separation.moves]
        if not ends or ends != [*([False] * (len(ends) - 1)), True]:
            return False
        for move in separation.moves:
            moved = frozenset(move.pieces)
            if (
                not moved
                or not moved < part
                or sum(map(abs, move.vector)) != 1
                or len(move.vector) != len(min(cells[min(part)]))
            ):
                return False
            if move.distance is not None and move.distance < 1:
                return False
            still = frozenset().union(*(places[name] for name in part - moved))
            for step in range(1, (move.distance or FAR) + 1):
                now = {name: shifted(places[name], move.vector, step) for name in moved}
                if still & frozenset().union(*now.values()):
                    return False
            if move.distance is None:
                parts += [moved, part - moved]
            else:
                places |= now
    return all(len(part) == 1 for part in parts)


def shifted(cells: frozenset[tuple[int, ...]], vector: tuple[int, ...], steps: int) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(c + steps * v for c, v in zip(cell, vector, strict=True)) for cell in cells)


def altered_moves(rng: random.Random, answer: Disassembly) -> Disassembly:
    """The answer with one thing changed in its list of moves."""
    assert answer.tiling is not None
    rows, ways = list(answer.separations), ways_of(answer.tiling.puzzle.grid)
    number = rng.randrange(len(rows))
    moves = list(rows[number].moves)
    k = rng.randrange(len(moves))
    move = moves[k]
    match rng.randrange(12):
        case 0:
            moves[k] = replace(move, distance=None if move.distance else rng.randint(1, 3))
        case 1:
            moves[k] = replace(move, distance=(move.distance or 1) + rng.choice((-2, -1, 1, 2)))
        case 2:
            way = rng.choice(ways.directions)
            moves[k] = replace(move, direction=way.name, vector=way.vector)
        case 3:
            moves[k] = replace(move, vector=tuple(rng.randint(-1, 1) for _ in move.vector))
        case 4:
            names = rng.sample(answer.pieces, rng.randint(0, len(answer.pieces)))
            moves[k] = replace(move, pieces=tuple(names))
        case 5:
            del moves[k]
        case 6:
            moves.insert(k, move)
        case 7:
            rng.shuffle(moves)
        case 8:
            rng.shuffle(rows)
            return replace(answer, separations=tuple(rows))
        case 9:
            del rows[number]
            return replace(answer, separations=tuple(rows))
        case 10:
            names = tuple(rng.sample(answer.pieces, rng.randint(1, len(answer.pieces))))
            rows[number] = replace(rows[number], pieces=names)
            return replace(answer, separations=tuple(rows))
        case _:
            moves[k] = replace(move, pieces=tuple(name for name in rows[number].pieces if name not in move.pieces))
    rows[number] = replace(rows[number], moves=tuple(moves))
    return replace(answer, separations=tuple(rows))


def forged_stuck(rng: random.Random, answer: Disassembly) -> Disassembly:
    """A claim that some pieces are stuck: a certificate that lacks, adds or changes something, or is made up."""
    if answer.stuck is None:
        names = tuple(rng.sample(answer.pieces, rng.randint(2, len(answer.pieces))))
        positions = {tuple((0,) * len(answer.separations[0].moves[0].vector) for _ in names)}
    else:
        names, positions = answer.stuck.pieces, set(answer.stuck.positions)
    change = rng.randrange(4)
    if change == 0 and len(positions) > 1:
        positions.remove(rng.choice(sorted(positions)))
    elif change == 1 or answer.stuck is None:
        base = rng.choice(sorted(positions))
        for _ in range(rng.randint(1, 4)):
            k, step = rng.randrange(len(names)), tuple(rng.randint(-1, 1) for _ in base[0])
            base = tuple(
                tuple(a + b for a, b in zip(p, step, strict=True)) if i == k else p for i, p in enumerate(base)
            )
            positions.add(base)
    elif change == 2:
        names = tuple(rng.sample(answer.pieces, rng.randint(1, len(answer.pieces))))
    else:
        names = tuple(rng.sample(names, len(names)))
    return replace(answer, separations=(), stuck=StuckPart(names, tuple(sorted(positions))))


def is_stuck(cells: Cells, names: tuple[str, ...]) -> bool:
    """Whether pieces, alone and where they lie, never come apart at all: no first separation."""
    if len(set(names)) != len(names) or len(names) < 2:
        return False
    return take_apart([cells[name] for name in names], first_only=True) is None


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.ci) for seed in range(2, 20))])
def test_no_false_claim_is_accepted(seed: int) -> None:
    rng, tried, false = random.Random(seed), 0, 0
    while tried < 100:
        pieces = random_pieces(rng)
        tiling = assembly(pieces, "cubic" if len(pieces[0][0]) == 3 else "square")
        found = tw.disassemble(tiling)
        cells = {
            name: frozenset(placement.atoms) for name, placement in zip(found.pieces, tiling.placements, strict=True)
        }
        for _ in range(4):
            if found.stuck is None and rng.random() < 0.8:
                claim = altered_moves(rng, found)
                holds = leads_apart(cells, claim) and has_true_names(claim)
            else:
                claim = forged_stuck(rng, found)
                assert claim.stuck is not None
                holds = is_stuck(cells, claim.stuck.pieces)
            tried, false = tried + 1, false + (not holds)
            try:
                check_disassembly(tiling, claim)
                accepted = True
            except (ReplayError, LimitError):
                accepted = False
            assert holds or not accepted, (pieces, claim)
            assert accepted or not holds or claim.stuck is not None, (pieces, claim)
    assert false > 20


def has_true_names(answer: Disassembly) -> bool:
    """Whether the direction of each move bears its own name."""
    assert answer.tiling is not None
    names = {way.vector: way.name for way in ways_of(answer.tiling.puzzle.grid).directions}
    return all(names.get(move.vector) == move.direction for move in answer.moves)
