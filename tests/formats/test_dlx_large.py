"""Large DLX texts are read by the kernel: as by the reader for small ones, to the column of every error."""

from __future__ import annotations

import random

import pytest

from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx


def random_text(rng: random.Random) -> str:
    names = [f"n{k}" for k in range(rng.randrange(1, 6))]
    secondary = " | " if len(names) > 2 and rng.random() < 0.5 else " "
    lines = [rng.choice(["", "| c", " "]) for _ in range(rng.randrange(3))]
    lines.append(" ".join(names[:2]) + secondary + " ".join(names[2:]))
    for _ in range(rng.randrange(8)):
        words = names + ["zz"] * (rng.random() < 0.05) + ["n0:x"] * (rng.random() < 0.05)
        option = rng.choice(" \t").join(rng.choice(words) for _ in range(rng.randrange(4)))
        lines.append(option if rng.random() < 0.9 else rng.choice(["|x", "   ", "\t", "unknownname"]))
    return "\n".join(lines) + rng.choice(["", "\n", "\n\n"])


def read(text: str) -> tuple[object, object]:
    try:
        cover = dlx.parse(text)
    except NotationError as error:
        return NotationError, str(error)
    return cover, cover.names


def test_both_readers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, good = random.Random(5), 0
    for _ in range(3000):
        text = random_text(rng)
        expected = read(text)
        with monkeypatch.context() as patched:
            patched.setattr(dlx, "LARGE", 0)
            assert read(text) == expected, text
        good += isinstance(expected[0], ExactCover)
    assert 500 < good < 2500


@pytest.mark.parametrize("large", [0, 1 << 30])
def test_too_many_options_and_other_line_breaks(monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    monkeypatch.setattr(dlx, "LARGE", large)
    monkeypatch.setattr(dlx, "MAX_OPTIONS", 3)
    assert dlx.parse("a b\r\na\r\nb\fa b\n").size == (2, 3, 4)
    assert dlx.parse("a b\na\nb\n\na b\n| end\n").size == (2, 3, 4)
    with pytest.raises(LimitError, match="more than 3 options"):
        dlx.parse("a b\na\nb\na\nb\n")
