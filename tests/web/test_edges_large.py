"""A board of 16 x 16 in the studio: played and checked, its tiles in a tray that scrolls; not searched."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting
from tests.helpers.fingers import TOUCH, Fingers
from tests.helpers.paths import ROOT
from tests.helpers.tiler import Tiler, motions
from tests.helpers.visitor import open_text
from tilewright.web.answers import answer
from tilewright.web.requests import PhrasedLimitError, StudioLimits

LARGE = ROOT / "examples" / "edges" / "256.edges"


@pytest.mark.parametrize("path", ["/api/hint", "/api/search", "/api/export"])
def test_sixteen_by_sixteen_is_opened_and_checked_but_not_searched(path: str) -> None:
    text, there = LARGE.read_text(), '{"placements": [{"piece": "1", "cells": [[0, 0]], "id": "1@0,0/0"}]}'
    view = ask("/api/puzzle", puzzle=text)
    assert (len(view["atoms"]), len(view["pieces_list"])) == (256, 256)
    checked = ask("/api/check", puzzle=text, solution=there)
    assert not checked["done"] and checked["faults"]
    more = {"/api/hint": {"solution": there}, "/api/search": {}, "/api/export": {"form": "booklet"}}[path]
    with pytest.raises(PhrasedLimitError) as refused:
        ask(path, puzzle=text, **more)
    assert (refused.value.kind, refused.value.values) == ("too many placements", {"count": 262_144, "most": 200_000})


def ask(path: str, **fields: str) -> Any:
    """What the studio answers to a POST."""
    return answer("POST", path, msgspec.json.encode(fields), StudioLimits())


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("device", [{}, TOUCH], ids=["desktop", "phone"])
def test_tiles_of_sixteen_by_sixteen_scroll_beside_the_board(
    browser: Browser, address: str, device: dict[str, Any]
) -> None:
    with visiting(browser, f"{address}/#puzzles", **device) as page:
        open_text(page, LARGE.read_text())
        tiler, board, last = Tiler(page), page.locator("#play-board"), page.locator('#play-tray [data-piece="256"]')
        before = board.bounding_box()
        last.evaluate("node => node.scrollIntoView({ block: 'nearest', inline: 'nearest' })")
        assert board.bounding_box() == before
        if device:
            fingers, (x, y), (right, down) = Fingers(page), tiler.middle("256"), tiler.on_screen([3, 4])
            fingers("touchStart", (x, y))
            fingers("touchMove", (x, y - 30))  # across the strip: along it, it would scroll
            fingers("touchMove", (right, down + 56))  # a finger would hide what it carries
            fingers("touchEnd")
        else:
            tiler.drag("256", [3, 4], "90")
        assert motions(page)["256"] == ([3, 4], "0" if device else "90")
        page.click("#play-check")
        expect(page.locator("#play-text")).not_to_have_text("")
