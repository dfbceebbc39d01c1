"""Checks of arguments that are long: as strict as of short ones."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.errors import ArgumentError, NotationError, check_whole_tuples
from tilewright.loader import load


class Pair(tuple[int, ...]):
    """A tuple by another name."""


@pytest.mark.parametrize("value", [(), [], [(1, 2)], ((0, 0), (5, -1)), (Pair((1, 2)),)])
def test_tuples_of_whole_numbers_pass(value: Any) -> None:
    check_whole_tuples("cells", value, "pairs", 2)


@pytest.mark.parametrize(
    "value",
    [None, 7, "ab", {(1, 2)}, [[1, 2]], [(1, 2), (1,)], [(1, 2.0)], [(True, 2)], [(1, None)], [(1, "2")], [(1, 2), 3]],
)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(ArgumentError, match="expected pairs"):
        check_whole_tuples("cells", value, "pairs", 2)


def test_none_where_it_may_stand() -> None:
    check_whole_tuples("clues", [(1, 2, None)], "triples", 3, optional=True)
    with pytest.raises(ArgumentError):
        check_whole_tuples("clues", [(1, 2, False)], "triples", 3, optional=True)


@pytest.mark.parametrize("source", ["FNPUV@5x5", "macmahon2@2x3"])
@pytest.mark.parametrize("name", ["x", None, 1, [], ("F",)])
def test_what_is_no_name_of_a_piece_is_answered_with_the_names_there_are(source: str, name: Any) -> None:
    puzzle = load(source)
    with pytest.raises(NotationError, match=f"expected one of {puzzle.piece_names[0]}, "):
        puzzle.copies_of(name)
