"""Models for other solvers, solved in this process by solvers that know nothing of the package: an answer, or the number of them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

MOST = 2000  # solutions that are counted


def solutions_of(name: str) -> str:
    """What the reader of a model gives: the text of an "answer", or the "number" of solutions."""
    return "number" if name in ("dlx", "opb") else "answer"


def _dimacs(text: str) -> str | None:
    from pysat.formula import CNF
    from pysat.solvers import Minisat22

    with Minisat22(bootstrap_with=CNF(from_string=text).clauses) as solver:
        if not solver.solve():
            return None
        found = solver.get_model() or []
    return f"s SATISFIABLE\nv {' '.join(map(str, found))} 0\n"


def _linear(suffix: str) -> Callable[[str], str | None]:
    def solve(text: str) -> str | None:
        import highspy

        with tempfile.TemporaryDirectory() as folder:
            model, answer = Path(folder, f"model.{suffix}"), Path(folder, "answer")
            model.write_text(text, encoding="utf-8")
            solver = highspy.Highs()
            solver.setOptionValue("output_flag", False)
            solver.readModel(str(model))
            solver.run()
            if solver.modelStatusToString(solver.getModelStatus()) != "Optimal":
                return None
            solver.writeSolution(str(answer), 0)
            return answer.read_text(encoding="utf-8")

    return solve


def _smtlib(text: str) -> str | None:
    import z3

    solver = z3.Solver()
    solver.from_string(text)
    if str(solver.check()) != "sat":
        return None
    model = solver.model()
    names = [(each.name(), z3.is_true(model[each])) for each in model.decls()]
    body = "\n".join(f"  (define-fun {name} () Bool\n    {str(value).lower()})" for name, value in names)
    return f"sat\n(\n{body}\n)\n"


def _dlx(text: str) -> int:
    """The number of solutions of Knuth's text, by trying: items with bounds, colors of secondary items."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("|")]
    bounds: dict[str, tuple[int, int]] = {}
    secondary = False
    for word in lines[0].split():
        if word == "|":
            secondary = True
            continue
        low, high, name = re.fullmatch(r"(?:(?:(\d+):)?(\d+)\|)?(.+)", word).groups()  # type: ignore[union-attr]
        most = int(high) if high else 1
        bounds[name] = (0, 1) if secondary else (int(low) if low else most, most)
    options = [[(word.partition(":")[0], word.partition(":")[2]) for word in line.split()] for line in lines[1:]]
    return count_covers(bounds, options)


def count_covers(bounds: dict[str, tuple[int, int]], options: list[list[tuple[str, str]]]) -> int:
    """How many sets of options cover each item as often as its bounds say; options share an item if they color it alike."""
    covering = {name: [number for number, row in enumerate(options) if name in dict(row)] for name in bounds}
    used: dict[str, int] = dict.fromkeys(bounds, 0)
    colors: dict[str, list[str]] = {name: [] for name in bounds}
    found = 0

    def fits(row: list[tuple[str, str]]) -> bool:
        for name, color in row:
            if color and colors[name]:
                if colors[name][0] != color:
                    return False
            elif used[name] >= bounds[name][1]:
                return False
        return True

    def place(row: list[tuple[str, str]], way: int) -> None:
        for name, color in row:
            if color:
                if way > 0:
                    colors[name].append(color)
                    used[name] = 1
                else:
                    colors[name].pop()
                    used[name] = int(bool(colors[name]))
            else:
                used[name] += way

    def go(start: int) -> None:
        nonlocal found
        if found > MOST:
            return
        if start == len(options):
            found += all(lo <= used[name] for name, (lo, _) in bounds.items())
            return
        # An item whose last option is behind us must have enough.
        for name, (lo, _) in bounds.items():
            if used[name] < lo and (not covering[name] or covering[name][-1] < start):
                return
        row = options[start]
        if fits(row):
            place(row, 1)
            go(start + 1)
            place(row, -1)
        go(start + 1)

    go(0)
    return found


READERS: dict[str, Callable[[str], str | int | None]] = {
    "dimacs": _dimacs,
    "lp": _linear("lp"),
    "mps": _linear("mps"),
    "smtlib": _smtlib,
    "dlx": _dlx,
}
