"""Plain exact covers: drawn at random, as an object of the package and as text, and their features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from tests.campaign.cases import Case
from tests.campaign.puzzles import Covered
from tests.campaign.truth_cover import solutions

BOUNDS: tuple[tuple[int, int | None], ...] = ((0, 2), (1, 2), (2, 2), (0, None), (1, None), (2, 3), (0, 1), (1, 3))


def draw_cover(rng: Random) -> Covered:
    """A cover of a few items; most have a solution, for options are made of divisions of the items."""
    plain = rng.random() < 0.3
    names = [f"{letter}{number or ''}" for number in range(2) for letter in "abcdefg"][: rng.randint(1, 7)]
    bounds = {name: (1, 1) if plain or rng.random() < 0.6 else rng.choice(BOUNDS) for name in names}
    secondary = [] if rng.random() < 0.5 else ["x", "y", "z"][: rng.randint(1, 3)]
    options: list[tuple[tuple[str, str], ...]] = []
    for _ in range(rng.randint(1, 3)):
        left = rng.sample(names, len(names))
        while left:
            size = rng.randint(1, 3)
            options.append(_option(rng, left[:size], secondary))
            left = left[size:]
    options += [
        _option(rng, rng.sample(names, rng.randint(1, min(3, len(names)))), secondary) for _ in range(rng.randint(0, 4))
    ]
    options = rng.sample(options, min(len(options), 11))
    if rng.random() < 0.2:  # an option that covers an item twice
        number = rng.randrange(len(options))
        name = options[number][0][0]
        most = bounds.get(name, (0, 1))[1]
        plain_row = not any(color for _, color in options[number])  # with colors an option is a dictionary
        if plain_row and name in names and (most is None or most > 1):
            options[number] = (*options[number], (name, ""))
    items = tuple((name, *bounds[name]) for name in names)
    used = {item for option in options for item, _ in option}
    return Covered(items, tuple(options), tuple(name for name in secondary if name in used))


def _option(rng: Random, items: list[str], secondary: list[str]) -> tuple[tuple[str, str], ...]:
    colored = [(name, rng.choice(["", "A", "B"])) for name in secondary if rng.random() < 0.5]
    return (*((name, "") for name in items), *colored)


def features(cover: Covered) -> set[str]:
    """What a cover has."""
    names: list[tuple[str, bool]] = [
        ("fewest and most", any(lo != hi for _, lo, hi in cover.items)),
        ("any number", any(hi is None for _, _, hi in cover.items)),
        ("several times", any(lo > 1 for _, lo, _ in cover.items)),
        ("may stay uncovered", any(lo == 0 for _, lo, _ in cover.items)),
        ("secondary items", bool(cover.secondary)),
        ("colors", any(color for option in cover.options for _, color in option)),
        ("item twice in an option", has_twice(cover)),
        ("equal options", len({tuple(sorted(option)) for option in cover.options}) < len(cover.options)),
        (
            "item without options",
            bool({name for name, _, _ in cover.items} - {item for row in cover.options for item, _ in row}),
        ),
        ("one item", len(cover.items) == 1),
    ]
    return {"plain items"} | {name for name, there in names if there}


def has_twice(cover: Covered) -> bool:
    """Whether an option covers an item twice, which DLX cannot say."""
    return any(len({item for item, _ in option}) < len(option) for option in cover.options)


@dataclass
class CoverCase(Case):
    """A cover that is asked."""

    drawn: Covered

    @cached_property
    def truth(self) -> list[tuple[int, ...]]:
        """The solutions, by numbers of options."""
        return solutions(self.drawn)

    def weigh(self) -> None:
        """Work out the solutions."""
        assert self.truth is not None

    def make(self) -> Any:
        """The cover as an object of the package, its options in a list or called by names."""
        cover, rng = self.drawn, self.rng
        rows: list[Any] = []
        for option in cover.options:
            colored = any(color for _, color in option)
            rows.append({item: color or None for item, color in option} if colored else [item for item, _ in option])
        copies = {
            name: lo if lo == hi and rng.random() < 0.5 else (lo, hi)
            for name, lo, hi in cover.items
            if (lo, hi) != (1, 1)
        }
        options: Any = {f"o{number}": row for number, row in enumerate(rows)} if rng.random() < 0.5 else rows
        items = [name for name, _, _ in cover.items]
        return self.tw.cover(options, items=items, optional=cover.secondary, copies=copies or None)

    def numbers(self, solution: Any) -> tuple[int, ...]:
        """A solution of the package by numbers of options."""
        return tuple(sorted(int(str(name).removeprefix("o")) for name in solution))

    def text(self) -> str:
        """The cover as Knuth's text."""
        words = []
        for name, lo, hi in self.drawn.items:
            most = len(self.drawn.options) if hi is None else hi
            words.append(
                name
                if (lo, hi) == (1, 1)
                else f"{most}|{name}"
                if lo == hi and self.rng.random() < 0.5
                else f"{lo}:{most}|{name}"
            )
        if self.drawn.secondary:
            words += ["|", *self.drawn.secondary]
        rows = [
            " ".join(item + (f":{color}" if color else "") for item, color in option) for option in self.drawn.options
        ]
        return "\n".join(["| made by the campaign", " ".join(words), *rows]) + "\n"


def refused(case: CoverCase) -> bool:
    """No cover is refused."""
    return False
