"""The published families: their patterns give their terms."""

from __future__ import annotations

import pytest

from tilewright import Limit
from tilewright.errors import LimitError, NotationError
from tilewright.series.pattern import BoardFamily, Pattern, families, family
from tilewright.series.strip import Strip, holds, recurrence
from tilewright.series.term import Term, TermQuery, terms

FIRST, AREA = 12, 36  # members of the fast tier, and their largest number of cells
NODES = 2_000_000  # of one term in the full tier


def strips() -> list[str]:
    """Those whose boards are strips of which the transfer matrix is small."""
    wide = {"A028471", "A028472", "A233430", "A232698", "A233343", "A219926", "A219927"}
    return [name for name, each in families().items() if is_strip(each) and name not in wide]


def is_strip(each: BoardFamily) -> bool:
    try:
        Strip.of(Pattern(each.pattern))
    except (NotationError, LimitError):
        return False
    return each.up_to == "none"


def test_there_are_sixty_and_each_has_terms() -> None:
    assert len(families()) >= 60
    assert all(len(each.known) >= 5 for each in families().values())


@pytest.mark.parametrize("name", families())
def test_the_first_terms_are_the_published_ones(name: str) -> None:
    each = family(name)
    pattern = Pattern(each.pattern)
    small = [index for index in list(each.known)[:FIRST] if len(pattern.puzzle(index).board.atoms) <= AREA]
    assert small
    for term in terms(TermQuery(pattern, each.up_to), small):
        assert isinstance(term, Term) and term.value == each.known[term.index]


@pytest.mark.full
@pytest.mark.parametrize("name", families())
def test_the_terms_are_the_published_ones(name: str) -> None:
    each = family(name)
    query = TermQuery(Pattern(each.pattern), each.up_to, limit=Limit(nodes=NODES))
    found = [term for term in terms(query, each.known) if isinstance(term, Term)]
    assert len(found) >= 5
    assert [term.value for term in found] == [each.known[term.index] for term in found]


@pytest.mark.parametrize("name", ["A028468", "A134438", "A054854", "A234312", "A127867", "A165716", "A033506"])
def test_a_second_method_gives_the_published_terms(name: str) -> None:
    compare_with_strip(family(name))


@pytest.mark.full
@pytest.mark.parametrize("name", strips())
def test_a_second_method_gives_all_published_terms(name: str) -> None:
    compare_with_strip(family(name))


def compare_with_strip(each: BoardFamily) -> None:
    strip = Strip.of(Pattern(each.pattern))
    found = strip.terms(len(each.terms) - 1)
    assert all(found[index[0]] == value for index, value in each.known.items())


@pytest.mark.parametrize(
    ("name", "signature"),  # as published with the sequence
    [
        ("A028468", (1, 20, 10, -38, -10, 20, -1, -1)),
        ("A134438", (1, 2, 6, 1, 0, -1)),
        ("A219867", (1, 5, 12, -3, -11, -30, -5, -13, 24, 14, 24, -3, 3, -10, -5, -4, -1, -1)),
        ("A054856", (2, 3, 0, -1, -1)),
        ("A127864", (1, 4, 2)),
        ("A247125", (0, 2, 1, 12, 6, 2)),
    ],
)
def test_recurrences_are_the_published_ones(name: str, signature: tuple[int, ...]) -> None:
    found = recurrence(Strip.of(Pattern(family(name).pattern)))
    assert found.coefficients == signature
    assert holds(list(family(name).terms), signature)


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(NotationError, match="--list"):
        family("A000001")
