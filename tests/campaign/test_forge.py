"""No certificate of a false claim passes, and every certificate that is made does: a share of the campaign of `forge.py`."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

import tilewright as tw
from tests.campaign.forge import FORGERS, campaign, variant
from tests.campaign.solvable import MAKERS
from tilewright.api.certificate import FORMS, certify_count, certify_states
from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover import proof_check
from tilewright.exact_cover.limits import Limit

MOST_LISTED = 300  # tilings


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own checker of proofs has to see through them alone."""
    monkeypatch.setattr(proof_check, "opinions", lambda *_: iter(()))


@pytest.mark.parametrize("name", FORGERS)
def test_no_forged_certificate_passes(name: str, tmp_path: Path, alone: None) -> None:
    assert campaign(name, 25, 1, tmp_path)["rejected, false"] > 3


@pytest.mark.full
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", FORGERS)
def test_no_forged_certificate_passes_of_a_thousand(name: str, tmp_path: Path, alone: None) -> None:
    print(name, dict(campaign(name, 1000, 2, tmp_path)))


def test_there_is_a_forger_for_each_kind_of_reason_and_certificate() -> None:
    reasons = {
        f"{kind}: {reason}"
        for kind, maker in MAKERS.items()
        for reason in maker(random.Random(1)).puzzle.checkers.checkable_reasons()
    }
    forms = FORMS.keys() - {"reason"} | {"refutation"}
    others = {f"{kind}: {form}" for kind in MAKERS for form in forms}
    # A search by corners leaves no refutation, and a board without cells has no states.
    missing = {"polygons: refutation", "polygons: states"}
    assert FORGERS.keys() == reasons | (others - missing) | {"cover: states"}


def check_made(kind: str, seed: int, folder: Path) -> set[str]:
    """Every certificate that a verdict or a count writes is accepted. Returns what they claim."""
    rng = random.Random(f"made {kind} {seed}")
    puzzle = MAKERS[kind](rng).puzzle
    for _ in range(rng.randint(0, 3)):
        puzzle = variant(rng, puzzle)
    limit, claims = Limit(nodes=20_000), set[str]()
    path = folder / f"{kind} {seed}"
    # What cannot be certified is refused: searches by corners, constraints on several placements, too many states.
    with suppress(LimitError, NotationError):
        found = tw.verdict(puzzle, proof=path, limit=limit)
        assert path.exists() == (found.verdict in ("impossible", "unique")), (puzzle, found)
        if path.exists():
            assert tw.check_proof(puzzle, path).claim == found.verdict
            claims.add(found.verdict)
    with suppress(LimitError, NotationError):
        counted = tw.count(puzzle, limit=limit)
        if counted.ended == "exhausted" and counted.value < MOST_LISTED:
            certify_count(puzzle, path.with_suffix(".tilings"))
            certify_states(puzzle, counted.value, path.with_suffix(".states"))
            claims.add("count")
    for file in folder.glob(f"{path.name}*"):
        if file.suffix != ".drat":
            checked = tw.check_proof(puzzle, file)
            assert checked.good, (puzzle, file, checked)
    return claims


@pytest.mark.parametrize("kind", MAKERS)
def test_every_certificate_that_is_made_is_accepted(kind: str, tmp_path: Path) -> None:
    seen = set[str]().union(*(check_made(kind, seed, tmp_path) for seed in range(12)))
    assert "impossible" in seen


@pytest.mark.full
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", MAKERS)
def test_every_certificate_of_many_that_is_made_is_accepted(kind: str, tmp_path: Path) -> None:
    for seed in range(1000, 1500):
        check_made(kind, seed, tmp_path)
