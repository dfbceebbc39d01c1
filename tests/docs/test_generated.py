"""The tables in the docs are those that the tools make of the data."""

from __future__ import annotations

import pytest

from tools.make_tables import PAGES
from tools.tables.page import MEASURED, filled


@pytest.mark.parametrize("name", PAGES)
def test_tables_are_up_to_date(name: str) -> None:
    text = (MEASURED / name).read_text("utf-8")
    assert text.count("<!-- table ") == text.count("<!-- end -->") > 0
    assert filled(text, PAGES[name]) == text, "run: python -m tools.make_tables"


def test_every_table_has_a_place() -> None:
    for name, tables in PAGES.items():
        text = (MEASURED / name).read_text("utf-8")
        assert not [table for table in tables if f"<!-- table {table} -->" not in text], name
