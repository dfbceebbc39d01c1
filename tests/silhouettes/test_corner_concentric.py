"""The class in which parts joined through corners are symmetric themselves: it contains corner and concentric, and more."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.helpers.cli import CommandLine
from tests.silhouettes.sat_model import sat_silhouettes
from tilewright.errors import NotationError
from tilewright.pieces import select
from tilewright.silhouettes.catalogue import builtin, parse_catalogue
from tilewright.silhouettes.search import find_silhouettes
from tilewright.silhouettes.silhouette import Silhouette

CLASS = "corner-concentric"
BARS = "+".join(["trominoes:1"] * 4 + ["monomino"])  # four bars, corner to corner, around a square


def ids(silhouettes: Iterable[Silhouette]) -> set[str]:
    return {silhouette.id for silhouette in silhouettes}


@pytest.mark.parametrize(
    ("pieces", "symmetry", "side", "beyond"),
    [
        (BARS, "D4", 5, 1),
        (BARS, "C4", 5, 1),
        ("+".join(["trominoes:2"] * 4 + ["monomino"]), "C4", 5, 0),
        ("fridgeiq:MYD", "D2", 5, 0),
        ("tetrominoes:OJL+monomino", "C2", 5, 0),
        ("dominoes+dominoes+dominoes", "D2d", 5, 0),
    ],
)
def test_a_sat_model_finds_the_same(pieces: str, symmetry: str, side: int, beyond: int) -> None:
    found = find_silhouettes(pieces, symmetry, CLASS, (side, side))
    assert found.complete
    assert ids(found.silhouettes) == ids(sat_silhouettes(select(pieces), symmetry, CLASS, (side, side)))
    parts = [find_silhouettes(pieces, symmetry, each, (side, side)) for each in ("corner", "concentric")]
    known = ids(silhouette for part in parts for silhouette in part.silhouettes)
    assert known <= ids(found.silhouettes)
    assert len(ids(found.silhouettes) - known) == beyond


def test_a_catalogue_of_it_is_read_again() -> None:
    found = find_silhouettes(BARS, "D4", CLASS, (5, 5))
    assert parse_catalogue(found.text()).text() == found.text()


def test_a_mirror_alone_is_refused() -> None:
    with pytest.raises(NotationError, match="corner-concentric with symmetry D1"):
        find_silhouettes("tetrominoes:OJL", "D1", CLASS)


def test_on_the_command_line(run: CommandLine) -> None:
    words = ("design", "silhouettes", "--pieces", BARS, "--symmetry", "D4", "--within", "5x5", "--contact")
    assert run(*words, CLASS).out.splitlines()[-1] == "2 silhouettes, complete"
    assert "corner-concentric, all" in run.refused(*words, "touching")


@pytest.mark.full
def test_fridgeiq_has_nothing_beyond_the_four_classes() -> None:
    """20 s of CPU. The class holds all that corner and concentric hold, and no other silhouette."""
    found = find_silhouettes("fridgeiq", "D4", CLASS, threads=2)
    known = [builtin(f"fridgeiq-D4-{each}") for each in ("corner", "concentric")]
    assert found.complete
    assert ids(found.silhouettes) == ids(silhouette for each in known for silhouette in each.silhouettes)
    assert len(found.silhouettes) == 96
