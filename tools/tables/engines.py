"""The tables of docs/measured/engines.md."""

from __future__ import annotations

from tools.tables.page import Tables, ms, read, table


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


TABLES: Tables = {"encodings": encoding_table, "engines": engine_table}
