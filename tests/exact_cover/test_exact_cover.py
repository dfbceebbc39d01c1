"""Covers as flat arrays: what goes in comes out, arrays are kept as they are, and a broken cover is told from a good one."""

from __future__ import annotations

import pickle
import random
from array import array
from typing import Any

import numpy as np
import pytest

from tests.helpers.generate import random_cover
from tests.helpers.looks import stopped
from tilewright import _kernel
from tilewright.errors import LimitError, NotationError, OutOfTimeError
from tilewright.exact_cover.kernel import kernel_cover
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.problem import UNLIMITED, Automorphism, ExactCover, Rows


def test_rows_are_the_tuples_they_were_made_of() -> None:
    rows = ((0, 3, 3), (), (7,), (1, 2, 3, 4))
    flat = Rows.of(rows)
    assert tuple(flat) == rows and flat == rows and len(flat) == 4
    assert [flat[k] for k in range(-4, 4)] == [*rows, *rows]
    assert flat[1:3] == rows[1:3] and flat[::-1] == rows[::-1]
    assert flat.index((7,)) == 2 and (1, 2) not in flat
    assert flat == Rows(array("q", [0, 3, 3, 4, 8]), array("i", [0, 3, 3, 7, 1, 2, 3, 4])) != Rows.of(rows[:3])
    assert hash(flat) == hash(Rows.of(rows)) and repr(flat) == repr(rows)
    for place in (4, -5):
        with pytest.raises(IndexError):
            flat[place]
    assert not Rows.of(()) and list(Rows.of(())) == []


def test_chosen_rows_come_by_slices_in_any_order() -> None:
    rng = random.Random(5)
    rows = tuple(tuple(range(k, k + rng.randint(0, 4))) for k in range(40))
    flat = Rows.of(rows)
    for numbers in ([], range(40), range(39, -1, -1), [3, 3, 4, 4], rng.choices(range(40), k=100)):
        assert flat.chosen(numbers) == tuple(rows[number] for number in numbers)
    with pytest.raises(OutOfTimeError):
        flat.chosen(range(40), Deadline(progress=stopped()))


def test_arrays_are_kept_and_views_are_copied() -> None:
    starts, flat = array("q", [0, 2, 3]), array("i", [0, 1, 1])
    cover = ExactCover(array("i", [1, 1]), array("i", [1, UNLIMITED]), Rows(starts, flat), array("i", [1, 0]))
    assert cover.options.starts is starts and cover.options.flat is flat and cover.hi == (1, None)
    viewed = ExactCover((1, 1), (1, None), Rows(memoryview(starts), memoryview(flat)), (1, 0))
    assert viewed == cover and viewed.options.flat is not flat
    with pytest.raises(LimitError, match="expected at most 2,147,483,647"):
        ExactCover((1,), (1,), ((2**31,),))


def test_covers_are_equal_by_what_they_say() -> None:
    for seed in range(60):
        cover = random_cover(seed)
        again = ExactCover(tuple(cover.lo), cover.hi, tuple(cover.options), tuple(cover.order))
        assert again == cover and hash(again) == hash(cover)
        assert eval(repr(cover)) == cover
        assert pickle.loads(pickle.dumps(cover)) == cover
        assert cover.replace(lo=cover.lo) == cover != cover.replace(lo=[low + 1 for low in cover.lo])
        assert cover.size == (len(cover.lo), len(tuple(cover.options)), sum(map(len, cover.options)))


def test_names_are_for_people_and_hints_count() -> None:
    cover = ExactCover.of([(0,), (1,)], 2)
    assert cover.replace(names=("a", "b")) == cover and cover.replace(names=("a", "b")).names == ("a", "b")
    turned = cover.replace(automorphisms=(Automorphism((1, 0), (1, 0)),), order=(1, 0), adjacent=((1,), (0,)))
    assert turned != cover and eval(repr(turned)) == turned
    assert turned.replace(automorphisms=(), order=(), adjacent=()) == cover


@pytest.mark.parametrize(
    ("cover", "said"),
    [
        (ExactCover((1,), (), ()), "lo and hi differ in length"),
        (ExactCover((2,), (1,), ()), "item 0 has bounds 2 to 1"),
        (ExactCover((1,), (1,), ((),)), "option 0 = ()"),
        (ExactCover((1,), (1,), ((1,),)), "expected items 0 to 0"),
        (ExactCover((1, 1), (1, 1), ((1, 0),)), "ascending order"),
        (ExactCover((1,), (1,), ((0, 0),)), "option 0 covers item 0 2 times"),
    ],
)
def test_what_is_wrong_is_said_and_refused_by_the_kernel(cover: ExactCover, said: str) -> None:
    assert said in str(cover.validate())
    with pytest.raises(ValueError):
        kernel_cover(cover)


def test_the_kernel_reads_offsets_with_care() -> None:
    """Arrays may come from anywhere: offsets that leave the items are refused before anything is read."""
    for starts in ([0, 9, 1], [0, 1 << 40, 1], [0, -1, 1], [1, 1], [0], [0, 2]):
        rows = Rows(array("q", starts), array("i", [0]))
        with pytest.raises(ValueError):
            kernel_cover(ExactCover((1,), (1,), rows))
    assert kernel_cover(ExactCover((1,), (1,), ((0,),))).options == 1
    assert isinstance(kernel_cover(ExactCover((), (), ())), _kernel.Cover)


def test_arrays_and_matrices_are_the_same_cover() -> None:
    """Lists, an array of items, a matrix of truth values and sparse matrices with unsorted, zero and double entries."""
    rows = [[2, 0], [1, 3], [3, 2], [0, 1]]
    expected = ExactCover.of(rows, primary=3, secondary=1)
    dense = np.zeros((4, 4), dtype=bool)
    for option, items in enumerate(rows):
        dense[option, items] = True
    assert ExactCover.of(np.array(rows), primary=3, secondary=1) == expected
    assert ExactCover.of(np.array(rows, dtype=np.uint8), primary=3, secondary=1) == expected
    assert ExactCover.of(dense, primary=3, secondary=1) == expected
    assert ExactCover.of(dense[:0], primary=3, secondary=1).size == (4, 0, 0)
    sparse = pytest.importorskip("scipy.sparse")
    made = sparse.csr_matrix(
        ([1, 1, 1, 1, 0, 1, 1, 1, 1, 1], [2, 0, 1, 3, 0, 3, 2, 0, 1, 0], [0, 2, 5, 7, 10]), shape=(4, 4)
    )
    for matrix in (made, made.tocoo(), made.tocsc(), sparse.csr_array(made), sparse.csr_matrix(dense)):
        assert ExactCover.of(matrix, primary=3, secondary=1) == expected
    assert made.nnz == 10, "what was given stays as it is"


@pytest.mark.parametrize(
    ("matrix", "fault"),
    [
        (np.zeros((2, 3), dtype=bool), "3 columns: expected one for each of 4"),
        (np.zeros((2, 3)), "array of float64"),
        (np.zeros(3, dtype=bool), "1 dimensions"),
    ],
)
def test_a_matrix_that_does_not_fit_is_refused(matrix: Any, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        ExactCover.of(matrix, primary=4)


def test_a_number_of_an_array_beyond_32_bits_is_refused() -> None:
    with pytest.raises(LimitError, match="32 bits"):
        ExactCover.of(np.array([[1, 1 << 32]]), primary=4)
