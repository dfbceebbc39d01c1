"""Random covers with colors, and all their solutions from the definition alone: take or leave one option after the other."""

from __future__ import annotations

import random

from tilewright.cover.problem import ExactCover, Solution

BOUNDS = [(1, 1)] * 5 + [(0, 1)] * 3 + [(0, 2), (1, 2), (0, None), (1, None), (2, 2)]


def random_colored_cover(seed: int, most_options: int = 14) -> ExactCover:
    """Up to 5 items of any bounds and up to 5 that may have one of up to 4 colors, or none, in an option."""
    rng = random.Random(seed)
    plain = rng.random() < 0.5
    bounds: list[tuple[int, int | None]] = [(1, 1) if plain else rng.choice(BOUNDS) for _ in range(rng.randint(1, 5))]
    colored = rng.randint(1, 5)
    items = list(range(len(bounds) + colored))
    rng.shuffle(items)  # items with colors stand anywhere among the others
    ordinary, shared = items[: len(bounds)], items[len(bounds) :]
    colors, bare = rng.randint(1, 4), rng.choice([0, 0.1, 0.4])
    options = []
    for _ in range(rng.randint(1, most_options)):
        option = [(item, 0) for item in rng.sample(ordinary, rng.randint(1, min(2, len(ordinary))))]
        for item in rng.sample(shared, rng.randint(0, min(3, colored))):
            option.append((item, 0 if rng.random() < bare else rng.randint(1, colors)))
        options.append(sorted(option))
    every = dict(zip(ordinary, bounds, strict=True)) | dict.fromkeys(shared, (0, 1))
    order = rng.sample(items, len(items)) if rng.random() < 0.5 else ()
    return ExactCover(
        [every[item][0] for item in sorted(every)],
        [every[item][1] for item in sorted(every)],
        [[item for item, _ in option] for option in options],
        order,
        colors=[color for option in options for _, color in option],
    )


def brute_solutions(cover: ExactCover) -> set[Solution]:
    """All solutions, by the definition."""
    found: set[Solution] = set()

    def extend(option: int, taken: Solution) -> None:
        if option == len(cover.options):
            if all(times(cover, taken, item) >= lo for item, lo in enumerate(cover.lo)):
                found.add(taken)
            return
        extend(option + 1, taken)
        with_it = (*taken, option)
        if all(times(cover, with_it, item) <= most for item, most in enumerate(cover.upper)):
            extend(option + 1, with_it)

    extend(0, ())
    return found


def times(cover: ExactCover, taken: Solution, item: int) -> int:
    """How often a choice covers an item: each color counts once, an entry without a color counts by itself."""
    there = [
        color
        for option in taken
        for each, color in zip(cover.options[option], cover.color_rows[option], strict=True)
        if each == item
    ]
    return there.count(0) + len({color for color in there if color})
