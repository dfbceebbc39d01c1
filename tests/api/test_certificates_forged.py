"""The forging campaign: 100,000 forged certificates for 500 small puzzles whose numbers of tilings are known.

Certificates of true claims may be accepted, whoever wrote them; none of a false claim may be.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import forging
from tests.helpers.forging import Case, Files
from tilewright.api.certificate import certify_count, check_certificate, check_proof
from tilewright.api.verdict import verdict
from tilewright.errors import TilewrightError
from tilewright.exact_cover import proof_check
from tilewright.exact_cover.limits import NEVER

PUZZLES = 500
PART = 2_500
FORGERS = {"refutation": forging.forge_refutation, "reason": forging.forge_reason, "tilings": forging.forge_tilings}
PARTS = {"refutation": 16, "reason": 16, "tilings": 8}  # 100,000 in all


@cache
def all_cases() -> list[Case]:
    return forging.cases(PUZZLES)


def holds(claim: str, count: int) -> bool:
    """Whether a claim is true of a puzzle with so many tilings."""
    return claim in {0: ("impossible", "count 0"), 1: ("unique", "count 1")}.get(count, (f"count {count}",))


@pytest.mark.full
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind, parts in PARTS.items() for part in range(parts)])
def test_no_forged_certificate_of_a_false_claim_is_accepted(
    kind: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_check, "opinions", lambda *_: iter(()))  # our own checker has to see through it alone
    monkeypatch.setattr(
        "tilewright.puzzle.puzzle.MAX_HINTED", -1
    )  # no check looks at symmetries; finding them is half the time
    forge: Callable[[random.Random, Case, list[Case]], Files] = FORGERS[kind]
    rng = random.Random(f"{kind} {part}")
    seen: Counter[str] = Counter()
    for number in range(PART):
        case = all_cases()[number % PUZZLES]
        files = forge(rng, case, all_cases())
        try:
            checked = check_certificate(case.puzzle, *files, NEVER)
        except TilewrightError as error:
            assert "\n" not in str(error), error
            seen["refused"] += 1
            continue
        if checked.good:
            assert holds(checked.claim, case.count), (case, checked, files)
        true = "true" if holds(checked.claim, case.count) else "false"
        seen[f"{'accepted' if checked.good else 'rejected'}, {true}"] += 1
    print(kind, part, dict(seen))
    assert seen["rejected, false"] > PART // 10  # most of what it is for


@pytest.mark.full
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(4))
def test_every_genuine_certificate_is_accepted_by_all_checkers(part: int, tmp_path: Path) -> None:
    """By ours, by dratify and by drat-trim where it is built; a checker that disagrees makes it bad."""
    words: Counter[str] = Counter()
    for case in all_cases()[part::4]:
        path = tmp_path / "proof"
        found = verdict(case.puzzle, proof=path)
        assert found.verdict == {0: "impossible", 1: "unique"}.get(case.count, "several")
        if found.verdict != "several":
            assert found.proof == "checked"
            checked = check_proof(case.puzzle, path)
            assert (checked.good, checked.claim) == (True, found.verdict)
            assert "in time" not in checked.text
            words[checked.text] += 1
        counted, state = certify_count(case.puzzle, path)
        assert (counted.value, state, check_proof(case.puzzle, path).good) == (case.count, "checked", True)
    print(dict(words))
    assert len(words) > 1
