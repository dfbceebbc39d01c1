"""What a question is, and the table of all of them.

A question is a function of a case. It asks the package something in one of the ways there are, drawn from `case.rng`, and raises
`Wrong` for an answer that is not true. Any exception but `Wrong` is a difference as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Ask = Callable[[Any], None]


@dataclass(frozen=True)
class Question:
    """A question to puzzles of one kind.

    share: how often it is asked, as a share of the puzzles; 1 for every puzzle that it suits.
    suits: whether it can be asked of a drawn puzzle.
    """

    name: str
    kind: str
    ask: Ask
    share: float
    suits: Callable[[Any], bool]


TABLE: dict[tuple[str, str], Question] = {}
PUZZLES = ("packing", "shikaku", "edges", "polygons")


def question(*kinds: str, share: float, suits: Callable[[Any], bool] = lambda drawn: True) -> Callable[[Ask], Ask]:
    """Enter a function in the table for these kinds, under its name."""

    def enter(ask: Ask) -> Ask:
        name = ask.__name__.replace("_", " ").strip()
        for kind in kinds:
            TABLE[kind, name] = Question(name, kind, ask, share, suits)
        return ask

    return enter


def questions_of(kind: str) -> Sequence[Question]:
    """The questions to a kind of puzzle, in the order of the table."""
    from tests.campaign import kinds  # it imports the files that fill the table

    kinds.load()
    return [each for (of, _), each in TABLE.items() if of == kind]
