"""A piece has one color, one shade and one hatching in a whole document; several challenges share a page."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.cli import CommandLine
from tilewright import load
from tilewright.pieces import select
from tilewright.publish.paper import GRAYS, Ink, PieceColors
from tilewright.render.canvas import PALETTE, palette_colors


@pytest.mark.parametrize("ink", ["color", "hatch", "gray"])
def test_a_piece_keeps_its_color_from_puzzle_to_puzzle(ink: Ink) -> None:
    colors = PieceColors(ink)
    found: dict[str, set[str | None]] = {}
    for name in ("FNPUV@5x5", "PYLIN@5x5", "VUPNF@5x5", "pentominoes@6x10"):
        for piece in colors.pieces(load(name).pieces):
            found.setdefault(piece.name, set()).add(piece.color)
    assert len(found) == 12 and all(len(each) == 1 for each in found.values())
    every = set.union(*found.values())
    assert len(every) == 12 and (ink != "gray" or every == set(GRAYS))


@pytest.mark.parametrize("name", ["pentominoes", "fridgeiq", "tetrominoes"])
def test_paper_has_the_colors_of_the_screen(name: str) -> None:
    pieces = select(name)
    assert {each.name: each.color for each in PieceColors().pieces(pieces)} == palette_colors(pieces)
    assert [each.color for each in PieceColors().pieces(pieces[-1:])] == [palette_colors(pieces)[pieces[-1].name]]


def test_hatching_knows_no_color_of_ones_own() -> None:
    own = select("tetrominoes:T")
    assert PieceColors().pieces(own)[0].color == own[0].color
    assert PieceColors("hatch").pieces(own)[0].color in PALETTE


def pages(path: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(path)]


def test_four_challenges_a_page_with_a_line_for_a_name(run: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    puzzles = ["FNPUV@5x5", "IL@2x5", "PUY@3x5", "T@1x5", "LV@2x5"]
    done = run("publish", "booklet", *puzzles, "-o", path, "--per-page", "4", "--colors", "gray", "--title", "Sheet")
    assert done.code == 0 and done.err.endswith(f"wrote {path}\n")
    assert [line.split(": ")[2:4] for line in done.err.splitlines()[:-1]] == [
        [name, "impossible"] for name in ("IL@2x5", "T@1x5", "LV@2x5")
    ]
    named = [text for text in pages(path) if text.startswith("Name:")]
    assert len(named) == 2 and all(f"{i}. " in named[(i - 1) // 4] for i in range(1, 6))
    assert "Solutions" in pages(path)[-1]
    assert "expected one of 1, 2, 4, 6, 8" in run.refused("publish", "booklet", "V@3x3", "-o", path, "--per-page", "5")
    assert "color, gray, hatch" in run.refused("publish", "booklet", "V@3x3", "-o", path, "--colors", "blue")


def test_cards_and_pictures_of_a_set_without_a_board(run: CommandLine, tmp_path: Path) -> None:
    assert run("publish", "cards", "tetrominoes", "-o", tmp_path / "cards.pdf").code == 0
    assert "7 pieces" in pages(tmp_path / "cards.pdf")[0]
    assert "solid" in run.refused("publish", "cards", "soma", "-o", tmp_path / "soma.pdf")
    assert run("sets", "pentominoes", "-o", tmp_path / "p.svg").code == 0
    assert (tmp_path / "p.svg").read_text().count("<svg") == 1
    assert "expected one" in run.refused("sets", "-o", tmp_path / "p.svg")
