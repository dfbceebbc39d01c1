"""Questions to Shikaku alone."""

from __future__ import annotations

from tests.campaign.cases import expect
from tests.campaign.questions import question
from tests.campaign.shikakus import ShikakuCase

KIND = "shikaku"


@question(KIND, share=0.01)
def largest_filling(case: ShikakuCase) -> None:
    """Each clue has a rectangle or none; what is pinned stays."""
    best = [-1]
    pins = case.truth.pins

    def go(clues: list[str], used: frozenset[tuple[int, int]], held: frozenset[object]) -> None:
        if not clues:
            if pins <= held:
                best[0] = max(best[0], len(used))
            return
        go(clues[1:], used, held)
        for name, cells in case.truth.candidates:
            if name == clues[0] and used.isdisjoint(cells):
                go(clues[1:], used | cells, held | {cells})

    if len(case.truth.candidates) > 40:
        return
    go([f"{row},{column}" for row, column, _ in case.drawn.clues], frozenset(), frozenset())
    found = case.tw.largest_filling(case.made)
    expect(-1 if found.tiling is None else found.value, best[0], "largest filling")


@question(KIND, share=0.1)
def numbered_drawing(case: ShikakuCase) -> None:
    """The classic grid of the numbers of rectangles is read back as the same answer."""
    words = ["--numbers"]
    if case.drawn.pins or not case.truth.tilings:
        return
    ran = case.run("solve", case.file, *words)
    path = case.write("numbers.txt", ran.out)
    ran = case.run("check", case.file, path)
    expect(ran.code, 0, str(ran))
