"""Terms counted, kept and gone on with."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.api.count import count as COUNT  # noqa: N812, before it is replaced
from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.runs.access import connect
from tilewright.series.pattern import Pattern
from tilewright.series.term import Estimate, Term, TermQuery, open_store, terms

QUERY = TermQuery(Pattern("dominoes*@{n}x4"))
INDICES = [(1,), (2,), (3,), (4,)]


def numbers(found: list[object]) -> list[int]:
    return [term.value for term in found if isinstance(term, Term)]


def test_each_term_is_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(tmp_path / "s.db", QUERY.family()) as store:
        first = terms(QUERY, INDICES, store)
        assert [next(first) for _ in range(2)] and not first.close()  # interrupted
    counted = []
    monkeypatch.setattr(
        "tilewright.series.term.count", lambda puzzle, **words: counted.append(puzzle.name) or COUNT(puzzle, **words)
    )
    with open_store(tmp_path / "s.db", QUERY.family()) as store:
        assert numbers(list(terms(QUERY, INDICES, store))) == [1, 5, 11, 36]
    assert counted == ["dominoes*@3x4", "dominoes*@4x4"]


def test_another_family_is_not_mixed_in(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db", QUERY.family()) as store:
        list(terms(QUERY, INDICES, store))
    other = TermQuery(QUERY.pattern, up_to="symmetries")
    with pytest.raises(RunMismatchError, match="up_to"), open_store(tmp_path / "s.db", other.family()):
        pass


@pytest.mark.parametrize("pages", [1, 4])  # no room for the tables, and room for them and nothing else
def test_a_full_disk_is_told_in_one_line(pages: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nearly_full(path: Path) -> sqlite3.Connection:
        db = connect(path)
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    path, family = tmp_path / "s.db", {"pattern": "x" * 10_000}
    with monkeypatch.context() as patch:
        patch.setattr("tilewright.series.term.connect", nearly_full)
        with (
            pytest.raises(TilewrightError, match=r"s\.db: .*disk is full"),
            open_store(path, family),
        ):
            pass
    with open_store(path, family) as store:  # nothing half written stands in the way when there is room again
        assert store.get((1,)) is None


def test_two_processes_do_not_share_a_store(tmp_path: Path) -> None:
    path, family = tmp_path / "s.db", QUERY.family()
    with (
        open_store(path, family),
        pytest.raises(RunMismatchError, match="another `tilewright series` works on it"),
        open_store(path, family),
    ):
        pass


@pytest.mark.parametrize(
    "change",
    [
        "value = '37'",
        "value = ' 36'",
        "value = '+36'",
        "value = '3_6'",
        "value = '036'",
        "value = '\u0663\u0666'",
        "value = '36.0'",
        "value = CAST('36' AS BLOB)",
        "digest = CAST(digest AS BLOB)",
        "memory = memory + 0.5",
        "seconds = -1.0",
        "value = 'x'",
        "digest = 'other'",
        "engine = 'oracle'",
        "seconds = 1e9",
        "memory = memory + 1",
        "version = '9'",
        "checksum = ''",
        "checksum = (SELECT checksum FROM terms WHERE place = '[3]')",
        "value = (SELECT value FROM terms WHERE place = '[3]'), checksum = (SELECT checksum FROM terms WHERE place = '[3]')",
    ],
)
def test_a_term_that_was_changed_is_refused(change: str, tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "s.db"
    words = ("series", "dominoes*@{n}x4", "--n", "4", "--store", path)
    assert run(*words[:-3], "1..4", *words[-2:]).code == 0
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE terms SET {change} WHERE place = '[4]'")
    said = run.refused(*words)
    assert f"{path} is damaged (the term of 4: " in said and "salvage" not in said


@pytest.mark.parametrize("part", [0.3, 0.5, 0.9])
def test_a_store_that_was_cut_is_refused(part: float, tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "s.db"
    words = ("series", "dominoes*@{n}x4", "--n", "1..40", "--store", path)
    assert run(*words).code == 0
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    found = run(*words)  # the terms that can be read still are told
    assert found.code == 2 and found.err.startswith(f"tilewright: {path} is damaged (") and found.err.count("\n") == 1
    assert "salvage" not in found.err and "as `tilewright series` wrote it" in found.err


@pytest.mark.parametrize("name", ["s.db", "s.db.lock"])
def test_a_fifo_is_no_store(name: str, tmp_path: Path, run: CommandLine) -> None:
    os.mkfifo(tmp_path / name)
    run.refused("series", "dominoes*@{n}x4", "--n", "1..3", "--store", tmp_path / "s.db")


@pytest.mark.parametrize("content", [b"not a store", b"SQLite format 3\0" + b"\xff" * 200])
def test_what_is_no_store_stays_as_it_is(tmp_path: Path, content: bytes, run: CommandLine) -> None:
    path = tmp_path / "s.db"
    path.write_bytes(content)
    found = run("series", "dominoes*@{n}x4", "--n", "1..3", "--store", str(path))
    assert found.code in (2, 1) and len(found.err.splitlines()) == 1
    assert path.read_bytes() == content


def test_a_limit_ends_the_series_and_says_so(run: CommandLine) -> None:
    found = run("series", "pentominoes@6x{n}", "--n", "10..10", "--limit", "0.0001")
    assert found.code == 3
    assert found.out == "" and "n=10" in found.err and "limit of 0.0001 s" in found.err


def test_the_terms_are_compared_with_what_is_published(run: CommandLine) -> None:
    found = run("series", "A004003", "--n", "1..3")
    assert found.out.splitlines() == ["1 2  # as in A004003", "2 36  # as in A004003", "3 6728  # as in A004003"]
    same = run("series", "dominoes*@{2n}x{2n}", "--n", "2..2")
    assert same.out == "2 36  # as in A004003\n"


def test_a_difference_is_told(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.series.pattern import family

    monkeypatch.setitem(family("A004003").known, (2,), 37)
    found = run("series", "A004003", "--n", "2..2")
    assert found.code == 1
    assert "A004003 has 37" in found.err


def test_files_for_others(tmp_path: Path, run: CommandLine) -> None:
    bfile, picture = tmp_path / "b.txt", tmp_path / "p.svg"
    assert run("series", "dominoes*@4x{n}", "--n", "1..3", "--bfile", str(bfile), "-o", str(picture)).code == 0
    assert bfile.read_text().splitlines()[2:] == ["1 1", "2 5", "3 11"]
    assert "10^1" in picture.read_text() or picture.stat().st_size > 1000


def test_a_bfile_rises_whatever_the_order_of_counting(tmp_path: Path, run: CommandLine) -> None:
    path = tmp_path / "b.txt"
    assert run("series", "dominoes*@4x{n}", "--n", "3,1,2", "--bfile", path).out == "3 11\n1 1\n2 5\n"
    assert path.read_text().splitlines()[2:] == ["1 1", "2 5", "3 11"]
    run("series", "dominoes*@{n}x{k}", "--n", "2,1", "--k", "2,1", "--bfile", path, "--force")
    assert path.read_text().splitlines()[2:] == ["1 0", "2 1", "3 1", "4 2"]  # 1x1, 1x2, 2x1, 2x2


def test_only_what_is_counted_is_estimated(tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("series", "dominoes*@4x{n}", "--store", tmp_path / "s.db", "--n")
    assert run(*words, "1..5").code == 0
    monkeypatch.setattr("tilewright.cli.commands.series.estimate", lambda before: Estimate(100.0, len(before)))
    assert run(*words, "1..5").err == ""
    assert run(*words, "1..6").err == "n=6: about 1.7 min, 0 MB\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--n", "1..3", "--bfile", "nowhere/x"), "--bfile: nowhere/x: there is no directory nowhere"),
        (("--n", "1..3", "--scratch", "nowhere"), "there is no folder 'nowhere': make it first"),
        (
            ("--n", "1..3", "--recurrence"),
            "--n means nothing to --recurrence: leave it out; for the terms of a range leave --recurrence out",
        ),
    ],
)
def test_messages_say_what_helps(words: tuple[str, ...], said: str, run: CommandLine) -> None:
    assert said in run.refused("series", "dominoes*@4x{n}", *words)


def test_an_entropy_says_which_board_was_not_finished(run: CommandLine) -> None:
    found = run("series", "squares*@{n}x{k}", "--entropy", "--n", "5..8", "--limit", "0")
    assert found.code == 3
    assert "n=6, k=6" in found.err and "limit of 0 s" in found.err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("x",),
        ("dominoes*@{n}x4",),
        ("dominoes*@{n}x4", "--n", "x"),
        ("dominoes*@4x4", "--n", "1..3"),
        ("tetrominoe*@{n}x4", "--n", "1"),
    ],
)
def test_wrong_use_is_one_line(words: tuple[str, ...], run: CommandLine) -> None:
    found = run("series", *words)
    assert found.code == 2
    assert len(found.err.splitlines()) == 1 and found.err.startswith("tilewright: ")


def numbers_of(lines: str) -> list[int]:
    """The numbers of lines `n number  # remark`."""
    return [int(line.split()[1]) for line in lines.splitlines()]


def test_sets_made_for_a_board(run: CommandLine) -> None:
    assert run("count", "rectangles*@2x3").out == "34\n"
    assert run("count", "bars*@1x4").out == "8\n"
    assert numbers_of(run("series", "oblongs?@{n}x{n}", "--n", "2..5").out) == [0, 4, 12, 256]  # OEIS A360498
    assert numbers_of(run("series", "oblongs?!fixed@{n}x{n}", "--n", "3..5").out) == [4, 36, 1056]  # OEIS A360725
    assert "no piece of the set oblongs fits" in run.refused("count", "oblongs*@1x1")
    assert "made for a board" in run.refused("sets", "rectangles")
    assert "expected RxC" in run.refused("count", "squares*@2x2x2")


def test_no_board_has_one_tiling_and_less_is_refused() -> None:
    assert [term.value for term in terms(TermQuery(Pattern("dominoes*@{n}x4")), [(0,), (1,)])] == [1, 1]
    with pytest.raises(NotationError):
        list(terms(TermQuery(Pattern("dominoes*@{n}x4")), [(-1,)]))
