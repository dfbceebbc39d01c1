"""Questions to polygon puzzles alone."""

from __future__ import annotations

from tests.campaign.cases import Wrong
from tests.campaign.polygons import PolygonCase
from tests.campaign.questions import question
from tests.campaign.questions_puzzles import asked, draw_engine
from tilewright.cover.outcome import UP_TO

KIND = "polygons"


@question(KIND, share=0.35)
def count_up_to(case: PolygonCase) -> None:
    engine, up_to = draw_engine(case), case.rng.choice(UP_TO[1:])
    case.records.words["--up-to", up_to] += 1
    least, most = case.truth.orbits(up_to != "rotations", labelled=False)
    found = asked(engine, lambda: case.tw.count(case.made, engine=engine, up_to=up_to))
    if found is not None and not least <= found.value <= most:
        raise Wrong(f"count up to {up_to} by {engine}: {found.value}, but {least} to {most} is right")


@question(KIND, share=0.25)
def unique_up_to(case: PolygonCase) -> None:
    found = case.tw.verdict(case.made)
    if found.verdict != "several":
        return
    for mirrors, group in ((False, "rotations"), (True, "symmetries")):
        least, most = case.truth.orbits(mirrors, labelled=False)
        word = found.unique_up_to
        is_said = word is not None and (mirrors or word == "rotations")
        if (is_said and least > 1) or (not is_said and most == 1):
            raise Wrong(f"unique up to {word}: there are {least} to {most} tilings up to {group}")
