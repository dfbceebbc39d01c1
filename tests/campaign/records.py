"""What was met: features and their pairs, questions, functions, options of commands, keys of files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from itertools import combinations

NAMING = ("pieces.", "paint.", "named.", "shapes.", "piece.*.", "lattice.corners.", "lattice.neighbors.")


@dataclass
class Records:
    """Counters of what a campaign produced.

    pairs: of features of one puzzle, by kind of puzzle; asked: of a feature and a question.
    """

    puzzles: Counter[str] = field(default_factory=Counter)
    features: Counter[tuple[str, str]] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    functions: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, str]] = field(default_factory=Counter)
    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)

    def add(self, other: Records) -> None:
        """Add what another part of the campaign met."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))

    def note_puzzle(self, kind: str, features: Iterable[str]) -> None:
        """Count a puzzle with these features."""
        names = sorted(set(features))
        self.puzzles[kind] += 1
        self.features.update((kind, name) for name in names)
        self.pairs.update((kind, a, b) for a, b in combinations(names, 2))

    def note_question(self, kind: str, question: str, features: Iterable[str]) -> None:
        """Count a question to a puzzle with these features."""
        self.questions[question] += 1
        self.asked.update((kind, name, question) for name in set(features))

    def note_keys(self, table: object, where: str = "") -> None:
        """Count the keys of a table that was written, those of inner tables by the key that they stand under.

        Shapes that are put together stand in one another; all count as under the first key.
        """
        if isinstance(table, dict):
            for key, value in table.items():
                named = where in NAMING  # keys that a person chose
                self.keys[f"{where}{'*' if named else key}"] += 1
                if where in ("outline.", "board.") and key != "svg":
                    self.note_keys(value, where)
                else:
                    self.note_keys(value, "outline." if where == "shapes." else f"{where}{'*' if named else key}.")
        elif isinstance(table, list):
            for value in table:
                self.note_keys(value, where)
