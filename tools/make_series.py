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
    """The page of a sequence."""
    beyond = [term for term in terms if term["n"] > target.end]
    again = [term for term in terms if term["n"] in target.known]
    last = max(target.known)
    stored = f"https://github.com/{COPY}/blob/{target.commit}/seq/{target.id[:4]}/{target.id}.seq"
    parts = [
        f"# {target.id}: {target.name}",
        f"Stored copy: [{COPY}]({stored}), terms {target.start} to {last}"
        + (f"; {target.extra}" if target.extra else "")
        + f". Terms behind it were {NOT_FOUND}.",
        "\n".join(f"a({term['n']}) = {term['value']}" + "  " for term in beyond),
        f"Counted here are {len(terms)} terms, {len(again)} of them stored, which agree. Each by two programs"
        " that share no code: the kernel's frontier, and `benchmarks/merge_cover.cpp`, which takes the items from the other"
        " end, merges sorted lists where the kernel hashes, uses no symmetry and counts modulo primes of 62 bits, at least one more than the"
        " number needs.",
        table(
            ["n", "cells", "kernel: states", "CPU s", "MB", "second: states", "largest layer", "CPU s", "MB", "digest"],
            [_row(term) for term in terms],
        ),
        f"Command: `python -m tools.series.extend {target.id} --n {terms[0]['n']}..{terms[-1]['n']}`"
        + f" (version {terms[-1]['version']}, commits {_commits(terms)}, {_dates(terms)}; a shared machine, so CPU time)."
        f" The first one: {_example(target, terms[0]['n'])}. The list of all terms: [b-file]({_bfile(target)}).",
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
        f"{second['largest']:,}",
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
    """The list of all sequences."""
    return (
        "# Published sequences carried further\n\n"
        f"Terms behind the stored copy of each sequence; they were {NOT_FOUND}. That says only that: the stored copies end\n"
        "where they end. Each term was counted by two programs that share no code, and the stored terms again by both.\n"
        "CPU times of the second program in terms from before commit 031cd59 are of a version that sorted each layer: about three\n"
        "times as much.\n"
        "How: [series](../../guide/series.md).\n\n"
        + table(["sequence", "counts", "published to n =", "counted to n =", "terms behind"], rows)
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
