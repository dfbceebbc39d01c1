"""The page docs/measured/campaign.md: how often each two features met, and what was asked how often."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from tests.campaign.features import cannot_meet
from tests.campaign.records import Records

ENOUGH = 50  # times that a pair should meet
HEAD = """<!-- Written by `python -m tests.campaign --table`; not by hand. -->

# The campaign

Random puzzles with any features together, each asked some of all questions in some of all ways; the answers are compared with
those of slow programs that know only cells, polygons and shapes (`tests/campaign/`). Two features *meet* in a puzzle that has
both. Pairs that exclude each other, such as two lattices, are not counted.
"""


def write_page(path: Path, records: Records, seed: int, seconds: float) -> None:
    """Write the page of a campaign that took so many seconds of a processor."""
    number, asked = sum(records.puzzles.values()), sum(records.questions.values())
    command = f"python -m tests.campaign --seed {seed} --puzzles {number} --table {path}"
    machine = f"{platform.machine()}, Python {platform.python_version()}, {seconds / 60:.0f} minutes of CPU"
    day = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}"
    lines = [HEAD, f"`{command}`, {day}, {machine}: {number:,} puzzles, {asked:,} questions.", ""]
    lines += [
        "| kind | puzzles | features | pairs that can meet | met | met at least 50 times | share |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind in sorted(records.puzzles):
        pairs = [(a, b) for a, b in combinations(_features(records, kind), 2) if not cannot_meet(kind, a, b)]
        times = [records.pairs[kind, a, b] for a, b in pairs]
        met, often = sum(map(bool, times)), sum(each >= ENOUGH for each in times)
        share = f"{100 * often / max(1, len(pairs)):.1f} %"
        row = (
            kind,
            f"{records.puzzles[kind]:,}",
            len(_features(records, kind)),
            f"{len(pairs):,}",
            f"{met:,}",
            f"{often:,}",
            share,
        )
        lines.append(f"| {' | '.join(map(str, row))} |")
    lines += ["", "## Questions", "", "| question | asked |", "|---|---|"]
    lines += [f"| {name} | {times:,} |" for name, times in records.questions.most_common()]
    for kind in sorted(records.puzzles):
        lines += ["", f"## Features: {kind}", "", *_feature_rows(records, kind)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _features(records: Records, kind: str) -> list[str]:
    return sorted(name for of, name in records.features if of == kind)


def _feature_rows(records: Records, kind: str) -> Iterable[str]:
    """A row for each feature: how many puzzles have it, and the partners that it met least."""
    yield "| feature | puzzles | partners met at least 50 times | met least |"
    yield "|---|---|---|---|"
    for name in _features(records, kind):
        others = [
            other
            for other in _features(records, kind)
            if other != name and not cannot_meet(kind, *sorted((name, other)))
        ]
        times = {other: records.pairs[kind, *sorted((name, other))] for other in others}
        least = sorted(times, key=lambda other: times[other])[:2]
        often = sum(each >= ENOUGH for each in times.values())
        words = ", ".join(f"{other} {times[other]:,}" for other in least)
        yield f"| {name} | {records.features[kind, name]:,} | {often} of {len(others)} | {words} |"
