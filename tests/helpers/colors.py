"""Random covers with colors, and all their solutions from the definition alone: take or leave one option after the other."""

from __future__ import annotations

import random
from collections.abc import Callable

from tilewright.exact_cover.problem import Automorphism, ExactCover, Solution

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


def random_symmetric_cover(seed: int) -> tuple[ExactCover, Automorphism]:
    """A cover with an automorphism that may carry colors to others: all images of a few options under it."""
    rng = random.Random(seed)
    small = random_colored_cover(rng.randrange(10**6), 3)
    count, colors = len(small.lo), max(small.colors, default=1)
    to = _shuffled_cycles(
        rng, range(count), lambda a, b: (small.lo[a], small.upper[a]) == (small.lo[b], small.upper[b])
    )
    recolor = [_shuffled_cycles(rng, range(1, colors + 1), lambda a, b: True) for _ in range(count)]
    options: dict[tuple[tuple[int, int], ...], None] = {}
    for items, row in zip(small.options, small.color_rows, strict=True):
        option = tuple(zip(items, row, strict=True))
        while option not in options and len(options) < 13:
            options[option] = None
            option = _image(option, to, recolor)
    if any(_image(option, to, recolor) not in options for option in options):  # cut short
        return random_symmetric_cover(seed + 10**6)
    rows = list(options)
    cover = ExactCover(
        small.lo,
        small.upper,
        [[item for item, _ in option] for option in rows],
        colors=[color for option in rows for _, color in option],
    )
    images = tuple(rows.index(_image(option, to, recolor)) for option in rows)
    return cover, Automorphism(tuple(to[item] for item in range(count)), images)


def _image(
    option: tuple[tuple[int, int], ...], to: dict[int, int], recolor: list[dict[int, int]]
) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((to[item], recolor[item][color] if color else 0) for item, color in option))


def _shuffled_cycles(rng: random.Random, things: range, alike: Callable[[int, int], bool]) -> dict[int, int]:
    """A permutation that exchanges some pairs of things which are alike."""
    to = {thing: thing for thing in things}
    for a in things:
        b = rng.choice(things)
        if alike(a, b) and to[a] == a and to[b] == b and rng.random() < 0.8:
            to[a], to[b] = b, a
    return to


def powers(automorphism: Automorphism) -> tuple[Automorphism, ...]:
    """The group that it generates, identity first."""
    one = Automorphism(tuple(range(len(automorphism.items))), tuple(range(len(automorphism.options))))
    found = [one]
    while (last := found[-1]) and (
        following := Automorphism(
            tuple(automorphism.items[item] for item in last.items),
            tuple(automorphism.options[option] for option in last.options),
        )
    ) != one:
        found.append(following)
    return tuple(found)


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
