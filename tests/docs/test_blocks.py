"""The commands and programs of the pages are run, and print what the pages say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.console import Reader
from tests.helpers.markdown import Page, pages

RUN = ("console", "python")
PAGES = [page for page in pages() if any(block.language in RUN and block.is_run for block in page.blocks)]
QUICK = ("README.md", "docs/tutorial/")  # what a newcomer reads first; the other pages are read in CI


def tiers(page: Page) -> tuple[pytest.MarkDecorator, ...]:
    is_quick = page.name.startswith(QUICK) and not any(block.is_full for block in page.blocks)
    return () if is_quick else (pytest.mark.full, pytest.mark.ci)


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name, marks=tiers(page)) for page in PAGES])
def test_blocks(page: Page, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for block in page.blocks:
        if block.is_run:
            reader.run_block(page, block)


def test_blocks_are_found_and_marks_are_known() -> None:
    blocks = [block for page in pages() for block in page.blocks]
    assert sum(block.language in RUN and block.is_run for block in blocks) >= 20
    assert all(block.mark in ("", "full") or block.mark.startswith("not run, ") for block in blocks)
