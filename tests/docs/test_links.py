"""What the pages point at is there: files, headings, modules, commands."""

from __future__ import annotations

import fnmatch
import pkgutil
import re

import pytest

from tests.helpers.markdown import Page, pages
from tests.helpers.paths import ROOT

PAGES = pages()
SUFFIXES = "py|cpp|hpp|md|json|toml|svg|png|js|ipynb|sh|pyi|typ"
FILES = [
    f"/{path.relative_to(ROOT)}"
    for folder in (".ci", "src", "native", "tests", "tools", "benchmarks", "docs", "examples")
    for path in (ROOT / folder).rglob("*.*")
]
# Names in the prose that stand for files of the reader.
EXAMPLES = re.compile(r"^(\w+\.(json|toml|svg|png)|\W?|.*(NAME|KIND).*)$")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page: Page) -> None:
    for link in page.links:
        target, _, anchor = link.partition("#")
        path = (page.path.parent / target).resolve() if target else page.path
        assert path.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in Page(path).anchors, f"{page.name}: {link}"


def is_there(page: Page, name: str) -> bool:
    """Whether a file of the repository has this path or ends in it; `*` stands for anything."""
    return any(page.path.parent.glob(name)) or any(ROOT.glob(name)) or bool(fnmatch.filter(FILES, f"*/{name}"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named(page: Page) -> None:
    words = [word for code in re.findall(r"`([^`\n]+)`", page.prose) for word in code.split()]
    named = [word for word in words if re.fullmatch(rf"[\w./*{{}}-]+\.({SUFFIXES})", word)]
    lost = [name for name in named if not EXAMPLES.match(name) and not is_there(page, name)]
    assert not lost, f"{page.name} names files that are not there"


def resolves(dotted: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    try:
        pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_are_named(page: Page) -> None:
    named = re.findall(r"`(tilewright(?:\.\w+)+)", page.text)
    assert not [name for name in named if not resolves(name)], page.name


def test_links_are_found_at_all() -> None:
    assert len(PAGES) > 20 and sum(len(page.links) for page in PAGES) > 100


def test_pages_and_notebooks_import_the_public_package_alone() -> None:
    inner = re.compile(r"^\s*(?:from tilewright\.\w|import tilewright\.)|\"from tilewright\.\w", re.M)
    files = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb"), ROOT / "README.md"]
    assert len(files) > 30
    assert [page.name for page in files if inner.search(page.read_text())] == []
