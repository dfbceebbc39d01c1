"""What the site is made of: links that move with their pages, docstrings, the pages of the reference."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tilewright
from tilewright.web import puzzles
from tools.docs.api import pages, write_reference
from tools.docs.docstrings import as_definitions
from tools.docs.gallery import PICTURE, SOLVED
from tools.docs.stage import DOCS, LINK, ROOT, moved, place_of, stage, wear_the_studio


def test_every_public_name_is_on_one_page_of_the_reference() -> None:
    names = [name for _, _, members in pages().values() for name in members]
    assert sorted(names) == sorted(tilewright.__all__)


def test_the_reference_has_a_section_for_each_name(tmp_path: Path) -> None:
    write_reference(tmp_path)
    text = "\n".join(path.read_text("utf-8") for path in tmp_path.glob("*.md"))
    assert set(re.findall(r"auto(?:function|class):: tilewright\.(\w+)", text)) == set(tilewright.__all__)


def test_links_of_a_staged_site_lead_to_staged_files(tmp_path: Path) -> None:
    stage(tmp_path)
    files = list(tmp_path.rglob("*.md"))
    assert tmp_path / "index.md" in files and tmp_path / "project" / "ARCHITECTURE.md" in files
    for page in files:
        prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for _, target, _ in LINK.findall(prose):
            if not re.match(r"\w+:", target):
                assert (page.parent / target).exists(), f"{page.relative_to(tmp_path)}: {target}"


@pytest.mark.parametrize("playable", [False, True])
def test_the_first_page_is_played_on_where_the_studio_is_there(tmp_path: Path, playable: bool) -> None:
    stage(tmp_path)
    wear_the_studio(tmp_path, playable)
    first = (tmp_path / "index.md").read_text("utf-8")
    assert ("<iframe" in first, "](pictures/studio/" in first) == (playable, not playable)
    style = (tmp_path / "_static" / "style" / "tokens.css").read_text("utf-8")
    assert "font-display: swap" in style
    for address in re.findall(r'url\("([^"]+)"\)', style):
        assert (tmp_path / "_static" / "style" / address).is_file()
    assert not (tmp_path / "play.html").exists()


def test_a_block_of_code_keeps_what_looks_like_a_link(tmp_path: Path) -> None:
    text = "[a](../../README.md)\n```\n[b](../../README.md)\n```\n[c](../../CHANGELOG.md#x)\n"
    wanted = "[a](../project/README.md)\n```\n[b](../../README.md)\n```\n[c](../project/CHANGELOG.md#x)\n"
    assert moved(text, DOCS / "guides" / "studio.md", tmp_path) == wanted


def test_files_that_are_no_pages_are_offered(tmp_path: Path) -> None:
    assert "files/run" in moved("[it](../../run)", DOCS / "guides" / "studio.md", tmp_path)
    assert (tmp_path / "files" / "run").is_file()
    assert place_of(ROOT / "benchmarks" / "README.md") == Path("project/benchmarks-README.md")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (["a:  one", "   two", "b:  three"], ["``a``", "   one", "   two", "``b``", "   three"]),
        (["Of P@5x5 and `Q@1x1`."], ["Of ``P@5x5`` and `Q@1x1`."]),
        ([">>> x: int = P@5x5"], [">>> x: int = P@5x5"]),
        (["a:  one", "After."], ["``a``", "   one", "", "After."]),
    ],
)
def test_docstrings(text: list[str], wanted: list[str]) -> None:
    assert as_definitions(text) == wanted


def test_each_example_of_the_gallery_can_be_given_its_link() -> None:
    sections = re.split(r"^(?=### )", (DOCS / "guides" / "gallery.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(sections) > 20
    assert all(PICTURE.search(section) and SOLVED.search(section) for section in sections)
    linked = {f"{folder}/{Path(name).stem}" for folder, name in SOLVED.findall("".join(sections))}
    assert linked <= {entry["name"] for entry in puzzles.entries()}
