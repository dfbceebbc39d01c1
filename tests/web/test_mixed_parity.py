"""The eight silhouettes of mixed parity are played: board and pieces in half cells."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

import tilewright as tw
from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import FIVE, atoms_of, open_text
from tilewright import formats
from tilewright.api.answer import line_of

pytestmark = [pytest.mark.full, pytest.mark.ci]


@pytest.mark.parametrize("number", [19, 29, 36, 66, 78, 80, 81, 85])
def test_a_silhouette_of_mixed_parity_is_played(browser: Browser, address: str, number: int) -> None:
    puzzle = tw.load(f"fridgeiq-D4#{number}")
    rows = json.loads(line_of(tw.solve(puzzle).tilings[0]))["placements"]
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        open_text(page, formats.dump(puzzle, "toml"))
        player = Player(page)
        for laid, row in enumerate(rows, start=1):
            player.lay(row, atoms_of(player, row["cells"]))
            assert len(player.placed) == laid, row
