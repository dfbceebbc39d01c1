"""The look at both searches before a cover without a board is listed or counted; what was begun goes on."""

from __future__ import annotations

import pytest

from tests.helpers.listing import listed
from tilewright.cover.choice import CountRace, begin, choose, is_doubtful, is_solid
from tilewright.cover.engine import engine
from tilewright.cover.limits import Deadline, Limit
from tilewright.cover.problem import ExactCover
from tilewright.cover.progress import Progress
from tilewright.formats import load


def queens(n: int) -> ExactCover:
    """Rows and columns once, diagonals at most once."""
    options = [(r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1) for r in range(n) for c in range(n)]
    return ExactCover.of(options, primary=2 * n, secondary=4 * n - 2)


@pytest.mark.parametrize("size", [5, 9])
def test_what_was_begun_goes_on(size: int) -> None:
    """The nodes of the look are those of the search: it visits no node twice, whether it ends within the look or after."""
    cover = queens(size)
    assert is_doubtful(cover) and not is_doubtful(load("pentominoes@6x10").compile().cover)
    found, report = listed(choose(cover, "list"), cover)
    plain, native = listed(engine("native"), cover)
    assert (report.engine, report.ended, found) == ("native", "exhausted", plain)
    assert report.nodes == native.nodes and report.solutions == len(plain) == {5: 10, 9: 352}[size]
    assert choose(cover, "count").count(cover, Limit(), Report()) == len(plain)


def test_large_trees_of_solids_are_for_the_general_search() -> None:
    """What was looked at goes on; small trees, and flat boards, are the sweep's."""
    pyramid = load("kanoodle@p5").compile().with_hints().cover
    assert is_solid(pyramid) and not is_solid(load("pentominoes@6x10").compile().cover)
    report = Report()
    assert sum(map(len, choose(pyramid, "list").solutions(pyramid, Limit(), report))) == 2448
    alone = Report()
    assert engine("native").count(pyramid, Limit(), alone) == 2448
    assert (report.engine, report.ended, report.nodes) == ("native", "exhausted", alone.nodes)
    small = load("tetrahexes@4x7").compile().with_hints().cover
    assert is_solid(small)
    found, report = listed(choose(small, "list"), small)
    assert report.engine == "sweep" and sorted(found) == sorted(listed("sweep", small)[0])


def test_the_sweep_takes_over_where_it_is_likely_to_be_faster() -> None:
    cover = load("wang2*@2x3").compile().cover.replace(order=())
    report = Report()
    begun = begin(cover, Budget(Limit(), report), True)
    assert not begun.is_chosen and begun.number > 0 and (report.nodes, report.solutions, report.ended) == (0, 0, None)
    found, report = listed(choose(cover, "list"), cover)
    assert report.engine == "sweep" and report.ended == "exhausted" and len(found) == len(set(found)) == 2**17


def test_what_the_look_found_is_kept_where_the_other_search_finds_less() -> None:
    cover = load("wang2*@2x3").compile().cover.replace(order=())
    begun = begin(cover, Budget(Limit(), report := Report()), True)
    kept = [solution for batch in begun.found for solution in batch]
    assert begun.number == len(kept) > 2
    report.ended, report.solutions = "limit", 1
    batches = list(begun.unfound([[kept[1]]]))
    assert [list(batch) for batch in batches] == [[kept[1]], [kept[0], *kept[2:]]] and report.solutions == len(kept)
    report.ended = "exhausted"
    assert list(begun.unfound([[kept[1]]])) == [[kept[1]]]
    race = CountRace(cover, "sweep", Deadline(Limit(), report), 1, begun)
    race.budget = Budget(Limit(seconds=0), report)
    assert race.run() >= begun.number and report.solutions >= begun.number


def test_limits_end_the_look() -> None:
    cover, report = queens(9), Report(stop=True)
    assert list(engine("race").solutions(cover, Limit(), report)) == [] or report.ended == "stopped"
    assert report.ended == "stopped"
    assert engine("race").count(cover, Limit(nodes=500), report := Report()) < 352 and report.ended == "limit"
