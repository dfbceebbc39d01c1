"""The reports on a run store: states, sums, results and the log. Everything here only reads."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import quote
from tilewright.formats.json_keys import parse_json
from tilewright.runs.access import DamageError, detect_damage
from tilewright.runs.subproblem import Child, Outcome, Prefix

MOST_SECONDS = 1e12  # 30,000 years: more is no time of work
WHOLE, TIME = "typeof({0}) = 'integer' AND {0} >= 0", "typeof({0}) = 'real' AND {0} BETWEEN 0 AND " + str(MOST_SECONDS)
DIGITS = "typeof({0}) = 'text' AND {0} != '' AND {0} NOT GLOB '*[^0-9]*' AND ({0} = '0' OR {0} NOT GLOB '0*')"
# What each value of a row is; a store is a stranger's, and SQLite keeps any type in any column.
COLUMNS = {
    "subproblems": {
        "parent": "{0} IS NULL OR " + WHOLE,
        "prefix": "typeof({0}) = 'text'",
        "weight": WHOLE + " AND {0} > 0",
        "share": "typeof({0}) = 'real' AND {0} BETWEEN 0 AND 1",
        "state": "{0} IN ('open', 'taken', 'split', 'done')",
        "attempts": WHOLE,
        "worker": "typeof({0}) IN ('null', 'text')",
        "nodes": WHOLE,
        "seconds": TIME,
        "ended": "{0} IS NULL OR " + TIME,
        "count": "CASE state WHEN 'done' THEN " + DIGITS + " ELSE {0} IS NULL END",
    },
    "solutions": {"number": WHOLE, "packed": "typeof({0}) = 'blob'"},
}


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
            rows = self._db.execute("SELECT key, value FROM manifest").fetchall()
            return {parse_text(key): parse_json(parse_text(value)) for key, value in rows}

    def check_rows(self) -> None:
        """Raise DamageError naming a value that is not of the type and range of its column."""
        for table, columns in COLUMNS.items():
            for column, rule in columns.items():
                query = f"SELECT rowid, {column} FROM {table} WHERE ({rule.format(column)}) IS NOT TRUE LIMIT 1"
                with detect_damage(self.path, table):
                    row = self._db.execute(query).fetchone()
                if row:
                    raise DamageError(self.path, f"subproblem {row[0]}: {column} {quote(str(row[1]))}")

    def state_counts(self) -> dict[str, int]:
        """Return the number of subproblems in each state."""
        found = dict(self._db.execute("SELECT state, COUNT(*) FROM subproblems GROUP BY state").fetchall())
        return {state: found.get(state, 0) for state in ("open", "taken", "split", "done")}

    def total(self) -> int:
        """Return the number of solutions in all finished subproblems, times their weights."""
        with detect_damage(self.path, "counts"):
            rows = self._db.execute("SELECT count, weight FROM subproblems WHERE state = 'done'")
            return sum(parse_count(count) * parse_whole(weight, 1) for count, weight in rows)

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
        with detect_damage(self.path, "work"):
            nodes, seconds = self._db.execute("SELECT SUM(nodes), SUM(seconds) FROM subproblems").fetchone()
            return nodes or 0, seconds or 0.0

    def misplaced_solutions(self) -> int | None:
        """Return a number under which solutions are stored although no finished subproblem has it, or None."""
        query = (
            "SELECT subproblem FROM solutions WHERE subproblem NOT IN (SELECT id FROM subproblems WHERE state = 'done')"
        )
        row = self._db.execute(query).fetchone()
        return row and int(row[0])

    def finished(self) -> Iterator[tuple[Subproblem, Outcome]]:
        """Yield every finished subproblem with its result, in the order in which they were created."""
        query = (
            "SELECT s.id, s.prefix, s.weight, s.count, s.nodes, s.seconds, x.packed, x.number FROM subproblems s "
            "LEFT JOIN solutions x ON x.subproblem = s.id WHERE s.state = 'done' ORDER BY s.id"
        )
        for id, prefix, weight, count, nodes, seconds, packed, number in self._db.execute(query):
            with detect_damage(self.path, f"subproblem {id}"):
                task = Subproblem(id, parse_child(prefix, weight))
                outcome = Outcome(parse_count(count), parse_whole(nodes), _seconds(seconds), _packed(packed))
                if packed is not None and parse_whole(number) != outcome.count:
                    raise ValueError(f"{number} solutions are stored, {outcome.count} were counted")
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
                named["prefix"] = list(parse_child(named["prefix"], named["weight"]).prefix)
            yield named

    def tree(self) -> Iterator[tuple[int, int | None, Child, str, float]]:
        """(id, parent, child, state, share) of every subproblem, for verification."""
        query = "SELECT id, parent, prefix, weight, state, share FROM subproblems ORDER BY id"
        for id, parent, prefix, weight, state, share in self._db.execute(query):
            with detect_damage(self.path, f"subproblem {id}"):
                child = parse_child(prefix, weight)
            yield id, parent, child, state, share


def parse_child(prefix: object, weight: object) -> Child:
    """Parse a subproblem of a row. Raises ValueError or NotationError where it is malformed."""
    numbers = parse_json(parse_text(prefix))
    if not isinstance(numbers, list) or not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError(f"prefix {quote(str(prefix))}")
    if prefix_text(tuple(numbers)) != prefix:
        raise ValueError(f"prefix {quote(str(prefix))}: expected it as it was written")
    return Child(tuple(numbers), parse_whole(weight, 1))


def parse_count(text: object) -> int:
    """Parse a number as the store writes it: ASCII digits, nothing in front. Raises ValueError for all else."""
    if not isinstance(text, str) or not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0"):
        raise ValueError(f"count {quote(str(text))}: expected digits")
    return int(text)


def parse_whole(value: object, least: int = 0) -> int:
    """Return an integer of a row. Raises ValueError for all else: no float, text or NULL is taken for a number."""
    if type(value) is not int or value < least:
        raise ValueError(f"{quote(str(value))}: expected a whole number, at least {least}")
    return value


def parse_text(value: object) -> str:
    """Return a text of a row. Raises ValueError for all else."""
    if not isinstance(value, str):
        raise ValueError(f"{quote(str(value))}: expected text")
    return value


def _seconds(value: object) -> float:
    if type(value) is not float or not 0 <= value <= MOST_SECONDS:
        raise ValueError(f"{quote(str(value))}: expected seconds")
    return value


def _packed(packed: bytes | None) -> bytes | None:
    if packed is not None and not isinstance(packed, bytes):
        raise TypeError("the stored solutions are not a blob")
    return packed


def prefix_text(prefix: Prefix) -> str:
    """Return a prefix as the store holds it."""
    return json.dumps(prefix, separators=(",", ":"))
