"""Questions to edge-matching puzzles alone."""

from __future__ import annotations

from tests.campaign.cases import Wrong, expect
from tests.campaign.edges import EdgesCase
from tests.campaign.questions import question
from tests.campaign.questions_puzzles import asked, draw_engine
from tilewright.cover.outcome import UP_TO

KIND = "edges"


@question(KIND, share=0.4)
def count_up_to(case: EdgesCase) -> None:
    engine, up_to = draw_engine(case), case.rng.choice(UP_TO[1:])
    case.records.words["--up-to", up_to] += 1
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, up_to=up_to))
    if found is None:
        return
    right = case.truth.orbits(up_to != "rotations")
    if up_to == "labels":  # at most as many as without exchanges of labels, at least one
        if not min(right, 1) <= found.value <= right:
            raise Wrong(f"count up to labels by {engine}: {found.value}, but at most {right} is right")
    else:
        expect(found.value, right, f"count up to {up_to} by {engine}")


@question(KIND, share=0.3)
def unique_up_to(case: EdgesCase) -> None:
    found = case.tw.verdict(case.made)
    if found.verdict == "several":
        words = {False: "rotations", True: "symmetries"}
        right = next((words[mirrors] for mirrors in (False, True) if case.truth.orbits(mirrors) == 1), None)
        expect(found.unique_up_to, right, "unique up to")


@question(KIND, share=0.02)
def most_and_fewest(case: EdgesCase) -> None:
    name = case.rng.choice(case.drawn.tiles).name
    numbers = [sum(each == name for each, _ in tiling) for tiling in case.truth.labelled]
    for ask, best in (("most", max(numbers, default=None)), ("fewest", min(numbers, default=None))):
        found = getattr(case.tw, ask)(case.made, name)
        expect(None if found.tiling is None else found.value, best, f"{ask} copies of {name}")
