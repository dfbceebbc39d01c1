"""The tables of docs/measured/tetris.md about single fillings."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tools.tables.page import ROOT, Tables, ms, read, table

REPORT = json.loads((ROOT / "tests" / "data" / "tetris_report.json").read_text())
SIDES = range(5, 16)
VERDICTS = ("glpk", "frontier")  # taken from the table of engines, for they are slow


def boards() -> list[tuple[int, int]]:
    return [(m, n) for m in SIDES for n in SIDES if m * n % 4 == 0]


def grid(entry: Callable[[dict[str, Any]], str]) -> str:
    """m rows downwards, n columns across; a dash where 4 does not divide the area."""
    rows = read("tetris-table.json")["rows"]
    body = []
    for m in SIDES:
        cells = [entry(rows[f"{m}x{n}"]) if f"{m}x{n}" in rows else "–" if m * n % 4 else "" for n in SIDES]
        body.append([f"**{m}**", *cells])
    return table(["m \\ n", *map(str, SIDES)], body)


def of_formula(name: str) -> str:
    return grid(lambda row: ms(row[name]["solve"]))


def of_search(name: str) -> str:
    def entry(row: dict[str, Any]) -> str:
        found = row.get(name)
        return "" if found is None else ms(found["solve"]) if found["ended"] == "solved" else "limit"

    return grid(entry)


def report_table() -> str:
    body = []
    for m in SIDES:
        cells = [f"{REPORT['times'][f'{m}x{n}'] / 1000:.0f}" if f"{m}x{n}" in REPORT["times"] else "–" for n in SIDES]
        body.append([f"**{m}**", *cells])
    return table(["m \\ n", *map(str, SIDES)], body)


def seconds_of(name: str) -> dict[str, float]:
    """CPU seconds by board, of the boards that were filled; of glpk and frontier until two fillings."""
    if name in VERDICTS:
        rows = {row["name"]: row["engines"][name] for row in read("engines.json")["rows"] if row["group"] == "Tetris"}
        return {board: took for board, (word, took) in rows.items() if word == "several"}
    rows = {board: row[name] for board, row in read("tetris-table.json")["rows"].items() if name in row}
    return {board: row["solve"] for board, row in rows.items() if row["ended"] == "solved"}


def ratios() -> str:
    """The report's time over ours, over all its boards: the least, the median, the greatest."""
    names = dict.fromkeys(name for row in read("tetris-table.json")["rows"].values() for name in row)
    body = []
    for name in (*names, *VERDICTS):
        seconds = seconds_of(name)
        found = sorted(micro / 1e6 / seconds[board] for board, micro in REPORT["times"].items() if seconds.get(board))
        places = found[0], found[len(found) // 2], found[-1]
        body.append(
            [
                name,
                len(found),
                *(f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}" for ratio in places),
                exponent(seconds),
            ]
        )
    return table(["engine", "boards", "least ratio", "median", "greatest", "time grows as (mn)^"], body)


def exponent(seconds: dict[str, float]) -> str:
    """The slope of log time against log area, by least squares, with its standard error."""
    return slope([(math.log(math.prod(map(int, board.split("x")))), math.log(s)) for board, s in seconds.items() if s])


def slope(points: list[tuple[float, float]]) -> str:
    count = len(points)
    if count < 3:
        return ""
    mean_x, mean_y = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    value = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    rest = sum((y - mean_y - value * (x - mean_x)) ** 2 for x, y in points)
    return f"{value:.2f} ± {math.sqrt(rest / (count - 2) / spread):.2f}"


def report_exponent() -> str:
    points = []
    for board, micro in REPORT["times"].items():
        m, n = map(int, board.split("x"))
        points.append((math.log(m * n), math.log(micro)))
    return f"The report's own times grow as (mn)^({slope(points)})."


def encode_times() -> str:
    rows = read("tetris-table.json")["rows"]
    body = []
    for side in (6, 8, 10, 12, 14):
        for name in ("published", "dropped", "dropped, product", "placements"):
            row = rows.get(f"{side}x{side}", {}).get(f"{name}; CaDiCaL")
            if row:
                variables, clauses, literals = row["size"]
                body.append(
                    [
                        f"{side}x{side}",
                        name,
                        variables,
                        clauses,
                        literals,
                        ms(row["encode"]),
                        ms(row["load"]),
                        ms(row["solve"]),
                    ]
                )
    return table(["board", "formula", "variables", "clauses", "literals", "build ms", "load ms", "solve ms"], body)


def clause_changes() -> str:
    rows = read("tetris-clauses.json")["rows"]
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0, 0])
    for key, row in rows.items():
        change, solver, _ = key.split("; ")
        total = sums[change, solver]
        for place, value in enumerate((row["solve"], row["load"], row["conflicts"], row["size"][1])):
            total[place] += value
    body = []
    for change in dict.fromkeys(change for change, _ in sums):
        line: list[object] = [change, int(sums[change, "MiniSat"][3])]
        for solver in ("MiniSat", "CaDiCaL"):
            solve, load, conflicts, _ = sums[change, solver]
            line += [ms(solve), ms(load), int(conflicts)]
        body.append(line)
    head = ["change", "clauses", "MiniSat solve ms", "load ms", "conflicts", "CaDiCaL solve ms", "load ms", "conflicts"]
    return table(head, body)


def beside() -> str:
    """The report's time, the same encoding here with what it costs to make and load, and the search."""
    rows = read("tetris-table.json")["rows"]
    body = []
    for board, micro in REPORT["times"].items():
        row = rows[board]
        published, native = row["published; MiniSat"], row["native"]
        cells = [f"{micro / 1000:.0f}", ms(published["solve"]), f"{micro / 1e6 / published['solve']:.0f}"]
        cells += [ms(published["encode"]), ms(published["load"])]
        body.append([board, *cells, ms(native["solve"]), f"{micro / 1e6 / native['solve']:.0f}"])
    head = ["board", "report", "MiniSat here", "ratio", "build", "load", "native", "ratio"]
    return table(head, body)


def of_verdicts(engine: str) -> str:
    """Boards of the engine table: two fillings, CPU milliseconds."""
    rows = {row["name"]: row["engines"][engine] for row in read("engines.json")["rows"] if row["group"] == "Tetris"}
    body = []
    for m in SIDES:
        cells = []
        for n in SIDES:
            word, took = rows.get(f"{m}x{n}", ("–", 0.0))
            cells.append({"–": "–", "unknown": f"> {took:.0f} s"}.get(word, ms(took)))
        body.append([f"**{m}**", *cells])
    return table(["m \\ n", *map(str, SIDES)], body)


TABLES: Tables = {
    "report": report_table,
    "report-exponent": report_exponent,
    "published-minisat": lambda: of_formula("published; MiniSat"),
    "published-cadical": lambda: of_formula("published; CaDiCaL"),
    "dropped-cadical": lambda: of_formula("dropped, product; CaDiCaL"),
    "placements-cadical": lambda: of_formula("placements; CaDiCaL"),
    "native": lambda: of_search("native"),
    "cp": lambda: of_search("cp"),
    "mip": lambda: of_search("mip"),
    "glpk": lambda: of_verdicts("glpk"),
    "z3": lambda: of_search("z3"),
    "sweep": lambda: of_search("sweep"),
    "glpk-minisat": lambda: of_search("glpk-minisat"),
    "frontier": lambda: of_verdicts("frontier"),
    "beside": beside,
    "ratios": ratios,
    "encode-times": encode_times,
    "clause-changes": clause_changes,
}
