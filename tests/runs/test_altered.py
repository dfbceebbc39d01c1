"""Stores and archives with values, rows, heads and lines changed at random: whatever is called valid is true, all else is refused in one
line. Catalogues: tests/silhouettes.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli.commands import run
from tilewright.errors import TilewrightError
from tilewright.puzzle.puzzle import Compiled, Puzzle
from tilewright.runs import archive
from tilewright.runs import work as coordinator
from tilewright.runs.archive import import_pyarrow
from tilewright.runs.store import SCHEMA, Store
from tilewright.runs.subproblem import Job, SubproblemOutcome, pack, unpack

TEXT = "tetrominoes:IO*@4x4\n"  # 9 tilings
DEEP = "[" * 100_000 + "]" * 100_000
STRANGE = (
    None,
    0.5,
    -1,
    2**63 - 1,
    str(2**63),
    "9" * 5000,
    "",
    "x",
    "1_0",
    " 1",
    "+1",
    "01",
    "1.0",
    "1e1",
    "١",
    "１",
    b"1",
    float("inf"),
)
DECISIVE = ("goal", "name", "digest", "puzzle", "cover", "packing", "kernel", "format")
FULL = [pytest.param(1000, seed, marks=pytest.mark.full) for seed in range(3000, 3010)]  # 10,000 of each, in parts
Change = Callable[[random.Random, sqlite3.Connection], None]


@dataclass
class Verdict:
    """What `run verify` said: its exit code, and its report or its one line of refusal."""

    code: int
    report: dict[str, Any]
    line: str = ""


def verified(path: Path) -> Verdict:
    """`run verify FILE --json` in this process, every subproblem solved again."""
    out = StringIO()
    try:
        with redirect_stdout(out):
            code = run.COMMANDS["run verify"].run(Namespace(file=path, sample=60, engine="reference", json=True))
    except TilewrightError as error:
        assert str(error).splitlines() == [str(error)]
        return Verdict(2, {}, str(error))
    assert out.getvalue().count("\n") == 1
    return Verdict(code, json.loads(out.getvalue()))


@pytest.fixture(scope="module", autouse=True)
def puzzles_compiled_once() -> Iterator[None]:
    """Thousands of verifications of one puzzle: it is compiled once, under the text that each store holds."""
    puzzle, compiled = Job.puzzle.func, Job.compiled.func
    puzzle_of: Callable[[str], Puzzle] = cache(lambda text: puzzle(Job(text)))
    compiled_of: Callable[[str], Compiled] = cache(lambda text: compiled(Job(text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Job, "puzzle", property(lambda job: puzzle_of(job.puzzle_text)))
        patch.setattr(Job, "compiled", property(lambda job: compiled_of(job.puzzle_text)))
        yield


def written(path: Path, goal: str) -> Path:
    """A finished store, part of it split twice."""
    work = Job(TEXT, goal, "reference")  # type: ignore[arg-type]
    with coordinator.start(path, work) as store:
        while (task := store.claim("test")) is not None:
            children = work.split(task.child) if len(task.child.prefix) < 3 and task.id % 3 < 2 else None
            if children:
                store.split(task.id, [(task.child.prefix, children)])
            else:
                answer = work.work(task.child)
                assert isinstance(answer, SubproblemOutcome) and store.finish(task.id, answer)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    return path


@contextmanager
def schema_of(path: Path, texts: dict[str, str]) -> Iterator[sqlite3.Connection]:
    """The database with these texts in place of the definitions of its tables when the body ends."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA journal_mode = MEMORY")
        yield db
        db.execute("PRAGMA writable_schema = ON")
        db.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", [(sql, name) for name, sql in texts.items()])


def tables() -> dict[str, str]:
    made = (statement.strip() for statement in SCHEMA.split(";") if "CREATE TABLE" in statement)
    return {text.split()[2]: text for text in made}


def without_rules(path: Path) -> Path:
    """The same file, whose columns take anything: a stranger writes what he likes, and then the usual definitions."""
    lax = {}
    for name, text in tables().items():
        text = text.replace(" NOT NULL", "").replace("CHECK (state IN ('open', 'taken', 'split', 'done'))", "")
        lax[name] = text
    with schema_of(path, lax):
        pass
    return path


def alter_value(rng: random.Random, db: sqlite3.Connection) -> None:
    """One value of one row, kept in its type or not."""
    table = rng.choice(("subproblems",) * 4 + ("solutions",))
    columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    column = rng.choice([name for name in columns if name not in ("id", "subproblem")])
    rows = db.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
    if not rows:
        return
    row, value = rng.choice(rows)
    others = [other for _, other in rows if other != value]
    choices = [*STRANGE, *rng.sample(others, min(2, len(others)))]
    if isinstance(value, int | float):
        choices += [value + 0.5, value + 1, value * 2, -value, value + 2**40]
    if column == "count" and value is not None:
        number = int(value)
        choices += [
            str(number + 1),
            str(number * 2),
            f"0{number}",
            f"{number}.0",
            chr(0x660 + number % 10),
            f"{number}\0",
            f" {number}",
        ]
    if column == "file":
        choices += ["0" * 64, "../" + "0" * 61, "/etc/passwd"]
    if column == "prefix":
        choices += [
            value.replace(",", ", ") + " ",
            value.replace("[", "[0,"),
            DEEP,
            value.replace("]", ".0]"),
            f"[{value}]",
        ]
    db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", (rng.choice(choices), row))


def alter_all_weights(rng: random.Random, db: sqlite3.Connection) -> None:
    db.execute("UPDATE subproblems SET weight = weight + ?", (rng.choice((0.5, 1, 0.25, -0.5)),))


def alter_rows(rng: random.Random, db: sqlite3.Connection) -> None:
    """Rows dropped, doubled, exchanged."""
    ids = [id for (id,) in db.execute("SELECT id FROM subproblems")]
    one, other = rng.sample(ids, 2)
    kind = rng.randrange(5)
    if kind == 0:
        db.execute("DELETE FROM subproblems WHERE id = ?", (one,))
    elif kind == 1:
        columns = "parent, weight, share, state, attempts, worker, nodes, seconds, ended, count"
        query = (
            f"INSERT INTO subproblems (prefix, {columns}) SELECT prefix || ?, {columns} FROM subproblems WHERE id = ?"
        )
        db.execute(query, (" " * rng.randint(1, 9), one))
    elif kind == 2:
        db.execute("DELETE FROM solutions WHERE subproblem = ?", (one,))
    elif kind == 3:
        db.execute(
            "INSERT OR REPLACE INTO solutions SELECT ?, number, file, packed FROM solutions WHERE subproblem = ?",
            (one, other),
        )
    else:
        column = rng.choice(("weight", "count", "parent", "state", "share"))
        values = [
            db.execute(f"SELECT {column} FROM subproblems WHERE id = ?", (id,)).fetchone()[0] for id in (one, other)
        ]
        db.execute(f"UPDATE subproblems SET {column} = ? WHERE id = ?", (values[1], one))
        db.execute(f"UPDATE subproblems SET {column} = ? WHERE id = ?", (values[0], other))


def alter_tilings(rng: random.Random, db: sqlite3.Connection) -> None:
    """The tilings of a subproblem: one left out, one twice, one changed, with numbers that fit or not; or bytes."""
    rows = db.execute("SELECT subproblem, packed FROM solutions WHERE number > 0").fetchall()
    if not rows:
        return
    id, packed = rng.choice(rows)
    solutions = [solution for batch in unpack(packed) for solution in batch]
    kind = rng.randrange(4)
    if kind == 0:
        solutions.pop(rng.randrange(len(solutions)))
    elif kind == 1:
        solutions.append(rng.choice(solutions))
    elif kind == 2:
        solutions[0] = (*solutions[0][:-1], solutions[0][-1] + rng.choice((1, 5, 1000)))
    else:
        place = rng.randrange(len(packed))
        data = packed[:place] + bytes([packed[place] ^ 1 << rng.randrange(8)]) + packed[place + 1 :]
        db.execute("UPDATE solutions SET packed = ? WHERE subproblem = ?", (data, id))
        return
    fits = rng.random() < 0.7
    db.execute("UPDATE solutions SET packed = ? WHERE subproblem = ?", (pack(solutions), id))
    if fits:
        db.execute("UPDATE solutions SET number = ? WHERE subproblem = ?", (len(solutions), id))
        db.execute("UPDATE subproblems SET count = ? WHERE id = ?", (str(len(solutions)), id))


def alter_manifest(rng: random.Random, db: sqlite3.Connection) -> None:
    """One entry of the head."""
    rows = dict(db.execute("SELECT key, value FROM manifest").fetchall())
    key = rng.choice([*rows, *DECISIVE])
    value = json.loads(rows[key])
    others: list[Any] = [
        None,
        True,
        1,
        1.0,
        1.5,
        -1,
        2**70,
        "",
        "-",
        "/etc/passwd",
        __file__,
        "a/b",
        [],
        [value],
        {},
        "other",
        "٣",
        "\ud800",
    ]
    if isinstance(value, int) and not isinstance(value, bool):
        others += [float(value), value + 1, str(value)]
    texts = [
        DEEP,
        "{" * 5000,
        f'{{"a": 1, "a": {rows[key]}}}',
        "NaN",
        "1" * 5000,
        "",
        rows[key] + rows[key],
        b"\xff",
        b"1",
        None,
        5,
    ]
    db.execute(
        "UPDATE manifest SET value = ? WHERE key = ?", (rng.choice([*map(json.dumps, others), *texts, *texts]), key)
    )


def alter_schema(rng: random.Random, db: sqlite3.Connection) -> None:
    """A trigger, a view, a table more."""
    db.execute(
        rng.choice(
            (
                "CREATE TRIGGER t AFTER UPDATE ON subproblems BEGIN DELETE FROM solutions; END",
                "CREATE VIEW v AS SELECT 1",
                "CREATE TABLE more (a)",
                "CREATE INDEX i ON subproblems (weight)",
                "ALTER TABLE subproblems ADD COLUMN more",
            )
        )
    )


STORE_CHANGES: tuple[Change, ...] = (
    *(alter_value,) * 8, alter_all_weights, *(alter_rows,) * 4, *(alter_tilings,) * 3, *(alter_manifest,) * 5, alter_schema,
)  # fmt: skip


def decisive(path: Path) -> str:
    """All that a store claims, with its types; which numbers its rows have, and by whom they were done, is no claim."""
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        rows: list[Any] = []
        with suppress(sqlite3.Error):
            rows += db.execute(
                "SELECT * FROM manifest WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key",
                (json.dumps(DECISIVE),),
            )
            rows += db.execute("SELECT id, parent, prefix, weight, share, state, count FROM subproblems ORDER BY id")
            for id, number, file, packed in db.execute("SELECT * FROM solutions ORDER BY subproblem"):
                # The same tilings may be compressed in other bytes.
                rows.append((id, number, file, sorted(solution for batch in unpack(packed) for solution in batch)))
            rows += db.execute(
                "SELECT sql FROM sqlite_master WHERE name NOT IN ('manifest', 'subproblems', 'solutions')"
            )
        return repr(rows)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("number", "seed"), [(150, 2026), *FULL])
def test_an_altered_store_is_refused(number: int, seed: int, tmp_path: Path) -> None:
    rng, found = random.Random(seed), Counter[int]()
    for goal in ("all", "count"):
        base = written(tmp_path / f"{goal}.db", goal)
        truth = verified(base)
        assert truth.code == 0 and truth.report["sample"] > 5, truth
        lax = without_rules(Path(shutil.copy(base, tmp_path / f"lax-{goal}.db")))
        before, path = decisive(base), tmp_path / "altered.db"
        for at in range(number // 2):
            shutil.copyfile(lax, path)
            change = rng.choice(STORE_CHANGES)
            with schema_of(path, {} if change is alter_schema else tables()) as db:
                change(rng, db)
            said = verified(path)
            found[said.code] += 1
            if said.code == 0:
                assert {**said.report} == truth.report, (goal, at, change)
                assert decisive(path) == before, (goal, at, change, said)
            else:
                assert said.code in (1, 2), (goal, at, change, said)
    assert found[1] > number // 20 and found[2] > number // 4, found
    print(found)


def changed_json(rng: random.Random, line: str) -> str:
    """One thing in a line of JSON: a digit, a key twice, a type, its nesting, its spaces."""
    places = [at for at, letter in enumerate(line) if letter.isdigit()]
    at = rng.choice(places)
    kind = rng.randrange(8)
    if kind < 4:
        digit = rng.choice(
            (
                str(rng.randrange(10)),
                chr(0x660 + int(line[at])),
                f"{line[at]}.0",
                f"{line[at]}e0",
                f"-{line[at]}",
                "null",
                '"1"',
                "true",
            )
        )
        return line[:at] + digit + line[at + 1 :]
    key, _, rest = line[1:-1].partition(":")
    if kind == 4:
        return f"{{{key}:{rng.choice(('[]', rest, DEEP, '0'))},{key}:{rest}}}"
    if kind == 5:
        return line.replace(
            rest,
            rng.choice((DEEP, "[]", "{}", "null", rest[:-1] + ',"more":1}' if rest[-1] == "}" else rest + ',"more":1')),
        )
    if kind == 6:
        return rng.choice((f"[{line}]", line + line, line[: len(line) // 2], DEEP, line + " ", "\ufeff" + line, ""))
    return line.replace(":", ": ", 1)


def with_digest(lines: list[str], job: Job) -> None:
    """Number and digest made to fit, as far as the lines are tilings."""
    ids = {job.compiled.placement(option).id: option for option in range(len(job.compiled.cover.options))}
    digest = archive.SetDigest(job.puzzle.digest)
    for line in lines[:-1]:
        digest.add(archive.Batch.of([tuple(sorted(ids[row["id"]] for row in json.loads(line)["placements"]))]))
    record = json.loads(lines[-1])["archive"]
    lines[-1] = json.dumps(
        {"archive": {**record, "number": digest.number, "digest": digest.hex}}, separators=(",", ":")
    )


def alter_lines(rng: random.Random, lines: list[str], job: Job) -> None:
    """The lines of an archive: one changed, dropped, doubled, moved; the record changed, doubled, moved, followed by more."""
    kind, at = rng.randrange(12), rng.randrange(len(lines) - 1)
    if kind < 3:
        lines[at] = changed_json(rng, lines[at])
    elif kind < 5:
        record = json.loads(lines[-1])["archive"]
        key = rng.choice(list(record))
        value = rng.choice(
            (
                None,
                True,
                1.0,
                1.5,
                -1,
                2**70,
                "",
                "-",
                __file__,
                "٣",
                [],
                {},
                "at least",
                "x",
                record["number"] + 1,
                "\ud800",
            )
        )
        lines[-1] = json.dumps({"archive": {**record, key: value}}, separators=(",", ":"))
    elif kind == 5:
        lines[-1] = changed_json(rng, lines[-1])
    elif kind == 6:
        lines.insert(at, lines[rng.choice((at, -1))])
    elif kind == 7:
        lines.append(rng.choice((lines[at], lines[-1], "", DEEP)))
    elif kind == 8:
        lines[rng.choice((at, -1))] += "\r"
    else:
        if kind == 9:
            lines.pop(at)
        elif kind == 10:
            lines.insert(0, lines[at])
        else:
            rng.shuffle(rest := lines[:-1])
            lines[:-1] = rest
        if rng.random() < 0.7:
            with_digest(lines, job)


def alter_archive_rows(rng: random.Random, path: Path, lines: list[str]) -> None:
    """The same changes in SQLite or Parquet, which hold ids and the record; and values of other types."""
    if path.suffix == ".db":
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous = OFF")
            row = rng.randrange(1, 1 + db.execute("SELECT COUNT(*) FROM tilings").fetchone()[0])
            text = db.execute("SELECT placements FROM tilings WHERE number = ?", (row,)).fetchone()[0]
            words = text.split()
            value = rng.choice(
                (
                    *STRANGE,
                    f"{text} {words[0]}",
                    " ".join(words[1:]),
                    " ".join(reversed(words)),
                    f"{text} ",
                    text.replace("0", "٠"),
                    text.replace(" ", "\t"),
                )
            )
            statements: list[tuple[str, tuple[object, ...]]] = [
                ("UPDATE tilings SET placements = ? WHERE number = ?", (value, row)),
                ("DELETE FROM tilings WHERE number = ?", (row,)),
                ("INSERT INTO tilings (placements) VALUES (?)", (text,)),
                (
                    "UPDATE archive SET record = ?",
                    (rng.choice((*STRANGE, DEEP, changed_json(rng, json.dumps(json.loads(lines[-1])["archive"])))),),
                ),
                ("INSERT INTO archive SELECT record FROM archive", ()),
                ("CREATE VIEW v AS SELECT 1", ()),
            ]
            db.execute(*rng.choice((*statements[:1] * 3, *statements[1:])))
        return
    pa, pq = import_pyarrow()
    table = pq.read_table(path)
    rows = table.column("placements").to_pylist()
    at = rng.randrange(len(rows))
    record = pq.read_metadata(path).metadata[b"tilewright"].decode()
    kind = rng.randrange(5)
    if kind == 0:
        rows[at] = rng.choice((None, [], rows[at][1:], [*rows[at], rows[at][0]], rows[at][::-1], [None], rows[at - 1]))
    elif kind == 1:
        rows.pop(at)
    elif kind == 2:
        rows.append(rows[at])
    else:
        record = rng.choice((DEEP, "", changed_json(rng, record), changed_json(rng, record)))
    schema = table.schema.with_metadata({"tilewright": record})
    pq.write_table(pa.table({"placements": rows}, schema=schema), path)


def claims(path: Path) -> Any:
    """What an archive says, to the letter; the order of its lines is no claim, and spaces in its record are none."""
    if path.suffix == ".jsonl":
        *lines, last = path.read_bytes().split(b"\n")[:-1]
        record: Any = json.loads(last)["archive"]
        rows: Any = lines
    elif path.suffix == ".db":
        with closing(sqlite3.connect(path)) as db:
            record = json.loads(db.execute("SELECT record FROM archive").fetchone()[0])
            rows = [row[0] for row in db.execute("SELECT placements FROM tilings")]
    else:
        pq = import_pyarrow()[1]
        rows = map(str, pq.read_table(path).column("placements").to_pylist())
        record = json.loads(pq.read_metadata(path).metadata[b"tilewright"])
    return sorted(rows), repr({key: value for key, value in sorted(record.items()) if key != "version"})


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("number", "seed"), [(150, 2026), *FULL])
def test_an_altered_archive_is_refused(number: int, seed: int, tmp_path: Path) -> None:
    rng, found = random.Random(seed), Counter[int]()
    job = Job(TEXT, "all")
    with Store.open(written(tmp_path / "a.db", "all"), read_only=True) as store:
        for suffix in (".jsonl", ".db", ".parquet"):
            archive.export(store, tmp_path / f"base{suffix}")
    lines = (tmp_path / "base.jsonl").read_text().splitlines()
    truths = {suffix: verified(tmp_path / f"base{suffix}") for suffix in (".jsonl", ".db", ".parquet")}
    assert all(truth.code == 0 for truth in truths.values()), truths
    for at in range(number):
        suffix = rng.choice((".jsonl",) * 6 + (".db",) * 3 + (".parquet",))
        base, path = tmp_path / f"base{suffix}", tmp_path / f"altered{suffix}"
        if suffix == ".jsonl":
            altered = list(lines)
            alter_lines(rng, altered, job)
            path.write_bytes("".join(line + "\n" for line in altered).encode("utf-8", "surrogatepass"))
        else:
            shutil.copyfile(base, path)
            alter_archive_rows(rng, path, lines)
        said = verified(path)
        found[said.code] += 1
        if said.code == 0:
            assert said.report == truths[suffix].report and claims(path) == claims(base), (at, suffix, said)
        elif said.code == 3:  # the record says that it is not all
            assert '"at least"' in path.read_text() and said.report["tilings"] == truths[suffix].report["tilings"], at
        else:
            assert said.code in (1, 2), (at, said)
    assert found[1] > number // 4 and found[2] > number // 20, found


@pytest.mark.parametrize("text", ["/etc/passwd", "-", __file__, "levels#heart", "\n-", "fridgeiq-D4-corner#1"])
def test_the_puzzle_of_a_stranger_is_never_a_path(text: str, tmp_path: Path) -> None:
    """No file but the store or archive is opened, whatever it says that its puzzle is."""
    store = written(tmp_path / "a.db", "all")
    with Store.open(store, read_only=True) as opened:
        archive.export(opened, tmp_path / "a.jsonl")
    *lines, last = (tmp_path / "a.jsonl").read_text().splitlines()
    record = {**json.loads(last)["archive"], "puzzle": text}
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, json.dumps({"archive": record})]) + "\n")
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE manifest SET value = ? WHERE key = 'puzzle'", (json.dumps(text),))
    opened_files: list[str] = []
    sys.addaudithook(
        lambda event, values: opened_files.append(str(values[0])) if event == "open" and watching else None
    )
    watching = True
    said = [verified(store), verified(tmp_path / "a.jsonl")]
    watching = False
    assert [each.code for each in said] == [2, 1]
    assert not any("root:" in f"{each.line} {each.report}" for each in said)
    inside = os.fspath(tmp_path)
    assert not [
        each for each in opened_files if each == text or (each.startswith("/etc") and not each.startswith(inside))
    ]
