"""The examples in docstrings are run, a test for each module that has any."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import tilewright
import tilewright.api.cover as api_cover
from tests.helpers.paths import EXAMPLES

SOURCE = Path(tilewright.__file__).parent


def module_name(path: Path) -> str:
    return ".".join(("tilewright", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


MODULES = [module_name(path) for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted and not found.failed, "what was printed instead stands above"


@pytest.mark.parametrize("name", tilewright.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    """Docstrings of classes are not inherited, so it is the name's own."""
    documented = api_cover.cover if name == "cover" else getattr(tilewright, name)  # a package that can be called
    assert ">>> " in (documented.__doc__ or "")
