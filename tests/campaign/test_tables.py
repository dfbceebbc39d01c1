"""A bounded share of the campaign of tables: nothing is taken for something else, and much is read.

`python -m tests.campaign.tables --seed N --number N` runs more of it, and prints what was read, refused and mistaken by form.
"""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.campaign import second_reader_tables as second
from tests.campaign.tables import Case, cases, judge

SEED, BLOCK = 43, 150


def judged(seed: int, numbers: range, folder: Path) -> Counter[str]:
    """How many are read and refused; what is mistaken fails with its number."""
    found = Counter[str]()
    for number, case in zip(numbers, cases(seed, numbers), strict=True):
        verdict = judge(case, folder)
        assert not verdict.startswith("mistaken"), f"seed {seed}, case {number}: {case}\n{verdict}"
        found[verdict] += 1
    return found


@pytest.mark.parametrize("block", range(4))
def test_what_others_write_is_read_or_refused(block: int, tmp_path: Path) -> None:
    found = judged(SEED, range(block * BLOCK, (block + 1) * BLOCK), tmp_path)
    assert found["read"] > BLOCK // 4


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize(
    "seed", [SEED, int(f"{datetime.datetime.now(datetime.UTC):%Y%m%d}")], ids=["fixed", "of the day"]
)
def test_thousands_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    assert judged(seed, range(5000), tmp_path)["read"] > 1250


def test_a_wrong_reading_is_called_mistaken(tmp_path: Path) -> None:
    right = Case("matrix", "commas", "1,0\n0,1\n", ((1, 0), (0, 1)))
    assert judge(right, tmp_path) == "read"
    assert judge(replace(right, meaning=((1, 0), (1, 1))), tmp_path).startswith("mistaken")
    assert judge(replace(right, meaning=None), tmp_path).startswith("mistaken")
    assert judge(replace(right, content="1,0\n0,2\n"), tmp_path) == "refused"


def test_the_second_reader_reads_by_itself() -> None:
    assert (
        second.matrices("1 0\n0 1")
        == second.matrices("[1 0; 0 1]")
        == second.matrices("{{1,0},{0,1}}")
        == {((1, 0), (0, 1))}
    )
    assert second.matrices("1 0\n0") == set() and second.dlx_options("0 1\n0\n1") == [["0"], ["1"]]
    assert (2, 2, frozenset({(0, 0, 4)})) in second.grids("4 .\n. .") & second.grids('"4",""\n"",""')
    assert second.drawn_regions("AB\nA.", 2, 2) == {frozenset({(0, 0), (1, 0)}), frozenset({(0, 1)})}
