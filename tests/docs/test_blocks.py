"""The commands and programs of the pages are run, and print what the pages say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.console import Reader
from tests.helpers.markdown import Page, pages

RUN = ("console", "python")
PAGES = [page for page in pages() if any(block.language in RUN and block.is_run for block in page.blocks)]


def read_page(page: Page, folder: Path, full: bool) -> None:
    reader = Reader(folder)
    for block in page.blocks:
        if block.is_run and (full or not block.is_full):
            reader.run_block(page, block)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks(page: Page, tmp_path: Path) -> None:
    read_page(page, tmp_path, full=False)


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("page", [p for p in PAGES if any(b.is_full for b in p.blocks)], ids=lambda page: page.name)
def test_blocks_that_take_long(page: Page, tmp_path: Path) -> None:
    read_page(page, tmp_path, full=True)


def test_blocks_are_found_and_marks_are_known() -> None:
    blocks = [block for page in pages() for block in page.blocks]
    assert sum(block.language in RUN and block.is_run for block in blocks) >= 20
    assert all(block.mark in ("", "full") or block.mark.startswith("not run, ") for block in blocks)
