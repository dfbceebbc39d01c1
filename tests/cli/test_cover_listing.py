"""Solutions of a cover are printed while they are found, under the limit and Ctrl-C, as tilings are."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import CommandLine
from tests.helpers.looks import Polls
from tilewright.cli import listing
from tilewright.cli.commands import exchange
from tilewright.exact_cover.engine import Search
from tilewright.exact_cover.outcome import Stream
from tilewright.exact_cover.progress import Progress

TEXT = "a b c d e f\n" + "".join(f"{x} {y}\n" for x, y in ("ab", "cd", "ef")) + "a\nb\nc\nd\ne\nf\n"  # 8 solutions


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(listing, "LATE", 0.0)
    (tmp_path / "x.dlx").write_text(TEXT)
    return tmp_path / "x.dlx"


def printed(ran: str) -> list[str]:
    return ran.split("\n\n")[:-1]


def test_each_batch_is_printed_before_the_next_is_searched(
    run: CommandLine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = []
    found = exchange.cover_batches

    def one_by_one(*words: Any) -> Search:
        stream = found(*words)
        for batch in stream:
            for solution in batch:
                assert isinstance(sys.stdout, io.TextIOBase)
                lengths.append(sys.stdout.tell())
                yield [solution]
        return stream.outcome

    monkeypatch.setattr(exchange, "cover_batches", lambda *words: Stream(one_by_one(*words), Progress()))
    ran = run("cover", file, "--all")
    assert ran.code == 0 and len(set(printed(ran.out))) == 8 and ran.err == ""
    assert lengths[0] == 0 and lengths == sorted(set(lengths)) and len(lengths) == 8


def test_what_was_found_before_ctrl_c_is_printed(run: CommandLine, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = printed(run("cover", file, "--all").out)
    found = exchange.cover_batches

    def interrupted(*words: Any) -> Search:
        yield list(next(found(*words)))[:3]
        raise KeyboardInterrupt

    monkeypatch.setattr(exchange, "cover_batches", lambda *words: Stream(interrupted(*words), Progress()))
    ran = run("cover", file, "--all")
    assert ran.code == 130 and printed(ran.out) == every[: len(printed(ran.out))] and printed(ran.out)
    told = run("cover", file, "--all", "--json")
    assert told.code == 130 and told.json["count"]["value"] == len(told.json["solutions"]) == len(printed(ran.out))


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_wherever_the_limit_strikes_what_is_printed_is_told(
    run: CommandLine, file: Path, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    every = run("cover", file, "--all", "--json").json["solutions"]
    monkeypatch.setattr(listing, "PLACEMENTS", 1)
    monkeypatch.setattr(exchange, "Progress", Polls)  # whose clock goes by looks
    numbers = set()
    for looks in range(2, 60):
        ran = run("cover", file, "--all", "--limit", str(looks), *form)
        if form:
            solutions = ran.json["solutions"]
            assert solutions == every[: len(solutions)] and ran.json["count"]["value"] == len(solutions)
            numbers.add(len(solutions))
        else:
            number = len(printed(ran.out))
            numbers.add(number)
            plural = "solution" if number == 1 else "solutions"
            assert ran.code == 0 or not number or f"stopped by the limit after {number} {plural}" in ran.err
        assert ran.code in (0, 3)
    assert {0, 8} < numbers, "somewhere in between, too"
