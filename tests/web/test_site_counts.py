"""Published numbers of tilings, counted in the page of the static site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.helpers.published import EXTRA, KNOWN, Published, of_notations, of_polyforms, of_polyominoes, of_stock
from tests.helpers.site_page import searched
from tilewright.formats import dump

SOURCES = (of_notations(KNOWN["counts"]), of_notations(EXTRA["counts"]), of_polyominoes(), of_polyforms(), of_stock())
FAST = [[known for known in source if not known.slow] for source in SOURCES]


def counted(page: Page, known: Published) -> int:
    found = [searched(page, puzzle=dump(puzzle, "json"), goal="count", up_to=known.up_to) for puzzle in known.puzzles]
    return sum(int(each["end"]["count"]["value_text"]) for each in found)


@pytest.mark.full
@pytest.mark.ci
def test_some_of_each_source(solver: Page) -> None:
    for source in FAST:
        for known in source[:3]:
            assert counted(solver, known) == known.number, known.name


@pytest.mark.full
def test_all_that_take_a_second_natively(solver: Page) -> None:
    assert sum(map(len, FAST)) > 150
    for source in FAST:
        for known in source[3:]:
            assert counted(solver, known) == known.number, known.name
