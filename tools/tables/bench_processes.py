"""The tables of docs/measured/benchmarks.md that are about whole processes, limits and large puzzles."""

from __future__ import annotations

import statistics
from typing import Any

from tools.tables.page import DATA, Tables, read, table

OURS = ("ours", "ours, native", "ours, 2 threads")
SPECIAL = ("pentomino-solver", "plain sweep", "dancing links", "sparse sets")  # one set, or small programs of our own
ENOUGH = 0.1  # seconds from which on we want to be ahead


def rows_of(name: str) -> list[dict[str, Any]]:
    """The rows of a file of measurements; none where it has not been measured."""
    return list(read(name)["rows"]) if (DATA / name).exists() else []


def not_measured(part: str) -> str:
    """What stands in place of a table without data."""
    return f"Not measured yet: `python benchmarks/all.py {part}`."


def beside() -> str:
    """CPU seconds and memory of whole processes; letters stand for why a program cannot do it, as told below the table."""
    rows = rows_of("bench-beside.json")
    found = dict.fromkeys(name for row in rows for part in ("seconds", "over", "cannot") for name in row[part])
    names = [*OURS, *(name for name in found if name not in OURS)]
    whys = list(dict.fromkeys(why for row in rows for why in row["cannot"].values()))
    letters = {why: chr(ord("a") + place) for place, why in enumerate(whys)}
    lines = []
    for row in rows:
        cells = {name: f"> {most:g}" for name, most in row["over"].items()}
        cells |= {name: f"({letters[why]})" for name, why in row["cannot"].items()}
        cells |= {name: f"{value:.2f}, {row['memory'][name]:.0f}" for name, value in row["seconds"].items()}
        wall = " / ".join(f"{row['wall'][name]:.2f}" for name in (OURS[0], OURS[2]) if name in row["wall"])
        lines.append((row["instance"], f"{row['load']:g}", *(cells.get(name, "") for name in names), wall))
    notes = "; ".join(f"({letter}) {why}" for why, letter in letters.items())
    head = ("CPU s, peak MB of a process", "load", *names, "wall s, 1 / 2 threads")
    return f"{table(head, lines)}\n\n{notes}." if lines else not_measured("beside")


def others(row: dict[str, Any]) -> dict[str, tuple[float, str]]:
    """Of each general program its seconds, and ">" before the limit of those that it ended."""
    found = {name: (value, "") for name, value in row["seconds"].items()}
    found |= {name: (value, "> ") for name, value in row["over"].items()}
    return {name: each for name, each in found.items() if name not in (*OURS, *SPECIAL)}


def ahead(row: dict[str, Any]) -> dict[str, bool]:
    """Of each general program that takes 0.1 s or more, whether ours takes less."""
    ours = row["seconds"].get(OURS[0], float("inf"))
    known = {
        name: value for name, (value, over) in others(row).items() if value >= ENOUGH and (ours < value or not over)
    }
    return {name: ours < value for name, value in known.items()}


def drawn() -> str:
    """Of each kind the choice of an engine, and whole processes beside general programs."""
    rows = rows_of("bench-drawn.json")
    if not rows:
        return not_measured("drawn")
    lines = []
    for kind in [*dict.fromkeys(row["kind"] for row in rows), "all"]:
        mine = [row for row in rows if kind in (row["kind"], "all")]
        ratios = [row["ratio"] for row in mine if row["ratio"]]
        large = [row["ratio"] for row in mine if row["ratio"] and row["auto"]["seconds"] > 0.02]
        pairs = [each for row in mine for each in ahead(row).values()]
        known = [(min(others(row).values())[0], row["seconds"].get(OURS[0], float("inf"))) for row in mine]
        best = [other / our for other, our in known if other >= ENOUGH and our < float("inf")]
        choice = (f"{statistics.median(ratios or [0]):.2f}", f"{max(large):.2f} of {len(large)}" if large else "-")
        times = f"{min(best):.1f}, {statistics.median(best):.1f} of {len(best)}" if best else "-"
        lines.append((kind, len(mine), *choice, f"{sum(pairs)} of {len(pairs)}", times))
    head = ("kind", "puzzles", "auto by best engine", "worst above 20 ms", "ahead", "the best other by ours")
    return table(head, lines)


def stock() -> str:
    """What comes before and after a search."""
    rows = rows_of("bench-stock.json")
    if not rows:
        return not_measured("stock")
    planned = [(row["milliseconds"], row["puzzle"]) for row in rows if row["kind"] == "plan"]
    reasons = [(row["reasons"], row["puzzle"]) for row in rows if row["kind"] == "plan"]
    listed = [(row["ratio"], row["puzzle"]) for row in rows if row["kind"] == "list"]
    lines = []
    for name, found, aim in (
        ("text to plan of a stock puzzle, ms", planned, 5.0),
        ("reasons why it might be impossible, ms", reasons, None),
        ("puzzle to all tilings by the search alone", listed, 1.5),
    ):
        if found:
            worst, where = max(found)
            median = statistics.median(value for value, _ in found)
            good = f"{sum(value <= aim for value, _ in found)} within {aim:g}" if aim else ""
            lines.append((name, len(found), f"{median:.2f}", f"{worst:.2f} ({where})", good))
    return table(("", "puzzles", "median", "worst", "aim"), lines)


def auto() -> str:
    """What the choice of an engine costs."""
    rows = rows_of("bench-auto.json")
    lines = []
    for threads, goal in dict.fromkeys((row["threads"], row["goal"]) for row in rows):
        mine = [row for row in rows if (row["threads"], row["goal"]) == (threads, goal) and row["ratio"]]
        worst = max(mine, key=lambda row: row["ratio"])
        median = statistics.median(row["ratio"] for row in mine)
        least = f"{worst['ratio']:.2f} ({worst['puzzle'].replace('|', ' ')}, {1000 * worst['auto']['seconds']:.1f} ms)"
        lines.append((goal, threads, len(mine), f"{median:.2f}", least))
    return table(("", "threads", "puzzles", "median", "worst"), lines) if lines else not_measured("auto")


TABLES: Tables = {
    "beside": beside,
    "drawn": drawn,
    "stock": stock,
    "auto": auto,
}
