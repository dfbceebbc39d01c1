"""Tetris filling: every board of 5..15 rows and columns, every engine; and what each change of the encoding does.

    uv run python benchmarks/tetris.py table --json docs/data/tetris-table.json [--limit 10]
    uv run python benchmarks/tetris.py clauses --json docs/data/tetris-clauses.json
    uv run python benchmarks/tetris.py encodings --json docs/data/encodings.json

Times are CPU seconds of the solver's call alone, the median of `--repeat` runs; building the formula and handing it over
are columns of their own. A search gets the compiled cover. docs/measured/tetris.md and docs/measured/engines.md are written from these files by tools/make_tables.py.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engines import Stopwatch, stopping

from tilewright.cover.engine import engine
from tilewright.cover.engines.sat import SatSolver
from tilewright.cover.formula import AT_MOST_ONE, VARIABLES, Cnf, encode
from tilewright.cover.limits import Limit, Report
from tilewright.kinds import Packing
from tilewright.kinds.packing.cell_states import encode as encode_states
from tilewright.puzzle.check import faults

SIDES = range(5, 16)
SEARCHES = ("native", "sweep", "cp", "mip", "glpk", "glpk-minisat", "z3")
FAST = ("native", "sweep")  # take less than a scheduler's tick, so they are run more often


def cadical(cnf: Cnf, limit: float) -> dict[str, Any]:
    """Load and solve; the model is returned under "model"."""
    report, began = Report(), time.process_time()
    with SatSolver(cnf, Limit(seconds=limit), report) as solver:
        load = time.process_time() - began
        model = solver.next()
        ended = "solved" if model else report.ended
        return {"load": load, "solve": solver.cpu, "conflicts": report.nodes, "ended": ended, "model": model}


def minisat(cnf: Cnf, limit: float) -> dict[str, Any]:
    """The report's own solver; it has no limit here, its longest run takes a second."""
    from pysat.solvers import Minisat22

    began = time.process_time()
    with Minisat22(bootstrap_with=list(cnf.clauses())) as solver:
        load, began = time.process_time() - began, time.process_time()
        found = solver.solve()
        solve = time.process_time() - began
        conflicts = solver.accum_stats()["conflicts"]
        return {
            "load": load,
            "solve": solve,
            "conflicts": conflicts,
            "ended": "solved" if found else "exhausted",
            "model": solver.get_model(),
        }


SOLVERS = {"CaDiCaL": cadical, "MiniSat": minisat}


def median(run: Callable[[], dict[str, Any]], repeat: int) -> dict[str, Any]:
    return sorted((run() for _ in range(repeat)), key=lambda row: row["solve"])[repeat // 2]


def formulas(puzzle: Packing, repeat: int, limit: float) -> dict[str, Any]:
    """The published encoding and ours, with both solvers."""
    cover = puzzle.compile().with_hints().cover
    makers: dict[str, Callable[[], Any]] = {
        "published": lambda: encode_states(puzzle),
        "dropped": lambda: encode_states(puzzle, margin=0),
        "dropped, product": lambda: encode_states(puzzle, 0, "product", "ring"),
        "placements": lambda: encode(cover),
    }
    rows: dict[str, Any] = {}
    for name, make in makers.items():
        began = time.process_time()
        made = make()
        took = time.process_time() - began
        for solver, run in SOLVERS.items():
            row = median(partial(run, made.cnf, limit), repeat)
            model = row.pop("model")
            if model and hasattr(made, "placements"):
                assert not faults(puzzle, made.placements(model))
            rows[f"{name}; {solver}"] = {"encode": took, "size": made.cnf.size, **row}
    return rows


def searches(puzzle: Packing, names: Sequence[str], repeat: int, limit: float) -> dict[str, Any]:
    """The first filling; CPU seconds from the compiled cover, of this process and what it runs, median of the runs."""
    rows: dict[str, Any] = {}
    compiled = puzzle.compile().with_hints()
    for name in names:
        runs: list[dict[str, Any]] = []
        wanted = 15 if name in FAST else repeat
        while len(runs) < wanted and not (runs and runs[0]["ended"] != "solved"):
            report = Report()
            with stopping(report, limit):
                watch = Stopwatch()
                batches = engine(name).solutions(compiled.cover, Limit(solutions=1), report)
                found = [solution for batch in batches for solution in batch]
                took = watch.seconds
            if found:
                assert not faults(puzzle, compiled.tiling(found[0]).placements)
            runs.append({"solve": took, "ended": "solved" if found else "limit", "nodes": report.nodes})
        rows[name] = sorted(runs, key=lambda row: row["solve"])[len(runs) // 2]
    return rows


def table(
    repeat: int, limit: float, part: str, names: Sequence[str], rows: dict[str, Any], save: Callable[[], None]
) -> None:
    for m in SIDES:
        for n in SIDES:
            if m * n % 4 == 0:
                puzzle = Packing.parse(f"tetrominoes*@{m}x{n}")
                row = rows.setdefault(f"{m}x{n}", {})
                if part in ("formulas", "all"):
                    row |= formulas(puzzle, repeat, limit)
                if part in ("searches", "all"):
                    row |= searches(puzzle, names, repeat, limit)
                save()
                print(f"{m}x{n}", {name: said(found, limit) for name, found in row.items()}, flush=True)


def said(found: dict[str, Any], limit: float) -> str:
    """Milliseconds, or the limit that came first: a time until then says nothing."""
    return f"> {limit:g} s" if found["ended"] == "limit" else f"{found['solve'] * 1000:.3f}"


def clauses(repeat: int, limit: float) -> dict[str, Any]:
    """The published encoding with one change at a time; each row is the sum over the square boards."""
    changes: dict[str, dict[str, Any]] = {
        "as published": {},
        "out-of-board states dropped": {"margin": 0},
        "uniqueness by ladder": {"at_most_one": "ladder"},
        "uniqueness by product": {"at_most_one": "product"},
        "implications as a ring": {"implications": "ring"},
        "dropped, ring": {"margin": 0, "implications": "ring"},
        "dropped, product": {"margin": 0, "at_most_one": "product"},
        "dropped, product, ring": {"margin": 0, "at_most_one": "product", "implications": "ring"},
    }
    rows: dict[str, Any] = {}
    for name, change in changes.items():
        for side in (6, 8, 10, 12, 14):
            made = encode_states(Packing.parse(f"tetrominoes*@{side}x{side}"), **change)
            for solver, run in SOLVERS.items():
                row = median(partial(run, made.cnf, limit), repeat)
                row.pop("model")
                rows[f"{name}; {solver}; {side}x{side}"] = {"size": made.cnf.size, **row}
        print(name, flush=True)
    return rows


PROBES = (
    "tetrominoes*@14x14",
    "FNPUV@5x5",
    "LPNUV@5x5",
    "pentominoes@6x10",
    "pentominoes:Y*@15x15",
    "tetrominoes:L*@6x10",
)


def encodings(repeat: int, limit: float) -> dict[str, Any]:
    """Every encoding of the general engine on puzzles of different kinds."""
    rows: dict[str, Any] = {}
    for notation in PROBES:
        cover = Packing.parse(notation).compile().with_hints().cover
        for variables in VARIABLES:
            for at_most_one in AT_MOST_ONE:
                began = time.process_time()
                made = encode(cover, variables, at_most_one)
                took = time.process_time() - began
                row = median(partial(cadical, made.cnf, limit), repeat)
                row.pop("model")
                rows[f"{notation}; {variables}; {at_most_one}"] = {"encode": took, "size": made.cnf.size, **row}
                print(notation, variables, at_most_one, made.cnf.size, round(row["solve"], 4), row["ended"], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["table", "clauses", "encodings"])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each run")
    parser.add_argument("--part", choices=["formulas", "searches", "all"], default="all", help="of the table")
    parser.add_argument("--engine", action="append", choices=SEARCHES, help="only these searches of the table")
    args = parser.parse_args()
    packages = {name: version(name) for name in ("tilewright", "python-sat", "ortools", "highspy", "z3-solver")}
    head = {"date": str(date.today()), "machine": platform.machine(), "packages": packages}
    head |= {"command": f"benchmarks/tetris.py {args.what} --repeat {args.repeat} --limit {args.limit:g}"}
    rows: dict[str, Any] = {}

    def save() -> None:
        if args.json:
            args.json.write_text(json.dumps({**head, "rows": rows}, indent=1) + "\n")

    if args.what == "table":
        rows |= json.loads(args.json.read_text())["rows"] if args.json and args.json.exists() else {}
        searches(Packing.parse("tetrominoes*@4x4"), args.engine or SEARCHES, 1, args.limit)  # imports
        table(args.repeat, args.limit, args.part, args.engine or SEARCHES, rows, save)
    else:
        rows |= {"clauses": clauses, "encodings": encodings}[args.what](args.repeat, args.limit)
    save()


if __name__ == "__main__":
    main()
