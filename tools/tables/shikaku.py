"""The tables of docs/measured/shikaku.md."""

from __future__ import annotations

from tools.tables.page import Tables, ms, read, table


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


TABLES: Tables = {"blog-candidates": blog_candidates, "blog-grids": blog_grids, "blog-presolve": blog_presolve}
