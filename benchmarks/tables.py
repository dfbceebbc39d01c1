"""Writes the tables of docs/measured/engines.md, docs/measured/tetris.md and docs/measured/shikaku.md, between their markers, from the measurements in docs/data.

    uv run python benchmarks/tables.py

A table stands between `<!-- table NAME -->` and `<!-- end -->`; what is written by hand around it is kept.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "data"
REPORT = json.loads((ROOT / "tests" / "data" / "tetris_report.json").read_text())
SIDES = range(5, 16)
VERDICTS = ("glpk", "frontier")  # taken from the table of engines, for they are slow


def read(name: str) -> Any:
    path = DATA / name
    return json.loads(path.read_text()) if path.exists() else {"rows": {}, "boards": {}}


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def ms(seconds: float | None) -> str:
    if seconds is None:
        return ""
    value = seconds * 1000
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


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


def encoding_table() -> str:
    body = []
    for key, row in read("encodings.json")["rows"].items():
        variables, clauses, _ = row["size"]
        body.append(
            [*key.split("; "), variables, clauses, ms(row["encode"]), ms(row["load"]), ms(row["solve"]), row["ended"]]
        )
    head = [
        "puzzle",
        "variables mean",
        "at most one",
        "variables",
        "clauses",
        "build ms",
        "load ms",
        "solve ms",
        "answer",
    ]
    return table(head, body)


def engine_table() -> str:
    """A line an instance: the verdict, and seconds of each engine (> = unknown after so many, - = cannot take it)."""
    rows = read("engines.json")["rows"]
    names = list(rows[0]["engines"]) if rows else []
    body = []
    for row in rows:
        words = {word for word, _ in row["engines"].values()} - {"unknown", "-"}
        cells = []
        for name in names:
            word, took = row["engines"].get(name, ["-", 0])
            cells.append({"unknown": f"> {took:.0f}", "-": "-"}.get(word, f"{took:.3f}"))
        body.append([row["group"], row["name"], "/".join(sorted(words)) or "unknown", *cells])
    return table(["group", "instance", "verdict", *names], body)


def kinds_table() -> str:
    body = []
    for board, row in read("tetris-kinds.json")["boards"].items():
        no = defaultdict(list)
        for kinds, why in row["no"].items():
            no[why].append(kinds)
        reasons = "; ".join(f"{why.removeprefix('no: ')}: {len(sets)}" for why, sets in sorted(no.items()))
        answers = [row[key] for key in ("without O and I", "every kind", "equally often")]
        body.append([board, " ".join(row["minimal"]) or "none", reasons, *answers])
    head = [
        "board",
        "minimal sets that fill it",
        "sets that do not, by argument",
        "without O, I",
        "every kind",
        "equally often",
    ]
    return table(head, body)


def kinds_used() -> str:
    """Exact shares where all tilings were counted; the sampled ones beside them."""

    def shares(numbers: dict[str, int]) -> str:
        total = sum(numbers.values())
        return ", ".join(f"{kinds}: {100 * number / total:.4g}%" for kinds, number in numbers.items())

    body = []
    for board, row in read("tetris-kinds.json").get("kinds", {}).items():
        exact, drawn = row.get("exact"), row.get("random")
        first = ", ".join(f"{engine} {n}" for engine, n in row["first"].items())
        mean = sum(int(k) * n for k, n in exact.items()) / sum(exact.values()) if exact else None
        body.append(
            [
                board,
                first,
                f"{sum(exact.values()):.4g}" if exact else "",
                shares(exact) if exact else "",
                f"{mean:.3f}" if mean else "",
                shares(drawn["kinds"]) if drawn else "",
            ]
        )
    head = ["board", "kinds in the first filling found", "fillings", "kinds: share of all fillings", "mean"]
    return table([*head, "of 2,000 drawn at random"], body)


def kinds_copies() -> str:
    """How many copies of each kind lie in a filling, on average over all."""
    body = []
    for board, row in read("tetris-kinds.json").get("kinds", {}).items():
        if drawn := row.get("random"):
            body.append([board, *(f"{drawn['mean'][kind]:.2f}" for kind in "IJLOSTZ")])
    return table(["board", *"IJLOSTZ"], body)


def kinds_proofs() -> str:
    """The certificates of the largest sets that fill nothing: counted by hand, or the lines of a DRAT proof."""
    body = []
    for board, row in read("tetris-kinds.json")["boards"].items():
        cells = []
        for name, found in row.get("proofs", {}).items():
            what = f"DRAT, {found['lines']} lines" if found["by"] in ("drat-trim", "dratify") else found["reason"]
            cells.append(f"{name} ({what}{'' if found['proof'] == 'checked' else ', unchecked'})")
        body.append([board, "; ".join(cells)])
    return table(["board", "refuted, each with a checked certificate"], body)


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


def added_clauses() -> str:
    rows = read("tetris-added.json")["rows"]
    boards: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for key, row in rows.items():
        notation, change = key.split("; ")
        boards[notation][change] = row
    names = list(dict.fromkeys(change for found in boards.values() for change in found))
    filled = [found for notation, found in boards.items() if notation.startswith("tetrominoes*")]
    refuted = [notation for notation in boards if not notation.startswith("tetrominoes*")]
    body = []
    for name in names:
        line = [
            name,
            sum(found[name]["clauses"] for found in filled),
            ms(sum(found[name]["solve"] for found in filled)),
        ]
        for notation in refuted:
            found = boards[notation][name]
            line.append(f"{ms(found['solve'])} ({found['conflicts']})")
        body.append(line)
    short = [notation.removeprefix("tetrominoes:").replace("*@", " on ") for notation in refuted]
    return table(["added", "clauses, five boards", "fill five boards, ms", *short], body)


def blog_candidates() -> str:
    keys = ("counting", "prefix sums", "from the clues", "whole search")
    body = [
        [row["name"], row["clues"], row["candidates"], *(ms(row[key] / 1000) if key in row else "" for key in keys)]
        for row in read("shikaku-blog.json")["candidates"]
    ]
    return table(["grid", "clues", "candidates", *keys], body)


def blog_grids() -> str:
    keys = ("shikaku", "native", "sat", "cp", "mip")
    body = [
        [row["grid"], row["elsewhere"], row["divisions"], row["certificate"], *(ms(row[key] / 1000) for key in keys)]
        for row in read("shikaku-blog.json")["grids"]
    ]
    return table(["grid", "clues elsewhere than in 1", "divisions", "certificate", *keys], body)


def blog_presolve() -> str:
    body = []
    for row in read("shikaku-blog.json")["presolve"]:
        largest = max(row["left"], key=lambda left: left["after"][2], default=None)
        left = (
            ""
            if largest is None
            else f"{'/'.join(map(str, largest['before']))} → {'/'.join(map(str, largest['after']))}"
        )
        count = row["instances"]
        times = (ms(row[key] / 1000 / count) for key in ("ms", "shikaku"))
        body.append([row["family"], count, len(row["left"]), left, *times])
    head = ["instances", "number", "left open by presolve", "the most left: rows/columns/non-zeros", "HiGHS", "shikaku"]
    return table(head, body)


TABLES: dict[str, Callable[[], str]] = {
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
    "added-clauses": added_clauses,
    "kinds-proofs": kinds_proofs,
    "kinds-copies": kinds_copies,
    "ratios": ratios,
    "encode-times": encode_times,
    "clause-changes": clause_changes,
    "encodings": encoding_table,
    "engines": engine_table,
    "kinds": kinds_table,
    "kinds-used": kinds_used,
    "blog-candidates": blog_candidates,
    "blog-grids": blog_grids,
    "blog-presolve": blog_presolve,
}


def fill(page: str, tables: dict[str, Callable[[], str]]) -> None:
    """Writes the tables that a page of docs has places for."""
    path = ROOT / "docs" / page

    def filled(found: re.Match[str]) -> str:
        return f"<!-- table {found[1]} -->\n{tables[found[1]]()}\n<!-- end -->"

    path.write_text(re.sub(r"<!-- table ([\w-]+) -->\n.*?<!-- end -->", filled, path.read_text(), flags=re.DOTALL))


def main() -> None:
    for page in ("engines.md", "tetris.md", "shikaku.md"):
        fill(page, TABLES)


if __name__ == "__main__":
    main()
