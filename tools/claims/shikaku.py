"""Shikaku: a blog on a set-covering model in GAMS, and puzzles whose answers are published."""

from __future__ import annotations

from functools import partial
from typing import Any

from tools.claims.claim import EXAMPLES, Claim, Run, read

BLOG = "Erwin Kalvelagen, CellBlock or Shikaku Puzzle, yetanothermathprogrammingconsultant.blogspot.com"
INSTANCES = read("shikaku_blog.json")["instances"]
URLS = [row for row in read("shikaku_urls.json")["instances"] if not row["unknown_value_clues"]]


def candidates(path: str, run: Run) -> str:
    """How many rectangles are feasible."""
    return str(run("show", path, "--stats", "--json").json["stats"]["candidates"])


def numbers(path: str, run: Run) -> str:
    """The numbers of the rectangles chosen."""
    text = run("solve", path, "--numbers").out
    return " ".join(map(str, sorted({int(word) for word in text.split()})))


def verdict(path: str, run: Run) -> str:
    """Whether there is one solution."""
    return str(run("verdict", path, "--json").json["verdict"])


def solved(run: Run) -> str:
    """How many addresses give a puzzle with exactly one solution."""
    unique = [verdict(row["url"], run) == "unique" for row in URLS]
    return f"{sum(unique)} of {len(unique)}"


def of_instance(row: dict[str, Any]) -> list[Claim]:
    """The claims of one puzzle of the blog."""
    path = f"{EXAMPLES}/shikaku/{row['name'].replace(' ', '-')}"
    chosen = " ".join(map(str, row["blog_solution_k"]))
    return [
        Claim(
            f"{row['name']}: feasible rectangles",
            BLOG,
            str(row["blog_n_feasible"]),
            f"show {path} --stats",
            partial(candidates, path),
        ),
        Claim(
            f"{row['name']}: numbers of the chosen ones",
            BLOG,
            chosen,
            f"solve {path} --numbers",
            partial(numbers, path),
        ),
        Claim(
            f"{row['name']}: is the solution unique? (asked there, not answered)",
            BLOG,
            "no answer",
            f"verdict {path}",
            partial(verdict, path),
            note="decided here, for the clues as they stand in `examples`",
        ),
    ]


CLAIMS = (
    *(claim for row in INSTANCES for claim in of_instance(row)),
    Claim(
        "published puzzles by their addresses have one solution each",
        "pzv.jp, puzz.link and collections on GitHub (tests/data/shikaku_urls.json)",
        f"{len(URLS)} of {len(URLS)}",
        f"verdict '{URLS[0]['url']}'",
        solved,
    ),
)
