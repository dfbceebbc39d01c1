"""The named instances of `tilewright bench`, from data/bench.json, and puzzles given instead of a name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

from tilewright import formats
from tilewright.errors import NotationError, quote
from tilewright.puzzle import Puzzle

Job = Literal["list", "count", "find", "prove"]


@dataclass(frozen=True)
class Instance:
    """What is measured under one name: a job on one puzzle or on several, their times added.

    puzzles: (what `formats.load` takes, the known number of tilings or None), one each.
    aim, ratio: seconds, and times as fast as the plain sweep, that are aimed at.
    engine: the engine that is meant when none is asked for ("auto": what the library would choose).
    slow: left out unless it is named.
    yardstick: whether the plain sweep and other packages can be expected to end.
    """

    name: str
    group: str
    job: Job
    puzzles: tuple[tuple[str, int | None], ...]
    aim: float | None = None
    ratio: float | None = None
    engine: str = "auto"
    slow: bool = False
    yardstick: bool = True
    source: str = ""
    given: tuple[Puzzle, ...] = field(default=(), compare=False)

    @property
    def compared(self) -> bool:
        """Whether the plain sweep and other packages are run beside it."""
        return self.yardstick and self.job in ("list", "count")

    def load(self) -> list[tuple[Puzzle, int | None]]:
        """The puzzles and their known numbers of tilings."""
        if self.given:
            return [(puzzle, None) for puzzle in self.given]
        return [(formats.load(text), known) for text, known in self.puzzles]


@lru_cache
def instances() -> dict[str, Instance]:
    """All of data/bench.json, by name."""
    text = resources.files("tilewright").joinpath("data", "bench.json").read_text(encoding="utf-8")
    found = (_instance(row) for row in json.loads(text)["instances"])
    return {instance.name: instance for instance in found}


def _instance(row: dict[str, Any]) -> Instance:
    # A puzzle that no notation says is an object, which the loader takes as text.
    puzzles = tuple((text if isinstance(text, str) else json.dumps(text, indent=1), n) for text, n in row["puzzles"])
    return Instance(**{**row, "puzzles": puzzles})


def select_instances(names: Sequence[str]) -> list[Instance]:
    """Return the instances of names, groups and puzzles; without any, all but the slow ones."""
    known = instances()
    if not names:
        return [instance for instance in known.values() if not instance.slow]
    groups = {instance.group for instance in known.values()}
    found: list[Instance] = []
    for name in names:
        if name in known:
            found.append(known[name])
        elif name in groups:
            found += [instance for instance in known.values() if instance.group == name and not instance.slow]
        else:
            found.append(_given(name, groups))
    return list({instance.name: instance for instance in found}.values())


def _given(name: str, groups: set[str]) -> Instance:
    try:
        puzzle = formats.load(name)
    except NotationError:
        if "@" in name:
            raise
        text = f"{quote(name)}: no instance, group or puzzle: expected one of {', '.join(instances())}"
        raise NotationError(f"{text}, a group ({', '.join(sorted(groups))}) or a puzzle such as FNPUV@5x5") from None
    return Instance(name, "given", "list", (), given=(puzzle,))
