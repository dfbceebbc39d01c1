"""Techniques, ratings and hints hold for items with any bounds: of constraints, copies and optional cells, and with colors."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

import tilewright as tw
from tests.helpers.constrained import MOST, labelled_tilings, random_constrained
from tests.helpers.edge_brute import EdgeBrute
from tests.helpers.edge_puzzles import EDGES, random_edges
from tests.helpers.generate import random_shikaku
from tests.helpers.hints import solutions
from tests.puzzle.polygons.dissections import FIELDS, dissection
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.explain.position import Position, Table, bits, find_completion
from tilewright.explain.techniques import TECHNIQUES, TIERS, apply_all, initial_position, propagate
from tilewright.puzzle.puzzle import Compiled
from tilewright.puzzle.supplied import CompiledClasses

Options = frozenset[int]


# Covers


@dataclass(frozen=True)
class Pieces(Compiled):
    """A cover whose options are of pieces with such copies; the items of pieces follow the cells."""

    copies: tuple[tuple[int, int | None], ...] = ()

    @property
    def owners(self) -> range:
        return range(len(self.copies))

    def owner_names(self, owner: int) -> tuple[str, ...]:
        return (f"P{owner}",)

    def owner_copies(self, owner: int) -> tuple[int, int | None]:
        return self.copies[owner]

    def owner_item(self, owner: int) -> int:
        return len(self.atoms) + owner


COPIES = ((1, 1), (1, 1), (0, 1), (0, None), (1, 2), (2, 2), (0, 2), (1, None), (2, 3))
BOUNDS = ((0, 1), (1, 1), (1, 2), (2, None), (0, 2), (1, None), (2, 2), (0, 0), (3, None), (2, 3))
SHIKAKU = tw.Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))  # a kind that adds no techniques of its own


def random_pieces(rng: random.Random) -> Pieces:
    """Cells, some optional; pieces with copies; items of any bounds over some options; items with colors."""
    cells, colored = rng.randint(2, 6), rng.randint(0, 2)
    copies = [rng.choice(COPIES) for _ in range(rng.randint(1, 4))]
    counted = [rng.choice(BOUNDS) for _ in range(rng.randint(0, 3))]
    must = [rng.choice([1, 1, 1, 0]) for _ in range(cells)]
    bounds = [*((lo, 1) for lo in must), *copies, *counted, *[(0, 1)] * colored]
    share = [[rng.choice([0.1, 0.9]) for _ in copies] for _ in counted]
    options: list[tuple[int, ...]] = []
    colors: list[int] = []
    meanings: list[tuple[int, str]] = []
    for owner in range(len(copies)):
        for _ in range(rng.randint(1, 5)):
            first = cells + len(copies)
            option = dict.fromkeys(rng.sample(range(cells), rng.randint(1, min(3, cells))), 0)
            option[cells + owner] = 0
            option |= {first + k: 0 for k in range(len(counted)) if rng.random() < share[k][owner]}
            first += len(counted)
            option |= {first + k: rng.choice([0, 1, 1, 2]) for k in range(colored) if rng.random() < 0.4}
            options.append(tuple(sorted(option)))
            colors += [option[item] for item in sorted(option)]
            meanings.append((owner, ""))
    cover = ExactCover([lo for lo, _ in bounds], [hi for _, hi in bounds], options, colors=colors)
    assert cover.validate() is None
    return Pieces(SHIKAKU, cover, tuple((0, cell) for cell in range(cells)), tuple(meanings), copies=tuple(copies))


def all_solutions(cover: ExactCover) -> list[Options] | None:
    batches = engine("reference").solutions(cover, Limit(nodes=20_000))
    found = [frozenset(solution) for batch in batches for solution in batch]
    return found if batches.outcome.ended == "exhausted" else None


def check_position(position: Position, extending: list[Options], where: object) -> None:
    """Each technique by itself, what is forced, all tiers, and the search for a completion, against all solutions."""
    for name, _, technique in TECHNIQUES:
        for finding in technique(position):
            assert not any(finding.ruled_out >> option & 1 for each in extending for option in each), (where, name)
    for tier in TIERS:
        trial = position.copy()
        apply_all(trial, tier)
        known = {*bits(trial.alive), *trial.placed}
        assert all(set(trial.placed) <= solution <= known for solution in extending), (where, tier)
        assert not extending or trial.starved_item() is None, (where, tier)
        assert not extending or propagate(trial) is None, (where, tier)
    found = find_completion(position)
    assert found.decided and found.impossible == (not extending), where
    assert found.solution is None or frozenset(found.solution) in extending, where


def check_covers(seeds: range) -> Counter[str]:
    seen = Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        compiled = random_pieces(rng)
        every = all_solutions(compiled.cover)
        if every is None:
            continue
        start = Position(Table(compiled))
        for from_solution in (True, False) if every else (False,):
            position = start.copy()
            pool = sorted(rng.choice(every)) if from_solution else range(len(compiled.meanings))
            for option in rng.sample(pool, rng.randint(0, min(3, len(pool)))):
                if position.alive >> option & 1:
                    position.place(option)
            extending = [solution for solution in every if set(position.placed) <= solution]
            check_position(position, extending, seed)
            seen["with" if extending else "without"] += 1
    return seen


def test_techniques_hold_for_items_of_any_bounds() -> None:
    seen = check_covers(range(700))
    assert min(seen["with"], seen["without"]) > 100


@pytest.mark.full
@pytest.mark.parametrize("first", range(1000, 21_000, 5000))
def test_a_campaign_of_covers(first: int) -> None:
    print(check_covers(range(first, first + 5000)))


# Puzzles of pieces, with constraints


def test_a_piece_that_covers_an_item_with_room_closes_it_to_none() -> None:
    table = {
        "board": "1x4",
        "where": ["at least 2 of X, B"],
        "piece": [{"name": "X", "shape": "##"}, {"name": "B", "shape": "#", "copies": "any"}],
    }
    puzzle = tw.load(table)
    assert (tw.count(puzzle).value, tw.rate(puzzle).solvable, tw.hint(puzzle).kind) == (3, True, "free")


class Tilings:
    """The tilings of a puzzle of pieces, and what they are without the names of pieces that are one class of its cover."""

    def __init__(self, puzzle: tw.Packing) -> None:
        self.position = initial_position(puzzle)
        compiled = self.position.table.compiled
        assert isinstance(compiled, CompiledClasses)
        self.labelled = labelled_tilings(puzzle, MOST)
        self.owner = {piece.name: owner for owner, each in enumerate(compiled.classes) for piece in each.pieces}
        self.compiled: Compiled = compiled

    def keys(self, placements: object) -> set[tuple[int, frozenset[tuple[int, ...]]]]:
        pairs = ((each.piece, each.atoms) if isinstance(each, tw.Placement) else each for each in placements)  # type: ignore[attr-defined]
        return {(self.owner[name], frozenset(cells)) for name, cells in pairs}


def check_rating(puzzle: tw.Puzzle, number: int, where: object) -> None:
    rating = tw.rate(puzzle)
    assert rating.solvable or number == 0, where
    assert "search" in rating.names or number == int(rating.solvable), where


def check_pieces(seed: int) -> Counter[str]:
    """Ratings, techniques up to each tier, hints from parts of tilings and from random placements, and walks of hints."""
    puzzle, rng = random_constrained(seed), random.Random(seed)
    seen, tilings = Counter[str](), Tilings(puzzle)
    every = sorted(tilings.labelled, key=repr)
    solved = [tilings.keys(tiling) for tiling in every]
    check_rating(puzzle, len({frozenset(each) for each in solved}), seed)
    for tier in TIERS:
        position = tilings.position.copy()
        apply_all(position, tier)
        known, placed = (
            tilings.keys(map(tilings.compiled.placement, options))
            for options in ([*bits(position.alive), *position.placed], position.placed)
        )
        assert all(placed <= each <= known for each in solved), (seed, tier)
        assert not every or position.starved_item() is None, (seed, tier)
    anywhere = [tilings.compiled.placement(option) for option in range(len(tilings.compiled.meanings))]
    for turn in range(3):
        partial = rng.sample(anywhere, min(len(anywhere), rng.randint(0, 2)))
        if every and turn:
            chosen = sorted(rng.choice(every), key=repr)
            chosen = rng.sample(chosen, rng.randint(0, len(chosen)))
            partial = [puzzle.placement(name, sorted(cells)) for name, cells in chosen]
        seen[check_hint(puzzle, partial, tilings, seed)] += 1
    if every:
        seen[check_walk(puzzle, tilings, seed)] += 1
    return seen


def check_hint(puzzle: tw.Packing, partial: list[tw.Placement], tilings: Tilings, seed: int) -> str:
    laid = {(each.piece, frozenset(each.atoms)) for each in partial}
    extending = [tilings.keys(tiling) for tiling in tilings.labelled if laid <= tiling]
    there = tilings.keys(partial)
    step = tw.hint(puzzle, partial)
    named = tilings.keys(step.placements)
    match step.kind:
        case "place":
            assert extending and not named & there and all(named <= each for each in extending), (seed, step)
        case "rule out":
            assert extending and named and not any(named & each for each in extending), (seed, step)
        case "done":
            assert laid in tilings.labelled, (seed, step)
        case "free":
            assert extending and set.intersection(*extending) == there, (seed, step)
        case "wrong":
            assert not extending and (tilings.labelled or step.technique == "rules"), (seed, step)
        case kind:
            assert kind == "impossible" and not tilings.labelled, (seed, step)
    return step.kind


def check_walk(puzzle: tw.Packing, tilings: Tilings, seed: int) -> str:
    """What a walk of hints places is in every tiling, what it rules out in none."""
    solved = [tilings.keys(tiling) for tiling in tilings.labelled]
    placed = set[tuple[int, frozenset[tuple[int, ...]]]]()
    for step in tw.hint_walk(puzzle):
        named = tilings.keys(step.placements)
        if step.kind == "place":
            placed |= named
            assert all(named <= each for each in solved), (seed, step)
        else:
            assert not any(named & each for each in solved), (seed, step)
    return "walked to the end" if placed in solved else "walked"


def test_hints_hold_under_constraints() -> None:
    seen = sum((check_pieces(seed) for seed in range(120)), Counter[str]())
    kinds = {"place", "done", "free", "wrong", "impossible", "rule out", "walked", "walked to the end"}
    assert kinds <= seen.keys(), seen


@pytest.mark.full
@pytest.mark.parametrize("first", range(1000, 9000, 1000))
def test_a_campaign_of_constraints(first: int) -> None:
    print(sum((check_pieces(seed) for seed in range(first, first + 1000)), Counter[str]()))


def test_of_identical_pieces_the_one_that_is_needed_is_placed_first() -> None:
    """A and B are the same; B must be used, so that A alone is no solution although it covers all that must be covered."""
    table = {
        "board": "##oo",
        "piece": [{"name": "A", "shape": "##", "copies": [0, 1]}, {"name": "B", "shape": "##", "copies": 1}],
    }
    puzzle = tw.load(table)
    assert isinstance(puzzle, tw.Packing)
    left, right = [(0, 0), (0, 1)], [(0, 2), (0, 3)]
    step = tw.hint(puzzle)
    assert [each.piece for each in step.placements] == ["B"]
    assert tw.hint(puzzle, [puzzle.placement("B", left)]).kind == "done"
    (placed,) = tw.hint(puzzle, [puzzle.placement("A", left)]).placements
    assert (placed.piece, list(placed.atoms)) == ("B", right)


def test_what_lies_on_optional_cells_alone_is_part_of_every_completion() -> None:
    """Both copies of X are needed on the left; one that is laid on the right, where nothing need lie, is missing there."""
    puzzle = tw.load({"board": "##.##.oo", "piece": [{"name": "X", "shape": "##", "copies": [0, 2]}]})
    assert isinstance(puzzle, tw.Packing)
    assert tw.hint(puzzle, [puzzle.placement("X", [(0, 6), (0, 7)])]).kind == "wrong"


def test_a_placement_that_is_wrongly_ruled_out_is_named() -> None:
    puzzle = tw.load("tetrominoes:O*@2x4")
    step = tw.hint(puzzle, without=["O@0,0/0"])
    assert (step.kind, step.placements[0].id) == ("wrong", "O@0,0/0")
    assert tw.hint(puzzle, without=["O@0,1/0"]).kind == "place"


# Other kinds


def check_other(puzzle: tw.Puzzle, seed: int) -> None:
    """Techniques, the rating, and hints from parts of solutions, beside all solutions by the reference."""
    rng, every = random.Random(seed), solutions(puzzle)
    compiled = initial_position(puzzle).table.compiled
    check_rating(puzzle, len(every), seed)
    for tier in TIERS:
        position = initial_position(puzzle)
        apply_all(position, tier)
        known = {*bits(position.alive), *position.placed}
        assert all(set(position.placed) <= each <= known for each in every), (seed, tier)
    option_at = {
        key_of(compiled.placement(option, name)): option
        for option, (owner, _) in enumerate(compiled.meanings)
        for name in compiled.owner_names(owner)
    }
    for solution in every[:3]:
        whole = compiled.tiling(tuple(sorted(solution))).placements
        partial = rng.sample(whole, rng.randint(0, len(whole)))
        step = tw.hint(puzzle, partial)
        laid, named = ({option_at[key_of(each)] for each in some} for some in (partial, step.placements))
        extending = [each for each in every if laid <= each]
        match step.kind:
            case "place":
                assert all(named <= each for each in extending), (seed, step)
            case "rule out":
                assert not any(named & each for each in extending), (seed, step)
            case "done":
                assert frozenset(laid) in every, (seed, step)
            case kind:
                assert kind == "free" and frozenset.intersection(*extending) == laid, (seed, step)


def key_of(placement: tw.Placement) -> tuple[object, ...]:
    return placement.piece, placement.place, placement.motion if placement.atoms else ""


def edges(seed: int) -> EdgeBrute:
    return random_edges(random.Random(seed), sorted(EDGES)[seed % len(EDGES)])


def test_hints_hold_for_edge_matching() -> None:
    for seed in range(40):
        check_other(edges(seed).puzzle, seed)


def test_hints_hold_for_shikaku() -> None:
    for seed in range(60):
        check_other(random_shikaku(seed), seed)


def test_hints_hold_for_polygons() -> None:
    for seed in range(8):
        check_other(dissection(list(FIELDS)[seed % len(FIELDS)], seed, 3)[0], seed)
