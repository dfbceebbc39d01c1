"""The encodings: the same solutions whichever is used, and the published cell states."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.helpers.generate import random_cover
from tilewright.api.count import count
from tilewright.errors import NotationError
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.formula import AtMostOne, Variables, encode
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import Packing
from tilewright.kinds.packing.cell_states import encode as encode_states
from tilewright.kinds.packing.cell_states import states_of
from tilewright.puzzle.check import faults

pytest.importorskip("pysat")


def models(cover: ExactCover, variables: Variables, at_most_one: AtMostOne) -> list[tuple[int, ...]]:
    from tilewright.exact_cover.engines.sat import SatSolver

    encoded = encode(cover, variables, at_most_one)
    found = []
    with SatSolver(encoded.cnf, Deadline()) as solver:
        while (model := solver.next()) is not None:
            found.append(encoded.solution(model))
            solver.add(encoded.no_good(found[-1]))
    return found


@pytest.mark.parametrize("variables", get_args(Variables))
@pytest.mark.parametrize("at_most_one", get_args(AtMostOne))
def test_every_encoding_has_the_solutions_of_the_cover(variables: Variables, at_most_one: AtMostOne) -> None:
    for seed in range(150):
        cover = random_cover(seed)
        if cover.validate():
            continue
        expected = [s for batch in engine("reference").solutions(cover) for s in batch]
        if len(expected) > 150:
            continue
        found = models(cover, variables, at_most_one)
        assert len(found) == len(set(found))
        assert set(found) == set(expected), seed


@pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 10, 26, 50])
@pytest.mark.parametrize("at_most_one", get_args(AtMostOne))
def test_exactly_one_of_many(size: int, at_most_one: AtMostOne) -> None:
    cover = ExactCover.of([(0,)] * size, primary=1)
    assert sorted(models(cover, "placements", at_most_one)) == [(n,) for n in range(size)]


def test_sizes_of_the_encodings() -> None:
    cover = ExactCover.of([(0,)] * 100, primary=1)
    assert encode(cover, at_most_one="pairwise").cnf.size[:2] == (100, 1 + 4950)
    variables, clauses, _ = encode(cover, at_most_one="product").cnf.size
    assert variables < 140 and clauses < 270


def test_published_cell_states() -> None:
    puzzle = Packing.parse("tetrominoes*@6x6")
    assert len(states_of(puzzle)) == 76
    published = encode_states(puzzle)
    assert published.cnf.variables == 12 * 12 * 76
    clauses = published.cnf.size[1]
    assert clauses == 36 * (1 + 76 * 75 // 2) + (144 - 36) * 76 + 36 * 76 * 3
    assert encode_states(puzzle, margin=0).cnf.variables == 4 * len(puzzle.compile().cover.options)


@pytest.mark.parametrize("margin", [0, 3])
@pytest.mark.parametrize("at_most_one", get_args(AtMostOne))
@pytest.mark.parametrize("implications", ["all", "ring"])
@pytest.mark.parametrize("notation", ["tetrominoes*@3x4", "tetrominoes:SZ*@2x6", "tetrominoes:IL*@4x4"])
def test_cell_states_have_the_tilings_of_the_puzzle(
    margin: int, at_most_one: AtMostOne, implications: str, notation: str
) -> None:
    from tilewright.exact_cover.engines.sat import SatSolver

    puzzle = Packing.parse(notation)
    encoded = encode_states(puzzle, margin, at_most_one, implications)  # type: ignore[arg-type]
    found = set()
    with SatSolver(encoded.cnf, Deadline()) as solver:
        while (model := solver.next()) is not None:
            placements = encoded.placements(model)
            assert not faults(puzzle, placements)
            found.add(frozenset((p.piece, p.atoms) for p in placements))
            cells = encoded.variable[encoded.variable > 0].ravel().tolist()
            true = set(model)
            solver.add([-x for x in cells if x in true])
    assert len(found) == count(puzzle).value


def test_cell_states_refuse_what_they_cannot_say() -> None:
    for notation in ("tetrominoes@4x7", "fridgeiq:D@1x1"):
        with pytest.raises(NotationError, match="cell states"):
            encode_states(Packing.parse(notation))
    with pytest.raises(NotationError, match="too narrow"):
        encode_states(Packing.parse("tetrominoes*@4x4"), margin=2)
