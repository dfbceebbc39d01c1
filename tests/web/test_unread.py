"""Texts that are no puzzle are refused with fields, from which the page makes a sentence in its language."""

from __future__ import annotations

import json

import pytest

from tilewright.errors import TilewrightError
from tilewright.web.answers import answer, refusal
from tilewright.web.requests import StudioLimits

REFUSED = {
    "Q@5x5": "bad pieces",
    "pentominoes:Q@5x5": "bad pieces",
    "FNPUV@": "bad board",
    "FNPUV@hello": "bad board",
    "https://puzz.link/p?nurikabe/5/5/1g2g3g4": "other genre",
    "https://puzz.link/p?shikaku/5/5/2g3": "bad link",
    '{"a":1}': "bad file",
    "{": "bad file",
    "[board]\nx=1": "bad file",
    "2 . .\n. . x": "bad grid",
    "pentominoes@1000x1000": "too large",
    "pentominoes@60x1000": "too many cells",
}


def kind(path: str, body: dict[str, str]) -> str:
    """What kind of refusal a request gets."""
    with pytest.raises(TilewrightError) as refused:
        answer("POST", path, json.dumps(body).encode(), StudioLimits())
    status, fields = refusal(refused.value)
    assert status == 422 and "\n" not in fields["error"]
    return str(fields["kind"])


@pytest.mark.parametrize("text", REFUSED)
def test_every_format_says_what_it_missed(text: str) -> None:
    assert kind("/api/puzzle", {"puzzle": text}) == REFUSED[text]


@pytest.mark.parametrize("letters", ["Q", "123", "<b>", "Q1"])
def test_letters_that_a_set_does_not_have(letters: str) -> None:
    assert kind("/api/pieces", {"pieces": f"pentominoes:{letters}"}) == "no such letters"
