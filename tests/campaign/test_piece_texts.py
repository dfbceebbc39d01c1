"""A bounded share of the campaign of pieces and boards as text: nothing is taken for something else, and much is read.

`python -m tests.campaign.piece_texts --seed N --number N` runs more of it, and prints what was read, refused and mistaken by form.
"""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.campaign import second_reader_pieces as second
from tests.campaign.piece_texts import FORMS, Case, cases, judge

SEED, BLOCK = 43, 200


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
    assert judged(SEED, range(block * BLOCK, (block + 1) * BLOCK), tmp_path)["read"] > BLOCK // 2


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize(
    "seed", [SEED, int(f"{datetime.datetime.now(datetime.UTC):%Y%m%d}")], ids=["fixed", "of the day"]
)
def test_thousands_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    assert judged(seed, range(5000), tmp_path)["read"] > 2500


def test_unchanged_texts_are_read(tmp_path: Path) -> None:
    from random import Random

    for form, make in FORMS.items():
        for seed in range(12):
            assert judge(make(Random(seed)), tmp_path) == "read", (form, seed)


def test_a_wrong_reading_is_called_mistaken(tmp_path: Path) -> None:
    right = Case("size", ("##\n#.\n\n###\n", "2x3"), (second.read_list_on_board("##\n#\n\n###", "###\n###"),))
    assert judge(right, tmp_path) == "read"
    other = second.read_list_on_board("##\n#\n\n##", "###\n###")
    assert judge(replace(right, means=(other,)), tmp_path).startswith("mistaken")
    assert judge(replace(right, means=()), tmp_path).startswith("mistaken")
    assert judge(replace(right, texts=("##\n\n#q\n", "2x3")), tmp_path) == "refused"


def test_the_second_reader_counts_by_itself() -> None:
    assert second.count(second.read_notation("FNPUV@5x5")) == 16
    assert second.count(second.read_notation("dominoes*@4x4")) == 36
    assert second.count(second.read_notation("tetrominoes:O2T2L2J1I1S1@6x6")) == 456
    assert [second.count(each) for each in second.read_regions("0:\n##\n\n2x2: 1\n2x2: 2\n")] == [4, 2]
    assert second.count(second.read_boxed("2 2 2\nDEFAULT\nA\nAA\nB")) == 4
