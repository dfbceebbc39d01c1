"""The recorded session of the README is what the commands print today."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tools.make_recording import COMMANDS, PICTURE, drawing


@pytest.mark.full
@pytest.mark.ci
def test_the_recording_is_up_to_date() -> None:
    assert PICTURE.read_text("utf-8") == drawing(), "run: python -m tools.make_recording"


def test_the_recording_is_well_formed_and_shows_each_command() -> None:
    texts = [text.strip() for text in ElementTree.fromstring(PICTURE.read_text("utf-8")).itertext()]
    assert [text for text in texts if text.startswith("tilewright ")] == COMMANDS
    assert "2339" in texts
