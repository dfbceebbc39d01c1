"""Published sequences carried further: their puzzles count what is stored, and the pages say what the data say."""

from __future__ import annotations

import json

import pytest

import tilewright
from tools.make_series import OUT, bfile, page
from tools.series.benzel import benzel
from tools.series.target import Target
from tools.series.targets import BY_ID, TARGETS
from tools.tables.page import DATA

EASY = 400  # cells


def small(target: Target) -> dict[int, int]:
    """The stored terms of boards of few cells."""
    every = {n: value for n, value in target.known.items() if n > 0 and value < 10**7}
    return {n: value for n, value in every.items() if len(target.puzzle(n).board.atoms) < EASY}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.id)
def test_puzzles_have_the_stored_counts(target: Target) -> None:
    terms = small(target)
    assert len(terms) >= 3
    for n, value in terms.items():
        assert tilewright.count(target.puzzle(n), engine="frontier").value == value


def test_benzel_has_the_symmetry_and_the_size_of_the_definition() -> None:
    # Area by Pick-free counting: (a, b) and (b, a) are mirror images, so equally large.
    for a, b in ((4, 4), (5, 6), (7, 10), (8, 12)):
        assert len(benzel(a, b)) == len(benzel(b, a))
    assert benzel(3, 2) == [(0, 0), (1, 0), (1, 1)]  # a stone


@pytest.mark.parametrize("path", sorted((DATA / "series").glob("A*.json")), ids=lambda path: path.stem)
def test_pages_say_what_the_data_say(path: object) -> None:
    document = json.loads(path.read_text())  # type: ignore[attr-defined]
    target, terms = BY_ID[document["id"]], document["terms"]
    assert [term["n"] for term in terms] == sorted({term["n"] for term in terms})
    for term in terms:
        assert int(term["value"]) == target.known.get(term["n"], int(term["value"]))
        if term["cells"] < EASY:
            assert target.puzzle(term["n"]).digest == term["digest"]
    if any(term["n"] > target.end for term in terms):
        assert (OUT / f"{target.id}.md").read_text() == page(target, terms)
        assert (OUT / f"b{target.id[1:]}.txt").read_text() == bfile(target, terms)
