"""What the makers of catalogues have printed is in the file, however they end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.tiers import quick
from tilewright.cli.output import Keeper
from tilewright.design.cards import parse_cards
from tilewright.silhouettes.catalogue import load_catalogue

# Searches that find much at once and do not end soon.
SILHOUETTES = ("silhouettes", "--pieces", "fridgeiq:MYDBQIJ", "--symmetry", "C2")
CHALLENGES = ("challenges", "--pieces", "fridgeiq", "--shapes", "triangles,rectangles", "--keep", "solvable")


ENDED = (
    (SILHOUETTES, signal.SIGTERM),
    (CHALLENGES, signal.SIGINT),
    (SILHOUETTES, signal.SIGINT),
    (CHALLENGES, signal.SIGTERM),
)


@contextmanager
def started(words: tuple[str, ...], path: Path) -> Iterator[subprocess.Popen[str]]:
    """The command at work; it is killed in the end."""
    command = [sys.executable, "-m", "tilewright.cli.main", "design", *words, "-o", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def lines(process: subprocess.Popen[str], number: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().strip() for _ in range(number)]


@pytest.mark.parametrize("number", quick([9, 1], 1))
def test_outlines_that_were_printed_survive_kill_9(number: int, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    with started(SILHOUETTES, path) as process:
        printed = {line.split()[0] for line in lines(process, number)}
        process.kill()
    assert printed <= {outline.id for outline in load_catalogue(path).silhouettes}
    assert not load_catalogue(path).complete


@pytest.mark.parametrize("number", quick([9, 1], 1))
def test_challenges_that_were_printed_survive_kill_9(number: int, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    with started(CHALLENGES, path) as process:
        printed = [line.split("  ")[0] for line in lines(process, number)]
        process.kill()
    assert printed == [card.shape.name for card in parse_cards(path.read_text()).cards][:number]


@pytest.mark.parametrize(("words", "number"), quick(ENDED, 2))
def test_a_signal_ends_the_search_with_all_that_was_found(words: tuple[str, ...], number: int, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    with started(words, path) as process:
        lines(process, 1)
        process.send_signal(number)
        assert process.stdout is not None
        *printed, last = process.stdout.read().strip().splitlines()
        assert process.wait() == 130
    assert "not complete (stopped)" in last
    data = json.loads(path.read_text())
    assert (data["ended"], data["complete"]) == ("stopped", False)
    # a line that was just being printed may be cut off by the signal; what it is about is kept
    assert len(printed) + 1 <= len(data.get("outlines", data.get("challenges"))) <= len(printed) + 2
    assert [p.name for p in tmp_path.iterdir()] == ["c.json"]


def test_what_is_said_is_in_the_file_and_savings_are_rare_when_they_take_long(tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    savings, said, found = [], list[str](), list[str]()

    def say(line: str) -> None:
        assert line in path.read_text().splitlines()
        said.append(line)

    def text() -> str:
        savings.append(len(found))
        for _ in range(200_000):  # takes long
            pass
        return "\n".join(found)

    with Keeper(path, say) as keeper:
        for number in range(100):
            found.append(f"find {number}")
            keeper(found[-1], text)
    assert said == found
    assert 1 <= len(savings) < 50
    assert savings[-1] == 100
