"""The solutions of an exact cover, by trying every set of options."""

from __future__ import annotations

from tests.campaign.puzzles import Covered
from tests.campaign.truth import TooManyError

MOST = 1500


def solutions(cover: Covered) -> list[tuple[int, ...]]:
    """The numbers of the options of each solution, in order."""
    found: list[tuple[int, ...]] = []

    def go(start: int, chosen: tuple[int, ...]) -> None:
        if start == len(cover.options):
            if is_solution(cover, chosen):
                found.append(chosen)
                if len(found) > MOST:
                    raise TooManyError
            return
        if may_be(cover, (*chosen, start)):
            go(start + 1, (*chosen, start))
        go(start + 1, chosen)

    go(0, ())
    return found


def may_be(cover: Covered, chosen: tuple[int, ...]) -> bool:
    """Whether nothing is covered too often by these options, and colors agree."""
    rows = [entry for number in chosen for entry in cover.options[number]]
    for name, _, most in cover.items:
        if most is not None and sum(item == name for item, _ in rows) > most:
            return False
    for name in cover.secondary:
        colors = [color for item, color in rows if item == name]
        if len(colors) > 1 and ("" in colors or len(set(colors)) > 1):
            return False
    return True


def is_solution(cover: Covered, chosen: tuple[int, ...]) -> bool:
    """Whether these options cover every item often enough, too."""
    rows = [item for number in chosen for item, _ in cover.options[number]]
    return may_be(cover, chosen) and all(rows.count(name) >= fewest for name, fewest, _ in cover.items)
