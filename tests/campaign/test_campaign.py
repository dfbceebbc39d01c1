"""Some puzzles of the campaign in every run of the tests; .ci/run asks far more of them, with a new seed each day."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.campaign.campaign import Campaign, ask_once
from tests.campaign.features import cannot_meet
from tests.campaign.kinds import KINDS
from tests.campaign.puzzles import Packed, Shape, from_text, to_text
from tests.campaign.questions import TABLE, questions_of
from tests.campaign.records import Records
from tests.campaign.reduce import reduce
from tests.campaign.table import write_page
from tests.campaign.truth import Truth

PUZZLES = 12  # of each kind


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_differs_from_the_truth(kind: str, tmp_path: Path):
    assert list(Campaign(1, tmp_path, kind).differences(0, PUZZLES)) == []


def test_a_wrong_answer_is_found_and_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The campaign can fail: here the truth knows nothing of sentences, and what is left of a puzzle has one."""
    monkeypatch.setattr(Truth, "keeps", lambda *_: True)
    found = [
        each
        for each in Campaign(3, tmp_path, "packing", "all tilings").differences(0, 30)
        if each.drawn.where and not each.drawn.predicates
    ]
    assert found
    less = reduce(found[0], tmp_path, most=60)
    assert less.drawn.where and len(to_text(less.drawn)) <= len(to_text(found[0].drawn))
    assert "--case" in less.command


def test_a_puzzle_is_written_and_read_and_asked_again(tmp_path: Path):
    case = Campaign(1, tmp_path, "packing").case(5)
    assert from_text(to_text(case.drawn), Packed) == case.drawn
    questions_of("packing")
    kind, question = KINDS["packing"], TABLE["packing", "count"]
    again = kind.case("packing", from_text(to_text(case.drawn), Packed), Random(), tmp_path, Records())
    assert ask_once(kind, question, again, "1") == ("", "")


def test_the_slow_program_counts_what_is_known():
    """Dominoes on 3 x 4: 11; up to symmetry 5; on a cylinder of 3 columns and 2 rows 11 as well."""
    cells = tuple((row, column) for row in range(3) for column in range(4))
    domino = Shape("d", ((0, 0), (0, 1)), (0, None))
    assert len(Truth(Packed("square", cells, (domino,))).tilings) == 11
    assert Truth(Packed("square", cells, (domino,))).orbits(mirrors=True, labelled=False) == (5, 5)
    around = replace(Packed("square", cells, (domino,)), wrap="columns", periods=(0, 4))
    assert len(Truth(around).tilings) == 32


def test_the_page_counts_pairs(tmp_path: Path):
    records = Records()
    for number in range(60):
        records.note_puzzle("packing", ["pins", "paint", "lattice: cubic", "lattice: square"] if number else ["pins"])
    write_page(tmp_path / "page.md", records, 1, 60.0)
    assert "| packing | 60 | 4 | 5 | 5 | 5 | 100.0 % |" in (tmp_path / "page.md").read_text()
    assert cannot_meet("packing", "lattice: cubic", "lattice: square")
