"""Count, list, check, labels, pins, parts and symmetry against a brute force that knows only cells and shapes.

Each seed is a puzzle. The fast tier takes some of them, the full tier 4,000: puzzles on every lattice with pins, identical
pieces and cells that may stay empty. test_differential_shikaku.py has 1,000 more.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from tests.helpers.brute import Brute, Cells, Named, TooManyError
from tests.helpers.generate import random_region
from tests.helpers.orbits import PlainSymmetry
from tilewright.api.answer import LineWriter
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.api.solve import tilings as tilings_of
from tilewright.api.verdict import verdict
from tilewright.errors import EngineUnavailableError, NotationError
from tilewright.formats import tables
from tilewright.formats.solution import parse_solution
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import NAMES, lattice
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board, Placement, Tiling
from tilewright.puzzle.check import faults

ENGINES = ("auto", "native", "sweep", "reference", "frontier", "race")
BY_COUNTING = ("area", "region", "invariant")


def posed(rng: random.Random, name: str) -> Brute:
    """A puzzle with twins, pins and optional cells, that has at most a few hundred labelled tilings."""
    while True:
        puzzle = _with_pins(rng, Packing(_board(rng, name), _pieces(rng, name)))
        brute = Brute(puzzle, most=400)
        try:
            if len(brute.labelled) >= rng.random():  # of those without a tiling a part is enough
                return brute
        except TooManyError:
            continue
        if rng.random() < 0.15:
            return brute


def _board(rng: random.Random, name: str) -> Board:
    grid = lattice(name)
    if rng.random() < 0.5 and grid.dimension == 2:
        board = Board.of_size(f"{rng.randint(1, 2)}x{rng.randint(1, 4 if grid.slot_count == 1 else 2)}", name)
    else:
        board = Board(tuple(random_region(rng, name, rng.randint(2, 7))), lattice=name)
    if rng.random() < 0.5 and len(board.atoms) > 2:
        optional = tuple(rng.sample(board.atoms, rng.randint(1, min(3, len(board.atoms)))))
        return Board(tuple(atom for atom in board.atoms if atom not in optional), optional, name)
    return board


def _pieces(rng: random.Random, name: str) -> tuple[Piece, ...]:
    grid, pieces = lattice(name), list[Piece]()
    for letter in "ABCD"[: rng.randint(1, 4)]:
        copies = rng.choice([(1, 1), (1, 1), (0, None), (0, None), (0, 2), (1, 2), (2, 2), (0, 1), (1, None), (1, 3)])
        if pieces and rng.random() < 0.5:  # a twin, drawn in another position
            like = rng.choice(pieces)
            atoms = grid.image(rng.choice(grid.motions if like.motion == "free" else grid.motions[:1]), like.atoms)
            motion = like.motion if rng.random() < 0.7 else rng.choice(["free", "turn", "fixed"])
        else:
            shape = rng.choice(polyforms(name, rng.randint(1, 3)))
            atoms, motion = grid.image(rng.choice(grid.motions), shape), rng.choice(["free", "turn", "fixed"])
        pieces.append(Piece(letter, atoms, name, copies, motion))
    return tuple(pieces)


def _with_pins(rng: random.Random, puzzle: Packing) -> Packing:
    """Up to three pins, some of them twice; what cannot be pinned together must be refused."""
    places = [(name, cells) for name, every in Brute(puzzle).places.items() for cells in every]
    if not places or rng.random() < 0.3:
        return puzzle
    like = [place for place in places if sum(place[1] == cells for _, cells in places) > 1]  # of twins
    chosen = [rng.choice(like if like and rng.random() < 0.5 else places) for _ in range(rng.randint(1, 3))]
    distinct = set(chosen)
    used = Counter(name for name, _ in distinct)
    apart = sum(len(cells) for _, cells in distinct) == len(frozenset().union(*(cells for _, cells in distinct)))
    enough = all(p.copies[1] is None or used[p.name] <= p.copies[1] for p in puzzle.pieces)
    pins = tuple(Pin(name, tuple(rng.sample(sorted(cells), len(cells)))) for name, cells in (*chosen, chosen[0]))
    if not (apart and enough):
        with pytest.raises(NotationError, match="expected"):
            puzzle.with_pins(pins)
        return puzzle
    pinned, once = (
        puzzle.with_pins(pins).with_pins(pins[:1]),
        tuple(Pin(name, tuple(cells)) for name, cells in distinct),
    )
    assert len(pinned.pinned) == len(distinct) and pinned == replace(puzzle, pinned=once)
    assert pinned.digest == replace(puzzle, pinned=once).digest
    return pinned


def named(tiling: Tiling) -> Named:
    return frozenset((placement.piece, frozenset(placement.atoms)) for placement in tiling.placements)


def in_order(tiling: Named) -> list[tuple[str, Cells]]:
    """The same in every run: the order of a set is not."""
    return sorted(tiling, key=lambda placed: (placed[0], sorted(placed[1])))


def every_tiling(brute: Brute) -> list[Named]:
    return sorted(brute.labelled, key=lambda tiling: [(name, sorted(cells)) for name, cells in in_order(tiling)])


def with_some_engine(rng: random.Random, call: partial[object]) -> object:
    try:
        return call(engine=rng.choice(ENGINES))
    except EngineUnavailableError:  # this one does not take such covers
        return call(engine="native")


def agree(seed: int) -> None:
    rng = random.Random(seed)
    agree_on(rng, posed(rng, NAMES[seed % len(NAMES)]))


def agree_on(rng: random.Random, brute: Brute) -> None:
    puzzle = brute.puzzle
    assert tables.parse_json(tables.dump_json(puzzle)) == puzzle
    _counted(rng, brute)
    _listed(rng, brute)
    _checked(rng, brute)
    _completed(rng, brute)
    _judged(brute)


def _counted(rng: random.Random, brute: Brute) -> None:
    for labelled, tilings in ((False, brute.unlabelled), (True, brute.labelled)):
        found = with_some_engine(rng, partial(count, brute.puzzle, labelled=labelled))
        assert (found.value, found.bound) == (len(tilings), "exact"), (brute.puzzle, labelled)  # type: ignore[attr-defined]
        expected = PlainSymmetry(brute.puzzle, labelled).orbits(brute.labelled)
        for up_to, number in zip(("rotations", "symmetries"), expected, strict=True):
            by_orbit = count(brute.puzzle, labelled=labelled, up_to=up_to)  # type: ignore[arg-type]
            assert by_orbit.value == number, (brute.puzzle, labelled, up_to)


def _listed(rng: random.Random, brute: Brute) -> None:
    puzzle = brute.puzzle
    for labelled in (False, True):
        tilings = with_some_engine(rng, partial(solve, puzzle, None, labelled=labelled)).tilings  # type: ignore[attr-defined]
        names = [named(tiling) for tiling in tilings]
        assert set(names) <= brute.labelled, puzzle  # so each has the pinned names at the pins
        if labelled:
            assert len(names) == len(set(names)) == len(brute.labelled), puzzle
        else:
            forgotten = [brute.forgotten(each) for each in names]
            assert len(forgotten) == len(set(forgotten)) and set(forgotten) == brute.unlabelled, puzzle
        for tiling in tilings:
            assert not faults(puzzle, tiling.placements)
            for placement in tiling.placements:
                assert placement == puzzle.placement(placement.piece, placement.atoms)
    stream = tilings_of(puzzle)
    writer = LineWriter()
    lines = [line for batch in stream.batches() for line in writer(batch).splitlines()]
    assert len(lines) == len(brute.unlabelled)
    for line in lines:
        assert frozenset((p.piece, frozenset(p.atoms)) for p in parse_solution(line, puzzle)) in brute.labelled


def _placements(puzzle: Packing, tiling: Named) -> list[Placement]:
    return [puzzle.placement(name, cells) for name, cells in in_order(tiling)]


def _checked(rng: random.Random, brute: Brute) -> None:
    """Every tiling is valid; what differs from all of them in one thing is not."""
    puzzle = brute.puzzle
    for tiling in rng.sample(every_tiling(brute), min(5, len(brute.labelled))):
        whole = _placements(puzzle, tiling)
        assert not faults(puzzle, whole)
        assert not faults(puzzle, rng.sample(whole, rng.randint(0, len(whole))), partial=True)
    places = [(name, cells) for name, every in brute.places.items() for cells in every]
    for _ in range(12):
        laid = in_order(rng.choice(every_tiling(brute))) if brute.labelled else []
        _spoil(rng, brute, laid, places)
        valid = len(laid) == len(set(laid)) and frozenset(laid) in brute.labelled
        wrong = faults(puzzle, [puzzle.placement(name, cells) for name, cells in laid])
        assert valid == (not wrong), (puzzle, laid, wrong)


def _spoil(rng: random.Random, brute: Brute, laid: list[tuple[str, Cells]], places: list[tuple[str, Cells]]) -> None:
    """Change one thing, or two."""
    for _ in range(rng.randint(1, 2)):
        kind = rng.randrange(6)
        if kind == 0 and laid:
            laid.pop(rng.randrange(len(laid)))
        elif kind == 1 and places:
            laid.append(rng.choice(places))
        elif kind == 2 and laid:
            laid.append(rng.choice(laid))
        elif kind == 4 and laid:  # beside the board, where nothing else is amiss
            name, cells = rng.choice(laid)
            laid.append((name, frozenset((atom[0] + 20, *atom[1:]) for atom in cells)))
        elif kind == 3 and laid:
            number = rng.randrange(len(laid))
            laid[number] = rng.choice([*(piece.name for piece in brute.puzzle.pieces), "Z"]), laid[number][1]
        elif laid:
            number = rng.randrange(len(laid))
            atom = rng.choice(sorted(brute.must | brute.may))
            laid[number] = laid[number][0], (laid[number][1] ^ {atom}) or laid[number][1]


def _completed(rng: random.Random, brute: Brute) -> None:
    """What lies there is completed in every way, or refused."""
    puzzle = brute.puzzle
    if not brute.labelled:
        return
    tiling = rng.choice(every_tiling(brute))
    part = frozenset(rng.sample(in_order(tiling), rng.randint(0, len(tiling))))
    found = solve(puzzle, None, partial=_placements(puzzle, part), labelled=True)
    assert {named(each) for each in found.tilings} == {each for each in brute.labelled if part <= each}
    for each in solve(puzzle, None, partial=_placements(puzzle, part)).tilings:
        assert part <= named(each) and named(each) in brute.labelled
    if part:
        with pytest.raises(NotationError, match="what lies there breaks a rule"):
            solve(puzzle, partial=[*_placements(puzzle, part), _placements(puzzle, part)[0]])


def _judged(brute: Brute) -> None:
    found = verdict(brute.puzzle)
    assert found.verdict == ("impossible", "unique", "several")[min(2, len(brute.unlabelled))], brute.puzzle
    if found.reason and found.reason.kind in BY_COUNTING:
        assert brute.puzzle.checkers.reason_fault(found.reason) is None, brute.puzzle
