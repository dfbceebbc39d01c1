"""A package of Python for exact covers, as a program: peers.py PACKAGE all|first FILE..., in an environment that has it.

FILE is Knuth's text of a cover; of each the number of solutions is printed, 1 where one was asked for and found, or `-` and why
the package cannot do it. `tilewright` is run the same way: that is how a loop over many small covers is compared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple


class Cover(NamedTuple):
    """Names of the items, and options of the names, as `a` or with a color `a:A`."""

    primary: list[str]
    secondary: list[str]
    options: list[list[str]]

    @property
    def plain(self) -> list[list[int]]:
        """Of each option its items by number, the primary ones first; RuntimeError where one has a color."""
        numbers = {name: number for number, name in enumerate([*self.primary, *self.secondary])}
        try:
            return [[numbers[name] for name in option] for option in self.options]
        except KeyError:
            raise RuntimeError("colored items") from None


def read(path: Path) -> Cover:
    """The cover of a file; RuntimeError where an item is covered more than once."""
    first, *rest = (line for line in path.read_text().splitlines() if line.strip() and line[0] != "|")
    primary, _, secondary = first.partition(" | ")
    if "|" in primary + secondary:
        raise RuntimeError("items that are covered more than once")
    return Cover(primary.split(), secondary.split(), [line.split() for line in rest])


def xcover(cover: Cover, is_first: bool) -> int:
    import xcover  # type: ignore[import-not-found, unused-ignore]  # each of these is in an environment of others

    is_colored = any(":" in name for option in cover.options for name in option)
    options, primary, secondary = cover.options, cover.primary, cover.secondary
    found = xcover.covers(options, primary=primary, secondary=secondary, colored=is_colored)
    return sum(1 for _ in islice(found, 1 if is_first else None))


def exact_cover(cover: Cover, is_first: bool) -> int:
    import exact_cover  # type: ignore[import-not-found, unused-ignore]
    import numpy as np

    if cover.secondary:
        raise RuntimeError("items that may stay uncovered")
    matrix = np.zeros((len(cover.options), len(cover.primary)), dtype=np.int32)
    for row, option in enumerate(cover.plain):
        matrix[row, option] = 1
    try:
        return int(len(exact_cover.get_exact_cover(matrix)) > 0 if is_first else exact_cover.get_solution_count(matrix))
    except exact_cover.error.NoSolution:
        return 0


def cp_sat(cover: Cover, is_first: bool) -> int:
    """One worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    of: list[list[Any]] = [[] for _ in range(len(cover.primary) + len(cover.secondary))]
    for option in cover.plain:
        variable = model.new_bool_var("")
        for item in option:
            of[item].append(variable)
    for item, variables in enumerate(of):
        (model.add_exactly_one if item < len(cover.primary) else model.add_at_most_one)(variables)
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
    from tilewright.exact_cover.choice import choose
    from tilewright.exact_cover.limits import Limit
    from tilewright.exact_cover.problem import ExactCover

    made = ExactCover.of(cover.plain, len(cover.primary), len(cover.secondary))
    if is_first:
        return sum(map(len, choose(made).solutions(made, Limit(solutions=1))))
    return choose(made).count(made, Limit()).solutions


PACKAGES: dict[str, Callable[[Cover, bool], int]] = {
    "xcover": xcover, "exact-cover": exact_cover, "CP-SAT": cp_sat, "tilewright": tilewright,
}  # fmt: skip


def main() -> None:
    package, asked, *files = sys.argv[1:]
    for name in files:
        try:
            print(int(PACKAGES[package](read(Path(name)), asked == "first")), flush=True)
        except RuntimeError as error:
            print(f"- {error}")
            return


if __name__ == "__main__":
    main()
