"""A package of Python for exact covers, as a program: peers.py PACKAGE all|first FILE..., in an environment that has it.

FILE is Knuth's text of a cover; of each the number of solutions is printed, 1 where one was asked for and found, or `-` and why
the package cannot do it. `tilewright` is run the same way: that is how a loop over many small puzzles is compared.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple


class Cover(NamedTuple):
    """Items by number, the primary ones first, and of each option its items and their colors ("" for none)."""

    primary: int
    secondary: int
    options: list[list[tuple[int, str]]]

    @property
    def plain(self) -> list[list[int]]:
        """Of each option its items; RuntimeError where one has a color."""
        if any(color for option in self.options for _, color in option):
            raise RuntimeError("colored items")
        return [[item for item, _ in option] for option in self.options]


def read(path: Path) -> Cover:
    """The cover of a file; RuntimeError where an item is covered more than once."""
    first, *rest = (line for line in path.read_text().splitlines() if line.strip() and line[0] != "|")
    primary, _, secondary = first.partition(" | ")
    names = [*primary.split(), *secondary.split()]
    if any("|" in name for name in names):
        raise RuntimeError("items that are covered more than once")
    numbers = {name: number for number, name in enumerate(names)}
    words = ([word.partition(":") for word in line.split()] for line in rest)
    options = [[(numbers[name], color) for name, _, color in option] for option in words]
    return Cover(len(primary.split()), len(secondary.split()), options)


def xcover(cover: Cover) -> Iterable[Any]:
    """By the package xcover."""
    import xcover  # type: ignore[import-not-found, unused-ignore]  # each of these is in an environment of others

    secondary = [f"s{item}" for item in range(cover.primary, cover.primary + cover.secondary)]
    is_colored = any(color for option in cover.options for _, color in option)
    texts = [
        [f"s{item}{':' * bool(color)}{color}" if item >= cover.primary else f"p{item}" for item, color in option]
        for option in cover.options
    ]
    primary = [f"p{item}" for item in range(cover.primary)]
    return xcover.covers(texts, primary=primary, secondary=secondary, colored=is_colored)  # type: ignore[no-any-return]


def exact_cover(cover: Cover, is_first: bool) -> int:
    """By the package exact-cover."""
    import exact_cover  # type: ignore[import-not-found, unused-ignore]
    import numpy as np

    if cover.secondary:
        raise RuntimeError("items that may stay uncovered")
    matrix = np.zeros((len(cover.options), cover.primary), dtype=np.int32)
    for row, option in enumerate(cover.plain):
        matrix[row, option] = 1
    return bool(len(exact_cover.get_exact_cover(matrix))) if is_first else int(exact_cover.get_solution_count(matrix))


def cp_sat(cover: Cover, is_first: bool) -> int:
    """By OR-Tools' CP-SAT, one worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    of: list[list[Any]] = [[] for _ in range(cover.primary + cover.secondary)]
    colors: dict[tuple[int, str], list[Any]] = defaultdict(list)
    for option in cover.options:
        variable = model.new_bool_var("")
        for item, color in option:
            (colors[item, color] if color else of[item]).append(variable)
    for (item, _), given in colors.items():
        of[item].append(literal := model.new_bool_var(""))
        model.add_max_equality(literal, given)
    for item, literals in enumerate(of):
        (model.add_exactly_one if item < cover.primary else model.add_at_most_one)(literals)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = not is_first
    counted = [0]

    class Counter(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            counted[0] += 1

    solver.solve(model, Counter())
    return bool(counted[0]) if is_first else counted[0]


def tilewright(cover: Cover, is_first: bool) -> int:
    """By our own package."""
    from tilewright.cover.choice import choose
    from tilewright.cover.limits import Limit, Report
    from tilewright.cover.problem import ExactCover

    made = ExactCover.of(cover.plain, cover.primary, cover.secondary)
    if is_first:
        return sum(map(len, choose(made, "find").solutions(made, Limit(solutions=1), Report())))
    return choose(made, "count").count(made, Limit(), Report())


PACKAGES: dict[str, Callable[[Cover, bool], int]] = {
    "xcover": lambda cover, is_first: sum(1 for _ in islice(xcover(cover), 1 if is_first else None)),
    "exact-cover": exact_cover,
    "CP-SAT": cp_sat,
    "tilewright": tilewright,
}


def main() -> None:
    package, asked, *files = sys.argv[1:]
    for name in files:
        try:
            print(int(PACKAGES[package](read(Path(name)), asked == "first")), flush=True)
        except RuntimeError as error:
            raise SystemExit(print(f"- {error}")) from None


if __name__ == "__main__":
    main()
