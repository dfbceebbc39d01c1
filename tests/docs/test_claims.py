"""docs/measured/claims.md: each claim of the published systems is tried again, and the page says what came out."""

from __future__ import annotations

import pytest

from tests.helpers.cli import CommandLine
from tools.claims.claim import ROOT, Answer, Claim
from tools.make_claims import HEAD, PAGE, SYSTEMS, row
from tools.tables.page import table

TEXT = PAGE.read_text(encoding="utf-8")
ALL = [
    pytest.param(claim, marks=[pytest.mark.full] if claim.slow else [], id=f"{system}: {claim.says}"[:80])
    for system, claims in SYSTEMS.items()
    for claim in claims
]


@pytest.mark.parametrize("claim", ALL)
def test_the_claim_and_what_we_say(claim: Claim, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    def answer(*words: str) -> Answer:
        ran = run(*words)
        return Answer(ran.code, ran.out)

    ours = claim.ours(answer)
    assert ours == claim.theirs or claim.note
    assert table((), [row(claim, ours)]).splitlines()[-1] in TEXT, "run: python -m tools.make_claims"


def test_the_page_has_no_other_claims() -> None:
    lines = [line for line in TEXT.splitlines() if line.startswith("| ") and "`tilewright " in line]
    assert len(lines) == sum(map(len, SYSTEMS.values()))
    assert TEXT.startswith(HEAD) and "**no**" not in TEXT
    assert all(claim.source in TEXT for claims in SYSTEMS.values() for claim in claims)
