"""Hard pieces first: an order of the sweep that finds what no other does, and changes no answer."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.helpers.listing import listed
from tilewright import _kernel
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.find import HardFirst
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover, faults
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board

SWEEP = _kernel.SearchEngine.SWEEP


def sets_of_pentominoes(number: int, board: str) -> ExactCover:
    pieces = tuple(piece.with_copies(number, number) for piece in select("pentominoes"))
    return Packing(Board.of_size(board), pieces).compile().cover


@pytest.mark.parametrize(("number", "board"), [(5, "60x5"), (8, "60x8")])
def test_several_sets_are_found_with_few_nodes(number: int, board: str) -> None:
    cover = sets_of_pentominoes(number, board)
    found, outcome = listed("race", cover, Limit(solutions=1))
    assert len(found) == 1 and not faults(cover, found[0])
    assert outcome.nodes < 300_000  # in its own order the sweep alone has not found one after 100 million


def test_which_is_found_depends_on_the_cover_alone() -> None:
    cover = sets_of_pentominoes(5, "60x5")
    first, second = ([*engine("race").solutions(cover, Limit(solutions=3))] for _ in range(2))
    assert list(map(list, first)) == list(map(list, second))


@pytest.mark.parametrize("notation", ["FNPUV@5x5", "pentominoes@3x20", "tetrominoes*@4x5", "hexiamonds@3x12"])
def test_an_order_changes_no_answer(notation: str) -> None:
    cover = Packing.parse(notation).compile().with_hints().cover
    plan = _kernel.Plan(kernel_cover(cover), SWEEP)
    hard = HardFirst(cover)
    for _ in range(3):
        shaken = _kernel.Plan(kernel_cover(cover), SWEEP, priority=hard.priority(plan))
        exhausted, starts, options = shaken.search().run()
        assert exhausted
        found = {tuple(options[a:b]) for a, b in pairwise(starts)}
        assert found == set(listed("native", cover)[0]) and len(found) == len(starts) - 1


def test_priorities_are_one_an_option() -> None:
    cover = Packing.parse("FNPUV@5x5").compile().cover
    with pytest.raises(ValueError, match="a priority for each option"):
        _kernel.Plan(kernel_cover(cover), SWEEP, priority=[1.0])


def test_what_has_no_kinds_is_not_shaken() -> None:
    assert not HardFirst(Packing.parse("tetrominoes*@4x5").compile().cover).is_worth_trying
    assert not HardFirst(ExactCover.of([(0,), (1,)], primary=2)).is_worth_trying
    assert HardFirst(Packing.parse("FNPUV@5x5").compile().cover).is_worth_trying


def test_options_strewn_over_the_items_are_not_swept() -> None:
    """Its tables would be gigabytes."""
    options = [[(k * step + shift) % 997 for k in range(12)] for step in range(1, 60) for shift in range(997)]
    cover = ExactCover.of(options, primary=997)
    assert "strewn" in (engine("sweep").refuses(cover) or "")
    assert engine("sweep").refuses(sets_of_pentominoes(8, "60x8")) is None
