"""The reports on a run store: states, sums, results and the log. Everything here only reads."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import quote
from tilewright.runs.access import detect_damage
from tilewright.runs.subproblem import Child, Outcome, Prefix


@dataclass(frozen=True)
class Subproblem:
    """A subproblem of the store; `attempts` have ended with the death of the worker."""

    id: int
    child: Child
    attempts: int = 0


class StoreReader:
    """The reports on an open store. Raises DamageError where a row cannot be read as what it was written as."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db

    def manifest(self) -> dict[str, Any]:
        """Return the description of the run: puzzle, digest, goal, options, versions."""
        with detect_damage(self.path, "manifest"):
            return {key: json.loads(value) for key, value in self._db.execute("SELECT key, value FROM manifest")}

    def state_counts(self) -> dict[str, int]:
        """Return the number of subproblems in each state."""
        found = dict(self._db.execute("SELECT state, COUNT(*) FROM subproblems GROUP BY state").fetchall())
        return {state: found.get(state, 0) for state in ("open", "taken", "split", "done")}

    def total(self) -> int:
        """Return the number of solutions in all finished subproblems, times their weights."""
        small = (
            "SELECT SUM(CAST(count AS INTEGER) * weight) FROM subproblems WHERE state = 'done' AND length(count) < 11"
        )
        large = "SELECT count, weight FROM subproblems WHERE state = 'done' AND length(count) >= 11"
        with detect_damage(self.path, "counts"):
            total = int(self._db.execute(small).fetchone()[0] or 0)
            return total + sum(int(count) * int(weight) for count, weight in self._db.execute(large))

    def finished_share(self) -> float:
        """Return the part of the search that is finished, 0 to 1, taking the children of a split to be equally large."""
        return float(self._db.execute("SELECT TOTAL(share) FROM subproblems WHERE state = 'done'").fetchone()[0])

    def sibling_sums(self) -> list[tuple[int | None, int, str, float, float, int]]:
        """(parent, id, state, seconds, their squares, number), in sums over siblings of one state; split ones alone."""
        sums = "TOTAL(seconds), TOTAL(seconds * seconds), COUNT(*)"
        query = (
            f"SELECT parent, id, state, {sums} FROM subproblems WHERE state != 'split' GROUP BY parent, state "
            "UNION ALL SELECT parent, id, state, seconds, seconds * seconds, 1 FROM subproblems WHERE state = 'split'"
        )
        return self._db.execute(query).fetchall()

    def pace(self, last: int = 200) -> float | None:
        """Return the seconds of work done per second, over the last so many finished; None before two are."""
        query = "SELECT ended, seconds FROM subproblems WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT ?"
        rows = self._db.execute(query, (last,)).fetchall()
        if len(rows) < 2:
            return None
        with detect_damage(self.path, "times"):
            # Of the first of them only the end is known, so its work does not count.
            return float(sum(seconds for _, seconds in rows[:-1]) / max(1e-6, rows[0][0] - rows[-1][0]))

    def work_done(self) -> tuple[int, float]:
        """Return nodes and seconds of work in all."""
        nodes, seconds = self._db.execute("SELECT SUM(nodes), SUM(seconds) FROM subproblems").fetchone()
        return nodes or 0, seconds or 0.0

    def finished(self) -> Iterator[tuple[Subproblem, Outcome]]:
        """Yield every finished subproblem with its result, in the order in which they were created."""
        query = (
            "SELECT s.id, s.prefix, s.weight, s.count, s.nodes, s.seconds, x.packed FROM subproblems s "
            "LEFT JOIN solutions x ON x.subproblem = s.id WHERE s.state = 'done' ORDER BY s.id"
        )
        for id, prefix, weight, count, nodes, seconds, packed in self._db.execute(query):
            with detect_damage(self.path, f"subproblem {id}"):
                task = Subproblem(id, parse_child(prefix, weight))
                outcome = Outcome(_number(count), int(nodes), float(seconds), _packed(packed))
            yield task, outcome

    def log(self, last: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the subproblems that were worked on, in the order in which they ended; those in progress come last."""
        columns = "id, parent, prefix, weight, state, attempts, worker, nodes, seconds, ended, count"
        worked = (
            f"SELECT {columns} FROM subproblems WHERE state != 'open' OR attempts ORDER BY ended IS NULL, ended, id"
        )
        if last is not None:
            number = self._db.execute(f"SELECT COUNT(*) FROM ({worked})").fetchone()[0]
            worked += f" LIMIT -1 OFFSET {max(0, number - last)}"
        for row in self._db.execute(worked):
            named = dict(zip(columns.split(", "), row, strict=True))
            with detect_damage(self.path, f"subproblem {named['id']}"):
                named["prefix"] = list(parse_child(named["prefix"], 1).prefix)
                named["nodes"], named["seconds"] = int(named["nodes"]), float(named["seconds"])
            yield named

    def tree(self) -> Iterator[tuple[int, int | None, Child, str]]:
        """(id, parent, child, state) of every subproblem, for verification."""
        query = "SELECT id, parent, prefix, weight, state FROM subproblems ORDER BY id"
        for id, parent, prefix, weight, state in self._db.execute(query):
            with detect_damage(self.path, f"subproblem {id}"):
                child = parse_child(prefix, weight)
            yield id, parent, child, state


def parse_child(prefix: str, weight: int) -> Child:
    """Parse a subproblem of a row. Raises ValueError or TypeError where it is malformed."""
    numbers = json.loads(prefix)
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise ValueError(f"prefix {quote(prefix)}")
    return Child(tuple(numbers), int(weight))


def _number(count: str) -> int:
    if not str(count).isdecimal():
        raise ValueError(f"count {quote(str(count))}")
    return int(count)


def _packed(packed: bytes | None) -> bytes | None:
    if packed is not None and not isinstance(packed, bytes):
        raise TypeError("the stored solutions are not a blob")
    return packed


def prefix_text(prefix: Prefix) -> str:
    """Return a prefix as the store holds it."""
    return json.dumps(prefix, separators=(",", ":"))
