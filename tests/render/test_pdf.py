"""Tilings as PDF: one a page, vectors, the page as large as its picture."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.cli import CommandLine


def test_one_page_a_tiling(tmp_path: Path, run: CommandLine) -> None:
    assert run("solve", "FNPUV@5x5", "-n", "3", "-o", tmp_path / "t.pdf").code == 0
    pdf = pdfium.PdfDocument((tmp_path / "t.pdf").read_bytes())
    assert len(pdf) == 3
    margins = 2 * 8 * 72 / 25.4
    # 5 cells and a margin of a quarter cell on both sides, 32 pixels a cell, 96 pixels an inch
    assert pdf[0].get_size() == pytest.approx((5.5 * 32 * 0.75 + margins,) * 2, abs=0.5)
    picture = pdf[0].render(scale=2).to_numpy()
    assert (picture < 250).any(axis=2).mean() > 0.3
