"""Print and make: one page, a booklet, solids, sheets for the laser, a certificate, a frame for other pages."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.cli import EXAMPLES
from tests.helpers.studio import is_site
from tilewright import Packing, load
from tilewright.api.certificate import check_certificate
from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.render.canvas import palette_colors
from tilewright.web.downloads import certificate_of, laser_sheets_of, sheet_of, solids_of

A4 = (595, 842)  # points


def opened(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


@pytest.mark.parametrize("source", ["FNPUV@5x5", "pentominoes@3x20", "soma@3x3x3", "shikaku/blog-17x15"])
def test_a_puzzle_is_one_page_of_paper(source: str) -> None:
    puzzle = load(EXAMPLES / source if "/" in source else source)
    document = pypdfium2.PdfDocument(sheet_of(puzzle))
    assert len(document) == 1
    assert sorted(round(length) for length in document[0].get_size()) == list(A4)
    assert sheet_of(puzzle) == sheet_of(puzzle)


def test_the_page_shows_each_piece_once_below_the_empty_board() -> None:
    puzzle = Packing.parse("FNPUV@5x5")
    picture = pypdfium2.PdfDocument(sheet_of(puzzle))[0].render(scale=1).to_pil().convert("RGB")
    colors = {tuple(bytes.fromhex(color[1:])) for color in palette_colors(puzzle.pieces).values()}
    rows: dict[tuple[int, ...], list[int]] = {color: [] for color in colors}
    for place, pixel in enumerate(zip(*[iter(picture.tobytes())] * 3, strict=True)):
        if pixel in rows:
            rows[pixel].append(place // picture.width)
    areas = [len(found) for found in rows.values()]
    cell = (max(areas) / 5) ** 0.5
    assert cell > 36 and min(areas) > 0.9 * max(areas)  # points: 13 mm
    assert min(map(min, rows.values())) > 5 * cell  # below the board


def test_solids_are_pieces_and_a_tray_for_the_printer() -> None:
    files = opened(solids_of(load("FNPUV@5x5")))
    assert {"01-F.stl", "05-V.3mf", "tray.stl", "plate.3mf", "README.txt"} <= set(files)
    assert files["tray.stl"][80:84] != bytes(4)  # triangles
    assert "tray.stl" not in opened(solids_of(load("soma@3x3x3")))
    with pytest.raises(NotationError, match="no pieces to make"):
        solids_of(load(EXAMPLES / "shikaku" / "blog-6x6"))
    with pytest.raises(LimitError, match="up to 60"):
        solids_of(many())


def many() -> Packing:
    """A puzzle of 61 dominoes."""
    puzzle = Packing.parse("dominoes*@2x61")
    return replace(puzzle, pieces=tuple(piece.with_copies(61, 61) for piece in puzzle.pieces))


def test_a_laser_cuts_what_is_flat() -> None:
    files = opened(laser_sheets_of(load("FNPUV@5x5")))
    assert set(files) == {"sheet-1.svg", "sheet-1.dxf"} and b"<svg" in files["sheet-1.svg"]
    with pytest.raises(NotationError, match="flat"):
        laser_sheets_of(load("soma@3x3x3"))


@pytest.mark.parametrize("source", ["FNPUV@5x5", "shikaku/blog-6x6"])
def test_a_certificate_is_accepted_by_the_checker(source: str) -> None:
    puzzle = load(EXAMPLES / source if "/" in source else source)
    files = opened(certificate_of(puzzle))
    content = files.pop("certificate.txt")
    proof = next(iter(files.values()), None)
    assert check_certificate(puzzle, content, proof, Deadline(Limit(seconds=60))).good
    assert not check_certificate(load("FLPUV@5x5"), content, proof, Deadline(Limit())).good


def saved(page: Page, form: str) -> bytes:
    with page.expect_download() as download:
        page.click(f"#share-{form}")
    return download.value.path().read_bytes()


@pytest.mark.site
@pytest.mark.full
@pytest.mark.ci
def test_everything_to_print_and_make_is_a_button_away(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#share/gallery/FNPUV@5x5") as page:
        assert len(pypdfium2.PdfDocument(saved(page, "page"))) == 1
        assert len(pypdfium2.PdfDocument(saved(page, "booklet"))) > 1
        assert opened(saved(page, "certificate"))
        for form in ("solids", "laser"):
            if is_site():  # for which there are no packages
                page.click(f"#share-{form}")
                expect(page.locator("#note")).to_contain_text("tilewright publish")
            else:
                assert opened(saved(page, form))
    with visiting(browser, f"{address}/#share/gallery/shikaku/blog-6x6") as page:
        page.wait_for_selector("#share-page")
        assert page.locator("#share-solids, #share-laser").count() == 0
        assert opened(saved(page, "certificate"))
    with visiting(browser, f"{address}/#share/gallery/soma%403x3x3") as page:
        page.wait_for_selector("#share-solids")
        assert page.locator("#share-laser").count() == 0


@pytest.mark.full
@pytest.mark.ci
def test_the_frame_for_other_pages_shows_the_puzzle_alone(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#share/gallery/FNPUV@5x5") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.click("#share-embed")
        expect(page.locator("#share-link")).to_have_value(re.compile("^<iframe .*embed=1#play/1"))
        code = page.locator("#share-link").input_value()
        source = re.search('src="([^"]+)"', code)
        assert source
        page.goto(source[1])
        expect(page.locator("#play-board")).to_be_visible()
        expect(page.locator("header")).to_be_hidden()
