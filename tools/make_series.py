"""Writes docs/measured/series/: a page and a b-file for each sequence that was carried further, and their list.

    uv run python -m tools.make_series

The data are docs/data/series/ID.json, as `tools/series/extend.py` writes them.
"""

from __future__ import annotations

import json
from typing import Any

from tools.series.target import COPY, Target
from tools.series.targets import TARGETS
from tools.tables.page import DATA, MEASURED, table

OUT = MEASURED / "series"
NOT_FOUND = "not found in the stored copies of the literature searched on 2026-11-22"


def page(target: Target, terms: list[dict[str, Any]]) -> str:
    """Return the page of a sequence."""
    beyond = [term for term in terms if term["n"] > target.end]
    again = [term for term in terms if term["n"] in target.known]
    stored = f"https://github.com/{COPY}/blob/{target.commit}/seq/{target.id[:4]}/{target.id}.seq"
    parts = [
        f"# {target.id}: {target.name}",
        f"New terms, behind the [stored copy]({stored})" + (f" ({target.extra})" if target.extra else "") + ":",
        "\n".join(f"a({term['n']}) = {term['value']}" + "  " for term in beyond),
        table(
            ["n", "cells", "kernel: states", "CPU s", "MB", "second: states", "CPU s", "MB", "digest"],
            map(_row, beyond),
        ),
        f"Both programs also agree with {len(again)} stored terms. All terms: [b-file]({_bfile(target)}). Command:"
        f" `python -m tools.series.extend {target.id} --n {terms[0]['n']}..{terms[-1]['n']}`, {_dates(terms)}, commits"
        f" {_commits(terms)}. The first term: {_example(target, terms[0]['n'])}.",
    ]
    return "\n\n".join(parts) + "\n"


def _row(term: dict[str, Any]) -> list[object]:
    first, second = term["kernel"], term["second"]
    return [
        term["n"],
        term["cells"],
        f"{term['states']:,}" if term["states"] else "",
        first["cpu"],
        round(first["memory"] / 1e6),
        f"{second['states']:,}",
        second["cpu"],
        round(second["memory"] / 1e6),
        f"`{term['digest']}`",
    ]


def _commits(terms: list[dict[str, Any]]) -> str:
    return ", ".join(sorted({term["commit"] for term in terms}))


def _dates(terms: list[dict[str, Any]]) -> str:
    return ", ".join(sorted({term["date"] for term in terms}))


def _example(target: Target, n: int) -> str:
    text = target.text(n)
    return "its puzzle is TOML, made by `tools/series/targets.py`" if "=" in text else f"`tilewright count '{text}'`"


def _bfile(target: Target) -> str:
    return f"b{target.id[1:]}.txt"


def bfile(target: Target, terms: list[dict[str, Any]]) -> str:
    """All terms, stored and counted, as lines `n a(n)`."""
    every = target.known | {term["n"]: int(term["value"]) for term in terms}
    lines = [f"# {target.id}: {target.name}", f"# n > {target.end}: {NOT_FOUND}; counted by two programs"]
    return "\n".join([*lines, *(f"{n} {every[n]}" for n in sorted(every))]) + "\n"


def index(rows: list[list[object]]) -> str:
    """Return the list of all sequences."""
    return (
        "# Published sequences carried further\n\n"
        f"These terms lie behind the stored copy of each sequence; they were {NOT_FOUND}. Two programs that share no code\n"
        "counted each of them: the kernel's frontier and `benchmarks/merge_cover.cpp`, which takes the items from the other\n"
        "end, merges sorted lists instead of hashing, uses no symmetry and counts modulo primes. The machine was shared, so times are CPU\n"
        "seconds. To count a series of your own, see [series](../../guides/series.md).\n\n"
        + table(["sequence", "counts", "published to n =", "counted to n =", "new terms"], rows)
        + "\n"
    )


def main() -> None:
    """Write all pages."""
    rows: list[list[object]] = []
    OUT.mkdir(exist_ok=True)
    for target in TARGETS:
        path = DATA / "series" / f"{target.id}.json"
        terms = json.loads(path.read_text())["terms"] if path.exists() else []
        beyond = [term["n"] for term in terms if term["n"] > target.end]
        if not beyond:
            continue
        (OUT / f"{target.id}.md").write_text(page(target, terms))
        (OUT / _bfile(target)).write_text(bfile(target, terms))
        rows.append([f"[{target.id}]({target.id}.md)", target.name, target.end, max(beyond), len(beyond)])
    (OUT / "index.md").write_text(index(rows))


if __name__ == "__main__":
    main()
