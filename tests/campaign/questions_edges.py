"""Questions to edge-matching puzzles alone."""

from __future__ import annotations

from tests.campaign.cases import expect
from tests.campaign.edges import EdgesCase
from tests.campaign.questions import question

KIND = "edges"


@question(KIND, share=0.02)
def most_and_fewest(case: EdgesCase) -> None:
    name = case.rng.choice(case.drawn.tiles).name
    numbers = [sum(each == name for each, _ in tiling) for tiling in case.truth.labelled]
    for ask, best in (("most", max(numbers, default=None)), ("fewest", min(numbers, default=None))):
        found = getattr(case.tw, ask)(case.made, name)
        expect(None if found.tiling is None else found.value, best, f"{ask} copies of {name}")
