"""Tilings that are made when they are looked at behave as a tuple of them does."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest

import tilewright as tw
from tests.helpers.generate import light_seeds, random_puzzle
from tilewright.exact_cover.problem import Batch
from tilewright.kinds import Packing
from tilewright.puzzle import Tiling
from tilewright.puzzle.orbits import Orbits, symmetry_group
from tilewright.puzzle.tilings import SolutionArray, Tilings

PUZZLE = Packing.parse("FNPUV@5x5")


def made_one_by_one(found: Tilings) -> tuple[Tiling, ...]:
    """The tilings by their definition: the placements of each solution's options, by position."""
    compiled = found.compiled
    tilings = []
    for solution in found.solutions:
        options = sorted(solution, key=lambda option: compiled.cover.options[option])
        tilings.append(Tiling(found.puzzle, tuple(map(compiled.placement, options))))
    return tuple(tilings)


def test_a_sequence_like_a_tuple() -> None:
    found = tw.solve(PUZZLE, None).tilings
    assert isinstance(found, Tilings)
    whole = made_one_by_one(found)
    assert len(found) == 16 and tuple(found) == whole and found == whole and whole == found
    assert found[0] == whole[0] and found[-1] == whole[-1] and found[3:9:2] == whole[3:9:2]
    assert found[::-1] == whole[::-1] and found[20:] == () and hash(found) == hash(whole)
    assert found != whole[:-1] and found != whole[::-1] and found != list(whole)
    assert whole[5] in found and found.index(whole[5]) == 5
    assert pickle.loads(pickle.dumps(found)) == whole
    for place in (16, -17):
        with pytest.raises(IndexError, match=f"tiling {place} of 16: expected -16 to 15"):
            found[place]


def test_a_slice_looks_at_no_solution() -> None:
    class Unseen(list[tuple[int, ...]]):
        def __getitem__(self, place: object) -> tuple[int, ...]:  # type: ignore[override]
            looked.append(place)
            return super().__getitem__(place)  # type: ignore[index]

    looked: list[object] = []
    found = tw.solve(PUZZLE, None).tilings
    assert isinstance(found, Tilings)
    part = Tilings(PUZZLE, found.compiled, Unseen(found.solutions))[::-1][2:9]
    assert not looked and len(part) == 7
    assert part[1] == found[12] and looked == [12]


@pytest.mark.parametrize("use", [str, repr, lambda tiling: tiling._repr_svg_(), lambda tiling: tiling.puzzle.digest])
@pytest.mark.parametrize("notation", ["FNPUV@5x5", "tetrominoes*@4x4", "macmahon3@4x6 border=a"])
def test_what_was_looked_at_is_pickled(notation: str, use: Callable[[Tiling], str]) -> None:
    found = tw.solve(tw.load(notation), 2).tilings
    assert all(map(use, found))
    again = pickle.loads(pickle.dumps(found))
    assert again == found and list(map(use, again)) == list(map(use, found))


def test_its_repr_is_that_of_the_tilings_and_short() -> None:
    found = tw.solve(Packing.parse("dominoes*@2x3"), None).tilings
    assert repr(found) == repr(tuple(found)) and len(repr(found[0])) < 60


def test_a_tiling_is_made_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    found = tw.solve(Packing.parse("dominoes*@4x4"), None).tilings
    made: list[int] = []
    monkeypatch.setattr("tilewright.puzzle.tilings.Tiling", lambda *parts: made.append(1) or Tiling(*parts))
    assert len(found) == 36 and not made
    assert found[7] and len(made) == 1
    assert len(list(found)) == 36 and len(made) == 37


def test_tilings_share_their_placements() -> None:
    found = tw.solve(Packing.parse("dominoes*@4x4"), None).tilings
    placements = {id(placement) for tiling in found for placement in tiling.placements}
    assert len(placements) == 24  # the positions of a domino


@pytest.mark.parametrize("seed", light_seeds(30))
def test_tilings_are_held_as_numbers(seed: int) -> None:
    """Solutions of any lengths in any order come back as they were."""
    rng = random.Random(seed)
    same = rng.random() < 0.5
    length = rng.randint(0, 5)
    drawn = [tuple(range(length if same else rng.randint(0, 5))) for _ in range(rng.randint(0, 12))]
    solutions = [tuple(rng.randrange(1000) for _ in each) for each in drawn]
    kept = SolutionArray()
    cut = rng.randint(0, len(solutions))
    kept.extend(solutions[:cut])
    kept.extend(Batch.of(solutions[cut:]))
    assert list(kept) == solutions and len(kept) == len(solutions)
    assert [kept[place] for place in range(len(kept))] == solutions and list(kept[1:]) == solutions[1:]
    assert [kept[-1 - place] for place in range(len(kept))] == solutions[::-1]


def test_orbits_are_told_in_one_place() -> None:
    """As many orbits as Burnside's lemma counts, by the images of each tiling."""
    for seed in range(12):
        puzzle = random_puzzle(seed)
        found = tw.solve(puzzle, None, engine="reference").tilings
        if not isinstance(found, Tilings) or not found:
            continue
        for up_to in ("none", "rotations", "symmetries"):
            orbits = Orbits(found.compiled, up_to)
            new = [orbits.add(solution) for solution in found.solutions]
            assert sum(new) == tw.count(puzzle, up_to=up_to, engine="reference").value
            assert not any(orbits.add(solution) for solution in found.solutions)


def test_rotations_are_a_half_of_the_symmetries_or_all() -> None:
    compiled = PUZZLE.compile()
    assert symmetry_group(compiled, "none") == ()
    assert (len(symmetry_group(compiled, "rotations")), len(symmetry_group(compiled, "symmetries"))) == (4, 8)
    assert set(symmetry_group(compiled, "rotations")) < set(symmetry_group(compiled, "symmetries"))


@pytest.mark.parametrize("lengths", [(2, 2, 2), (2, 3, 2), (1,), (0, 2, 2), (2, 0), (), (0, 0)])
@pytest.mark.parametrize("before", [[], [(9, 10)], [(8,), (9, 10)], [()]])
def test_batches_are_kept_as_their_solutions(lengths: tuple[int, ...], before: list[tuple[int, ...]]) -> None:
    solutions = [tuple(range(10 * number, 10 * number + length)) for number, length in enumerate(lengths)]
    one_by_one, at_once, part = SolutionArray(), SolutionArray(), SolutionArray()
    for kept in (one_by_one, at_once, part):
        kept.extend(before)
    one_by_one.extend([*solutions, *solutions[1:]])
    at_once.extend(Batch.of(solutions))
    at_once.extend(Batch.of(solutions)[1:])
    assert list(at_once) == list(one_by_one) == [*before, *solutions, *solutions[1:]]
    assert [at_once[place] for place in range(len(at_once))] == list(one_by_one)


def test_options_take_two_bytes_until_one_is_too_large() -> None:
    kept = SolutionArray()
    kept.extend(Batch.of([(0, 65_535), (3, 4)]))
    assert kept.bytes == 2 * 4
    kept.extend(Batch.of([(5, 65_536)]))
    assert kept.bytes == 4 * 6 and list(kept) == [(0, 65_535), (3, 4), (5, 65_536)]
    one_by_one = SolutionArray()
    one_by_one.extend([(0, 65_535), (65_536,), (1, 2)])
    assert list(one_by_one) == [(0, 65_535), (65_536,), (1, 2)]
